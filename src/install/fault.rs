//! A value to write into a settings file, and why it cannot be written.

use std::fmt;

use crate::text;

/// What is wrong with a settings file, and where.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EditFault {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) why: String,
}

impl EditFault {
    pub(super) fn at(text: &str, at: usize, why: String) -> Self {
        let text::Place { line, column } = text::place(text, at);
        Self { line, column, why }
    }
}

impl fmt::Display for EditFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}, column {}: {}", self.line, self.column, self.why)
    }
}

/// A value to be written.
#[derive(Clone, Debug)]
pub(crate) enum Made {
    /// A string.
    Text(String),
    /// A value in the file's own syntax.
    Raw(String),
    /// Fields in this order.
    Object(Vec<(String, Self)>),
}
