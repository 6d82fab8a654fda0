//! `stateline list`: lists every workflow below a directory, for people who run many at once.

use std::{
    borrow::Cow,
    collections::HashSet,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use serde_json::{Value as Json, json};

use super::{Call, Command, Failure, Flag, Terminal, Value};
use crate::{
    config::Config,
    error::{Error, Exit},
    family::{Activity, Style},
    line::{Join, Line, Paint, Painted, Rank, Tone},
    list::{self, Find},
    select::State,
    sys::{System, streams},
    text,
    text::listed,
    text::time,
};

pub(super) const COMMAND: Command = Command {
    name: "list",
    purpose: "list every workflow below a directory, newest first",
    usage: "[FLAGS] [ROOT…]",
    about: "Lists every workflow below ROOT (default: here), the last one changed first: project, \
            family, line, age.\n\
            What git ignores is left out, except for the folders that hold states. Links are \
            not followed. A workflow is in flight if its state says that work is going on, even if \
            that work was abandoned.",
    examples: &[
        ("stateline list ~/work", "all workflows"),
        ("stateline list --active", "only those in progress"),
        ("stateline list --stale ~/work", "only those that were abandoned"),
        ("stateline list --json | jq -r '.[].project'", "for a script"),
    ],
    flags: &[
        Flag::switch("active", "only those in flight and changed within a day"),
        Flag::switch("stale", "only those in flight and unchanged for over a day"),
        Flag::switch(
            "json",
            "an array of objects: project, path, family, scene, line, percent, in_flight, touched, age",
        ),
    ],
    shared: &["as", "style", "width", "color", "config", "now"],
    operands: Some(Value::Directory),
    run,
};

/// How long a workflow in flight may be unchanged before it is stale: a day, in seconds.
const FRESH: i64 = time::DAY;

/// The number of spaces between two columns.
const GAP: usize = 2;

/// The least width of a useful line; other columns are left out to give it that.
const READABLE: usize = 20;

/// The width that a project's name gets before the line does.
const SHORT_NAME: usize = 12;

/// The greatest number of bytes in a cell of the table, so that a row is no longer than any other line.
const CELL_LIMIT: usize = text::LINE_LIMIT / 3;

/// A workflow in the list.
struct Row {
    project: String,
    state: State,
    activity: Activity,
}

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let (rows, faults) = gathered(call, system);
    for fault in &faults {
        terminal.err.message(fault)?;
    }
    let config = Config::load(system, call.options.config.as_deref());
    let style = config.state_style(&call.options);
    if call.has("json") {
        let rows: Vec<Json> = rows.iter().map(|row| row.json(system, style)).collect();
        let array = serde_json::to_string_pretty(&rows).map_err(io::Error::from)?;
        terminal.out.json(&array)?;
        terminal.out.line("")?;
    } else {
        let paint = call.options.paint(system, false);
        let width = paint.width.or_else(streams::output_width);
        let paint = Paint { width, appearance: config.appearance(system), ..paint };
        terminal.out.painted(&table(&rows, system, style, &paint))?;
    }
    if !rows.is_empty() {
        return Ok(Exit::Success);
    }
    let wanted = match (call.has("active"), call.has("stale")) {
        (false, false) => "workflow",
        (true, false) => "active workflow",
        (false, true) => "stale workflow",
        (true, true) => "workflow in flight",
    };
    let roots: Vec<String> = roots(call).iter().map(|root| root.to_string_lossy().into_owned()).collect();
    Err(Error::NoWorkflow { wanted, below: listed(roots.iter().map(String::as_str)) }.into())
}

/// Returns the rows in the order of the list, and a message for each directory that could not be read.
fn gathered(call: &Call, system: &System) -> (Vec<Row>, Vec<String>) {
    let roots = roots(call);
    let base = system.dir().unwrap_or_default();
    let (mut rows, mut faults): (Vec<Row>, Vec<String>) = (Vec::new(), Vec::new());
    for root in &roots {
        // A project is named by its path below the root; with several roots, by its path with the root.
        let prefix = if roots.len() > 1 { Path::new(root) } else { Path::new("") };
        let root: PathBuf = base.join(root).components().collect();
        for find in list::below(system, &root, call.options.family) {
            match find {
                Find::State(state) => rows.push(Row::of(state, &root, prefix)),
                Find::Fault(fault) => faults.push(fault),
            }
        }
    }
    let is_asked_for = |row: &Row| match (call.has("active"), call.has("stale")) {
        (false, false) => true,
        (active, stale) => row.activity.in_flight && if row.is_stale(system) { stale } else { active },
    };
    rows.retain(is_asked_for);
    // If one root is inside another, list a workflow once, for the first of them.
    let mut seen = HashSet::new();
    rows.retain(|row| seen.insert((row.state.family.id, row.state.path.clone())));
    rows.sort_by(|one, other| {
        let by_name = || one.project.cmp(&other.project).then(one.state.family.id.cmp(other.state.family.id));
        other.activity.touched.cmp(&one.activity.touched).then_with(by_name)
    });
    faults.sort();
    faults.dedup();
    (rows, faults)
}

/// Returns the directories to search, as they were given.
fn roots(call: &Call) -> Vec<OsString> {
    if call.operands.is_empty() { vec![OsString::from(".")] } else { call.operands.clone() }
}

