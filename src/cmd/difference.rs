//! How commands that write show what they change.

use super::{Failure, Terminal};
use crate::{
    diff::{self, Change},
    line::{Join, Line, Look, Paint, Rank},
};

/// Shows the difference between two texts, as `diff -u` does.
pub(super) fn show(
    name: &str,
    before: &str,
    after: &str,
    paint: Paint<'_>,
    terminal: &mut Terminal<'_>,
) -> Result<(), Failure> {
    let paint = Paint { width: None, ..paint };
    let mut put = |look: Look, text: String| {
        let mut line = Line::default();
        line.push_as(look, Join::Tight, Rank::Active, text);
        let mut painted = line.painted(&paint);
        painted.push_line_end();
        terminal.out.painted(&painted)
    };
    put(Look::Bold, format!("--- {name}"))?;
    put(Look::Bold, format!("+++ {name}"))?;
    for change in diff::changes(before, after) {
        let bare = |line: &str| line.trim_end_matches(['\n', '\r']).to_owned();
        match change {
            Change::Part([old, old_count, new, new_count]) => {
                put(Look::Dim, format!("@@ -{old},{old_count} +{new},{new_count} @@"))?;
            }
            Change::Same(line) => put(Look::Plain, format!(" {}", bare(line)))?,
            Change::Out(line) => put(Look::Red, format!("-{}", bare(line)))?,
            Change::In(line) => put(Look::Green, format!("+{}", bare(line)))?,
        }
    }
    terminal.out.line("")?;
    Ok(())
}
