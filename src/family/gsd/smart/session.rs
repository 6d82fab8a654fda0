//! What a session ended with.

use super::{
    clause::{About, clauses},
    kind::StatusKind,
    plan::{index, plan},
};

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
    if let About::Phase(number) = &clause.about {
        let is_known = matches!(clause.kind, StatusKind::Done | StatusKind::Waiting | StatusKind::Working);
        return is_known.then(|| Named {
            number: number.clone(),
            plan: None,
            reached: None,
            kind: clause.kind,
        });
    }
    // `Checkpoint: task 2 in 03-04-PLAN.md`.
    if clause.kind != StatusKind::Done && clause.words.contains("checkpoint") {
        let (number, plan) = plan(&clause.words).or_else(|| plan(&clauses.next()?.words))?;
        return Some(Named { number, plan: None, reached: plan.parse().ok(), kind: StatusKind::Working });
    }
    let (number, plan) = plan(&clause.words).filter(|_| clause.kind == StatusKind::Done)?;
    let reached = plan.parse().ok();
    let plan = Some(format!("{number}-{plan}"));
    Some(Named { number, plan, reached, kind: clause.kind })
}

/// Returns the phase and the number of the plan that a session completed.
pub(super) fn completed(raw: &str) -> Option<(String, u64)> {
    let Named { number, plan, .. } = named(raw)?;
    Some((number, index(plan.as_deref()?)?))
}
