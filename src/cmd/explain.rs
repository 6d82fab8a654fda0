//! `stateline explain`: says why the line shows what it shows, or what a rule checks.

use std::ffi::OsStr;

use super::{Call, Command, Failure, Flag, Terminal, Value};
use crate::{
    check,
    error::{Error, Exit},
    explain::{self, Explanation, Names},
    family::Search,
    select,
    sys::{System, streams},
};

pub(super) const COMMAND: Command = Command {
    name: "explain",
    purpose: "show why the line says what it says",
    usage: "[FLAGS] [DIR | FILE | CODE | rules]",
    about: "Shows where it searched and what it found, why one state was chosen, which situation the line shows,\n\
            where each value comes from, and what YAML reads differently. The exit code is 1 if there is no state.\n\
            With the CODE of a rule it prints that rule's page, with `rules` it lists all rules.",
    examples: &[
        ("stateline explain", "why the line says what it says here"),
        ("stateline explain .planning/STATE.md", "for this file, without a search"),
        ("stateline explain SL110", "what a finding of `check` means"),
        ("stateline explain rules", "everything that `check` looks for"),
        ("stateline explain --json", "for programs"),
    ],
    flags: &[Flag::switch("json", "print JSON")],
    shared: &["dir", "file", "as", "style", "width", "color", "config", "now"],
    operands: Some(Value::Described("CODE", codes)),
    run,
};

/// Returns the operands: the code of every rule with its title, and `rules`.
fn codes() -> Vec<(&'static str, &'static str)> {
    check::rules().map(|rule| (rule.code, rule.title)).chain([("rules", "list all rules")]).collect()
}

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if let [code] = call.operands.as_slice()
        && is_rule(code)
    {
        return match code.to_string_lossy().as_ref() {
            "rules" => rules(terminal),
            code => rule(code, call, system, terminal),
        };
    }
    let options = &call.pointed()?;
    let (config, state) = select::selected(system, options);
    let search = match (&options.file, options.start(system)) {
        (None, Some(start)) => Some(select::trace(
            &Search::new(system, config.ages).with(&config.workflows),
            &start,
            options.family,
        )),
        _ => None,
    };
    let style = config.state_style(options);
    let explained = state.as_ref().and_then(|state| {
        let text = state.content().ok()?;
        let is_hidden = options.file.is_none() && !select::is_shown(system, &config, state);
        Some(Explanation { is_hidden, ..explain::explained(system, state, text, style) })
    });
    let why = explained.as_ref().map(|explained| {
        let named = || "the file that was named".to_owned();
        let hidden = state.as_ref().and_then(|state| state.hidden);
        let mut why = search.as_ref().map_or_else(named, |search| match hidden {
            Some(hidden) => {
                let (why, setting) = (hidden.why(), hidden.setting());
                format!("the nearest state; the line hides it, because it is {why} (`{setting}`)")
            }
            None => search.why(explained.family, options.family, &config),
        });
        if options.file.is_none() && config.is_outdated(system, explained.modified) {
            why.push_str("; the line hides it, because it is older than the settings allow");
        }
        why
    });
    let home = system.home();
    let paint = options.paint(system, false);
    let width = paint.width.or_else(streams::output_width).unwrap_or(80).max(40);
    let names = Names { home, now: system.now(), paint, width };
    match (&explained, &search) {
        _ if call.has("json") => {
            let json = explain::json(search.as_ref(), explained.as_ref(), why.as_deref());
            terminal.out.json(&json)?;
        }
        (Some(found), search) => {
            let page = explain::found(search.as_ref(), found, &why.unwrap_or_default(), names);
            terminal.out.painted(&page)?;
        }
        (None, Some(search)) => terminal.out.painted(&explain::nothing(search, names))?,
        (None, None) => return Err(super::open::missing(options, system).into()),
    }
    Ok(if explained.is_some() { Exit::Success } else { Exit::No })
}

/// Returns whether an argument is the code of a rule, or would be if there were more rules, and not a path.
fn is_rule(operand: &OsStr) -> bool {
    let text = operand.to_string_lossy();
    let number = text.get(..2).filter(|start| start.eq_ignore_ascii_case("sl")).and_then(|_| text.get(2..));
    let is_code = number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    text == "rules" || is_code || check::rule(&text).is_some()
}

/// Lists every rule.
fn rules(terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    for rule in check::rules() {
        let (severity, scope) = (rule.severity.word(), check::scope(rule));
        terminal.out.line(format_args!("{} {severity:<7} {scope:<17} {}", rule.code, rule.title))?;
    }
    Ok(Exit::Success)
}

/// Prints the page of a rule.
fn rule(code: &str, call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let Some(rule) = check::rule(code) else {
        return Err(Error::UnknownRule { code: code.to_owned() }.into());
    };
    let paint = call.options.paint(system, false);
    if call.has("json") {
        let page = serde_json::json!({
            "code": rule.code,
            "severity": rule.severity.name(),
            "scope": check::scope(rule),
            "title": rule.title,
            "page": rule.page,
            "fails": rule.fails,
            "passes": rule.passes,
        });
        terminal.out.json(&format!("{page:#}\n"))?;
    } else {
        let width = paint.width.or_else(streams::output_width).unwrap_or(80);
        terminal.out.painted(&explain::page(rule, &paint, width))?;
    }
    Ok(Exit::Success)
}
