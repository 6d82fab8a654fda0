//! Decides which statement about the phase and its state wins.

use super::{
    clause::{About, Clause, clauses},
    evidence::{Evidence, Origin, without_date},
    kind::StatusKind,
    label::Topic,
    later::{later_by_status, later_in_front},
    milestone::{Milestone, milestone},
    next::Next,
    number::{is_later, is_same_number, number},
    phase::Phase,
    plan::{is_none_yet, is_not_begun},
    position::is_first_milestone,
    progress,
    statements::{COUNTS, Fresh, Statements, Verdict},
    status::{Status, Subject},
    stop::{is_counted, place},
    why::Why,
};

/// What the file says in the end.
#[derive(Debug)]
pub(super) struct Decision<'a> {
    /// The milestone.
    pub(super) milestone: Milestone<'a>,
    /// The current phase.
    pub(super) phase: Option<Phase>,
    /// Where it is named.
    pub(super) phase_from: Origin,
    /// What is happening to it.
    pub(super) status: Status,
    /// Where that is said.
    pub(super) status_from: Origin,
    /// Why that statement wins.
    pub(super) why: Why,
    /// Whether the file names a later phase, or more phases than the current one.
    pub(super) is_more_left: bool,
    /// Whether the milestone is the first one, whose phases begin at 1.
    pub(super) is_first: bool,
    /// Whether a command says that it is working on the phase: `active_phase` is set.
    pub(super) is_set: bool,
}

impl Decision<'_> {
    /// Returns whether the words say that there is something to do.
    pub(super) const fn is_open(&self) -> bool {
        self.is_more_left || self.status.next.is_some() || self.status.kind.is_active()
    }

    /// Returns whether there is work that counts of phases that are all done do not include.
    pub(super) fn is_uncounted(&self) -> bool {
        self.is_more_left || self.status.kind == StatusKind::Working && !self.status.is_verification()
    }

    /// Returns whether the phase is done, and not only a plan of it.
    pub(super) fn is_phase_done(&self) -> bool {
        let is_part = matches!(self.status.subject, Subject::Plan | Subject::Whole);
        self.phase.is_some() && self.status.kind == StatusKind::Done && !is_part
    }

    /// Returns whether the phase waits, and nothing newer than the body says that it has begun.
    pub(super) fn is_not_begun(&self) -> bool {
        self.status.waits() && self.why != Why::Stopped
    }
}

/// Decides on the phase and its state.
pub(super) fn decide<'a>(evidence: &Evidence<'a>) -> Decision<'a> {
    let (phase, phase_from) = phase(evidence);
    let (phase, phase_from, fresh) = match later_in_front(evidence, phase.as_ref(), phase_from) {
        Some((later, from, fresh)) => (Some(later), from, fresh),
        None => (phase, phase_from, Fresh::No),
    };
    let (status, status_from, why) = Statements::of(evidence, phase.as_ref(), phase_from, fresh).verdict();
    let (phase, (status, status_from, why)) = match past_next(evidence, phase.as_ref(), &status) {
        Some((next, verdict)) => (Some(next), verdict),
        None => (phase, (status, status_from, why)),
    };
    let counted = phase.as_ref().and_then(|phase| past_body(evidence, phase, phase_from, &status));
    let (phase, (status, status_from, why)) = match counted {
        Some(counted) => (None, counted),
        None => (phase, (status, status_from, why)),
    };
    let is_more = |phase: &Phase| why != Why::Ended && is_more_left(evidence, phase, &status);
    let is_more_left = phase.as_ref().is_some_and(is_more)
        || status.kind == StatusKind::Silent && is_work_elsewhere(evidence);
    // `4 of 4`, with five phases counted.
    let all = evidence.front.progress.total_phases;
    let phase = phase.map(|phase| match phase.place() {
        Some((number, total)) if number == total && phase_from != Origin::Label(Topic::Phase) => {
            let is_more = all.is_some_and(|all| all > total.into());
            Phase { total: phase.total.filter(|_| !is_more), ..phase }
        }
        _ => phase,
    });
    // `14 of 14`, with phase 15 next.
    let phase = phase.map(|phase| match &status.next {
        Some(Next::Phase { number, .. })
            if phase.total.as_deref().is_some_and(|total| is_later(whole(number), total)) =>
        {
            Phase { total: None, ..phase }
        }
        _ => phase,
    });
    let phase = phase.map(|mut phase| {
        let slug = || evidence.slug(&phase.number, !status.waits()).map(str::to_owned);
        let table = || evidence.name_in_table(&phase.number);
        let added = || evidence.added_name(&phase.number);
        let list = || evidence.name_in_list(&phase.number);
        phase.name = phase.name.clone().or_else(table).or_else(added).or_else(slug).or_else(list);
        phase.name = evidence.whole_name(&phase).or(phase.name);
        // The name may have been given before another work was done under this number.
        let is_behind = status.subject == Subject::Plan && phase.status.as_deref().is_some_and(is_not_begun);
        phase.name =
            evidence.slug(&phase.number, true).filter(|_| is_behind).map(str::to_owned).or(phase.name);
        phase
    });
    // When a milestone is done, the status is not about its last phase.
    let is_set = phase_from == Origin::Field("active_phase");
    let phase = phase.filter(|_| is_set || status.kind != StatusKind::Over);
    let milestone = milestone(evidence);
    let is_first = is_first_milestone(evidence, milestone.version.as_deref());
    Decision { milestone, phase, phase_from, status, status_from, why, is_more_left, is_first, is_set }
}

