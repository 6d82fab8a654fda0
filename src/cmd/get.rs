//! `stateline get`: prints single values of a state, selected by a plain path or by jq.

use std::{
    cell::LazyCell,
    io,
    mem::ManuallyDrop,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};

use super::{Call, Command, Failure, Flag, Terminal, Value as Takes, fields, limited, open};
use crate::{
    document::{self, Document, Step},
    error::{Error, Exit},
    family::Style,
    query::{self, Answer, Printed, Surroundings, common::CommonFields},
    select::State,
    sys::{System, streams},
    text::{self, suggest},
};

pub(super) const COMMAND: Command = Command {
    name: "get",
    purpose: "print values, by path, jq or common field",
    usage: "[FLAGS] FILTER… [FILE]",
    about: "Prints what each FILTER finds in the state, one value per line.\n\
            A FILTER is a path (`progress.percent`, `modules_status[0].id`), or jq. `@line`, `@scene`,\n\
            `@status`, `@percent`, `@family` and `@path` work for every state. Some also have documents next\n\
            to them: @companions@. Strings are printed without quotes, numbers as in the file.\n\
            The exit code is 1 if a value is missing, and 2 if a filter is not valid jq.",
    examples: &[
        ("stateline get status", "a field"),
        ("stateline get --fields", "which fields there are"),
        ("stateline get progress.percent @line", "two values, one per line"),
        ("stateline get 'modules_status[] | .id'", "jq"),
        ("stateline get '{line: @line, status: @status}'", "the common fields in jq"),
        ("stateline get active_phase --default none", "with a default"),
        ("stateline get @body.session_continuity.stopped_at", "from the Markdown body"),
        ("stateline get '.orchestrator.status' .claude/agent-state.json", "from this file"),
    ],
    flags: &[
        Flag::switch("json", "print JSON: strings in quotes"),
        Flag::switch("null", "end each value with a NUL instead of a newline").short('0'),
        Flag::with("default", Takes::Named("VALUE"), "print VALUE if a value is missing"),
        Flag::switch("fields", "list the fields that this state has, and their values"),
    ],
    shared: &["dir", "file", "as", "style", "color", "config", "now"],
    operands: Some(Takes::Listed("FILTER", "fields")),
    run,
};

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if call.has("fields") {
        return fields::list(call, system, terminal);
    }
    let (filters, file) = operands(call)?;
    if filters.iter().any(|filter| query::is_program(filter))
        && let Some(exit) = limited::run(&filters, system, terminal)?
    {
        return Ok(exit);
    }
    let mut options = call.options.clone();
    if file.is_some() {
        options.file = file;
    }
    // The process ends with the answer: to give the memory back first would only cost time.
    let opened = ManuallyDrop::new(open::opened(&options, system)?);
    let (config, state, document) = &*opened;
    let style = config.state_style(&options);
    // Most filters are plain paths, which need neither the line nor the environment.
    let common = LazyCell::new(|| CommonFields::of(system, state, document, style));
    // Run all filters first, so that an invalid one is reported before anything is printed.
    let mut answers = Vec::new();
    for filter in &filters {
        let names = query::fields_named(filter);
        let fields = if names.is_empty() { Map::new() } else { common.fields(&names) };
        let around = Surroundings { fields, variables: variables(system, filter), now: system.now() };
        let answer = query::run(filter, &document.value, &around).map_err(|fault| Error::BadFilter {
            filter: filter.clone(),
            column: fault.column,
            why: fault.why,
        })?;
        answers.push((filter, answer, around.fields));
    }
    open::complain(state, document, terminal)?;
    let out = Output::of(call);
    let mut exit = Exit::Success;
    for (filter, answer, fields) in answers {
        let values = match (answer, &out.default) {
            (Answer::Values(values), None) => Ok(values),
            (Answer::Values(values), Some(_)) if values.iter().any(|value| value.json != "null") => {
                Ok(values)
            }
            (_, Some(default)) => Ok(vec![default.clone()]),
            (Answer::Failed(why), None) => Err(Error::FailedFilter { filter: filter.clone(), why }),
            (Answer::Missing, None) => Err(missing(filter, state, document, &fields, style)),
        };
        match values {
            Ok(values) => out.print(&values, terminal)?,
            Err(error) => {
                terminal.out.flush()?;
                terminal.err.error(&error)?;
                exit = Exit::No;
            }
        }
    }
    Ok(exit)
}

/// Returns the environment as it was before this program started itself with limits, if the filter names it.
fn variables(system: &System, filter: &str) -> Map<String, Value> {
    if !filter.contains("env") && !filter.contains("ENV") {
        return Map::new();
    }
    let own = system.variables().into_iter().filter(|(name, _)| name != limited::MARK);
    own.map(|(name, value)| (name, Value::String(value))).collect()
}

/// Separates the filters from a file after them, which is where jq takes it.
fn operands(call: &Call) -> Result<(Vec<String>, Option<PathBuf>), Error> {
    let mut operands = call.operands.clone();
    let mut file = None;
    if operands.len() > 1
        && let Some(last) = operands.last().map(PathBuf::from)
    {
        if last.is_file() {
            file = Some(last);
            operands.pop();
        } else if is_named_like_a_file(&last) {
            return Err(Error::Unreadable { path: last, why: "no such file".to_owned() });
        }
    }
    if operands.is_empty() {
        return Err(Error::MissingOperand { wanted: "a filter, such as `status`".to_owned() });
    }
    Ok((operands.iter().map(|operand| operand.to_string_lossy().into_owned()).collect(), file))
}

