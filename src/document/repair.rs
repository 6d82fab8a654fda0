//! What to do where YAML fails: the broken lines become plain text, the rest stays YAML.
//!
//! A repaired block has as many lines as the written one, and what was repaired begins in the same
//! column, so that every place in it is a place in the file.

use std::borrow::Cow;

use serde_json::Value;

use super::{tree::Tree, yaml};
use crate::text;

/// The largest block that is read as YAML: eight times the largest seen in the field.
const BLOCK_LIMIT: usize = 256 << 10;

/// How many entries are made plain one by one before all are.
const PATIENCE: usize = 8;

/// A block of frontmatter as it could be read.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) value: Value,
    /// Where the values stand, in the block as it was repaired.
    pub(super) tree: Tree,
    /// The lines as they were read.
    pub(super) lines: Vec<Line>,
    /// Which lines, from 0, could not be read as YAML, where and why.
    pub(super) complaints: Vec<(usize, usize, String)>,
}

/// A line, as it is written or as it was repaired.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// Whether its value was read as plain text.
    pub(super) is_plain: bool,
}

/// Reads a block of frontmatter, whatever is in it.
pub(super) fn read(block: &str) -> Read {
    let written: Vec<&str> = block.split('\n').collect();
    let lines = written.iter().map(|line| Line { text: (*line).to_owned(), is_plain: false }).collect();
    let mut repair = Repair { written, lines, complaints: Vec::new() };
    let (value, tree) = if block.len() > BLOCK_LIMIT {
        repair.complain(0, 0, "the frontmatter is too long for YAML".to_owned());
        repair.all_plain()
    } else {
        yaml::read(block).ok().filter(is_map).unwrap_or_else(|| repair.piecewise())
    };
    repair.complaints.sort();
    Read { value, tree, lines: repair.lines, complaints: repair.complaints }
}

/// Tells whether frontmatter is what it should be; an empty one is null to YAML.
fn is_map((value, _): &(Value, Tree)) -> bool {
    value.is_object() || value.is_null()
}

/// A block under repair.
struct Repair<'t> {
    written: Vec<&'t str>,
    lines: Vec<Line>,
    complaints: Vec<(usize, usize, String)>,
}

/// Lines that belong to one key: from the first, up to the second.
type Chunk = (usize, usize);

