//! Measures text, and cuts or wraps it to a width.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The most characters that [`bounded`] removes in addition, so that it cuts between two graphemes.
const GRAPHEME_LIMIT: usize = 16;

/// Returns the width of `text` in terminal columns: wide characters and emoji take two.
pub fn cells(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Shortens `text` to at most `room` columns, with an ellipsis at its end.
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
        // A joined emoji is narrower than the sum of its characters, so measure again as a whole.
        if width >= room {
            width = text.get(..next).map_or(room, cells);
        }
        if width >= room {
            break;
        }
        end = next;
    }
    let mut kept = text.get(..end).unwrap_or_default().trim_end_matches('\u{200D}').trim_end();
    // A few characters are wider after others than alone.
    while cells(kept) >= room {
        let mut characters = kept.chars();
        characters.next_back();
        kept = characters.as_str();
    }
    format!("{kept}…")
}

/// Shortens `text` to at most `limit` bytes. A width limit is not enough: invisible text has no width.
///
/// An ellipsis marks the cut, unless only invisible text was removed, so that an ellipsis would make the
/// text wider.
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

/// Returns the last position at or before `end` where `text` can be cut.
///
/// It is never inside a character, and not inside a grapheme that starts nearby.
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

/// Returns whether a character is probably drawn together with the one before it.
fn is_joined(before: &str, after: char) -> bool {
    let is_flag = |character: &char| matches!(character, '\u{1F1E6}'..='\u{1F1FF}');
    before.ends_with('\u{200D}')
        || after.width() == Some(0)
        || matches!(after, '\u{1F3FB}'..='\u{1F3FF}')
        // Two letters make one flag, so the number of letters before decides.
        || is_flag(&after) && before.chars().rev().take_while(is_flag).count() % 2 == 1
}

/// Shortens `text` to at most `room` columns, with an ellipsis at its start. For paths, whose end is the
/// most useful part.
pub fn cut_front(text: &str, room: usize) -> Cow<'_, str> {
    if cells(text) <= room {
        return text.into();
    }
    let rests = text.char_indices().skip(1).filter_map(|(at, _)| text.get(at..));
    let kept = rests.chain([""]).find(|rest| cells(rest) < room);
    kept.map(|kept| format!("…{kept}")).unwrap_or_default().into()
}

/// The least width of a page; a word that is wider sticks out.
const NARROWEST: usize = 20;

/// Breaks text between words into lines of at most `width` columns; its own line ends are kept.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let width = width.max(NARROWEST);
    let mut out = String::with_capacity(text.len());
    for (index, paragraph) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let mut room = width;
        for (index, word) in paragraph.split(' ').enumerate() {
            let cells = cells(word);
            if index > 0 && cells.saturating_add(1) > room {
                out.push('\n');
                room = width;
            } else if index > 0 {
                out.push(' ');
                room = room.saturating_sub(1);
            }
            out.push_str(word);
            room = room.saturating_sub(cells);
        }
    }
    out
}

/// Returns the part of `text` around a position, and the position in that part, both in characters.
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
    fn text_is_broken_between_words_and_at_its_own_line_ends() {
        let text = "one two three four five six\n\nan-extraordinarily-long-word and more";
        let expected = "one two three four\nfive six\n\nan-extraordinarily-long-word\nand more";
        assert_eq!(wrapped(text, 20), expected);
        assert_eq!(wrapped(text, 3), expected);
    }

    #[test]
    fn text_over_its_byte_limit_is_cut_between_graphemes() {
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
    fn text_that_is_cut_fits_its_width() {
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
