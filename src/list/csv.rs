//! The list as CSV (RFC 4180, with plain line ends), for spreadsheets and scripts.

use super::Row;
use crate::{
    family::Style,
    sys::System,
    text::{self, time},
};

/// The first row.
const HEADING: [&str; 11] = [
    "project",
    "path",
    "family",
    "scene",
    "status",
    "line",
    "percent",
    "in_flight",
    "touched",
    "age_seconds",
    "alerts",
];

/// Returns the rows below a heading.
pub fn csv(rows: &[Row], system: &System, style: Style) -> String {
    let mut out = HEADING.join(",");
    out.push('\n');
    for row in rows {
        let path = row.state.path.as_ref().map(|path| path.to_string_lossy().into_owned());
        let fields = [
            field(&row.project),
            field(&path.unwrap_or_default()),
            field(row.state.family.id),
            field(row.scene(system, style).unwrap_or_default()),
            field(&row.state.status_word(style)),
            field(&row.plain_line(system, style)),
            row.state.percent(system).map(|percent| percent.to_string()).unwrap_or_default(),
            row.activity.in_flight.to_string(),
            row.touched().map(time::written).unwrap_or_default(),
            row.touched().map(|_| row.age(system).to_string()).unwrap_or_default(),
            field(&row.alerts(system).texts.join(" · ")),
        ];
        out.push_str(&fields.join(","));
        out.push('\n');
    }
    out
}

/// field = *plain / `"` *( char / `""` ) `"`
///
/// A spreadsheet takes a field that begins like a formula for one, and would run what a project's file says. So an
/// apostrophe goes before it, which spreadsheets do not show.
fn field(text: &str) -> String {
    let mut clean = text::shown(text.into()).into_owned();
    if clean.starts_with(['=', '+', '-', '@']) {
        clean.insert(0, '\'');
    }
    if clean.contains([',', '"', ';']) || clean.starts_with(' ') || clean.ends_with(' ') {
        return format!("\"{}\"", clean.replace('"', "\"\""));
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_quoted_where_it_must_be_and_is_never_a_formula() {
        for (text, expected) in [
            ("shop", "shop"),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("two\nlines\r\tand\u{1b}[31m", "two lines  and [31m"),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("@sum", "'@sum"),
            ("-1+2", "'-1+2"),
            ("\t=1", "\" =1\""),
        ] {
            assert_eq!(field(text), expected, "{text:?}");
        }
    }
}
