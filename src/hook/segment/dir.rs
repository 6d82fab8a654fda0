//! The directory that the session works in.

use std::path::{Path, is_separator};

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment =
    Segment { name: "dir", about: "the directory that the session works in", sample: "shop", push };

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let name = session.dir.map(base_name).unwrap_or_default();
    line.push_as(Tone::Dim, Join::Bar, Rank::Directory, name);
}

/// Returns the last part of a path, as Node's `basename`.
pub(super) fn base_name(path: &Path) -> String {
    // Only a path that is not UTF-8 needs the code that replaces bytes.
    path.to_str().map_or_else(|| last(&path.to_string_lossy()), last)
}

fn last(path: &str) -> String {
    path.trim_end_matches(is_separator).rsplit(is_separator).next().unwrap_or_default().to_owned()
}
