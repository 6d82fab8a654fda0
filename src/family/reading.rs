//! What a state file says, in any family: the line and every command use the same reading.

use std::{borrow::Cow, fmt, path::Path};

use super::parts::Count;
use crate::line::{Line, Tone};

/// A state file as it was read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its text.
    pub text: &'a str,
    /// When it was last written, in seconds since 1970.
    pub modified: i64,
    /// Its path, if it is known.
    pub path: Option<&'a Path>,
    /// The project's directory, if it was found there.
    pub root: Option<&'a Path>,
    /// How many other states of the family the project has.
    pub others: usize,
    /// The code that the project's own settings put into ids.
    pub code: ProjectCode<'a>,
}

/// The code that the project's own settings put into ids, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub enum ProjectCode<'a> {
    /// The settings were not read: the family reads them if it needs them.
    #[default]
    Unread,
    /// The settings were read, and have a code or not.
    Known(Option<&'a str>),
}

impl<'a> Source<'a> {
    /// Returns a source without a path.
    pub fn unnamed(text: &'a str, modified: i64) -> Self {
        Self { text, modified, path: None, root: None, others: 0, code: ProjectCode::Unread }
    }

    /// Returns the name of the directory that holds it, if it is known.
    pub fn folder(&self) -> Option<&'a str> {
        folder(self.path?)
    }
}

/// Returns the name of the directory that holds a file.
pub(super) fn folder(path: &Path) -> Option<&str> {
    path.parent()?.file_name()?.to_str()
}

/// How to compose the line.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// The style.
    pub style: Style,
    /// The current time, in seconds since 1970.
    pub now: i64,
}

/// The styles of the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The documented line.
    #[default]
    Full,
    /// The short line.
    Compact,
    /// Fills in missing values; shows age, PAUSED and BLOCKED.
    Smart,
}

impl Style {
    /// Every style by name.
    pub const NAMES: &'static [(&'static str, Self)] =
        &[("full", Self::Full), ("compact", Self::Compact), ("smart", Self::Smart)];
}

/// One thing that a line can show. `get @scene` prints its name; messages call it a situation.
#[derive(Debug)]
pub struct SceneInfo {
    /// Its name.
    pub name: &'static str,
    /// When it applies, for people.
    pub trigger: &'static str,
    /// The fields that decide.
    pub fields: &'static [&'static str],
}

/// What a state shows.
#[derive(Debug)]
pub struct View<'a> {
    /// The index of the scene in the family's list; `None` if there was no state to choose by.
    pub scene: Option<usize>,
    /// The line.
    pub line: Line<'a>,
    /// The commit that the state was written against, if the family records it.
    pub commit: Option<&'a str>,
    /// The session that does the work, if the family records it.
    pub session: Option<&'a str>,
    /// The style of the line in the hook.
    pub tone: Tone,
}

impl<'a> View<'a> {
    /// Returns a view without a commit and a session, in the usual style.
    pub fn new(scene: Option<usize>, line: Line<'a>) -> Self {
        Self { scene, line, commit: None, session: None, tone: Tone::Dim }
    }
}

/// How far the work is: decides which of several states is shown, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// It goes on, or was interrupted.
    InFlight,
    /// It is complete, or was ended.
    Over,
    /// A plan has open tasks. Only its age can say whether they are worked on.
    Open,
    /// A plan has no open tasks left.
    Finished,
}

/// Whether work goes on, and when the state last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// Whether work is in progress, or was when it was interrupted; never in a plan, which cannot say so.
    pub in_flight: bool,
    /// When the state was last touched: the file's own statement, else its modification time.
    pub touched: i64,
}

/// The numbers in a state, for monitoring.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measures {
    /// How many tasks, modules or phases are done.
    pub count: Count,
    /// The cost so far, in US dollars.
    pub cost: Option<f64>,
    /// How much of each limit is used; 1 is all of it.
    pub limits: Vec<(&'static str, f64)>,
}

/// A value that the line reads from somewhere other than a field, such as the Markdown body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Its name, for people.
    pub name: Cow<'static, str>,
    /// The value.
    pub value: String,
    /// Its position in the text, in bytes.
    pub at: Option<usize>,
}

/// Why a part of the line says what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The part, such as `status`.
    pub part: &'static str,
    /// The field, or the place in the text, that it was taken from.
    pub from: Cow<'static, str>,
    /// Where that is in the text, in bytes, unless it is a field.
    pub at: Option<usize>,
    /// Why that wins over everything else that is said.
    pub why: &'static str,
}

/// What a state file says. Each answer is computed on demand, so the line pays only for what it uses.
pub trait Reading<'a>: fmt::Debug {
    /// Returns the line and what it shows.
    fn view(&self, ask: &Ask) -> View<'a>;

    /// Returns whether the line of a style depends on the time. If not, the clock is not read, which saves a system call.
    fn needs_clock(&self, _style: Style) -> bool {
        true
    }

    /// Returns for each scene whether it applies, even if an earlier one is shown instead.
    fn matching(&self, style: Style) -> Vec<bool>;

    /// Returns the status in the file's own words.
    fn status(&self) -> Option<Cow<'a, str>>;

    /// Returns the status that the line of a style is made of as the documented word, `unknown` if there is none.
    fn status_word(&self, _style: Style) -> String {
        let word = self.status().map(|status| status.trim().to_lowercase().replace([' ', '-'], "_"));
        word.filter(|word| !word.is_empty()).unwrap_or_else(|| "unknown".to_owned())
    }

    /// Returns whether work goes on, and since when.
    fn activity(&self) -> Activity;

    /// Returns how far the work is; a family that keeps no plans says when it is over.
    fn work(&self) -> Work {
        Work::InFlight
    }

    /// Returns what else needs attention: warnings that the file lists, and what is overdue.
    fn warnings(&self, _now: i64) -> Vec<String> {
        Vec::new()
    }

    /// Returns the numbers for monitoring.
    fn measures(&self) -> Measures {
        Measures::default()
    }

    /// Returns whether the line of a style sees a field that a YAML or JSON parser finds.
    fn sees(&self, _style: Style, _field: &str) -> bool {
        true
    }

    /// Returns which of several statements each part of the line of a style was taken from, and why.
    fn reasons(&self, _style: Style) -> Vec<Reason> {
        Vec::new()
    }

    /// Returns what the line of a style reads from outside the fields.
    fn evidence(&self, _style: Style) -> Vec<Evidence> {
        Vec::new()
    }
}