/// Returns the next phase, if the counts include it and no plan is open: it was done since.
fn past_next(evidence: &Evidence<'_>, phase: Option<&Phase>, status: &Status) -> Option<(Phase, Verdict)> {
    // Inserted phases are counted, too.
    let is_whole = |phase: &&Phase| !phase.number.contains('.');
    let phase = phase.filter(|_| status.kind == StatusKind::Done).filter(is_whole)?;
    let Some(Next::Phase { number, .. }) = &status.next else { return None };
    let progress = &evidence.front.progress;
    let is_first = super::number::whole(number)?.checked_sub(1) == super::number::whole(&phase.number);
    let is_last = || progress.total_phases >= phase.place().map(|(_, total)| total.into());
    let is_open = progress.is_open() || !is_last();
    let is_done = is_counted(number, phase, progress) && progress.has_only_done_plans() && is_open;
    let next = Phase { total: phase.total.clone(), ..Phase::of(number).filter(|_| is_first && is_done)? };
    Some((next, (Status::fixed("complete", StatusKind::Done), COUNTS, Why::AllCounted)))
}

/// Returns what the counts say, if they are past a phase that the body says has not begun.
///
/// The body is the one that GSD wrote at the start then: which phase is the current one is unknown.
fn past_body(evidence: &Evidence<'_>, phase: &Phase, from: Origin, status: &Status) -> Option<Verdict> {
    let progress = &evidence.front.progress;
    let (done, total) = progress.completed_phases.zip(progress.total_phases)?;
    let place = place(&phase.number, phase, total)?;
    let is_same = phase.total.as_deref().is_none_or(|all| all.parse() == Ok(total));
    let is_same = is_same && from == Origin::Label(Topic::Phase);
    let is_zero = || evidence.label(Topic::Progress).is_some_and(|value| value.contains(" 0%"));
    let is_past = done > place || done == place && is_zero();
    // The body that GSD writes at the start has no phase that was inserted later.
    let is_inserted = phase.number.contains('.');
    // What is all done has no work left, whatever phase it would be.
    let front = evidence.front.status.as_deref().and_then(|raw| Status::of(raw, None));
    let is_possible = done < total || done == total && !front.is_some_and(|front| front.kind.is_active());
    if !is_same
        || is_inserted
        || !is_past
        || !is_possible
        || !status.waits()
        || evidence.has_just_begun()
        || progress.has_open_plans()
    {
        return None;
    }
    let words = format!("{done}/{total} phases complete");
    let status = Status { subject: Subject::Whole, ..Status::fixed(&words, StatusKind::Done) };
    Some((status, COUNTS, Why::PastBody))
}

