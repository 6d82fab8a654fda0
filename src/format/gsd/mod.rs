//! GSD: `.planning/STATE.md`, or that of the workstream in use.

use std::path::Path;

use super::{Ask, Content, Family, Found, Style, View};
use crate::{
    file::{self, Open},
    host::Host,
    listing::Budget,
};

pub mod line;
pub mod read;
mod samples;
mod smart;
pub mod status;
pub mod workstream;

pub use line::Scene;
pub use read::State;
pub use smart::in_body;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "gsd",
    lives: ".planning/STATE.md, or .planning/workstreams/NAME/STATE.md",
    places: &[".planning", ".planning/workstreams", ".planning/workstreams/*"],
    names: &["STATE.md"],
    shows: "milestone, progress, the active phase or the next command",
    scenes: Scene::INFO,
    smart_scenes: Some(smart::SCENES),
    holding,
    is_likely,
    find,
    view,
    pulse: smart::pulse,
    samples: samples::SAMPLES,
};

/// Looks for a flat STATE.md, else for that of the workstream in use.
fn find(host: &Host, dir: &Path, budget: &Budget) -> Option<Found> {
    let planning = file::below(dir, ".planning");
    let flat = file::below(&planning, "STATE.md");
    if let Ok(open) = Open::at(&flat) {
        return Some(Found { path: flat, modified: open.modified(), content: Content::File(open) });
    }
    if !workstream::are_kept(&planning, budget) {
        return None;
    }
    let Some(path) = workstream::state_file(host, &planning) else {
        return Some(Found {
            path: planning,
            modified: i64::MIN,
            content: Content::Notice("no active workstream"),
        });
    };
    // A workstream that has no state yet shows nothing, and hides what is further up.
    let (modified, content) = match Open::at(&path) {
        Ok(open) => (open.modified(), Content::File(open)),
        Err(_) => (i64::MIN, Content::Nothing),
    };
    Some(Found { path, modified, content })
}

/// Reads a STATE.md and makes its line.
fn view<'a>(text: &'a str, ask: &Ask) -> View<'a> {
    let compose = match ask.style {
        Style::Full => line::full,
        Style::Compact => line::compact,
        Style::Smart => return smart::view(text, ask),
    };
    let state = State::read(text);
    let scene = Scene::of(&state);
    let line = compose(&state);
    View { scene: Some(scene as usize), line, commit: state.state_head }
}

/// Tells of each scene whether it holds.
fn holding(text: &str, ask: &Ask) -> Vec<bool> {
    if ask.style == Style::Smart {
        return smart::holding(text);
    }
    let state = State::read(text);
    Scene::ALL.iter().map(|scene| scene.holds(&state)).collect()
}

/// Tells whether a text has what only a STATE.md has.
fn is_likely(text: &str) -> bool {
    let keys = ["gsd_state_version:", "milestone:", "active_phase:", "# Project State"];
    text.lines().take(80).any(|line| keys.iter().any(|key| line.starts_with(key)))
}
