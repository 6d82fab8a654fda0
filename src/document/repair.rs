//! Repairs frontmatter that is not valid YAML: broken lines become plain text, the rest stays YAML.
//!
//! A repaired block has the same number of lines as the original, and repaired values begin in the same
//! column, so that every position in it can be converted to a position in the file.

use std::{borrow::Cow, collections::HashSet};

use serde_json::Value;

use super::{
    entry::{Key, TIGHT, is_refused, item, quoted, stray, unreadable},
    tree::Tree,
    yaml,
};
use crate::text;

/// How many entries are converted to plain text one by one, before all of them are.
const PATIENCE: usize = 8;

/// How many entries that cannot even be read as plain text are left out, before all of them are.
const LAST_ROUNDS: usize = 256;

/// How many bytes are parsed again to find them, so that a large block gets fewer rounds.
const WORK: usize = 4 << 20;

/// Where a part is in its entry.
#[derive(Clone, Copy, Default)]
pub(super) struct Nesting {
    pub(super) depth: usize,
    pub(super) is_in_list: bool,
}

/// Why a line is not read at all.
pub(super) const LEFT_OUT: &str = "left out, because the entry above it cannot be read";

/// The result of reading a block of frontmatter.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) value: Value,
    /// The positions of the values in the repaired block.
    pub(super) tree: Tree,
    /// The lines of the repaired block.
    pub(super) lines: Vec<Line>,
    /// Which lines, from 0, could not be read as YAML, where and why.
    pub(super) complaints: Vec<(usize, usize, String)>,
}

/// A line, original or repaired.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// Whether its value was read as plain text.
    pub(super) is_plain: bool,
}

/// Reads a block of frontmatter; it never fails.
pub(super) fn read(block: &str) -> Read {
    let written: Vec<&str> = block.split('\n').collect();
    let lines = written.iter().map(|line| Line { text: (*line).to_owned(), is_plain: false }).collect();
    let mut repair = Repair { written, lines, complaints: Vec::new(), reported: HashSet::new() };
    let read = yaml::read(block).ok().filter(|read| is_right(block, read));
    let (value, tree) = read.unwrap_or_else(|| repair.piecewise());
    repair.complaints.sort();
    Read { value, tree, lines: repair.lines, complaints: repair.complaints }
}

/// Returns whether YAML can read a string, and finds every key in it.
pub fn is_yaml(text: &str) -> bool {
    yaml::read(text).is_ok_and(|read| is_right(text, &read))
}

/// Returns whether YAML reads a plain value as the string that it is written as.
pub fn is_string(text: &str) -> bool {
    yaml::read(&format!("entry: {text}\n"))
        .is_ok_and(|(value, _)| value.get("entry").and_then(Value::as_str) == Some(text))
}

/// Returns whether YAML found every key that a line begins with. (YAML reads an empty block as null.)
///
/// An unclosed quote swallows the lines after it, and YAML does not see a colon without a blank after it.
/// So if a key is missing, YAML has not read what the author meant.
fn is_right(block: &str, (value, _): &(Value, Tree)) -> bool {
    let keys =
        block.split('\n').filter_map(Key::of).filter(|key| key.indent.is_empty() && key.dashes.is_empty());
    let has_all = || keys.into_iter().all(|key| value.get(&*key.meaning()).is_some());
    value.is_null() || value.is_object() && has_all() && hidden_count(block, value).is_none()
}

