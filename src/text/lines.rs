//! Converts byte offsets to lines and columns.
//!
//! A byte-order mark takes no column: people compare these columns with those of an editor, which hides the mark.

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
}

/// Returns the place of a byte. For many places of one text, [`Lines`] is faster.
pub fn place(text: &str, at: usize) -> Place {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count();
    Place { line: line.saturating_add(1), column: column(before.get(line_start(text, at)..)) }
}

/// Returns where the line of a byte begins.
pub fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).rfind('\n').map_or(0, |end| end.saturating_add(1))
}

/// Returns the column, from 1, after these characters of a line.
fn column(before: Option<&str>) -> usize {
    let before = before.unwrap_or_default();
    before.strip_prefix('\u{FEFF}').unwrap_or(before).chars().count().saturating_add(1)
}

/// The byte offsets of the lines; a line ends with a line feed, as in every editor.
#[derive(Debug)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Finds the lines.
    pub fn of(text: &str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at.saturating_add(1));
        Self { starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the line, from 0, that a byte is on.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// Returns the byte offset of a line, counted from 0, and its text without the line end.
    pub fn written<'t>(&self, text: &'t str, line: usize) -> (usize, &'t str) {
        let start = self.starts.get(line).copied().unwrap_or(text.len());
        let end = self.starts.get(line.saturating_add(1)).map_or(text.len(), |next| next.saturating_sub(1));
        let written = text.get(start..end).unwrap_or_default();
        (start, written.strip_suffix('\r').unwrap_or(written))
    }

    /// Returns the place of a byte.
    pub fn place(&self, text: &str, at: usize) -> Place {
        let line = self.line(at);
        let start = self.starts.get(line).copied().unwrap_or_default();
        Place { line: line.saturating_add(1), column: column(text.get(start..at).or(text.get(start..))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_line_and_a_column_in_characters() {
        let text = "\u{FEFF}é: 1\r\n\n  ü";
        let lines = Lines::of(text);
        let written = |place: Place| format!("{}:{}", place.line, place.column);
        for (at, expected) in [
            (0, "1:1"),
            (3, "1:1"),
            (5, "1:2"),
            (8, "1:5"),
            (9, "1:6"),
            (10, "2:1"),
            (11, "3:1"),
            (13, "3:3"),
            (99, "3:4"),
        ] {
            assert_eq!([place(text, at), lines.place(text, at)].map(written), [expected; 2], "{at}");
        }
    }
}
