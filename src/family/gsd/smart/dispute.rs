//! Counts that other statements dispute: they may be of other phases than those of this milestone.

use super::{
    counted::place,
    decide::Decision,
    evidence::Evidence,
    extent::extent_of,
    label::Topic,
    number::{is_later, whole},
    phase::Phase,
    progress::{phases_in_body, place_in_milestone, share, stated},
    scope::own,
    span::counts_all,
};

/// How far apart two percentages may be that mean the same: one of them was updated a plan later.
pub(super) const NEAR: u64 = 12;

/// More phases than a milestone after the first one has, if the file states another percentage twice.
const MANY: u64 = 10;

/// The same, if it states it once, or all of it: 100 % may mean the plans so far.
const MORE: u64 = 12;

/// How far apart two percentages are that contradict each other.
const FAR: u64 = 30;

/// Returns whether the counts may be of several milestones, and the file states another percentage.
pub(super) fn is_disputed(counted: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    let body = evidence.label(Topic::Progress).and_then(stated);
    let twice = progress.percent.zip(body).map(|(front, body)| front.abs_diff(body) <= NEAR);
    // A single 0 was never updated.
    let stated = progress.percent.or(body).filter(|stated| *stated > 0 || twice == Some(true));
    let (Some(stated), Some(total), Some(phase)) = (stated, progress.total_phases, &decision.phase) else {
        return false;
    };
    let is_unplaced = whole(&phase.number).is_some_and(|number| number > total)
        && place(&phase.number, phase, total).is_none();
    let most = if twice == Some(true) && stated < 100 { MANY } else { MORE };
    twice != Some(false) && is_unplaced && total > most && counted.abs_diff(stated) > FAR
}

/// Returns whether the phase that is shown is later than that of the body's position.
pub(super) fn is_line_passed(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let pair = evidence.line_phase().zip(decision.phase.as_ref());
    pair.is_some_and(|(line, shown)| is_later(&shown.number, &line.number))
}

/// Returns whether the counts of the frontmatter are of other phases than those that the body counts.
///
/// GSD counts every phase that it finds, also those of earlier milestones.
pub(super) fn is_of_others(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    *decision.known.counts_others.get_or_init(|| counts_others(evidence, decision))
}

/// Returns whether anything in the file shows that the counts are of other phases.
fn counts_others(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let (progress, phase) = (&evidence.front.progress, decision.phase.as_ref());
    let counted = own(evidence, decision).and_then(phases_in_body);
    let body = counted.map(|(_, total)| total);
    let line = || evidence.label(Topic::Phase).and_then(place_in_milestone).map(|(_, total)| total);
    let known = body.or_else(line);
    // `5 of 8 phases verified`, where the frontmatter has counted one.
    let is_behind = counted.is_some_and(|(done, total)| {
        progress.total_phases == Some(total)
            && progress.completed_phases.is_some_and(|counted| counted < done)
    });
    let is_past = |known: u64| progress.completed_phases.is_some_and(|done| done > known);
    let total = phase.and_then(Phase::place).map(|(_, total)| u64::from(total));
    // A later milestone whose phases go on from those before has fewer phases than its numbers say.
    let number = phase.and_then(|phase| whole(&phase.number));
    let is_all = number
        .zip(progress.total_phases)
        .is_none_or(|(number, all)| all.saturating_mul(5) >= number.saturating_mul(4));
    // GSD writes `v1.0` without a name if it does not know the milestone, but counts its phases.
    let is_named =
        evidence.front.milestone_name.as_deref().is_some_and(|name| !name.eq_ignore_ascii_case("milestone"));
    let is_same_total = || {
        total == progress.total_phases
            || rows(evidence, decision).is_some_and(|(_, rows)| Some(rows) == progress.total_phases)
    };
    let is_past_front = || decision.milestone.is_past_front(evidence) && !is_same_total();
    is_behind
        || is_past_counts(evidence, decision)
        || counts_all(evidence, decision)
        || known.is_some_and(is_past)
        || is_ahead(evidence, decision)
        || (is_all || is_named) && is_past_front()
        || is_fewer_than_rows(evidence, decision)
        || is_fewer_than_extent(evidence, decision)
        || is_of_other_rows(evidence, decision)
}

/// Returns whether the body says that the milestone has more phases than are counted: `v0.16 (4 phases 69-72)`.
fn is_fewer_than_extent(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let number = decision.phase.as_ref().and_then(|phase| whole(&phase.number));
    let version = decision.milestone.version.as_deref();
    let Some((first, last)) = version.and_then(|version| extent_of(evidence.content, version)) else {
        return false;
    };
    let count = last.saturating_sub(first).saturating_add(1);
    number.is_some_and(|number| (first..=last).contains(&number))
        && evidence.front.progress.total_phases.is_some_and(|all| all < count)
}

/// Returns whether the table of a later milestone, which waits for its first phase to be done, has another number of
/// phases than the counts.
fn is_of_other_rows(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let phase = decision.phase.as_ref().filter(|_| !decision.is_first);
    let is_begin =
        |phase: &Phase| evidence.begins_table(&phase.number) && evidence.has_waiting_row_after(phase);
    let rows = rows(evidence, decision).filter(|_| phase.is_some_and(is_begin));
    rows.is_some_and(|(done, rows)| done == 0 && Some(rows) != evidence.front.progress.total_phases)
}

/// Returns how many phases of the table that has this one are done, and how many it has.
pub(super) fn rows(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<(u64, u64)> {
    let count = || evidence.phases_in_table(&decision.phase.as_ref()?.number);
    *decision.known.rows.get_or_init(count)
}

/// Returns whether the table of a first milestone has more phases than are counted, and was kept up to date.
fn is_fewer_than_rows(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    let Some(all) = progress.total_phases.filter(|_| decision.is_first) else { return false };
    let Some((done, rows)) = rows(evidence, decision) else { return false };
    let is_kept = done > 0 && progress.completed_phases.is_none_or(|counted| counted <= done);
    // Or all phases of it are done, which the counts do not know.
    let is_past = done == rows && progress.completed_phases.is_some_and(|counted| counted < done);
    rows > all && is_kept || is_past
}

/// Returns whether the counts were made before the phase of a first milestone was added, and the body states another
/// percentage: phase 10 with 1 of 9, next to `50%`.
fn is_past_counts(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    let number =
        decision.phase.as_ref().filter(|phase| phase.total.is_none()).and_then(|it| whole(&it.number));
    let is_past = number.zip(progress.total_phases).is_some_and(|(number, all)| number > all);
    decision.is_first && is_past && is_far_from_body(evidence)
}

/// Returns whether the body states a percentage that is far from the counts of phases.
fn is_far_from_body(evidence: &Evidence<'_>) -> bool {
    let progress = &evidence.front.progress;
    let body = evidence.label(Topic::Progress).and_then(stated).filter(|stated| *stated > 0);
    let counted = share(progress.completed_phases, progress.total_phases);
    body.zip(counted).is_some_and(|(body, counted)| body.abs_diff(counted) > FAR)
}

/// Returns whether more phases are counted than are possible at the place of the phase, and the body states another
/// percentage: `Phase: 5 of 7` with 4 of 5, next to `43%`.
fn is_ahead(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let progress = &evidence.front.progress;
    let (Some(phase), Some((done, total))) =
        (&decision.phase, progress.completed_phases.zip(progress.total_phases))
    else {
        return false;
    };
    let is_other = phase.place().is_some_and(|(_, last)| u64::from(last) != total);
    is_other
        && is_far_from_body(evidence)
        && place(&phase.number, phase, total).is_some_and(|place| done > place)
}
