//! The situations that the line of a plan or an exec file can show.

use std::borrow::Cow;

use super::{
    FileKind,
    read::{Assignment, Module, PhaseFields, Section, Text},
};
use crate::family::SceneInfo;

/// What the line shows; of those for the file's kind, the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// The plan is done and approved.
    PlanComplete,
    /// A section of the requirements is being written.
    PlanSection,
    /// The plan has a status.
    PlanStage,
    /// A plan without anything to show.
    PlanFallback,
    /// An agent is blocked.
    Blocked,
    /// Every module is done.
    Complete,
    /// The result is being verified.
    Verifying,
    /// An agent is receiving its instructions.
    Instructing,
    /// There is a current module.
    Module,
    /// Agents are at work.
    Agents,
    /// A module can be started.
    Next,
    /// None of these.
    Fallback,
}

impl Scene {
    /// Every scene; the first that applies is shown.
    pub const ALL: [Self; 12] = [
        Self::PlanComplete,
        Self::PlanSection,
        Self::PlanStage,
        Self::PlanFallback,
        Self::Blocked,
        Self::Complete,
        Self::Verifying,
        Self::Instructing,
        Self::Module,
        Self::Agents,
        Self::Next,
        Self::Fallback,
    ];

    /// Name, condition and fields of each, in the same order.
    pub const INFO: &[SceneInfo] = &[
        info("plan complete", "a plan's plan_phase_complete is true", &["plan_phase_complete"]),
        info(
            "plan section",
            "a plan's status is drafting and a section is in_progress",
            &["status", "requirements_sections"],
        ),
        info("plan stage", "a plan's status is set", &["status"]),
        info("plan fallback", "a plan, and none of the above", &[]),
        info("blocked", "an active assignment is blocked", &["active_assignments"]),
        info(
            "complete",
            "status is complete, or all_modules_complete is true and verification_mode is not",
            &["status", "all_modules_complete", "verification_mode"],
        ),
        info(
            "verifying",
            "verification_mode is true, or status is verifying",
            &["verification_mode", "status"],
        ),
        info(
            "instructing",
            "the current module's assignment is awaiting_verification",
            &["current_module", "active_assignments"],
        ),
        info("module", "current_module is set", &["current_module"]),
        info(
            "agents",
            "there are active assignments, and no current_module",
            &["active_assignments", "current_module"],
        ),
        info("next", "a module is pending or planned", &["modules_status", "modules"]),
        info("fallback", "none of the above", &["status"]),
    ];

    /// Chooses in the documented order.
    pub fn of(kind: FileKind, state: &PhaseFields<'_>) -> Self {
        Self::ALL.into_iter().find(|scene| scene.holds(kind, state)).unwrap_or(Self::Fallback)
    }

    /// Returns whether the scene applies, even if an earlier one is shown instead.
    pub fn holds(self, kind: FileKind, state: &PhaseFields<'_>) -> bool {
        if self.kind() != kind {
            return false;
        }
        match self {
            Self::PlanComplete => state.plan_phase_complete,
            Self::PlanSection => is_any(&state.status, &["drafting"]) && open_section(state).is_some(),
            Self::PlanStage => state.status.is_some(),
            Self::Blocked => blocked(state).next().is_some(),
            Self::Complete => {
                is_any(&state.status, &["complete"]) || state.all_modules_complete && !state.verification_mode
            }
            Self::Verifying => state.verification_mode || is_any(&state.status, &["verifying"]),
            Self::Instructing => instructed(state).is_some(),
            Self::Module => state.current_module.is_some(),
            Self::Agents => state.current_module.is_none() && !state.assignments.is_empty(),
            Self::Next => next(state).is_some(),
            Self::PlanFallback | Self::Fallback => true,
        }
    }

    /// Returns which kind of file the scene is for.
    const fn kind(self) -> FileKind {
        match self {
            Self::PlanComplete | Self::PlanSection | Self::PlanStage | Self::PlanFallback => FileKind::Plan,
            _ => FileKind::Exec,
        }
    }

    /// Returns whether the work is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::PlanComplete | Self::Complete)
    }
}

const fn info(name: &'static str, trigger: &'static str, fields: &'static [&'static str]) -> SceneInfo {
    SceneInfo { name, trigger, fields }
}

/// Returns the section that is being written.
pub fn open_section<'s, 'a>(state: &'s PhaseFields<'a>) -> Option<&'s Section<'a>> {
    state.sections.iter().find(|section| is_any(&section.status, &["in_progress"]))
}

/// Returns the assignments that are blocked.
pub fn blocked<'s, 'a>(state: &'s PhaseFields<'a>) -> impl Iterator<Item = &'s Assignment<'a>> {
    state.assignments.iter().filter(|assignment| is_any(&assignment.status, &["blocked"]))
}

/// Returns the assignments of the current module.
pub fn current<'s, 'a>(state: &'s PhaseFields<'a>) -> impl Iterator<Item = &'s Assignment<'a>> {
    let of = |assignment: &&Assignment<'_>| {
        assignment.module.is_some() && assignment.module == state.current_module
    };
    state.assignments.iter().filter(of)
}

/// Returns the assignment of the current module whose instructions are not verified yet.
pub fn instructed<'s, 'a>(state: &'s PhaseFields<'a>) -> Option<&'s Assignment<'a>> {
    current(state).find(|assignment| is_any(&assignment.status, &["awaiting_verification"]))
}

/// Returns the next module to start.
pub fn next<'s, 'a>(state: &'s PhaseFields<'a>) -> Option<&'s Module<'a>> {
    state.modules().iter().find(|module| is_any(&module.status, &["pending", "planned"]))
}

/// Returns how many are done, and how many there are.
pub fn counts(kind: FileKind, state: &PhaseFields<'_>) -> (u64, u64) {
    let (done, total) = match (kind, state.modules_completed, state.modules_total) {
        (FileKind::Plan, ..) => {
            let done = state.sections.iter().filter(|section| is_any(&section.status, &["complete"]));
            (count(done.count()), count(state.sections.len()))
        }
        (FileKind::Exec, Some(done), Some(total)) => (done, total),
        (FileKind::Exec, ..) => {
            let is_done = |module: &&Module<'_>| is_any(&module.status, &["complete", "verified", "done"]);
            (count(state.modules().iter().filter(is_done).count()), count(state.modules().len()))
        }
    };
    (done.min(total), total)
}

/// Returns how many agents have an assignment; each assignment without a name counts as another agent.
pub fn agents(state: &PhaseFields<'_>) -> u64 {
    let mut names: Vec<&Cow<'_, str>> =
        state.assignments.iter().filter_map(|one| one.agent.as_ref()).collect();
    let nameless = state.assignments.len().saturating_sub(names.len());
    names.sort_unstable();
    names.dedup();
    count(names.len().saturating_add(nameless))
}

/// Converts a length to a count.
pub fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// Returns whether a status is one of `words`: people also write `In-Progress` for `in_progress`.
fn is_any(status: &Text<'_>, words: &[&str]) -> bool {
    let alike = |(one, other): (u8, u8)| one.eq_ignore_ascii_case(&other) || one == b'-' && other == b'_';
    let is =
        |status: &str, word: &str| status.len() == word.len() && status.bytes().zip(word.bytes()).all(alike);
    status.as_ref().is_some_and(|status| words.iter().any(|word| is(status, word)))
}
