//! Applies the fixes that need no judgement, and changes nothing else in the text.

use std::ops::Range;

use super::Problem;
use crate::family::rule::{Edit, edited};

/// The most rounds of fixes; one fix can uncover another problem.
const ROUNDS: usize = 50;

/// The most bytes to check in all rounds together, so that a large file gets fewer rounds.
const WORK: usize = 4 << 20;

/// Applies fixes in rounds until none are left. Returns the text and the number of problems that were
/// fixed.
pub fn repeatedly(text: &str, problems: impl Fn(&str) -> Vec<Problem>) -> (String, usize) {
    let mut text = text.to_owned();
    let mut count = 0_usize;
    let rounds = WORK.checked_div(text.len()).unwrap_or(ROUNDS).clamp(1, ROUNDS);
    for _ in 0..rounds {
        let Some((better, fixed)) = once(&text, &problems(&text)) else { break };
        text = better;
        count = count.saturating_add(fixed);
    }
    (text, count)
}

/// Applies every fix once. Returns the text and the number of problems that were fixed.
///
/// The edits of one problem are applied together or not at all. A fix that overlaps another waits for
/// the next round.
pub fn once(text: &str, problems: &[Problem]) -> Option<(String, usize)> {
    let mut taken: Vec<&Edit> = Vec::new();
    let mut count = 0_usize;
    for edits in problems.iter().map(|problem| &problem.finding.edits).filter(|edits| !edits.is_empty()) {
        let is_free = |edit: &Edit| taken.iter().all(|other| !overlap(&edit.span, &other.span));
        if edits.iter().all(is_free) {
            taken.extend(edits);
            count = count.saturating_add(1);
        }
    }
    let out = edited(text, taken)?;
    (count > 0 && out != text).then_some((out, count))
}

/// Returns whether two spans share a byte, or one begins inside the other.
fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::check::{Finding, rule};

    /// Counts the rounds for a string in which every fix uncovers the next problem.
    fn rounds(text: &str) -> usize {
        let rounds = Cell::new(0_usize);
        repeatedly(text, |_| {
            rounds.update(|count: usize| count.saturating_add(1));
            let finding = Finding::new(0..0, "again").edit(0..0, "x");
            vec![Problem { rule: rule("SL020").unwrap(), finding }]
        });
        rounds.get()
    }

    #[test]
    fn a_large_file_gets_fewer_rounds_of_fixes() {
        assert_eq!(rounds("a"), 50);
        assert_eq!(rounds(&"a".repeat(300_000)), 13);
        assert_eq!(rounds(&"a".repeat(1 << 20)), 4);
    }
}
