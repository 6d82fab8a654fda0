//! What the rules examine: one state file, with its text and its values and their positions.

use std::{
    cell::OnceCell,
    fmt::Write as _,
    ops::Range,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{
    broken::{self, Broken},
    front::Front,
    schema, words,
};
use crate::{
    document::{Document, Step},
    family::{Ask, Family, Source, Style},
    sys::file::{self, Open, STATE_LIMIT},
};

/// A state file to check.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The family it belongs to.
    pub family: &'static Family,
    /// Its path, unless it came from standard input.
    pub path: Option<&'a Path>,
    /// Its text.
    pub text: &'a str,
    /// Its values.
    pub document: &'a Document,
    /// Its frontmatter, if it has any, even where the line does not recognise it.
    pub front: Option<Front>,
    /// The current time, in seconds since 1970.
    pub now: i64,
    /// When it was last written.
    pub modified: i64,
    /// Whether all of it was read, and is valid UTF-8.
    pub is_whole: bool,
    schema: OnceCell<Vec<schema::SchemaFault>>,
    broken: OnceCell<Vec<Broken>>,
    has_line: OnceCell<bool>,
}

impl<'a> Subject<'a> {
    /// Wraps the text of a file.
    pub fn new(
        family: &'static Family,
        path: Option<&'a Path>,
        text: &'a str,
        document: &'a Document,
    ) -> Self {
        let front = Front::of(family, text);
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
            broken: OnceCell::new(),
            has_line: OnceCell::new(),
        }
    }

    /// Returns the outermost value.
    pub fn root(&self) -> Node<'_> {
        Node { subject: self, value: Some(&self.document.value), steps: Vec::new() }
    }

    /// Returns the outermost value of the frontmatter, which is missing if the line finds none.
    ///
    /// Other files have values, too: the lines of their body that look like fields.
    pub fn frontmatter(&self) -> Node<'_> {
        let value = self.has_frontmatter().then_some(&self.document.value);
        Node { subject: self, value, steps: Vec::new() }
    }

    /// Returns whether the values come from frontmatter at the start of the text.
    pub fn has_frontmatter(&self) -> bool {
        let mark = if self.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        self.front.as_ref().is_some_and(|front| front.open.start <= mark && front.close.is_some())
    }

    /// Returns where text that should be a JSON object is not one, and why.
    pub fn unreadable(&self) -> Option<(Range<usize>, String)> {
        if self.text.trim().is_empty() {
            return None;
        }
        let Some(complaint) = self.document.complaints.first() else {
            let value = &self.document.value;
            let why = format!("the file is {}; expected an object", words::what(value));
            return (!value.is_object()).then(|| (self.first_line(), why));
        };
        // Text that ends too early has its problem after its last line.
        let end = self.text.trim_end().len();
        let place = super::front::lines(self.text, 0).nth(complaint.line.saturating_sub(1));
        let place = place.map_or(end..end, |(span, line)| {
            let mut characters = line.char_indices().skip(complaint.column.saturating_sub(1));
            let (at, length) =
                characters.next().map_or((line.len(), 0), |(at, character)| (at, character.len_utf8()));
            super::front::within(&span, at, length)
        });
        Some((place, complaint.why.clone()))
    }

    /// Returns the differences between the text and the documented schema of its family.
    pub fn schema_faults(&self) -> &[schema::SchemaFault] {
        self.schema.get_or_init(|| schema::faults(self))
    }

    /// Returns the lines that YAML cannot read.
    pub fn broken_lines(&self) -> &[Broken] {
        self.broken.get_or_init(|| broken::lines(self))
    }

    /// Returns whether a file that has a line still has one with another text.
    pub fn keeps_line(&self, after: &str) -> bool {
        let ask = Ask { style: Style::Full, now: self.now };
        let has_line = |text: &str| {
            let source = Source { path: self.path, ..Source::unnamed(text, self.modified) };
            !self.family.reading(source).view(&ask).line.is_empty()
        };
        has_line(after) || !*self.has_line.get_or_init(|| has_line(self.text))
    }

    /// Returns the directory that holds the file.
    pub fn dir(&self) -> Option<&'a Path> {
        self.path.and_then(Path::parent)
    }

    /// Returns the project: the parent of the directory in which the family keeps its state.
    pub fn project(&self) -> Option<&'a Path> {
        let folder = |dir: &&Path| {
            dir.file_name().is_some_and(|name| self.family.folders().any(|folder| name == folder))
        };
        let folder = self.path?.ancestors().find(folder)?;
        let parent = folder.parent()?;
        Some(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
    }

    /// Returns a path from the file, relative to its project.
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

/// Reads a file other than the one that is checked, if it exists.
pub fn neighbour(path: &Path) -> Option<String> {
    Some(file::decoded(Open::at(path).ok()?.head(STATE_LIMIT).ok()?))
}

/// A value of the file, or the position where a missing one would be.
#[derive(Clone, Debug)]
pub struct Node<'s> {
    subject: &'s Subject<'s>,
    value: Option<&'s Value>,
    steps: Vec<Step<'s>>,
}

impl<'s> Node<'s> {
    /// Returns the value of a key.
    #[must_use]
    pub fn key(&self, name: &'s str) -> Self {
        let value = self.value.and_then(|value| value.get(name));
        self.step(Step::Key(name), value)
    }

    /// Returns the members of a list; any other value has none.
    pub fn items(&self) -> impl Iterator<Item = Node<'s>> + use<'s> {
        let node = self.clone();
        let items = self.value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        items.iter().enumerate().map(move |(index, value)| node.step(Step::Index(index), Some(value)))
    }

    /// Returns the keys and values of an object; any other value has none.
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

    /// Returns whether there is a value, which may be null.
    pub fn is_there(&self) -> bool {
        self.value.is_some()
    }

    /// Returns the value if it is a string.
    pub fn text(&self) -> Option<&'s str> {
        self.value.and_then(Value::as_str)
    }

    /// Returns the value if it is an integer.
    pub fn integer(&self) -> Option<i64> {
        self.value.and_then(Value::as_i64)
    }

    /// Returns whether it is `true`.
    pub fn is_true(&self) -> bool {
        self.value == Some(&Value::Bool(true))
    }

    /// Returns the value if it is a time, in seconds since 1970.
    pub fn time(&self) -> Option<i64> {
        crate::text::time::seconds(self.text()?)
    }

    /// Returns the length of a list.
    pub fn count(&self) -> Option<usize> {
        self.value.and_then(Value::as_array).map(Vec::len)
    }

    /// Returns a scalar as it is written in the file, or as JSON.
    pub fn written(&self) -> Option<String> {
        match self.value()? {
            Value::Array(_) | Value::Object(_) => None,
            Value::String(text) => Some(text.clone()),
            other => {
                Some(self.subject.document.raw(&self.steps).map_or_else(|| other.to_string(), Into::into))
            }
        }
    }

    /// Returns its path: `modules_status[0].id`.
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

    /// Returns its span; for a missing value, that of its parent.
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

/// Limits a span to its first line, so that the caret marks the start.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let Some(inside) = text.get(span.clone()) else { return span };
    let line = inside.lines().next().unwrap_or_default().trim_end();
    span.start..span.start.saturating_add(line.len())
}
