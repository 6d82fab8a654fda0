//! The phase at which the last session ended, by the frontmatter's `stopped_at`.
//!
//! GSD writes that field, and counts the phases again, each time that it writes the file. A body that was written by
//! hand may still be about an earlier phase.

use super::{
    clause::{About, Clause, clauses},
    counted::{is_counted, place},
    evidence::{Evidence, Origin, without_date},
    kind::StatusKind,
    label::Topic,
    moment::moment,
    next::step,
    number::{is_later, is_same_number, whole},
    phase::Phase,
    plan::{is_not_begun, place_of_plan, plan_number},
    read::Progress,
    session::{Named, awaits_check, named, unfinished},
    status::{Status, Subject},
};
use crate::text::time;

/// How many days after the last activity a session shows that the body was left behind.
const LONG: i64 = 7;

/// Where the last session ended.
#[derive(Debug)]
pub(super) struct Stop {
    /// The number of the phase.
    pub(super) number: String,
    /// The plan of it that was completed, with the number of the phase: `03-04`.
    pub(super) plan: Option<String>,
    /// The number of the plan that the session reached, completed or not.
    pub(super) reached: Option<u64>,
    /// What happened to the phase or the plan.
    pub(super) kind: StatusKind,
    /// Whether the counts say that the phase is done.
    pub(super) is_done: bool,
    /// Where that is said.
    pub(super) from: Origin,
}

impl Stop {
    /// Returns where the last session ended, if that is later than the body and the counts agree.
    pub(super) fn after(evidence: &Evidence<'_>, phase: Option<&Phase>) -> Option<Self> {
        let resumed = || resumed(evidence).map(|named| (named, Origin::Label(Topic::Resume)));
        let (Named { number, plan, reached, kind }, from) = match evidence.stopped() {
            Some((raw, from)) => (named(raw)?, from),
            None => resumed().or_else(|| prepared(evidence)).or_else(|| noted(evidence))?,
        };
        let progress = &evidence.front.progress;
        let Some(phase) = phase else {
            if plan.is_none() && kind != StatusKind::Done && is_first(evidence, &number) {
                return Some(Self { number, plan, reached, kind, is_done: false, from });
            }
            // The body says that nothing has begun, but plans are done, or the last of them is at a checkpoint.
            let is_begun = reached? <= progress.completed_plans? || evidence.is_session_last();
            // Phases may be worked on in any order.
            let completed = progress.completed_phases?;
            let is_past = number.parse::<u64>().is_ok_and(|number| number <= completed);
            let is_possible = is_begun && !is_past && progress.is_open();
            return is_possible.then_some(Self { number, plan, reached, kind, is_done: false, from });
        };
        if !is_later(&number, &phase.number) || is_done_beside(evidence, &number) {
            return None;
        }
        let is_done = is_counted(&number, phase, progress) && !progress.has_open_plans();
        let stop = Self { number, plan, reached, kind, is_done, from };
        // GSD counts again whenever it writes the file: what was prepared was executed since.
        if stop.reached.is_none() && stop.kind == StatusKind::Waiting && is_done && progress.is_all_done() {
            return Some(Self { kind: StatusKind::Done, ..stop });
        }
        let is_next = !stop.is_preparation() || stop.follows(evidence, phase);
        (is_next && stop.is_newer(evidence, phase) && !stop.is_ahead(evidence, phase)).then_some(stop)
    }

    /// Returns whether the phase is the next one after the body's or after those that are counted.
    ///
    /// Phases are discussed ahead: `Phase 5 context gathered` while phase 1 waits for its verification.
    fn follows(&self, evidence: &Evidence<'_>, phase: &Phase) -> bool {
        let (Some(own), Some(body)) = (whole(&self.number), whole(&phase.number)) else { return true };
        let progress = &evidence.front.progress;
        let place = progress.total_phases.and_then(|total| place(&self.number, phase, total));
        let done = place.zip(progress.completed_phases);
        let is_counted = done.is_none_or(|(place, done)| place <= done.saturating_add(1));
        // The status agrees that a phase is to be planned.
        let status = evidence.front.status.as_deref().and_then(|raw| Status::of(raw, None));
        let is_planned = status.is_some_and(|status| status.step() == Some("plan "));
        // At `5 of 5`, with eight phases counted, the position is older than the roadmap.
        let is_end = |(number, total): (u32, u32)| {
            number == total && progress.total_phases.is_some_and(|all| all > total.into())
        };
        let is_grown = phase.place().is_some_and(is_end);
        own <= body.saturating_add(1)
            || is_counted
            || is_planned
            || is_grown
            || self.is_active(evidence)
            || is_passed(evidence)
    }

