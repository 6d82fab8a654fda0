//! Percentages that the rest of the file speaks against: no bar is better than a wrong one.

use super::{
    counted::place,
    decide::Decision,
    dispute::{NEAR, is_line_passed, is_of_others},
    drawn::{is_at, is_of_milestone},
    evidence::Evidence,
    label::Topic,
    name::bare,
    number::whole,
    position::{in_table, position},
    progress::{phases_in_body, share, stated},
    scope::{is_own_line, own, own_twice},
    span::{goes_on, runs_on},
};

/// How far another figure may be from a percentage that the place of the phase does not support.
const APART: u64 = 15;

/// How far a stated percentage may be from the states of all phases.
const FAR: u64 = 30;

/// How far a percentage may be from the place of the phase: phases are not equally large.
const ROOM: u64 = 20;

/// Returns whether the rest of the file speaks against a percentage, so that no bar is better than this one.
pub(super) fn is_doubtful(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    let stated = [progress.percent, own(evidence, decision).and_then(stated)];
    let shares = [
        share(progress.completed_phases, progress.total_phases),
        share(progress.completed_plans, progress.total_plans),
    ];
    let is_far = |other: u64| other.abs_diff(percent) > NEAR;
    let is_line_passed = is_line_passed(evidence, decision);
    let is_old = is_line_passed && evidence.line_phase().is_some_and(|line| !line.is_done());
    // The figures of other phases say nothing about this one.
    let is_own = is_own_line(evidence, decision) || own_twice(evidence, decision) == Some(percent);
    let drawn = stated.into_iter().nth(1).flatten().filter(|drawn| (1..100).contains(drawn));
    let is_given = progress.percent == Some(percent) && !progress.is_share(percent);
    if is_own && is_given && drawn.is_some_and(is_far) {
        return true;
    }
    if !is_old && (is_own || is_of_others(evidence, decision)) {
        return false;
    }
    // Half of the milestone cannot be done if no phase and no plan of it is.
    let is_nothing = progress.completed_phases == Some(0) && progress.completed_plans == Some(0);
    if percent >= 50 && is_nothing && progress.total_phases > Some(0) {
        return true;
    }
    if percent == 0 {
        let is_after_first = is_after_first(evidence, decision);
        let is_new = evidence.is_new_milestone() || evidence.has_just_begun() && !is_after_first;
        return !is_new && (is_after_first || stated.into_iter().chain(shares).flatten().any(is_far));
    }
    let is_stated_else = |stated: u64| (1..100).contains(&stated) && is_far(stated);
    if progress.has_impossible_plans() && stated.into_iter().flatten().any(is_stated_else) {
        return true;
    }
    let [Some(phases), Some(plans)] = shares else { return false };
    let is_at_place = decision.phase.as_ref().is_some_and(|phase| is_at(percent, phase));
    // A full share may be of the phases that were planned so far.
    let is_less = phases < percent && plans < percent && percent < 100;
    let is_more = phases > percent && plans > percent && !(phases == 100 && plans == 100);
    // Two places that agree are better than counts that were never touched.
    let is_untouched = progress.is_untouched() && stated == [Some(percent); 2];
    let is_disputed = is_far(phases) && is_far(plans) && (is_less || is_more);
    is_disputed && !(is_at_place || is_untouched)
}

/// Returns whether a figure that the file states is far from a percentage that is counted in a table.
pub(super) fn is_far_from_stated(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let value = evidence.label(Topic::Progress);
    let (phase, plan) = (decision.phase.as_ref(), evidence.label(Topic::Plan));
    let drawn = value.filter(|value| is_of_milestone(value, phase, plan)).and_then(stated);
    // A 0 was never updated, and 100 may be of the plans that are made so far.
    let is_far = |figure: u64| (1..100).contains(&figure) && figure.abs_diff(percent) > FAR;
    [evidence.front.progress.percent, drawn].into_iter().flatten().any(is_far)
}

