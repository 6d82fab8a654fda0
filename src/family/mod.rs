//! The families of state files: one folder each, with everything that is known about it.
//!
//! A new family is a folder and a line in [`FAMILIES`].

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::{
    document::{Document, Syntax},
    sys::file::Open,
};

pub mod agent_state;
mod ages;
pub mod bmad;
pub mod companion;
pub mod declared;
pub mod gsd;
mod inside;
pub mod kiro;
pub mod openspec;
pub mod page;
pub mod parts;
pub mod plan;
mod preferences;
pub mod ralph_loop;
mod reading;
pub mod rule;
mod search;
pub mod spec_kit;
pub mod taskmaster;
pub mod text;
pub mod two_phase;
pub mod wf_player;

pub use ages::{Ages, Hidden};
pub use preferences::{Preferences, PreferencesFile};
pub use reading::{
    Activity, Ask, Evidence, Measures, ProjectCode, Reading, Reason, SceneInfo, Source, Style, View, Work,
};
pub use search::Search;

use companion::Companion;
use declared::Workflow;
use page::Page;
use rule::{Rule, Subject, schema::Field};

/// Every family; if two states are equally near and new, the first wins.
pub static FAMILIES: &[Family] = &[
    gsd::FAMILY,
    two_phase::FAMILY,
    wf_player::FAMILY,
    agent_state::FAMILY,
    ralph_loop::FAMILY,
    bmad::FAMILY,
    taskmaster::FAMILY,
    spec_kit::FAMILY,
    openspec::FAMILY,
    kiro::FAMILY,
];

/// One family of state files.
#[derive(Debug)]
pub struct Family {
    /// Its name on the command line.
    pub id: &'static str,
    /// Where its state file is, for people.
    pub lives: &'static str,
    /// What its line shows, for people.
    pub shows: &'static str,
    /// The files that can hold its state, below a project's directory; `*` is any name.
    pub files: &'static [&'static str],
    /// The directories to watch and to list, below a project's directory; `*` is any name. The first ones, up to the
    /// first with a slash, are directly in the project: without any of them, a directory is not searched for a state
    /// of this family.
    pub places: &'static [&'static str],
    /// Whether its states are plans, which are hidden if they are not worked on.
    pub is_plan: bool,
    /// The most bytes of a file to read.
    pub bytes_limit: usize,
    /// The names that only its files have; a file with a more usual name is recognised by its whole path.
    pub names: &'static [&'static str],
    /// How its files are written.
    pub syntax: Syntax,
    /// What its line can show; the first that applies is shown.
    pub scenes: &'static [SceneInfo],
    /// The same for the smart line, if other fields decide there.
    pub smart_scenes: Option<&'static [SceneInfo]>,
    /// The fields that the line is made of, with those that only the smart line uses.
    pub fields: Fields,
    /// How one of several states in one directory is chosen, for people.
    pub choice: Option<&'static str>,
    /// Why only some of the states in one directory are read, for people.
    pub limit: Option<&'static str>,
    /// Returns whether a string without a known path is one of its files.
    pub is_likely: fn(&str) -> bool,
    /// Looks for its state in one directory, within the budget of the whole search.
    pub find: fn(&Search<'_>, &Path) -> Option<Found>,
    /// Reads a state.
    pub read: for<'a> fn(Source<'a>) -> Box<dyn Reading<'a> + 'a>,
    /// Explains where the bar's percentage comes from, or why there is no bar.
    pub why_bar: fn(&Subject<'_>, Style, Option<u8>) -> String,
    /// The codes of its rules that report why the line cannot see the progress, the most important first.
    pub hides_bar: &'static [&'static str],
    /// Returns the values that a YAML parser reads differently from the line.
    pub differences: fn(&Subject<'_>) -> Vec<Difference>,
    /// Its own check rules.
    pub rules: &'static [&'static [Rule]],
    /// The documented fields of a file.
    pub schema: fn(&Subject<'_>) -> &'static [Field],
    /// Adds its own fields to the page of `show`.
    pub page: fn(&Value, &Map<String, Value>, &mut Page),
    /// The companion documents that `get` and `show` know.
    pub companions: &'static [Companion],
    /// A state for every scene.
    pub samples: &'static [Sample],
    /// The workflow's own file of preferences for the line, if it has one.
    pub preferences: Option<PreferencesFile>,
    /// The declaration, if the user declared it in the settings.
    pub declared: Option<&'static Workflow>,
}

