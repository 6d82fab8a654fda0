//! What may be seen of a line: one row, no control character, no more cells than there are.

use unicode_width::UnicodeWidthStr;

/// Tells whether a terminal would obey a character, or break or turn the row at it.
pub fn steers(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
/// sequence = ESC `[` *( digit / `;` ) `m`
pub fn without_colors(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let parameters = piece.find(|letter: char| !letter.is_ascii_digit() && letter != ';');
        if let Some(rest) = parameters.and_then(|end| piece[end..].strip_prefix('m')) {
            out.push_str(rest);
        } else {
            out.push_str("\u{1b}[");
            out.push_str(piece);
        }
    }
    out
}
