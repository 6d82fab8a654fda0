//! The line of a session, full and compact.

use std::borrow::Cow;

use super::read::{NodeStatus, SessionFields};
use crate::{
    family::{Activity, Ask, SceneInfo, Style, parts},
    line::{Alert, Join, Line, Rank},
};

/// The most nodes to name; the rest is counted.
const NAMED: usize = 8;

/// What a session shows first; the first that applies is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A node failed, and the run ended.
    Failed,
    /// The session waits for a decision to go on.
    Paused,
    /// Nodes are running.
    Running,
    /// All is done.
    Complete,
    /// It was aborted or archived.
    Ended,
    /// None of these.
    Fallback,
}

impl Scene {
    /// Every scene; the first that applies is shown.
    pub const ALL: [Self; 6] =
        [Self::Failed, Self::Paused, Self::Running, Self::Complete, Self::Ended, Self::Fallback];

    /// Name, condition and fields of each, in the same order.
    pub const INFO: &[SceneInfo] = &[
        SceneInfo { name: "failed", trigger: "status is failed", fields: &["status"] },
        SceneInfo { name: "paused", trigger: "status is paused", fields: &["status"] },
        SceneInfo {
            name: "running",
            trigger: "status is running, and so is a node",
            fields: &["status", "node_states"],
        },
        SceneInfo { name: "complete", trigger: "status is completed", fields: &["status"] },
        SceneInfo { name: "ended", trigger: "status is aborted or archived", fields: &["status"] },
        SceneInfo { name: "fallback", trigger: "none of the above", fields: &["status"] },
    ];

    /// Chooses in the documented order.
    pub fn of(state: &SessionFields<'_>) -> Self {
        Self::ALL.into_iter().find(|scene| scene.holds(state)).unwrap_or(Self::Fallback)
    }

    /// Returns whether the scene applies, even if an earlier one is shown instead.
    pub fn holds(self, state: &SessionFields<'_>) -> bool {
        let status = state.status.as_deref();
        match self {
            Self::Failed => status == Some("failed"),
            Self::Paused => status == Some("paused"),
            Self::Running => {
                status == Some("running") && state.nodes.iter().any(|node| node.status == NodeStatus::Running)
            }
            Self::Complete => status == Some("completed"),
            Self::Ended => matches!(status, Some("aborted" | "archived")),
            Self::Fallback => true,
        }
    }
}

/// Composes the line.
pub fn full<'a>(state: &SessionFields<'a>, lead: Option<Cow<'a, str>>, modified: i64, ask: &Ask) -> Line<'a> {
    let scene = Scene::of(state);
    let mut line = Line::default();
    if state.is_unreadable() {
        line.push(Join::Dot, Rank::Lead, lead.unwrap_or_else(|| super::FAMILY.id.into()));
        parts::push_unreadable(&mut line, activity(state, modified).touched, ask.now);
        return line;
    }
    line.push(Join::Dot, Rank::Lead, lead.unwrap_or_default());
    let is_over = scene == Scene::Complete;
    line.push_bar(Join::Word, state.count.shown(is_over));
    let status = state.status.as_deref().unwrap_or_default();
    match scene {
        Scene::Failed => line.push_alert(Join::Dot, Alert::Failed, with("FAILED", &failed(state))),
        Scene::Paused => line.push_alert(Join::Dot, Alert::Paused, with("paused at", place(state))),
        Scene::Running => {
            line.push(Join::Dot, Rank::Active, running(state));
            if let (Some(batch), Some(batches)) = (state.batch, state.batches) {
                line.push_amount(Join::Dot, Rank::Detail, format!("batch {batch}/{batches}"));
            }
        }
        Scene::Complete => line.push(Join::Dot, Rank::Active, "workflow complete"),
        Scene::Ended if status == "aborted" => {
            line.push(Join::Dot, Rank::Active, with("aborted at", place(state)));
        }
        Scene::Ended | Scene::Fallback if ask.style == Style::Smart => {
            line.push(Join::Dot, Rank::Active, parts::words(status).into_owned());
        }
        Scene::Ended | Scene::Fallback => line.push(Join::Dot, Rank::Active, status.to_owned()),
    }
    line.push_amount(Join::Dot, Rank::Detail, age(state, modified, ask.now));
    line
}

/// Composes the short line.
pub fn compact<'a>(state: &SessionFields<'a>, modified: i64, ask: &Ask) -> Line<'a> {
    let scene = Scene::of(state);
    let mut line = Line::default();
    line.push(Join::Dot, Rank::Lead, "wf");
    if state.is_unreadable() {
        parts::push_unreadable(&mut line, activity(state, modified).touched, ask.now);
        return line;
    }
    if scene != Scene::Complete {
        line.push_amount(Join::Word, Rank::Progress, state.count.fraction());
    }
    match scene {
        Scene::Failed => line.push_alert(Join::Dot, Alert::Failed, with("FAILED", &failed(state))),
        Scene::Paused => line.push_alert(Join::Dot, Alert::Paused, with("paused", place(state))),
        Scene::Running => line.push(Join::Dot, Rank::Active, running(state)),
        Scene::Complete => line.push(Join::Dot, Rank::Active, "complete"),
        Scene::Ended | Scene::Fallback => {
            line.push(Join::Dot, Rank::Active, state.status.clone().unwrap_or_default());
        }
    }
    line
}

/// Returns the nodes with that status, in the order of the file.
fn names(state: &SessionFields<'_>, status: NodeStatus) -> String {
    let mut of_it = state.nodes.iter().filter(|node| node.status == status && !node.name.is_empty());
    let named: Vec<&str> = of_it.by_ref().take(NAMED).map(|node| node.name.as_ref()).collect();
    match of_it.count() {
        0 => named.join(" "),
        more => format!("{} +{more}", named.join(" ")),
    }
}

/// Returns which nodes run: `N-003a N-003b running`.
fn running(state: &SessionFields<'_>) -> String {
    match names(state, NodeStatus::Running).as_str() {
        "" => "running".to_owned(),
        names => format!("{names} running"),
    }
}

/// Returns where it failed: the failed nodes, else the current one.
fn failed<'s>(state: &'s SessionFields<'_>) -> Cow<'s, str> {
    let names = names(state, NodeStatus::Failed);
    if names.is_empty() { state.current_node.as_deref().unwrap_or_default().into() } else { names.into() }
}

/// Returns where it stopped: the last checkpoint, else the current node.
fn place<'s>(state: &'s SessionFields<'_>) -> &'s str {
    state.last_checkpoint.as_deref().or(state.current_node.as_deref()).unwrap_or_default()
}

/// Joins a word and a place; without a place, a word such as `paused at` loses its preposition.
fn with(word: &str, place: &str) -> String {
    if place.is_empty() {
        return word.strip_suffix(" at").unwrap_or(word).to_owned();
    }
    format!("{word} {place}")
}

/// Returns whether work goes on, and when the session last changed.
pub(super) fn activity(state: &SessionFields<'_>, modified: i64) -> Activity {
    let in_flight = matches!(state.status.as_deref(), None | Some("running" | "paused"));
    Activity { in_flight, touched: state.updated.unwrap_or(modified) }
}

/// Returns the age of a session that is in progress.
fn age(state: &SessionFields<'_>, modified: i64, now: i64) -> String {
    let activity = activity(state, modified);
    parts::age(activity.touched, now).filter(|_| activity.in_flight).unwrap_or_default()
}
