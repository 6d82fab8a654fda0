//! How findings are told: to people, to editors, to programs, to forges.

use std::{ops::Range, path::Path};

use super::{Breach, Severity};

mod github;
mod human;
mod json;
mod sarif;

pub use github::github;
pub use human::{Human, human, summary};
pub use json::json;
pub use sarif::sarif;

/// A file that was checked, with what was found.
#[derive(Debug)]
pub struct Checked {
    /// What the file is called to whoever asked.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What was found.
    pub breaches: Vec<Breach>,
}

/// A place in a text, in characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Checked {
    /// Returns where a span begins and ends.
    pub fn places(&self, span: &Range<usize>) -> (Place, Place) {
        (place(&self.text, span.start), place(&self.text, span.end.max(span.start)))
    }
}

/// Returns where a byte stands.
pub fn place(text: &str, at: usize) -> Place {
    let (line, column) = crate::text::place(text, at);
    Place { line, column }
}

/// Writes each finding on a line: `path:line:col: level CODE message`.
pub fn compact(files: &[Checked]) -> String {
    let mut out = String::new();
    for (file, breach) in all(files) {
        let (start, _) = file.places(&breach.finding.span);
        let (severity, code) = (breach.rule.severity.name(), breach.rule.code);
        let line = format!(
            "{}:{}:{}: {severity} {code} {}",
            file.name, start.line, start.column, breach.finding.message
        );
        out.push_str(&crate::text::shown(line.into()));
        out.push('\n');
    }
    out
}

/// Returns every finding with its file.
fn all(files: &[Checked]) -> impl Iterator<Item = (&Checked, &Breach)> {
    files.iter().flat_map(|file| file.breaches.iter().map(move |breach| (file, breach)))
}

/// Counts the findings of a severity.
pub fn count(files: &[Checked], severity: Severity) -> usize {
    all(files).filter(|(_, breach)| breach.rule.severity == severity).count()
}

/// Returns what a path is called to whoever asked: seen from where they stand.
pub fn name(path: &Path, here: Option<&Path>) -> String {
    let below =
        here.and_then(|here| path.strip_prefix(here).ok()).filter(|below| !below.as_os_str().is_empty());
    below.unwrap_or(path).display().to_string()
}
