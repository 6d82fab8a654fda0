//! Applies the fixes that need no judgement, and changes nothing else in the text.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::{
        Bound::{Excluded, Unbounded},
        Range,
    },
};

use super::{Problem, Subject};
use crate::{
    family::rule::{Edit, edited},
    sys::file::STATE_LIMIT,
};

/// The most rounds of fixes; one fix can uncover another problem.
const ROUNDS: usize = 8;

/// The fewest rounds of fixes, however large the file is.
const FEWEST_ROUNDS: usize = 3;

/// About how many bytes to check in all rounds together, so that a large file gets fewer rounds.
const WORK: usize = 3 << 20;

/// How often to try which fixes of a round keep the line, if all of them together do not.
const TRIES: usize = 256;

/// The text of a file after its fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// How many problems were fixed.
    pub count: usize,
    /// Whether nothing is left to fix; otherwise the rounds were used up.
    pub is_done: bool,
}

/// Applies fixes in rounds until none are left, or the rounds are used up.
///
/// Every round fixes all that it finds, so nearly every file needs one round, and one more that finds
/// nothing.
pub fn repeatedly(text: &str, fixable: impl Fn(&str) -> Vec<Problem>) -> Fixed {
    let mut fixed = Fixed { text: text.to_owned(), count: 0, is_done: false };
    let rounds = WORK.checked_div(text.len()).unwrap_or(ROUNDS).clamp(FEWEST_ROUNDS, ROUNDS);
    for round in 0..=rounds {
        let Some((better, count)) = once(&fixed.text, &fixable(&fixed.text)) else {
            fixed.is_done = true;
            break;
        };
        // The last round only finds out whether something is left.
        if round < rounds {
            fixed.text = better;
            fixed.count = fixed.count.saturating_add(count);
        }
    }
    fixed
}

/// Applies every fix once. Returns the text and the number of problems that were fixed.
///
/// The edits of one problem are applied together or not at all. A fix that overlaps another waits for
/// the next round.
pub fn once<'p>(text: &str, problems: impl IntoIterator<Item = &'p Problem>) -> Option<(String, usize)> {
    let mut taken = Taken::default();
    let mut count = 0_usize;
    for problem in problems {
        let edits = &problem.finding.edits;
        if !edits.is_empty() && edits.iter().all(|edit| taken.is_free(&edit.span)) {
            for edit in edits {
                taken.take(edit);
            }
            count = count.saturating_add(1);
        }
    }
    let out = edited(text, taken.edits)?;
    (count > 0 && out != text).then_some((out, count))
}

/// The edits that were chosen, none of which overlaps another.
#[derive(Default)]
struct Taken<'p> {
    edits: Vec<&'p Edit>,
    /// The ends of the replaced spans, by their starts.
    ends: BTreeMap<usize, usize>,
    /// Where something is only inserted.
    points: BTreeSet<usize>,
}

impl<'p> Taken<'p> {
    /// Returns whether a span shares no byte with a chosen one, and none begins inside the other.
    fn is_free(&self, span: &Range<usize>) -> bool {
        // Of spans that do not overlap, the one that begins last also ends last.
        let before = self.ends.range(..span.end).next_back();
        let has_point = || {
            let after = self.points.range((Excluded(span.start), Unbounded)).next();
            after.is_some_and(|point| *point < span.end)
        };
        before.is_none_or(|(_, end)| *end <= span.start) && !has_point()
    }

    fn take(&mut self, edit: &'p Edit) {
        if edit.span.is_empty() {
            self.points.insert(edit.span.start);
        } else {
            self.ends.insert(edit.span.start, edit.span.end);
        }
        self.edits.push(edit);
    }
}