/// Returns whether an operand is a file, by its extension: `.notes.md` and `notes.md | length` are filters.
fn is_named_like_a_file(path: &Path) -> bool {
    let is_ours = |kind: &std::ffi::OsStr| kind == "json" || kind == "md" || kind == "jsonl";
    let begins_as_a_path = path.components().count() == 1 && path.to_string_lossy().starts_with('.');
    !begins_as_a_path && path.extension().is_some_and(is_ours)
}

/// How values are printed.
struct Output {
    json: bool,
    end: u8,
    is_terminal: bool,
    default: Option<Printed>,
}

impl Output {
    fn of(call: &Call) -> Self {
        let default = call.text("default").map(|text| {
            let json = Value::String(text.clone()).to_string();
            Printed { json, text: Some(text) }
        });
        let end = if call.has("null") { 0 } else { b'\n' };
        Self { json: call.has("json"), end, is_terminal: streams::output_is_terminal(), default }
    }

    /// Prints values. On a terminal, control characters are removed and JSON is spread over several lines.
    fn print(&self, values: &[Printed], terminal: &mut Terminal<'_>) -> io::Result<()> {
        for value in values {
            match &value.text {
                Some(text) if !self.json => terminal.out.data(text.as_bytes())?,
                _ if self.is_terminal => terminal.out.json(&query::pretty(&value.json))?,
                _ => terminal.out.json(&value.json)?,
            }
            terminal.out.data(&[self.end])?;
        }
        Ok(())
    }
}

/// Returns the error for a value that is missing, with what was probably meant.
fn missing(
    filter: &str,
    state: &State,
    document: &Document,
    fields: &Map<String, Value>,
    style: Style,
) -> Error {
    let filter = filter.trim();
    let hint = field_hint(filter, state, fields)
        .or_else(|| reason_hint(filter, state, style))
        .or_else(|| path_hint(filter, &document.value));
    Error::NoValue { filter: filter.to_owned(), hint }
}

/// Returns why a common field has no value.
fn field_hint(filter: &str, state: &State, fields: &Map<String, Value>) -> Option<String> {
    let name = query::fields_named(filter).first().copied()?;
    let Some(value) = fields.get(name) else {
        return Some(match name {
            "line" | "scene" | "percent" => "the line does not show one".to_owned(),
            "path" => "the state was read from standard input".to_owned(),
            _ => format!("there is none next to this {} file", state.family.id),
        });
    };
    let rest = filter.strip_prefix('@')?.strip_prefix(name)?;
    let meant = path_hint(rest, value)?;
    Some(meant.replace("did you mean `", &format!("did you mean `@{name}.")))
}

/// Returns where the line takes something from that is not a field of this name.
fn reason_hint(filter: &str, state: &State, style: Style) -> Option<String> {
    let name = filter.strip_prefix('.').unwrap_or(filter);
    let reason = state.reading()?.reasons(style).into_iter().find(|reason| reason.part == name)?;
    let line = reason.at.and_then(|at| Some(text::place(state.content().ok()?, at).line));
    let place = line.map(|line| format!(", line {line}")).unwrap_or_default();
    Some(format!("the line takes it from `{}`{place}; `get @{name}` prints it", reason.from))
}

/// Returns which key was probably meant: a similar one in the same object, or the same one elsewhere.
fn path_hint(filter: &str, value: &Value) -> Option<String> {
    let steps = query::path::steps(filter)?;
    let mut at = value;
    for (index, step) in steps.iter().enumerate() {
        let next = document::at(at, &[*step]);
        let Some(next) = next else { return step_hint(value, steps.get(..index)?, *step, at) };
        at = next;
    }
    None
}

/// Returns why one step of a path leads nowhere.
fn step_hint(whole: &Value, before: &[Step<'_>], step: Step<'_>, at: &Value) -> Option<String> {
    match (step, at) {
        (Step::Key(name), Value::Object(entries)) => {
            let near = suggest::nearest(name, entries.keys().map(String::as_str));
            let near = near.map(|near| query::path::written(&[before, &[Step::Key(near)]].concat()));
            let meant = near.or_else(|| elsewhere(whole, name))?;
            Some(format!("did you mean `{meant}`?"))
        }
        (Step::Index(_), Value::Array(items)) => {
            Some(format!("`{}` has {}", query::path::written(before), text::counted(items.len(), "item")))
        }
        (Step::Key(_), Value::Array(_)) => {
            let before = query::path::written(before);
            Some(format!("`{before}` is a list: `{before}[0]` is its first item"))
        }
        _ => None,
    }
}

/// Returns the path of a key that is somewhere else, the shallowest first.
fn elsewhere(value: &Value, name: &str) -> Option<String> {
    let mut open = std::collections::VecDeque::from([(value, Vec::new())]);
    while let Some((value, path)) = open.pop_front() {
        let Value::Object(entries) = value else { continue };
        for (key, inner) in entries {
            let here = [path.as_slice(), &[Step::Key(key.as_str())]].concat();
            if key == name {
                return Some(query::path::written(&here));
            }
            open.push_back((inner, here));
        }
    }
    None
}
