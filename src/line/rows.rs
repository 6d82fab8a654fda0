//! Rows of a page whose text is broken between words, as `explain` and `doctor` print them.
//!
//! `show` has a page of its own in `family::page`, because it cuts what does not fit instead.

use super::{Join, Line, Paint, Painted, Rank, Tone};
use crate::text;

impl Painted {
    /// Adds a row made of these parts.
    pub fn row(&mut self, paint: &Paint<'_>, parts: &[(Tone, &str)]) {
        let mut line = Line::default();
        for (tone, text) in parts {
            line.push_as(*tone, Join::Tight, Rank::Active, (*text).to_owned());
        }
        let mut line = line.painted(&Paint { width: None, ..*paint });
        line.trim_end();
        line.push_line_end();
        self.push(&line);
    }

    /// Adds text over as many rows as it needs: the first after `lead`, the others below it.
    ///
    /// The text begins at column `indent`, and `lead` fills the columns up to there.
    pub fn hanging(
        &mut self,
        paint: &Paint<'_>,
        lead: &[(Tone, &str)],
        indent: usize,
        text: &str,
        width: usize,
    ) {
        let text = text::wrapped(text, width.saturating_sub(indent));
        let mut lines = text.lines();
        let mut first = lead.to_vec();
        first.push((Tone::Plain, lines.next().unwrap_or_default()));
        self.row(paint, &first);
        let blanks = " ".repeat(indent);
        for line in lines {
            self.row(paint, &[(Tone::Plain, &blanks), (Tone::Plain, line)]);
        }
    }
}
