//! Annotations for GitHub workflows.

use std::{fmt::Write as _, path::PathBuf};

use super::{Checked, Severity, all};
use crate::sys::file::portable;

/// Writes each finding as a workflow command.
///
/// command = `::` level ` ` property *(`,` property) `::` message
pub fn github(files: &[Checked]) -> String {
    let mut out = String::new();
    for (file, problem) in all(files) {
        let level = match problem.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let (start, end) = file.places(&problem.finding.span);
        let title = property(&format!("{} {}", problem.rule.code, problem.rule.title));
        let mut message = problem.finding.message.clone();
        if let Some(help) = &problem.finding.help {
            message.push('\n');
            message.push_str(help);
        }
        // GitHub ignores the columns of an annotation that spans several lines.
        let columns = if start.line == end.line && end.column > start.column {
            format!(",col={},endColumn={}", start.column, end.column)
        } else {
            String::new()
        };
        // GitHub names files with `/` on every system.
        let path = property(&portable(PathBuf::from(&file.name)).to_string_lossy());
        let message = escaped(&message);
        writeln!(
            out,
            "::{level} file={path},line={},endLine={}{columns},title={title}::{message}",
            start.line, end.line
        )
        .unwrap_or_default();
    }
    out
}

/// Escapes a message, and removes what could control a terminal.
fn escaped(text: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| crate::text::shown(line.into()).into_owned()).collect();
    lines.join("\n").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
