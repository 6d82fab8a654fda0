//! Workflow player: one `session-state.json` for each run of a template.

use std::path::Path;

use super::{Ask, Content, Family, Found, Pulse, Style, View};
use crate::{file, host::Host, listing::Budget};

pub mod line;
pub mod read;
mod samples;
mod sessions;

pub use line::Scene;
pub use read::State;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "wf-player",
    lives: ".workflow/sessions/WFR-*/session-state.json",
    places: &[".workflow", ".workflow/sessions", ".workflow/sessions/*"],
    names: &["session-state.json"],
    shows: "template, progress, the nodes that run and their batch",
    scenes: Scene::INFO,
    smart_scenes: None,
    holding,
    is_likely,
    find,
    view,
    pulse,
    samples: samples::SAMPLES,
};

/// Looks for the session that counts.
fn find(_host: &Host, dir: &Path, budget: &Budget) -> Option<Found> {
    let session = sessions::that_counts(&file::below(dir, ".workflow/sessions"), budget)?;
    let text = file::decoded(session.bytes);
    let text = session.name.map(|name| named(&text, &name)).unwrap_or(text);
    Some(Found { path: session.path, modified: session.modified, content: Content::Text(text) })
}

/// Puts the name of a session's directory, which is its id, into a state that has no name of its own.
///
/// So a file that is being written, and is empty or half there, still says whose it is.
fn named(text: &str, name: &str) -> String {
    let begun = text.trim_start_matches('\u{FEFF}').trim_start();
    let members = begun.strip_prefix('{').unwrap_or_default();
    let name: String = name.chars().map(|part| if is_plain(part) { part } else { ' ' }).collect();
    let comma = if members.trim_start().starts_with('}') { "" } else { "," };
    format!("{{\"session_id\":\"{name}\"{comma}{members}")
}

/// Tells whether a character stands for itself in a JSON string.
fn is_plain(character: char) -> bool {
    !character.is_control() && !matches!(character, '"' | '\\')
}

/// Reads a session and makes its line.
fn view<'a>(text: &'a str, ask: &Ask) -> View<'a> {
    let state = State::read(text.as_bytes());
    let scene = Scene::of(&state);
    let line = match ask.style {
        Style::Full | Style::Smart => line::full(&state, ask),
        Style::Compact => line::compact(&state, ask),
    };
    View { scene: Some(scene as usize), line, commit: None }
}

/// Tells whether work is under way, and when it was last touched.
fn pulse(text: &str, ask: &Ask) -> Pulse {
    line::pulse(&State::read(text.as_bytes()), ask)
}

/// Tells of each scene whether it holds.
fn holding(text: &str, _ask: &Ask) -> Vec<bool> {
    let state = State::read(text.as_bytes());
    Scene::ALL.iter().map(|scene| scene.holds(&state)).collect()
}

/// Tells whether a text has what only a session of the player has.
fn is_likely(text: &str) -> bool {
    let state = State::read(text.as_bytes());
    !state.nodes.is_empty()
        || state.batches.is_some()
        || state.session_id.is_some_and(|id| id.starts_with(sessions::PREFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_that_says_too_little_is_called_by_its_directory() {
        for (text, wanted) in [
            ("", "{\"session_id\":\"WFR-a b\","),
            ("{ }", "{\"session_id\":\"WFR-a b\" }"),
            ("[1, 2]", "{\"session_id\":\"WFR-a b\","),
            ("\u{FEFF} {\"status\": \"running\"", "{\"session_id\":\"WFR-a b\",\"status\": \"running\""),
        ] {
            assert_eq!(named(text, "WFR-a\"b"), wanted);
        }
    }
}
