//! Mends what is mechanical, and nothing else of a text.

use std::ops::Range;

use super::Breach;
use crate::family::rule::{Edit, edited};

/// How many rounds there are at most; one fix can uncover another finding.
const ROUNDS: usize = 50;

/// How many bytes are checked in all rounds together, so that a large file gets fewer of them.
const WORK: usize = 4 << 20;

/// Returns the text with what is mechanical mended round by round, until nothing of it is left, and how
/// many breaches that were.
pub fn thoroughly(text: &str, breaches: impl Fn(&str) -> Vec<Breach>) -> (String, usize) {
    let mut text = text.to_owned();
    let mut count = 0_usize;
    let rounds = WORK.checked_div(text.len()).unwrap_or(ROUNDS).clamp(1, ROUNDS);
    for _ in 0..rounds {
        let Some((better, mended)) = mended(&text, &breaches(&text)) else { break };
        text = better;
        count = count.saturating_add(mended);
    }
    (text, count)
}

/// Returns the text with every mechanical breach mended, and how many those were.
///
/// The edits of one breach are made together or not at all; one that gets in the way of another has to
/// wait for the next round.
pub fn mended(text: &str, breaches: &[Breach]) -> Option<(String, usize)> {
    let mut taken: Vec<&Edit> = Vec::new();
    let mut count = 0_usize;
    for edits in breaches.iter().map(|breach| &breach.finding.edits).filter(|edits| !edits.is_empty()) {
        let is_free = |edit: &Edit| taken.iter().all(|other| !overlap(&edit.span, &other.span));
        if edits.iter().all(is_free) {
            taken.extend(edits);
            count = count.saturating_add(1);
        }
    }
    let out = edited(text, taken)?;
    (count > 0 && out != text).then_some((out, count))
}

/// Tells whether two spans share a byte, or one begins inside the other.
fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::check::{Finding, rule};

    /// Counts the rounds of a text whose every fix uncovers the next finding.
    fn rounds(text: &str) -> usize {
        let rounds = Cell::new(0_usize);
        thoroughly(text, |_| {
            rounds.update(|count: usize| count.saturating_add(1));
            let finding = Finding::new(0..0, "again").edit(0..0, "x");
            vec![Breach { rule: rule("SL020").unwrap(), finding }]
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
