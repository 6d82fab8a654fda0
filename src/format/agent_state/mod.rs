//! The agents' workflow: `.claude/agent-state.json`, a name that others use too.

use std::path::Path;

use super::{Ask, Content, Family, Found, Pulse, Style, View, parts};
use crate::{
    file::{self, Open, STATE_LIMIT},
    host::Host,
    line::{Join, Line, Rank},
    listing::Budget,
};

pub mod bounds;
pub mod line;
pub mod read;
mod samples;

pub use line::Scene;
pub use read::State;
use read::Whose;

/// How much is read to tell whose file it is: ours begins with what tells it.
const GLANCE: usize = 1 << 10;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "agent-state",
    lives: ".claude/agent-state.json",
    places: &[".claude"],
    names: &["agent-state.json"],
    shows: "task document, progress, phase, task, what was spent of which bound",
    scenes: Scene::INFO,
    smart_scenes: None,
    holding,
    is_likely,
    find,
    view,
    pulse,
    samples: samples::SAMPLES,
};

/// Looks for the file, and passes over somebody else's.
fn find(_host: &Host, dir: &Path, budget: &Budget) -> Option<Found> {
    let path = file::below(dir, ".claude/agent-state.json");
    let open = Open::at(&path).ok()?;
    let mut bytes = Vec::new();
    open.read_on(&mut bytes, GLANCE).ok()?;
    let mut whose = read::whose(&bytes);
    // One that has to be read to the end only to be told from ours is passed over once that costs too much.
    if whose != Whose::Ours && bytes.len() == GLANCE && !budget.takes(open.size().min(STATE_LIMIT)) {
        return None;
    }
    if whose == Whose::Ours || bytes.len() == GLANCE {
        open.read_on(&mut bytes, STATE_LIMIT).ok()?;
        if whose != Whose::Ours {
            whose = read::whose(&bytes);
        }
    }
    // A file of this name that is being written, or was left half written, is rather ours than not.
    (whose != Whose::Foreign).then(|| Found {
        path,
        modified: open.modified(),
        content: Content::Text(file::decoded(bytes)),
    })
}

/// Reads a state and makes its line; somebody else's has none.
fn view<'a>(text: &'a str, ask: &Ask) -> View<'a> {
    let Some(state) = State::read(text.as_bytes()) else {
        let mut line = Line::default();
        if read::whose(text.as_bytes()) == Whose::Untold {
            line.push(Join::Dot, Rank::Lead, FAMILY.id);
            parts::push_unreadable(&mut line, ask.modified, ask.now);
        }
        return View { scene: None, line, commit: None };
    };
    let scene = Scene::of(&state);
    let line = match ask.style {
        Style::Full | Style::Smart => line::full(&state, ask),
        Style::Compact => line::compact(&state),
    };
    View { scene: Some(scene as usize), line, commit: None }
}

/// Tells whether work is under way, and when it was last touched.
fn pulse(text: &str, ask: &Ask) -> Pulse {
    let state = State::read(text.as_bytes());
    let in_flight = state.is_none() && read::whose(text.as_bytes()) == Whose::Untold;
    state.map_or(Pulse { in_flight, touched: ask.modified }, |state| line::pulse(&state, ask))
}

/// Tells of each scene whether it holds.
fn holding(text: &str, _ask: &Ask) -> Vec<bool> {
    let state = State::read(text.as_bytes());
    Scene::ALL.iter().map(|scene| state.as_ref().is_some_and(|state| scene.holds(state))).collect()
}

/// Tells whether a text is one of ours.
fn is_likely(text: &str) -> bool {
    read::whose(text.as_bytes()) == Whose::Ours
}
