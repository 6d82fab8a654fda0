//! The lines of frontmatter that YAML cannot read, and what is wrong with each.

use std::{collections::HashMap, ops::Range};

use super::{Subject, front};
use crate::document;

/// A line that YAML could not read.
#[derive(Debug)]
pub struct Broken {
    /// Its position.
    pub span: Range<usize>,
    /// The index of the first complaint about it.
    pub complaint: usize,
    /// Whether the problem is a colon in a plain value.
    pub is_colon: bool,
    /// Whether the problem is quotes inside quotes.
    pub is_quotes: bool,
}

/// Returns the lines that YAML could not read.
///
/// A line that can be read by itself has another problem: its key may be a duplicate, or the line above
/// it is broken. Quotes would not fix that, and repeated quoting would double the file in each round.
pub fn lines(subject: &Subject<'_>) -> Vec<Broken> {
    let block = subject.front.as_ref().map(|front| front.block.clone()).unwrap_or_default();
    let mut first: HashMap<usize, usize> = HashMap::new();
    for (number, complaint) in subject.document.complaints.iter().enumerate() {
        first.entry(complaint.line).or_insert(number);
    }
    let numbered = front::lines(subject.text, 0).zip(1_usize..);
    let lines = numbered.filter_map(|((span, line), number)| Some((span, line, *first.get(&number)?)));
    let examined = lines.map(|(span, line, complaint)| {
        let is_in_block = block.contains(&span.start);
        let (is_colon, is_quotes) = (colon(line).is_some(), quotes(line).is_some());
        let is_known = is_in_block && (is_colon || is_quotes) && !reads(line);
        Broken { span, complaint, is_colon: is_known && is_colon, is_quotes: is_known && is_quotes }
    });
    examined.collect()
}

/// Returns the span of a line's value: after its key, or after its dash.
pub fn value(line: &str) -> Option<Range<usize>> {
    let indent = line.len().saturating_sub(line.trim_start_matches([' ', '\t']).len());
    let dashed = line.get(indent..)?;
    let dash = dashed.len().saturating_sub(dashed.strip_prefix("- ").unwrap_or(dashed).trim_start().len());
    let start = indent.saturating_add(dash);
    let entry = line.get(start..)?;
    let (at, value) = match front::key_of(entry) {
        Some(_) => front::value_of(entry)?,
        None if dash > 0 => (0, entry.trim_end()),
        // Quotes around any other line would turn all of it into a string, which was not meant.
        None => return None,
    };
    let start = start.saturating_add(at);
    Some(start..start.saturating_add(value.len()))
}

/// Returns whether YAML can read a line by itself.
pub fn reads(line: &str) -> bool {
    document::is_yaml(&format!("entry:\n  {}", line.trim_start()))
}

/// Returns the span of a plain value that contains a colon.
pub fn colon(line: &str) -> Option<Range<usize>> {
    let value = value(line)?;
    let text = line.get(value.clone())?;
    // A comment stays where it is. `#5` in a sentence is no comment to the person who wrote it, and would be lost.
    let text = text.split_once(" # ").map_or(text, |(text, _)| text.trim_end());
    let is_plain = !text.starts_with(['"', '\'', '[', '{', '|', '>', '&', '*', '!', '#', '%', '@', '`']);
    (is_plain && (text.contains(": ") || text.ends_with(':')))
        .then(|| value.start..value.start.saturating_add(text.len()))
}

/// Returns the span of a quoted value that contains a quote.
pub fn quotes(line: &str) -> Option<Range<usize>> {
    let value = value(line)?;
    let text = line.get(value.clone())?;
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    // A comment after the last quote stays where it is.
    let (before, after) = text.rsplit_once(quote)?;
    let length =
        if after.trim_start().starts_with('#') { before.len().saturating_add(1) } else { text.len() };
    let inside = text.get(..length)?.strip_prefix(quote)?;
    inside.trim_end_matches(quote).contains(quote).then(|| value.start..value.start.saturating_add(length))
}
