//! `stateline list`: lists every workflow below a directory, for people who run many at once.

use std::{io, path::Path};

use serde_json::Value as Json;

use super::{Call, Command, Failure, Flag, Terminal, Value};
use crate::{
    config::Config,
    error::{Error, Exit},
    family::Style,
    line::{Paint, Painted},
    list::{Filter, Gathered, Query, Row, csv, openmetrics, table::Table},
    sys::{
        System,
        atomic::{self, Access},
        file, streams,
    },
    text::listed,
};

mod live;

pub(super) const COMMAND: Command = Command {
    name: "list",
    purpose: "list every workflow below a directory, newest first",
    usage: "[FLAGS] [ROOT…]",
    about: "Lists every workflow below ROOT, the last one changed first: project, family, line, age. Without a \
            ROOT, it lists those below this directory, and those of the project that it is in.\n\
            What git ignores is left out, except for the folders that hold states. Links are not followed.",
    examples: &[
        ("stateline list ~/work", "all workflows"),
        ("stateline list --active", "only those in progress"),
        ("stateline list --stale ~/work", "only those that were abandoned"),
        ("stateline list --alerts --fail-on alert ~/work", "for cron: exit code 1 if one needs you"),
        ("stateline list --watch ~/work", "a live table, alerts first"),
        ("stateline list --json | jq -r '.[].project'", "for a script"),
        ("stateline list --format openmetrics --output FILE.prom ~/work", "for Prometheus' node_exporter"),
    ],
    flags: &[
        Flag::switch("active", "only those in flight and changed within a day"),
        Flag::switch("stale", "only those in flight and unchanged for over a day"),
        Flag::switch("alerts", "only those with an alert"),
        Flag::switch("watch", "keep a live table on the screen").short('w'),
        Flag::with("format", Value::OneOf(&FORMATS), "table, json, csv or openmetrics"),
        Flag::switch("json", "as --format json"),
        Flag::with("output", Value::File, "write to FILE, which is replaced in one step").short('o'),
        Flag::with(
            "fail-on",
            Value::OneOf(&["alert"]),
            "alert: exit code 1 if any of them has an alert, else 0",
        ),
    ],
    shared: &["as", "style", "width", "color", "config", "now"],
    operands: Some(Value::Directory),
    run,
};

/// What only the long page says.
pub(super) const MORE: &str = "\
A workflow is in flight if its state says that work is going on, even if that work was abandoned. An alert is what needs \
you: failed, blocked, paused, overdue, close to a limit. The colour of a project says which it is: bold red \
or yellow for an alert, green for work in flight, yellow for work that was left for over a day, plain for an open plan, dim \
for the rest.
With `--watch`, the table stays on the screen and follows every change. Keys: arrows, Page Up and Page Down to move, \
Enter for the details and Escape to go back, `s` to sort (by alerts, age, name or progress), `/` to filter, `a` for \
alerts only, `q` to quit.
JSON is an array of objects: project, path, family, scene, status, line, percent, in_flight, touched, age (in seconds), \
alerts. CSV has the same columns.
The metrics are gauges for Prometheus: stateline_workflow_info, _progress_ratio, _items, _in_flight, _alert, \
_last_update_timestamp_seconds, _cost_usd and _bound_ratio. node_exporter's textfile collector takes the file as it is: \
let a timer write FILE.prom into its directory every minute.";

/// The formats of the list; the first is the default.
const FORMATS: [&str; 4] = ["table", "json", "csv", "openmetrics"];

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if call.has("watch") {
        return live::run(call, &query(call), system, terminal);
    }
    let Gathered { rows, faults } = query(call).gather(system);
    for fault in &faults {
        terminal.err.message(fault)?;
    }
    let config = Config::load(system, call.options.config.as_deref());
    let report = Report { call, system, style: config.state_style(&call.options), config: &config };
    let format =
        call.text("format").unwrap_or_else(|| if call.has("json") { "json" } else { "table" }.to_owned());
    let path = call.value("output").filter(|path| *path != "-").map(Path::new);
    match path {
        Some(path) => save(path, report.bytes(&format, &rows, faults.len())?.as_bytes())?,
        None => report.print(&format, &rows, faults.len(), terminal)?,
    }
    let has_alert = || rows.iter().any(|row| !row.alerts(system).is_empty());
    match (call.has("fail-on"), rows.is_empty()) {
        (true, false) if has_alert() => Ok(Exit::No),
        // A page without workflows is an answer, too: on such a machine, a timer has not failed.
        (false, true) if format != "openmetrics" => Err(none(call).into()),
        _ => Ok(Exit::Success),
    }
}

