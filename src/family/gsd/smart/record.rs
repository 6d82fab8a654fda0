//! GSD's own records of the plans that are done: `| Phase 03-search P02 | 4min | 2 tasks |`.

use super::{
    clause::{About, clauses},
    counted::place,
    evidence::{Evidence, Origin, without_date},
    kind::StatusKind,
    label::Topic,
    number::{is_later, is_same_number, number, whole},
    phase::Phase,
    plan::{is_not_begun, plan_number},
    session::{Named, named},
    stop::{Stop, is_complete, is_session_after_activity},
};

impl Evidence<'_> {
    /// Returns the last plan of a phase that a row records as done.
    pub(super) fn last_row_of(&self, own: &str) -> Option<u64> {
        let rows = self.content.lines().filter_map(|line| row(line.strip_prefix("| Phase ")?));
        rows.filter(|(phase, _)| is_same_number(phase, own)).map(|(_, plan)| plan).max()
    }

    /// Returns the phase and the plan of the last row.
    pub(super) fn last_record(&self) -> Option<(&str, u64)> {
        self.content.lines().rev().find_map(|line| row(line.strip_prefix("| Phase ")?))
    }

    /// Returns whether both the last session and the last activity completed a plan of a phase: phases may be worked on
    /// side by side, and what several places say is not overruled by a row.
    fn is_phase_last(&self, phase: &Phase) -> bool {
        let is_own = |raw: &str| named(raw).is_some_and(|it| is_same_number(&it.number, &phase.number));
        self.stopped().is_some_and(|(raw, _)| is_own(raw))
            && self.activities().any(|(raw, _)| is_own(without_date(raw)))
    }

    /// Returns the last plan of a phase that is recorded as done.
    pub(super) fn recorded(&self, own: &str) -> Option<u64> {
        let of_line = |line: &str| match line.strip_prefix("| Phase ") {
            Some(of_plan) => {
                row(of_plan).filter(|(phase, _)| is_same_number(phase, own)).map(|(_, plan)| plan)
            }
            None => note(line.strip_prefix("- [")?, own),
        };
        self.content.lines().filter_map(of_line).max()
    }
}

impl Stop {
    /// Returns where the last session ended, if that is an earlier phase than the body's, which is done, and the
    /// work goes on there: `Phase 3 context gathered`, `Completed 01-01-PLAN.md`, `Next action: Continue Phase 1`.
    pub(super) fn before(evidence: &Evidence<'_>, phase: &Phase) -> Option<Self> {
        let (raw, from) = evidence.stopped()?;
        let Named { number, plan, reached, kind } = named(raw)?;
        let progress = &evidence.front.progress;
        let is_first_record = || evidence.recorded(&number).is_none();
        // The next phase has not begun, and the last change prepared one that was inserted before it.
        let is_waiting = || evidence.label(Topic::Plan).is_some_and(is_not_begun);
        let is_inserted = || number.contains('.') && is_waiting() && is_first_record();
        // Phases may be done in any order: one is left, and the last change prepared it.
        let is_left = || progress.is_open() && !progress.has_open_plans() && is_complete(evidence, phase);
        // The phases of the new milestone begin at 1 again.
        let is_restarted = || {
            progress.is_without_plans() && progress.total_phases < whole(&phase.number) && progress.is_open()
        };
        let is_new = || is_session_after_activity(evidence) && (is_first_record() || is_restarted());
        let is_prepared = kind == StatusKind::Waiting && evidence.is_session_last();
        let is_ours = || is_inserted() || is_left() && is_new();
        if is_prepared && is_later(&phase.number, &number) && is_ours() {
            return Some(Self { number, plan, reached, kind, is_done: false, from });
        }
        plan.as_ref().filter(|_| is_complete(evidence, phase))?;
        let next = clauses(evidence.label(Topic::Next)?).into_iter().next()?;
        let goes_on = matches!(&next.about, About::Phase(it) if is_same_number(it, &number));
        (goes_on && is_later(&phase.number, &number)).then_some(Self {
            number,
            plan,
            reached,
            kind,
            is_done: false,
            from,
        })
    }

    /// Returns the phase of the last plan that is recorded as done, if that is the one after those that are counted.
    ///
    /// GSD adds a row for each plan, and may leave the position at the phase before.
    pub(super) fn recorded(evidence: &Evidence<'_>, phase: &Phase) -> Option<Self> {
        let progress = &evidence.front.progress;
        let (number, plan) = evidence.last_record()?;
        let place = place(number, phase, progress.total_phases?);
        // The phases before it may not be counted: only that it follows the one that is done is known.
        let is_after = || {
            let pair = whole(number).zip(whole(&phase.number));
            is_complete(evidence, phase) && pair.is_some_and(|(own, body)| own == body.saturating_add(1))
        };
        let is_current = match place {
            Some(place) => progress.completed_phases?.checked_add(1) == Some(place),
            None => is_after(),
        };
        // The counts have grown past the total of the body, and include the phase.
        let is_grown = phase.place().is_some_and(|(_, total)| progress.total_phases > Some(total.into()));
        let is_done = is_grown && place.is_some_and(|place| progress.completed_phases >= Some(place));
        // It is the last that is counted, and all plans so far are done.
        let is_counted_last =
            place.is_some() && progress.completed_phases == place && progress.has_only_done_plans();
        let is_done = is_done || is_counted_last;
        let is_open = (is_current || is_done) && progress.is_open() && !number.contains('.');
        let is_past = is_later(number, &phase.number) && !evidence.is_phase_last(phase);
        (is_open && is_past).then(|| Self {
            number: number.to_owned(),
            plan: Some(format!("{number}-{plan:02}")),
            reached: Some(plan),
            kind: StatusKind::Done,
            is_done,
            from: Origin::Record,
        })
    }
}

/// Returns the phase and the plan of a row: `03-search P02`, `03 P03-02`.
fn row(row: &str) -> Option<(&str, u64)> {
    let (phase, plan) = row.split('|').next()?.trim().rsplit_once(" P")?;
    let plan = plan.rsplit('-').next()?.parse().ok()?;
    // `03-02` is a plan as well.
    let (phase, rest) = number(phase.split('-').next()?)?;
    rest.is_empty().then_some((phase, plan))
}

/// Returns the plan of a decision, if it is one of this phase: `Phase 03-02]: …`, `03-02]: …`.
fn note(note: &str, own: &str) -> Option<u64> {
    let (about, _) = note.split_once("]:")?;
    let (phase, plan) = plan_number(about.strip_prefix("Phase ").unwrap_or(about))?;
    is_same_number(phase, own).then(|| plan.parse().ok())?
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_row_is_read_with_its_phase_and_plan() {
        for (row, wanted) in [
            ("03-search P02 | 4min | 2 tasks |", Some(("03", 2))),
            ("3 P04 | 4min |", Some(("3", 4))),
            ("03-02 P02 | 4min |", Some(("03", 2))),
            ("03-search P03-05 | 4min |", Some(("03", 5))),
            ("03-search | P02 |", None),
        ] {
            assert_eq!(super::row(row), wanted, "{row}");
        }
    }
}
