//! What the rules look at: one state file, its text and its values, each with its place.

use std::{
    cell::OnceCell,
    fmt::Write as _,
    ops::Range,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{Edit, broken::Unreadable, edited, front::Front, schema};
use crate::{
    document::{Document, Step},
    family::{Ask, Family, Source, Style},
    sys::file::{self, Open, STATE_LIMIT},
};

/// A state file under the eyes of the rules.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The family it belongs to.
    pub family: &'static Family,
    /// Where it is kept, unless it came in by standard input.
    pub path: Option<&'a Path>,
    /// Its text.
    pub text: &'a str,
    /// Its values.
    pub document: &'a Document,
    /// Where its frontmatter stands, or was meant to stand.
    pub front: Option<Front>,
    /// The time, in seconds since 1970.
    pub now: i64,
    /// When it was last written.
    pub modified: i64,
    /// Whether all of it was read, and as the text that it is.
    pub is_whole: bool,
    schema: OnceCell<Vec<schema::Fault>>,
    unreadable: OnceCell<Unreadable>,
    has_line: OnceCell<bool>,
}

impl<'a> Subject<'a> {
    /// Takes a text that was read.
    pub fn new(
        family: &'static Family,
        path: Option<&'a Path>,
        text: &'a str,
        document: &'a Document,
    ) -> Self {
        let front = Front::of(family.syntax, text);
        Self {
            family,
            path,
            text,
            document,
            front,
            now: 0,
            modified: 0,
            is_whole: true,
            schema: OnceCell::new(),
            unreadable: OnceCell::new(),
            has_line: OnceCell::new(),
        }
    }

    /// Returns the outermost value.
    pub fn root(&self) -> Node<'_> {
        Node { subject: self, value: Some(&self.document.value), steps: Vec::new() }
    }

    /// Tells whether the values come from frontmatter that stands where it belongs.
    pub fn has_frontmatter(&self) -> bool {
        let mark = if self.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        self.front.as_ref().is_some_and(|front| front.open.start <= mark && front.close.is_some())
    }

    /// Returns where a text that should be JSON stops being so, and why.
    pub fn unreadable(&self) -> Option<(Range<usize>, &str)> {
        let complaint = self.document.complaints.first()?;
        if self.text.trim().is_empty() {
            return None;
        }
        let (span, line) = super::front::lines(self.text, 0).nth(complaint.line.saturating_sub(1))?;
        let mut characters = line.char_indices().skip(complaint.column.saturating_sub(1));
        let (at, length) =
            characters.next().map_or((line.len(), 0), |(at, character)| (at, character.len_utf8()));
        let at = span.start.saturating_add(at);
        Some((at..at.saturating_add(length), &complaint.why))
    }

    /// Returns where the text departs from the documented schema of its family.
    pub fn schema_faults(&self) -> &[schema::Fault] {
        self.schema.get_or_init(|| schema::faults(self))
    }

    /// Returns the lines that YAML cannot read, as far as they are looked at.
    pub fn broken_lines(&self) -> &Unreadable {
        self.unreadable.get_or_init(|| Unreadable::of(self))
    }

    /// Tells whether a file that has a line still has one with these edits.
    pub fn keeps_line(&self, edits: &[Edit]) -> bool {
        if edits.is_empty() {
            return true;
        }
        let name = self.path.and_then(|path| self.family.name_of(path));
        let ask = Ask { style: Style::Full, now: self.now };
        let has_line = |text: &str| {
            let source = Source { text, name, folder: None, modified: self.modified };
            !(self.family.read)(source).view(&ask).line.is_empty()
        };
        let edited = edited(self.text, edits.iter().collect());
        edited.is_some_and(|edited| has_line(&edited) || !*self.has_line.get_or_init(|| has_line(self.text)))
    }

    /// Returns the directory that holds the file.
    pub fn dir(&self) -> Option<&'a Path> {
        self.path.and_then(Path::parent)
    }

    /// Returns the project: the directory that holds the folder which the family keeps its state in.
    pub fn project(&self) -> Option<&'a Path> {
        let folder = |dir: &&Path| {
            dir.file_name()
                .is_some_and(|name| name == ".claude" || name == ".workflow" || name == ".planning")
        };
        let folder = self.path?.ancestors().find(folder)?;
        let parent = folder.parent()?;
        Some(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
    }

    /// Returns a path that the file names, seen from its project.
    pub fn named(&self, path: &str) -> Option<PathBuf> {
        Some(self.project()?.join(path))
    }

    /// Returns how the lines of the text end.
    pub fn line_end(&self) -> &'static str {
        match self.text.split_once('\n') {
            Some((line, _)) if line.ends_with('\r') => "\r\n",
            _ => "\n",
        }
    }

    /// Returns the first line of the text, without its end.
    pub fn first_line(&self) -> Range<usize> {
        0..self.text.lines().next().map_or(0, str::len)
    }
}

