//! A workflow in the list.

use std::{
    borrow::Cow,
    cell::OnceCell,
    cmp::Ordering,
    path::{Path, PathBuf},
};

use serde_json::{Value as Json, json};

use super::alert::{Alerts, Kind};
use crate::{
    family::{Activity, Style, Work},
    line::{Line, Paint, Tone},
    select::State,
    sys::System,
    text::{self, time},
};

/// How long a workflow in flight may be unchanged before it is stale: a day, in seconds.
const FRESH: i64 = time::DAY;

/// A workflow in the list.
#[derive(Debug)]
pub struct Row {
    /// The project's path below the root; `.` for the root itself.
    pub project: String,
    /// The state.
    pub state: State,
    /// Whether work goes on, and when the state last changed.
    pub activity: Activity,
    /// What needs attention, once it was asked for: a plain table can do without.
    alerts: OnceCell<Alerts>,
}

impl Row {
    /// Returns the row of a state that was found below `root`. The project's name starts with `prefix`.
    pub fn of(state: State, root: &Path, prefix: &Path) -> Self {
        let project = state.root.as_deref().unwrap_or(root);
        let below = project.strip_prefix(root).unwrap_or(project);
        let project: PathBuf = prefix.components().chain(below.components()).collect();
        let project = if project.as_os_str().is_empty() { Path::new(".") } else { &project };
        let project = project.to_string_lossy().into_owned();
        Self::named(state, project)
    }

    /// Returns the row of a state in a project of that name.
    pub fn named(state: State, project: String) -> Self {
        let activity = state.activity();
        Self { project, state, activity, alerts: OnceCell::new() }
    }

    /// Returns what needs attention.
    pub fn alerts(&self, system: &System) -> &Alerts {
        self.alerts.get_or_init(|| Alerts::of(system, &self.state))
    }

    /// Orders the workflows by their last change, the newest first, and then by name.
    pub fn newer(&self, other: &Self) -> Ordering {
        let by_name =
            || self.project.cmp(&other.project).then(self.state.family.id.cmp(other.state.family.id));
        other.activity.touched.cmp(&self.activity.touched).then_with(by_name)
    }

    /// Returns the project's name, safe to print.
    pub fn name(&self) -> Cow<'_, str> {
        text::shown(self.project.as_str().into())
    }

    /// Returns how many seconds ago the state was last changed.
    pub fn age(&self, system: &System) -> i64 {
        system.now().saturating_sub(self.activity.touched)
    }

    /// Returns whether work was in flight and then left for over a day.
    pub fn is_stale(&self, system: &System) -> bool {
        self.activity.in_flight && self.age(system) > FRESH
    }

    /// Returns its age for people; empty if it is not known.
    pub fn shown_age(&self, system: &System) -> String {
        self.touched().map(|_| time::span(self.age(system))).unwrap_or_default()
    }

    /// Returns when it was last changed, if that is known: a choice between workstreams has no time.
    pub fn touched(&self) -> Option<i64> {
        Some(self.activity.touched).filter(|touched| *touched > i64::MIN)
    }

    /// Returns the name of its situation.
    pub fn scene(&self, system: &System, style: Style) -> Option<&'static str> {
        self.state.family.scene_name(&self.state.view(system, style))
    }

    /// Returns its line; with colour, each part has the style of its meaning.
    pub fn line(&self, system: &System, style: Style, color: bool) -> Line<'_> {
        let mut line = self.state.view(system, style).line;
        if color {
            line.color_by_rank();
        }
        line
    }

    /// Returns its line without any colour or limit.
    pub fn plain_line(&self, system: &System, style: Style) -> String {
        self.line(system, style, false).paint(&Paint::default())
    }

    /// Returns the style of its name: what goes on, at a glance.
    pub(super) fn tone(&self, system: &System) -> Tone {
        match () {
            () if self.alerts(system).kinds.first().is_some_and(|kind| *kind <= Kind::Blocked) => {
                Tone::BoldRed
            }
            () if !self.alerts(system).is_empty() => Tone::BoldYellow,
            () if self.is_stale(system) => Tone::Yellow,
            () if self.activity.in_flight => Tone::Green,
            () if self.state.work() == Some(Work::Open) => Tone::Plain,
            () => Tone::Dim,
        }
    }

    /// Returns everything about it, for programs.
    pub fn json(&self, system: &System, style: Style) -> Json {
        json!({
            "project": self.project,
            "path": self.state.path.as_ref().map(|path| path.to_string_lossy()),
            "family": self.state.family.id,
            "scene": self.scene(system, style),
            "status": self.state.status_word(style),
            "line": self.plain_line(system, style),
            "percent": self.state.percent(system),
            "in_flight": self.activity.in_flight,
            "touched": self.touched().map(time::written),
            "age": self.touched().map(|_| self.age(system)),
            "alerts": self.alerts(system).texts,
        })
    }
}
