//! Desktop bars.

use super::{
    Dialect, Ink, Look, Report, Style,
    record::{class, record},
};

/// What keeps an opening brace from making a tag of the percent sign before it.
const ZERO_WIDTH_BRACE: &str = "\u{200B}{";

/// waybar reads Pango markup in a record; the colours are its style sheet's, by class.
pub(super) const WAYBAR: Dialect = Dialect {
    name: "waybar",
    shows_color: false,
    escapes: &[('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;")],
    ink: Ink::None,
    record: Some(waybar),
};

/// i3bar and i3blocks read a record, and take its text as it is where it says so.
pub(super) const I3BAR: Dialect =
    Dialect { name: "i3bar", shows_color: true, escapes: &[], ink: Ink::None, record: Some(i3bar) };

/// polybar takes `%{…}` for a tag, with no way to write the characters themselves.
pub(super) const POLYBAR: Dialect = Dialect {
    name: "polybar",
    shows_color: true,
    escapes: &[('{', ZERO_WIDTH_BRACE)],
    ink: Ink::Tags(tag, own),
    record: None,
};

/// Writes waybar's record; an empty text hides the module.
fn waybar(report: Option<&Report<'_>>) -> String {
    let Some(report) = report else { return record(&[("text", "".into()), ("class", "none".into())]) };
    let mut tooltip = String::new();
    WAYBAR.write(&mut tooltip, &report.whole);
    if let Some(path) = report.path() {
        tooltip.push('\n');
        WAYBAR.write(&mut tooltip, &path);
    }
    record(&[
        ("text", report.line.into()),
        ("alt", report.scene.into()),
        ("tooltip", tooltip.as_str().into()),
        ("class", class(report).into()),
        ("percentage", report.percent.into()),
    ])
}

/// Writes the block of the i3bar protocol; an empty text hides it.
fn i3bar(report: Option<&Report<'_>>) -> String {
    let Some(report) = report else { return record(&[("full_text", "".into())]) };
    let color = (report.color && report.alert).then_some("#ff5555");
    record(&[
        ("name", "stateline".into()),
        ("full_text", report.line.into()),
        ("short_text", report.short.as_str().into()),
        ("color", color.into()),
        ("urgent", report.alert.then_some(true).into()),
        ("markup", "none".into()),
    ])
}

/// Returns the tags around a look; polybar knows no colour by name.
const fn tag(look: Look) -> (&'static str, &'static str) {
    match look {
        Look::Plain | Look::Bold | Look::Own(_) => ("", ""),
        Look::Dim => ("%{F#808080}", "%{F-}"),
        Look::Green => ("%{F#50c878}", "%{F-}"),
        Look::Cyan => ("%{F#40c4d8}", "%{F-}"),
        Look::Yellow => ("%{F#e5c040}", "%{F-}"),
        Look::Orange => ("%{F#ff8700}", "%{F-}"),
        Look::Red | Look::BoldRed | Look::BlinkingRed => ("%{F#ff5555}", "%{F-}"),
    }
}

/// Returns the tags around a look that the user chose.
fn own(style: Style) -> (String, String) {
    let Some(color) = style.color else { return (String::new(), String::new()) };
    let (red, green, blue) = color.shade();
    (format!("%{{F#{red:02x}{green:02x}{blue:02x}}}"), "%{F-}".to_owned())
}
