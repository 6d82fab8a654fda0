//! Findings for programs.

use serde_json::{Value, json as value};

use super::{Checked, Severity, all, count};
use crate::text;

/// Writes all findings as one JSON object.
pub fn json(files: &[Checked]) -> String {
    let findings: Vec<Value> = all(files)
        .map(|(file, problem)| {
            let (start, end) = file.places(&problem.finding.span);
            let edits: Vec<Value> = problem
                .finding
                .edits
                .iter()
                .map(|edit| {
                    let (start, end) = file.places(&edit.span);
                    value!({
                        "line": start.line, "column": start.column,
                        "end_line": end.line, "end_column": end.column,
                        "with": edit.with,
                    })
                })
                .collect();
            value!({
                "code": problem.rule.code,
                "severity": problem.severity().name(),
                "title": problem.rule.title,
                "message": problem.finding.message,
                "help": problem.finding.help,
                "path": file.name,
                "line": start.line, "column": start.column,
                "end_line": end.line, "end_column": end.column,
                "fix": if edits.is_empty() { Value::Null } else { Value::Array(edits) },
            })
        })
        .collect();
    let report = value!({
        "files": files.len(),
        "errors": count(files, Severity::Error),
        "warnings": count(files, Severity::Warning),
        "infos": count(files, Severity::Info),
        "findings": findings,
    });
    text::escaped(&format!("{report:#}\n"))
}
