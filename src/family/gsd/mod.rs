//! GSD: `.planning/STATE.md`, or the one of the active workstream.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

use super::{
    Activity, Ask, Content, Evidence, Family, Fields, Found, Measures, Reading, Reason, Search, Source,
    Style, View, Work, companion::BODY, parts::Count,
};
use crate::{
    document::{Counts, Syntax},
    sys::file::{self, Open, STATE_LIMIT},
};

mod bracket;
mod explain;
pub mod line;
mod page;
pub mod patterns;
mod preferences;
pub mod read;
mod rules;
mod samples;
mod smart;
pub mod status;
pub mod workstream;

pub use line::Scene;
pub use read::GsdFields;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "gsd",
    lives: ".planning/STATE.md, or .planning/workstreams/NAME/STATE.md",
    shows: "milestone, progress, the active phase or the next command",
    files: &[".planning/STATE.md", ".planning/workstreams/*/STATE.md"],
    places: &[".planning", ".planning/workstreams", ".planning/workstreams/*"],
    names: &["STATE.md"],
    is_plan: false,
    bytes_limit: STATE_LIMIT,
    syntax: Syntax::Frontmatter { fence_after_fence: true, counts: Some(COUNTS) },
    scenes: Scene::INFO,
    smart_scenes: Some(smart::SCENES),
    fields: Fields {
        every: &[
            "milestone",
            "milestone_name",
            "progress.percent",
            "progress.completed_phases",
            "progress.total_phases",
            "status",
            "active_phase",
            "next_action",
            "next_phases",
        ],
        smart: &[
            "current_phase",
            "current_phase_name",
            "progress.completed_plans",
            "progress.total_plans",
            "paused_at",
            "last_updated",
            "last_activity",
        ],
    },
    choice: None,
    limit: None,
    is_likely,
    find,
    read: |source| Box::new(StateFile { source }),
    why_bar: explain::why_bar,
    hides_bar: &["SL110", "SL111"],
    differences: rules::words::differences,
    rules: rules::ALL,
    schema: rules::schema::fields,
    page: page::page,
    companions: &[BODY],
    samples: samples::SAMPLES,
    preferences: Some(preferences::FILE),
    declared: None,
};

/// The counts of `progress` that the bar is made of.
const COUNTS: Counts = Counts { below: "progress", names: &["completed_phases", "total_phases", "percent"] };

/// Looks for a flat STATE.md, else for the one of the active workstream.
fn find(search: &Search<'_>, dir: &Path) -> Option<Found> {
    let planning = file::below(dir, ".planning");
    let flat = file::below(&planning, "STATE.md");
    if let Ok(open) = Open::at(&flat) {
        return Some(Found {
            path: flat,
            modified: open.modified(),
            content: Content::File(open),
            others: 0,
        });
    }
    find_workstream(search, planning)
}

/// Looks for the STATE.md of the active workstream. Most projects have none, so it is not inlined.
#[inline(never)]
fn find_workstream(search: &Search<'_>, planning: PathBuf) -> Option<Found> {
    if !workstream::are_kept(&planning, &search.budget) {
        return None;
    }
    let Some(path) = workstream::state_file(search.system, &planning) else {
        return Some(Found {
            path: planning,
            modified: i64::MIN,
            content: Content::Notice("no active workstream"),
            others: 0,
        });
    };
    // A workstream without a state shows nothing, but hides states further up.
    let (modified, content) = match Open::at(&path) {
        Ok(open) => (open.modified(), Content::File(open)),
        Err(_) => (i64::MIN, Content::Nothing("the active workstream has no STATE.md")),
    };
    Some(Found { path, modified, content, others: 0 })
}

/// Returns whether a string has keys or headings that only a STATE.md has.
fn is_likely(text: &str) -> bool {
    let keys = ["gsd_state_version:", "milestone:", "active_phase:", "# Project State"];
    text.lines().take(80).any(|line| keys.iter().any(|key| line.starts_with(key)))
}

/// A STATE.md. The documented styles and the smart one read it differently, each on demand.
#[derive(Debug)]
struct StateFile<'a> {
    source: Source<'a>,
}

impl<'a> Reading<'a> for StateFile<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        let compose = match ask.style {
            Style::Full => line::full,
            Style::Compact => line::compact,
            Style::Smart => return smart::view(&self.source, ask),
        };
        let state = GsdFields::read(self.source.text);
        let scene = Scene::of(&state);
        let ids = bracket::Ids::of(&self.source, state.milestone);
        let line = compose(&state, ids.as_ref());
        View { commit: state.state_head, ..View::new(Some(scene as usize), line) }
    }

    fn needs_clock(&self, style: Style) -> bool {
        style == Style::Smart
    }

    fn matching(&self, style: Style) -> Vec<bool> {
        if style == Style::Smart {
            return smart::matching(self.source.text);
        }
        let state = GsdFields::read(self.source.text);
        Scene::ALL.iter().map(|scene| scene.holds(&state)).collect()
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        GsdFields::read(self.source.text).status.map(Cow::Borrowed)
    }

    fn status_word(&self, style: Style) -> String {
        match style {
            Style::Smart => smart::status_word(self.source.text),
            Style::Full | Style::Compact => explain::status_word(self.source.text),
        }
    }

    fn measures(&self) -> Measures {
        let state = GsdFields::read(self.source.text);
        let number = |digits: Option<&str>| digits.and_then(|digits| digits.parse().ok());
        let count = number(state.completed_phases).zip(number(state.total_phases));
        let count = count.map(|(done, total)| Count { done, total }).unwrap_or_default();
        Measures { count, ..Measures::default() }
    }

    fn activity(&self) -> Activity {
        smart::activity(&self.source)
    }

    fn work(&self) -> Work {
        let is_complete = Scene::of(&GsdFields::read(self.source.text)) == Scene::MilestoneComplete;
        if is_complete || smart::is_complete(self.source.text) { Work::Over } else { Work::InFlight }
    }

    fn sees(&self, style: Style, field: &str) -> bool {
        style == Style::Smart || explain::is_seen(&GsdFields::read(self.source.text), field)
    }

    fn evidence(&self, style: Style) -> Vec<Evidence> {
        match style {
            Style::Smart => smart::body_fields(self.source.text),
            Style::Full | Style::Compact => explain::body_fields(self.source.text),
        }
    }

    fn reasons(&self, style: Style) -> Vec<Reason> {
        match style {
            Style::Smart => smart::reasons(self.source.text),
            Style::Full | Style::Compact => explain::reasons(self.source.text),
        }
    }
}
