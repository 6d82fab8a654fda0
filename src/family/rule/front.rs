//! Finds the frontmatter of a file, even where the line does not recognise it.

use std::ops::Range;

use crate::{
    document::{self, Syntax},
    family::Family,
    text,
};

/// How many lines above a fence are allowed for it to be treated as the opening one.
const ABOVE: usize = 20;

/// A block of frontmatter, found with more tolerance than the line has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    /// The opening fence, without its line end.
    pub open: Range<usize>,
    /// The lines between the fences, with their line ends.
    pub block: Range<usize>,
    /// The closing fence, without its line end, if there is one.
    pub close: Option<Range<usize>>,
}

impl Front {
    /// Finds the frontmatter of a family.
    ///
    /// It begins on the first line, or further down with a block that is unmistakable: a body has rules of
    /// `---`, too.
    pub fn of(family: &Family, text: &str) -> Option<Self> {
        if !family.has_frontmatter() {
            return None;
        }
        let mut is_blank_above = true;
        let mut above = lines(text, 0).take(ABOVE).peekable();
        while let Some((at, line)) = above.next() {
            let has_key_below = above.peek().is_some_and(|(_, below)| key_of(below).is_some());
            if at.start == 0 {
                let is_long = has_key_below && is_long_fence(line) && closes(text, at.end);
                if is_fence(line) || is_long {
                    return Some(Self::opened(family.syntax, text, at));
                }
            } else if has_key_below && is_fence(line) {
                let front = Self::opened(family.syntax, text, at);
                if front.is_of(family, text) && (is_blank_above || front.close.is_some()) {
                    return Some(front);
                }
            }
            is_blank_above &= line.trim_start_matches('\u{FEFF}').trim().is_empty();
        }
        None
    }

    /// Returns the block below an opening fence.
    fn opened(syntax: Syntax, text: &str, open: Range<usize>) -> Self {
        let start = next_line(text, open.end);
        let close = document::closing_fence(text, start, syntax.takes_fence_after_fence());
        let close = close.and_then(|close| Some(lines(text, close).next()?.0));
        let end = close.as_ref().map_or(text.len(), |close| close.start);
        Self { open, block: start..end, close }
    }

    /// Returns whether a closed block has nothing but entries, and one that the line of the family shows.
    fn is_of(&self, family: &Family, text: &str) -> bool {
        let is_lower = |key: &str| !key.bytes().any(|byte| byte.is_ascii_uppercase());
        let is_entry = |line: &str| {
            line.is_empty() || line.starts_with([' ', '\t', '#', '-']) || key_of(line).is_some_and(is_lower)
        };
        let is_shown = |key: &str| {
            let names = family.fields.every.iter().chain(family.fields.smart);
            names.into_iter().any(|name| name.split('.').next() == Some(key))
        };
        let has_shown = self.lines(text).filter_map(|(_, line)| key_of(line)).any(is_shown);
        has_shown && (self.close.is_none() || self.lines(text).all(|(_, line)| is_entry(line.trim_end())))
    }

    /// Returns the lines of the block, with their spans.
    pub fn lines<'t>(&self, text: &'t str) -> impl Iterator<Item = (Range<usize>, &'t str)> + use<'t> {
        lines(text.get(..self.block.end).unwrap_or_default(), self.block.start)
    }

    /// Returns the lines of a top-level entry with their spans: its own, and the deeper ones below it.
    pub fn entry<'t>(&self, text: &'t str, key: &str) -> Option<Vec<(Range<usize>, &'t str)>> {
        let mut lines = self.lines(text).skip_while(|(_, line)| key_of(line) != Some(key));
        let first = lines.next()?;
        let rest = lines.take_while(|(_, line)| {
            let is_deeper = line.starts_with([' ', '\t', '-', '#']) && !line.starts_with("---");
            is_deeper || line.trim().is_empty()
        });
        let mut entry: Vec<_> = std::iter::once(first).chain(rest).collect();
        // Comments between two entries belong to the second one.
        while entry.last().is_some_and(|(_, line)| line.trim().is_empty() || line.starts_with('#')) {
            entry.pop();
        }
        Some(entry)
    }
}

/// Returns the key of a line that begins with one.
pub fn key_of(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let is_word = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_word && (rest.is_empty() || rest.starts_with(text::is_blank))).then_some(key)
}

/// Returns the value after the key of a line, and where it begins in the line.
pub fn value_of(line: &str) -> Option<(usize, &str)> {
    let (key, rest) = line.split_once(':')?;
    let value = rest.trim_start();
    let at = key.len().saturating_add(1).saturating_add(rest.len().saturating_sub(value.len()));
    let value = value.trim_end();
    (!value.is_empty()).then_some((at, value))
}

fn is_fence(line: &str) -> bool {
    line.trim_start_matches('\u{FEFF}').trim() == "---"
}

/// Returns whether a line was meant to be a fence but has too many dashes.
fn is_long_fence(line: &str) -> bool {
    let dashes = line.trim_start_matches('\u{FEFF}').trim();
    dashes.len() > 3 && dashes.bytes().all(|byte| byte == b'-')
}

/// Returns whether there is a fence below the line that ends at `end`.
fn closes(text: &str, end: usize) -> bool {
    document::closing_fence(text, next_line(text, end), false).is_some()
}

/// Returns the lines of a string from an offset on, with their spans, without their ends.
pub fn lines(text: &str, from: usize) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = from;
    text.get(from..).unwrap_or_default().split_inclusive('\n').map(move |whole| {
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let span = at..at.saturating_add(line.len());
        at = at.saturating_add(whole.len());
        (span, line)
    })
}

/// Returns where the line after the one that ends at `end` begins.
pub fn next_line(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    rest.find('\n').map_or(text.len(), |at| end.saturating_add(at).saturating_add(1))
}

/// Returns the span of a part of a line, by its start and its length.
pub fn within(line: &Range<usize>, at: usize, length: usize) -> Range<usize> {
    let start = line.start.saturating_add(at);
    start..start.saturating_add(length)
}

/// Writes a string in quotes that YAML can read.
pub fn in_quotes(text: &str) -> String {
    if text.contains(['"', '\\']) { format!("'{}'", text.replace('\'', "''")) } else { format!("\"{text}\"") }
}
