//! The output style, unless it is the default.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment = Segment {
    name: "output_style",
    about: "the output style, unless it is the default",
    sample: "style Explanatory",
    push,
};

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    if let Some(name) = session.payload.extras.field("output_style", "name").filter(|name| name != "default")
    {
        line.push_as(Tone::Dim, Join::Bar, Rank::Extra, format!("style {name}"));
    }
}
