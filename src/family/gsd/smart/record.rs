//! GSD's own records of the plans that are done: `| Phase 03-search P02 | 4min | 2 tasks |`.

use super::{
    evidence::Evidence,
    number::{is_same_number, number},
    plan::plan_number,
};

impl Evidence<'_> {
    /// Returns the last plan of a phase that is recorded as done.
    pub(super) fn recorded(&self, own: &str) -> Option<u64> {
        let of_line = |line: &str| match line.strip_prefix("| Phase ") {
            Some(row) => plan(row, own),
            None => note(line.strip_prefix("- [")?, own),
        };
        self.content.lines().filter_map(of_line).max()
    }
}

/// Returns the plan of a row, if it is one of this phase: `03-search P02`, `03 P03-02`.
fn plan(row: &str, own: &str) -> Option<u64> {
    let (phase, plan) = row.split('|').next()?.trim().rsplit_once(" P")?;
    let plan = plan.rsplit('-').next()?.parse().ok()?;
    // `03-02` is a plan as well.
    let bare = phase.split('-').next()?;
    let is_own = number(bare).is_some_and(|(found, rest)| rest.is_empty() && is_same_number(found, own));
    is_own.then_some(plan)
}

/// Returns the plan of a decision, if it is one of this phase: `Phase 03-02]: …`, `03-02]: …`.
fn note(note: &str, own: &str) -> Option<u64> {
    let (about, _) = note.split_once("]:")?;
    let (phase, plan) = plan_number(about.strip_prefix("Phase ").unwrap_or(about))?;
    is_same_number(phase, own).then(|| plan.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_with_its_phase_and_plan() {
        for (row, wanted) in [
            ("03-search P02 | 4min | 2 tasks |", Some(2)),
            ("3 P04 | 4min |", Some(4)),
            ("03-02 P02 | 4min |", Some(2)),
            ("03-search P03-05 | 4min |", Some(5)),
            ("04-search P02 | 4min |", None),
            ("03-search | P02 |", None),
        ] {
            assert_eq!(plan(row, "03"), wanted, "{row}");
        }
    }
}
