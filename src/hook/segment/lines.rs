//! How many lines the session has added and removed.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment =
    Segment { name: "lines", about: "the lines added and removed", sample: "+156 -23", push };

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let (mut added, mut removed) = (0.0, 0.0);
    if let Some(mut cost) = session.payload.extras.reader("cost") {
        cost.object(|key, value| match key {
            "total_lines_added" => added = value.number().unwrap_or_default(),
            "total_lines_removed" => removed = value.number().unwrap_or_default(),
            _ => value.skip(),
        });
    }
    if added > 0.0 || removed > 0.0 {
        line.push_amount_as(Tone::Green, Join::Bar, Rank::Extra, format!("+{added}"));
        // Tight, so that both are dropped together.
        line.push_amount_as(Tone::Red, Join::Tight, Rank::Extra, format!(" -{removed}"));
    }
}
