//! A state file that was found or named, and read.

use std::path::{Path, PathBuf};

use super::search::Found;
use crate::{
    document::Document,
    family::{
        Activity, Ages, Ask, Content, FAMILIES, Family, Hidden, Measures, ProjectCode, Reading, Source,
        Style, View, Work, rule::Subject,
    },
    line::{Join, Line, Rank, Tone},
    sys::{
        System,
        file::{Open, STATE_LIMIT},
    },
};

/// A state that was read.
#[derive(Debug)]
pub struct State {
    /// The family it belongs to.
    pub family: &'static Family,
    /// The file, unless it came from standard input.
    pub path: Option<PathBuf>,
    /// The directory that it was found in, unless it was named.
    pub root: Option<PathBuf>,
    /// When it was last written, in seconds since 1970.
    pub modified: i64,
    /// Why the line does not show it, if it was found: a plan that is not worked on is hidden.
    pub hidden: Option<Hidden>,
    /// The ages after which a plan is hidden or shows its age.
    ages: Ages,
    others: usize,
    code: Code,
    body: Body,
}

/// What decides whether a state wins over others.
#[derive(Debug)]
pub(super) struct Glance {
    /// Why the line hides it, if it does.
    pub(super) hidden: Option<Hidden>,
    /// Whether it has anything to show.
    pub(super) has_line: bool,
    /// Whether work goes on, or was interrupted.
    pub(super) in_flight: bool,
}

/// The project's code for ids, as far as it is known.
#[derive(Debug, Default)]
enum Code {
    #[default]
    Unread,
    Known(Option<String>),
}

/// What was read.
#[derive(Debug)]
enum Body {
    Text {
        text: String,
        /// Whether this is all of the file, and the file is UTF-8.
        is_whole: bool,
    },
    Notice(&'static str),
}

impl Body {
    /// Takes what was read of a file, of which at most `limit` bytes are read.
    fn of(bytes: Vec<u8>, limit: usize) -> Self {
        let is_all = bytes.len() < limit;
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text { text, is_whole: is_all },
            Err(error) => {
                Self::Text { text: String::from_utf8_lossy(error.as_bytes()).into_owned(), is_whole: false }
            }
        }
    }
}

impl State {
    /// Reads a state that was found.
    pub fn read(located: Found) -> Option<Self> {
        let limit = located.family.bytes_limit;
        let body = match located.found.content {
            Content::File(open) => Body::of(open.head(limit).ok()?, limit),
            Content::Bytes(bytes) => Body::of(bytes, limit),
            Content::Notice(notice) => Body::Notice(notice),
            Content::Nothing(_) => return None,
        };
        Some(Self {
            family: located.family,
            path: Some(located.found.path),
            root: Some(located.root),
            modified: located.found.modified,
            hidden: None,
            ages: Ages::default(),
            others: located.found.others,
            code: Code::Unread,
            body,
        })
    }

    /// Reads a file that was named, whatever its name.
    pub fn file(path: &Path, family: Option<&'static Family>) -> Option<Self> {
        let open = Open::at(path).ok()?;
        let modified = open.modified();
        let family = family.or_else(|| by_path(path));
        let limit = family.map_or(STATE_LIMIT, |family| family.bytes_limit);
        let body = Body::of(open.head(limit).ok()?, limit);
        let family = family.or_else(|| by_content(&body)).or(FAMILIES.first())?;
        let path = Some(path.to_owned());
        let ages = Ages::default();
        Some(Self {
            family,
            path,
            root: None,
            modified,
            hidden: None,
            ages,
            others: 0,
            code: Code::Unread,
            body,
        })
    }

    /// Wraps a state that came from standard input.
    pub fn text(system: &System, text: Vec<u8>, family: Option<&'static Family>) -> Option<Self> {
        let body = Body::of(text, family.map_or(STATE_LIMIT, |family| family.bytes_limit));
        let family = family.or_else(|| by_content(&body)).or(FAMILIES.first())?;
        let (modified, ages) = (system.now(), Ages::default());
        Some(Self {
            family,
            path: None,
            root: None,
            modified,
            hidden: None,
            ages,
            others: 0,
            code: Code::Unread,
            body,
        })
    }

    /// Sets the ages after which a plan is hidden or shows its age.
    #[must_use]
    pub fn with_ages(mut self, ages: Ages) -> Self {
        self.ages = ages;
        self
    }

    /// Sets the project's code for ids, so that the settings are not read again.
    #[must_use]
    pub fn with_code(mut self, code: Option<String>) -> Self {
        self.code = Code::Known(code);
        self
    }

