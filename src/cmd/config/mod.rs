//! `stateline config`: shows the settings in force, where each comes from, and the mistakes in the files.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use super::{Call, Command, Failure, Terminal, Value};
use crate::{
    config::{self, COLORS, File, Reading, SETTINGS, Setting, SettingKind},
    error::{Error, Exit},
    family::Style,
    hook::{self, WorkflowSettings, segment::SEGMENTS},
    options::{self, flag::Flag},
    select,
    sys::System,
    text::{self, json::quoted, listed},
};

mod complete;
mod edit;
mod file;
mod set;

pub(super) const COMMAND: Command = Command {
    name: "config",
    purpose: "show the settings in force, and change them",
    usage: "[FLAGS] [set KEY VALUE… | unset KEY | edit]",
    about: "Shows each setting in force and where it comes from: the user's config.toml in\n\
            $XDG_CONFIG_HOME/stateline (usually ~/.config/stateline), the project's .stateline.toml next to\n\
            its state, a flag, GSD's own .planning/config.json, or the default. Mistakes in a file are reported\n\
            here, and the line ignores them. STATELINE_CONFIG names a file as `--config` does.\n\
            `config set` changes one setting in your own file, and keeps its comments and its order; a list is\n\
            given as several values. `config unset` removes a setting. `config edit` opens the file in $VISUAL or\n\
            $EDITOR, and checks it afterwards.",
    examples: &[
        ("stateline config", "the settings in force here"),
        ("stateline config set theme bright", "change a setting"),
        ("stateline config set show cost limits", "change a list"),
        ("stateline config unset theme", "back to the default"),
        ("stateline config edit", "open the file in your editor"),
        ("stateline config --init", "write a commented file to start with"),
        ("stateline config --segments", "the segments and what each shows"),
        ("stateline config --config none", "without any file"),
    ],
    flags: &[
        Flag::switch("init", "write a commented file, unless there is one"),
        Flag::switch("segments", "list the segments"),
        Flag::switch("schema", "print the JSON Schema of the file"),
        Flag::switch("project", "with set, unset and edit: the project's file"),
        Flag::switch("complete", "list the words that can follow, for completions"),
        Flag::switch("json", "print JSON"),
    ],
    shared: &["dir", "as", "style", "config"],
    operands: Some(Value::Listed("ACTION", "complete")),
    run,
};

/// What `config` can do in addition to showing the settings.
const ACTIONS: &[(&str, &str)] = &[
    ("set", "change a setting"),
    ("unset", "remove a setting from the file"),
    ("edit", "open the file in your editor"),
];

/// A setting in force.
struct Row<'r> {
    name: &'r str,
    /// Its value as JSON.
    value: String,
    source: Source<'r>,
}

/// Where a setting comes from.
enum Source<'r> {
    Default,
    File(&'r Path, usize),
    /// A workflow's own config.
    Workflow(&'r WorkflowSettings),
    Flag(&'static str),
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => out.write_str("default"),
            Self::File(path, line) => write!(out, "{}:{line}", path.display()),
            Self::Workflow(settings) => write!(out, "{}", settings.path.display()),
            Self::Flag(flag) => write!(out, "--{flag}"),
        }
    }
}

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if call.has("init") {
        return file::init(call, system, terminal);
    }
    if call.has("segments") {
        return segments(terminal);
    }
    if call.has("complete") {
        return complete::list(call, system, terminal);
    }
    if call.has("schema") {
        terminal.out.json(&format!("{:#}\n", config::schema()))?;
        return Ok(Exit::Success);
    }
    if let Some((action, rest)) = call.operands.split_first() {
        return match (action.to_str(), rest) {
            (Some("set"), [name, value, more @ ..]) => set::set(call, name, value, more, system, terminal),
            (Some("set"), [name]) => Err(set::valueless(&name.to_string_lossy()).into()),
            (Some("set"), _) => {
                Err(Error::MissingOperand { wanted: "a setting and its value".to_owned() }.into())
            }
            (Some("unset"), [name]) => set::unset(call, name, system, terminal),
            (Some("unset"), []) => Err(Error::MissingOperand { wanted: "a setting".to_owned() }.into()),
            (Some("edit"), []) => edit::edit(call, system, terminal),
            (Some("unset" | "edit"), [.., last]) => Err(options::unexpected(last).into()),
            _ => {
                let (value, wanted) = (
                    action.to_string_lossy().into_owned(),
                    listed(ACTIONS.iter().map(|(action, _)| *action)),
                );
                Err(Error::BadOperand { value, wanted }.into())
            }
        };
    }
    show(call, system, terminal)
}

