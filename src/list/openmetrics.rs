//! The list as metrics, for Prometheus.
//!
//! The text is valid in the format 0.0.4, which the textfile collector of `node_exporter` reads, and in `OpenMetrics`:
//! every metric is a gauge, no sample has a timestamp, every line ends with a newline, and `# EOF` is the last one.

use std::{collections::HashSet, fmt::Write as _};

use super::{Row, alert::Kind};
use crate::{
    family::{Measures, Style},
    sys::System,
    text,
};

/// The most characters of a label's value.
const LABEL_LIMIT: usize = 128;

/// The most characters of a path, of which the end is kept.
const PATH_LIMIT: usize = 256;

/// A metric: its name, and what it says.
type Metric = (&'static str, &'static str);

const INFO: Metric = ("stateline_workflow_info", "What a workflow shows. Always 1.");
const PROGRESS: Metric =
    ("stateline_workflow_progress_ratio", "How much of a workflow is done, from 0 to 1.");
const ITEMS: Metric = (
    "stateline_workflow_items",
    "How many tasks, modules, nodes or phases a workflow has, and how many are done.",
);
const IN_FLIGHT: Metric = (
    "stateline_workflow_in_flight",
    "Whether a workflow says that work is going on, even if it was abandoned.",
);
const ALERT: Metric =
    ("stateline_workflow_alert", "Whether a workflow needs attention, by the kind of alert.");
const UPDATED: Metric = (
    "stateline_workflow_last_update_timestamp_seconds",
    "When a workflow last changed, in seconds since 1970.",
);
const COST: Metric = ("stateline_workflow_cost_usd", "What a workflow has cost so far, in US dollars.");
const BOUND: Metric =
    ("stateline_workflow_bound_ratio", "How much of a limit a workflow has used; 1 is all of it.");
const COUNT: Metric = ("stateline_workflows", "How many workflows were found.");
const UNREADABLE: Metric = ("stateline_unreadable_directories", "How many directories could not be read.");

/// A workflow, ready to be written.
struct Sampled<'r> {
    row: &'r Row,
    /// The labels that all of its samples have.
    labels: String,
    measures: Measures,
}

/// Returns the page. `unreadable` is the number of directories that could not be read.
pub fn page(rows: &[Row], unreadable: usize, system: &System, style: Style) -> String {
    let mut paths = HashSet::new();
    let workflows: Vec<Sampled<'_>> = rows.iter().map(|row| Sampled::of(row, &mut paths)).collect();
    let mut page = Page(String::new());
    page.metric(INFO, &workflows, |one, write| {
        let scene = label(one.row.scene(system, style).unwrap_or_default());
        let status = label(&one.row.state.status_word(style));
        write(&format!(",situation=\"{scene}\",status=\"{status}\""), 1.0);
    });
    page.metric(PROGRESS, &workflows, |one, write| {
        if let Some(percent) = one.row.state.percent(system) {
            write("", f64::from(percent) / 100.0);
        }
    });
    page.metric(ITEMS, &workflows, |one, write| {
        let count = one.measures.count;
        if count.total > 0 {
            write(",state=\"done\"", number(count.done));
            write(",state=\"total\"", number(count.total));
        }
    });
    page.metric(IN_FLIGHT, &workflows, |one, write| write("", flag(one.row.activity.in_flight)));
    page.metric(ALERT, &workflows, |one, write| {
        for (name, kind) in Kind::NAMES {
            write(&format!(",kind=\"{name}\""), flag(one.row.alerts(system).kinds.contains(&kind)));
        }
    });
    page.metric(UPDATED, &workflows, |one, write| {
        #[expect(clippy::cast_precision_loss, reason = "a time of today is exact")]
        if let Some(touched) = one.row.touched() {
            write("", touched as f64);
        }
    });
    page.metric(COST, &workflows, |one, write| {
        if let Some(cost) = one.measures.cost {
            write("", cost);
        }
    });
    page.metric(BOUND, &workflows, |one, write| {
        for (name, share) in &one.measures.limits {
            write(&format!(",bound=\"{name}\""), *share);
        }
    });
    page.total(COUNT, rows.len());
    page.total(UNREADABLE, unreadable);
    page.0.push_str("# EOF\n");
    page.0
}

/// The page that is being written.
struct Page(String);

impl Page {
    /// Writes a metric, unless no workflow has it.
    fn metric(
        &mut self,
        metric: Metric,
        workflows: &[Sampled<'_>],
        samples: impl Fn(&Sampled<'_>, &mut dyn FnMut(&str, f64)),
    ) {
        let before = self.0.len();
        self.begin(metric);
        let begun = self.0.len();
        for one in workflows {
            samples(one, &mut |labels: &str, value: f64| {
                // A share of nothing is not a number, and says nothing.
                if value.is_finite() {
                    let (name, own) = (metric.0, &one.labels);
                    writeln!(self.0, "{name}{{{own}{labels}}} {value}").unwrap_or_default();
                }
            });
        }
        if self.0.len() == begun {
            self.0.truncate(before);
        }
    }

    /// Writes a metric without labels.
    fn total(&mut self, metric: Metric, count: usize) {
        self.begin(metric);
        writeln!(self.0, "{} {count}", metric.0).unwrap_or_default();
    }

    fn begin(&mut self, (name, help): Metric) {
        writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} gauge").unwrap_or_default();
    }
}

impl<'r> Sampled<'r> {
    fn of(row: &'r Row, paths: &mut HashSet<String>) -> Self {
        let measures = row.state.measures();
        let (project, path, family) = (label(&project(row)), path(row, paths), row.state.family.id);
        let labels = format!("project=\"{project}\",path=\"{path}\",family=\"{family}\"");
        Self { row, labels, measures }
    }
}

/// Returns the name of a project; the root itself is called by the name of its directory.
fn project(row: &Row) -> String {
    let directory = row.state.root.as_deref().and_then(|root| root.file_name());
    match directory {
        Some(name) if row.project == "." => name.to_string_lossy().into_owned(),
        _ => row.project.clone(),
    }
}

/// Returns the label of a path. Two workflows never have the same: Prometheus would refuse the whole page.
fn path(row: &Row, taken: &mut HashSet<String>) -> String {
    let path = row.state.path.clone().unwrap_or_default();
    let text = path.to_string_lossy();
    let shown = text::shown(text.as_ref().into());
    let mut cut: String = last(&shown, PATH_LIMIT).to_owned();
    // A path that is not written as it is gets a mark, so that another one cannot look the same.
    if path.to_str() != Some(&cut) {
        let mark = sha1_smol::Sha1::from(path.as_os_str().as_encoded_bytes()).digest().to_string();
        cut = format!("{cut} #{}", mark.get(..8).unwrap_or_default());
    }
    // Several families can be in one file.
    let key = format!("{}\n{cut}", row.state.family.id);
    if !taken.insert(key) {
        cut = format!("{cut} #{}", taken.len());
    }
    escaped(&cut)
}

/// Returns the last characters of a text.
fn last(text: &str, most: usize) -> &str {
    let surplus = text.chars().count().saturating_sub(most);
    text.char_indices().nth(surplus).and_then(|(at, _)| text.get(at..)).unwrap_or_default()
}

/// Returns a label's value: clean, not too long, and escaped.
fn label(text: &str) -> String {
    let shown = text::shown(text.into());
    escaped(&shown.chars().take(LABEL_LIMIT).collect::<String>())
}

/// Escapes a label's value as the format requires.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^53 tasks")]
fn number(count: usize) -> f64 {
    count as f64
}

fn flag(is_set: bool) -> f64 {
    if is_set { 1.0 } else { 0.0 }
}
