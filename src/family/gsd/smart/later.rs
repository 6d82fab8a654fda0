//! Later phases than the body's phase line names.

use super::{
    clause::{About, Clause, clauses},
    contested::is_body_of_earlier,
    counted::{is_counted, place},
    evidence::{Evidence, Origin, without_date},
    kind::StatusKind,
    label::Topic,
    number::{is_later, is_same_number},
    phase::Phase,
    plan::{is_none_yet, place_of_plan, plan_number},
    session::completed,
    statements::{Fresh, PLANNED},
    status::{Status, Subject},
    stop::Stop,
};

/// Returns a later phase that the frontmatter speaks of, unless a command is working on a phase.
pub(super) fn later_in_front(
    evidence: &Evidence<'_>,
    phase: Option<&Phase>,
    from: Origin,
) -> Option<(Phase, Origin, Fresh)> {
    if from == Origin::Field("active_phase")
        || phase.is_none() && is_over(evidence)
        || phase.is_some_and(|phase| is_held(evidence, phase))
    {
        return None;
    }
    if let Some((first, from)) = first_by_planning(evidence).filter(|_| phase.is_none()) {
        return Some((first, from, Fresh::No));
    }
    let by_status = phase.and_then(|phase| later_by_front_status(evidence, phase, from));
    let (mut later, from, fresh) = if let Some(later) = by_status {
        (later, Origin::Field("status"), Fresh::Status)
    } else if let Some((planned, from)) = phase.and_then(|phase| planned_after_stop(evidence, phase)) {
        (planned, from, Fresh::No)
    } else if let Some(stop) = Stop::after(evidence, phase) {
        (stop.phase(phase)?, stop.from, Fresh::Stop(stop))
    } else if let Some(stop) = phase.and_then(|phase| Stop::recorded(evidence, phase)) {
        (stop.phase(phase)?, stop.from, Fresh::Stop(stop))
    } else if let Some(stop) = phase.and_then(|phase| Stop::before(evidence, phase)) {
        let known = stop.phase(phase)?;
        // `1 of 9` would be of the milestone before, unless nine phases are counted.
        let counted = evidence.front.progress.total_phases;
        let is_same = known.place().is_some_and(|(_, total)| counted.is_some_and(|all| all >= total.into()));
        let total = known.total.clone().filter(|_| is_same);
        (Phase { total, ..known }, stop.from, Fresh::Stop(stop))
    } else {
        let later = |phase| later_by_planning(evidence, phase);
        let (later, from) = phase.and_then(later)?;
        (later, from, Fresh::No)
    };
    let named = [evidence.focus_phase(), evidence.planned_phase(), evidence.next_label()];
    named.into_iter().flatten().for_each(|named| later.learn(&Phase { status: None, ..named }));
    Some((later, from, fresh))
}

/// Returns whether the position says that its phase is blocked, and the frontmatter repeats that.
fn is_held(evidence: &Evidence<'_>, phase: &Phase) -> bool {
    let status = evidence.label(Topic::Status).filter(|raw| evidence.front.status.as_deref() == Some(raw));
    let status = status.and_then(|raw| Status::of(raw, Some(&phase.number)));
    status.is_some_and(|status| status.kind == StatusKind::Blocked)
}

/// Returns whether the position says that the milestone is over, instead of naming a phase.
pub(super) fn is_over(evidence: &Evidence<'_>) -> bool {
    let said = |topic| evidence.label(topic).and_then(|raw| Status::of(raw, None));
    let is_over = |topic| said(topic).is_some_and(|said| said.kind == StatusKind::Over);
    let is_no_phase = evidence.label(Topic::Phase).is_none() && !is_body_of_earlier(evidence);
    (is_no_phase || is_over(Topic::Phase)) && is_over(Topic::Status)
}

/// Returns the later phase that the frontmatter's status says is being worked on or done.
///
/// GSD derives one word from the body, so a status that names a phase was written on purpose. It stays when work
/// goes back to an earlier phase, which the body then has a line for.
fn later_by_front_status(evidence: &Evidence<'_>, phase: &Phase, from: Origin) -> Option<Phase> {
    let clauses = clauses(evidence.front.status.as_deref()?);
    let clause = clauses.iter().find(|clause| clause.decides())?;
    let About::Phase(number) = &clause.about else { return None };
    let is_work = matches!(clause.kind, StatusKind::Working | StatusKind::Done);
    let is_resumed = if from == Origin::Label(Topic::Phase) {
        evidence.is_resumed(phase) && !phase.is_done()
    } else {
        evidence.was_active_last(phase)
    };
    // Two places name it.
    let is_focus = evidence.focus_phase().is_some_and(|focus| is_same_number(&focus.number, number));
    if !is_work || !is_later(number, &phase.number) || is_resumed && !is_focus {
        return None;
    }
    Some(Phase { total: phase.total.clone(), ..Phase::of(number)? })
}

