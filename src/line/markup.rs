//! Reads text that another program has coloured, and keeps only its colours and links.

use super::Painted;
use crate::text;

/// The longest link that is kept, in bytes: browsers and terminals reject links of about that length.
const LINK_LIMIT: usize = 2 << 10;

/// The longest colour sequence that is kept, in bytes.
const COLOR_LIMIT: usize = 128;

const LINK_END: &str = "\x1B]8;;\x07";
const COLOR_END: &str = "\x1B[0m";
const ELLIPSIS: &str = "…";

/// A row that another program printed, with its colours and links but no other control sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    text: String,
    cells: usize,
    /// How many bytes are text.
    visible: usize,
    is_colored: bool,
    is_linked: bool,
}

/// Which colours and links of a row stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Markup {
    /// All of them.
    Kept,
    /// Those that can be seen: not a colour that is set already, or that is reset before any text.
    Needed,
    /// None.
    Dropped,
}

/// A piece of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Visible(char),
    Color(&'t str),
    Link(&'t str),
    Dropped,
}

impl Piece<'_> {
    const fn length(self) -> usize {
        match self {
            Self::Visible(character) => character.len_utf8(),
            Self::Color(sequence) | Self::Link(sequence) => sequence.len(),
            Self::Dropped => 0,
        }
    }
}

impl Row {
    /// Reads a row, and cuts it at [`text::LINE_LIMIT`].
    pub fn read(line: &str) -> Self {
        Self::shortest(line, Self::within(line, usize::MAX, Markup::Kept), text::LINE_LIMIT)
    }

    /// Returns the text of a row without its colours and links.
    pub fn plain(line: &str) -> String {
        Self::shortest(line, Self::within(line, usize::MAX, Markup::Dropped), text::LINE_LIMIT).text
    }

    /// Returns its width in columns.
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// Returns its length in bytes.
    pub fn length(&self) -> usize {
        self.text.len().saturating_add(self.end().len())
    }

    /// Shortens it to at most `limit` bytes.
    #[must_use]
    pub fn cut(self, limit: usize) -> Self {
        let line = self.text.clone();
        Self::shortest(&line, self, limit)
    }

    /// Returns the row, with an open colour and an open link closed.
    pub fn painted(&self) -> Painted {
        Painted::trusted(format!("{}{}", self.text, self.end()))
    }

    /// Returns `whole` if it fits; else without colours that change nothing; else without any markup, or cut.
    ///
    /// Text matters more than colours: a row that begins with thousands of them must not end before its text.
    fn shortest(line: &str, whole: Self, limit: usize) -> Self {
        if whole.length() <= limit {
            return whole;
        }
        let needed = Self::within(line, usize::MAX, Markup::Needed);
        if needed.length() <= limit {
            return needed;
        }
        let is_mostly_text = needed.length().saturating_sub(needed.visible) <= limit / 2;
        Self::within(line, limit, if is_mostly_text { Markup::Needed } else { Markup::Dropped })
    }

    fn within(line: &str, limit: usize, markup: Markup) -> Self {
        let room = limit.saturating_sub(LINK_END.len()).saturating_sub(COLOR_END.len());
        let (mut row, mut visible) = (Self::default(), String::new());
        // The end of the last escape sequence: nothing before it may be cut off.
        let mut solid = 0;
        let mut color = COLOR_END;
        let mut rest = line;
        while !rest.is_empty() {
            let (piece, length) = next(rest);
            rest = rest.get(length..).unwrap_or_default();
            let is_kept = match (piece, markup) {
                (Piece::Color(_) | Piece::Link(_), Markup::Dropped) => false,
                (Piece::Color(sequence), Markup::Needed) => sequence != color && !begins_with_reset(rest),
                _ => true,
            };
            if !is_kept {
                continue;
            }
            if let Piece::Color(sequence) = piece {
                color = sequence;
            }
            if row.text.len().saturating_add(piece.length()) > room {
                row.end_with_ellipsis(&mut visible, solid, piece, room);
                break;
            }
            row.take(piece, &mut visible);
            if matches!(piece, Piece::Color(_) | Piece::Link(_)) {
                solid = row.text.len();
            }
        }
        row.cells = text::cells(&visible);
        row.visible = visible.len();
        row
    }

    fn take(&mut self, piece: Piece<'_>, visible: &mut String) {
        match piece {
            Piece::Visible(character) => {
                self.text.push(character);
                visible.push(character);
            }
            Piece::Color(sequence) => {
                self.is_colored = !is_reset(sequence);
                self.text.push_str(sequence);
            }
            Piece::Link(sequence) => {
                let ends = matches!(sequence, "\x1B]8;;\x07" | "\x1B]8;;\x1B\\");
                // An end without a start is left over from a link that was dropped.
                if !ends || self.is_linked {
                    self.text.push_str(sequence);
                }
                self.is_linked = !ends;
            }
            Piece::Dropped => {}
        }
    }