/// Returns the line and column of a `progress` count without a blank after its colon.
///
/// The status line reads it as a count, but YAML reads it as part of a string or of another key.
fn hidden_count(block: &str, value: &Value) -> Option<(usize, usize)> {
    const COUNTS: [&str; 3] = ["completed_phases", "total_phases", "percent"];
    let progress = value.get("progress").filter(|progress| progress.is_string() || progress.is_object())?;
    let lines = block.split('\n').enumerate().skip_while(|(_, line)| !line.starts_with("progress:"));
    let below = lines.skip(1).take_while(|(_, line)| line.starts_with([' ', '\t']));
    let mut margin = None;
    below.filter(|(_, line)| !line.trim().is_empty()).find_map(|(number, line)| {
        let indent = line.len().saturating_sub(line.trim_start().len());
        // A line with more indent belongs to a string or to a map.
        if indent != *margin.get_or_insert(indent) {
            return None;
        }
        let key = Key::of(line).filter(|key| key.is_tight() && COUNTS.contains(&key.name))?;
        let is_hidden =
            progress.get(key.name).is_none() && key.rest.starts_with(|it: char| it.is_ascii_digit());
        is_hidden.then(|| (number, key.rest_column()))
    })
}

/// Returns the column of a character in a comment that YAML rejects.
fn refused_in_comment(line: &str) -> Option<usize> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    line.trim_start().starts_with('#').then(|| line.chars().position(is_refused))?
}

/// Returns whether YAML reads a line on its own as an entry.
fn is_entry(line: &str) -> bool {
    yaml::read(line).is_ok_and(|(value, _)| value.is_object())
}

/// A block under repair.
pub(super) struct Repair<'t> {
    pub(super) written: Vec<&'t str>,
    pub(super) lines: Vec<Line>,
    complaints: Vec<(usize, usize, String)>,
    /// The lines with a complaint.
    reported: HashSet<usize>,
}

/// The lines that belong to one key: the first, and the one after the last.
pub(super) type Chunk = (usize, usize);

/// Returns the entry that contains a line.
fn holding(chunks: &[Chunk], line: usize) -> Option<&Chunk> {
    chunks.iter().find(|(from, to)| (*from..*to).contains(&line))
}

