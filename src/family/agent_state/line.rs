//! The line of an agents' workflow, full and compact.

use std::borrow::Cow;

use super::read::{Agent, AgentFields, Step};
use crate::{
    family::{Activity, Ask, SceneInfo, Style, parts},
    line::{Alert, Join, Line, Rank},
};

/// What a workflow shows first; the first that applies is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// The workflow failed.
    Failed,
    /// An agent is blocked.
    Blocked,
    /// Tasks are being worked on.
    Executing,
    /// Everything is being reviewed.
    Reviewing,
    /// Only planning has begun.
    Planning,
    /// Everything is done.
    Complete,
    /// A file in the format of the previous system.
    OldFormat,
    /// None of these.
    Fallback,
}

impl Scene {
    /// Every scene; the first that applies is shown.
    pub const ALL: [Self; 8] = [
        Self::Failed,
        Self::Blocked,
        Self::Executing,
        Self::Reviewing,
        Self::Planning,
        Self::Complete,
        Self::OldFormat,
        Self::Fallback,
    ];

    /// Name, condition and fields of each, in the same order.
    pub const INFO: &[SceneInfo] = &[
        SceneInfo { name: "failed", trigger: "status is failed", fields: &["orchestrator.status"] },
        SceneInfo { name: "blocked", trigger: "an active agent is blocked", fields: &["active_agents"] },
        SceneInfo { name: "executing", trigger: "status is executing", fields: &["orchestrator.status"] },
        SceneInfo { name: "reviewing", trigger: "status is reviewing", fields: &["orchestrator.status"] },
        SceneInfo { name: "planning", trigger: "status is planning", fields: &["orchestrator.status"] },
        SceneInfo { name: "complete", trigger: "status is completed", fields: &["orchestrator.status"] },
        SceneInfo {
            name: "old format",
            trigger: "status, current_step and total_steps are at the top level",
            fields: &["status", "current_step", "total_steps"],
        },
        SceneInfo { name: "fallback", trigger: "none of the above", fields: &["orchestrator.status"] },
    ];

    /// Chooses in the documented order.
    pub fn of(state: &AgentFields<'_>) -> Self {
        Self::ALL.into_iter().find(|scene| scene.holds(state)).unwrap_or(Self::Fallback)
    }

    /// Returns whether the scene applies, even if an earlier one is shown instead.
    pub fn holds(self, state: &AgentFields<'_>) -> bool {
        // The old format has other words for its status.
        let is = |status: &str| state.step.is_none() && state.status == status;
        match self {
            Self::Failed => is("failed"),
            Self::Blocked => blocked(state).is_some(),
            Self::Executing => is("executing"),
            Self::Reviewing => is("reviewing"),
            Self::Planning => is("planning"),
            Self::Complete => is("completed"),
            Self::OldFormat => state.step.is_some(),
            Self::Fallback => true,
        }
    }

    /// Returns whether this scene warns of limits that are near.
    fn warns_of_limits(self) -> bool {
        matches!(self, Self::Blocked | Self::Executing | Self::Reviewing)
    }
}

/// Composes the line.
pub fn full<'a>(state: &AgentFields<'a>, modified: i64, ask: &Ask) -> Line<'a> {
    let scene = Scene::of(state);
    let mut line = Line::default();
    line.push(Join::Dot, Rank::Lead, lead(state).to_owned());
    line.push_bar(Join::Word, percent(state, scene));
    match scene {
        Scene::Failed => push_failed(&mut line, state),
        Scene::Blocked => {
            push_blocked(&mut line, state);
            let kind = blocked(state).and_then(|agent| agent.kind.as_ref());
            line.push(Join::Word, Rank::Detail, kind.map(|kind| format!("({kind})")).unwrap_or_default());
        }
        Scene::Executing => push_work(&mut line, state),
        Scene::Reviewing => {
            line.push(Join::Dot, Rank::Active, "reviewing");
            line.push(Join::Dot, Rank::Detail, if state.is_outer_loop { "outer loop" } else { "" });
        }
        Scene::Planning => line.push(Join::Dot, Rank::Active, "planning"),
        Scene::Complete => {
            line.push(Join::Dot, Rank::Active, "complete");
            for amount in [&state.bounds.cost, &state.bounds.elapsed].into_iter().flatten() {
                line.push_amount(Join::Dot, Rank::Detail, amount.shown.clone());
            }
        }
        Scene::OldFormat | Scene::Fallback => {
            line.push(Join::Dot, Rank::Active, status(state, ask.style));
            if let Some(step) = state.step.filter(|step| step.total != Some(0.0)) {
                line.push_amount(Join::Dot, Rank::Detail, format!("step {}", fraction(step)));
            }
        }
    }
    push_warnings(&mut line, state, scene);
    if ask.style == Style::Smart {
        line.push_amount(Join::Dot, Rank::Detail, age(state, modified, ask.now));
    }
    line
}

