//! Shows what a command is about to change in a file, as `diff -u` does.

use std::time::Duration;

use similar::{ChangeTag, TextDiff};

use super::{Failure, Terminal};
use crate::line::{Join, Line, Paint, Rank, Tone};

/// The number of unchanged lines to show around a change.
const AROUND: usize = 3;

/// How long to search for the shortest difference; after that, a longer one is good enough.
const PATIENCE: Duration = Duration::from_millis(500);

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
    let difference = TextDiff::configure().timeout(PATIENCE).diff_lines(before, after);
    for hunk in difference.unified_diff().context_radius(AROUND).iter_hunks() {
        put(Tone::Dim, hunk.header().to_string())?;
        for change in hunk.iter_changes() {
            let (tone, sign) = match change.tag() {
                ChangeTag::Equal => (Tone::Plain, ' '),
                ChangeTag::Delete => (Tone::Red, '-'),
                ChangeTag::Insert => (Tone::Green, '+'),
            };
            put(tone, format!("{sign}{}", change.value().trim_end_matches(['\n', '\r'])))?;
            if change.missing_newline() {
                put(Tone::Dim, "\\ No newline at end of file".to_owned())?;
            }
        }
    }
    terminal.out.line("")?;
    Ok(())
}
