//! Which phase is the current one, and where it is named.

use super::{
    clause::{About, Clause, clauses},
    counted::is_counted,
    evidence::{Evidence, Origin, without_date},
    kind::StatusKind,
    label::Topic,
    later::{is_over, later_by_status},
    name,
    number::{is_later, is_same_number},
    phase::Phase,
    plan::is_none_yet,
    status::Status,
};

/// Returns the current phase, with everything that is known about it, and where it is named.
pub(super) fn phase(evidence: &Evidence<'_>) -> (Option<Phase>, Origin) {
    let front = &evidence.front;
    // `Phase: Milestone v1.3 complete`, `Status: Awaiting next milestone`.
    if front.active_phase.is_none() && evidence.label(Topic::Phase).is_some() && is_over(evidence) {
        return (None, Origin::Nowhere);
    }
    let active = front.active_phase.as_deref().and_then(Phase::set);
    // GSD writes 0 if no phase is active.
    let is_zero = |phase: &Phase| is_same_number(&phase.number, "0");
    let focus = evidence.focus_phase();
    let is_focused = focus.as_ref().is_some_and(|focus| !focus.is_done() && !is_zero(focus));
    // `Phase: 0 — Not started`, with the phase in the focus.
    let line = evidence.line_phase().filter(|line| !(is_zero(line) && is_focused));
    let line = line.map(|line| evidence.before_end(&line).unwrap_or(line));
    let current = front.current_phase.as_deref().and_then(Phase::set).map(|mut phase| {
        phase.call(front.current_phase_name.as_deref().unwrap_or_default());
        phase
    });
    let current = current.filter(|phase| !is_zero(phase) || line.as_ref().is_some_and(is_zero));
    let current = current.map(|phase| evidence.before_backlog(&phase).unwrap_or(phase));
    // `current_phase: 4 — DONE`, or one that is counted as done, while the body is at phase 5.
    let is_past = |phase: &Phase| {
        let is_done = || phase.is_done() || is_counted(&phase.number, phase, &front.progress);
        line.as_ref().is_some_and(|line| is_later(&line.number, &phase.number)) && is_done()
    };
    let current = current.filter(|phase| !is_past(phase));
    // A phase line that names no phase means that no phase is current.
    let has_line = evidence.body.get(Topic::Phase).is_some() && !evidence.is_phase_prose();
    let known = [
        (active, Origin::Field("active_phase")),
        (current, Origin::Field("current_phase")),
        (line, Origin::Label(Topic::Phase)),
    ];
    // `Phase: Not started`, with the phase in the focus.
    let is_none = |line: &str| is_none_yet(line) || line.starts_with('0');
    let not_begun = evidence.label(Topic::Phase).filter(|line| is_none(line) && !evidence.is_new_milestone());
    let not_begun = not_begun.and_then(|line| {
        let focus = focus.clone().filter(|focus| !focus.is_done())?;
        // Plans were completed since.
        let is_old = line.starts_with('0') && front.progress.completed_plans.is_some_and(|done| done > 0);
        Some(Phase { status: Some(line.to_owned()).filter(|_| !is_old), ..focus })
    });
    // The focus may be from the begin of a milestone that is over.
    let status = evidence.label(Topic::Status).and_then(|raw| Status::of(raw, None));
    let is_over = status.is_some_and(|status| status.kind == StatusKind::Over);
    let fallback = focus.clone().filter(|_| !has_line && !is_over).or(not_begun);
    let named = || named_by_status(evidence).filter(|_| !has_line);
    let chosen = known.iter().find_map(|(phase, from)| Some((phase.clone()?, *from)));
    let chosen = chosen.or_else(|| {
        let focus = fallback?;
        // Without a position, the focus may be older than the table: `Phase 1`, where 2 is complete, too.
        let later = evidence.last_row().filter(|row| is_later(&row.number, &focus.number));
        let later = later.map(|row| (row, Origin::Table));
        Some(later.unwrap_or((focus, Origin::Label(Topic::Focus))))
    });
    let next =
        || evidence.next_label().filter(|_| !has_line).map(|phase| (phase, Origin::Label(Topic::Next)));
    // Without a position and a status, the table of the phases is all there is.
    let is_silent = !has_line && front.status.is_none() && evidence.label(Topic::Status).is_none();
    let row = || evidence.last_row().filter(|_| is_silent).map(|row| (row, Origin::Table));
    let planned = || {
        let phase = evidence.planned_last().filter(|_| !has_line)?;
        Some((phase, Origin::Label(Topic::Planned)))
    };
    let listed = || Some((evidence.listed_phase().filter(|_| !has_line)?, Origin::Table));
    let called = || Some((evidence.named_phase()?, Origin::Label(Topic::Phase)));
    let chosen =
        chosen.or_else(named).or_else(next).or_else(planned).or_else(listed).or_else(row).or_else(called);
    let Some((phase, from)) = chosen else {
        return (None, Origin::Nowhere);
    };
    let (mut phase, from) = later_by_status(evidence, &phase, from).unwrap_or((phase, from));
    known.iter().filter_map(|(other, _)| other.as_ref()).for_each(|other| phase.learn(other));
    let named = [focus, evidence.planned_phase(), evidence.next_label()];
    named.into_iter().flatten().for_each(|named| phase.learn(&Phase { status: None, ..named }));
    (Some(phase), from)
}

