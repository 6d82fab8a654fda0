//! The directories that were added to the session.

use std::path::Path;

use super::{Segment, Session, dir::base_name};
use crate::{
    line::{Join, Line, Rank, Tone},
    text::json::Reader,
};

pub(super) const SEGMENT: Segment = Segment {
    name: "added_dirs",
    about: "the directories that were added to the session",
    sample: "+docs +api",
    push,
};

/// How many names are shown; more are counted.
const MOST: usize = 2;

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let mut names: Vec<String> = Vec::new();
    Reader::new(session.payload.added_dirs).array(|item| {
        names.extend(item.text().map(|path| format!("+{}", base_name(Path::new(&*path)))));
    });
    let text = if names.len() > MOST { format!("+{} dirs", names.len()) } else { names.join(" ") };
    line.push_as(Tone::Dim, Join::Bar, Rank::Extra, text);
}
