//! What a text is to JavaScript, whose tools write the files, and what of it may reach a terminal.

use std::{borrow::Cow, fmt::Write as _};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns whether JavaScript's `\s` and `trim()` take `character` for a blank.
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

/// Cuts the blanks off both ends, as JavaScript's `trim()`.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Takes off one leading and one trailing quote, matched or not, as the published hook does.
pub fn unquote(text: &str) -> &str {
    let quote = ['"', '\''];
    let text = text.strip_prefix(quote).unwrap_or(text);
    text.strip_suffix(quote).unwrap_or(text)
}

/// Returns whether a line begins at `at`.
pub fn begins_line(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|before| before.chars().next_back().is_none_or(is_line_end))
}

/// The longest line that is printed, in bytes, with its colour codes: with its end it has 4 KiB.
pub const LINE_LIMIT: usize = (4 << 10) - 1;

/// How many characters [`bounded`] gives up to end between two graphemes.
const GRAPHEME_LIMIT: usize = 16;

/// Cleans `text`: each control character becomes a space, bidirectional controls are dropped.
///
/// This is the only such rule. Every span of a [`crate::line::Line`] and all that
/// [`crate::output::Output`] prints as text goes through it.
pub fn shown(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.bytes().all(is_harmless) {
        return text;
    }
    if text.chars().all(|character| stand_in(character) == Some(character)) {
        return text;
    }
    Cow::Owned(text.chars().filter_map(stand_in).collect())
}

/// Returns true if no character that this byte of UTF-8 can be part of needs cleaning.
const fn is_harmless(byte: u8) -> bool {
    // C2 begins U+0080..U+00BF, D8 U+0600..U+063F and E2 U+2000..U+2FFF: all the others are among them.
    byte >= b' ' && !matches!(byte, 0x7F | 0xC2 | 0xD8 | 0xE2)
}

/// Returns what is shown for a character, or `None` if nothing is.
const fn stand_in(character: char) -> Option<char> {
    match character {
        '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => None,
        _ => Some(character),
    }
}

/// Returns whether a character is shown as it is.
pub const fn is_shown(character: char) -> bool {
    matches!(stand_in(character), Some(shown) if shown == character)
}

