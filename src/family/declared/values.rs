//! The values that a declaration names, from a file that may have anything in their place.

use serde_json::Value;

use super::Workflow;
use crate::{
    document::{self, Document},
    family::parts::Count,
};

/// What was found at the declared paths.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub(super) name: Option<String>,
    pub(super) status: Option<String>,
    pub(super) doing: Option<String>,
    pub(super) count: Count,
    /// Whether a part of the file cannot be read.
    pub(super) is_broken: bool,
}

impl Values {
    /// Looks the paths up.
    pub(super) fn of(workflow: &Workflow, document: &Document) -> Self {
        let text = |path: &Option<String>| text(document, path.as_deref()?);
        let number = |path: &Option<String>| number(document, path.as_deref()?);
        let count = match (number(&workflow.done), number(&workflow.total)) {
            (Some(done), Some(total)) => Count { done, total },
            _ => Count::default(),
        };
        Self {
            name: text(&workflow.name),
            status: text(&workflow.status),
            doing: text(&workflow.doing),
            count,
            is_broken: !document.complaints.is_empty(),
        }
    }

    /// Returns whether nothing that was declared is there.
    pub(super) fn is_empty(&self) -> bool {
        self.name.is_none() && self.status.is_none() && self.doing.is_none() && self.count.total == 0
    }
}

/// Returns a scalar as it is written, unless it is empty.
fn text(document: &Document, path: &str) -> Option<String> {
    let steps = document::path::steps(path)?;
    let text = match document.at(&steps)? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => document.raw(&steps).map_or_else(|| number.to_string(), str::to_owned),
        Value::Bool(truth) => truth.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// Returns a number, or how many members a list or an object has.
pub(super) fn number(document: &Document, path: &str) -> Option<usize> {
    let whole = |number: f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast keeps to the range of the type, and the rest of a number is not shown"
        )]
        (number.is_finite() && number >= 0.0).then_some(number as usize)
    };
    match document.at(&document::path::steps(path)?)? {
        Value::Array(items) => Some(items.len()),
        Value::Object(entries) => Some(entries.len()),
        Value::Number(number) => number.as_f64().and_then(whole),
        Value::String(text) => crate::text::json::number(text).and_then(whole),
        Value::Null | Value::Bool(_) => None,
    }
}