impl Row {
    fn of(state: State, root: &Path, prefix: &Path) -> Self {
        let project = state.root.as_deref().unwrap_or(root);
        let below = project.strip_prefix(root).unwrap_or(project);
        let project: PathBuf = prefix.components().chain(below.components()).collect();
        let project = if project.as_os_str().is_empty() { Path::new(".") } else { &project };
        let project = project.to_string_lossy().into_owned();
        let activity = state.activity();
        Self { project, state, activity }
    }

    /// Returns the project's name, safe to print.
    fn name(&self) -> Cow<'_, str> {
        text::shown(self.project.as_str().into())
    }

    fn age(&self, system: &System) -> i64 {
        system.now().saturating_sub(self.activity.touched)
    }

    fn is_stale(&self, system: &System) -> bool {
        self.activity.in_flight && self.age(system) > FRESH
    }

    fn shown_age(&self, system: &System) -> String {
        self.touched().map(|_| time::span(self.age(system))).unwrap_or_default()
    }

    /// Returns when it was last changed, if that is known: a choice between workstreams has no time.
    fn touched(&self) -> Option<i64> {
        Some(self.activity.touched).filter(|touched| *touched > i64::MIN)
    }

    fn line(&self, system: &System, style: Style, color: bool) -> Line<'_> {
        let mut line = self.state.view(system, style).line;
        if color {
            line.color_by_rank();
        }
        line
    }

    fn json(&self, system: &System, style: Style) -> Json {
        let view = self.state.view(system, style);
        json!({
            "project": self.project,
            "path": self.state.path.as_ref().map(|path| path.to_string_lossy()),
            "family": self.state.family.id,
            "scene": self.state.family.scene_name(&view),
            "line": view.line.paint(&Paint::default()),
            "percent": self.state.percent(system),
            "in_flight": self.activity.in_flight,
            "touched": self.touched().map(time::written),
            "age": self.touched().map(|_| self.age(system)),
        })
    }
}

/// The width of each column; 0 for one that is left out.
#[derive(Clone, Copy)]
struct Columns {
    project: usize,
    family: usize,
    line: Option<usize>,
    age: usize,
}

impl Columns {
    /// Divides the width. The lines get what they need before a long name does, so that one project with a
    /// long name does not shorten all lines. But a name gets a fifth of the width, so that it can be recognised.
    fn of(rows: &[Row], line: usize, system: &System, width: Option<usize>) -> Self {
        let widest = |cells: &dyn Fn(&Row) -> usize| rows.iter().map(cells).max().unwrap_or_default();
        let columns = Self {
            project: widest(&|row| text::cells(&row.name())),
            family: widest(&|row| row.state.family.id.len()),
            line: None,
            age: widest(&|row| row.shown_age(system).len()),
        };
        let Some(width) = width else { return columns };
        let least = columns.project.min((width / 5).max(SHORT_NAME).min(width / 3).max(1));
        let left = |family: usize, age: usize| {
            let gaps = [1, family, age].iter().filter(|cells| **cells > 0).count().saturating_mul(GAP);
            width.saturating_sub(least).saturating_sub(family).saturating_sub(age).saturating_sub(gaps)
        };
        let Self { family, age, .. } = columns;
        let choices = [(family, age), (0, age), (0, 0)];
        let (family, age) =
            choices.into_iter().find(|(family, age)| left(*family, *age) >= READABLE).unwrap_or_default();
        let spare = left(family, age).saturating_sub(line.max(READABLE));
        let project = columns.project.min(least.saturating_add(spare));
        let line = left(family, age).saturating_sub(project.saturating_sub(least)).max(1);
        Self { project, family, line: Some(line), age }
    }
}

/// Returns the rows in columns.
fn table(rows: &[Row], system: &System, style: Style, paint: &Paint<'_>) -> Painted {
    let paint = &Paint { limit: Some(CELL_LIMIT), ..*paint };
    let lines: Vec<Line<'_>> = rows.iter().map(|row| row.line(system, style, paint.color)).collect();
    let in_width = |line: &Line<'_>, width| line.paint(&Paint { width, color: false, ..*paint });
    let widest = lines.iter().map(|line| text::cells(&in_width(line, None))).max().unwrap_or_default();
    let columns = Columns::of(rows, widest, system, paint.width);
    let plain = |line: &Line<'_>| in_width(line, columns.line);
    let line_cells = lines.iter().map(|line| text::cells(&plain(line))).max().unwrap_or_default();
    let mut out = Painted::default();
    for (row, line) in rows.iter().zip(&lines) {
        let mut last = Painted::default();
        let name = row.name();
        let project = text::cut_front(&name, columns.project);
        let (family, age) = (row.state.family.id, row.shown_age(system));
        let age_look = if row.is_stale(system) { Tone::Yellow } else { Tone::Dim };
        let cells = [
            (cell(Tone::Bold, &project, paint), text::cells(&project), columns.project),
            (cell(Tone::Dim, family, paint), family.len(), columns.family),
            (line.painted(&Paint { width: columns.line, ..*paint }), text::cells(&plain(line)), line_cells),
            (cell(age_look, &age, paint), age.len(), columns.age),
        ];
        for (painted, taken, column) in cells.into_iter().filter(|(.., column)| *column > 0) {
            last.push(&painted);
            last.push_text(&" ".repeat(column.saturating_sub(taken).saturating_add(GAP)));
        }
        last.trim_end();
        last.push_line_end();
        out.push(&last);
    }
    out
}

fn cell(tone: Tone, text: &str, paint: &Paint<'_>) -> Painted {
    let mut line = Line::default();
    line.push_as(tone, Join::Bar, Rank::Name, text.to_owned());
    line.painted(&Paint { width: None, ..*paint })
}
