//! Changes one string in a TOML file, and leaves every other byte as it was.
//!
//! The parser has the position of each value, and only those bytes are replaced. `toml_edit` was tried instead: it writes
//! `\n` for `\r\n`, moves keys such as `a.x` next to an earlier `a.y`, and drops the comment above a key that is
//! removed. Undoing that takes more code than this module has.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeString, DeTable, DeValue},
};

use super::{EditFault, Made};
use crate::{text::json, text::line_start};

type Entry<'e, 't> = (&'e Spanned<DeString<'t>>, &'e Spanned<DeValue<'t>>);

/// Returns an error if the text is not TOML.
pub(super) fn check(text: &str) -> Result<(), EditFault> {
    DeTable::parse(text).map(|_| ()).map_err(|error| {
        let why = error.message().lines().collect::<Vec<_>>().join(", ");
        EditFault::at(text, error.span().map_or(text.len(), |span| span.start), format!("not TOML: {why}"))
    })
}

/// Returns whether there is nothing in it.
pub(super) fn is_empty(text: &str) -> bool {
    text.trim().is_empty()
}

/// Returns the value of a string.
pub(super) fn string(text: &str, path: &[&str]) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    Some(entry(table.get_ref(), path)?.1.get_ref().as_str()?.to_owned())
}

/// Returns a value as it is written; a table can be in several places, so it has none.
pub(super) fn raw(text: &str, path: &[&str]) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    let value = entry(table.get_ref(), path)?.1;
    if value.get_ref().is_table() { Some(String::new()) } else { text.get(value.span()).map(str::to_owned) }
}

/// Sets a string in a table, and creates the table if it is missing.
pub(super) fn put(text: &str, path: &[&str], made: &Made) -> Result<String, EditFault> {
    check(text)?;
    let ([table, key], Some(value)) = (path, written(made)) else { return Err(harm(text)) };
    let parsed = DeTable::parse(text).map_err(|_| harm(text))?;
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let splice = if let Some((_, old)) = entry(parsed.get_ref(), path) {
        (old.span(), value)
    } else if let Some((name, _)) = entry(parsed.get_ref(), &[table]) {
        added(text, name.span(), key, &value, newline)
    } else {
        let gap = match text {
            "" => "",
            _ if text.ends_with("\n\n") || text.ends_with("\r\n\r\n") => "",
            _ if text.ends_with('\n') => newline,
            _ => &newline.repeat(2),
        };
        (text.len()..text.len(), format!("{gap}[{table}]{newline}{key} = {value}{newline}"))
    };
    proven(text, path, spliced(text, &splice))
}

/// Removes a key with its line, and its table if that is empty then.
pub(super) fn take(text: &str, path: &[&str]) -> Result<String, EditFault> {
    check(text)?;
    let parsed = DeTable::parse(text).map_err(|_| harm(text))?;
    let Some((name, value)) = entry(parsed.get_ref(), path) else { return Ok(text.to_owned()) };
    let mut cut = lines(text, name.span().start..value.span().end);
    let header = path.first().and_then(|table| entry(parsed.get_ref(), &[table]));
    if let Some((header, table)) = header
        && table.get_ref().as_table().is_some_and(|table| table.len() == 1)
    {
        let head = lines(text, header.span());
        let is_header = text.get(head.clone()).is_some_and(|line| line.trim_start().starts_with('['));
        if is_header && head.end == cut.start {
            cut.start = head.start;
            let before = text.get(..cut.start).unwrap_or_default();
            let bare = before.strip_suffix('\n').map(|before| before.strip_suffix('\r').unwrap_or(before));
            // The blank line before it.
            cut.start =
                bare.filter(|bare| bare.is_empty() || bare.ends_with('\n')).map_or(cut.start, str::len);
        }
    }
    proven(text, path, spliced(text, &(cut, String::new())))
}

/// Returns the edit that adds a key to an existing table.
fn added(text: &str, name: Range<usize>, key: &str, value: &str, newline: &str) -> (Range<usize>, String) {
    let line = lines(text, name.clone());
    let written = text.get(line.clone()).unwrap_or_default();
    if written.trim_start().starts_with('[') {
        let lead = if written.ends_with('\n') { "" } else { newline };
        return (line.end..line.end, format!("{lead}{key} = {value}{newline}"));
    }
    let table = text.get(name).unwrap_or_default();
    (line.start..line.start, format!("{table}.{key} = {value}{newline}"))
}

fn entry<'e, 't>(table: &'e DeTable<'t>, path: &[&str]) -> Option<Entry<'e, 't>> {
    let (first, rest) = path.split_first()?;
    let (key, value) = table.iter().find(|(key, _)| key.get_ref() == first)?;
    if rest.is_empty() { Some((key, value)) } else { entry(value.get_ref().as_table()?, rest) }
}

/// Returns the complete lines that a span is on.
fn lines(text: &str, at: Range<usize>) -> Range<usize> {
    let start = line_start(text, at.start);
    let end = text.get(at.end..).and_then(|after| after.find('\n'));
    start..end.map_or(text.len(), |end| at.end.saturating_add(end).saturating_add(1))
}

fn written(made: &Made) -> Option<String> {
    match made {
        // JSON allows DEL in a string, TOML does not.
        Made::Text(text) => Some(json::quoted(text).replace('\x7F', "\\u007f")),
        Made::Raw(raw) => Some(raw.clone()),
        Made::Object(_) => None,
    }
}

fn spliced(text: &str, (at, made): &(Range<usize>, String)) -> String {
    let (before, after) = (text.get(..at.start).unwrap_or_default(), text.get(at.end..).unwrap_or_default());
    format!("{before}{made}{after}")
}

/// Returns the new text if all other values are the same as before.
fn proven(text: &str, path: &[&str], after: String) -> Result<String, EditFault> {
    let said = |text: &str| {
        let table = DeTable::parse(text).ok()?;
        let mut said = Vec::new();
        leaves(text, table.get_ref(), &mut Vec::new(), path, &mut said);
        said.sort();
        Some(said)
    };
    if said(&after).is_some_and(|new| Some(new) == said(text)) { Ok(after) } else { Err(harm(text)) }
}

/// Lists every value except tables, with its path, leaving out one path.
fn leaves(text: &str, table: &DeTable<'_>, at: &mut Vec<String>, but: &[&str], out: &mut Vec<String>) {
    for (key, value) in table {
        at.push(key.get_ref().to_string());
        match value.get_ref() {
            DeValue::Table(inner) => leaves(text, inner, at, but, out),
            _ if at.iter().map(String::as_str).eq(but.iter().copied()) => {}
            _ => out.push(format!("{}\u{1}{}", at.join("\u{1}"), text.get(value.span()).unwrap_or_default())),
        }
        at.pop();
    }
}

fn harm(text: &str) -> EditFault {
    EditFault::at(text, 0, "it cannot be changed without harm; change it by hand".to_owned())
}