/// Returns how many terminal cells `text` takes: wide characters and emoji count two.
pub fn cells(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Shortens `text` to at most `room` cells, the last of them an ellipsis.
pub fn cut(text: &str, room: usize) -> String {
    if cells(text) <= room {
        return text.to_owned();
    }
    if room == 0 {
        return String::new();
    }
    let (mut end, mut width) = (0, 0_usize);
    for (at, character) in text.char_indices() {
        let next = at.saturating_add(character.len_utf8());
        width = width.saturating_add(character.width().unwrap_or_default());
        // A joined emoji is narrower than its characters, so what seems too wide is measured as a whole.
        if width >= room {
            width = text.get(..next).map_or(room, cells);
        }
        if width >= room {
            break;
        }
        end = next;
    }
    let mut kept = text.get(..end).unwrap_or_default().trim_end_matches('\u{200D}').trim_end();
    // A few characters are wider in company than alone.
    while cells(kept) >= room {
        let mut characters = kept.chars();
        characters.next_back();
        kept = characters.as_str();
    }
    format!("{kept}…")
}

/// Shortens `text` to at most `limit` bytes, for text that takes no cells and yet has no end.
///
/// An ellipsis marks the cut, unless that would make the text wider: what was cut off was invisible then.
pub fn bounded(text: Cow<'_, str>, limit: usize) -> Cow<'_, str> {
    const ELLIPSIS: char = '…';
    if text.len() <= limit {
        return text;
    }
    let (width, room) = (cells(&text), limit.saturating_sub(ELLIPSIS.len_utf8()));
    let mut kept = text.get(..boundary(&text, room)).unwrap_or_default().to_owned();
    if limit >= ELLIPSIS.len_utf8() {
        kept.push(ELLIPSIS);
    }
    if cells(&kept) > width {
        kept.pop();
    }
    kept.into()
}

/// Returns the last place at or before `end` where `text` can be cut.
///
/// That is never inside a character, and not inside a grapheme if one begins nearby.
pub(crate) fn boundary(text: &str, end: usize) -> usize {
    let end = text.floor_char_boundary(end);
    let Some(kept) = text.get(..end) else { return 0 };
    let mut after = text.get(end..).and_then(|rest| rest.chars().next());
    for (at, before) in kept.char_indices().rev().take(GRAPHEME_LIMIT) {
        let next = at.saturating_add(before.len_utf8());
        let kept = kept.get(..next).unwrap_or_default();
        if after.is_none_or(|after| !is_joined(kept, after)) {
            return next;
        }
        after = Some(before);
    }
    end
}

/// Returns true if a character is likely to be drawn as one with the last before it.
fn is_joined(before: &str, after: char) -> bool {
    let is_flag = |character: &char| matches!(character, '\u{1F1E6}'..='\u{1F1FF}');
    before.ends_with('\u{200D}')
        || after.width() == Some(0)
        || matches!(after, '\u{1F3FB}'..='\u{1F3FF}')
        // Two letters make a flag, and flags follow each other without a gap.
        || is_flag(&after) && before.chars().rev().take_while(is_flag).count() % 2 == 1
}

/// Shortens `text` to at most `room` cells, the first of them an ellipsis: of a path, the end tells most.
pub fn cut_front(text: &str, room: usize) -> Cow<'_, str> {
    if cells(text) <= room {
        return text.into();
    }
    let rests = text.char_indices().skip(1).filter_map(|(at, _)| text.get(at..));
    let kept = rests.chain([""]).find(|rest| cells(rest) < room);
    kept.map(|kept| format!("…{kept}")).unwrap_or_default().into()
}

/// Writes as `\uXXXX` what JSON leaves as it is and a terminal should not see.
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

/// Lists names as a sentence does.
pub(crate) fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Returns the part of a text around a place, and where the place is in it; both places count characters.
pub fn excerpt(text: &str, place: usize) -> (String, usize) {
    const AROUND: usize = 60;
    let start = place.saturating_sub(AROUND);
    let mut characters = text.chars().skip(start);
    let mut excerpt: String = characters.by_ref().take(AROUND.saturating_mul(2)).collect();
    if characters.next().is_some() {
        excerpt.push('…');
    }
    if start == 0 {
        return (excerpt, place);
    }
    excerpt.insert(0, '…');
    (excerpt, place.saturating_sub(start).saturating_add(1))
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
    fn a_text_within_its_limit_is_cut_between_graphemes() {
        for (text, limit, left) in [
            ("executing", 9, "executing"),
            ("executing", 8, "execu…"),
            ("é́é́é́", 8, "é́…"),
            ("ab👩\u{200D}💻", 12, "ab…"),
            ("🇩🇪🇫🇷", 15, "🇩🇪…"),
            ("executing", 2, ""),
        ] {
            let cut = bounded(text.into(), limit);
            assert_eq!(cut, left, "{text}");
            assert!(cut.len() <= limit && cells(&cut) <= cells(text), "{text}");
        }
        let invisible = format!("a{}", "\u{200B}".repeat(400));
        assert_eq!(bounded(invisible.into(), 100), format!("a{}", "\u{200B}".repeat(32)));
    }

    #[test]
    fn text_without_controls_is_not_copied() {
        assert!(matches!(shown("Größe 日本 · █░".into()), Cow::Borrowed(_)));
    }

    #[test]
    fn one_quote_goes_at_each_end() {
        let cases = [("\"a\"", "a"), ("'a\"", "a"), ("\"\"a\"\"", "\"a\""), ("\"", ""), ("a", "a")];
        for (quoted, bare) in cases {
            assert_eq!(unquote(quoted), bare, "{quoted}");
        }
    }

    #[test]
    fn a_path_cut_in_front_keeps_its_end() {
        for (text, room, left) in [
            ("work/shop", 9, "work/shop"),
            ("work/shop", 6, "…/shop"),
            ("work/shop", 1, "…"),
            ("work/shop", 0, ""),
            ("日本/語", 4, "…/語"),
            ("日本/語", 3, "…語"),
        ] {
            let cut = cut_front(text, room);
            assert_eq!(cut, left);
            assert!(cells(&cut) <= room);
        }
    }

    #[test]
    fn json_for_a_terminal_escapes_what_it_could_obey() {
        assert_eq!(escaped("{\n\"a\u{9b}\": \"\u{202e}é\"}"), "{\n\"a\\u009b\": \"\\u202eé\"}");
    }

    #[test]
    fn a_cut_text_keeps_to_its_room() {
        for (text, room, left) in [
            ("executing", 9, "executing"),
            ("executing", 8, "executi…"),
            ("executing", 1, "…"),
            ("executing", 0, ""),
            ("日本語", 5, "日本…"),
            ("日本語", 4, "日…"),
            ("a 👩‍💻 b", 4, "a…"),
            ("a 👩‍💻 b", 5, "a 👩‍💻…"),
        ] {
            let cut = cut(text, room);
            assert_eq!(cut, left);
            assert!(cells(&cut) <= room);
        }
    }
}