    /// Returns whether something shows that the session is newer than the body, which is about an earlier phase.
    fn is_newer(&self, evidence: &Evidence<'_>, phase: &Phase) -> bool {
        let progress = &evidence.front.progress;
        // `Phase 3 complete` is not believed before the phase is counted.
        if self.plan.is_none() && self.kind == StatusKind::Done && !self.is_done {
            return false;
        }
        // A body that has not begun does not stand against a plan that was completed.
        let is_untouched = self.plan.is_some() && evidence.label(Topic::Plan).is_some_and(is_not_begun);
        evidence.is_session_last()
            || self.is_active(evidence)
            || is_untouched
            || is_past(evidence, phase)
            || progress.has_only_done_plans()
            || !self.is_preparation() && (!evidence.is_resumed(phase) || is_behind(evidence, phase))
    }

    /// Returns whether the phase was only prepared, while work on the body's phase is left.
    fn is_ahead(&self, evidence: &Evidence<'_>, phase: &Phase) -> bool {
        let progress = &evidence.front.progress;
        let is_planned = progress.has_only_done_plans() && !progress.has_impossible_plans();
        let is_left = evidence.label(Topic::Plan).is_some_and(|plan| {
            let is_recorded = |all| evidence.recorded(&phase.number).is_some_and(|plan| plan >= all);
            let is_open = |(plan, all)| plan < all && !is_recorded(all);
            let is_begun = || !is_planned && place_of_plan(plan).is_some_and(is_open);
            let is_room = || !evidence.is_session_last() && self.leaves_room(phase, progress);
            if is_not_begun(plan) { is_room() } else { is_begun() }
        });
        let is_left = is_left || is_worked_on(evidence, phase) || is_planned_last(evidence, phase);
        self.is_preparation()
            && is_left
            && !is_past(evidence, phase)
            && !self.is_active(evidence)
            && !is_passed(evidence)
    }

    /// Returns whether enough phases are left for the body's phase to be the first of them.
    fn leaves_room(&self, phase: &Phase, progress: &Progress) -> bool {
        let between = || self.number.parse::<u64>().ok()?.checked_sub(phase.number.parse().ok()?);
        let left = progress.total_phases.zip(progress.completed_phases);
        let left = left.map(|(total, completed)| total.saturating_sub(completed));
        between().zip(left).is_some_and(|(between, left)| between < left)
    }

    /// Returns the phase, with the total of the earlier one.
    pub(super) fn phase(&self, earlier: Option<&Phase>) -> Option<Phase> {
        // A file writes either `3` or `03`; the names of plans always have two digits.
        let is_padded = earlier.is_none_or(|earlier| earlier.number.starts_with('0'));
        let bare = self.number.trim_start_matches('0');
        let mut phase = Phase::of(if is_padded { &self.number } else { bare })?;
        phase.total = earlier.and_then(|earlier| earlier.total.clone());
        if let Some(earlier) = earlier {
            phase.learn(&Phase { status: None, ..earlier.clone() });
        }
        Some(phase)
    }

    /// Returns whether the session ended before the work on the phase: its context was gathered, its plans made.
    pub(super) const fn is_preparation(&self) -> bool {
        self.reached.is_none() && !self.is_done
    }

    /// Returns what is happening to the phase.
    pub(super) fn status(&self, evidence: &Evidence<'_>) -> Option<Status> {
        if self.from == Origin::Label(Topic::Resume) {
            return Some(Status::fixed("context gathered", StatusKind::Waiting));
        }
        let number = Some(self.number.as_str());
        let body = evidence.label(Topic::Status).and_then(|raw| Status::of(raw, number));
        // After the last plan GSD updates the status, but not the phase line.
        let is_fresh = |body: &Status| {
            body.subject == Subject::NamedPhase
                || self.plan.is_some() && self.is_done && body.subject.is_ours() && body.is_verification()
        };
        let stopped = evidence.stopped().and_then(|(raw, _)| Status::of(raw, number));
        let is_awaited = |stopped: &Option<Status>| {
            stopped.as_ref().is_some_and(|it| it.kind == StatusKind::Waiting && it.is_verification())
        };
        // GSD has its own word for a check by a person.
        let is_check = |stopped: &Status| stopped.words.contains("human-verify");
        let stopped = stopped.map(|stopped| if is_check(&stopped) { Status::human_check() } else { stopped });
        // `Phase 2 plans created` is after `ready for Phase 2 planning`.
        let is_planned = |stopped: &Status| {
            self.is_preparation() && stopped.words.split(' ').any(|word| matches!(word, "plans" | "planned"))
        };
        let is_planned = stopped.as_ref().is_some_and(is_planned);
        let is_old = |body: &Status| (is_planned || self.reached.is_some()) && is_before_plans(body);
        let body = body.filter(|body| !is_old(body));
        if let Some(body) = body.clone().filter(is_fresh) {
            return Some(body);
        }
        // The plan is counted, but a person has to check it.
        let is_checked = evidence.stopped().is_some_and(|(raw, _)| awaits_check(raw));
        if self.is_done && self.kind == StatusKind::Done && is_checked {
            return stopped
                .filter(|it| is_awaited(&Some(it.clone())))
                .or_else(|| Some(Status::human_check()));
        }
        if self.is_done && self.kind == StatusKind::Done {
            return Some(Status::fixed("complete", StatusKind::Done));
        }
        let left = evidence.stopped().and_then(|(raw, _)| unfinished(raw)).map(|(_, left)| left);
        let Some(plan) = &self.plan else {
            // After that, the last activity made its plans.
            let front = evidence.front.status.as_deref().and_then(|raw| Status::of(raw, number));
            let is_after = self.kind == StatusKind::Waiting && self.is_active(evidence);
            let ready = body.or(front).filter(|status| status.step().is_some() && is_after);
            let made = || self.activity(evidence).filter(|made| is_after && made.kind == StatusKind::Waiting);
            return ready.or_else(made).or(left.filter(|_| !is_awaited(&stopped))).or(stopped);
        };
        // `Completed 05-02-PLAN.md (awaiting human-verify checkpoint)`.
        if is_awaited(&stopped) {
            return stopped;
        }
        if !self.is_done {
            let words = format!("plan {plan} complete");
            return Some(Status { subject: Subject::Plan, ..Status::fixed(&words, StatusKind::Done) });
        }
        Some(Status::fixed("complete", StatusKind::Done))
    }

