//! Repairs frontmatter that is not valid YAML: broken lines become plain text, the rest stays YAML.
//!
//! A repaired block has the same number of lines as the original, and repaired values begin in the same
//! column, so that every position in it can be converted to a position in the file.

use std::{borrow::Cow, collections::HashSet};

use serde_json::Value;

use super::{
    counts::Counts,
    entry::{Key, TIGHT, is_refused, item, quoted, stray, unreadable},
    simple,
    tree::Tree,
    yaml,
};
use crate::text;

/// How many entries are converted to plain text one by one, before all of them are.
const PATIENCE: usize = 8;

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
    /// The lines of the repaired block; empty if positions in it are those in the original.
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
pub(super) fn read(block: &str, counts: Option<Counts>) -> Read {
    // In a block as simple as that, every key is found.
    if let Some((value, tree)) = simple::read(block) {
        return Read { value, tree, lines: Vec::new(), complaints: Vec::new() };
    }
    let read = yaml::read(block).ok().filter(|read| is_right(block, read, counts));
    let read = match read {
        Some((value, tree)) if !block.contains('\r') => {
            return Read { value, tree, lines: Vec::new(), complaints: Vec::new() };
        }
        read => read,
    };
    let written: Vec<&str> = block.split('\n').collect();
    let lines = written.iter().map(|line| Line { text: (*line).to_owned(), is_plain: false }).collect();
    let mut repair = Repair { written, counts, lines, complaints: Vec::new(), reported: HashSet::new() };
    let (value, tree) = read.unwrap_or_else(|| repair.piecewise());
    repair.complaints.sort();
    Read { value, tree, lines: repair.lines, complaints: repair.complaints }
}

/// Returns whether YAML can read a string, and finds every key in it.
pub fn is_yaml(text: &str) -> bool {
    yaml::read(text).is_ok_and(|read| is_right(text, &read, None))
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
fn is_right(block: &str, (value, _): &(Value, Tree), counts: Option<Counts>) -> bool {
    let keys =
        block.split('\n').filter_map(Key::of).filter(|key| key.indent.is_empty() && key.dashes.is_empty());
    let has_all = || keys.into_iter().all(|key| value.get(&*key.meaning()).is_some());
    let hidden = || counts?.hidden(block, value);
    value.is_null() || value.is_object() && has_all() && hidden().is_none()
}

/// Returns the column of a character in a comment that YAML rejects.
fn refused_in_comment(line: &str) -> Option<usize> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    line.trim_start().starts_with('#').then(|| line.chars().position(is_refused))?
}

/// A block under repair.
pub(super) struct Repair<'t> {
    pub(super) written: Vec<&'t str>,
    counts: Option<Counts>,
    pub(super) lines: Vec<Line>,
    complaints: Vec<(usize, usize, String)>,
    /// The lines with a complaint.
    reported: HashSet<usize>,
}

/// The lines that belong to one key: the first, and the one after the last.
pub(super) type Chunk = (usize, usize);

/// Returns the entry that contains a line.
pub(super) fn holding(chunks: &[Chunk], line: usize) -> Option<&Chunk> {
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

    /// Returns how often all lines may be read together: fewer times if they are long.
    pub(super) fn rounds(&self, most: usize) -> usize {
        let size: usize = self.lines.iter().map(|line| line.text.len().saturating_add(1)).sum();
        WORK.checked_div(size).unwrap_or(most).clamp(1, most)
    }

    /// Reads all lines together.
    pub(super) fn whole(&self) -> Result<(Value, Tree), yaml::YamlFault> {
        let text = self.joined((0, self.lines.len()));
        let read = yaml::read(&text)?;
        if is_right(&text, &read, self.counts) {
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

    /// Returns whether YAML can read these lines.
    pub(super) fn test(&self, chunk: Chunk) -> Result<(), Trouble> {
        let text = self.joined(chunk);
        match yaml::read(&text) {
            Ok(read) if is_right(&text, &read, self.counts) => Ok(()),
            Ok((value, _)) => Err(match self.counts.and_then(|counts| counts.hidden(&text, &value)) {
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
    pub(super) fn line_at(&self, at: usize) -> usize {
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
pub(super) struct Trouble {
    line: usize,
    column: usize,
    pub(super) why: String,
    /// Whether YAML could not read the lines at all.
    is_syntax: bool,
}
