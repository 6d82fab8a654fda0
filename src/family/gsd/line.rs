//! The documented GSD line, full and compact, byte for byte as the published hook prints it.

use std::borrow::Cow;

use super::{bracket::Ids, read::GsdFields, status};
use crate::{
    family::SceneInfo,
    line::{Alert, Join, Line, Rank, Tone},
    text::json,
};

/// What a STATE.md shows first; the first that applies is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A command is working on a phase.
    PhaseActive,
    /// Nothing runs, and the next command is known.
    NextRecommended,
    /// Every phase is done.
    MilestoneComplete,
    /// None of these.
    Fallback,
}

impl Scene {
    /// Every scene; the first that applies is shown.
    pub const ALL: [Self; 4] =
        [Self::PhaseActive, Self::NextRecommended, Self::MilestoneComplete, Self::Fallback];

    /// Name, condition and fields of each, in the same order.
    pub const INFO: &[SceneInfo] = &[
        SceneInfo { name: "phase active", trigger: "active_phase is set", fields: &["active_phase"] },
        SceneInfo {
            name: "next recommended",
            trigger: "next_action and next_phases are set",
            fields: &["next_action", "next_phases"],
        },
        SceneInfo {
            name: "milestone complete",
            trigger: "percent is 100, or all phases are completed",
            fields: &["progress.percent", "progress.completed_phases", "progress.total_phases"],
        },
        SceneInfo { name: "fallback", trigger: "none of the above", fields: &["status"] },
    ];

    /// Chooses in the documented order.
    pub fn of(state: &GsdFields<'_>) -> Self {
        Self::ALL.into_iter().find(|scene| scene.holds(state)).unwrap_or(Self::Fallback)
    }

    /// Returns whether the scene applies, even if an earlier one is shown instead.
    pub fn holds(self, state: &GsdFields<'_>) -> bool {
        match self {
            Self::PhaseActive => state.active_phase.is_some(),
            Self::NextRecommended => state.next_action.is_some() && !state.next_phases.is_empty(),
            Self::MilestoneComplete => is_complete(state),
            Self::Fallback => true,
        }
    }
}

/// Returns whether the counts say that all phases are done; 0 of 0 are not.
fn is_complete(state: &GsdFields<'_>) -> bool {
    let number = |digits: Option<&str>| digits.and_then(json::decimal);
    let (completed, total) = (number(state.completed_phases), number(state.total_phases));
    let is_hundred = number(state.percent) == Some(100.0);
    is_hundred || total.is_some_and(|total| total > 0.0) && completed == total
}

/// Returns the percentage in `digits`, at most 100.
fn percent(digits: &str) -> u8 {
    // Parsing digits fails only if there are too many.
    digits.parse().unwrap_or(100).min(100)
}

/// Composes the documented line.
pub(super) fn full<'a>(state: &GsdFields<'a>, ids: Option<&Ids>) -> Line<'a> {
    let mut line = Line::default();
    if state.milestone.is_some() || state.milestone_name.is_some() {
        let name = state.milestone_name.filter(|name| *name != "milestone");
        line.push(Join::Dot, Rank::Lead, lead(state, ids));
        line.push(Join::Word, Rank::Name, name.unwrap_or_default());
        line.push_bar(Join::Word, state.percent.map(percent));
    }
    match Scene::of(state) {
        Scene::PhaseActive => {
            let phase = state.active_phase.unwrap_or_default();
            let title = ids.and_then(|ids| ids.phase(phase)).unwrap_or_else(|| ["Phase ", phase].concat());
            let text = match state.status {
                Some(status) => [&title, " ", status].concat(),
                None => title,
            };
            line.push_phase(Join::Dot, Rank::Active, text);
        }
        Scene::NextRecommended => {
            let action = state.next_action.unwrap_or_default();
            line.push(Join::Dot, Rank::Active, format!("next {action} {}", state.next_phases.join("/")));
        }
        Scene::MilestoneComplete => line.push(Join::Dot, Rank::Active, "milestone complete"),
        Scene::Fallback => {
            line.push(Join::Dot, Rank::Active, state.status.unwrap_or_default());
            if let Some(phase) = &state.phase {
                let (number, total) = (phase.number, phase.total);
                let text = match phase.name {
                    Some(name) => [name, " (", number, "/", total, ")"].concat(),
                    None => ["ph ", number, "/", total].concat(),
                };
                line.push(Join::Dot, Rank::Active, text);
            }
        }
    }
    line
}

/// Returns the milestone, as the id that it has in this project.
fn lead<'a>(state: &GsdFields<'a>, ids: Option<&Ids>) -> Cow<'a, str> {
    match ids {
        Some(ids) => ids.milestone.clone().into(),
        None => state.milestone.unwrap_or_default().into(),
    }
}

/// Composes the documented short line.
pub(super) fn compact<'a>(state: &GsdFields<'a>, ids: Option<&Ids>) -> Line<'a> {
    let mut line = Line::default();
    line.push(Join::Dot, Rank::Lead, lead(state, ids));
    let body = state.phase.as_ref();
    let phase = state.active_phase.or(body.map(|phase| phase.number));
    if let Some(phase) = phase {
        let text = match (ids.and_then(|ids| ids.phase(phase)), body) {
            (Some(id), _) => id,
            (None, Some(body)) => format!("P{phase}/{}", body.total),
            (None, None) => format!("P{phase}"),
        };
        line.push(Join::Dot, Rank::Active, text);
    }
    if state.active_phase.is_none() && is_complete(state) {
        line.push(Join::Dot, Rank::Active, "complete");
    } else if let Some(word) = state.status.and_then(status::keyword) {
        // As faint as the published hook shows it.
        if word == status::PAUSED {
            line.push_alert_as(Tone::Plain, Join::Dot, Alert::Paused, word);
        } else {
            line.push(Join::Dot, Rank::Active, word);
        }
    } else if let (None, Some(action)) = (phase, state.next_action) {
        let phases: Cow<'_, str> = match state.next_phases.as_slice() {
            [] => "".into(),
            phases => format!(" {}", phases.join("/")).into(),
        };
        line.push(Join::Dot, Rank::Active, format!("next {action}{phases}"));
    }
    line
}