/// Shows the settings in force.
fn show(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let named = call.options.config.as_deref();
    let dir = call.options.start(system);
    let root = dir.as_deref().and_then(|dir| select::root(system, &call.options, dir));
    let files = config::files(system, named, root.as_deref());
    if let Some((path, why)) = config::unreadable(system, named) {
        return Err(Error::UnreadableConfig { path, why }.into());
    }
    let workflow = dir.as_deref().and_then(|dir| hook::workflow_settings(system, dir));
    let rows = rows(call, &files, workflow.as_ref());
    if call.has("json") {
        terminal.out.json(&json(&rows, &files))?;
    } else {
        read_files(&files, terminal)?;
        table(&rows, terminal)?;
    }
    report(&files, terminal)
}

/// Names the files that were looked at, as comments.
fn read_files(files: &[File], terminal: &mut Terminal<'_>) -> Result<(), Failure> {
    if files.is_empty() {
        terminal.out.line("# no file is read")?;
    }
    for file in files {
        let found = match &file.reading {
            Some(reading) => declared(reading),
            None if file.path.exists() => "cannot be read".to_owned(),
            None => "not there".to_owned(),
        };
        terminal.out.line(format_args!("# {}: {found}", file.path.display()))?;
    }
    Ok(())
}

/// Says how many settings a file has, and which workflows it declares.
fn declared(reading: &Reading) -> String {
    let settings = text::counted(reading.entries.len(), "setting");
    if reading.workflows.is_empty() {
        return settings;
    }
    let ids: Vec<&str> = reading.workflows.iter().map(|workflow| workflow.id.as_str()).collect();
    format!("{settings}, {} ({})", text::counted(ids.len(), "workflow"), ids.join(", "))
}

/// Reports the mistakes in files.
fn report(files: &[File], terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let mut exit = Exit::Success;
    for file in files {
        for problem in file.reading.iter().flat_map(|reading| &reading.problems) {
            terminal.err.message(format_args!("{}:{problem}", file.path.display()))?;
            exit = Exit::No;
        }
    }
    Ok(exit)
}

/// Returns every setting with its value and where that comes from.
fn rows<'r>(call: &Call, files: &'r [File], workflow: Option<&'r WorkflowSettings>) -> Vec<Row<'r>> {
    let entries = || {
        let of_file = |file: &'r File| file.reading.iter().flat_map(|reading| &reading.entries);
        files.iter().flat_map(move |file| of_file(file).map(move |entry| (&*file.path, entry)))
    };
    let mut rows: Vec<Row<'r>> = Vec::new();
    for setting in SETTINGS {
        let written = entries().rfind(|(_, entry)| entry.name == setting.name);
        let by_workflow = || {
            let settings = workflow?;
            Some((set_by_workflow(settings, setting.name)?, Source::Workflow(settings)))
        };
        let by_file = written.map(|(path, entry)| (entry.json.clone(), Source::File(path, entry.line)));
        let by_flag = flag(call, setting.name);
        match by_flag.or(by_file).or_else(by_workflow) {
            Some((value, source)) => rows.push(Row { name: setting.name, value, source }),
            // A color that is not set comes from the theme, so there is nothing to list.
            None if matches!(setting.kind, SettingKind::Style) => {}
            None => {
                let (value, source) = (setting.default.to_owned(), Source::Default);
                rows.push(Row { name: setting.name, value, source });
            }
        }
    }
    let is_of_segment =
        |setting: &Setting| setting.name == COLORS.name || setting.name.starts_with("segment.");
    for (path, entry) in entries().filter(|(_, entry)| is_of_segment(entry.setting)) {
        rows.retain(|row| row.name != entry.name);
        let source = Source::File(path, entry.line);
        rows.push(Row { name: &entry.name, value: entry.json.clone(), source });
    }
    rows
}

