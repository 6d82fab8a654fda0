//! The pull request of the branch.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment = Segment {
    name: "pr",
    about: "the branch's pull request and its review status",
    sample: "PR #12 approved",
    push,
};

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let Some(mut request) = session.payload.extras.reader("pr") else { return };
    let (mut number, mut review, mut kind) = (None, None, None);
    request.object(|key, value| match key {
        "number" => number = value.text(),
        "review_state" => review = value.text(),
        "kind" => kind = value.text(),
        _ => value.skip(),
    });
    let Some(number) = number else { return };
    // GitLab writes merge requests with `!`.
    let lead = if kind.as_deref() == Some("mr") { "MR !" } else { "PR #" };
    let tone = match review.as_deref() {
        Some("approved") => Tone::Green,
        Some("pending") => Tone::Yellow,
        Some("changes_requested") => Tone::Red,
        _ => Tone::Dim,
    };
    line.push_amount_as(tone, Join::Bar, Rank::Extra, format!("{lead}{number}"));
    let review = review.map(|review| review.replace('_', " ")).unwrap_or_default();
    line.push_as(tone, Join::Word, Rank::Extra, review);
}
