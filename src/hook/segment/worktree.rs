//! The worktree that the session is in.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment = Segment {
    name: "worktree",
    about: "the worktree that the session is in",
    sample: "worktree export-api",
    push,
};

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let payload = session.payload;
    let name = payload.extras.field("worktree", "name").or_else(|| payload.git_worktree.clone());
    if let Some(name) = name {
        line.push_as(Tone::Dim, Join::Bar, Rank::Extra, format!("worktree {name}"));
    }
}
