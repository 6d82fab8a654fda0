//! The git branch and its changes.

use super::{Segment, Session};
use crate::{
    hook::git,
    line::{Join, Line, Rank, Tone},
};

pub(super) const SEGMENT: Segment =
    Segment { name: "git", about: "the git branch and its changes", sample: "main+2~1?3↑1", push };

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let host = session.payload.host();
    if let Some(status) = session.dir.and_then(|dir| git::status(session.system, host, dir)) {
        return git::push(status, line);
    }
    // If the repository cannot be read, some hosts still send the branch.
    let payload = session.payload;
    let branch = payload.extras.field("git", "branch").or_else(|| payload.extras.text("gitBranch"));
    line.push_as(Tone::Dim, Join::Bar, Rank::Git, branch.unwrap_or_default());
}
