//! The session's name.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment =
    Segment { name: "session", about: "the session's name", sample: "export api", push };

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let payload = session.payload;
    let name = payload.extras.text("session_name").or_else(|| payload.extras.text("conversation_title"));
    line.push_as(Tone::Dim, Join::Bar, Rank::Extra, name.unwrap_or_default());
}
