//! What the rest of the file says about a phase: its row in a table, and its name in the path of a file.

use super::{
    evidence::Evidence,
    kind::StatusKind,
    name,
    number::{is_same_number, number},
    status::Status,
};
use crate::text;

/// The most bytes of a file to search for the name of a phase.
const MOST: usize = 1 << 16;

impl<'a> Evidence<'a> {
    /// Returns what the table of the phases says about a phase: `| 18. Search | In Progress | 33% |`.
    pub(super) fn row(&self, own: &str) -> Option<Status> {
        let mut column = None;
        let mut lines = self.content.lines().map(str::trim).peekable();
        while let Some(line) = lines.next() {
            let Some(cells) = line.strip_prefix('|') else { continue };
            if lines.peek().is_some_and(|next| super::body::is_rule(next)) {
                column = column_of_status(cells);
                continue;
            }
            let Some(column) = column else { continue };
            let mut cells = cells.split('|').map(text::trim);
            if !cells.next().is_some_and(|first| is_phase(first, own)) {
                continue;
            }
            let status =
                Status::of(cells.nth(column)?.trim_start_matches(|one: char| !one.is_alphanumeric()), None)?;
            let is_known =
                matches!(status.kind, StatusKind::Working | StatusKind::Waiting | StatusKind::Done);
            return is_known.then_some(status);
        }
        None
    }

    /// Returns the name of a phase from the path of its directory: `phases/07-search/`.
    ///
    /// If work on it has begun, notes name it, too: `Phase 07-search P01`. Before that, they are of an earlier
    /// milestone, and so may be one of two names.
    pub(super) fn slug(&self, own: &str, is_begun: bool) -> Option<&'a str> {
        let content = self.content.get(..self.content.floor_char_boundary(MOST)).unwrap_or_default();
        let openings = if is_begun { ["phases/", "Phase "].as_slice() } else { &["phases/"] };
        let mut slugs = openings.iter().flat_map(|opening| {
            let places = content.match_indices(opening);
            places.filter_map(|(at, _)| slug(content.get(at.saturating_add(opening.len())..)?, own))
        });
        let first = slugs.next()?;
        slugs.all(|other| other == first).then_some(first)
    }
}

/// Returns the name at the start of a string, after the number of this phase.
fn slug<'t>(text: &'t str, own: &str) -> Option<&'t str> {
    let end = text.find(|one: char| !one.is_ascii_digit() && one != '.')?;
    let (number, rest) = text.split_at_checked(end)?;
    let slug = rest.strip_prefix('-').filter(|_| is_same_number(number, own))?;
    let end = slug.find(|one: char| !one.is_alphanumeric() && one != '-')?;
    let (slug, after) = slug.split_at_checked(end)?;
    let is_name = slug.starts_with(char::is_alphabetic) && slug.len() > 2;
    (is_name && after.starts_with(['/', ']', ' ', '`'])).then_some(slug)
}

/// Returns how many cells are between the first one and the status, if it is a table of phases.
fn column_of_status(head: &str) -> Option<usize> {
    let cells = head.split('|').map(|cell| text::trim(cell).trim_matches('*').to_lowercase());
    let cells: Vec<String> = cells.collect();
    let is_phases = cells.iter().take(2).any(|cell| cell.starts_with("phase"));
    cells.iter().skip(1).position(|cell| cell == "status").filter(|_| is_phases)
}

/// Returns whether the first cell of a row is this phase.
fn is_phase(cell: &str, own: &str) -> bool {
    let cell = name::without_markdown(cell.into());
    let cell = name::strip_ignoring_case(&cell, "phase ").unwrap_or(&cell);
    number(cell).is_some_and(|(number, rest)| is_same_number(number, own) && !rest.starts_with('-'))
}
