//! The version of the host.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment =
    Segment { name: "version", about: "the version of the host", sample: "v2.1.260", push };

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    if let Some(version) = session.payload.extras.text("version") {
        let version = version.trim_start_matches('v');
        line.push_amount_as(Tone::Dim, Join::Bar, Rank::Extra, format!("v{version}"));
    }
}
