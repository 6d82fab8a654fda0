//! The place of the phase among those of its milestone.

use super::{
    counted as counts,
    decide::Decision,
    dispute::{is_line_passed, is_of_others, rows},
    evidence::{Evidence, Origin},
    kind::StatusKind,
    label::Topic,
    number::whole,
    phase::Phase,
    plan::place_of_plan,
    progress::{phases_in_body, place_in_milestone},
    scope::own,
    span::{counts_all, counts_so_far, goes_on},
    status::Subject,
};

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
    // Rows that were never updated know nothing.
    let is_kept = |done: u64| done > 0 || whole(&phase.number) <= Some(1);
    rows(evidence, decision).filter(|(done, total)| is_current && is_whole(*total) && is_kept(*done))
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