/// Returns the current phase, with everything that is known about it, and where it is named.
fn phase(evidence: &Evidence<'_>) -> (Option<Phase>, Origin) {
    let front = &evidence.front;
    let active = front.active_phase.as_deref().and_then(Phase::set);
    // GSD writes 0 if no phase is active.
    let is_zero = |phase: &Phase| is_same_number(&phase.number, "0");
    let focus = evidence.focus_phase();
    let is_focused = focus.as_ref().is_some_and(|focus| !focus.is_done() && !is_zero(focus));
    // `Phase: 0 — Not started`, with the phase in the focus.
    let line = evidence.line_phase().filter(|line| !(is_zero(line) && is_focused));
    let current = front.current_phase.as_deref().and_then(Phase::set).map(|mut phase| {
        phase.call(front.current_phase_name.as_deref().unwrap_or_default());
        phase
    });
    let current = current.filter(|phase| !is_zero(phase) || line.as_ref().is_some_and(is_zero));
    let current = current.map(|phase| evidence.before_backlog(&phase).unwrap_or(phase));
    // `current_phase: 4 — DONE`, while the body is at phase 5.
    let is_past = |phase: &Phase| {
        phase.is_done() && line.as_ref().is_some_and(|line| is_later(&line.number, &phase.number))
    };
    let current = current.filter(|phase| !is_past(phase));
    // A phase line that names no phase says that there is none.
    let has_line = evidence.body.get(Topic::Phase).is_some();
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
    let fallback = focus.clone().filter(|_| !has_line).or(not_begun);
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
    let Some((phase, from)) = chosen.or_else(named).or_else(next).or_else(planned).or_else(row) else {
        return (None, Origin::Nowhere);
    };
    let (mut phase, from) = later_by_status(evidence, &phase, from).unwrap_or((phase, from));
    known.iter().filter_map(|(other, _)| other.as_ref()).for_each(|other| phase.learn(other));
    let named = [focus, evidence.planned_phase(), evidence.next_label()];
    named.into_iter().flatten().for_each(|named| phase.learn(&Phase { status: None, ..named }));
    (Some(phase), from)
}

/// Returns a number without what follows its first dot.
fn whole(number: &str) -> &str {
    number.split('.').next().unwrap_or(number)
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
    let body =
        evidence.label(Topic::Status).and_then(named).map(|phase| (phase, Origin::Label(Topic::Status)));
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

/// Returns whether the file names a phase after this one, or a total that it has not reached.
fn is_more_left(evidence: &Evidence<'_>, phase: &Phase, status: &Status) -> bool {
    let next = match &status.next {
        Some(Next::Phase { number, .. }) => is_later(number, &phase.number),
        _ => false,
    };
    let line = evidence.label(Topic::Phase).and_then(progress::place_in_milestone);
    next || phase.is_before_the_last()
        || line.is_some_and(|(place, total)| place < total)
        || progress::has_more_phases(evidence)
        || evidence.next_phase(phase).is_some()
        || evidence.is_added_after(phase)
        || evidence.has_open_row_after(phase)
        || evidence.stopped().is_some_and(|(raw, _)| names_later(raw, phase))
        || evidence.is_ready_for_earlier(phase)
}

/// Returns whether a sentence names a later phase, in whatever words: `deferred to Phase 3's first wave`.
fn names_later(raw: &str, phase: &Phase) -> bool {
    let mut named = raw.split("Phase ").skip(1).filter_map(number);
    named.any(|(number, _)| is_later(number, &phase.number))
}

/// Returns whether a status says that there is work to do, on whatever phase.
fn is_work_elsewhere(evidence: &Evidence<'_>) -> bool {
    let statuses = [evidence.front.status.as_deref(), evidence.label(Topic::Status)];
    let is_active = |raw: &str| Status::of(raw, None).is_some_and(|status| status.kind.is_active());
    statuses.into_iter().flatten().any(is_active)
}