/// Returns the later phase that was planned last, if the status says that a phase is ready and this one is done.
///
/// GSD writes `Ready to execute` and the activity when it has planned a phase, but leaves the phase line.
fn later_by_planning(evidence: &Evidence<'_>, phase: &Phase) -> Option<(Phase, Origin)> {
    let progress = &evidence.front.progress;
    let place = || place(&phase.number, phase, progress.total_phases?);
    let is_counted = || place().zip(progress.completed_phases).is_some_and(|(place, done)| place <= done);
    // It began its last plan, and the next phase was planned after that.
    let is_ending = || evidence.label(Topic::Plan).and_then(place_of_plan).is_some_and(|(at, all)| at == all);
    let is_done = if phase.status.is_some() { !phase.is_done() && is_ending() } else { is_counted() };
    if !is_done || !is_ready_to_execute(evidence, Some(phase)) {
        return None;
    }
    let (later, from) = planned(evidence).find(|(later, _)| is_later(&later.number, &phase.number))?;
    Some((Phase { total: phase.total.clone(), ..later }, from))
}

/// Returns the phase that was planned last, if the last session ended with an earlier one, which is counted as done, and
/// the position is about one before that.
fn planned_after_stop(evidence: &Evidence<'_>, phase: &Phase) -> Option<(Phase, Origin)> {
    let (raw, _) = evidence.stopped()?;
    let (last, _) = completed(raw).filter(|(last, _)| is_later(last, &phase.number))?;
    let (planned, from) = planned(evidence).find(|(planned, _)| is_later(&planned.number, &last))?;
    let is_done = is_counted(&last, phase, &evidence.front.progress);
    let planned = Phase { total: phase.total.clone(), ..planned };
    (is_done && is_ready_to_execute(evidence, Some(phase))).then_some((planned, from))
}

/// Returns the phase that was planned last, if the status says that one is ready, and the phase line that none has begun.
fn first_by_planning(evidence: &Evidence<'_>) -> Option<(Phase, Origin)> {
    evidence.label(Topic::Phase).filter(|line| is_none_yet(line))?;
    planned(evidence).next().filter(|_| is_ready_to_execute(evidence, None))
}

/// Returns the phases whose plans the last activity made.
fn planned<'e>(evidence: &'e Evidence<'_>) -> impl Iterator<Item = (Phase, Origin)> + 'e {
    let is_planned = |clause: &Clause| clause.kind == StatusKind::Waiting && clause.has(PLANNED);
    let phase = move |raw: &str| match clauses(without_date(raw)).into_iter().find(is_planned)?.about {
        About::Phase(number) => Phase::of(&number),
        _ => None,
    };
    evidence.activities().filter_map(move |(raw, from)| Some((phase(raw)?, from)))
}

/// Returns whether the body's status says that some phase is ready to be executed.
fn is_ready_to_execute(evidence: &Evidence<'_>, phase: Option<&Phase>) -> bool {
    let number = phase.map(|phase| phase.number.as_str());
    let status = evidence.label(Topic::Status).and_then(|raw| Status::of(raw, number));
    status.is_some_and(|status| status.subject == Subject::Unsaid && status.step() == Some("execute "))
}

/// Returns the later phase that the body's status speaks of, if the phase line says nothing of its own.
///
/// `Phase: 0 of 4` with `Status: Ready to plan Phase 1`, `Phase: 7` with `Status: Phase 8 ready to plan` or
/// `Status: Plan 08-01 complete`.
pub(super) fn later_by_status(
    evidence: &Evidence<'_>,
    phase: &Phase,
    from: Origin,
) -> Option<(Phase, Origin)> {
    let is_quiet = phase.status.is_none() || is_same_number(&phase.number, "0");
    if from != Origin::Label(Topic::Phase) || !is_quiet {
        return None;
    }
    let clauses = clauses(evidence.label(Topic::Status)?);
    let is_preparation = |clause: &&Clause| clause.kind == StatusKind::Waiting && !clause.waits();
    let mut deciding = clauses.iter().filter(|clause| clause.decides()).skip_while(is_preparation);
    let clause = deciding.next()?;
    let number = match &clause.about {
        About::Phase(number) => number,
        About::Plan if clause.kind == StatusKind::Done => clause.words.split(' ').find_map(plan_number)?.0,
        _ => return None,
    };
    let is_work = matches!(clause.kind, StatusKind::Working | StatusKind::Waiting | StatusKind::Done);
    if !is_work || clause.words.ends_with(" next") || !is_later(number, &phase.number) {
        return None;
    }
    let later = Phase { total: phase.total.clone(), ..Phase::of(number)? };
    Some((later, Origin::Label(Topic::Status)))
}
