//! What may be seen of a line: one row, no control character, no more cells than there are.

use unicode_width::UnicodeWidthStr;

/// Returns whether a character could control a terminal, end a row or change its direction.
pub fn steers(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The most bytes that a line has with its end, whatever its markup.
pub const LONGEST: usize = 4096;

#[track_caller]
pub fn assert_short(line: &str) {
    assert!(line.len() < LONGEST, "{} bytes", line.len());
}

/// Takes out links, each of which has no control inside and is closed before the line ends.
///
/// link = ESC `]8;` parameters `;` address ( BEL / ESC `\` )
pub fn without_links(text: &str) -> String {
    let (mut out, mut rest, mut is_open) = (String::new(), text, false);
    while let Some((before, link)) = rest.split_once("\u{1b}]8;") {
        out.push_str(before);
        let end = link.find(char::is_control).expect("a link ends");
        assert!(link[..end].contains(';') && end < 2048, "not a link: {link:?}");
        is_open = &link[..end] != ";";
        rest = link[end..]
            .strip_prefix('\u{7}')
            .or_else(|| link[end..].strip_prefix("\u{1b}\\"))
            .unwrap_or_else(|| panic!("a control inside a link: {link:?}"));
    }
    assert!(!is_open, "a link is left open: {text:?}");
    out + rest
}

#[track_caller]
pub fn assert_harmless(line: &str) {
    assert!(!line.contains(steers), "a control character in {line:?}");
}

#[track_caller]
pub fn assert_fits(line: &str, width: Option<usize>) {
    let cells = line.width();
    assert!(width.is_none_or(|width| cells <= width), "{cells} cells, not {width:?}: {line:?}");
}

/// Takes out the escape sequences for colours, and no others.
///
/// sequence = ESC `[` *( digit / `;` / `:` ) `m`
pub fn without_colors(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let parameters =
            piece.find(|letter: char| !letter.is_ascii_digit() && letter != ';' && letter != ':');
        if let Some(rest) = parameters.and_then(|end| piece[end..].strip_prefix('m')) {
            out.push_str(rest);
        } else {
            out.push_str("\u{1b}[");
            out.push_str(piece);
        }
    }
    out
}
