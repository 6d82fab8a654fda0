//! Findings as SARIF 2.1.0, for code scanning.

use std::{
    fmt::Write as _,
    path::{Path, is_separator},
};

use serde_json::{Value, json};

use super::{Checked, Severity, all};
use crate::{
    check::{Problem, Rule, rules},
    text::{self, Place},
};

/// Writes all findings as one run of the tool.
///
/// Every rule is listed, so that a viewer can show which checks ran.
pub fn sarif(files: &[Checked]) -> String {
    let results: Vec<Value> = all(files).map(|(file, problem)| result(file, problem)).collect();
    let report = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "stateline",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules().map(rule).collect::<Vec<Value>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    text::escaped(&format!("{report:#}\n"))
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.page},
        "help": {"text": format!("{}\n\n`stateline explain {}` shows examples.", rule.page, rule.code)},
        "defaultConfiguration": {"level": level(rule.severity)},
        "properties": {"tags": [crate::check::scope(rule)]},
    })
}

fn result(file: &Checked, problem: &Problem) -> Value {
    let (start, end) = file.places(&problem.finding.span);
    let text = match &problem.finding.help {
        Some(help) => format!("{}\n{help}", problem.finding.message),
        None => problem.finding.message.clone(),
    };
    let line = file.text.lines().nth(start.line.saturating_sub(1)).unwrap_or_default();
    let print =
        sha1_smol::Sha1::from(format!("{}\0{}\0{}", problem.rule.code, file.name, line.trim())).digest();
    let mut result = json!({
        "ruleId": problem.rule.code,
        "ruleIndex": rules().position(|rule| rule.code == problem.rule.code),
        "level": level(problem.severity()),
        "message": {"text": text},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&file.name)},
            "region": region(start, end),
        }}],
        "partialFingerprints": {"stateline/v1": print.to_string()},
    });
    if let (false, Some(result)) = (problem.finding.edits.is_empty(), result.as_object_mut()) {
        let replacements: Vec<Value> = problem
            .finding
            .edits
            .iter()
            .map(|edit| {
                let (start, end) = file.places(&edit.span);
                json!({"deletedRegion": region(start, end), "insertedContent": {"text": edit.with}})
            })
            .collect();
        let change = json!({"artifactLocation": {"uri": uri(&file.name)}, "replacements": replacements});
        let help = problem.finding.help.as_deref().unwrap_or("the edit that `check --fix` makes");
        result.insert(
            "fixes".to_owned(),
            json!([{"description": {"text": help}, "artifactChanges": [change]}]),
        );
    }
    result
}

fn region(start: Place, end: Place) -> Value {
    json!({"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column})
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// Writes a path as a URI: a relative one unchanged, an absolute one with the `file` scheme.
fn uri(name: &str) -> String {
    let is_absolute = Path::new(name).is_absolute();
    let name: String = name.chars().map(|letter| if is_separator(letter) { '/' } else { letter }).collect();
    let mut uri = if is_absolute { String::from("file://") } else { String::new() };
    // A path that begins with a drive.
    if is_absolute && !name.starts_with('/') {
        uri.push('/');
    }
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => write!(uri, "%{byte:02X}").unwrap_or_default(),
        }
    }
    uri
}
