//! What may reach a terminal as it is, by type.

use std::{fmt, ops::Deref};

use super::markup::Row;
use crate::text;

/// Clean text, our own markup around it, and the ends of our own lines.
///
/// Only this module and the line's own painting can put a control character into one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Painted(String);

impl Painted {
    /// Takes what the line has painted from clean text.
    pub(super) const fn trusted(painted: String) -> Self {
        Self(painted)
    }

    /// Takes one line of text.
    pub fn text(text: &str) -> Self {
        Self(text::shown(text.into()).into_owned())
    }

    /// Takes JSON, whose own line ends stay; every other control is written as `\uXXXX`.
    pub fn json(json: &str) -> Self {
        Self(text::escaped(json))
    }

    /// Takes what another library has drawn: its colours and line ends stay, no other control does.
    pub fn rendered(drawn: &str) -> Self {
        let rows: Vec<String> = drawn.split('\n').map(|row| Row::read(row).painted().0).collect();
        Self(rows.join("\n"))
    }

    /// Adds what is painted already.
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

    /// Takes the blanks and line ends off its end.
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
