//! Annotations for GitHub's workflows.

use std::fmt::Write as _;

use super::{Checked, Severity, all};

/// Writes each finding as a workflow command.
///
/// command = `::` level ` ` property *(`,` property) `::` message
pub fn github(files: &[Checked]) -> String {
    let mut out = String::new();
    for (file, breach) in all(files) {
        let level = match breach.rule.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let (start, end) = file.places(&breach.finding.span);
        let title = property(&format!("{} {}", breach.rule.code, breach.rule.title));
        let mut message = breach.finding.message.clone();
        if let Some(help) = &breach.finding.help {
            message.push('\n');
            message.push_str(help);
        }
        // A column counts only where the annotation stays on its line.
        let columns = if start.line == end.line && end.column > start.column {
            format!(",col={},endColumn={}", start.column, end.column)
        } else {
            String::new()
        };
        let (path, message) = (property(&file.name), escaped(&message));
        writeln!(
            out,
            "::{level} file={path},line={},endLine={}{columns},title={title}::{message}",
            start.line, end.line
        )
        .unwrap_or_default();
    }
    out
}

/// Escapes a message; what steers a terminal is gone with it.
fn escaped(text: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| crate::text::shown(line.into()).into_owned()).collect();
    lines.join("\n").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
