//! Whether it is a plan that is done, or the phase.

use super::{
    evidence::{Evidence, without_date},
    kind::StatusKind,
    label::Topic,
    number::{fractions, is_same_number},
    plan::{place_of_plan, plan_number},
    session::completed,
    status::{Status, Subject},
};

/// Returns that a plan is done, if the status does not say what is, and plans of the phase are left.
///
/// `Plan: 02-03` and `Status: Complete` next to `3/4 plans`; `Plan: 1 of 3` and `Status: Complete` after
/// `Last activity: Completed 11-01`.
pub(super) fn of_plan(evidence: &Evidence<'_>, number: Option<&str>, status: &Status) -> Option<Status> {
    let (plan, number) = (evidence.label(Topic::Plan)?, number?);
    // `Plan complete` does not say which one.
    let is_plan = matches!(status.words.as_str(), "plan complete" | "plan completed");
    let is_work = matches!(status.words.as_str(), "execution complete" | "implementation complete");
    if status.kind != StatusKind::Done || status.words.contains(' ') && !is_plan && !is_work {
        return None;
    }
    let done = if let Some((place, total)) = place_of_plan(plan) {
        let mut activities = evidence.activities();
        let (phase, last) = activities.find_map(|(raw, _)| completed(without_date(raw)))?;
        let is_it =
            is_same_number(&phase, number) && place == last && (place < total || is_plan) && place > 0;
        is_it.then(|| place.to_string())
    } else {
        let plan = plan.split(' ').next()?;
        let (phase, index) = plan_number(plan)?;
        let is_own = |(_, done, total, after): (&str, u64, u64, &str)| {
            after.trim_start().starts_with("plans") && done < total && index.parse() == Ok(done)
        };
        let is_left = || evidence.label(Topic::Progress).is_some_and(|value| fractions(value).any(is_own));
        // `Next: Phase 7-02 (Pages)`.
        let is_next = || {
            let mut words = evidence.label(Topic::Next)?.split([' ', '`', ',']);
            let (next, other) = words.find_map(plan_number)?;
            Some(is_same_number(next, phase) && other.parse::<u64>().ok() > index.parse::<u64>().ok())
        };
        let is_left = || is_left() || is_next() == Some(true);
        (is_same_number(phase, number) && is_left()).then(|| plan.to_owned())
    };
    let words = format!("plan {} complete", done?);
    Some(Status { words, subject: Subject::Plan, ..status.clone() })
}
