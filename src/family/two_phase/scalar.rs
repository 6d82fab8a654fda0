//! A YAML scalar as it is written, and its value without quotes, escapes and folds.
//!
//! This keeps to YAML, as the mode's own reader does. GSD's smart style reads scalars by `gsd/smart/scalar.rs`, which
//! accepts what YAML refuses and gives one line.

use std::borrow::Cow;

use crate::family::text::escape::{code, escape};

/// Blanks inside a line; a carriage return is part of the line end.
const BLANKS: [char; 3] = [' ', '\t', '\r'];

/// A scalar as it is written: most are never resolved.
#[derive(Clone, Copy, Debug)]
pub struct Scalar<'a> {
    /// The text between the quotes, or all of it if there are none.
    pub raw: &'a str,
    /// How it is written.
    pub style: Style,
}

/// The ways to write a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// In quotes that end too early: the value is exactly what is written.
    Misquoted,
    /// As lines below `|`.
    Literal,
    /// As lines below `>`.
    Folded,
}

impl<'a> Scalar<'a> {
    /// No value, or one that is not a scalar.
    pub const NONE: Self = Self { raw: "", style: Style::Plain };

    /// Returns the value, or `None` if it is null or empty.
    pub fn text(self) -> Option<Cow<'a, str>> {
        let is_broken = self.raw.contains('\n');
        let text = match self.style {
            Style::Plain if matches!(self.raw, "~" | "null" | "Null" | "NULL") => return None,
            Style::Literal | Style::Folded => below(self.raw, self.style == Style::Folded).into(),
            Style::Single if is_broken || self.raw.contains('\'') => joined(self.raw, '\'').into(),
            Style::Double if is_broken || self.raw.contains('\\') => joined(self.raw, '\\').into(),
            Style::Plain if is_broken => joined(self.raw, '\n').into(),
            _ => Cow::Borrowed(self.raw),
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// Returns the value as a number, with or without quotes.
    pub fn number(self) -> Option<u64> {
        self.text()?.parse().ok()
    }

    /// Returns whether the value means yes, in any of the words that the tool's own reader accepts.
    pub fn is_true(self) -> bool {
        let says = |text: &str| ["true", "yes", "on"].iter().any(|word| text.eq_ignore_ascii_case(word));
        self.text().is_some_and(|text| says(&text))
    }
}

/// Joins the lines of a scalar and resolves the escapes that `escape` begins.
///
/// A line end becomes a blank, but each empty line after it becomes a line end.
fn joined(raw: &str, escape: char) -> String {
    let mut text = String::with_capacity(raw.len());
    // Nothing before this offset may be trimmed: an escaped blank stays even at the end of a line.
    let mut kept = 0;
    let mut rest = raw;
    while let Some(character) = rest.chars().next() {
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
        if character == '\n' {
            text.truncate(text.trim_end_matches(BLANKS).len().max(kept));
            rest = past_line_ends(rest, &mut text);
        } else if character == escape && escape == '\\' {
            rest = unescaped(rest, &mut text);
            kept = text.len();
        } else {
            text.push(character);
            if character == escape {
                rest = rest.strip_prefix('\'').unwrap_or(rest);
            }
        }
    }
    text
}

/// Adds the folded form of line ends and returns what follows the blanks of the next line.
fn past_line_ends<'t>(rest: &'t str, text: &mut String) -> &'t str {
    let mut rest = rest.trim_start_matches(BLANKS);
    if !rest.starts_with('\n') {
        text.push(' ');
    }
    while let Some(next) = rest.strip_prefix('\n') {
        text.push('\n');
        rest = next.trim_start_matches(BLANKS);
    }
    rest
}

/// Adds the character of an escape and returns what follows it.
fn unescaped<'t>(rest: &'t str, text: &mut String) -> &'t str {
    let Some(name) = rest.chars().next() else { return rest };
    let after = rest.get(name.len_utf8()..).unwrap_or_default();
    // The value continues after the blanks of the next line.
    if matches!(name, '\n' | '\r') {
        return after.strip_prefix('\n').unwrap_or(after).trim_start_matches(BLANKS);
    }
    if let Some((character, after)) = escape(rest) {
        text.push(character);
        return after;
    }
    let digits = match name {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        // An unknown escape is kept as its letter.
        _ => {
            text.push(name);
            return after;
        }
    };
    text.push(char::REPLACEMENT_CHARACTER);
    code(after, digits).map_or(after, |(_, after)| after)
}

/// Joins the lines of a block scalar, without their indentation and the line ends after the last.
///
/// Folded, a line end becomes a blank, unless it is next to a deeper line or an empty one.
fn below(raw: &str, is_folded: bool) -> String {
    let raw = raw.trim_end_matches(['\r', '\n']);
    let first = raw.lines().find(|line| !line.trim_start_matches(BLANKS).is_empty()).unwrap_or_default();
    let indent = first.len().saturating_sub(first.trim_start_matches(' ').len());
    let mut text = String::with_capacity(raw.len());
    let (mut ends, mut is_after_text) = (0_usize, false);
    for line in raw.lines().map(|line| line.get(indent..).unwrap_or_default()) {
        let is_text = is_folded && !line.is_empty() && !line.starts_with(BLANKS);
        if line.is_empty() {
            ends = ends.saturating_add(1);
            continue;
        }
        match (is_after_text && is_text, ends) {
            (true, 0) => text.push(' '),
            (true, _) => text.extend(std::iter::repeat_n('\n', ends)),
            _ if text.is_empty() => text.extend(std::iter::repeat_n('\n', ends)),
            _ => text.extend(std::iter::repeat_n('\n', ends.saturating_add(1))),
        }
        text.push_str(line);
        (ends, is_after_text) = (0, is_text);
    }
    text
}