impl Repair<'_> {
    /// Repairs each top-level entry that YAML cannot read, then reads all as one.
    fn piecewise(&mut self) -> (Value, Tree) {
        let chunks = self.chunks();
        for chunk in &chunks {
            self.mend(*chunk);
        }
        self.drop_repeats();
        for _ in 0..PATIENCE {
            match yaml::read(&self.joined((0, self.lines.len()))) {
                Ok(read) if is_map(&read) => return read,
                Ok(_) => break,
                Err(fault) => {
                    let line = self.line_at(fault.at);
                    let Some(chunk) = chunks.iter().find(|(from, to)| (*from..*to).contains(&line)) else {
                        break;
                    };
                    self.complain_once(line, self.column_at(fault.at), fault.why);
                    self.flatten(*chunk);
                }
            }
        }
        self.all_plain()
    }

    /// Splits the block at its top-level keys.
    ///
    /// Lines that are no part of any entry, such as a table or the marks of a merge conflict, are taken
    /// out on the way.
    fn chunks(&mut self) -> Vec<Chunk> {
        let mut starts = Vec::new();
        for index in 0..self.written.len() {
            let line = self.written.get(index).copied().unwrap_or_default().trim_end();
            if Key::of(line).is_some_and(|key| key.indent.is_empty()) {
                starts.push(index);
            } else if let Some(why) = stray(line, starts.is_empty()) {
                self.complain(index, 0, why.to_owned());
                self.replace(index, String::new(), false);
            }
        }
        let ends = starts.iter().skip(1).copied().chain([self.written.len()]);
        starts.iter().copied().zip(ends).collect()
    }

    /// Makes an entry readable, by as few changes as possible.
    fn mend(&mut self, chunk: Chunk) {
        let Err(fault) = self.test(chunk) else { return };
        let before = self.complaints.len();
        for line in chunk.0..chunk.1 {
            self.mend_line(line);
        }
        let Err(rest) = self.test(chunk) else { return };
        if self.complaints.len() == before {
            let line = chunk.0.saturating_add(rest.line);
            let why = if fault.why.is_empty() { rest.why } else { fault.why };
            self.complain_once(line, rest.column, why);
        }
        self.flatten(chunk);
    }

    /// Quotes what stands behind the key, or the dash, of a line that YAML cannot read by itself.
    fn mend_line(&mut self, index: usize) {
        let Some(line) = self.lines.get(index).map(|line| line.text.clone()) else { return };
        let line = line.trim_end();
        let indent = line.len().saturating_sub(line.trim_start().len());
        let untabbed: Cow<'_, str> = match line.split_at_checked(indent) {
            Some((blanks, rest)) if blanks.contains('\t') => {
                self.complain(index, 0, "YAML allows no tab before a key".to_owned());
                format!("{}{rest}", blanks.replace('\t', " ")).into()
            }
            _ => line.into(),
        };
        if let Some(key) = Key::of(&untabbed) {
            if let Some(why) = unreadable(key.name, key.rest) {
                self.complain(index, key.rest_column(), why);
                self.replace(index, key.quoted(), true);
                return;
            }
        } else if let Some((before, rest)) = item(&untabbed)
            && let Some(why) = unreadable("item", rest)
        {
            self.complain(index, before.chars().count(), why);
            self.replace(index, format!("{before}{}", quoted(rest)), true);
            return;
        }
        if untabbed != line {
            self.replace(index, untabbed.into_owned(), false);
        }
    }

    /// Reads an entry as a line reader would: the text behind the key, or one level of keys below it.
    fn flatten(&mut self, chunk: Chunk) {
        let first = self.written.get(chunk.0).copied().unwrap_or_default().trim_end();
        let Some(head) = Key::of(first) else { return };
        let is_parent = head.rest.is_empty() || head.rest.starts_with('#');
        if is_parent {
            self.replace(chunk.0, first.to_owned(), false);
        } else {
            self.replace(chunk.0, head.quoted(), true);
        }
        for index in chunk.0.saturating_add(1)..chunk.1 {
            let line = self.written.get(index).copied().unwrap_or_default().trim_end();
            let key =
                Key::of(line).filter(|key| is_parent && !key.indent.is_empty() && key.dashes.is_empty());
            let flat = key.map(|key| (format!(" {}: {}", key.name, key.value()), key.is_broken()));
            let is_text = flat.is_none() && !line.trim().is_empty() && !line.trim_start().starts_with('#');
            if is_text {
                self.complain_once(
                    index,
                    0,
                    "left out, because the entry above it cannot be read".to_owned(),
                );
            }
            let (text, is_plain) = flat.unwrap_or_default();
            self.replace(index, text, is_plain);
        }
        if self.test(chunk).is_err() {
            self.only_head(chunk);
        }
    }

    /// Reads an entry as its key and the text behind it, and nothing below.
    fn only_head(&mut self, chunk: Chunk) {
        let first = self.written.get(chunk.0).copied().unwrap_or_default().trim_end();
        let head = Key::of(first).map(|key| key.quoted()).unwrap_or_default();
        self.replace(chunk.0, head, true);
        for index in chunk.0.saturating_add(1)..chunk.1 {
            self.replace(index, String::new(), false);
        }
    }

    /// Reads every top-level entry as plain text.
    fn all_plain(&mut self) -> (Value, Tree) {
        for chunk in self.chunks() {
            self.only_head(chunk);
        }
        self.drop_repeats();
        let end = self.lines.len();
        yaml::read(&self.joined((0, end)))
            .unwrap_or_else(|_| (Value::Object(serde_json::Map::new()), Tree::default()))
    }

    /// Takes out keys that stand twice, which YAML refuses: of texts the last counts, of blocks the first,
    /// as for the line.
    fn drop_repeats(&mut self) {
        let Some(tree) = yaml::places(&self.joined((0, self.lines.len()))) else { return };
        let mut out = Vec::new();
        for entries in tree.maps() {
            for (index, entry) in entries.iter().enumerate() {
                let is_same = |other: &&super::tree::Entry| other.name == entry.name;
                let is_text = tree.scalar(entry.value).is_some();
                let loses = if is_text {
                    entries.iter().skip(index.saturating_add(1)).any(|other| is_same(&other))
                } else {
                    entries.iter().take(index).any(|other| is_same(&other))
                };
                if !loses {
                    continue;
                }
                let from = self.line_at(entry.key.start);
                let to =
                    tree.node(entry.value).map_or(from, |node| self.line_at(node.span.end.saturating_sub(1)));
                out.push((from, to.max(from), entry.name.clone()));
            }
        }
        for (from, to, name) in out {
            self.complain_once(from, 0, format!("`{name}` stands twice; the other one counts"));
            for index in from..=to {
                self.replace(index, String::new(), false);
            }
        }
    }

    /// Tells whether YAML reads some of the lines.
    fn test(&self, chunk: Chunk) -> Result<(), Trouble> {
        let text = self.joined(chunk);
        match yaml::read(&text) {
            Ok(_) => Ok(()),
            // The anchor may stand in another entry; reading all as one will tell.
            Err(fault) if fault.is_alias => Ok(()),
            Err(fault) => {
                let before = text.get(..fault.at.min(text.len())).unwrap_or_default();
                let line = before.matches('\n').count();
                let column = before.chars().rev().take_while(|character| *character != '\n').count();
                Err(Trouble { line, column, why: fault.why })
            }
        }
    }

    fn joined(&self, (from, to): Chunk) -> String {
        let lines = self.lines.get(from..to).unwrap_or_default();
        let mut text = String::new();
        for line in lines {
            text.push_str(&line.text);
            text.push('\n');
        }
        text
    }

    /// Returns the line that a place in the joined lines is on.
    fn line_at(&self, at: usize) -> usize {
        let mut end = 0_usize;
        let position = self.lines.iter().position(|line| {
            end = end.saturating_add(line.text.len()).saturating_add(1);
            at < end
        });
        position.unwrap_or_else(|| self.lines.len().saturating_sub(1))
    }

    fn column_at(&self, at: usize) -> usize {
        let line = self.line_at(at);
        let start = self.joined((0, line)).len();
        let text = self.lines.get(line).map(|line| line.text.as_str()).unwrap_or_default();
        text.get(..at.saturating_sub(start)).map_or(0, |before| before.chars().count())
    }

    fn replace(&mut self, index: usize, text: String, is_plain: bool) {
        if let Some(line) = self.lines.get_mut(index) {
            *line = Line { text, is_plain };
        }
    }

    fn complain(&mut self, line: usize, column: usize, why: String) {
        self.complaints.push((line, column, why));
    }

    /// Complains of a line that nothing was said about yet.
    fn complain_once(&mut self, line: usize, column: usize, why: String) {
        if !self.complaints.iter().any(|(known, ..)| *known == line) {
            self.complain(line, column, why);
        }
    }
}

