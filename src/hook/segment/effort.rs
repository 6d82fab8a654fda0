//! The model's effort level.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment =
    Segment { name: "effort", about: "the model's effort level", sample: "effort high", push };

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let level = session.payload.extras.field("effort", "level").or_else(|| session.payload.effort.clone());
    if let Some(level) = level {
        line.push_as(Tone::Dim, Join::Bar, Rank::Extra, format!("effort {level}"));
    }
}
