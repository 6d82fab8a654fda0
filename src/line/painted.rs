//! A type for text that may reach a terminal unchanged.

use std::{fmt, ops::Deref};

use super::markup::Row;
use crate::text;

/// Clean text with our own markup and line ends.
///
/// Only this module and `Line::painted` can put a control character into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Painted(String);

impl Painted {
    /// Wraps what [`super::Line`] has painted from clean text.
    pub(super) const fn trusted(painted: String) -> Self {
        Self(painted)
    }

    /// Wraps one line of text.
    pub fn text(text: &str) -> Self {
        Self(text::shown(text.into()).into_owned())
    }

    /// Wraps JSON. Its line ends are kept; every other control character is written as `\uXXXX`.
    pub fn json(json: &str) -> Self {
        Self(text::escaped(json))
    }

    /// Wraps the output of another library. Its colours and line ends are kept, other controls are removed.
    pub fn rendered(drawn: &str) -> Self {
        let rows: Vec<String> = drawn.split('\n').map(|row| Row::read(row).painted().0).collect();
        Self(rows.join("\n"))
    }

    /// Adds text that is painted already.
    pub fn push(&mut self, painted: &Self) {
        self.0.push_str(&painted.0);
    }

    /// Adds text inside a line.
    pub fn push_text(&mut self, text: &str) {
        self.0.push_str(&text::shown(text.into()));
    }

    /// Ends a line.
    pub fn push_line_end(&mut self) {
        self.0.push('\n');
    }

    /// Removes white space and line ends from its end.
    pub fn trim_end(&mut self) {
        self.0.truncate(self.0.trim_end().len());
    }
}

impl Deref for Painted {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Painted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl From<Painted> for String {
    fn from(painted: Painted) -> Self {
        painted.0
    }
}
