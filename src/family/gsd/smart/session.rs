//! What a session ended with.

use super::{
    clause::{About, Clause, clauses},
    kind::StatusKind,
    number::without_slug,
    plan::{index, plan},
    status::{Status, Subject},
};

/// The most words to show of what a session waits for.
const MOST_WORDS: usize = 8;

/// The phase, and maybe the plan, that a session ended with.
pub(super) struct Named {
    /// The number of the phase.
    pub(super) number: String,
    /// The plan, if one was completed.
    pub(super) plan: Option<String>,
    /// The number of the plan inside the phase, completed or not.
    pub(super) reached: Option<u64>,
    /// What happened.
    pub(super) kind: StatusKind,
}

/// Returns the phase that a session ended at: `Completed 03-04-PLAN.md`, `Phase 4 context gathered`.
pub(super) fn named(raw: &str) -> Option<Named> {
    let mut clauses = clauses(raw).into_iter();
    let clause = clauses.next()?;
    // `Phase 9 plan 01 checkpoint: awaiting human verification`.
    let is_checkpoint = clause.kind != StatusKind::Done && clause.words.contains("checkpoint");
    let is_plan = is_checkpoint && plan(&clause.words).is_some();
    if let About::Phase(number) = &clause.about
        && !is_plan
    {
        let is_known = matches!(clause.kind, StatusKind::Done | StatusKind::Waiting | StatusKind::Working);
        return is_known.then(|| Named {
            number: number.clone(),
            plan: None,
            reached: None,
            kind: clause.kind,
        });
    }
    // `Checkpoint: task 2 in 03-04-PLAN.md`.
    if is_checkpoint {
        let (number, plan) = plan(&clause.words).or_else(|| plan(&clauses.next()?.words))?;
        return Some(Named { number, plan: None, reached: plan.parse().ok(), kind: StatusKind::Working });
    }
    // `Completed 05-search GAP plan`: the phase has a number, and the plan has none.
    let unnumbered = || {
        let word = clause.words.split(' ').nth(1)?;
        let number = without_slug(word);
        (number != word && clause.words.starts_with("completed ")).then(|| number.to_owned())
    };
    let Some((number, plan)) = plan(&clause.words).filter(|_| clause.kind == StatusKind::Done) else {
        let number = unnumbered()?;
        return Some(Named { number, plan: None, reached: None, kind: StatusKind::Done });
    };
    let reached = plan.parse().ok();
    if clause.is_unfinished() || clauses.any(|clause| clause.is_unfinished()) {
        return Some(Named { number, plan: None, reached, kind: StatusKind::Working });
    }
    let plan = Some(format!("{number}-{plan}"));
    Some(Named { number, plan, reached, kind: clause.kind })
}

/// Returns the phase and the number of the plan that a session completed.
pub(super) fn completed(raw: &str) -> Option<(String, u64)> {
    let Named { number, plan, .. } = named(raw)?;
    Some((number, index(plan.as_deref()?)?))
}

/// Returns whether a session ended where a person has to check a plan: `04-01 done, awaiting human verification`.
pub(super) fn awaits_check(raw: &str) -> bool {
    let is_check = |clause: &Clause| {
        clause.words.contains("awaiting") && Status::words_verify(&clause.words)
            || clause.words.contains("human-verify") && clause.kind != StatusKind::Done
    };
    clauses(raw).iter().any(is_check)
}

/// Returns the phase of a plan after which work is left, and what is left to do.
///
/// `Completed 01-07-PLAN.md (partial — 12 errors remain)`, `Plan 01-04 task 1 complete; awaiting a cold boot`.
pub(super) fn unfinished(raw: &str) -> Option<(String, Status)> {
    let clauses = clauses(raw);
    let first = clauses.first().filter(|first| first.kind == StatusKind::Done)?;
    let (number, plan) = plan(&first.words)?;
    // What waits for the next phase is done.
    let is_own = |clause: &&Clause| {
        !clause.has(&["next", "phase", "plan", "planning", "milestone"])
            && clause.words.split(' ').count() <= MOST_WORDS
    };
    let awaited = clauses.iter().filter(is_own).find(|clause| clause.is_stopped() || clause.is_gap());
    // The work has begun, whatever it waits for.
    let awaited = awaited.map(|clause| Status::fixed(&clause.words, StatusKind::Working));
    let going_on = || {
        let words = format!("plan {number}-{plan} in progress");
        Status { subject: Subject::Plan, ..Status::fixed(&words, StatusKind::Working) }
    };
    let is_part = clauses.iter().any(Clause::is_unfinished);
    let status = awaited.or_else(|| is_part.then(going_on))?;
    Some((number, status))
}