/// Returns whether the place of the phase or a stated figure is far from a percentage, and nothing else supports it.
///
/// Such figures are of different phases, or some of them are old, and nothing says which.
pub(super) fn is_outvoted(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let value = own(evidence, decision);
    let counted = value.and_then(phases_in_body).and_then(|(done, all)| share(Some(done), Some(all)));
    let is_begin = percent == 0 && decision.is_not_begun();
    let is_own = is_own_line(evidence, decision) && value.and_then(stated) == Some(percent);
    let is_counted = counted == Some(percent) || in_table(evidence, decision).is_some();
    if percent == 100 || is_begin || is_own || is_counted {
        return false;
    }
    let progress = &evidence.front.progress;
    let (phase, plan) = (decision.phase.as_ref(), evidence.label(Topic::Plan));
    let drawn = value.filter(|value| is_of_milestone(value, phase, plan));
    let stated = [progress.percent, drawn.and_then(stated)];
    if stated.into_iter().all(|figure| figure.is_some_and(|figure| figure.abs_diff(percent) <= NEAR)) {
        return false;
    }
    // The share of the plans that are made so far is no share of the milestone.
    let plans = share(progress.completed_plans, progress.total_plans);
    let is_of_plans = |figure: u64| plans.is_some_and(|plans| plans.abs_diff(figure) <= 3);
    // A 0 was never updated, and 100 may be of the plans so far.
    let is_against =
        |figure: u64| (1..100).contains(&figure) && !is_of_plans(figure) && figure.abs_diff(percent) > APART;
    let [front, body] = stated;
    // The counts may be of the phases of all milestones, and then the place is one of all, too.
    if goes_on(decision) && front == body && front.is_some_and(is_against) {
        return true;
    }
    let place = position(evidence, decision).or_else(|| counted_place(evidence, decision));
    let distance = place.map(|place| distance(percent, place));
    distance.is_some_and(|distance| distance > ROOM)
        || distance.is_none_or(|distance| distance > 0) && stated.into_iter().flatten().any(is_against)
}

/// Returns the place of the phase if its number is at most that of the phases that are counted, or of a first milestone.
fn counted_place(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<(u64, u64)> {
    // An inserted phase has no place of its own.
    let phase = decision.phase.as_ref().filter(|phase| !phase.number.contains('.'))?;
    // Counts that are all done know nothing of what goes on.
    if evidence.front.progress.is_all_done() && decision.is_open() {
        return None;
    }
    let own = phase.place().map(|(place, last)| (u64::from(place), u64::from(last)));
    let total = evidence.front.progress.total_phases;
    // The phases of a later milestone may go on from those before.
    let is_same = own.map_or(decision.is_first, |(_, last)| Some(last) == total);
    let counted = whole(&phase.number).zip(total).filter(|(number, total)| (1..=*total).contains(number));
    // `11 of 13`, with six counted: the fourth of six.
    let rest = || {
        let total = total.filter(|total| phase.place().is_some_and(|(_, last)| u64::from(last) > *total))?;
        Some((place(&phase.number, phase, total)?, total))
    };
    counted.filter(|_| is_same).or_else(|| own.filter(|_| decision.is_first)).or_else(rest)
}

/// Returns how many percent of the milestone a percentage is before the begin or after the end of a phase.
fn distance(percent: u64, (place, total): (u64, u64)) -> u64 {
    let share = |place: u64| place.saturating_mul(100).checked_div(total).unwrap_or_default();
    let (begin, end) = (share(place.saturating_sub(1)), share(place));
    begin.saturating_sub(percent).max(percent.saturating_sub(end))
}

/// Returns whether what the body states may be a share of all milestones: the phases go on from those of an earlier one,
/// and neither a version nor a count of phases says that it is of this one.
pub(super) fn is_unscoped(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    let is_counted = progress.percent.is_some() || progress.total_phases.is_some();
    let number = decision.phase.as_ref().and_then(|phase| whole(&phase.number));
    let (Some(number), Some(value)) = (number.filter(|_| !is_counted), own(evidence, decision)) else {
        return false;
    };
    let version = decision.milestone.version.as_deref();
    // The phases of all milestones are at least as many as the number of this one.
    let is_own = version.is_some_and(|version| value.contains(bare(version)))
        || phases_in_body(value).is_some_and(|(_, all)| all < number);
    let is_part = stated(value).is_some_and(|percent| (1..100).contains(&percent));
    is_part
        && !is_own
        && runs_on(number, evidence, decision)
        && position(evidence, decision).is_none_or(|(place, _)| place == number)
}

/// Returns whether the phase is not the first of those that the frontmatter counts.
fn is_after_first(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let number = decision.phase.as_ref().and_then(|phase| whole(&phase.number));
    let total = evidence.front.progress.total_phases;
    let is_begun = decision.is_first || !evidence.has_just_begun();
    is_begun && number.zip(total).is_some_and(|(number, total)| (2..=total).contains(&number))
}
