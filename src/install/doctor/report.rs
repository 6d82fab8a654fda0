//! Writes the report: as one page for people, as JSON for programs.

use serde_json::{Value, json as value};

use super::{Item, Mark, Report};
use crate::{
    line::{Paint, Painted, Tone},
    text,
};

/// The width of the column with the subject of an item.
const ABOUT: usize = 12;

/// The column where the text of an item begins.
const INDENT: usize = 4 + ABOUT + 1;

/// Draws the report in `width` columns.
pub fn page(report: &Report, paint: &Paint<'_>, width: usize) -> Painted {
    let mut out = Painted::default();
    for part in &report.parts {
        out.row(paint, &[(Tone::Bold, part.title)]);
        let mut about = "";
        for item in &part.items {
            // Several items about the same subject show it once.
            let name = if item.about == about { "" } else { &item.about };
            about = &item.about;
            report_item(&mut out, paint, item, name, width);
        }
    }
    let counted = |mark: Mark, name: &str| match report.count(mark) {
        0 => None,
        count => Some(text::counted(count, name)),
    };
    let summary = match (counted(Mark::Finding, "finding"), counted(Mark::Warning, "warning")) {
        (None, None) => (Tone::Green, "No problems found.".to_owned()),
        (None, Some(warnings)) => (Tone::Yellow, format!("{warnings}.")),
        (Some(findings), None) => (Tone::Red, format!("{findings}.")),
        (Some(findings), Some(warnings)) => (Tone::Red, format!("{findings}, {warnings}.")),
    };
    out.row(paint, &[(summary.0, &summary.1)]);
    out
}

fn report_item(out: &mut Painted, paint: &Paint<'_>, item: &Item, name: &str, width: usize) {
    let mark = match item.mark {
        Mark::Well => (Tone::Green, "ok  "),
        Mark::Note => (Tone::Dim, "--  "),
        Mark::Warning => (Tone::Yellow, "!   "),
        Mark::Finding => (Tone::Red, "!!  "),
    };
    let blanks = " ".repeat(INDENT);
    let name = format!("{name:ABOUT$} ");
    let found = text::shown(item.text.as_str().into());
    out.hanging(paint, &[mark, (Tone::Plain, &name)], INDENT, &found, width);
    if let Some(fix) = &item.fix {
        // Not wrapped, so that the command can be copied.
        let fix = text::shown(fix.as_str().into());
        out.row(paint, &[(Tone::Plain, &blanks), (Tone::Dim, "$ "), (Tone::Cyan, &fix)]);
    }
}

/// Writes the report for programs.
pub fn json(report: &Report) -> String {
    let item = |item: &Item| value!({"mark": item.mark.name(), "about": item.about, "text": item.text, "fix": item.fix});
    let parts: Vec<Value> = report
        .parts
        .iter()
        .map(|part| value!({"title": part.title, "items": part.items.iter().map(item).collect::<Vec<Value>>()}))
        .collect();
    let report = value!({"version": env!("CARGO_PKG_VERSION"), "findings": report.findings(), "warnings": report.count(Mark::Warning), "parts": parts});
    format!("{report:#}\n")
}
