//! The families of state files: where each lives, how it is read, what it shows.

use std::path::{Path, PathBuf};

use crate::{file::Open, host::Host, line::Line, listing::Budget};

pub mod agent_state;
pub mod gsd;
pub mod parts;
pub mod two_phase;
pub mod wf_player;

/// One family of state files.
#[derive(Debug)]
pub struct Family {
    /// What it is called on the command line.
    pub id: &'static str,
    /// Where its state is kept, for people.
    pub lives: &'static str,
    /// The directories that its files are kept in, from a project's own; `*` stands for any name.
    pub places: &'static [&'static str],
    /// What its files are called, to tell them by.
    pub names: &'static [&'static str],
    /// What its line tells, for people.
    pub shows: &'static str,
    /// What its line can be about; the first that holds is shown.
    pub scenes: &'static [SceneInfo],
    /// What the smart line goes by for the same scenes, where that is something else.
    pub smart_scenes: Option<&'static [SceneInfo]>,
    /// Tells of each scene whether it holds, whatever stands before it.
    pub holding: fn(&str, &Ask) -> Vec<bool>,
    /// Tells whether a text with an unknown path is one of its files.
    pub is_likely: fn(&str) -> bool,
    /// Looks for its state in one directory, within what the whole search may cost.
    pub find: fn(&Host, &Path, &Budget) -> Option<Found>,
    /// Makes the line of a state.
    pub view: for<'a> fn(&'a str, &Ask) -> View<'a>,
    /// Tells whether work is under way, and when it was last touched.
    pub pulse: fn(&str, &Ask) -> Pulse,
    /// A state for every scene.
    pub samples: &'static [Sample],
}

impl Family {
    /// Returns which of the family's names a file has.
    pub fn name_of(&self, path: &Path) -> Option<&'static str> {
        self.names.iter().copied().find(|name| path.ends_with(name))
    }

    /// Returns the scenes as a style chooses among them.
    pub fn scenes_of(&self, style: Style) -> &'static [SceneInfo] {
        self.smart_scenes.filter(|_| style == Style::Smart).unwrap_or(self.scenes)
    }

    /// Tells whether its files are JSON, rather than Markdown with frontmatter.
    pub fn is_json(&self) -> bool {
        self.names.iter().all(|name| Path::new(name).extension().is_some_and(|kind| kind == "json"))
    }
}

/// Every family; where two states are equally near and new, the first counts.
pub static FAMILIES: &[Family] = &[gsd::FAMILY, two_phase::FAMILY, wf_player::FAMILY, agent_state::FAMILY];

/// One thing that a line can be about.
#[derive(Debug)]
pub struct SceneInfo {
    /// What it is called.
    pub name: &'static str,
    /// When it holds, in words.
    pub trigger: &'static str,
    /// The fields that decide.
    pub fields: &'static [&'static str],
}

/// A state that was found.
#[derive(Debug)]
pub struct Found {
    /// Where it is kept.
    pub path: PathBuf,
    /// When it was last written, in seconds since 1970.
    pub modified: i64,
    /// What there is of it.
    pub content: Content,
}

/// What there is of a state.
#[derive(Debug)]
pub enum Content {
    /// A file, not read yet.
    File(Open),
    /// A text that had to be read to be told from somebody else's.
    Text(String),
    /// A sentence that stands for a state that could not be told.
    Notice(&'static str),
    /// Nothing to show, but this is where the search ends.
    Nothing,
}

/// How the line is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// In which style.
    pub style: Style,
    /// The time, in seconds since 1970.
    pub now: i64,
    /// When the file was last written.
    pub modified: i64,
    /// Which of the family's names the file has, where it has one.
    pub name: Option<&'static str>,
}

/// The styles of the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The documented line.
    #[default]
    Full,
    /// The short one.
    Compact,
    /// What a person who read the whole file would say.
    Smart,
}

impl Style {
    /// Every style by name.
    pub const NAMES: &'static [(&'static str, Self)] =
        &[("full", Self::Full), ("compact", Self::Compact), ("smart", Self::Smart)];
}

/// What a state shows.
#[derive(Debug)]
pub struct View<'a> {
    /// The scene's place in the family's list; `None` where there was no state to choose by.
    pub scene: Option<usize>,
    /// The line.
    pub line: Line<'a>,
    /// The commit that the state was written against, where the family notes it.
    pub commit: Option<&'a str>,
}

/// Whether somebody is at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulse {
    /// Whether work is under way, or was when it was broken off without a word.
    pub in_flight: bool,
    /// When the state was last touched, by its own word, else by the file's.
    pub touched: i64,
}

/// A built-in state that shows a scene.
#[derive(Debug)]
pub struct Sample {
    /// The name of the scene.
    pub scene: &'static str,
    /// The file.
    pub text: &'static str,
}

/// Returns the family of that name.
pub fn family(id: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.id == id)
}