/// Returns what the call asks for.
fn query(call: &Call) -> Query {
    let [active, stale, alerts] = ["active", "stale", "alerts"].map(|flag| call.has(flag));
    let filter = Filter { active, stale, alerts };
    Query { roots: call.operands.clone(), options: call.options.clone(), filter }
}

/// Returns the error that nothing was found.
fn none(call: &Call) -> Error {
    let wanted = match (call.has("alerts"), call.has("active"), call.has("stale")) {
        (true, ..) => "workflow with an alert",
        (false, false, false) => "workflow",
        (false, true, false) => "active workflow",
        (false, false, true) => "stale workflow",
        (false, true, true) => "workflow in flight",
    };
    let roots: Vec<String> =
        query(call).shown_roots().iter().map(|root| root.to_string_lossy().into_owned()).collect();
    Error::NoWorkflow { wanted, below: listed(roots.iter().map(String::as_str)) }
}

/// The list in every format.
struct Report<'r> {
    call: &'r Call,
    system: &'r System,
    style: Style,
    config: &'r Config,
}

impl Report<'_> {
    /// Prints it.
    fn print(
        &self,
        format: &str,
        rows: &[Row],
        unreadable: usize,
        terminal: &mut Terminal<'_>,
    ) -> Result<(), Failure> {
        match format {
            "json" => terminal.out.json(&self.bytes(format, rows, unreadable)?)?,
            "csv" | "openmetrics" => {
                terminal.out.data(self.bytes(format, rows, unreadable)?.as_bytes())?;
            }
            _ => {
                let has_heading =
                    !rows.is_empty() && streams::output_is_terminal() || self.call.has("format");
                let paint = self.call.options.paint(self.system, false);
                let width = paint.width.or_else(streams::output_width);
                terminal.out.painted(&self.table(rows, &Paint { width, ..paint }, has_heading))?;
            }
        }
        Ok(())
    }

    /// Returns what goes into a file.
    fn bytes(&self, format: &str, rows: &[Row], unreadable: usize) -> io::Result<String> {
        Ok(match format {
            "json" => {
                let rows: Vec<Json> = rows.iter().map(|row| row.json(self.system, self.style)).collect();
                format!("{}\n", serde_json::to_string_pretty(&rows).map_err(io::Error::from)?)
            }
            "csv" => csv::csv(rows, self.system, self.style),
            "openmetrics" => openmetrics::page(rows, unreadable, self.system, self.style),
            _ => {
                let width = self.call.options.width;
                self.table(rows, &Paint { width, ..Paint::default() }, true).to_string()
            }
        })
    }

    fn table(&self, rows: &[Row], paint: &Paint<'_>, has_heading: bool) -> Painted {
        let paint = Paint { appearance: self.config.appearance(self.system), ..*paint };
        let rows: Vec<&Row> = rows.iter().collect();
        Table::of(&rows, self.system, self.style, &paint, has_heading).painted(has_heading)
    }
}

/// Replaces a file in one step, so that a reader never sees half of it.
///
/// A device, a pipe or a link is not replaced: that is never what was meant.
fn save(path: &Path, content: &[u8]) -> Result<(), Error> {
    let unwritable = |why: String| Error::Unwritable { path: path.to_owned(), why };
    if path.symlink_metadata().is_ok_and(|about| !about.is_file()) {
        return Err(unwritable("not a regular file".to_owned()));
    }
    atomic::put(path, content, Access::Shared).map_err(|error| unwritable(file::why(&error)))
}