/// Composes the short line.
pub fn compact<'a>(state: &AgentFields<'a>) -> Line<'a> {
    let scene = Scene::of(state);
    let mut line = Line::default();
    line.push(Join::Dot, Rank::Lead, lead(state).to_owned());
    let count = match state.step {
        Some(step) => fraction(step).into(),
        None if scene == Scene::Complete => Cow::Borrowed(""),
        None => state.count.fraction(),
    };
    line.push_amount(Join::Word, Rank::Progress, count);
    let phase = state.phase.map(|phase| format!("P{}", fraction(phase)));
    match scene {
        Scene::Failed => {
            line.push_alert(Join::Dot, Alert::Failed, "FAILED");
            line.push(Join::Word, Rank::Active, phase.unwrap_or_default());
        }
        Scene::Blocked => push_blocked(&mut line, state),
        Scene::Executing if phase.is_some() || state.task.is_some() => {
            line.push(Join::Dot, Rank::Active, phase.unwrap_or_default());
            line.push(Join::Dot, Rank::Active, state.task.clone().unwrap_or_default());
        }
        Scene::Complete => line.push(Join::Dot, Rank::Active, "complete"),
        _ => line.push(Join::Dot, Rank::Active, state.status.clone()),
    }
    push_warnings(&mut line, state, scene);
    line
}

/// Returns the percentage: of steps in the old format, of tasks in the new one.
fn percent(state: &AgentFields<'_>, scene: Scene) -> Option<u8> {
    match state.step {
        None => state.count.shown(scene == Scene::Complete),
        Some(Step { number, total: Some(total) }) if total > 0.0 => {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
            let percent = (number * 100.0 / total) as u8;
            Some(percent)
        }
        Some(_) => None,
    }
}

/// Adds the current task and the cost and time so far.
fn push_work<'a>(line: &mut Line<'a>, state: &AgentFields<'a>) {
    if state.phase.is_none() && state.task.is_none() {
        line.push(Join::Dot, Rank::Active, state.status.clone());
    }
    for part in place(state) {
        line.push_phase(Join::Dot, Rank::Active, part);
    }
    if let Some(iteration) = state.iteration {
        line.push_amount(Join::Dot, Rank::Detail, format!("iter {iteration}"));
    }
    line.push_amount(Join::Dot, Rank::Detail, state.bounds.cost_of_limit().into_owned());
    line.push_amount(Join::Dot, Rank::Detail, state.bounds.time_of_limit().into_owned());
}

/// Adds `FAILED` and the place.
fn push_failed(line: &mut Line<'_>, state: &AgentFields<'_>) {
    line.push_alert(Join::Dot, Alert::Failed, "FAILED");
    for (index, part) in place(state).enumerate() {
        line.push_phase(if index == 0 { Join::Word } else { Join::Dot }, Rank::Active, part);
    }
}

/// Adds `BLOCKED` and the task.
fn push_blocked<'a>(line: &mut Line<'a>, state: &AgentFields<'a>) {
    let task = blocked(state).and_then(|agent| agent.task.clone());
    line.push_alert(Join::Dot, Alert::Blocked, "BLOCKED");
    line.push_alert(Join::Word, Alert::Blocked, task.unwrap_or_default());
}

/// Adds a warning for each limit that is near.
fn push_warnings(line: &mut Line<'_>, state: &AgentFields<'_>, scene: Scene) {
    if scene.warns_of_limits() {
        for warning in state.bounds.warnings(state.iteration) {
            line.push_alert(Join::Dot, Alert::NearLimit, warning);
        }
    }
}

/// Returns the phase and the task: `phase 3/4`, `task 3/5`.
fn place(state: &AgentFields<'_>) -> impl Iterator<Item = String> {
    let phase = state.phase.map(|phase| format!("phase {}", fraction(phase)));
    let task = state.task.as_ref().map(|task| format!("task {task}"));
    phase.into_iter().chain(task)
}

fn fraction(step: Step) -> String {
    match step.total {
        Some(total) => format!("{}/{total}", step.number),
        None => step.number.to_string(),
    }
}

/// Returns the first agent that is blocked.
fn blocked<'s, 'a>(state: &'s AgentFields<'a>) -> Option<&'s Agent<'a>> {
    state.agents.iter().find(|agent| agent.is_blocked)
}

/// Returns the name of the task document's file, without its extension.
fn lead<'s>(state: &'s AgentFields<'_>) -> &'s str {
    let path = state.task_doc.as_deref().unwrap_or_default();
    // The path may have been written on Windows.
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map(|(stem, _)| stem).filter(|stem| !stem.is_empty()).unwrap_or(name)
}

fn status<'a>(state: &AgentFields<'a>, style: Style) -> Cow<'a, str> {
    match style {
        Style::Smart => parts::words(&state.status).into_owned().into(),
        Style::Full | Style::Compact => state.status.clone(),
    }
}

/// Returns whether work goes on, and when the state last changed.
pub(super) fn activity(state: &AgentFields<'_>, modified: i64) -> Activity {
    let in_flight = match Scene::of(state) {
        Scene::Blocked | Scene::Executing | Scene::Reviewing | Scene::Planning => true,
        Scene::OldFormat => matches!(state.status.as_ref(), "executing" | "planning" | "reviewing"),
        Scene::Failed | Scene::Complete | Scene::Fallback => false,
    };
    Activity { in_flight, touched: state.updated.unwrap_or(modified) }
}

/// Returns the age of a workflow that is in progress.
fn age(state: &AgentFields<'_>, modified: i64, now: i64) -> String {
    let activity = activity(state, modified);
    parts::age(activity.touched, now).filter(|_| activity.in_flight).unwrap_or_default()
}
