//! Handles text as JavaScript does, because JavaScript tools write the files, and cleans it for terminals.

mod fit;
pub mod json;
mod lines;
mod pattern;
pub mod suggest;
pub mod time;

use std::{borrow::Cow, fmt::Write as _};

pub(crate) use fit::{boundary, wrapped};
pub use fit::{bounded, cells, cut, cut_front, excerpt};
pub use lines::{Lines, Place, line_start, place};
pub use pattern::Pattern;

/// Returns whether JavaScript's `\s` and `trim()` treat `character` as white space.
pub const fn is_blank(character: char) -> bool {
    matches!(
        character,
        '\t'..='\r' | ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{2028}' | '\u{2029}'
            | '\u{202F}' | '\u{205F}' | '\u{3000}' | '\u{FEFF}'
    )
}

/// Returns whether JavaScript ends a line at `character`.
pub const fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Removes white space from both ends, as JavaScript's `trim()` does.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Removes one leading and one trailing quote, matched or not, as the published hook does.
pub fn unquote(text: &str) -> &str {
    let text = text.strip_prefix('"').or_else(|| text.strip_prefix('\'')).unwrap_or(text);
    text.strip_suffix('"').or_else(|| text.strip_suffix('\'')).unwrap_or(text)
}

/// Returns whether a line begins at `at`.
pub fn begins_line(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|before| before.chars().next_back().is_none_or(is_line_end))
}

/// The longest line that is printed, in bytes, with its colour codes: with its end it has 4 KiB.
pub const LINE_LIMIT: usize = (4 << 10) - 1;

/// Cleans `text`: each control character becomes a space, bidirectional controls are dropped.
///
/// All text is cleaned here: every span of a [`crate::line::Line`], and all text that
/// [`crate::line::output::Output`] prints.
pub fn shown(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.bytes().all(is_harmless) { text } else { cleaned(text) }
}

/// Cleans text that may need it. Most does not, so it is not inlined.
#[inline(never)]
fn cleaned(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.chars().all(|character| stand_in(character) == Some(character)) {
        return text;
    }
    Cow::Owned(text.chars().filter_map(stand_in).collect())
}

/// Returns true if no character that this byte of UTF-8 can be part of needs cleaning.
const fn is_harmless(byte: u8) -> bool {
    // All other characters to clean are in U+0080..U+00BF, which begin with C2, in U+0600..U+063F (D8)
    // or in U+2000..U+2FFF (E2).
    byte >= b' ' && !matches!(byte, 0x7F | 0xC2 | 0xD8 | 0xE2)
}

/// Returns the character to show in place of `character`, or `None` to drop it.
const fn stand_in(character: char) -> Option<char> {
    match character {
        '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => None,
        _ => Some(character),
    }
}

/// Returns whether a character is shown unchanged.
pub const fn is_shown(character: char) -> bool {
    matches!(stand_in(character), Some(shown) if shown == character)
}

/// Writes as `\uXXXX` the characters that JSON allows but a terminal should not get.
pub fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if character == '\n' || stand_in(character) == Some(character) {
            out.push(character);
        } else {
            write!(out, "\\u{:04x}", u32::from(character)).unwrap_or_default();
        }
    }
    out
}

/// Formats a count: `1 module`, `2 modules`.
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Lists names in a sentence: `` `a`, `b` or `c` ``.
pub(crate) fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    series(&names, "or")
}

/// Joins words in a sentence: `a, b and c`.
pub(crate) fn series(words: &[impl AsRef<str>], link: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} {link} {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_blanks_and_bidi_controls_go() {
        let cleaned = shown("a\x1b[31m\n\u{9b}\u{2028}\u{202e}b\u{2066}c — ok".into());
        assert_eq!(cleaned, "a [31m   bc — ok");
        let controls = ['\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}'];
        for control in controls {
            assert_eq!(shown(format!("a{control}b").into()), "ab", "{control:?}");
        }
        assert_eq!(shown("\u{61b}\u{200d}\u{2065}\u{feff}".into()), "\u{61b}\u{200d}\u{2065}\u{feff}");
    }

    #[test]
    fn text_without_controls_is_not_copied() {
        assert!(matches!(shown("Größe 日本 · █░".into()), Cow::Borrowed(_)));
    }

    #[test]
    fn one_quote_is_removed_at_each_end() {
        let cases = [("\"a\"", "a"), ("'a\"", "a"), ("\"\"a\"\"", "\"a\""), ("\"", ""), ("a", "a")];
        for (quoted, bare) in cases {
            assert_eq!(unquote(quoted), bare, "{quoted}");
        }
    }

    #[test]
    fn json_for_a_terminal_has_its_control_characters_escaped() {
        assert_eq!(escaped("{\n\"a\u{9b}\": \"\u{202e}é\"}"), "{\n\"a\\u009b\": \"\\u202eé\"}");
    }
}
