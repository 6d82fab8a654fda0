//! `stateline explain`: says why the line shows what it shows, or what a rule checks.

use super::{Call, Command, Failure, Flag, Terminal, Value};
use crate::{
    check,
    config::Config,
    error::{Error, Exit},
    explain::{self, Explanation, Names, Search, Standing},
    sys::{System, streams},
};

pub(super) const COMMAND: Command = Command {
    name: "explain",
    purpose: "show why the line says what it says",
    usage: "[FLAGS] [CODE | rules]",
    about: "Shows where it searched and what it found, why one state was chosen, which situation the line shows,\n\
            where each value comes from, and what YAML reads differently. The exit code is 1 if there is no state.\n\
            With the CODE of a rule it prints that rule's page, with `rules` it lists all rules.",
    examples: &[
        ("stateline explain", "why the line says what it says here"),
        ("stateline explain -f .planning/STATE.md", "for this file, without a search"),
        ("stateline explain SL110", "what a finding of `check` means"),
        ("stateline explain rules", "everything that `check` looks for"),
        ("stateline explain --json", "for programs"),
    ],
    flags: &[Flag::switch("json", "print JSON")],
    shared: &["dir", "file", "as", "style", "width", "color", "config", "now"],
    operands: Some(Value::Among("CODE", codes)),
    run,
};

/// Returns the operands: the code of every rule, and `rules`.
fn codes() -> Vec<&'static str> {
    check::rules().map(|rule| rule.code).chain(["rules"]).collect()
}

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if let Some(code) = call.operands.first() {
        if code == "rules" {
            return rules(terminal);
        }
        return rule(&code.to_string_lossy(), call, system, terminal);
    }
    let options = &call.options;
    let search = match (&options.file, options.start(system)) {
        (None, Some(start)) => Some(explain::search(system, &start, options.family)),
        _ => None,
    };
    let (config, state) = super::line::counting(options, system);
    let style = options.style.or(config.style).unwrap_or_default();
    let explained = state.as_ref().and_then(|state| {
        let text = state.content().ok()?;
        Some(explain::explained(system, state, text, style))
    });
    let why = explained.as_ref().map(|explained| {
        let mut why = why(explained, search.as_ref(), call, &config);
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

/// Says why this state counts and no other.
fn why(found: &Explanation, search: Option<&Search>, call: &Call, config: &Config) -> String {
    let Some(search) = search else { return "it was named; nothing was searched".to_owned() };
    let spots = search.directories.last().map(|last| last.spots.as_slice()).unwrap_or_default();
    let mut ids: Vec<&str> = spots
        .iter()
        .filter(|spot| matches!(spot.standing, Standing::State(_)))
        .map(|spot| spot.family.id)
        .collect();
    ids.dedup();
    let nearest = match search.directories.as_slice() {
        [_] => "this directory has it",
        _ => "the nearest directory with a state has it",
    };
    let mut why = match (call.options.family, ids.len()) {
        (Some(family), _) => format!("{nearest}, and only {} was asked for", family.id),
        (None, 0 | 1) => format!("{nearest}, and no other"),
        (None, count) if config.prefer.iter().any(|family| family.id == found.family.id) => {
            format!("{nearest}; of its {count} states the settings prefer it")
        }
        (None, count) => format!("{nearest}; of its {count} states it was written last"),
    };
    if let Some(choice) = found.family.choice {
        why.push_str(". ");
        why.push_str(choice);
    }
    why
}

/// Lists every rule.
fn rules(terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    for rule in check::rules() {
        let (severity, scope) = (rule.severity.name(), check::scope(rule));
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
