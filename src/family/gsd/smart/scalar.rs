//! Reads one value as YAML does, and more tolerantly where YAML would fail.

use std::borrow::Cow;

use crate::{
    family::text::escape::{code, escape},
    text,
};

/// Returns the text of a value that follows its key on one line.
///
/// scalar = `"` *(char / escape) `"` [comment] / `'` *(char / `''`) `'` [comment] / plain [comment]
pub(super) fn scalar(raw: &str) -> Cow<'_, str> {
    let raw = text::trim(raw);
    match raw.chars().next() {
        Some('"') => quoted(raw, '"', unescaped),
        Some('\'') => quoted(raw, '\'', |inside| inside.replace("''", "'")),
        _ => without_comment(raw).into(),
    }
}

/// Joins a value with its continuation lines.
///
/// After `|` or `>` everything is text; otherwise the joined lines are read as one.
pub(super) fn folded(raw: &str, below: &[&str]) -> String {
    let raw = text::trim(raw);
    let lines = below.iter().map(|line| text::trim(line)).filter(|line| !line.is_empty());
    let is_block = raw.strip_prefix(['|', '>']).is_some_and(|marks| {
        let marks = without_comment(marks);
        marks.chars().all(|mark| mark.is_ascii_digit() || matches!(mark, '+' | '-'))
    });
    if is_block {
        return lines.collect::<Vec<_>>().join(" ");
    }
    let first = Some(raw).filter(|raw| !raw.is_empty());
    scalar(&first.into_iter().chain(lines).collect::<Vec<_>>().join(" ")).into_owned()
}

/// Removes a comment from a plain value.
fn without_comment(plain: &str) -> &str {
    if plain.starts_with('#') {
        return "";
    }
    let comment = plain.match_indices(" #").map(|(at, _)| at).chain(plain.find("\t#")).min();
    text::trim(comment.and_then(|at| plain.get(..at)).unwrap_or(plain))
}

/// Returns the text between the quotes, with its escapes resolved.
///
/// The closing quote is the first with nothing but a comment after it: people write quotes inside
/// quotes. If no quote closes, only the opening one is removed.
fn quoted(raw: &str, quote: char, resolved: fn(&str) -> String) -> Cow<'_, str> {
    let inside = raw.strip_prefix(quote).unwrap_or(raw);
    let mut escaped = false;
    let mut end = inside.len();
    for (at, character) in inside.char_indices() {
        let tail = inside.get(at.saturating_add(1)..).unwrap_or_default();
        if character == quote && !escaped && is_blank_or_comment(tail) {
            end = at;
            break;
        }
        escaped = quote == '"' && character == '\\' && !escaped;
    }
    let inside = inside.get(..end).unwrap_or(inside);
    let escape = if quote == '"' { '\\' } else { quote };
    if inside.contains(escape) { resolved(inside).into() } else { inside.into() }
}

/// Returns whether only a comment is left.
fn is_blank_or_comment(tail: &str) -> bool {
    let trimmed = tail.trim_start_matches(text::is_blank);
    trimmed.is_empty() || trimmed.starts_with('#') && trimmed.len() < tail.len()
}

/// Resolves the escapes of double quotes; one that YAML does not know stays as it is.
fn unescaped(inside: &str) -> String {
    let mut out = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        if let Some((character, following)) = escape(after).or_else(|| pair(after)) {
            // A line has no room for tabs and line ends, which have names of their own.
            let is_itself = after.starts_with(['x', 'u', 'U', '"', '\\', '/', ' ']);
            out.push(if is_itself { character } else { ' ' });
            rest = following;
        } else {
            out.push('\\');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// Reads a character that is written as two, as JSON does with those beyond four digits.
fn pair(text: &str) -> Option<(char, &str)> {
    let (first, rest) = code(text.strip_prefix('u')?, 4)?;
    let (second, rest) = code(rest.strip_prefix("\\u")?, 4)?;
    let units = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    Some((char::decode_utf16(units).next()?.ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_yaml_reads_them() {
        for (raw, wanted) in [
            ("Code Quality", "Code Quality"),
            (" \"Code Quality\"  # old", "Code Quality"),
            ("'it''s'", "it's"),
            ("\"a \\\"b\\\" \\u2014 \\xe9 \\ud83d\\ude00\"", "a \"b\" — é 😀"),
            ("Search # was: Find", "Search"),
            ("C#", "C#"),
            ("# nothing", ""),
            ("\"say \"later\" to me\"", "say \"later\" to me"),
            ("\"open", "open"),
            ("'a' 'b'", "a' 'b"),
            ("\"C:\\dir\\q \\u12\"", "C:\\dir\\q \\u12"),
            ("\"\"", ""),
            ("\"", ""),
            ("Foo\"", "Foo\""),
        ] {
            assert_eq!(scalar(raw), wanted, "{raw}");
        }
    }

    #[test]
    fn values_over_several_lines_are_joined() {
        for (raw, below, wanted) in [
            (">-", ["  Code", "  Quality # 1"].as_slice(), "Code Quality # 1"),
            ("|2+ # note", &["  Code"], "Code"),
            ("\"Code", &["", "  Quality\" # new"], "Code Quality"),
            ("Code", &["  Quality"], "Code Quality"),
            ("", &["  Quality"], "Quality"),
            ("> 5 ms", &["  late"], "> 5 ms late"),
        ] {
            assert_eq!(folded(raw, below), wanted, "{raw}");
        }
    }
}
