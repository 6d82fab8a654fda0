//! waybar.

use super::{HostRow, Snippet, quote};
use crate::line::{
    Dialect,
    dialect::{Ink, Report, class, record},
};

pub(super) static ROW: HostRow = HostRow {
    name: "waybar",
    label: "waybar",
    snippet: Some(Snippet {
        purpose: "a custom module, for one directory: -C DIR, else this one",
        goes: "In ~/.config/waybar/config.jsonc, with \"custom/stateline\" in \"modules-left\", \"-center\" or\n\
               \"-right\".",
        text: include_str!("waybar.jsonc"),
        quote: quote::shell_in_json,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    ..HostRow::UNKNOWN
};

/// It reads Pango markup in a record; the colours are those of its style sheet, by class.
const DIALECT: Dialect = Dialect {
    name: "waybar",
    shows_color: false,
    escapes: &[('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;")],
    ink: Ink::None,
    record: Some(written),
};

/// Writes waybar's record; an empty `text` hides the module.
fn written(report: Option<&Report<'_>>) -> String {
    let Some(report) = report else { return record(&[("text", "".into()), ("class", "none".into())]) };
    let mut tooltip = String::new();
    DIALECT.write(&mut tooltip, &report.whole);
    if let Some(path) = report.path() {
        tooltip.push('\n');
        DIALECT.write(&mut tooltip, &path);
    }
    record(&[
        ("text", report.line.into()),
        ("alt", report.scene.into()),
        ("tooltip", tooltip.as_str().into()),
        ("class", class(report).into()),
        ("percentage", report.percent.into()),
    ])
}
