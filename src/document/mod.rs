//! Reads a whole state file: every value, its position, and what could not be read.
//!
//! The commands use it, but not the status line. It accepts every file that the status line can read: where
//! YAML or JSON fails, the broken part is read as plain text or left out, and a complaint says so.

use std::{cell::LazyCell, collections::HashSet, ops::Range, path::Path};

use serde_json::{Map, Value};

use crate::text::{self, Lines, Place};

mod counts;
mod entry;
mod events;
mod frontmatter;
mod json;
mod list;
mod parts;
pub mod path;
mod plain;
mod repair;
mod repeats;
mod simple;
mod toml;
mod tree;
mod yaml;

pub use counts::Counts;
pub use frontmatter::closing_fence;
pub use repair::{is_string, is_yaml};
#[cfg(test)]
pub(crate) use yaml::work::parsed;

use frontmatter::Frontmatter;
use tree::{Entry, NodeKind, Tree};

/// The syntax of a file.
#[derive(Clone, Copy, Debug)]
pub enum Syntax {
    /// JSON.
    Json,
    /// YAML.
    Yaml,
    /// TOML.
    Toml,
    /// Markdown after YAML frontmatter.
    Frontmatter {
        /// Whether a fence right after the opening one is part of the block, if another one follows.
        fence_after_fence: bool,
        /// Counts that the line reads although YAML does not see them.
        counts: Option<Counts>,
    },
    /// One that a family reads itself; the path is that of the file, if it is known.
    Own(fn(&str, Option<&Path>) -> Document),
}

impl Syntax {
    /// Returns whether a fence right after the opening one is part of the block, if another one follows.
    pub fn takes_fence_after_fence(self) -> bool {
        matches!(self, Self::Frontmatter { fence_after_fence: true, .. })
    }

    fn counts(self) -> Option<Counts> {
        match self {
            Self::Frontmatter { counts, .. } => counts,
            Self::Json | Self::Yaml | Self::Toml | Self::Own(_) => None,
        }
    }
}

/// A state file, read as a whole.
#[derive(Debug)]
pub struct Document {
    /// All values of the file, without its Markdown body.
    pub value: Value,
    /// What is not valid in the file's syntax, in the order of the lines.
    pub complaints: Vec<Complaint>,
    text: String,
    tree: Tree,
    body: Range<usize>,
}

/// Something that is not valid YAML or JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The reason.
    pub why: String,
}

/// One step of a path to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'s> {
    /// Into a map.
    Key(&'s str),
    /// Into a list, from 0.
    Index(usize),
}

/// The position of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its beginning.
    pub value: Place,
    /// The beginning of its key, if it has one.
    pub key: Option<Place>,
    /// Its byte range in the file, with its quotes.
    pub span: Range<usize>,
}

impl Document {
    /// Reads a file; it never fails.
    pub fn read(syntax: Syntax, text: &str, path: Option<&Path>) -> Self {
        let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        let written = text.get(mark..).unwrap_or_default();
        let mut document = match syntax {
            Syntax::Json => Self::json(written),
            Syntax::Yaml => Self::yaml(written),
            Syntax::Toml => Self::toml(written),
            Syntax::Frontmatter { .. } => Self::markdown(syntax, written),
            Syntax::Own(read) => return read(text, path),
        };
        document.tree.moved(|at| at.saturating_add(mark));
        document.body = document.body.start.saturating_add(mark)..document.body.end.saturating_add(mark);
        document.text.insert_str(0, text.get(..mark).unwrap_or_default());
        document
    }

