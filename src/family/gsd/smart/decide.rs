//! Decides which statement about the phase and its state wins.

use std::cell::OnceCell;

use super::{
    counted::place,
    current::phase,
    evidence::{Evidence, Origin},
    first::is_first_milestone,
    kind::StatusKind,
    label::Topic,
    later::later_in_front,
    milestone::{FRONT, Milestone, milestone},
    next::{Next, is_put_off},
    number::{is_later, is_same_number, number},
    phase::Phase,
    plan::is_not_begun,
    progress, session,
    statements::{COUNTS, Fresh, Statements, Verdict},
    status::{Status, Subject},
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
    /// What every percentage is compared with, which takes time to find.
    pub(super) known: Known,
    /// Whether a command says that it is working on the phase: `active_phase` is set.
    pub(super) is_set: bool,
}

/// What is known about the phases of the milestone, once it was asked for.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The place of the phase, and the number of phases.
    pub(super) position: OnceCell<Option<(u64, u64)>>,
    /// How many phases of all are done, by the table of the phases.
    pub(super) table: OnceCell<Option<(u64, u64)>>,
    /// How many phases of the table that has this one are done, and how many it has.
    pub(super) rows: OnceCell<Option<(u64, u64)>>,
    /// Whether the counts are of other phases than those of the milestone.
    pub(super) counts_others: OnceCell<bool>,
    /// Whether the counts are of all milestones.
    pub(super) counts_all: OnceCell<bool>,
    /// Whether the counts are only of the phases that were planned so far.
    pub(super) counts_so_far: OnceCell<bool>,
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
        let is_newer = self.why == Why::Stopped || self.status_from == Origin::Field("stopped_at");
        self.status.waits() && !is_newer
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
    let (phase, (mut status, status_from, why)) = match counted {
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
        let spelled = |name: &str| evidence.spelled(name).map(str::to_owned);
        phase.name = phase.name.as_deref().and_then(spelled).or(phase.name);
        phase
    });
    // The milestone of the frontmatter may be over while the phase is one of an earlier one.
    let milestone = milestone(evidence);
    let is_of_front = status.kind == StatusKind::Over && milestone.from == FRONT;
    let milestone = milestone.at(evidence, phase.as_ref().filter(|_| !is_of_front), &status);
    // When a milestone is done, the status is not about its last phase.
    let is_set = phase_from == Origin::Field("active_phase");
    let phase = phase.filter(|_| is_set || status.kind != StatusKind::Over);
    let next = status.next.take().filter(|next| !is_done_in_table(evidence, next));
    let status = Status { next, ..status };
    let is_first = is_first_milestone(evidence, milestone.version.as_deref());
    Decision {
        milestone,
        phase,
        phase_from,
        status,
        status_from,
        why,
        is_more_left,
        is_first,
        known: Known::default(),
        is_set,
    }
}

/// Returns the next phase, if the counts include it and no plan is open: it was done since.
fn past_next(evidence: &Evidence<'_>, phase: Option<&Phase>, status: &Status) -> Option<(Phase, Verdict)> {
    // Inserted phases are counted, too.
    let is_whole = |phase: &&Phase| !phase.number.contains('.');
    let phase = phase.filter(|_| status.kind == StatusKind::Done).filter(is_whole)?;
    let Some(Next::Phase { number, .. }) = &status.next else { return None };
    // The table has this one as done, and the next one as begun.
    let is_done = |row: &Status| row.kind == StatusKind::Done;
    let begun = evidence.status_in_table(number).filter(|row| row.kind == StatusKind::Working);
    if let Some(row) = begun.filter(|_| evidence.status_in_table(&phase.number).as_ref().is_some_and(is_done))
    {
        let next = Phase { total: phase.total.clone(), ..Phase::of(number)? };
        return Some((next, (row, Origin::Table, Why::Further)));
    }
    let progress = &evidence.front.progress;
    let is_first = super::number::whole(number)?.checked_sub(1) == super::number::whole(&phase.number);
    let is_last = || progress.total_phases >= phase.place().map(|(_, total)| total.into());
    let is_open = progress.is_open() || !is_last();
    // `4 of 5` with four phases counted: those of the first milestone begin at 1, so the fifth is not counted yet.
    let is_beyond = super::number::whole(number) > progress.total_phases
        && is_first_milestone(evidence, evidence.front.milestone.as_deref());
    // Counts that are past that one, too, do not say which phase is the current one.
    let is_last_counted = || {
        let place = place(number, phase, progress.total_phases?)?;
        Some(progress.completed_phases == Some(place))
    };
    let is_done = is_last_counted() == Some(true) && progress.has_only_done_plans() && is_open && !is_beyond;
    // The session that wrote the counts ended with the phase before.
    let stopped = evidence.front.stopped_at.as_deref().and_then(session::named);
    let is_last =
        stopped.is_some_and(|stop| is_same_number(&stop.number, &phase.number)) && phase.is_before_the_last();
    let is_done = is_done && !is_last;
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
    let stopped = evidence.stopped().and_then(|(raw, _)| session::named(raw));
    let is_named = stopped.is_some_and(|stop| is_same_number(&stop.number, &phase.number));
    let front = evidence.front.status.as_deref().and_then(|raw| Status::of(raw, None));
    let is_possible = done < total || done == total && !front.is_some_and(|front| front.kind.is_active());
    if !is_same
        || is_inserted
        || !is_past
        || !is_possible
        || is_named
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

/// Returns a number without what follows its first dot.
fn whole(number: &str) -> &str {
    number.split('.').next().unwrap_or(number)
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
    named.any(|(number, rest)| is_later(number, &phase.number) && !is_put_off(rest))
}

/// Returns whether the table of the phases says that the next phase is done: then it is not what comes next.
fn is_done_in_table(evidence: &Evidence<'_>, next: &Next) -> bool {
    let Next::Phase { number, .. } = next else { return false };
    evidence.status_in_table(number).is_some_and(|row| row.kind == StatusKind::Done)
}

/// Returns whether a status says that there is work to do, on whatever phase.
fn is_work_elsewhere(evidence: &Evidence<'_>) -> bool {
    let statuses = [evidence.front.status.as_deref(), evidence.label(Topic::Status)];
    let is_active = |raw: &str| Status::of(raw, None).is_some_and(|status| status.kind.is_active());
    statuses.into_iter().flatten().any(is_active)
}
