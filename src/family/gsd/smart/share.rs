//! How much of the milestone is done.

use super::{
    counted::{is_counted, place},
    decide::Decision,
    dispute::{NEAR, is_disputed, is_line_passed, is_of_others},
    drawn::{in_body, is_of_phase, own_plans},
    evidence::{Evidence, Origin},
    fit::{Fit, fit},
    kind::StatusKind,
    label::Topic,
    number::whole,
    plan::place_of_plan,
    position::position,
    progress::{phases_in_body, share, stated},
    read::Progress,
    scope::{Scope, is_own_line, own, own_twice, scope},
    span::USUAL_MOST,
};

/// How far beyond the end of the phase a percentage may be that the file states twice, and at most two thirds of a
/// phase: they are not equally large.
const TWICE: u64 = 15;

/// A percentage, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// The percentage, at most 100.
    pub(super) percent: u64,
    /// Where it comes from.
    pub(super) from: Origin,
}

impl Progress {
    /// Returns whether the counts prove that a percentage is old, or not of the milestone.
    ///
    /// If phases are left, 100 % means the plans so far, and so does a share of the plans that is beyond the current phase.
    /// A 0 was never updated, unless the milestone has just begun, and neither was what is less than the phases that
    /// were done before the last one.
    fn refutes(
        &self,
        percent: u64,
        is_new: bool,
        is_twice: bool,
        own: Option<u64>,
        decision: &Decision<'_>,
    ) -> bool {
        // Nothing of it is done, so what is drawn is of the milestone before, whether there are counts or not.
        if is_new && percent > 0 && decision.phase.is_none() {
            return true;
        }
        let Some((counted, _)) = self.counted(own) else { return false };
        let phases = self.completed_phases.zip(self.total_phases);
        let before =
            phases.and_then(|(done, total)| done.saturating_sub(1).saturating_mul(100).checked_div(total));
        match percent {
            _ if is_new && percent > 0 => true,
            0 => counted > 0 && !is_new,
            100 => counted < 100 && decision.status.kind != StatusKind::Over,
            _ if counted == 100 && decision.is_uncounted() => self.was_before_last_plan(percent),
            _ if counted == 100 && !decision.is_open() => true,
            _ => {
                let is_less = percent.saturating_add(NEAR) < counted && self.agrees_with(decision);
                let is_old = before.is_some_and(|before| percent < before) || is_less;
                self.is_untouched() && !is_twice
                    || is_old
                    || self.is_of_plans(percent) && self.is_beyond(percent, is_twice, decision)
            }
        }
    }

    /// Returns whether the counts agree with the phase that is shown: all before it are done, and it if it is done.
    fn agrees_with(&self, decision: &Decision<'_>) -> bool {
        let (Some(phase), Some(total)) = (&decision.phase, self.total_phases) else { return false };
        let is_done = decision.is_phase_done() || decision.status.is_verification();
        let place = place(&phase.number, phase, total);
        let done = if is_done { place } else { place.and_then(|place| place.checked_sub(1)) };
        done.is_some_and(|done| done > 0) && done == self.completed_phases
    }

    /// Returns whether a percentage is, or was until the last plan, the share of the plans that are made.
    fn is_of_plans(&self, percent: u64) -> bool {
        let plans = share(self.completed_plans, self.total_plans);
        plans.is_some_and(|plans| plans.abs_diff(percent) <= NEAR)
            || self.percent == Some(percent) && self.has_only_done_plans()
    }

    /// Returns whether a percentage was the share of the plans of the only phase, until the last plan was done.
    fn was_before_last_plan(&self, percent: u64) -> bool {
        let before = self.completed_plans.and_then(|done| done.checked_sub(1));
        self.total_phases == Some(1) && share(before, self.total_plans) == Some(percent)
    }

    /// Returns whether a percentage is more than is possible in the current phase.
    ///
    /// Two places that state the same are believed as long as they are not far beyond the end of the phase.
    fn is_beyond(&self, percent: u64, is_twice: bool, decision: &Decision<'_>) -> bool {
        let Some(total) = self.total_phases else { return false };
        let place = decision.phase.as_ref().and_then(|phase| place(&phase.number, phase, total));
        let counted = self.completed_phases.map(|done| done.saturating_add(1));
        let most = place.max(counted).and_then(|most| most.saturating_mul(100).checked_div(total));
        // What is not exactly a share may be an estimate that a person wrote.
        let part = || TWICE.min(200_u64.checked_div(total.saturating_mul(3)).unwrap_or_default());
        let room = match self.is_share(percent) {
            true if is_twice => part(),
            true => 0,
            false => NEAR,
        };
        most.is_some_and(|most| percent > most.saturating_add(room))
    }

