//! Percentages that the rest of the file speaks against: no bar is better than a wrong one.

use super::{
    decide::Decision,
    dispute::{NEAR, is_line_passed, is_of_others},
    drawn::{in_body, is_at},
    evidence::Evidence,
    label::Topic,
    name::bare,
    number::whole,
    position::position,
    progress::{phases_in_body, share, stated},
    scope::{is_own_line, own, own_twice},
    span::runs_on,
};

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
    if percent == 0 {
        let is_after_first = is_after_first(evidence, decision);
        let is_new = evidence.is_new_milestone() || evidence.has_just_begun() && !is_after_first;
        return !is_new && (is_after_first || stated.into_iter().chain(shares).flatten().any(is_far));
    }
    let is_stated_else = |stated: u64| (1..100).contains(&stated) && is_far(stated);
    let counted = || {
        let value = own(evidence, decision)?;
        in_body(value, decision.phase.as_ref(), evidence.label(Topic::Plan))
    };
    if !stated.contains(&Some(percent)) && !progress.is_share(percent) && counted() != Some(percent) {
        // This is an estimate of ours, from the plans of some of the phases. What is full may be so of these.
        return stated.into_iter().flatten().any(is_stated_else);
    }
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