/// What YAML finds fault with, counted from the first of some lines.
struct Trouble {
    line: usize,
    column: usize,
    why: String,
}

/// line = indent *( `-` blank ) name `:` [ blank rest ]
struct Key<'t> {
    indent: &'t str,
    dashes: &'t str,
    name: &'t str,
    /// Between the colon and the rest.
    gap: &'t str,
    rest: &'t str,
}

impl<'t> Key<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let body = line.trim_start_matches([' ', '\t']);
        let indent = line.get(..line.len().saturating_sub(body.len()))?;
        let mut keyed = body;
        while let Some(rest) = keyed.strip_prefix("- ") {
            keyed = rest.trim_start_matches(' ');
        }
        let dashes = body.get(..body.len().saturating_sub(keyed.len()))?;
        let (name, behind) = keyed.split_once(':')?;
        let begins = |first: char| first.is_alphanumeric() || matches!(first, '_' | '"' | '\'');
        let goes_on = |next: char| begins(next) || matches!(next, '-' | '.' | ' ');
        let is_name = name.starts_with(begins) && name.chars().all(goes_on);
        if !is_name || !(behind.is_empty() || behind.starts_with([' ', '\t'])) {
            return None;
        }
        let rest = behind.trim_start_matches([' ', '\t']);
        let gap = behind.get(..behind.len().saturating_sub(rest.len()))?;
        Some(Self { indent, dashes, name, gap, rest })
    }

    /// Returns the column of the value, from 0.
    fn rest_column(&self) -> usize {
        [self.indent, self.dashes, self.name, ":", self.gap].iter().map(|part| part.chars().count()).sum()
    }

    /// Writes the line with its value in quotes.
    fn quoted(&self) -> String {
        let gap = if self.gap.is_empty() { " " } else { self.gap };
        let Self { indent, dashes, name, rest, .. } = self;
        format!("{indent}{dashes}{name}:{gap}{}", quoted(rest))
    }

    fn is_broken(&self) -> bool {
        unreadable(self.name, self.rest).is_some()
    }

    /// Writes the value so that YAML reads it.
    fn value(&self) -> Cow<'t, str> {
        if self.is_broken() { quoted(self.rest).into() } else { self.rest.into() }
    }
}