    /// Replaces the last characters by an ellipsis; `next` is the piece that did not fit.
    fn end_with_ellipsis(&mut self, visible: &mut String, solid: usize, next: Piece<'_>, room: usize) {
        let width = text::cells(visible);
        let mut tail = self.text.get(solid..).unwrap_or_default().to_owned();
        let length = tail.len();
        if let Piece::Visible(character) = next {
            tail.push(character);
        }
        let end = room.saturating_sub(ELLIPSIS.len()).saturating_sub(solid).min(length);
        let removed = length.saturating_sub(text::boundary(&tail, end));
        self.text.truncate(self.text.len().saturating_sub(removed));
        visible.truncate(visible.len().saturating_sub(removed));
        // No ellipsis if a sequence takes all the room, or if only invisible characters were removed.
        let marked = format!("{visible}{ELLIPSIS}");
        if self.text.len().saturating_add(ELLIPSIS.len()) <= room && text::cells(&marked) <= width {
            self.text.push_str(ELLIPSIS);
            *visible = marked;
        }
    }

    /// Returns the sequences that close an open link and an open colour.
    fn end(&self) -> String {
        let link = if self.is_linked { LINK_END } else { "" };
        let color = if self.is_colored { COLOR_END } else { "" };
        format!("{link}{color}")
    }
}

fn is_reset(color: &str) -> bool {
    matches!(color, COLOR_END | "\x1B[m")
}

/// Returns whether the colours are reset before anything else that is kept.
fn begins_with_reset(mut text: &str) -> bool {
    while !text.is_empty() {
        match next(text) {
            (Piece::Dropped, length) => text = text.get(length..).unwrap_or_default(),
            (piece, _) => return matches!(piece, Piece::Color(color) if is_reset(color)),
        }
    }
    false
}

/// Returns the first piece of `text`, which is not empty, and the piece's length in bytes.
fn next(text: &str) -> (Piece<'_>, usize) {
    let first = text.chars().next().unwrap_or_default();
    match first {
        '\x1B' => sequence(text),
        '\t' => (Piece::Visible(' '), 1),
        _ if text::is_shown(first) => (Piece::Visible(first), first.len_utf8()),
        _ => (Piece::Dropped, first.len_utf8()),
    }
}

/// Reads the escape sequence at the start of `text`.
///
/// ```text
/// control = ESC "[" *parameter final
/// string  = ESC ("]" | "P" | "X" | "^" | "_") *character (BEL | ESC "\")
/// ```
fn sequence(text: &str) -> (Piece<'_>, usize) {
    match text.as_bytes().get(1) {
        Some(b'[') => control(text),
        Some(b']' | b'P' | b'X' | b'^' | b'_') => string(text),
        Some(byte) if byte.is_ascii() => (Piece::Dropped, 2),
        _ => (Piece::Dropped, 1),
    }
}

/// Reads a control sequence. Only colours are kept: digits, `;` and `:` followed by an `m`.
fn control(text: &str) -> (Piece<'_>, usize) {
    let parameters = text.bytes().skip(2).take_while(|byte| matches!(byte, 0x20..=0x3F)).count();
    let end = parameters.saturating_add(2);
    // A byte that cannot end the sequence is not part of it.
    let Some(0x40..=0x7E) = text.as_bytes().get(end) else { return (Piece::Dropped, end) };
    let length = end.saturating_add(1);
    let whole = text.get(..length).unwrap_or_default();
    let is_plain =
        whole.bytes().skip(2).take(parameters).all(|byte| matches!(byte, b'0'..=b'9' | b';' | b':'));
    if whole.ends_with('m') && is_plain && length <= COLOR_LIMIT {
        return (Piece::Color(whole), length);
    }
    (Piece::Dropped, length)
}

