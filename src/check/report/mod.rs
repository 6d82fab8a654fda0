//! The output formats of `check`: for people, editors, programs and code hosts.

use std::{ops::Range, path::Path};

use super::{Problem, Severity};
use crate::text::{Place, place};

mod github;
mod human;
mod json;
mod sarif;

pub use github::github;
pub use human::{Human, human, summary};
pub use json::json;
pub use sarif::sarif;

/// A file that was checked, with its problems.
#[derive(Debug)]
pub struct Checked {
    /// Its name in the output.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its problems.
    pub problems: Vec<Problem>,
}

impl Checked {
    /// Removes the hints, and returns how many there were.
    pub fn hide_hints(&mut self) -> usize {
        let count = self.problems.len();
        self.problems.retain(|problem| !problem.is_hint());
        count.saturating_sub(self.problems.len())
    }

    /// Returns the positions where a span begins and ends.
    pub fn places(&self, span: &Range<usize>) -> (Place, Place) {
        (place(&self.text, span.start), place(&self.text, span.end.max(span.start)))
    }
}

/// Writes each finding on a line: `path:line:col: level CODE message`.
pub fn compact(files: &[Checked]) -> String {
    let mut out = String::new();
    for (file, problem) in all(files) {
        let (start, _) = file.places(&problem.finding.span);
        let (severity, code) = (problem.severity().name(), problem.rule.code);
        let line = format!(
            "{}:{}:{}: {severity} {code} {}",
            file.name, start.line, start.column, problem.finding.message
        );
        out.push_str(&crate::text::shown(line.into()));
        out.push('\n');
    }
    out
}

/// Returns every finding with its file.
fn all(files: &[Checked]) -> impl Iterator<Item = (&Checked, &Problem)> {
    files.iter().flat_map(|file| file.problems.iter().map(move |problem| (file, problem)))
}

/// Counts the findings of a severity.
pub fn count(files: &[Checked], severity: Severity) -> usize {
    all(files).filter(|(_, problem)| problem.severity() == severity).count()
}

/// Returns the name of a path for the output: relative to the current directory if it is below it.
pub fn name(path: &Path, here: Option<&Path>) -> String {
    let below =
        here.and_then(|here| path.strip_prefix(here).ok()).filter(|below| !below.as_os_str().is_empty());
    below.unwrap_or(path).display().to_string()
}