    /// Returns the text of the file, or the fixed message that is shown instead.
    pub fn content(&self) -> Result<&str, &'static str> {
        match &self.body {
            Body::Text { text, .. } => Ok(text),
            Body::Notice(notice) => Err(notice),
        }
    }

    /// Returns whether all of the file was read, and as the text that it is.
    pub fn is_whole(&self) -> bool {
        matches!(self.body, Body::Text { is_whole: true, .. })
    }

    /// Returns what the state says; a fixed message has nothing to say.
    pub fn reading(&self) -> Option<Box<dyn Reading<'_> + '_>> {
        let text = self.content().ok()?;
        let (path, root) = (self.path.as_deref(), self.root.as_deref());
        let (modified, others) = (self.modified, self.others);
        let code = match &self.code {
            Code::Unread => ProjectCode::Unread,
            Code::Known(code) => ProjectCode::Known(code.as_deref()),
        };
        Some(self.family.reading(Source { text, modified, path, root, others, code }))
    }

    /// Returns what the rules examine; `text` is the state's own, or what a fix would make of it.
    pub fn subject<'s>(&'s self, system: &System, text: &'s str, document: &'s Document) -> Subject<'s> {
        let mut subject = Subject::new(self.family, self.path.as_deref(), text, document);
        (subject.now, subject.modified, subject.is_whole) = (system.now(), self.modified, self.is_whole());
        subject
    }

    /// Makes the line.
    pub fn view(&self, system: &System, style: Style) -> View<'_> {
        match &self.body {
            Body::Notice(notice) => {
                let mut line = Line::default();
                // As faint as the published hook shows it.
                line.push_as(Tone::Plain, Join::Dot, Rank::Alert, *notice);
                View::new(None, line)
            }
            Body::Text { .. } => {
                let nothing = || View::new(None, Line::default());
                self.reading().map_or_else(nothing, |reading| {
                    let needs_clock = self.family.is_plan || reading.needs_clock(style);
                    let now = if needs_clock { system.now() } else { 0 };
                    let view = reading.view(&Ask { style, now });
                    if self.family.is_plan { self.aged(view, &*reading, style, now) } else { view }
                })
            }
        }
    }

    /// Adds the age of a plan that has not been touched for a while.
    fn aged<'s>(&self, mut view: View<'s>, reading: &dyn Reading<'s>, style: Style, now: i64) -> View<'s> {
        let age = self.ages.shown(reading.work(), reading.activity(), now);
        if let Some(age) = age.filter(|_| style != Style::Compact && !view.line.is_empty()) {
            view.line.push(Join::Dot, Rank::Active, age);
        }
        view
    }

    /// Returns what decides between several states, from one reading: a file may be megabytes long.
    pub(super) fn glance(&self, system: &System, looks_at_line: bool) -> Glance {
        let Some(reading) = self.reading() else {
            return Glance { hidden: None, has_line: true, in_flight: false };
        };
        let now = system.now();
        let work = reading.work();
        let touched = || reading.activity().touched;
        let hidden = if self.family.is_plan { self.ages.hidden(work, touched(), now) } else { None };
        let has_line = !looks_at_line || !reading.view(&Ask { style: Style::Full, now }).line.is_empty();
        Glance { hidden, has_line, in_flight: work == Work::InFlight }
    }

    /// Returns whether work goes on, and when the state last changed.
    pub fn activity(&self) -> Activity {
        let nothing = || Activity { in_flight: false, touched: self.modified };
        self.reading().map_or_else(nothing, |reading| reading.activity())
    }

    /// Returns the status that the line of a style is made of as the documented word.
    pub fn status_word(&self, style: Style) -> String {
        self.reading().map_or_else(|| "unknown".to_owned(), |reading| reading.status_word(style))
    }

    /// Returns how far the work is; a fixed message is not about work.
    pub fn work(&self) -> Option<Work> {
        self.reading().map(|reading| reading.work())
    }

    /// Returns the numbers for monitoring.
    pub fn measures(&self) -> Measures {
        self.reading().map(|reading| reading.measures()).unwrap_or_default()
    }

    /// Returns how much is done, where the documented line or the smart one knows.
    pub fn percent(&self, system: &System) -> Option<u8> {
        [Style::Full, Style::Smart].into_iter().find_map(|style| self.view(system, style).line.percent())
    }
}

/// Returns the family whose files are called that, else the one whose files are in such folders.
fn by_path(path: &Path) -> Option<&'static Family> {
    // `.kiro/specs/a/tasks.md` also ends like a file in `specs`, so the longest place wins.
    let in_folders = || FAMILIES.iter().filter(|family| family.names_in(path) > 0);
    let by_name = FAMILIES.iter().find(|family| family.name_of(path).is_some());
    by_name.or_else(|| in_folders().max_by_key(|family| family.names_in(path)))
}

/// Returns the first family whose files look like this.
fn by_content(body: &Body) -> Option<&'static Family> {
    let Body::Text { text, .. } = body else { return None };
    FAMILIES.iter().find(|family| (family.is_likely)(text))
}
