//! The agent that the session runs as.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment = Segment {
    name: "agent",
    about: "the agent that the session runs as",
    sample: "@security-reviewer",
    push,
};

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    if let Some(name) = session.payload.extras.field("agent", "name") {
        line.push_as(Tone::Dim, Join::Bar, Rank::Extra, format!("@{name}"));
    }
}