/// Returns the value that a flag gives to a setting.
fn flag<'r>(call: &Call, setting: &str) -> Option<(String, Source<'r>)> {
    let style = call.options.style.filter(|_| setting == "style")?;
    Some((named(style), Source::Flag("style")))
}

/// Returns the value that a workflow's own config gives to a setting.
fn set_by_workflow(workflow: &WorkflowSettings, setting: &str) -> Option<String> {
    match setting {
        "segments" => {
            let names: Vec<String> = workflow.segments.iter().map(|name| quoted(name)).collect();
            Some(format!("[{}]", names.join(", ")))
        }
        "style" => workflow.style.map(named),
        "context.tokens" => workflow.tokens.then(|| "true".to_owned()),
        _ => None,
    }
}

fn named(style: Style) -> String {
    let name = Style::NAMES.iter().find(|(_, known)| *known == style).map(|(name, _)| *name);
    quoted(name.unwrap_or_default())
}

fn table(rows: &[Row<'_>], terminal: &mut Terminal<'_>) -> Result<(), Failure> {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or_default();
    for row in rows {
        terminal.out.line(format_args!("{:width$} = {:<12} # {}", row.name, row.value, row.source))?;
    }
    Ok(())
}

fn json(rows: &[Row<'_>], files: &[File]) -> String {
    let path = |path: &Path| quoted(&path.to_string_lossy());
    let settings = rows.iter().map(|row| {
        let source = match &row.source {
            Source::Default => r#"{"kind":"default"}"#.to_owned(),
            Source::File(file, line) => format!(r#"{{"kind":"file","path":{},"line":{line}}}"#, path(file)),
            Source::Workflow(workflow) => {
                format!(r#"{{"kind":{},"path":{}}}"#, quoted(workflow.family.id), path(&workflow.path))
            }
            Source::Flag(flag) => format!(r#"{{"kind":"flag","flag":{}}}"#, quoted(flag)),
        };
        format!(r#"{{"name":{},"value":{},"source":{source}}}"#, quoted(row.name), row.value)
    });
    let read = files.iter().map(|file| {
        let problems = file.reading.iter().flat_map(|reading| &reading.problems).map(|problem| {
            let (line, column, message) = (problem.line, problem.column, quoted(&problem.sentence()));
            format!(r#"{{"line":{line},"column":{column},"message":{message}}}"#)
        });
        let exists = file.reading.is_some();
        let problems = problems.collect::<Vec<String>>().join(",");
        format!(r#"{{"path":{},"exists":{exists},"problems":[{problems}]}}"#, path(&file.path))
    });
    format!(
        "{{\"settings\":[\n{}\n],\"files\":[\n{}\n]}}\n",
        settings.collect::<Vec<String>>().join(",\n"),
        read.collect::<Vec<String>>().join(",\n")
    )
}

/// Lists the segments.
fn segments(terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    for segment in SEGMENTS {
        terminal.out.line(format_args!("{:<13} {}", segment.name, segment.sample))?;
        terminal.out.line(format_args!("{:14}{}", "", segment.about))?;
    }
    Ok(Exit::Success)
}

/// Returns the file that a change is written to.
fn destination(call: &Call, system: &System) -> Result<PathBuf, Error> {
    let options = &call.options;
    if call.has("project") {
        let dir = options.start(system).unwrap_or_default();
        let root = select::root(system, options, &dir).unwrap_or(dir);
        return Ok(root.join(config::PROJECT_FILE));
    }
    match config::chosen(system, options.config.as_deref()) {
        config::Choice::Named(path) => Ok(path),
        config::Choice::User(path) => path.ok_or(Error::NoHome),
        config::Choice::None => {
            let (flag, value) = ("--config".to_owned(), "none".to_owned());
            Err(Error::BadValue { flag, value, wanted: "the file to write".to_owned() })
        }
    }
}
