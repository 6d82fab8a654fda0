//! Where the lines of a text begin, for a text that is asked about many places.
//!
//! Unlike [`crate::text::place`], which is for one place, a byte-order mark takes no column here: these columns are
//! compared with those of an editor, which hides the mark.

use super::Place;

/// The byte offsets of the lines; a line ends with a line feed, as in every editor.
#[derive(Debug)]
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let behind = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at.saturating_add(1));
        Self { starts: std::iter::once(0).chain(behind).collect() }
    }

    /// Returns the line, from 0, that a byte is on.
    pub(super) fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// Returns the byte offset of a line, counted from 0, and its text without the line end.
    pub(super) fn written<'t>(&self, text: &'t str, line: usize) -> (usize, &'t str) {
        let start = self.starts.get(line).copied().unwrap_or(text.len());
        let end = self.starts.get(line.saturating_add(1)).map_or(text.len(), |next| next.saturating_sub(1));
        let written = text.get(start..end).unwrap_or_default();
        (start, written.strip_suffix('\r').unwrap_or(written))
    }

    /// Returns the line and column, from 1, of a byte; a byte-order mark takes no column.
    pub(super) fn place(&self, text: &str, at: usize) -> Place {
        let line = self.line(at);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let before = text.get(start..at).unwrap_or_default();
        let column = before.strip_prefix('\u{FEFF}').unwrap_or(before).chars().count();
        Place { line: line.saturating_add(1), column: column.saturating_add(1) }
    }
}
