//! Shows what a command is about to change in a file, as `diff -u` does.

use std::ops::Range;

use gix_imara_diff::{Algorithm, Diff, Hunk, InternedInput};

use super::{Failure, Terminal};
use crate::line::{Join, Line, Paint, Rank, Tone};

/// The number of unchanged lines to show around a change.
const AROUND: u32 = 3;

/// Changes that are near each other, with the unchanged lines around them.
#[derive(Debug)]
struct Group<'h> {
    changes: &'h [Hunk],
    /// Its lines in the old version.
    before: Range<u32>,
    /// Its lines in the new version.
    after: Range<u32>,
}

/// Prints the difference between two versions of a file.
pub(super) fn show(
    name: &str,
    before: &str,
    after: &str,
    paint: Paint<'_>,
    terminal: &mut Terminal<'_>,
) -> Result<(), Failure> {
    let paint = Paint { width: None, ..paint };
    let mut put = |tone: Tone, text: String| {
        let mut line = Line::default();
        line.push_as(tone, Join::Tight, Rank::Active, text);
        let mut painted = line.painted(&paint);
        painted.push_line_end();
        terminal.out.painted(&painted)
    };
    put(Tone::Bold, format!("--- {name}"))?;
    put(Tone::Bold, format!("+++ {name}"))?;
    for (tone, text) in rows(before, after) {
        put(tone, text)?;
    }
    terminal.out.line("")?;
    Ok(())
}

/// Returns the rows of the difference.
fn rows(before: &str, after: &str) -> Vec<(Tone, String)> {
    let input = InternedInput::new(before, after);
    let mut difference = Diff::compute(Algorithm::Myers, &input);
    difference.postprocess_lines(&input);
    let changes: Vec<Hunk> = difference.hunks().collect();
    let before: Vec<&str> = before.split_inclusive('\n').collect();
    let after: Vec<&str> = after.split_inclusive('\n').collect();
    let mut rows = Vec::new();
    for group in groups(&changes, u32::try_from(before.len()).unwrap_or(u32::MAX)) {
        rows.push((Tone::Dim, format!("@@ -{} +{} @@", extent(&group.before), extent(&group.after))));
        let mut at = group.before.start;
        for change in group.changes {
            put(&mut rows, (Tone::Plain, ' '), &before, at..change.before.start);
            put(&mut rows, (Tone::Red, '-'), &before, change.before.clone());
            put(&mut rows, (Tone::Green, '+'), &after, change.after.clone());
            at = change.before.end;
        }
        put(&mut rows, (Tone::Plain, ' '), &before, at..group.before.end);
    }
    rows
}

/// Adds some lines of a version.
fn put(rows: &mut Vec<(Tone, String)>, (tone, sign): (Tone, char), lines: &[&str], range: Range<u32>) {
    for line in lines.get(range.start as usize..range.end as usize).unwrap_or_default() {
        rows.push((tone, format!("{sign}{}", line.trim_end_matches(['\n', '\r']))));
        if !line.ends_with('\n') {
            rows.push((Tone::Dim, "\\ No newline at end of file".to_owned()));
        }
    }
}

/// Groups the changes whose surrounding lines touch or overlap; the old version has `count` lines.
fn groups(changes: &[Hunk], count: u32) -> Vec<Group<'_>> {
    let are_near = |one: &Hunk, next: &Hunk| next.before.start.saturating_sub(one.before.end) <= 2 * AROUND;
    let together = changes.chunk_by(are_near).filter_map(|changes| {
        let (first, last) = (changes.first()?, changes.last()?);
        let above = first.before.start.min(AROUND);
        let below = count.saturating_sub(last.before.end).min(AROUND);
        let around = |first: u32, last: u32| first.saturating_sub(above)..last.saturating_add(below);
        Some(Group {
            changes,
            before: around(first.before.start, last.before.end),
            after: around(first.after.start, last.after.end),
        })
    });
    together.collect()
}

/// Writes a range of lines: its first line and how many there are, unless it is one.
fn extent(lines: &Range<u32>) -> String {
    match lines.end.saturating_sub(lines.start) {
        0 => format!("{},0", lines.start),
        1 => lines.start.saturating_add(1).to_string(),
        count => format!("{},{count}", lines.start.saturating_add(1)),
    }
}