    /// Returns whether a percentage is the share of the phases or of the plans, however it was rounded.
    pub(super) fn is_share(&self, percent: u64) -> bool {
        let counts = [(self.completed_phases, self.total_phases), (self.completed_plans, self.total_plans)];
        let mut shares = counts.into_iter().filter_map(|(done, total)| share(done, total));
        shares.any(|share| share.abs_diff(percent) <= 1)
    }

    /// Returns the percentage from the counts: the lower of plans and phases, rounded down.
    ///
    /// As long as no phase is done, the plans say more, but only of the phases that are planned. If plans were completed
    /// that the total does not count, no phase may have been counted either. `own` plans are of the current phase.
    fn counted(&self, own: Option<u64>) -> Option<(u64, Origin)> {
        if self.completed_phases == Some(0) && self.has_impossible_plans() {
            return None;
        }
        let plans = share(self.completed_plans, self.total_plans)
            .map(|share| (share, Origin::Field("progress.completed_plans")));
        let phases = share(self.completed_phases, self.total_phases)
            .map(|share| (share, Origin::Field("progress.completed_phases")));
        if self.completed_phases == Some(0) && plans.is_some() {
            let all = self.total_phases.unwrap_or(1).max(1);
            let planned = self.planned_phases(own).map(|planned| planned.min(all));
            // If all plans so far are done, it is unknown how many are not made.
            let is_known = |share: u64| planned.is_some() || share < 100 || all == 1;
            let part = |share: u64| share.saturating_mul(planned.unwrap_or(all)).checked_div(all);
            return plans
                .filter(|(share, _)| is_known(*share))
                .and_then(|(share, from)| Some((part(share)?, from)));
        }
        match (plans, phases) {
            (Some(plans), Some(phases)) => Some(if plans.0 < phases.0 { plans } else { phases }),
            (plans, phases) => plans.or(phases),
        }
    }
}

