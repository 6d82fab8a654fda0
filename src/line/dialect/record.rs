//! Records: one JSON object on one line, for hosts and scripts that need more than the text.

use std::{borrow::Cow, path::Path};

use super::{Dialect, Ink};
use crate::{text, text::json};

/// For scripts: everything that is known about the line.
pub(super) const JSON: Dialect =
    Dialect { name: "json", shows_color: false, escapes: &[], ink: Ink::None, record: Some(everything) };

/// A line, and what is known about it.
#[derive(Debug)]
pub struct Report<'r> {
    /// The line in the dialect of the host.
    pub line: &'r str,
    /// The whole line, without regard to the width.
    pub whole: String,
    /// The short form.
    pub short: String,
    /// The family of the state.
    pub family: &'static str,
    /// The situation that the line shows.
    pub scene: Option<&'static str>,
    /// The progress in percent.
    pub percent: Option<u8>,
    /// Whether the user has to act.
    pub alert: bool,
    /// The state file.
    pub path: Option<&'r Path>,
    /// Whether to use colour.
    pub color: bool,
}

impl Report<'_> {
    /// Returns the path with unprintable characters replaced.
    pub(crate) fn path(&self) -> Option<Cow<'_, str>> {
        self.path.map(|path| text::shown(path.to_string_lossy()))
    }
}

/// A value in a record.
#[derive(Debug)]
pub(crate) enum Value<'v> {
    Text(Option<&'v str>),
    Number(Option<u8>),
    Truth(Option<bool>),
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Self::Text(Some(text))
    }
}

impl<'v> From<Option<&'v str>> for Value<'v> {
    fn from(text: Option<&'v str>) -> Self {
        Self::Text(text)
    }
}

impl From<Option<u8>> for Value<'_> {
    fn from(number: Option<u8>) -> Self {
        Self::Number(number)
    }
}

impl From<Option<bool>> for Value<'_> {
    fn from(truth: Option<bool>) -> Self {
        Self::Truth(truth)
    }
}

/// Writes a JSON object, leaving out the fields that have no value.
pub(crate) fn record(fields: &[(&str, Value<'_>)]) -> String {
    let present = fields.iter().filter_map(|(name, value)| {
        let value = match value {
            Value::Text(text) => json::quoted((*text)?),
            Value::Number(number) => (*number)?.to_string(),
            Value::Truth(truth) => (*truth)?.to_string(),
        };
        Some(format!("{}:{value}", json::quoted(name)))
    });
    text::escaped(&format!("{{{}}}\n", present.collect::<Vec<String>>().join(",")))
}

/// Returns the CSS class of a line, which a style sheet can select.
pub(crate) fn class(report: &Report<'_>) -> &'static str {
    match report.percent {
        _ if report.alert => "alert",
        Some(100) => "complete",
        _ => "active",
    }
}

/// Writes every field; a missing value is `null`, so that a script finds every key.
fn everything(report: Option<&Report<'_>>) -> String {
    let quoted = |text: Option<&str>| text.map_or("null".to_owned(), json::quoted);
    let percent = report.and_then(|report| report.percent).map_or("null".to_owned(), |all| all.to_string());
    text::escaped(&format!(
        "{{\"line\":{},\"short\":{},\"family\":{},\"scene\":{},\"percent\":{percent},\"alert\":{},\"path\":{}}}\n",
        quoted(report.map(|report| report.line)),
        quoted(report.map(|report| report.short.as_str())),
        quoted(report.map(|report| report.family)),
        quoted(report.and_then(|report| report.scene)),
        report.is_some_and(|report| report.alert),
        quoted(report.and_then(|report| report.path).map(Path::to_string_lossy).as_deref()),
    ))
}
