//! `stateline check`: finds every violation of the documented constraints and schemas.

use super::{
    Call, Command, Failure, Flag, Terminal, Value,
    configs::configs,
    difference,
    target::{Target, targets},
};
use crate::{
    check::{
        Problem, Severity,
        fix::Fixed,
        report::{self, Checked, Human},
    },
    error::{Error, Exit},
    line::Paint,
    sys::{System, rewrite, streams},
    text::counted,
};

pub(super) const COMMAND: Command = Command {
    name: "check",
    purpose: "find problems in a state file or a config, and fix them",
    usage: "[FLAGS] [FILE…]",
    about: "Checks state files against the documented constraints and the schema of their family, and the\n\
            settings of stateline itself. Without a FILE, it checks the state and the configs that apply here;\n\
            with a directory, those that apply there. A FILE that ends in .toml is a config; `-` is standard\n\
            input. The exit code is 1 if a finding is at `--fail-level` or above, and 2 if a file cannot be\n\
            read. `stateline explain CODE` describes a rule.",
    examples: &[
        ("stateline check", "the state and the configs that apply here"),
        ("stateline check --fix .planning/STATE.md", "fix what can be fixed in this file"),
        ("stateline check --fix --dry-run", "only show the difference"),
        ("stateline check --format sarif --no-fail", "for code scanning: never exit with 1"),
        ("stateline explain SL110", "what a rule checks, and why"),
    ],
    flags: &[
        Flag::with("format", Value::OneOf(FORMATS), "human (default), compact, json, github or sarif"),
        Flag::switch("json", "the same as --format json"),
        Flag::with(
            "fail-level",
            Value::OneOf(&["info", "warning", "error"]),
            "exit with 1 at this level or above; default error",
        ),
        Flag::switch("no-fail", "exit with 0 even if there are findings"),
        Flag::switch("fix", "fix what can be fixed, and show the difference"),
        Flag::switch("dry-run", "with --fix: show the difference, write nothing").short('n'),
    ],
    shared: &["dir", "as", "width", "color", "config", "now"],
    operands: Some(Value::File),
    run,
};

const FORMATS: &[&str] = &["human", "compact", "json", "github", "sarif"];

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if call.has("fix") && !call.has("dry-run") && call.operands.iter().any(|operand| operand == "-") {
        return Err(Error::CannotFix.into());
    }
    let paint = call.options.paint(system, false);
    let format = format(call, system);
    let mut exit = Exit::Success;
    let mut files = Vec::new();
    let mut fixed = 0_usize;
    let targets = targets(call, system);
    let configs = configs(call, system, targets.as_deref().unwrap_or_default());
    let is_wrong =
        |config: &Result<Checked, Error>| config.as_ref().is_ok_and(|file| !file.problems.is_empty());
    let targets = match targets {
        // A config can have problems where there is no state.
        Err(error) if configs.iter().any(is_wrong) => vec![Err(error)],
        targets => targets?,
    };
    for target in targets {
        match target {
            Ok(mut target) => {
                if call.has("fix") {
                    let written =
                        fix(&mut target, call, system, terminal, (format == "human").then_some(paint))?;
                    fixed = fixed.saturating_add(written);
                }
                let problems = target.problems(system);
                files.push(Checked { name: target.name, text: target.text, problems });
            }
            Err(error) => {
                terminal.err.error(&error)?;
                exit = if call.operands.is_empty() { error.exit() } else { Exit::Misuse };
            }
        }
    }
    for config in configs {
        match config {
            Ok(checked) => files.push(checked),
            Err(error) => {
                terminal.err.error(&error)?;
                exit = Exit::Misuse;
            }
        }
    }
    match format.as_str() {
        "compact" => terminal.out.lines(&report::compact(&files))?,
        "json" => terminal.out.json(&report::json(&files))?,
        "github" => terminal.out.lines(&report::github(&files))?,
        "sarif" => terminal.out.json(&report::sarif(&files))?,
        _ => people(&files, paint, fixed, call.has("dry-run"), terminal)?,
    }
    let level = match call.text("fail-level").as_deref() {
        Some("info") => Severity::Info,
        Some("warning") => Severity::Warning,
        _ => Severity::Error,
    };
    let is_bad = |problem: &Problem| problem.rule.severity >= level;
    let failed = files.iter().flat_map(|file| &file.problems).any(is_bad) && !call.has("no-fail");
    Ok(if exit == Exit::Success && failed { Exit::No } else { exit })
}

/// Returns the format: in a GitHub workflow it is GitHub's, unless a flag names one.
fn format(call: &Call, system: &System) -> String {
    let on_github =
        || system.text("GITHUB_ACTIONS").filter(|value| value == "true").map(|_| "github".to_owned());
    let json = call.has("json").then(|| "json".to_owned());
    call.text("format").or(json).or_else(on_github).unwrap_or_else(|| "human".to_owned())
}

/// Prints the findings for people, and a summary.
fn people(
    files: &[Checked],
    paint: Paint<'_>,
    fixed: usize,
    is_dry: bool,
    terminal: &mut Terminal<'_>,
) -> Result<(), Failure> {
    let width = paint.width.or_else(streams::output_width).unwrap_or(100);
    terminal.out.painted(&report::human(files, Human { color: paint.color, width }))?;
    if fixed > 0 {
        let problems = counted(fixed, "problem");
        terminal.out.line(format_args!("{} {problems}", if is_dry { "would fix" } else { "fixed" }))?;
    }
    if !files.is_empty() {
        terminal.out.lines(&report::summary(files))?;
    }
    Ok(())
}

/// Fixes what can be fixed without a decision, and returns how many findings that were.
///
/// A file that cannot be rewritten safely is reported and stays as it is.
fn fix(
    target: &mut Target,
    call: &Call,
    system: &System,
    terminal: &mut Terminal<'_>,
    paint: Option<Paint<'_>>,
) -> Result<usize, Failure> {
    if !target.state.is_whole() {
        let name = &target.name;
        terminal.err.message(format_args!("did not fix `{name}`: it cannot be read completely"))?;
        return Ok(0);
    }
    let Fixed { text, count, is_done } = target.fixed(system);
    if count == 0 {
        return Ok(0);
    }
    let before = std::mem::replace(&mut target.text, text);
    let is_dry = call.has("dry-run");
    if let (Some(path), false) = (&target.state.path, is_dry)
        && let Err(refusal) = rewrite::replace(&target.base, path, before.as_bytes(), target.text.as_bytes())
    {
        terminal.err.message(format_args!("did not fix `{}`: {refusal}", target.name))?;
        target.text = before;
        return Ok(0);
    }
    if let Some(paint) = paint {
        difference::show(&target.name, &before, &target.text, paint, terminal)?;
    }
    if !is_done {
        let name = &target.name;
        terminal.err.message(format_args!("`{name}` has more to fix; run `stateline check --fix` again"))?;
    }
    if is_dry {
        target.text = before;
    }
    Ok(count)
}
