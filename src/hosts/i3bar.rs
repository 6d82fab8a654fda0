//! i3bar, through i3blocks.

use super::{HostRow, Snippet, quote};
use crate::line::{
    Dialect,
    dialect::{Ink, Report, record},
};

pub(super) static ROW: HostRow = HostRow {
    name: "i3bar",
    label: "i3blocks",
    readme: Some("`stateline init i3bar >> ~/.config/i3blocks/config`"),
    snippet: Some(Snippet {
        purpose: "a block of i3blocks, for one directory: -C DIR, else this one",
        goes: "In ~/.config/i3blocks/config, where i3 or sway has `status_command i3blocks`.",
        text: include_str!("i3bar.ini"),
        quote: quote::shell,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    ..HostRow::UNKNOWN
};

/// i3bar and i3blocks read a JSON record. With `"markup": "none"` they show its text unchanged.
const DIALECT: Dialect =
    Dialect { name: "i3bar", shows_color: true, escapes: &[], ink: Ink::None, record: Some(written) };

/// Writes the block of the i3bar protocol; an empty `full_text` hides it.
fn written(report: Option<&Report<'_>>) -> String {
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
