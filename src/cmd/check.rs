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
    about: "Checks state files against the documented constraints and schema of their family, and the settings\n\
            of stateline itself: the FILEs (`-` is standard input, .toml a config), or those that apply in a\n\
            directory, by default this one. Hints are only counted, except in json and sarif. The exit code is 1\n\
            if a finding, but not a hint, is at `--fail-level` or above, or if a directory has no state, and 2 if a file\n\
            cannot be read. `stateline explain CODE` describes a rule.",
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
        Flag::switch("hints", "show hints, too: nothing is wrong, but worth knowing"),
        Flag::with(
            "fail-level",
            Value::OneOf(&["warning", "error"]),
            "exit with 1 at this level or above; default error",
        ),
        Flag::switch("no-fail", "exit with 0 even if there are findings"),
        Flag::switch("fix", "fix what can be fixed; the old file is kept, as FILE~"),
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
    let Run { mut files, outcomes, exit } =
        checked(call, system, terminal, (format == "human").then_some(paint))?;
    let level = match call.text("fail-level").as_deref() {
        Some("warning") => Severity::Warning,
        _ => Severity::Error,
    };
    let is_bad = |problem: &Problem| problem.severity() >= level;
    let failed = files.iter().flat_map(|file| &file.problems).any(is_bad) && !call.has("no-fail");
    // Programs can leave hints out themselves.
    let hidden = if call.has("hints") || matches!(format.as_str(), "json" | "sarif") {
        0
    } else {
        files.iter_mut().map(Checked::hide_hints).sum()
    };
    match format.as_str() {
        "compact" => terminal.out.lines(&report::compact(&files))?,
        "json" => terminal.out.json(&report::json(&files))?,
        "github" => terminal.out.lines(&report::github(&files))?,
        "sarif" => terminal.out.json(&report::sarif(&files))?,
        _ => people(&files, paint, &Done { outcomes, hidden }, terminal)?,
    }
    Ok(if exit == Exit::Success && failed { Exit::No } else { exit })
}

/// What was checked.
struct Run {
    files: Vec<Checked>,
    outcomes: Vec<Outcome>,
    /// The exit code of a file that could not be read.
    exit: Exit,
}

/// Checks the states and the configs, and fixes the states first if that is asked for. `paint` shows what was fixed.
fn checked(
    call: &Call,
    system: &System,
    terminal: &mut Terminal<'_>,
    paint: Option<Paint<'_>>,
) -> Result<Run, Failure> {
    let mut run = Run { files: Vec::new(), outcomes: Vec::new(), exit: Exit::Success };
    let targets = targets(call, system);
    let configs = configs(call, system, targets.as_deref().unwrap_or_default());
    let is_wrong =
        |config: &Result<Checked, Error>| config.as_ref().is_ok_and(|file| !file.problems.is_empty());
    let targets = match targets {
        // A config can have problems even without a state.
        Err(error) if configs.iter().any(is_wrong) => vec![Err(error)],
        targets => targets?,
    };
    for target in targets {
        match target {
            Ok(mut target) => {
                if call.has("fix") {
                    run.outcomes.push(fix(&mut target, call, system, terminal, paint)?);
                }
                let problems = target.problems(system);
                run.files.push(Checked { name: target.name, text: target.text, problems });
            }
            Err(error) => {
                terminal.err.error(&error)?;
                // A directory without a state is an answer; a file that cannot be read is a mistake.
                let is_answer = call.operands.is_empty() || matches!(error, Error::NoState { .. });
                if run.exit != Exit::Misuse {
                    run.exit = if is_answer { error.exit() } else { Exit::Misuse };
                }
            }
        }
    }
    for config in configs {
        match config {
            Ok(checked) => run.files.push(checked),
            Err(error) => {
                terminal.err.error(&error)?;
                run.exit = Exit::Misuse;
            }
        }
    }
    Ok(run)
}

/// Returns the format: in a GitHub workflow it is GitHub's, unless a flag names one.
fn format(call: &Call, system: &System) -> String {
    let on_github =
        || system.text("GITHUB_ACTIONS").filter(|value| value == "true").map(|_| "github".to_owned());
    let json = call.has("json").then(|| "json".to_owned());
    call.text("format").or(json).or_else(on_github).unwrap_or_else(|| "human".to_owned())
}

/// What `--fix` did with a file.
enum Outcome {
    /// There was nothing to fix.
    Clean,
    /// The file stays as it is, and a message says why.
    Refused,
    /// `count` problems were fixed; `kept` is the old file, unless this is a dry run.
    Fixed { count: usize, kept: Option<String> },
}

/// What a run did in addition to what it found.
struct Done {
    outcomes: Vec<Outcome>,
    /// How many hints are not shown.
    hidden: usize,
}

/// Prints the findings for people, and a summary.
fn people(
    files: &[Checked],
    paint: Paint<'_>,
    done: &Done,
    terminal: &mut Terminal<'_>,
) -> Result<(), Failure> {
    let width = paint.width.or_else(streams::output_width).unwrap_or(100);
    terminal.out.painted(&report::human(files, Human { color: paint.color, width }))?;
    for outcome in &done.outcomes {
        if let Outcome::Fixed { count, kept } = outcome {
            terminal.out.line(fixed(*count, kept.as_deref()))?;
        }
    }
    let is_clean = |outcome: &Outcome| matches!(outcome, Outcome::Clean);
    if !done.outcomes.is_empty() && done.outcomes.iter().all(is_clean) {
        terminal.out.line("nothing to fix")?;
    }
    if !files.is_empty() {
        terminal.out.lines(&report::summary(files, done.hidden))?;
    }
    Ok(())
}

/// Says what was fixed, and how to undo it.
fn fixed(count: usize, kept: Option<&str>) -> String {
    let problems = counted(count, "problem");
    kept.map_or_else(
        || format!("would fix {problems}"),
        |kept| format!("fixed {problems}; the old file is `{kept}`"),
    )
}

/// Fixes what can be fixed without a decision.
///
/// A file that cannot be rewritten safely is reported and stays as it is.
fn fix(
    target: &mut Target,
    call: &Call,
    system: &System,
    terminal: &mut Terminal<'_>,
    paint: Option<Paint<'_>>,
) -> Result<Outcome, Failure> {
    if !target.state.is_whole() {
        let name = &target.name;
        terminal.err.message(format_args!("did not fix `{name}`: it cannot be read completely"))?;
        return Ok(Outcome::Refused);
    }
    let Fixed { text, count, is_done } = target.fixed(system);
    if count == 0 {
        return Ok(Outcome::Clean);
    }
    let before = std::mem::replace(&mut target.text, text);
    let is_dry = call.has("dry-run");
    let mut kept = None;
    if let (Some(path), false) = (&target.state.path, is_dry) {
        match rewrite::replace(&target.base, path, before.as_bytes(), target.text.as_bytes()) {
            Ok(copy) => kept = Some(report::name(&copy, system.dir().as_deref())),
            Err(refusal) => {
                terminal.err.message(format_args!("did not fix `{}`: {refusal}", target.name))?;
                target.text = before;
                return Ok(Outcome::Refused);
            }
        }
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
    Ok(Outcome::Fixed { count, kept })
}
