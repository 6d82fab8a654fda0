//! Workflow player: one `session-state.json` for each run of a template.

use std::{borrow::Cow, path::Path};

use super::{
    Activity, Ask, Content, Family, Fields, Found, Measures, Reading, Search, Style, View, Work,
    companion::{self, Companion},
    no_differences,
    rule::Subject,
};
use crate::{
    document::Syntax,
    sys::file::{self, STATE_LIMIT},
};

pub mod line;
mod page;
pub mod read;
mod rules;
mod samples;
mod sessions;

pub use line::Scene;
pub use read::SessionFields;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "wf-player",
    lives: ".workflow/sessions/WFR-*/session-state.json",
    shows: "template, progress, the nodes that run and their batch",
    files: &[".workflow/sessions/WFR-*/session-state.json"],
    places: &[".workflow", ".workflow/sessions", ".workflow/sessions/*"],
    names: &["session-state.json"],
    is_plan: false,
    bytes_limit: STATE_LIMIT,
    syntax: Syntax::Json,
    scenes: Scene::INFO,
    smart_scenes: None,
    fields: Fields {
        every: &[
            "template_name",
            "template_id",
            "session_id",
            "node_states",
            "status",
            "current_node",
            "current_batch",
            "execution_plan",
            "last_checkpoint",
            "updated_at",
        ],
        smart: &[],
    },
    choice: Some("A running session wins, else a paused one, else the newest"),
    limit: Some("only the sixteen that started last are read"),
    is_likely,
    find,
    read: |source| {
        let folder = source.folder().filter(|folder| folder.starts_with(sessions::PREFIX));
        Box::new(Session {
            modified: source.modified,
            folder,
            state: SessionFields::read(source.text.as_bytes()),
        })
    },
    why_bar,
    hides_bar: &["SL305"],
    differences: no_differences,
    rules: rules::ALL,
    schema: |_| rules::schema::FIELDS,
    page: page::page,
    companions: &[CHECKPOINTS, ARTIFACTS],
    samples: samples::SAMPLES,
    preferences: None,
    declared: None,
};

/// The snapshots of a session.
const CHECKPOINTS: Companion = Companion {
    name: "checkpoints",
    about: companion::CHECKPOINTS,
    schema: companion::CHECKPOINTS_SCHEMA,
    read: |found, _| {
        let is_json = |name: &str| Path::new(name).extension().is_some_and(|kind| kind == "json");
        companion::snapshots(&found.dir()?.join("checkpoints"), is_json)
    },
};

/// The files that the nodes wrote.
const ARTIFACTS: Companion = Companion {
    name: "artifacts",
    about: "wf-player: the files in `artifacts/`",
    schema: companion::LISTING_SCHEMA,
    read: |found, _| companion::listing(&found.dir()?.join("artifacts")),
};

/// Looks for the session to show.
fn find(search: &Search<'_>, dir: &Path) -> Option<Found> {
    let session = sessions::chosen(&file::below(dir, ".workflow/sessions"), &search.budget)?;
    Some(Found {
        path: session.path,
        modified: session.modified,
        content: Content::Bytes(session.bytes),
        others: 0,
    })
}

/// A session. The name of its directory is its id, even if the file is empty or half written.
#[derive(Debug)]
struct Session<'a> {
    modified: i64,
    folder: Option<&'a str>,
    state: SessionFields<'a>,
}

impl<'a> Reading<'a> for Session<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        let scene = Scene::of(&self.state);
        let line = match ask.style {
            Style::Full | Style::Smart => {
                let lead = self.state.lead().cloned().or(self.folder.map(Cow::Borrowed));
                line::full(&self.state, lead, self.modified, ask)
            }
            Style::Compact => line::compact(&self.state, self.modified, ask),
        };
        View::new(Some(scene as usize), line)
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        Scene::ALL.iter().map(|scene| scene.holds(&self.state)).collect()
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        self.state.status.clone()
    }

    fn measures(&self) -> Measures {
        Measures { count: self.state.count, ..Measures::default() }
    }

    fn activity(&self) -> Activity {
        line::activity(&self.state, self.modified)
    }

    fn work(&self) -> Work {
        let is_over = matches!(Scene::of(&self.state), Scene::Complete | Scene::Ended);
        if is_over { Work::Over } else { Work::InFlight }
    }
}

/// Explains where the bar's percentage comes from, or why there is no bar.
fn why_bar(subject: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    let count = SessionFields::read(subject.text.as_bytes()).count;
    match percent {
        Some(_) => format!("{} of {} nodes are completed or skipped", count.done, count.total),
        None => "there are no nodes to count".to_owned(),
    }
}

/// Returns whether a string has keys that only a session of the player has.
fn is_likely(text: &str) -> bool {
    let state = SessionFields::read(text.as_bytes());
    !state.nodes.is_empty()
        || state.batches.is_some()
        || state.session_id.is_some_and(|id| id.starts_with(sessions::PREFIX))
}