    /// Returns whether the last activity is about the phase.
    fn is_active(&self, evidence: &Evidence<'_>) -> bool {
        let is_ours =
            |clause: &Clause| matches!(&clause.about, About::Phase(it) if is_same_number(it, &self.number));
        evidence.activities().any(|(raw, _)| clauses(raw).iter().any(is_ours))
    }

    /// Returns what the last activity did to the phase.
    fn activity(&self, evidence: &Evidence<'_>) -> Option<Status> {
        let own = |raw| Status::of(without_date(raw), Some(&self.number));
        evidence
            .activities()
            .find_map(|(raw, _)| own(raw).filter(|status| status.subject == Subject::NamedPhase))
    }
}

/// Returns the phase whose context the last change gathered, by the resume file: `phases/07-search/07-CONTEXT.md`.
fn resumed(evidence: &Evidence<'_>) -> Option<Named> {
    let (_, file) = evidence.label(Topic::Resume).filter(|_| evidence.is_session_last())?.rsplit_once('/')?;
    let (number, _) = super::number::number(file.strip_suffix("-CONTEXT.md")?)?;
    Some(Named { number: number.to_owned(), plan: None, reached: None, kind: StatusKind::Waiting })
}

/// Returns whether the status says that work goes on, after a phase of this number was done: `In progress (Phase 4.1
/// complete)`.
fn is_done_beside(evidence: &Evidence<'_>, number: &str) -> bool {
    let clauses = evidence.label(Topic::Status).map(clauses).unwrap_or_default();
    let is_own = |clause: &Clause| matches!(&clause.about, About::Phase(it) if is_same_number(it, number));
    let is_going_on = clauses
        .first()
        .is_some_and(|first| first.kind == StatusKind::Working && first.about == About::Unsaid);
    is_going_on && clauses.iter().any(|clause| clause.kind == StatusKind::Done && is_own(clause))
}

/// Returns the phase whose context the last activity gathered, if phases are left: `Phase 22 context gathered`.
fn prepared(evidence: &Evidence<'_>) -> Option<(Named, Origin)> {
    let activity = evidence.front.last_activity.as_deref().filter(|_| evidence.front.progress.is_open())?;
    let is_done =
        |raw| Status::of(raw, None).is_some_and(|it| matches!(it.kind, StatusKind::Done | StatusKind::Over));
    evidence.label(Topic::Status).filter(|raw| is_done(raw))?;
    let is_prepared = |named: &Named| named.kind == StatusKind::Waiting && named.reached.is_none();
    Some((named(without_date(activity)).filter(is_prepared)?, Origin::Field("last_activity")))
}

