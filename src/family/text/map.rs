//! Reads YAML that is a map of short values, line by line: enough for a status file, and much faster than a parser.

use crate::text;

/// A line with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// How far it is indented.
    pub indent: usize,
    /// Its key, without quotes.
    pub key: &'a str,
    /// Its value, without quotes and comment; empty if it is missing or follows on the next lines.
    pub value: &'a str,
    /// Where the key begins in the text, in bytes.
    pub at: usize,
}

/// Returns the lines of a text that have a key: no comments, no members of lists.
pub fn entries(text: &str) -> impl Iterator<Item = Entry<'_>> {
    let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut at = mark;
    text.get(mark..).unwrap_or_default().split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at = at.saturating_add(line.len());
        entry(line, start)
    })
}

/// line = *blank key `:` [blank value] [blank `#` comment]
fn entry(line: &str, start: usize) -> Option<Entry<'_>> {
    let bare = line.trim_start_matches([' ', '\t']);
    let indent = line.len().saturating_sub(bare.len());
    if bare.starts_with(['#', '-', '\r', '\n']) {
        return None;
    }
    let colon = colon(bare)?;
    let (key, rest) = bare.split_at_checked(colon)?;
    let value = value(rest.strip_prefix(':')?);
    Some(Entry { indent, key: text::unquote(key.trim_end()), value, at: start.saturating_add(indent) })
}

/// Returns where the colon after a key is: a blank or the end of the line follows it.
fn colon(line: &str) -> Option<usize> {
    // A key in quotes may have a colon of its own.
    let quoted = line.chars().next().filter(|first| matches!(first, '"' | '\''));
    let from = quoted.map_or(Some(0), |quote| Some(line.get(1..)?.find(quote)?.saturating_add(2)))?;
    let is_end = |at: usize| line.as_bytes().get(at.saturating_add(1)).is_none_or(u8::is_ascii_whitespace);
    let mut colons = line.get(from..)?.match_indices(':').map(|(at, _)| from.saturating_add(at));
    colons.find(|at| is_end(*at))
}

/// Returns a value without its quotes, or without the comment that follows it.
fn value(text: &str) -> &str {
    let text = text.trim();
    if let Some(quote) = text.chars().next().filter(|first| matches!(first, '"' | '\'')) {
        let inside = text.get(1..).unwrap_or_default();
        return inside.find(quote).and_then(|end| inside.get(..end)).unwrap_or(inside);
    }
    let end = text.match_indices('#').find(|(at, _)| {
        at.checked_sub(1)
            .is_none_or(|before| text.as_bytes().get(before).is_some_and(u8::is_ascii_whitespace))
    });
    let end = end.map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_key_a_value_and_a_place() {
        let text = "# a: b\nproject: My App # ours\n\nlist:\n  - x: 1\n  'a: b': \"c # d\"\n  1-2-x#y: done#1\nno key\n\
                    url: http://x\r\ncolon:tight\n";
        let found: Vec<(usize, &str, &str, usize)> =
            entries(text).map(|one| (one.indent, one.key, one.value, one.at)).collect();
        assert_eq!(
            found,
            [
                (0, "project", "My App", 7),
                (0, "list", "", 31),
                (2, "a: b", "c # d", 48),
                (2, "1-2-x#y", "done#1", 66),
                (0, "url", "http://x", 89),
            ]
        );
    }
}
