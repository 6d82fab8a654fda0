//! The two-phase mode: a plan file, and an exec file once the plan is carried out.

use std::path::Path;

use super::{Ask, Content, Family, Found, Pulse, View};
use crate::{
    file::{self, Open},
    host::Host,
    listing::Budget,
};

mod flow;
pub mod line;
pub mod read;
mod samples;
pub mod scalar;
pub mod scene;
pub mod walk;

pub use read::State;
pub use scene::Scene;

/// What the file of the second phase is called.
const EXEC: &str = "orchestrator-exec-phase.local.md";

/// What the file of the first phase is called.
const PLAN: &str = "orchestrator-plan-phase.local.md";

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "two-phase",
    lives: ".claude/orchestrator-exec-phase.local.md, else .claude/orchestrator-plan-phase.local.md",
    places: &[".claude"],
    names: &[EXEC, PLAN],
    shows: "progress, the section or module in hand and who has it, what is blocked or overdue",
    scenes: Scene::INFO,
    smart_scenes: None,
    holding,
    is_likely,
    find,
    view,
    pulse,
    samples: samples::SAMPLES,
};

/// Which of the two files it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The plan.
    Plan,
    /// How it is carried out.
    Exec,
}

impl Kind {
    /// Tells the files apart by name, else by their phase, else by what only a plan has.
    fn of(name: Option<&str>, state: &State<'_>) -> Self {
        let is_plan = state.plan_phase_complete || !state.sections.is_empty();
        match (name, state.phase.as_deref()) {
            (Some(EXEC), _) => Self::Exec,
            (Some(PLAN), _) | (_, Some("planning")) => Self::Plan,
            (_, None) if is_plan => Self::Plan,
            _ => Self::Exec,
        }
    }

    /// Returns what the line begins with.
    const fn lead(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Exec => "exec",
        }
    }
}

/// Looks for an exec file, else for a plan file.
fn find(_host: &Host, dir: &Path, _budget: &Budget) -> Option<Found> {
    let claude = file::below(dir, ".claude");
    [EXEC, PLAN].into_iter().find_map(|name| {
        let path = file::below(&claude, name);
        let open = Open::at(&path).ok()?;
        Some(Found { path, modified: open.modified(), content: Content::File(open) })
    })
}

/// Reads a file and makes its line.
fn view<'a>(text: &'a str, ask: &Ask) -> View<'a> {
    let state = State::read(text);
    let kind = Kind::of(ask.name, &state);
    let scene = Scene::of(kind, &state);
    let line = line::compose(kind, scene, &state, ask);
    View { scene: Some(scene as usize), line, commit: None }
}

/// Tells whether work is under way; the files say nothing of when they were touched.
fn pulse(text: &str, ask: &Ask) -> Pulse {
    let state = State::read(text);
    let scene = Scene::of(Kind::of(ask.name, &state), &state);
    Pulse { in_flight: !scene.is_over(), touched: ask.modified }
}

/// Tells of each scene whether it holds.
fn holding(text: &str, ask: &Ask) -> Vec<bool> {
    let state = State::read(text);
    let kind = Kind::of(ask.name, &state);
    Scene::ALL.iter().map(|scene| scene.holds(kind, &state)).collect()
}

/// Tells whether a text has what only these files have.
fn is_likely(text: &str) -> bool {
    let keys = [
        "plan_phase_complete:",
        "requirements_sections:",
        "modules_status:",
        "active_assignments:",
        "Plan ID: plan-",
    ];
    text.lines().any(|line| {
        let is_phase = says(line, "phase:", "planning") || says(line, "phase:", "orchestration");
        is_phase || keys.iter().any(|key| line.starts_with(key))
    })
}

/// Tells whether a line gives `key` that value, in quotes or not.
fn says(line: &str, key: &str, value: &str) -> bool {
    let rest = line.strip_prefix(key).map(|rest| rest.trim_start_matches([' ', '"', '\'']));
    rest.is_some_and(|rest| rest.starts_with(value))
}