/// Returns whether the last session prepared the first phase of a milestone whose position says that none exists yet.
///
/// A phase has a directory only after the roadmap, so the position is older. A session of the milestone before ended
/// before the last activity, or with a phase that has plans.
fn is_first(evidence: &Evidence<'_>, number: &str) -> bool {
    let is_own = |path: &str| {
        let (_, name) = path.rsplit_once('/')?;
        let (own, _) = name.split_once('-').filter(|_| path.contains("phases/"))?;
        Some(is_same_number(own, number) && plan_number(name).is_none())
    };
    let has_file = evidence.label(Topic::Resume).and_then(is_own) == Some(true);
    // The session wrote the file last, and the roadmap has phases, none of which has plans.
    let progress = &evidence.front.progress;
    let is_roadmapped = progress.total_phases > Some(0)
        && progress.completed_phases == Some(0)
        && progress.total_plans == Some(0)
        && evidence.is_session_last();
    let has_plan = [format!("Phase {number} P"), format!("[Phase {number}")];
    // The 6-0 of 2026-05 is no plan.
    let plan = format!("{number}-0");
    let is_date = |at: usize| {
        evidence
            .content
            .get(..at)
            .is_some_and(|before| before.ends_with(|last: char| ('1'..='9').contains(&last)))
    };
    let is_planned = evidence.content.match_indices(&plan).any(|(at, _)| !is_date(at));
    evidence.is_new_milestone()
        && (has_file || is_roadmapped)
        && is_session_after_activity(evidence)
        && !is_planned
        && !has_plan.iter().any(|plan| evidence.content.contains(plan))
}

/// Returns the plan that the newest note completed: `Last updated: 2026-04-02 — Plan 19-4 COMPLETE`.
fn noted(evidence: &Evidence<'_>) -> Option<(Named, Origin)> {
    [Topic::Activity, Topic::Updated].into_iter().find_map(|topic| {
        let named = named(without_date(evidence.label(topic)?)).filter(|named| named.plan.is_some())?;
        Some((named, Origin::Label(topic)))
    })
}

/// Returns whether the last session was not before the day of the last activity.
pub(super) fn is_session_after_activity(evidence: &Evidence<'_>) -> bool {
    is_session_days_after(evidence, 0)
}

/// Returns whether the last session was at least this many days after that of the last activity.
fn is_session_days_after(evidence: &Evidence<'_>, days: i64) -> bool {
    let day = |text: &str| moment(text).map(|moment| moment.begins.div_euclid(time::DAY));
    let session = evidence.label(Topic::Session).and_then(day);
    let activity = evidence.activities().filter_map(|(raw, _)| day(raw)).max();
    session.zip(activity).is_some_and(|(session, activity)| session.saturating_sub(activity) >= days)
}

/// Returns whether the last session ended long after the body, which GSD wrote when the milestone began.
fn is_passed(evidence: &Evidence<'_>) -> bool {
    let is_counted = evidence.front.progress.completed_phases.is_some_and(|done| done > 0);
    let is_after = evidence.is_session_last() || is_session_days_after(evidence, LONG);
    is_counted && evidence.has_just_begun() && is_after
}

/// Returns whether the body or the counts say that the body's phase is done.
fn is_past(evidence: &Evidence<'_>, phase: &Phase) -> bool {
    is_complete(evidence, phase) || is_counted(&phase.number, phase, &evidence.front.progress)
}

/// Returns whether the body says that a phase is done.
pub(super) fn is_complete(evidence: &Evidence<'_>, phase: &Phase) -> bool {
    let status = evidence.label(Topic::Status).and_then(|raw| Status::of(raw, Some(&phase.number)));
    let is_done = |status: Status| status.kind == StatusKind::Done && status.subject != Subject::Plan;
    phase.is_done() || status.is_some_and(is_done)
}

/// Returns whether the phase line says that work goes on, the last activity is about the phase, and plans are open.
fn is_worked_on(evidence: &Evidence<'_>, phase: &Phase) -> bool {
    let line = phase.status.as_deref().and_then(|raw| Status::of(raw, Some(&phase.number)));
    line.is_some_and(|line| line.kind == StatusKind::Working)
        && evidence.was_active_last(phase)
        && evidence.front.progress.has_open_plans()
}

/// Returns whether the last activity made the plans of a phase, and the status says that it is ready to be executed.
fn is_planned_last(evidence: &Evidence<'_>, phase: &Phase) -> bool {
    let status = evidence.label(Topic::Status).and_then(|raw| Status::of(raw, Some(&phase.number)));
    status.is_some_and(|status| status.step() == Some("execute ")) && evidence.was_active_last(phase)
}

/// Returns whether the statuses are about the time before the plans of this phase were made.
fn is_behind(evidence: &Evidence<'_>, phase: &Phase) -> bool {
    let number = Some(phase.number.as_str());
    let line = phase.status.as_deref().and_then(|raw| Status::of(raw, number));
    let raw = evidence.label(Topic::Status).or(evidence.front.status.as_deref());
    let status = raw.and_then(|raw| Status::of(raw, number));
    line.as_ref().is_none_or(is_before_plans) && status.as_ref().is_some_and(is_before_plans)
}

/// Returns whether a status is about the planning of a phase.
fn is_before_plans(status: &Status) -> bool {
    let is_early = matches!(status.kind, StatusKind::Working | StatusKind::Waiting);
    is_early && status.subject != Subject::Plan && step(&status.words) == Some("plan ")
}
