//! polybar.

use super::{HostRow, Snippet, quote};
use crate::line::{Dialect, Style, Tone, dialect::Ink};

pub(super) static ROW: HostRow = HostRow {
    name: "polybar",
    label: "polybar",
    snippet: Some(Snippet {
        purpose: "a script module, for one directory: -C DIR, else this one",
        goes: "In ~/.config/polybar/config.ini, with `stateline` in modules-left, -center or -right.",
        text: include_str!("polybar.ini"),
        quote: quote::shell,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    ..HostRow::UNKNOWN
};

/// Put between a percent sign and an opening brace, so that they are not read as a tag.
const ZERO_WIDTH_BRACE: &str = "\u{200B}{";

/// It reads `%{…}` as a tag, which cannot be escaped.
const DIALECT: Dialect = Dialect {
    name: "polybar",
    shows_color: true,
    escapes: &[('{', ZERO_WIDTH_BRACE)],
    ink: Ink::Tags(tag, own),
    record: None,
};

/// Returns the tags around a tone; polybar has no colour names.
const fn tag(tone: Tone) -> (&'static str, &'static str) {
    match tone {
        Tone::Plain | Tone::Bold | Tone::Own(_) => ("", ""),
        Tone::Dim | Tone::Faded => ("%{F#808080}", "%{F-}"),
        Tone::Green => ("%{F#50c878}", "%{F-}"),
        Tone::Cyan => ("%{F#40c4d8}", "%{F-}"),
        Tone::Yellow | Tone::BoldYellow => ("%{F#e5c040}", "%{F-}"),
        Tone::Orange => ("%{F#ff8700}", "%{F-}"),
        Tone::Red | Tone::BoldRed | Tone::BlinkingRed => ("%{F#ff5555}", "%{F-}"),
    }
}

/// Returns the tags around a style that the user chose.
fn own(style: Style) -> (String, String) {
    let Some(color) = style.color else { return (String::new(), String::new()) };
    let (red, green, blue) = color.shade();
    (format!("%{{F#{red:02x}{green:02x}{blue:02x}}}"), "%{F-}".to_owned())
}
