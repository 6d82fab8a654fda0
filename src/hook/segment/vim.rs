//! The editor mode.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment = Segment { name: "vim", about: "the editor mode", sample: "NORMAL", push };

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let mode = session.payload.extras.field("vim", "mode").unwrap_or_default();
    line.push_as(Tone::Dim, Join::Bar, Rank::Extra, mode);
}