    /// Wraps values that a family read itself; `span` returns where each of them is.
    pub fn made(text: &str, value: Value, span: impl Fn(&[Step<'_>]) -> Range<usize>) -> Self {
        let mut tree = Tree::default();
        tree.push_values(&value, &mut Vec::new(), &span);
        Self { value, complaints: Vec::new(), text: text.to_owned(), tree, body: text.len()..text.len() }
    }

    fn json(text: &str) -> Self {
        let json::Read { value, tree, complaint } = json::read(text);
        let complaint = complaint.map(|(at, why)| {
            // Report something missing at the end on the last line, not on the line after it.
            let Place { line, column } = Lines::of(text).place(text, at.min(text.trim_end().len()));
            Complaint { line, column, why: why.to_owned() }
        });
        let complaints = complaint.into_iter().collect();
        Self { value, complaints, text: text.to_owned(), tree, body: text.len()..text.len() }
    }

    fn markdown(syntax: Syntax, text: &str) -> Self {
        let Some(found) = Frontmatter::of(syntax, text) else {
            let (value, tree) = frontmatter::plain(text);
            return Self { value, complaints: Vec::new(), text: text.to_owned(), tree, body: 0..text.len() };
        };
        let Frontmatter { block, body, is_closed } = found;
        let mut document = Self::block(text, block, body, syntax.counts());
        if !is_closed {
            let why = "the frontmatter has no closing `---`".to_owned();
            document.complaints.insert(0, Complaint { line: 1, column: 1, why });
        }
        document
    }

    fn toml(text: &str) -> Self {
        let toml::Read { value, tree, complaints } = toml::read(text);
        let lines = LazyCell::new(|| Lines::of(text));
        let complaint = |(at, why): (usize, String)| {
            let Place { line, column } = lines.place(text, at);
            Complaint { line, column, why }
        };
        let complaints = complaints.into_iter().map(complaint).collect();
        Self { value, complaints, text: text.to_owned(), tree, body: text.len()..text.len() }
    }

    fn yaml(text: &str) -> Self {
        Self::block(text, 0..text.len(), text.len()..text.len(), None)
    }

    /// Reads a block of YAML; what is broken in it becomes plain text.
    fn block(text: &str, block: Range<usize>, body: Range<usize>, counts: Option<Counts>) -> Self {
        let start = block.start;
        let first = text.get(..start).map_or(0, |before| before.matches('\n').count());
        let mut read = repair::read(text.get(block).unwrap_or_default(), counts);
        if read.lines.is_empty() {
            read.tree.moved(|at| at.saturating_add(start));
        } else {
            place(&mut read, text, &Lines::of(text), first);
        }
        let complaint = |(line, column, why): (usize, usize, String)| Complaint {
            line: line.saturating_add(first).saturating_add(1),
            column: column.saturating_add(1),
            why,
        };
        let complaints = read.complaints.into_iter().map(complaint).collect();
        let value = if read.value.is_object() { read.value } else { Value::Object(Map::new()) };
        Self { value, complaints, text: text.to_owned(), tree: read.tree, body }
    }

    /// Returns the position of a value.
    pub fn position(&self, path: &[Step<'_>]) -> Option<Position> {
        let found = self.tree.find(path)?;
        let lines = Lines::of(&self.text);
        let place = |at: usize| lines.place(&self.text, at);
        Some(Position {
            value: place(found.node.span.start),
            key: found.key.map(|key| place(key.start)),
            span: found.node.span.clone(),
        })
    }

    /// Returns the byte range of a value, with its quotes.
    pub fn span(&self, path: &[Step<'_>]) -> Option<Range<usize>> {
        Some(self.tree.find(path)?.node.span.clone())
    }

    /// Returns a scalar as it is written in the file, without its quotes.
    pub fn raw(&self, path: &[Step<'_>]) -> Option<&str> {
        match &self.tree.find(path)?.node.kind {
            NodeKind::Scalar(raw) => self.text.get(raw.clone()),
            _ => None,
        }
    }

    /// Returns the value at a path.
    pub fn at(&self, path: &[Step<'_>]) -> Option<&Value> {
        at(&self.value, path)
    }

    /// Returns every key that its map has already, and where it begins.
    pub fn repeated_keys(&self) -> Vec<(&str, usize)> {
        let mut found = Vec::new();
        for entries in self.tree.maps() {
            let mut names = HashSet::new();
            let repeated = entries.iter().filter(|entry| !names.insert(entry.name.as_str()));
            found.extend(repeated.map(|entry| (entry.name.as_str(), entry.key.start)));
        }
        found
    }

    /// Returns whether a byte is part of a scalar.
    pub fn is_in_text(&self, at: usize) -> bool {
        self.tree.scalars().any(|span| span.contains(&at))
    }

    /// Returns the file as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the Markdown after the frontmatter; empty for a JSON file.
    pub fn body(&self) -> &str {
        self.text.get(self.body.clone()).unwrap_or_default()
    }

    /// Returns the line that the body begins on, from 1.
    pub fn body_line(&self) -> usize {
        Lines::of(&self.text).line(self.body.start).saturating_add(1)
    }
}

/// Follows a path from a value.
pub fn at<'v>(value: &'v Value, path: &[Step<'_>]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(name) => value.get(name),
        Step::Index(index) => value.get(index),
    })
}

/// Converts positions in a block that was repaired to positions in the file.
fn place(read: &mut repair::Read, text: &str, lines: &Lines, first: usize) {
    let mut starts = Vec::with_capacity(read.lines.len());
    let mut at = 0_usize;
    for line in &read.lines {
        starts.push(at);
        at = at.saturating_add(line.text.len()).saturating_add(1);
    }
    let indent = |line: &str| line.len().saturating_sub(line.trim_start_matches([' ', '\t']).len());
    let number = |at: usize| starts.partition_point(|start| *start <= at).saturating_sub(1);
    let moved = |at: usize| {
        let number = number(at);
        let column = at.saturating_sub(starts.get(number).copied().unwrap_or_default());
        let (start, written) = lines.written(text, number.saturating_add(first));
        let read = read.lines.get(number).map(|line| line.text.as_str()).unwrap_or_default();
        let column = column.saturating_add(indent(written)).saturating_sub(indent(read));
        // A repair may have changed the number of bytes before this position.
        text.floor_char_boundary(start.saturating_add(column.min(written.len())))
    };
    read.tree.moved(moved);
    for (span, raw) in read.tree.scalars_mut() {
        let number = lines.line(span.start);
        let is_plain = read.lines.get(number.saturating_sub(first)).is_some_and(|line| line.is_plain);
        if !is_plain {
            continue;
        }
        let (start, written) = lines.written(text, number);
        let Some(offset) = entry::value_offset(written) else { continue };
        span.start = start.saturating_add(offset);
        span.end = start.saturating_add(written.trim_end().len()).max(span.start);
        let whole = text.get(span.clone()).unwrap_or_default();
        let bare = text::unquote(whole);
        let quote = usize::from(whole.starts_with(['"', '\'']));
        raw.start = span.start.saturating_add(quote);
        raw.end = raw.start.saturating_add(bare.len());
    }
}