/// Returns the phase that a status names: `Executing Phase 57`.
fn named_by_status(evidence: &Evidence<'_>) -> Option<(Phase, Origin)> {
    let named = |raw: &str| {
        let clauses = clauses(raw);
        let phase = |clause: &Clause| match &clause.about {
            About::Phase(number) => Phase::of(number),
            _ => None,
        };
        // `Phase 2 — COMPLETE. Phase 3 next`.
        let divided = clauses.iter().position(Clause::decides).and_then(|at| {
            let is_bare = clauses.get(at).is_some_and(|clause| clause.about == About::Unsaid);
            at.checked_sub(1).filter(|_| is_bare).and_then(|before| phase(clauses.get(before)?))
        });
        divided.or_else(|| clauses.iter().filter(|clause| clause.kind != StatusKind::Other).find_map(phase))
    };
    // `Current Status: Phase 2 — Search (planned)`.
    let whole = |raw: &str| {
        name::strip_ignoring_case(raw, "phase ")?;
        Phase::of(raw).filter(|phase| phase.name.is_some() && phase.status.is_some())
    };
    let body = evidence.label(Topic::Status).and_then(|raw| whole(raw).or_else(|| named(raw)));
    let body = body.map(|phase| (phase, Origin::Label(Topic::Status)));
    let front = || evidence.front.status.as_deref().and_then(named);
    body.or_else(|| front().map(|phase| (phase, Origin::Field("status")))).or_else(|| active(evidence))
}

/// Returns the phase that the last activity prepares or works on, if phases are left.
fn active(evidence: &Evidence<'_>) -> Option<(Phase, Origin)> {
    let is_work = |clause: &Clause| matches!(clause.kind, StatusKind::Working | StatusKind::Waiting);
    let named = |raw: &str| {
        clauses(without_date(raw)).into_iter().find(is_work).and_then(|clause| match &clause.about {
            About::Phase(number) => Phase::of(number),
            _ => None,
        })
    };
    let mut activities = evidence.activities().filter(|_| evidence.front.progress.is_open());
    activities.find_map(|(raw, from)| Some((named(raw)?, from))).or_else(|| under_way(evidence))
}

/// Returns the phase that the last session left in progress: `Phase 18 complete, Phase 19 in progress`.
fn under_way(evidence: &Evidence<'_>) -> Option<(Phase, Origin)> {
    let (raw, from) = evidence.stopped().filter(|_| evidence.front.progress.is_open())?;
    clauses(raw).into_iter().filter(|clause| clause.kind == StatusKind::Working).find_map(|clause| {
        let About::Phase(number) = &clause.about else { return None };
        Some((Phase { status: Some(clause.words.clone()), ..Phase::of(number)? }, from))
    })
}
