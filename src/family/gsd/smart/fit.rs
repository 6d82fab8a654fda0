//! Whether a percentage fits the phase that is shown next to it.

use super::{
    decide::Decision,
    evidence::Evidence,
    kind::StatusKind,
    label::Topic,
    name::bare,
    number::{is_same_number, whole},
    phase::Phase,
    progress::{phases_in_body, place_in_milestone},
    scope::own,
    status::Subject,
    why::Why,
};

/// How many percent of a phase a percentage may be off before another one that fits better is preferred.
const TOLERANCE: u64 = 35;

/// How many percent of the milestone a percentage may be too low before it is not shown.
const TOO_LOW: u64 = 20;

/// How many percent of the milestone a percentage may be too high: early phases may be larger than later ones.
const TOO_HIGH: u64 = 30;

/// How well a percentage fits the phase and its state, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// It fits, or nothing is known about the place of the phase.
    Good,
    /// It may be right: phases are not equally large.
    Doubtful,
    /// It was not updated for several phases, or is not of these phases.
    Impossible,
}

/// Returns how well a percentage fits the phase that is shown.
///
/// Phase 3 of 5 lies between 40 % and 60 % while it is worked on, and is at 60 % or more when it is done.
pub(super) fn fit(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> Fit {
    let status = &decision.status;
    let is_done = status.kind == StatusKind::Done;
    // What is checked was done.
    let is_begun = is_done || status.is_verification();
    if percent == 0 && is_begun && status.subject != Subject::Whole && decision.phase.is_some() {
        return Fit::Impossible;
    }
    if percent == 0 && is_after_first(evidence, decision) {
        return Fit::Impossible;
    }
    // Nothing is done before the first phase has begun.
    let is_number_one = || decision.phase.as_ref().is_some_and(|phase| is_same_number(&phase.number, "1"));
    if percent > 0 && status.words == "not started" && is_first(decision) && is_number_one() {
        return Fit::Impossible;
    }
    let is_phase_done = is_done && status.subject != Subject::Plan;
    // Whichever phase the milestone began with, nothing follows the last one.
    let is_last = decision.phase.as_ref().and_then(Phase::place).is_some_and(|(place, total)| place == total);
    if is_phase_done && is_last && percent < 100 {
        return Fit::Impossible;
    }
    if is_early(percent, evidence, decision)
        || is_behind(percent, evidence, decision)
        || is_left(percent, evidence, decision)
    {
        return Fit::Impossible;
    }
    let Some((place, total)) = place(evidence, decision) else { return Fit::Good };
    let begin = place.saturating_sub(1).saturating_mul(100);
    let end = place.saturating_mul(100);
    let least = if is_phase_done { end } else { begin };
    let most = if is_phase_done { end.saturating_add(TOLERANCE) } else { end };
    let found = percent.saturating_mul(total);
    // What the body states is older than a phase of which another part of the file says that it is done.
    let is_older = is_phase_done && decision.why == Why::Further;
    let room = if is_older { TOLERANCE } else { TOO_LOW.saturating_mul(total) };
    let is_too_low = found.saturating_add(room) < least;
    let is_too_high = found > end.saturating_add(TOO_HIGH.saturating_mul(total));
    if is_too_low || is_too_high || percent == 0 && begin > 0 {
        Fit::Impossible
    } else if found.saturating_add(TOLERANCE) < least || found > most.saturating_add(TOLERANCE) {
        Fit::Doubtful
    } else {
        Fit::Good
    }
}

/// Returns the place of the phase and the number of phases, if the percentages are of these phases.
///
/// The phases of a later milestone may go on from those before: `Phase: 9 of 13` may be the first of five.
fn place(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<(u64, u64)> {
    if decision.is_not_begun() && evidence.has_just_begun() {
        return None;
    }
    let (place, total) = decision.phase.as_ref().and_then(Phase::place)?;
    let (place, total) = (u64::from(place), u64::from(total));
    let counted = own(evidence, decision).and_then(phases_in_body).map(|(_, total)| total);
    let counted = counted.or(evidence.front.progress.total_phases);
    let is_inside = evidence.label(Topic::Phase).and_then(place_in_milestone).is_some();
    // Only the phases that are planned so far may be counted.
    let is_so_far = |counted: u64| (place..total).contains(&counted) && is_first(decision);
    let is_all = counted.map_or_else(|| is_first(decision), |counted| counted == total || is_so_far(counted));
    (is_all && !is_inside && place > 0).then_some((place, total))
}

/// Returns whether the phase is after the first one that the progress names: `0% (0/3 phases, Phases 71-73)`.
fn is_after_first(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let range = own(evidence, decision).and_then(|value| value.split_once("Phases "));
    let number = decision.phase.as_ref().and_then(|phase| whole(&phase.number));
    range
        .and_then(|(_, range)| phases(range))
        .zip(number)
        .is_some_and(|((first, last), number)| (first.saturating_add(1)..=last).contains(&number))
}

/// Returns the first and the last of several phases: `71-73`.
fn phases(range: &str) -> Option<(u64, u64)> {
    let (first, rest) = range.split_once(['-', '–'])?;
    let end = rest.find(|one: char| !one.is_ascii_digit()).unwrap_or(rest.len());
    Some((first.parse().ok()?, rest.get(..end)?.parse().ok()?))
}

/// Returns whether the milestone is the first one, whose phases begin at 1.
fn is_first(decision: &Decision<'_>) -> bool {
    let version = decision.milestone.version.as_deref().map(bare);
    version.is_none_or(|version| matches!(version, "1" | "1.0" | "1.0.0" | "0.1" | "0.1.0"))
}

/// Returns whether a percentage is far too low for the phases that are done, if only those of this milestone are
/// counted: `Phase: 43 of 45` with 4 of 4.
fn is_behind(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    if decision.is_not_begun() && evidence.has_just_begun() {
        return false;
    }
    let progress = &evidence.front.progress;
    let Some((place, total)) = decision.phase.as_ref().and_then(Phase::place) else { return false };
    let Some((done, counted)) = progress.completed_phases.zip(progress.total_phases) else { return false };
    let left = u64::from(total.saturating_sub(place)).saturating_add(1);
    let least = done.saturating_mul(100).checked_div(done.saturating_add(left));
    let is_own = counted.saturating_mul(2) < u64::from(total) && !decision.milestone.is_past_front(evidence);
    is_own && least.is_some_and(|least| percent.saturating_add(TOO_LOW) < least)
}

/// Returns whether a percentage was left at the first phases of the first milestone, of which most are counted as done:
/// `8%` at phase 7 of 7, with 8 of 9.
fn is_left(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    let Some((place, total)) = decision.phase.as_ref().and_then(Phase::place) else { return false };
    let share = |done: u64, all: u64| done.saturating_mul(100).checked_div(all);
    let before = share(u64::from(place.saturating_sub(1)), u64::from(total));
    let counts = progress.completed_phases.zip(progress.total_phases);
    let counted = counts.and_then(|(done, all)| share(done, all));
    let is_far = |least: u64| percent.saturating_add(TOO_LOW.saturating_mul(2)) < least;
    is_first(decision) && before.is_some_and(is_far) && counted.is_some_and(is_far)
}

/// Returns whether a percentage is far too low for the last phase, which is the last by the counts alone.
fn is_early(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let (Some(phase), Some(total)) = (&decision.phase, evidence.front.progress.total_phases) else {
        return false;
    };
    let is_last = is_same_number(&phase.number, &total.to_string()) && is_first(decision);
    let least = total.saturating_sub(1).saturating_mul(100).checked_div(total);
    is_last && least.is_some_and(|least| percent.saturating_add(TOO_LOW.saturating_mul(2)) < least)
}
