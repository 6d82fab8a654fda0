//! The phase at which the last session ended, by the frontmatter's `stopped_at`.
//!
//! GSD writes that field, and counts the phases anew, each time that it writes the file. A body that was written by
//! hand may still be about an earlier phase.

use super::{
    body::Topic,
    clause::{About, Clause, clauses},
    evidence::Evidence,
    kind::StatusKind,
    number::{is_later, is_same_number},
    phase::Phase,
    status::{Next, Status, Subject},
};

/// Where the last session ended.
#[derive(Debug)]
pub(super) struct Stop {
    /// The number of the phase.
    pub(super) number: String,
    /// The plan of it that was completed, with the number of the phase: `03-04`.
    plan: Option<String>,
    /// Whether the counts say that the phase is done.
    is_done: bool,
}

impl Stop {
    /// Returns where the last session ended, if that is later than a phase and the counts agree.
    pub(super) fn after(evidence: &Evidence<'_>, phase: &Phase) -> Option<Self> {
        let raw = evidence.front.stopped_at.as_deref()?;
        let clause = clauses(raw).into_iter().next()?;
        let (number, plan) = named(&clause)?;
        let progress = &evidence.front.progress;
        let completed = progress.completed_phases?;
        let (whole, part) = number.split_once('.').unwrap_or((&number, ""));
        let whole: u64 = whole.parse().ok()?;
        // Phase 2.1 comes after phase 2, and is not counted as the third.
        let before = if part.is_empty() { whole.saturating_sub(1) } else { whole };
        let is_done = completed > before;
        let is_counted = progress.total_phases.is_some_and(|total| whole <= total);
        // `Phase 3 complete` is not believed before the phase is counted.
        let is_possible =
            is_done || completed == before && (plan.is_some() || clause.kind != StatusKind::Done);
        (is_counted && is_possible && is_later(&number, &phase.number)).then_some(Self {
            number,
            plan,
            is_done,
        })
    }

    /// Returns the phase, with the total of the earlier one.
    pub(super) fn phase(&self, earlier: &Phase) -> Option<Phase> {
        // A file writes either `3` or `03`; the names of plans always have two digits.
        let bare = self.number.trim_start_matches('0');
        let number = if earlier.number.starts_with('0') { &self.number } else { bare };
        Some(Phase { total: earlier.total.clone(), ..Phase::of(number)? })
    }

    /// Returns what is happening to the phase.
    pub(super) fn status(&self, evidence: &Evidence<'_>) -> Option<Status> {
        let number = Some(self.number.as_str());
        let body = evidence.label(Topic::Status).and_then(|raw| Status::of(raw, number));
        // After the last plan GSD updates the status, but not the phase line.
        let is_fresh = |body: &Status| {
            body.subject == Subject::NamedPhase
                || self.plan.is_some() && self.is_done && body.subject.is_ours() && body.is_verification()
        };
        if let Some(body) = body.filter(is_fresh) {
            return Some(body);
        }
        let Some(plan) = &self.plan else {
            return Status::of(evidence.front.stopped_at.as_deref()?, number);
        };
        if !self.is_done {
            let words = format!("plan {plan} complete");
            return Some(Status { subject: Subject::Plan, ..Status::fixed(&words, StatusKind::Done) });
        }
        let mut status = Status::fixed("complete", StatusKind::Done);
        status.next = self.next(evidence);
        Some(status)
    }

    /// Returns the phase after this one, if there is one.
    fn next(&self, evidence: &Evidence<'_>) -> Option<Next> {
        let progress = &evidence.front.progress;
        let whole: u64 = self.number.split('.').next()?.parse().ok()?;
        let next = whole.saturating_add(1);
        (progress.completed_phases == Some(whole) && progress.total_phases.is_some_and(|total| next <= total))
            .then(|| Next::Phase { step: "", number: next.to_string() })
    }
}

/// Returns the phase that a clause names, and the plan if it names one: `Completed 03-04-PLAN.md`.
fn named(clause: &Clause) -> Option<(String, Option<String>)> {
    if !matches!(clause.kind, StatusKind::Done | StatusKind::Waiting | StatusKind::Working) {
        return None;
    }
    if let About::Phase(number) = &clause.about {
        return Some((number.clone(), None));
    }
    let (phase, plan) =
        clause.words.split(' ').find_map(plan_number).filter(|_| clause.kind == StatusKind::Done)?;
    Some((phase.to_owned(), Some(format!("{phase}-{plan}"))))
}

/// Splits the number of a plan, or the name of its file: `03-04`, `03-04-PLAN.md`.
fn plan_number(word: &str) -> Option<(&str, &str)> {
    let (phase, rest) = word.split_once('-')?;
    let plan = rest.split('-').next()?;
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_phase = phase.split('.').all(is_digits) && !is_same_number(phase, "0");
    (is_phase && is_digits(plan)).then_some((phase, plan))
}