impl Family {
    /// Looks for its state in one directory.
    pub fn found(&self, search: &Search<'_>, dir: &Path) -> Option<Found> {
        match self.declared {
            Some(workflow) => workflow.find(search, dir),
            None => (self.find)(search, dir),
        }
    }

    /// Reads a state.
    pub fn reading<'a>(&self, source: Source<'a>) -> Box<dyn Reading<'a> + 'a> {
        match self.declared {
            Some(workflow) => workflow.read(source),
            None => (self.read)(source),
        }
    }

    /// Returns the folders directly in a project of which at least one is there if the family has a state.
    pub fn folders(&self) -> impl Iterator<Item = &'static str> {
        self.places.iter().copied().take_while(|place| !place.contains('/'))
    }

    /// Returns which of the family's file names a path has.
    pub fn name_of(&self, path: &Path) -> Option<&'static str> {
        self.names.iter().copied().find(|name| path.ends_with(name))
    }

    /// Returns the scenes of a style.
    pub fn scenes_of(&self, style: Style) -> &'static [SceneInfo] {
        self.smart_scenes.filter(|_| style == Style::Smart).unwrap_or(self.scenes)
    }

    /// Returns the name of the scene that a view shows.
    pub fn scene_name(&self, view: &View<'_>) -> Option<&'static str> {
        Some(self.scenes.get(view.scene?)?.name)
    }

    /// Returns whether its files are Markdown after frontmatter.
    pub fn has_frontmatter(&self) -> bool {
        matches!(self.syntax, Syntax::Frontmatter { .. })
    }

    /// Returns whether its files are JSON.
    pub fn is_json(&self) -> bool {
        matches!(self.syntax, Syntax::Json)
    }

    /// Reads a whole file of this family.
    pub fn document(&self, text: &str) -> Document {
        self.document_at(text, None)
    }

    /// Reads a whole file of this family, some of whose values are in its path.
    pub fn document_at(&self, text: &str, path: Option<&Path>) -> Document {
        Document::read(self.syntax, text, path)
    }

    /// Returns how many names of a path, from its end, are those of one of the family's files; 0 if it is none.
    pub fn names_in(&self, path: &Path) -> usize {
        let fits = |place: &&&str| {
            let mut names = path.iter().rev();
            place.rsplit('/').all(|wanted| names.next().is_some_and(|name| wanted == "*" || name == wanted))
        };
        let places = self.files.iter().filter(fits);
        places.map(|place| place.split('/').count()).max().unwrap_or_default()
    }
}

/// The fields that a line is made of.
#[derive(Debug)]
pub struct Fields {
    /// The fields that every style uses.
    pub every: &'static [&'static str],
    /// The fields that only the smart line uses.
    pub smart: &'static [&'static str],
}

/// A value that a YAML parser reads differently from the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where it is.
    pub span: std::ops::Range<usize>,
    /// The field.
    pub name: &'static str,
    /// What the line reads.
    pub line: String,
    /// What YAML reads.
    pub yaml: String,
}

/// A state that was found.
#[derive(Debug)]
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// When it was last written, in seconds since 1970.
    pub modified: i64,
    /// Its content.
    pub content: Content,
    /// How many other states of the family the project has.
    pub others: usize,
}

/// The content of a state that was found.
#[derive(Debug)]
pub enum Content {
    /// A file that has not been read yet.
    File(Open),
    /// What had to be read to decide whether it is a state of this family.
    Bytes(Vec<u8>),
    /// A fixed message to show instead of a state.
    Notice(&'static str),
    /// Nothing to show, but the search stops here. The string says why, for people.
    Nothing(&'static str),
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

/// Returns no differences: for families whose line reads a file as any parser does.
fn no_differences(_: &Subject<'_>) -> Vec<Difference> {
    Vec::new()
}