impl Repair<'_> {
    /// Repairs each top-level entry that YAML cannot read, then reads the whole block.
    fn piecewise(&mut self) -> (Value, Tree) {
        let chunks = self.chunks();
        let chunks = self.without_repeats(chunks);
        for chunk in &chunks {
            self.fix(*chunk);
        }
        self.drop_inner_repeats();
        let mut flat = HashSet::new();
        for _ in 0..self.rounds(PATIENCE) {
            match self.whole() {
                Ok(read) => return read,
                Err(fault) => {
                    let line = self.line_at(fault.at);
                    let Some(chunk) = holding(&chunks, line) else { break };
                    self.complain_once(line, self.column_at(fault.at), fault.why.clone());
                    if fault.is_alias && self.quote_alias(line) {
                        continue;
                    }
                    if flat.insert(*chunk) {
                        self.flatten(*chunk);
                    } else {
                        self.leave_out(*chunk, fault.why);
                    }
                }
            }
        }
        self.all_plain(&chunks)
    }

    /// Reads every top-level entry as plain text.
    fn all_plain(&mut self, chunks: &[Chunk]) -> (Value, Tree) {
        for chunk in chunks {
            self.only_head(*chunk);
        }
        for _ in 0..self.rounds(LAST_ROUNDS) {
            match self.whole() {
                Ok(read) => return read,
                Err(fault) => {
                    let line = self.line_at(fault.at);
                    let Some(chunk) = holding(chunks, line) else { break };
                    self.leave_out(*chunk, fault.why);
                }
            }
        }
        (Value::Object(serde_json::Map::new()), Tree::default())
    }

    /// Returns how often all lines may be read together: fewer times if they are long.
    fn rounds(&self, most: usize) -> usize {
        let size: usize = self.lines.iter().map(|line| line.text.len().saturating_add(1)).sum();
        WORK.checked_div(size).unwrap_or(most).clamp(1, most)
    }

    /// Reads all lines together.
    fn whole(&self) -> Result<(Value, Tree), yaml::YamlFault> {
        let text = self.joined((0, self.lines.len()));
        let read = yaml::read(&text)?;
        if is_right(&text, &read) {
            return Ok(read);
        }
        Err(yaml::YamlFault { at: 0, why: "not a line of `key: value`".to_owned(), is_alias: false })
    }

    /// Splits the block at its top-level keys.
    ///
    /// Lines that do not belong to an entry, such as a table or the markers of a merge conflict, are
    /// removed.
    fn chunks(&mut self) -> Vec<Chunk> {
        let mut starts = Vec::new();
        for index in 0..self.written.len() {
            let whole = self.written.get(index).copied().unwrap_or_default();
            let line = whole.trim_end();
            // A dash without indent begins an item of the list above, as Python writes it.
            if Key::of(line).is_some_and(|key| key.indent.is_empty() && key.dashes.is_empty()) {
                starts.push(index);
            } else if let Some(why) = stray(line, starts.is_empty()) {
                self.complain(index, 0, why.to_owned());
                self.replace(index, String::new(), false);
            } else if let Some(column) = refused_in_comment(whole) {
                self.complain(index, column, "YAML allows no control character".to_owned());
                self.replace(index, String::new(), false);
            }
        }
        let ends = starts.iter().skip(1).copied().chain([self.written.len()]);
        starts.iter().copied().zip(ends).collect()
    }

    /// Makes an entry readable with as few changes as possible.
    fn fix(&mut self, chunk: Chunk) {
        let Err(mut fault) = self.test(chunk) else { return };
        if self.realign(chunk) {
            match self.test(chunk) {
                Ok(()) => return,
                Err(rest) => fault = rest,
            }
        }
        let before = self.complaints.len();
        if fault.is_syntax {
            self.repair_broken(chunk, Nesting::default());
        } else {
            self.repair_part(chunk, Nesting::default());
        }
        let Err(rest) = self.test(chunk) else { return };
        if self.complaints.len() == before {
            let line = chunk.0.saturating_add(rest.line);
            let why = if fault.why.is_empty() { rest.why } else { fault.why };
            self.complain_once(line, rest.column, why);
        }
        self.flatten(chunk);
    }

    /// Quotes the value after the key or the dash, if YAML cannot read the line on its own.
    pub(super) fn fix_line(&mut self, index: usize) {
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
            if let Some((why, fixed)) = key.fixed() {
                self.complain(index, key.rest_column(), why);
                self.replace(index, fixed, true);
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

    /// Quotes a value that is an alias without an anchor.
    fn quote_alias(&mut self, index: usize) -> bool {
        let Some(line) = self.lines.get(index).map(|line| line.text.trim_end()) else { return false };
        let quoted = match (Key::of(line), item(line)) {
            (Some(key), _) if key.rest.contains('*') => key.quoted(),
            (None, Some((before, rest))) if rest.contains('*') => format!("{before}{}", quoted(rest)),
            _ => return false,
        };
        self.replace(index, quoted, true);
        true
    }

    /// Reads an entry as the line reader does: the text after the key, or one level of keys below it.
    fn flatten(&mut self, chunk: Chunk) {
        let first = self.written.get(chunk.0).copied().unwrap_or_default().trim_end();
        let Some(head) = Key::of(first) else { return };
        let is_parent = head.rest.is_empty() || head.rest.starts_with('#');
        if is_parent {
            self.replace(chunk.0, first.to_owned(), false);
        } else {
            self.replace(chunk.0, head.quoted(), true);
        }
        let mut names: HashSet<Cow<'_, str>> = HashSet::new();
        for index in chunk.0.saturating_add(1)..chunk.1 {
            let line = self.written.get(index).copied().unwrap_or_default().trim_end();
            let is_flat = |key: &Key<'_>| is_parent && !key.indent.is_empty() && key.dashes.is_empty();
            let flat = Key::of(line).filter(is_flat).filter(|key| !names.contains(&key.meaning()));
            let flat = flat.map(|key| {
                // The anchor may have been removed.
                let is_plain = key.rest.starts_with('*') || unreadable(key.name, key.rest).is_some();
                let value: Cow<'_, str> = if is_plain { quoted(key.rest).into() } else { key.rest.into() };
                (format!(" {}: {value}", key.name), key.meaning(), is_plain || key.is_tight())
            });
            // A key with an unclosed quote would break all the others.
            if let Some((text, name, is_plain)) = flat.filter(|(text, ..)| is_entry(text)) {
                names.insert(name);
                self.replace(index, text, is_plain);
                continue;
            }
            if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                self.complain_once(index, 0, LEFT_OUT.to_owned());
            }
            self.replace(index, String::new(), false);
        }
        if self.test(chunk).is_err() {
            self.only_head(chunk);
        }
    }

    /// Reads only the first line of an entry: its key and the text after it.
    fn only_head(&mut self, chunk: Chunk) {
        let first = self.written.get(chunk.0).copied().unwrap_or_default().trim_end();
        let head = Key::of(first).map(|key| key.quoted()).unwrap_or_default();
        self.replace(chunk.0, head, true);
        for index in chunk.0.saturating_add(1)..chunk.1 {
            self.replace(index, String::new(), false);
        }
        if let Err(trouble) = self.test(chunk) {
            self.leave_out(chunk, trouble.why);
        }
    }

    /// Reads only the key of an entry, or nothing if YAML cannot read the key.
    fn leave_out(&mut self, chunk: Chunk, why: String) {
        self.complain_once(chunk.0, 0, why);
        let first = self.written.get(chunk.0).copied().unwrap_or_default();
        let name = Key::of(first).map(|key| format!("{}:", key.name)).unwrap_or_default();
        self.replace(chunk.0, name, false);
        if self.test(chunk).is_err() {
            self.replace(chunk.0, String::new(), false);
        }
    }

    /// Returns whether YAML can read these lines.
    fn test(&self, chunk: Chunk) -> Result<(), Trouble> {
        let text = self.joined(chunk);
        match yaml::read(&text) {
            Ok(read) if is_right(&text, &read) => Ok(()),
            Ok((value, _)) => Err(match hidden_count(&text, &value) {
                Some((line, column)) => Trouble { line, column, why: TIGHT.to_owned(), is_syntax: false },
                None => Trouble {
                    line: 0,
                    column: 0,
                    why: "not a line of `key: value`".to_owned(),
                    is_syntax: false,
                },
            }),
            // The anchor may be in another entry, which shows when all lines are read together.
            Err(fault) if fault.is_alias => Ok(()),
            Err(fault) => {
                // Report something missing at the end on the last line, not on the line after it.
                let text::Place { line, column } = text::place(&text, fault.at.min(text.trim_end().len()));
                Err(Trouble {
                    line: line.saturating_sub(1),
                    column: column.saturating_sub(1),
                    why: fault.why,
                    is_syntax: true,
                })
            }
        }
    }

    pub(super) fn joined(&self, (from, to): Chunk) -> String {
        let lines = self.lines.get(from..to).unwrap_or_default();
        let mut text = String::new();
        for line in lines {
            text.push_str(&line.text);
            text.push('\n');
        }
        text
    }

    /// Returns the line of an offset in the joined lines.
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

    pub(super) fn replace(&mut self, index: usize, text: String, is_plain: bool) {
        if let Some(line) = self.lines.get_mut(index) {
            *line = Line { text, is_plain };
        }
    }

    pub(super) fn complain(&mut self, line: usize, column: usize, why: String) {
        self.reported.insert(line);
        self.complaints.push((line, column, why));
    }

    /// Adds a complaint about a line, unless it has one already.
    pub(super) fn complain_once(&mut self, line: usize, column: usize, why: String) {
        if !self.reported.contains(&line) {
            self.complain(line, column, why);
        }
    }
}

/// An error of YAML; the line is relative to the first of the lines that were read.
struct Trouble {
    line: usize,
    column: usize,
    why: String,
    /// Whether YAML could not read the lines at all.
    is_syntax: bool,
}
