//! Measures text, and cuts or wraps it to a width.

use std::borrow::Cow;

use unicode_segmentation::GraphemeCursor;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The most characters that [`bounded`] removes in addition, so that it cuts between two graphemes.
const GRAPHEME_LIMIT: usize = 16;

/// Returns the width of `text` in terminal columns: wide characters and emoji take two.
pub fn cells(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let mut narrow = 0_usize;
    for character in text.chars() {
        if !is_narrow(character) {
            return looked_up(text);
        }
        narrow = narrow.saturating_add(1);
    }
    narrow
}

/// Returns whether a character takes one column, whatever is next to it: those of bars and separators, and most letters.
const fn is_narrow(character: char) -> bool {
    matches!(character, ' '..='~' | '·' | 'À'..='ɏ' | '—' | '…' | '─'..='▟')
}

/// Returns the width of `text` by Unicode's tables. Few lines need them, so it is not inlined.
#[inline(never)]
fn looked_up(text: &str) -> usize {
    text.width()
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
    let mut kept = text.get(..boundary(text, end)).unwrap_or_default();
    // A few characters are wider after others than alone.
    while cells(kept) >= room {
        kept = kept.get(..boundary(kept, kept.len().saturating_sub(1))).unwrap_or_default();
    }
    format!("{}…", kept.trim_end())
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
    let is_ascii = |at: usize| text.as_bytes().get(at).is_none_or(u8::is_ascii);
    if is_ascii(end) && is_ascii(end.saturating_sub(1)) {
        return end;
    }
    let mut cursor = GraphemeCursor::new(end, text.len(), true);
    let start = match cursor.is_boundary(text, 0) {
        Ok(false) => cursor.prev_boundary(text, 0).ok().flatten().unwrap_or_default(),
        _ => end,
    };
    let is_near = text.get(start..end).is_some_and(|removed| removed.chars().count() <= GRAPHEME_LIMIT);
    if is_near { start } else { end }
}

/// Shortens `text` to at most `room` columns, with an ellipsis at its start. For paths, whose end is the
/// most useful part.
pub fn cut_front(text: &str, room: usize) -> Cow<'_, str> {
    if cells(text) <= room {
        return text.into();
    }
    let rests = text.char_indices().skip(1).filter_map(|(at, _)| Some((at, text.get(at..)?)));
    let mut rests = rests.chain([(text.len(), "")]).filter(|(at, _)| boundary(text, *at) == *at);
    let kept = rests.find(|(_, rest)| cells(rest) < room).map(|(_, rest)| rest);
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
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    /// The tables are the oracle: alone, and next to each of the others.
    #[test]
    fn what_needs_no_table_is_one_column_wide() {
        let narrow: Vec<char> = ('\0'..=char::MAX).filter(|character| is_narrow(*character)).collect();
        assert_eq!(narrow.len(), 658);
        for first in &narrow {
            for second in &narrow {
                assert_eq!(looked_up(&String::from_iter([first, second])), 2, "{first:?} {second:?}");
            }
        }
    }

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
            ("🇩🇪🇫🇷", 3, "🇩🇪…"),
            ("🇩🇪🇫🇷", 2, "…"),
            ("a🇩🇪🇫🇷", 3, "a…"),
            ("👍🏽👍🏽", 3, "👍🏽…"),
            ("1\u{FE0F}\u{20E3}23", 3, "1\u{FE0F}\u{20E3}…"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ] {
            let cut = cut(text, room);
            assert_eq!(cut, left);
            assert!(cells(&cut) <= room);
        }
    }

    #[test]
    fn no_cut_goes_through_a_character_that_is_drawn_as_one() {
        const PIECES: [&str; 18] = [
            "a",
            "b ",
            "é",
            "e\u{301}",
            "n\u{303}\u{323}",
            "日",
            "한",
            "\u{1112}\u{1161}\u{11AB}",
            "🇩🇪",
            "🇫🇷",
            "👍🏽",
            "👩\u{200D}💻",
            "👩\u{200D}👩\u{200D}👧\u{200D}👦",
            "❤\u{FE0F}",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "1\u{FE0F}\u{20E3}",
            "नि",
            "🚀",
        ];
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from((seed >> 33) % below).unwrap()
        };
        let mut count = 0;
        for _ in 0..2_000 {
            let pieces: Vec<&str> = (0..random(12)).map(|_| PIECES[random(18)]).collect();
            let text = pieces.concat();
            let starts: Vec<&str> =
                text.grapheme_indices(true).filter_map(|(at, _)| text.get(..at)).chain([&*text]).collect();
            for room in 1..cells(&text) {
                let (end, front) = (cut(&text, room), cut_front(&text, room));
                let end = end.strip_suffix('…').unwrap();
                assert!(starts.iter().any(|start| start.trim_end() == end), "{text} at {room}: {end}");
                let front = front.strip_prefix('…').unwrap();
                let before = text.strip_suffix(front).unwrap();
                assert!(starts.contains(&before), "{text} at {room}: {front}");
                count += 1;
            }
        }
        assert_eq!(count, 17_696);
    }
}
