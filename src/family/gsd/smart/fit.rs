//! Whether a percentage fits the phase that is shown next to it.

use super::{
    counted::place,
    decide::Decision,
    dispute::{NEAR, is_of_others},
    evidence::Evidence,
    kind::{self, StatusKind},
    label::Topic,
    number::{fractions, is_same_number, whole},
    phase::Phase,
    position::{in_table, is_part_done, position},
    progress::share,
    scope::{is_own_line, own},
    span::{counts_all, counts_so_far, goes_on},
    status::Subject,
    why::Why,
};

/// How many percent of a phase a percentage may be off before another one that fits better is preferred.
const TOLERANCE: u64 = 35;

/// How many percent of the milestone a percentage may be before the begin or after the end of the phase: phases are not
/// equally large.
const SLACK: u64 = 10;

/// How far a percentage that was left behind is from what the counts say.
const FAR: u64 = 20;

/// How well a percentage fits the phase and its state, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// It fits, or nothing is known about the place of the phase.
    Good,
    /// It may be right: phases are not equally large.
    Doubtful,
    /// It does not fit the place of the phase, but two figures agree, so phases may be done in another order.
    Stated,
    /// It does not fit the place of the phase, but is the share of the phases that are counted as done.
    Counted,
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
    if percent == 0 && ends_done(evidence) {
        return Fit::Impossible;
    }
    // Nothing is done before the first phase has begun.
    let is_number_one = || decision.phase.as_ref().is_some_and(|phase| is_same_number(&phase.number, "1"));
    if percent > 0 && status.words == "not started" && decision.is_first && is_number_one() {
        return Fit::Impossible;
    }
    let is_phase_done = is_done && status.subject != Subject::Plan && !is_part_done(evidence, decision);
    // Whichever phase the milestone began with, nothing follows the last one.
    let is_last = decision.phase.as_ref().and_then(Phase::place).is_some_and(|(place, total)| place == total);
    // `Phase 4 complete`, with three of four phases counted.
    let number = decision.phase.as_ref().and_then(|phase| whole(&phase.number));
    let total = evidence.front.progress.total_phases;
    let is_unsaid = decision.phase.as_ref().is_some_and(|phase| phase.total.is_none());
    let is_last = is_last || is_unsaid && decision.is_first && number.is_some() && number == total;
    if is_phase_done && is_last && percent < 100 {
        return Fit::Impossible;
    }
    match by_place(percent, is_phase_done, evidence, decision) {
        Fit::Impossible if is_share_of_plans(percent, evidence, decision) => Fit::Stated,
        Fit::Impossible => by_phases(percent, evidence, decision),
        fit => fit,
    }
}

/// Returns whether the body states a percentage of this milestone with the plans that it is a share of, and counts these
/// plans in another line with its version, too: `v1.2: 50% (9/18 plans)` and `| v1.2 | 9/18 |`. Phases may be done in any order.
///
/// What was left behind is as old in both places.
fn is_share_of_plans(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let stated = own(evidence, decision).filter(|own| (1..100).contains(&percent) && own.contains('%'));
    let is_of_plans = |(_, done, all, after): &(&str, u64, u64, &str)| {
        share(Some(*done), Some(*all)) == Some(percent) && after.trim_start().starts_with("plans")
    };
    let counted = stated.and_then(|own| fractions(own).find(is_of_plans));
    let version = decision.milestone.version.as_deref();
    let is_twice = |(_, done, all, _): (&str, u64, u64, &str)| {
        let pair = format!("{done}/{all}");
        let is_part = |one: char| one.is_ascii_digit() || matches!(one, '.' | '/');
        let has_pair = |line: &str| {
            let Some((before, after)) = line.split_once(&pair) else { return false };
            !before.ends_with(is_part) && !after.starts_with(is_part)
        };
        // A row without the version may be that of a phase.
        let is_own = |line: &&str| has_pair(line) && version.is_some_and(|version| line.contains(version));
        evidence.content.lines().filter(is_own).nth(1).is_some()
    };
    counted.is_some_and(is_twice)
        && !is_behind(percent, evidence, decision)
        && !is_left(percent, evidence, decision)
}