/// Keeps the problems whose fixes, applied together, do not make a file lose its line or grow past what
/// is read of a file.
///
/// Nearly always that is all of them, so they are tried together, then in halves: a try for each of them
/// would read the file again every time.
pub(super) fn keeping_line(problems: Vec<Problem>, subject: &Subject<'_>) -> Vec<Problem> {
    let mut kept: Vec<Problem> = Vec::new();
    let mut due = vec![problems];
    let longest = subject.text.len().max(STATE_LIMIT - 1);
    for _ in 0..TRIES {
        let Some(mut batch) = due.pop() else { break };
        let after = once(subject.text, kept.iter().chain(&batch));
        if after.is_none_or(|(after, _)| after.len() <= longest && subject.keeps_line(&after)) {
            kept.append(&mut batch);
        } else if batch.len() > 1 {
            let second = batch.split_off(batch.len().div_euclid(2));
            due.extend([second, batch]);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{
        check::{self, Finding, rule},
        document,
    };

    /// How many times a byte of a file may be parsed: each entry by itself and as part of the whole.
    const TIMES: usize = 16;

    fn problem(finding: Finding) -> Problem {
        Problem { rule: rule("SL020").unwrap(), finding }
    }

    /// Counts the checks and the fixes for a string in which every fix uncovers the next problem.
    fn endless(text: &str) -> (usize, usize, bool) {
        let checks = Cell::new(0_usize);
        let fixed = repeatedly(text, |_| {
            checks.update(|count: usize| count.saturating_add(1));
            vec![problem(Finding::new(0..0, "again").edit(0..0, "x"))]
        });
        (checks.get(), fixed.count, fixed.is_done)
    }

    #[test]
    fn a_large_file_gets_fewer_rounds_of_fixes() {
        assert_eq!(endless("a"), (9, 8, false));
        assert_eq!(endless(&"a".repeat(600_000)), (6, 5, false));
        assert_eq!(endless(&"a".repeat(1 << 20)), (4, 3, false));
    }

    /// Chooses one edit after the other, as `once` does, but compares each with all that were chosen.
    fn slowly(edits: &[Edit]) -> Vec<&Edit> {
        let overlap =
            |one: &Range<usize>, other: &Range<usize>| one.start < other.end && other.start < one.end;
        let mut taken: Vec<&Edit> = Vec::new();
        for edit in edits {
            if taken.iter().all(|other| !overlap(&edit.span, &other.span)) {
                taken.push(edit);
            }
        }
        taken
    }

    #[test]
    fn of_fixes_that_overlap_the_first_is_applied() {
        let spans: Vec<Range<usize>> =
            (0..5_usize).flat_map(|start| (start..5).map(move |end| start..end)).collect();
        let edit = |span: &Range<usize>| Edit { span: span.clone(), with: "x".to_owned() };
        for one in &spans {
            for two in &spans {
                for three in &spans {
                    let edits = [one, two, three].map(edit);
                    let problems = edits.iter().map(|edit| {
                        problem(Finding { edits: vec![edit.clone()], ..Finding::new(0..0, "wrong") })
                    });
                    let problems: Vec<Problem> = problems.collect();
                    let chosen = slowly(&edits);
                    let expected = (edited("abcde", chosen.clone()).unwrap(), chosen.len());
                    assert_eq!(once("abcde", &problems), Some(expected), "{edits:?}");
                }
            }
        }
    }

    /// Fixes frontmatter as GSD's. Returns the result, how often it was checked, and how many bytes were parsed.
    fn gsd(block: &str) -> (Fixed, usize, usize) {
        let family = crate::family::family("gsd").unwrap();
        let checks = Cell::new(0_usize);
        let before = document::parsed();
        let fixed = repeatedly(&format!("---\n{block}---\n"), |text| {
            checks.update(|count: usize| count.saturating_add(1));
            let document = family.document(text);
            check::fixable(&Subject::new(family, None, text, &document))
        });
        (fixed, checks.get(), document::parsed().saturating_sub(before))
    }

    /// Repeats a line with a number in it.
    fn numbered(count: usize, line: fn(usize) -> String) -> String {
        (0..count).map(line).collect()
    }

    #[test]
    fn one_round_fixes_every_line_and_parses_each_byte_a_few_times() {
        let keys: fn(usize) -> String = |number| format!("k{number}: b: c\n");
        let quoted: fn(usize) -> String = |number| format!("k{number}: \"b: c\"\n");
        for count in [50, 200, 800] {
            let block = numbered(count, keys);
            let (fixed, checks, parsed) = gsd(&block);
            let text = format!("---\n{}---\n", numbered(count, quoted));
            assert_eq!((fixed, checks), (Fixed { text, count, is_done: true }, 2));
            assert!(parsed < block.len() * TIMES, "{parsed} bytes of {}", block.len());
        }
    }

    #[test]
    fn a_file_is_not_made_longer_than_what_is_read_of_it() {
        let text = format!("---\nstatus: executing\n---\n{}", "x".repeat(STATE_LIMIT - 29));
        assert_eq!(text.len(), STATE_LIMIT - 3);
        let family = crate::family::family("gsd").unwrap();
        let document = family.document(&text);
        let subject = Subject::new(family, None, &text, &document);
        let fixes =
            || (100..103).map(|at| problem(Finding::new(at..at, "wrong").edit(at..at, "-"))).collect();
        assert_eq!(keeping_line(fixes(), &subject).len(), 2);
    }

    #[test]
    fn lines_that_differ_in_nothing_are_all_fixed() {
        let (fixed, checks, _) = gsd(&"a: b: c\n".repeat(500));
        let text = format!("---\n{}---\n", "a: \"b: c\"\n".repeat(500));
        assert_eq!((fixed, checks), (Fixed { text, count: 500, is_done: true }, 2));
    }

    #[test]
    fn no_kind_of_broken_line_is_parsed_more_than_a_few_times() {
        let kinds: [fn(usize) -> String; 12] = [
            |number| format!("k{number}: \"a \"b\" c\"\n"),
            |number| format!("k{number}: \"open\n"),
            |number| format!("k{number}: [a, b\n"),
            |number| format!("k{number}: *x{number}\n"),
            |number| format!("k{number}: @x\n"),
            |number| format!("{number}: b\n"),
            |number| format!("\tk{number}: b: c\n"),
            |number| format!("| a | b{number} |\n"),
            |number| format!("k{number}: a: b\r\n"),
            |number| format!("{}k{number}: b: c\n", " ".repeat(number % 30)),
            |number| format!("{}- k{number}: b: c\n", " ".repeat(number % 3)),
            |number| format!("- k{number}: \"b\" c\n  l: d: e\n"),
        ];
        for kind in kinds {
            for head in ["", "list:\n", "k: [\n"] {
                let block = format!("{head}{}", numbered(100, kind));
                let (fixed, checks, parsed) = gsd(&block);
                let work = block.len() * checks * TIMES;
                assert!(
                    fixed.is_done && checks <= 3 && parsed < work,
                    "{checks}, {parsed} of {work}: {block}"
                );
            }
        }
    }
}