/// Reads a control string. Only links are kept: `ESC ]8; parameters ; address` without control characters.
fn string(text: &str) -> (Piece<'_>, usize) {
    let mut is_clean = true;
    for (at, character) in text.char_indices().skip(2) {
        let after = at.saturating_add(character.len_utf8());
        let end = match character {
            '\x07' => after,
            '\x1B' if text.get(after..).is_some_and(|rest| rest.starts_with('\\')) => after.saturating_add(1),
            // A terminal aborts the string here and obeys what follows, so parse what follows separately.
            '\x1B' | '\x18' | '\x1A' => return (Piece::Dropped, at),
            _ => {
                is_clean &= text::is_shown(character);
                continue;
            }
        };
        let whole = text.get(..end).unwrap_or_default();
        let is_link = text.get(..at).is_some_and(|head| {
            head.strip_prefix("\x1B]8;").is_some_and(|fields| fields.contains(';')) && end <= LINK_LIMIT
        });
        return (if is_link && is_clean { Piece::Link(whole) } else { Piece::Dropped }, end);
    }
    // The string never ends. A terminal would swallow the rest, too.
    (Piece::Dropped, text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: &str) -> (String, usize) {
        let row = Row::read(line);
        (row.painted().to_string(), row.cells())
    }

    #[test]
    fn colours_and_links_are_kept_and_closed() {
        assert_eq!(row("a \x1B[31mred\x1B[0m"), ("a \x1B[31mred\x1B[0m".to_owned(), 5));
        assert_eq!(row("\x1B[38;2;1;2;3mred"), ("\x1B[38;2;1;2;3mred\x1B[0m".to_owned(), 3));
        assert_eq!(row("\x1B[4:3mwave"), ("\x1B[4:3mwave\x1B[0m".to_owned(), 4));
        let link = "\x1B]8;;https://x.y\x07here\x1B]8;;\x07";
        assert_eq!(row(link), (link.to_owned(), 4));
        let link = "\x1B]8;id=1;https://x.y/ü\x1B\\here\x1B]8;;\x1B\\";
        assert_eq!(row(link), (link.to_owned(), 4));
        assert_eq!(row("\x1B]8;;u\x1B\\x"), ("\x1B]8;;u\x1B\\x\x1B]8;;\x07".to_owned(), 1));
    }

    #[test]
    fn nothing_else_moves_the_terminal() {
        for moved in
            ["\x1B[2J", "\x1B[1A", "\x1B]0;title\x07", "\x1B]52;c;eA==\x1B\\", "\x1Bc", "\r", "\x07", "\x08"]
        {
            assert_eq!(row(&format!("a{moved}b")), ("ab".to_owned(), 2), "{moved:?}");
        }
        assert_eq!(row("a\x1B[31"), ("a".to_owned(), 1));
        assert_eq!(row("a\x1B]8;;u"), ("a".to_owned(), 1));
        assert_eq!(row("a\x1B"), ("a".to_owned(), 1));
        assert_eq!(row("a\x1Bé"), ("aé".to_owned(), 2));
        assert_eq!(row("a\tb"), ("a b".to_owned(), 3));
        assert_eq!(row("a\x1B[3\x1B[2Jb"), ("ab".to_owned(), 2));
        assert_eq!(row("a\x1B[?25mb\x1B[>4;1mc"), ("abc".to_owned(), 3));
        assert_eq!(row("a\u{61c}\u{200e}\u{200f}\u{202e}b"), ("ab".to_owned(), 2));
    }

    #[test]
    fn a_link_with_a_control_character_is_dropped_but_its_text_is_kept() {
        let controls = [
            "\x1B[2J", "\x1Bc", "\x00", "\r", "\x08", "\x18", "\x7F", "\u{9b}2J", "\u{9c}", "\u{202e}",
            "\x1B]0;t",
        ];
        for control in controls {
            let line = format!("\x1B]8;;http://x{control}\x07here\x1B]8;;\x07 end");
            assert_eq!(row(&line).0, "here end", "{control:?}");
        }
        assert_eq!(row("\x1B]8;u\x07here\x1B]8;;\x07"), ("here".to_owned(), 4));
        let long = format!("\x1B]8;;http://{}\x07here\x1B]8;;\x07", "x".repeat(LINK_LIMIT));
        assert_eq!(row(&long), ("here".to_owned(), 4));
    }

    #[test]
    fn text_matters_more_than_colours() {
        let red = "\x1B[31m";
        let reds = |count: usize| red.repeat(count);
        assert_eq!(row(&format!("{}x", reds(3000))), (format!("{red}x\x1B[0m"), 1));
        assert_eq!(row(&format!("{}x", format!("{red}\x1B[0m").repeat(3000))), ("x".to_owned(), 1));
        assert_eq!(row(&format!("{}x", format!("{red}\x1B[32m").repeat(3000))), ("x".to_owned(), 1));
        assert_eq!(
            row(&format!("a{}b", format!("{red}\x1B[2J").repeat(3000))),
            (format!("a{red}b\x1B[0m"), 2)
        );
        let link = format!("\x1B]8;;http://{}\x07", "x".repeat(2000));
        assert_eq!(row(&format!("{link}a{link}b{link}c")), ("abc".to_owned(), 3));
        let rainbow = "\x1B[31mx\x1B[32mx".repeat(500);
        assert_eq!(row(&rainbow), ("x".repeat(1000), 1000));
        let long = format!("{}{}", format!("{red}\x1B[32m").repeat(3000), "x".repeat(9000));
        assert_eq!(
            row(&long).0.matches('x').count(),
            text::LINE_LIMIT - LINK_END.len() - COLOR_END.len() - ELLIPSIS.len()
        );
        // A row that fits stays as it is.
        let fits = format!("{red}a{red}b\x1B[0m");
        assert_eq!(row(&fits), (fits, 2));
    }

    #[test]
    fn a_row_is_never_cut_inside_a_character_or_a_sequence() {
        let link = format!("\x1B]8;;http://{}\x07", "x".repeat(1000));
        let long = format!("\x1B[31m{link}here\x1B]8;;\x07 there {}", "é".repeat(4000));
        let (cut, _) = row(&long);
        assert!(cut.len() <= text::LINE_LIMIT, "{}", cut.len());
        assert_eq!(row(&cut).0, cut);
        assert_eq!(cut.matches("\x1B]8;;http").count(), 1);
        assert!(cut.ends_with("é…\x1B[0m"), "{cut:?}");
        let (cut, cells) = row(&format!("a{}", "\u{200B}".repeat(340_000)));
        assert!(cut.len() <= text::LINE_LIMIT && cells <= 1, "{}", cut.len());
    }
}