/// Returns how well a percentage fits the phases that are counted as done, whatever their order.
fn by_phases(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> Fit {
    let progress = &evidence.front.progress;
    let Some(all) = progress.total_phases else { return Fit::Impossible };
    let counted = share(progress.completed_phases, Some(all)).filter(|share| (1..100).contains(share));
    let Some(counted) = counted else { return Fit::Impossible };
    let is_possible = |phase: &Phase| match phase.total.as_deref().and_then(whole) {
        Some(last) => last == all,
        None => place(&phase.number, phase, all).is_some(),
    };
    let is_other = is_of_others(evidence, decision)
        || counts_so_far(evidence, decision)
        || progress.has_impossible_plans()
        || position(evidence, decision).is_some_and(|(_, total)| total != all);
    if is_other || !decision.phase.as_ref().is_some_and(is_possible) {
        return Fit::Impossible;
    }
    // GSD writes one of these from the other, so only what is not the same was counted twice.
    let is_stated = progress.percent == Some(percent) && percent.abs_diff(counted) <= NEAR;
    match percent.abs_diff(counted) {
        2.. if is_stated => Fit::Stated,
        _ if is_stated || percent == counted => Fit::Counted,
        _ => Fit::Impossible,
    }
}

/// Returns how well a percentage fits the place of the phase.
fn by_place(percent: u64, is_phase_done: bool, evidence: &Evidence<'_>, decision: &Decision<'_>) -> Fit {
    let status = &decision.status;
    if is_behind(percent, evidence, decision)
        || is_left(percent, evidence, decision)
        || evidence.front.progress.is_share(percent) && counts_so_far(evidence, decision)
    {
        return Fit::Impossible;
    }
    // The table knows in which order the phases were done.
    if let Some(counts) = in_table(evidence, decision) {
        return if is_between(percent, counts, is_phase_done) { Fit::Good } else { Fit::Impossible };
    }
    let Some((place, total)) = position(evidence, decision) else {
        let is_old = is_of_old_counts(percent, evidence, decision);
        let is_other = counts_all(evidence, decision) && !is_own_line(evidence, decision);
        let is_far = is_far_from_counts(percent, evidence, decision);
        return if is_old || is_other || is_far || is_of_all(percent, evidence, decision) {
            Fit::Impossible
        } else {
            Fit::Good
        };
    };
    let begin = place.saturating_sub(1).saturating_mul(100);
    // Nothing of a phase is done that has not begun.
    let end = if decision.is_not_begun() || status.waits() { begin } else { place.saturating_mul(100) };
    let least = match is_phase_done {
        true => end,
        false if status.is_after_work() => begin.midpoint(end),
        false => begin,
    };
    let most = if is_phase_done { end.saturating_add(TOLERANCE) } else { end };
    let found = percent.saturating_mul(total);
    // What the body states is older than a phase of which another part of the file says that it is done.
    let is_older = is_phase_done && decision.why == Why::Further;
    // GSD counts the phases that are done, whatever their order.
    let progress = &evidence.front.progress;
    let counted = share(progress.completed_phases, progress.total_phases.filter(|all| *all == total));
    let slack = |is_wide: bool| {
        let slack = if is_wide && counted == Some(percent) { SLACK.saturating_mul(2) } else { SLACK };
        slack.saturating_mul(total)
    };
    // A phase may be discussed before the one before it is done.
    let is_ahead = decision.why == Why::Stopped && status.waits();
    let room = if is_older { TOLERANCE } else { slack(is_ahead) };
    let is_too_low = found.saturating_add(room) < least;
    let is_too_high = found > end.saturating_add(slack(true));
    if is_too_low || is_too_high || percent == 0 && begin > 0 {
        Fit::Impossible
    } else if found.saturating_add(TOLERANCE) < least || found > most.saturating_add(TOLERANCE) {
        Fit::Doubtful
    } else {
        Fit::Good
    }
}

/// Returns whether a percentage is possible if this many phases of all are done.
fn is_between(percent: u64, (done, total): (u64, u64), is_phase_done: bool) -> bool {
    let most = done.saturating_add(u64::from(!is_phase_done));
    let found = percent.saturating_mul(total);
    found <= most.saturating_mul(100).saturating_add(SLACK.saturating_mul(total))
        && done.saturating_mul(100) <= found.saturating_add(FAR.saturating_mul(total))
}

/// Returns whether a percentage is more than the counts allow, where the place of the phase is unknown.
fn is_far_from_counts(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    // A 0 was never updated.
    let counts = progress.completed_phases.filter(|done| *done > 0).zip(progress.total_phases);
    let is_other = is_of_others(evidence, decision)
        || decision.milestone.is_past_front(evidence)
        || decision.is_not_begun() && evidence.has_just_begun()
        || is_own_line(evidence, decision)
        || percent == 100 && decision.phase.as_ref().is_some_and(Phase::is_last)
        || progress.is_all_done() && decision.is_open();
    let is_done = decision.is_phase_done();
    decision.phase.is_some()
        && !is_other
        && counts.is_some_and(|counts| !is_between(percent, counts, is_done))
}

/// Returns whether a percentage is that of counts that know only of earlier phases than the one that is shown.
fn is_of_old_counts(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    let number = decision.phase.as_ref().and_then(|phase| whole(&phase.number));
    let counts = progress.completed_phases.zip(progress.total_phases).zip(number);
    let is_counted = share(progress.completed_phases, progress.total_phases) == Some(percent);
    let is_old =
        counts.is_some_and(|((done, total), number)| number <= total && done.saturating_add(2) < number);
    is_counted && is_old && decision.is_first
}

/// Returns whether a percentage is that of the phases of all milestones: `57%` at phase 8 of 14, in v2.0.
///
/// The phases of a later milestone may begin at 1 again, but its numbers are low then.
fn is_of_all(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let Some((number, last)) = decision.phase.as_ref().and_then(Phase::place) else { return false };
    let share = |place: u32| share(Some(place.into()), Some(last.into())).unwrap_or_default();
    let is_at = share(number.saturating_sub(1)) <= percent.saturating_add(SLACK)
        && percent <= share(number).saturating_add(SLACK);
    let is_counted = evidence.front.progress.total_phases.is_some_and(|all| all != u64::from(last));
    let is_counted = is_counted || is_own_line(evidence, decision);
    is_at && !is_counted && number < last && goes_on(decision)
}

/// Returns whether the phase line ends with the word that its phase is done, whatever its number: `m2s3 (Gates) — COMPLETE`.
fn ends_done(evidence: &Evidence<'_>) -> bool {
    let line = evidence.label(Topic::Phase).and_then(|line| line.rsplit_once(" — "));
    line.is_some_and(|(_, word)| kind::is_done(&word.trim().to_lowercase()))
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
    is_own && least.is_some_and(|least| percent.saturating_add(FAR) < least)
}

/// Returns whether a percentage was left at the first phases of the first milestone, of which most are counted as done:
/// `8%` at phase 7 of 7, with 8 of 9.
fn is_left(percent: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    let Some((place, total)) = decision.phase.as_ref().and_then(Phase::place) else { return false };
    let before = share(Some(u64::from(place.saturating_sub(1))), Some(u64::from(total)));
    let counted = share(progress.completed_phases, progress.total_phases);
    let is_far = |least: u64| percent.saturating_add(FAR) < least;
    decision.is_first && before.is_some_and(is_far) && counted.is_some_and(is_far)
}
