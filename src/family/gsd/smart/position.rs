//! The place of the phase among those of its milestone, and the progress that follows from it.

use super::{
    clause::{About, Clause, clauses},
    counted as counts,
    decide::Decision,
    dispute::{CLOSE, is_line_passed, is_of_others},
    drawn::is_of_milestone,
    evidence::{Evidence, Origin},
    first::{FIRST, versions},
    kind::StatusKind,
    label::Topic,
    name::bare,
    number::{is_later, whole},
    phase::Phase,
    plan::{place_of_plan, plan_number},
    progress::{phases_in_body, place_in_milestone, share, stated},
    scope::own,
    span::{counts_all, counts_so_far, goes_on},
    status::Subject,
};

/// The most phases that a milestone usually has.
const MOST: u64 = 15;

/// How far a stated percentage may be from the states of all phases.
const FAR: u64 = 30;

/// Returns the place of the phase and the number of phases of its milestone, if the file says which these are.
///
/// The phases of a later milestone may go on from those before: `Phase: 9 of 13` may be the first of five.
pub(super) fn position(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<(u64, u64)> {
    *decision.known.position.get_or_init(|| found(evidence, decision))
}

/// Finds the position.
fn found(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<(u64, u64)> {
    let phase = decision.phase.as_ref()?;
    if let Some(listed) = listed(evidence, decision, phase) {
        return Some(listed);
    }
    if decision.is_not_begun() && evidence.has_just_begun() {
        return None;
    }
    // `Phase: 27 (2 of 4 in v4.0)`.
    let inside = evidence.label(Topic::Phase).and_then(place_in_milestone);
    let is_inside =
        |(place, total): &(u64, u64)| *place > 0 && place <= total && whole(&phase.number) != Some(*place);
    if let Some(inside) = inside.filter(is_inside) {
        return Some(inside).filter(|_| !is_line_passed(evidence, decision));
    }
    numbered(evidence, decision, phase).or_else(|| counted(evidence, decision, phase))
}

/// Returns the position if the numbers of the phases begin at 1.
fn numbered(evidence: &Evidence<'_>, decision: &Decision<'_>, phase: &Phase) -> Option<(u64, u64)> {
    let (place, total) = phase.place()?;
    let (place, total) = (u64::from(place), u64::from(total));
    let counted = own(evidence, decision).and_then(phases_in_body).map(|(_, total)| total);
    let counted = counted.or(evidence.front.progress.total_phases);
    // Only the phases that are planned so far may be counted.
    let is_so_far = |counted: u64| (place..total).contains(&counted) && decision.is_first;
    let is_all = counted.map_or_else(|| decision.is_first, |counted| counted == total || is_so_far(counted));
    (is_all && place > 0 && !goes_on(decision) && !counts_all(evidence, decision)).then_some((place, total))
}

/// Returns the position if the file names the first and the last phase of the milestone, or how many there are:
/// `v1.3: Phases 24-28`, `| v1.3 Tide Tables | 24-28 |`, `v1.3: 0/5 phases`.
fn listed(evidence: &Evidence<'_>, decision: &Decision<'_>, phase: &Phase) -> Option<(u64, u64)> {
    let version = decision.milestone.version.as_deref()?;
    let number = whole(&phase.number)?;
    let end = phase.total.as_deref().and_then(whole);
    // `V2 roadmap created — Phases 16-26 defined`, for v2.0.
    let short = version.strip_suffix(".0").unwrap_or(version);
    let is_short = |line: &str| line.split([' ', ':', '(', ')']).any(|word| word.eq_ignore_ascii_case(short));
    let is_named = |line: &&str| {
        (line.contains("hases") || line.contains(" → P") || line.contains("hasen") || line.starts_with('|'))
            && (line.contains(version) || is_short(line))
    };
    // A range may be a part of the milestone, if a later phase is in a table.
    let is_whole = |last: u64| match end {
        Some(end) => last == end,
        None => !evidence.content.contains(&format!("\n| {} |", last.saturating_add(1))),
    };
    let is_own =
        |(first, last): &(u64, u64)| (2..=number).contains(first) && number <= *last && is_whole(*last);
    let in_line = |line: &str| {
        // `Phases 11-14 not started` are those that are left.
        let is_rest =
            line.contains("hases ") && line.trim_end_matches(['.', '*', ')']).ends_with(" not started");
        // `Phase 8..13`, `P18 → P27`.
        let line = if is_rest { String::new() } else { line.replace("..", "-").replace(" → P", "-") };
        let words = line.split(|one: char| !one.is_ascii_digit() && !matches!(one, '-' | '–'));
        let counted = || {
            let (_, all) = phases_in_body(&line).filter(|_| {
                line.trim_start_matches(['-', '*', ' ']).starts_with(version) && !line.contains('%')
            })?;
            Some((end?.checked_sub(all)?.saturating_add(1), end?))
        };
        words.filter_map(range).find(is_own).or_else(|| counted().filter(is_own))
    };
    let (first, last) = evidence.content.lines().filter(is_named).find_map(in_line)?;
    let place = |number: u64| number.checked_sub(first).map(|before| before.saturating_add(1));
    place(number).zip(place(last))
}

/// Returns the position if the counts of the frontmatter are of the phases of this milestone.
fn counted(evidence: &Evidence<'_>, decision: &Decision<'_>, phase: &Phase) -> Option<(u64, u64)> {
    let progress = &evidence.front.progress;
    let total = progress.total_phases.filter(|total| *total > 0)?;
    let is_other = is_of_others(evidence, decision)
        || counts_all(evidence, decision)
        || counts_so_far(evidence, decision)
        || decision.milestone.is_past_front(evidence)
        || progress.has_impossible_plans()
        || progress.is_all_done() && decision.is_open();
    let place = counts::place(&phase.number, phase, total).filter(|place| !is_other && *place > 0)?;
    // Inserted phases are counted, too, so the counts may be far from the numbers.
    let done = progress.completed_phases?;
    let before = if decision.is_phase_done() { place } else { place.saturating_sub(1) };
    (before.abs_diff(done) <= 1).then_some((place, total))
}

/// Returns the first and the last of several phases: `71-73`.
fn range(text: &str) -> Option<(u64, u64)> {
    let (first, rest) = text.split_once(['-', '–'])?;
    let end = rest.find(|one: char| !one.is_ascii_digit()).unwrap_or(rest.len());
    let is_end = !rest.get(end..)?.starts_with(['-', '–']);
    // `2026-03-10` is a date.
    Some((first.parse().ok()?, rest.get(..end)?.parse().ok()?)).filter(|_| is_end)
}

/// Returns how many phases of all are done by the table of the phases, if its row of the phase is up to date.
pub(super) fn in_table(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<(u64, u64)> {
    *decision.known.table.get_or_init(|| counted_in_table(evidence, decision))
}

/// Counts the phases of the table.
fn counted_in_table(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<(u64, u64)> {
    const FEW: u64 = 3;
    // The table may have the phases of all milestones.
    let phase = decision.phase.as_ref().filter(|_| decision.is_first)?;
    let row = evidence.status_in_table(&phase.number)?;
    let is_current = match row.kind {
        StatusKind::Done => decision.is_phase_done(),
        StatusKind::Working => decision.status.kind == StatusKind::Working,
        StatusKind::Waiting => decision.status.waits() && evidence.front.progress.total_phases.is_none(),
        _ => false,
    };
    // It may have only the phases that were begun.
    let all = phase.total.as_deref().and_then(whole);
    let is_all = |total: u64| all.map_or_else(|| whole(&phase.number) < Some(total), |all| all == total);
    let is_whole = |total: u64| total >= FEW && is_all(total);
    evidence.phases_in_table(&phase.number).filter(|(_, total)| is_current && is_whole(*total))
}

/// The progress of the milestone by the place of the phase and the plan in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// The percentage, rounded down.
    pub(super) percent: u64,
    /// The number of phases.
    total: u64,
    /// Whether the states of all phases are counted.
    is_counted: bool,
}

/// Returns the progress of the milestone by the place of the phase and the plan in it.
///
/// Phase 4 of 6 at its third plan of five is at 56 %: three phases and two fifths of another one.
pub(super) fn estimate(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<Estimate> {
    let progress = &evidence.front.progress;
    if let Some((done, total)) = in_table(evidence, decision) {
        let (part, of) = if decision.is_phase_done() { (0, 1) } else { plans(evidence, decision) };
        let percent = done.saturating_mul(of).saturating_add(part).saturating_mul(100);
        let percent = percent.checked_div(total.saturating_mul(of))?;
        return Some(Estimate { percent, total, is_counted: true });
    }
    // Where the file has no figure at all, the place says enough.
    let has_figure = progress.percent.is_some() || progress.total_phases.is_some();
    if !has_figure && evidence.label(Topic::Progress).is_none() {
        return None;
    }
    let (place, total) = position(evidence, decision)?;
    let phase = decision.phase.as_ref()?;
    // The counts of a later milestone may be of all phases.
    let is_numbered = whole(&phase.number) == Some(place);
    if is_numbered && !decision.is_first {
        return None;
    }
    // Without a version, the phases may go on from those of an earlier milestone.
    let is_unknown = || total > MOST || versions(evidence.content).any(|other| !FIRST.contains(&bare(other)));
    if decision.milestone.version.is_none() && is_unknown() {
        return None;
    }
    if has_paused_before(evidence, phase) {
        return None;
    }
    // An inserted phase has no place of its own.
    let before = place.saturating_sub(u64::from(!phase.number.contains('.')));
    let is_done = decision.is_phase_done() && !is_part_done(evidence, decision)
        || decision.status.is_after_work() && place < total;
    let (done, of) = if is_done { (1, 1) } else { plans(evidence, decision) };
    let sum = before.saturating_mul(of).saturating_add(done).saturating_mul(100);
    let percent = sum.checked_div(total.saturating_mul(of))?.min(100);
    // That nothing is done yet is no news where work goes on.
    let is_empty = percent == 0 && decision.status.kind == StatusKind::Working;
    (!is_empty).then_some(Estimate { percent, total, is_counted: false })
}

impl Estimate {
    /// Returns whether it is counted in the table of all phases.
    pub(super) fn is_counted(self) -> bool {
        self.is_counted
    }

    /// Returns whether a figure of the file is far from the estimate: phases were done in another order, or the position
    /// was left behind.
    pub(super) fn is_disputed(self, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
        let progress = &evidence.front.progress;
        let value = evidence.label(Topic::Progress);
        let given = progress.percent.or_else(|| value.and_then(stated));
        // What is all done is stated.
        if self.percent >= 100 && !self.is_counted {
            return progress.is_open() || given.is_some_and(|given| given < 100);
        }
        let room = if self.is_counted { FAR } else { CLOSE };
        // A 0 was never updated.
        let is_far = |figure: u64| figure > 0 && figure.abs_diff(self.percent) > room;
        let plan = evidence.label(Topic::Plan);
        let drawn =
            value.filter(|value| is_of_milestone(value, decision.phase.as_ref(), plan)).and_then(stated);
        // 100 may be of the plans that are made so far.
        let mut figures = [progress.percent, drawn].into_iter().flatten().filter(|figure| *figure < 100);
        let is_lower = |given: u64| given > 0 && given.saturating_add(FAR) < self.percent;
        if figures.any(is_far) || progress.completed_phases.is_none() && given.is_some_and(is_lower) {
            return true;
        }
        let all = progress.total_phases.filter(|all| *all == self.total);
        let phases = share(progress.completed_phases, all);
        if phases.is_some_and(is_far) && !is_of_others(evidence, decision) {
            return !self.is_counted;
        }
        // `- v5.0 Tide Alarms - 1/7 phases`: phases may be done side by side.
        let of_version = |version: &str| {
            let mut lines = evidence.content.lines().filter(|line| line.contains(version));
            lines.find_map(phases_in_body).filter(|(_, all)| *all == self.total)
        };
        let counted = decision.milestone.version.as_deref().and_then(of_version);
        let counted = counted.and_then(|(done, all)| share(Some(done), Some(all)));
        counted.is_some_and(is_far) && !self.is_counted
    }
}

/// Returns whether an earlier phase was paused, so that the place does not say how many are done:
/// `2 of 7 (Search) — Phase 1 paused`.
fn has_paused_before(evidence: &Evidence<'_>, phase: &Phase) -> bool {
    let is_paused = |clause: &Clause| match &clause.about {
        About::Phase(number) => clause.kind == StatusKind::Paused && is_later(&phase.number, number),
        _ => false,
    };
    let said = [Topic::Phase, Topic::Focus].into_iter().filter_map(|topic| evidence.label(topic));
    said.into_iter().any(|raw| clauses(raw).iter().any(is_paused))
}

/// Returns whether something is done that may be only a plan: a status names no phase, and plans of it are left.
pub(super) fn is_part_done(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    decision.status.subject == Subject::Unsaid
        && decision.status_from == Origin::Label(Topic::Status)
        && own_plan(evidence, decision).is_some_and(|(plan, all)| plan < all)
}

/// Returns the place of the plan line, if it is about the phase that is shown.
fn own_plan(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<(u64, u64)> {
    // The line is about the phase of the position.
    let is_here = evidence
        .line_phase()
        .zip(decision.phase.as_ref())
        .is_some_and(|(line, shown)| whole(&line.number) == whole(&shown.number));
    let place = evidence.label(Topic::Plan).and_then(place_of_plan);
    place.filter(|(plan, all)| is_here && plan <= all && *all > 0)
}

/// Returns how many plans of the phase are done, and how many there are; 0 of 1 if that is unknown.
fn plans(evidence: &Evidence<'_>, decision: &Decision<'_>) -> (u64, u64) {
    const UNKNOWN: (u64, u64) = (0, 1);
    let Some(line) = evidence.label(Topic::Plan).filter(|_| !decision.status.waits()) else { return UNKNOWN };
    let Some((plan, all)) = own_plan(evidence, decision) else { return UNKNOWN };
    let is_done = line.contains("complete") || decision.status.subject == Subject::Plan;
    // `Plan: 2 of 2`, next to `Plan 02-01 complete`.
    let last = decision.status.words.split(' ').find_map(plan_number).and_then(|(_, last)| last.parse().ok());
    let last = last.filter(|last| *last < plan && decision.status.kind == StatusKind::Done).unwrap_or(plan);
    (if is_done { last } else { plan.saturating_sub(1) }, all)
}