/// Returns what the file says about how much is done, the best statement first.
///
/// A percentage that the file states wins, unless the counts prove that it is old, or the file states another one
/// elsewhere. GSD counts plans, so it may be far from the share of the phases.
pub(super) fn shares(evidence: &Evidence<'_>, decision: &Decision<'_>) -> impl Iterator<Item = Share> {
    let (progress, phase) = (&evidence.front.progress, decision.phase.as_ref());
    let is_other = is_of_others(evidence, decision);
    let own_plans = evidence.label(Topic::Plan).and_then(own_plans);
    let is_untouched = decision.is_not_begun() || evidence.is_new_milestone();
    let is_new = is_untouched && (is_other || evidence.has_just_begun());
    let drawn = evidence.label(Topic::Progress).and_then(stated);
    // Two places that agree are better than counts that were never touched.
    let value = evidence.label(Topic::Progress);
    let is_phases = value.is_some_and(|value| is_of_phase(value, phase, evidence.label(Topic::Plan)));
    let is_twice = drawn.is_some() && drawn == progress.percent && !is_phases;
    let own_twice = own_twice(evidence, decision);
    let is_fresh = |share: &Share| match share.percent {
        percent if own_twice == Some(percent) => true,
        percent if is_other => percent > 0 || is_new,
        percent => !progress.refutes(percent, is_new, is_twice, own_plans, decision),
    };
    // What is drawn next to a position that was left behind is as old, unless it is a share by the counts of today.
    let is_old = !is_other && is_left_behind(evidence, decision);
    let old = drawn.filter(|drawn| is_old && !progress.is_share(*drawn));
    // `2/9 phases` at phase 2 may be its place: it is not done.
    let place = phase.and_then(|phase| whole(&phase.number)).filter(|_| !decision.is_phase_done());
    let is_place = |value: &str| {
        !value.contains('%') && phases_in_body(value).is_some_and(|(done, _)| Some(done) == place)
    };
    // `29/36 phases` at phase 30 of 36 in a later milestone counts those of all.
    let is_of_all = |value: &str| {
        let total = phases_in_body(value).map(|(_, total)| total).filter(|total| *total > USUAL_MOST);
        let last = phase.and_then(|phase| phase.total.as_deref()).and_then(whole);
        total.is_some() && total == last && !decision.is_first
    };
    let is_own = |value: &&str| !is_place(value) && !is_of_all(value);
    let body = own(evidence, decision).filter(|value| old.is_none() && is_own(value));
    let body = body.and_then(|value| in_body(value, phase, evidence.label(Topic::Plan)));
    // What is stated of this milestone, at a place that is known, is better than counts of others.
    let is_own_and_fits = |share: &Share| {
        is_own_line(evidence, decision)
            && position(evidence, decision).is_some()
            && fit(share.percent, evidence, decision) == Fit::Good
    };
    let body = body
        .map(|percent| Share { percent, from: Origin::Label(Topic::Progress) })
        .filter(|share| is_own_and_fits(share) || is_fresh(share));
    // The frontmatter repeats what the body may say of a part: `50% (Phase 1: 2/4 plans)`.
    let is_part = |percent: &u64| {
        let value = evidence.label(Topic::Progress).filter(|value| stated(value) == Some(*percent));
        value.is_some_and(|value| in_body(value, phase, evidence.label(Topic::Plan)).is_none())
    };
    let given = progress.percent.map(|percent| percent.min(100));
    let given = given.filter(|percent| !(is_other || is_part(percent) || old == Some(*percent)));
    let given = given.map(|percent| Share { percent, from: Origin::Field("progress.percent") });
    let fresh = given.filter(is_fresh);
    let agrees = |one: &Share, other: Option<Share>| {
        let is_near = other.is_none_or(|other| one.percent.abs_diff(other.percent) <= NEAR);
        is_near || progress.is_share(one.percent)
    };
    let counted = progress
        .counted(own_plans)
        .filter(|(percent, _)| !(is_other || is_new && *percent > 0))
        // A part of the plans of some phases only limits what can be true.
        .filter(|(percent, _)| progress.is_share(*percent))
        // The counts say that plans of the phase are open that is done.
        .filter(|_| {
            !(progress.completed_phases == Some(0) && progress.has_open_plans() && decision.is_phase_done())
        })
        .filter(|_| !is_counted_early(evidence, decision))
        .map(|(percent, from)| {
            let is_given = given.is_some_and(|given| given.percent == percent);
            Share { percent, from: if is_given { Origin::Field("progress.percent") } else { from } }
        });
    let stated = [fresh.filter(|it| agrees(it, body)), body.filter(|it| agrees(it, fresh))];
    // What is stated and also the share of the plans is better than a count of phases that does not fit.
    let plans = share(progress.completed_plans, progress.total_plans);
    let is_planned = |given: &Share| plans.is_some_and(|plans| plans.abs_diff(given.percent) <= 1);
    let planned = given.filter(|given| is_planned(given) && progress.completed_phases != Some(0));
    let all = stated.into_iter().chain([counted, fresh, body, planned]).flatten();
    // 0 of 0 phases is a share only before there are any. What the body says may be of the milestone before.
    let status = &decision.status;
    let is_idle = status.words == "idle";
    let is_start = evidence.is_new_milestone() || status.waits() && !is_idle || status.words == "planning";
    let is_zero = progress.total_phases == Some(0) && given.is_some_and(|given| given.percent == 0);
    let is_empty =
        is_zero && !is_start || counted.is_some_and(|it| is_disputed(it.percent, evidence, decision));
    let mut all: Vec<Share> = all.filter(|_| !is_empty).collect();
    // This keeps the order of those that fit equally well.
    all.sort_by_key(|share| fit(share.percent, evidence, decision));
    all.into_iter()
}

/// Returns whether the counts include the phase, of which plans are left: `Plan: 2 of 3` and `ready for plan 03`, or
/// `In progress` in the table.
fn is_counted_early(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let Some(phase) = &decision.phase else { return false };
    let progress = &evidence.front.progress;
    let plan = evidence.label(Topic::Plan).and_then(place_of_plan);
    let row = || evidence.status_in_table(&phase.number).is_some_and(|row| row.kind == StatusKind::Working);
    decision.status.kind == StatusKind::Working
        && (plan.is_some_and(|(plan, all)| plan < all) || row())
        && progress.has_only_done_plans()
        && is_counted(&phase.number, phase, progress)
}

/// Returns whether the body's position was left behind, while the counts agree with the phase that is shown.
fn is_left_behind(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    is_line_passed(evidence, decision) && evidence.front.progress.agrees_with(decision)
}

/// Returns whether the body says that all is done, and not only a phase.
pub(super) fn is_full_in_body(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let Some((before, after)) = own(evidence, decision).and_then(|value| value.split_once('%')) else {
        return false;
    };
    before.ends_with(" 100") && matches!(scope(before, after, None), Scope::Unsaid | Scope::Phases)
}