/// Splits a line behind the dash of a list's item.
fn item(line: &str) -> Option<(&str, &str)> {
    let body = line.trim_start_matches(' ');
    let rest = body.strip_prefix("- ")?.trim_start();
    line.split_at_checked(line.len().saturating_sub(rest.len()))
}

/// Writes a value as a quoted text, its own quotes taken off as the line reader does.
fn quoted(rest: &str) -> String {
    format!("'{}'", text::unquote(text::trim(rest)).replace('\'', "''"))
}

/// Tells why YAML cannot read a value on its line, or `None` if it can.
fn unreadable(name: &str, rest: &str) -> Option<String> {
    // A block text or an open list goes on below.
    if rest.is_empty() || rest.starts_with(['|', '>', '#', '&']) {
        return None;
    }
    let fault = match yaml::read(&format!("{name}: {rest}\n")) {
        Ok(_) => return None,
        Err(fault) if fault.is_alias => return None,
        Err(fault) => fault,
    };
    let first = rest.chars().next().unwrap_or_default();
    Some(match first {
        '"' | '\'' => {
            format!("the text does not end with the second {first}; a {first} inside it must be escaped")
        }
        '[' | '{' => format!("this list or map cannot be read: {}", fault.why),
        '@' | '`' | '%' | '*' | '!' => format!("an unquoted value cannot begin with {first}"),
        _ if rest.contains(": ") || rest.ends_with(':') => {
            "an unquoted `: ` would begin another key".to_owned()
        }
        _ => fault.why,
    })
}

/// Tells why a line that is no entry cannot stand in frontmatter, or `None` if it belongs to one.
fn stray(line: &str, is_before_all: bool) -> Option<&'static str> {
    let marks = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"];
    if marks.iter().any(|mark| line.starts_with(mark)) {
        return Some("a mark of a merge conflict");
    }
    let first = line.chars().next()?;
    let goes_on = matches!(first, ' ' | '\t' | '-' | ']' | '}');
    if first == '#' || goes_on && !is_before_all {
        return None;
    }
    Some(if first == '|' { "a row of a Markdown table" } else { "not a line of `key: value`" })
}
