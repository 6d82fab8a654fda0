//! How long the session has been running.

use super::{Segment, Session};
use crate::{
    line::{Join, Line, Rank, Tone},
    text::time,
};

pub(super) const SEGMENT: Segment =
    Segment { name: "duration", about: "how long the session has been running", sample: "2h5m", push };

#[expect(clippy::cast_possible_truncation, reason = "a time out of range saturates")]
fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let mut milliseconds = None;
    if let Some(mut cost) = session.payload.extras.reader("cost") {
        cost.object(|key, value| match key {
            "total_duration_ms" => milliseconds = value.number(),
            _ => value.skip(),
        });
    }
    if let Some(milliseconds) = milliseconds.filter(|milliseconds| *milliseconds >= 1000.0) {
        let text = time::span((milliseconds / 1000.0) as i64);
        line.push_amount_as(Tone::Dim, Join::Bar, Rank::Extra, text);
    }
}