/// Reads another file than the one that is checked, if it is there.
pub fn neighbour(path: &Path) -> Option<String> {
    Some(file::decoded(Open::at(path).ok()?.head(STATE_LIMIT).ok()?))
}

/// A value of the file, or the place where one could stand.
#[derive(Clone, Debug)]
pub struct Node<'s> {
    subject: &'s Subject<'s>,
    value: Option<&'s Value>,
    steps: Vec<Step<'s>>,
}

impl<'s> Node<'s> {
    /// Returns what a key holds.
    #[must_use]
    pub fn key(&self, name: &'s str) -> Self {
        let value = self.value.and_then(|value| value.get(name));
        self.step(Step::Key(name), value)
    }

    /// Returns the members of a list; anything else has none.
    pub fn items(&self) -> impl Iterator<Item = Node<'s>> + use<'s> {
        let node = self.clone();
        let items = self.value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        items.iter().enumerate().map(move |(index, value)| node.step(Step::Index(index), Some(value)))
    }

    /// Returns the keys of an object and what they hold; anything else has none.
    pub fn entries(&self) -> impl Iterator<Item = (&'s str, Node<'s>)> + use<'s> {
        let node = self.clone();
        let entries = self.value.and_then(Value::as_object).into_iter().flatten();
        entries.map(move |(key, value)| (key.as_str(), node.step(Step::Key(key), Some(value))))
    }

    fn step(&self, step: Step<'s>, value: Option<&'s Value>) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step);
        Self { subject: self.subject, value, steps }
    }

    /// Returns the value, unless it is missing or null.
    pub fn value(&self) -> Option<&'s Value> {
        self.value.filter(|value| !value.is_null())
    }

    /// Tells whether there is a value, be it null.
    pub fn is_there(&self) -> bool {
        self.value.is_some()
    }

    /// Returns a text.
    pub fn text(&self) -> Option<&'s str> {
        self.value.and_then(Value::as_str)
    }

    /// Returns a whole number.
    pub fn whole(&self) -> Option<i64> {
        self.value.and_then(Value::as_i64)
    }

    /// Tells whether it is `true`.
    pub fn is_true(&self) -> bool {
        self.value == Some(&Value::Bool(true))
    }

    /// Returns a time in seconds since 1970.
    pub fn time(&self) -> Option<i64> {
        crate::time::seconds(self.text()?)
    }

    /// Counts the members of a list.
    pub fn count(&self) -> Option<usize> {
        self.value.and_then(Value::as_array).map(Vec::len)
    }

    /// Returns a scalar as it stands in the file, or as JSON writes it.
    pub fn written(&self) -> Option<String> {
        match self.value()? {
            Value::Array(_) | Value::Object(_) => None,
            Value::String(text) => Some(text.clone()),
            other => {
                Some(self.subject.document.raw(&self.steps).map_or_else(|| other.to_string(), Into::into))
            }
        }
    }

    /// Returns the way to it: `modules_status[0].id`.
    pub fn name(&self) -> String {
        let mut name = String::new();
        for step in &self.steps {
            match step {
                Step::Key(key) if name.is_empty() => name.push_str(key),
                Step::Key(key) => {
                    name.push('.');
                    name.push_str(key);
                }
                Step::Index(index) => write!(name, "[{index}]").unwrap_or_default(),
            }
        }
        name
    }

    /// Returns where it stands; for what is missing, where its parent stands.
    pub fn span(&self) -> Range<usize> {
        let mut steps = self.steps.as_slice();
        while let Some((_, parent)) = steps.split_last() {
            if let Some(span) = self.subject.document.span(steps) {
                return trimmed(self.subject.text, span);
            }
            steps = parent;
        }
        self.subject.front.as_ref().map_or_else(|| self.subject.first_line(), |front| front.open.clone())
    }
}

/// Keeps a span to its first line, for a caret that marks a beginning.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let Some(inside) = text.get(span.clone()) else { return span };
    let line = inside.lines().next().unwrap_or_default().trim_end();
    span.start..span.start.saturating_add(line.len())
}
