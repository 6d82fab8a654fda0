//! What lines of their own say about how far a phase is: its plan, its planning, the resume file, and the counts.

use super::{
    clause::{Clause, clauses},
    counted::{is_counted, place},
    evidence::{Origin, without_date},
    first::is_first_milestone,
    kind::StatusKind,
    label::Topic,
    milestone::milestone,
    next::Next,
    number::{fractions, is_later, is_same_number},
    phase::Phase,
    plan::{has_more, is_not_begun, place_of_plan, plan_number},
    session::{completed, named, unfinished},
    stage::{Claim, Stage},
    statements::{COUNTS, PLAN, Statements},
    status::{Status, Subject},
};

impl Statements<'_, '_> {
    /// Returns that the phase is ready to execute, if the last change made its plans.
    pub(super) fn claim_of_planning(&self) -> Option<Claim> {
        let raw = self.evidence.label(Topic::Planned)?;
        let is_own =
            Phase::of(raw).is_some_and(|it| self.number.is_some_and(|own| is_same_number(&it.number, own)));
        let is_last = raw.rsplit(['—', ' ']).next().is_some_and(|time| self.evidence.is_last_change(time));
        let status = || Status::fixed("ready to execute", StatusKind::Waiting);
        (is_own && is_last && raw.contains(" plan")).then(|| Claim {
            stage: Stage::ToExecute,
            status: status(),
            from: Origin::Label(Topic::Planned),
        })
    }

    /// Returns that the phase is ready to execute, if the last session ended before one of its plans.
    pub(super) fn claim_of_resume(&self) -> Option<Claim> {
        let from = Origin::Label(Topic::Resume);
        let raw = self.evidence.label(Topic::Resume).filter(|raw| raw.ends_with("-PLAN.md"))?;
        let (phase, _) = plan_number(raw)?;
        let is_last = self.evidence.is_session_last() && is_same_number(phase, self.number?);
        let status = Status::fixed("ready to execute", StatusKind::Waiting);
        is_last.then_some(Claim { stage: Stage::ToExecute, status, from })
    }

    /// Returns that a person has to check the phase, if its plan is done, and that is the next step:
    /// `Plan: 04 (complete)`, `Next action: Human verification of the scans, then merge`.
    pub(super) fn claim_of_check(&self) -> Option<Claim> {
        let is_done = |clause: &Clause| clause.kind == StatusKind::Done;
        clauses(self.evidence.label(Topic::Plan)?).iter().find(|clause| is_done(clause))?;
        let next = clauses(self.evidence.label(Topic::Next)?).into_iter().next()?;
        let mut words = next.words.split([' ', '-']);
        let is_person =
            words.next().is_some_and(|it| matches!(it.to_lowercase().as_str(), "human" | "manual"));
        let is_check =
            words.next().is_some_and(|it| it.starts_with("verif") || it == "check" || it == "testing");
        let from = Origin::Label(Topic::Next);
        (is_person && is_check && !next.is_foreign(self.number)).then(|| Claim {
            stage: Stage::Verifying,
            status: Status::human_check(),
            from,
        })
    }

    /// Returns how far the plan line says that the phase is: `3 of 3 (COMPLETE)`.
    pub(super) fn claim_of_plan(&self) -> Option<Claim> {
        let line = self.evidence.line_phase().map(|line| line.number);
        let is_own = line.zip(self.number).is_some_and(|(line, number)| is_same_number(&line, number));
        let raw = self.evidence.label(Topic::Plan).filter(|_| is_own)?;
        let claim = self.claim(raw, PLAN, true);
        let is_last = place_of_plan(raw).is_some_and(|(plan, total)| plan == total);
        let is_bare = |clause: &Clause| clause.kind == StatusKind::Done && !clause.words.contains(' ');
        // `2 of 2 complete`, or `02-01 (Complete), 02-02 (Complete)`.
        let is_ended = raw.rsplit(' ').next().is_some_and(|last| matches!(last, "complete" | "completed"))
            && raw.split(' ').count() == 4;
        let is_done =
            || is_last && (is_ended || clauses(raw).iter().any(is_bare)) || self.is_every_plan_done(raw);
        // GSD writes `Ready to execute` after each plan. The second one means that the phase has begun.
        let is_begun = || self.line.is_none() && place_of_plan(raw).is_some_and(|(plan, _)| plan > 1);
        let executing = || Claim {
            stage: Stage::Executing,
            status: Status::fixed("executing", StatusKind::Working),
            from: PLAN,
        };
        let is_bare_status = || self.body.as_ref().is_some_and(|body| body.words == "ready to execute");
        // `Plan: 05-01 (completed)` is after `Ready to plan`.
        let is_planning = || self.body.as_ref().is_some_and(|body| body.step() == Some("plan "));
        let is_plan = || raw.split(' ').next().is_some_and(|first| plan_number(first).is_some());
        // The line may list plans that are made: `W1: 49-01, W4: 49-06 human-verify`.
        let is_made = self.line.as_ref().is_some_and(Status::waits);
        let is_later = |claim: &Claim| claim.stage >= Stage::Verifying && !is_made;
        claim
            .clone()
            .filter(is_later)
            .or_else(|| is_done().then(|| Claim::complete(PLAN)))
            .or_else(|| (is_bare_status() && is_begun()).then(executing))
            .or_else(|| claim.filter(|claim| claim.stage == Stage::Executing && is_plan() && is_planning()))
    }

    /// Returns whether a list of plans has several of this phase, all of them complete, and no other plan is open.
    fn is_every_plan_done(&self, raw: &str) -> bool {
        let is_own = |part: &str| {
            let (plan, state) = part.trim().split_once(" (")?;
            let (phase, _) = plan_number(plan)?;
            let is_own = self.number.is_some_and(|number| is_same_number(phase, number));
            Some(is_own && state.trim_end_matches(')').eq_ignore_ascii_case("complete"))
        };
        raw.contains(',')
            && raw.split(',').all(|part| is_own(part) == Some(true))
            && self.evidence.front.progress.has_only_done_plans()
    }

    /// Returns that the phase is done, if its last plan is recorded as done, and no plan is open.
    ///
    /// GSD counts and records the plans when they are done, but a person may never touch the position.
    pub(super) fn claim_of_records(&self) -> Option<Claim> {
        let number = self.number?;
        let line = self.evidence.line_phase().filter(|line| is_same_number(&line.number, number))?;
        if self.is_recorded_before_the_body(number) {
            return Some(Claim::complete(COUNTS));
        }
        let plan = self.evidence.label(Topic::Plan).and_then(place_of_plan).map(|(_, all)| all);
        let total = || self.evidence.label(Topic::TotalPlans)?.parse().ok();
        let all = plan.or_else(total)?;
        let stop = self.evidence.stopped().and_then(|(raw, _)| completed(raw));
        let stop = stop.filter(|(phase, _)| is_same_number(phase, number)).map(|(_, index)| index);
        let recorded = self.evidence.recorded(&line.number);
        let reached = recorded.max(stop)?;
        let progress = &self.evidence.front.progress;
        // Without counts, the row of the last plan has to be there.
        let is_recorded =
            || progress.completed_plans.is_none() && recorded >= Some(all) && !self.is_worked_on_twice();
        let is_done = reached >= all && (progress.has_only_done_plans() || is_recorded());
        is_done.then(|| Claim::complete(COUNTS))
    }

    /// Returns whether the body was left at the begin of the phase, whose plans have rows and are all counted as done.
    fn is_recorded_before_the_body(&self, number: &str) -> bool {
        let progress = &self.evidence.front.progress;
        let is_only =
            |rows: u64| progress.completed_plans == Some(rows) && progress.completed_phases > Some(0);
        let is_counted = |rows| progress.is_all_done() || progress.has_only_done_plans() && is_only(rows);
        let waits = self.evidence.label(Topic::Plan).is_some_and(is_not_begun);
        let is_complete = || progress.is_all_done() && self.evidence.has_row_of_completion(number);
        waits && (self.evidence.last_row_of(number).is_some_and(is_counted) || is_complete())
    }

    /// Returns whether both the phase line and the focus say that work on the phase goes on.
    fn is_worked_on_twice(&self) -> bool {
        let focus = self.evidence.label(Topic::Focus).and_then(|raw| Status::of(raw, self.number));
        let is_working = |it: Option<&Status>| it.is_some_and(|it| it.kind == StatusKind::Working);
        is_working(self.line.as_ref()) && is_working(focus.as_ref())
    }

    /// Returns that a plan is done, if it is recorded, and the body says that the phase is not even planned.
    ///
    /// The rows of a later milestone may be of other phases with the same numbers.
    pub(super) fn claim_of_row(&self) -> Option<Claim> {
        let number = self.number?;
        let is_first = is_first_milestone(self.evidence, milestone(self.evidence).version.as_deref());
        let is_planning = self.body.as_ref().is_some_and(|body| body.step() == Some("plan "));
        let plan = self.evidence.last_row_of(number).filter(|_| is_first && is_planning)?;
        let words = format!("plan {number:0>2}-{plan:02} complete");
        let status = Status { subject: Subject::Plan, ..Status::fixed(&words, StatusKind::Done) };
        Some(Claim { stage: Stage::Executing, status, from: Origin::Record })
    }

    /// Returns that the phase is done, if the table of the phases says so.
    pub(super) fn claim_of_table(&self) -> Option<Claim> {
        let row = self.evidence.status_in_table(self.number?)?;
        (row.kind == StatusKind::Done && row.subject != Subject::Plan).then(|| Claim::complete(Origin::Table))
    }

    /// Returns that the phase is done, if the counts include it and all plans, and it was begun.
    pub(super) fn claim_of_counts(&self) -> Option<Claim> {
        let progress = &self.evidence.front.progress;
        let stop = self.evidence.stopped().and_then(|(raw, _)| completed(raw));
        let stop = stop.filter(|(phase, _)| self.number.is_some_and(|number| is_same_number(phase, number)));
        let index = stop.map(|(_, index)| index);
        let is_quiet = self.is_begun() && self.said().next().is_none();
        if index.is_none() && !is_quiet && !self.is_left_behind() {
            return None;
        }
        let plan = self.evidence.label(Topic::Plan).and_then(place_of_plan);
        // The only phase of a milestone is its first, whatever its number is.
        let is_only = progress.total_phases == Some(1) && plan.is_none_or(|(plan, all)| plan == all);
        let place = if is_only { Some(1) } else { place(self.number?, self.phase?, progress.total_phases?) };
        let is_counted = place.zip(progress.completed_phases).is_some_and(|(place, done)| done >= place);
        // Inserted phases are counted, too, so the counts prove nothing as long as plans are open.
        if !progress.has_only_done_plans() {
            return None;
        }
        // If the place of the phase is unknown: all plans are of this phase, or this was its last.
        let all = plan.map(|(_, total)| total);
        let is_only = place.is_none() && index.is_some() && progress.completed_plans == index;
        let is_last = index.zip(all).map(|(index, all)| index >= all);
        // The counts may be of an earlier milestone.
        if is_last != Some(true) && milestone(self.evidence).is_past_front(self.evidence) {
            return None;
        }
        let is_end = is_only && is_last != Some(false) || is_quiet && is_last == Some(true);
        (is_counted || is_end).then(|| Claim::complete(COUNTS))
    }

    /// Returns whether the last change of the file prepared a later phase.
    fn is_left_behind(&self) -> bool {
        let later = self.evidence.stopped().and_then(|(raw, _)| named(raw)).map(|later| later.number);
        let is_past = later.zip(self.number).is_some_and(|(later, own)| is_later(&later, own));
        is_past && self.evidence.is_session_last()
    }

    /// Returns whether something current says that work is left on the phase that `from` says is complete.
    ///
    /// Counts and rows may be ahead of the work, and a sentence may be older than where the session ended.
    pub(super) fn is_disputed(&self, from: Origin) -> bool {
        let Some(number) = self.number else { return false };
        let own = |phase: &str| is_same_number(phase, number);
        let stop = self.evidence.stopped().map(|(raw, _)| raw);
        let is_unfinished = stop.and_then(unfinished).is_some_and(|(phase, _)| own(&phase));
        let index = stop.and_then(completed).filter(|(phase, _)| own(phase)).map(|(_, index)| index);
        let plan = self.evidence.label(Topic::Plan).and_then(place_of_plan);
        let all = plan.map(|(_, all)| all);
        // The position says that the plan that was done last was not the last one.
        let is_partly = |body: &Status| {
            body.kind == StatusKind::Working || body.kind == StatusKind::Done && body.subject == Subject::Plan
        };
        // Without a status, the phase line wins only if the counts cannot be right: more plans are done than there are.
        let is_odd = self.evidence.front.progress.has_impossible_plans();
        let is_working = self.body.as_ref().map_or_else(|| self.is_begun() && is_odd, is_partly);
        // The last session ended before the last plan.
        let is_before = index.zip(all).is_some_and(|(index, all)| index < all) && from == COUNTS;
        let is_open =
            is_before || is_working && plan.is_some_and(|(plan, all)| plan < all && index == Some(plan));
        // That is old if both the rows of the plans and the count of the phases are past it.
        let is_recorded = self.evidence.recorded(number) >= all;
        let is_past = is_recorded
            && self.phase.is_some_and(|phase| is_counted(number, phase, &self.evidence.front.progress));
        // `Phase 7.1 - Handbook (plan 1/3 complete)`.
        let has_part = |line: &Status| fractions(&line.words).any(|(_, done, all, _)| done < all);
        let is_partly_done = self.line.as_ref().is_some_and(has_part) && from == COUNTS;
        // `12 of 15 (Plans 07, 13 remaining)`.
        let last = self.evidence.label(Topic::Plan).and_then(|raw| plan_number(raw.split(' ').next()?));
        let last = last.and_then(|(_, last)| last.parse::<u64>().ok());
        let is_ended = index.zip(all).is_some_and(|(index, all)| index >= all)
            || index.zip(last).is_some_and(|(index, last)| index > last);
        let is_more = self.evidence.label(Topic::Plan).is_some_and(has_more) && !is_ended && from == COUNTS;
        // `Codebase complete — awaiting acceptance`.
        let is_awaiting =
            |body: &Status| matches!(&body.next, Some(Next::Words(words)) if words.starts_with("awaiting "));
        is_unfinished
            || from == COUNTS && (self.is_open_twice() || self.body.as_ref().is_some_and(is_awaiting))
            || is_more
            || is_partly_done
            || self.is_plan_next(number)
            || self.is_plan_pending(number)
            || is_open && !is_past && matches!(from, COUNTS | Origin::Table)
    }

    /// Returns whether two statements of the position say that work is left, and the last activity in it is the plan at
    /// which the last session ended: then the position is as new, and plans may be done in any order.
    fn is_open_twice(&self) -> bool {
        let is_working = |it: &Option<Status>| it.as_ref().is_some_and(|it| it.kind == StatusKind::Working);
        let plan = self.evidence.label(Topic::Plan).and_then(place_of_plan);
        let open =
            [is_working(&self.line), is_working(&self.body), plan.is_some_and(|(plan, all)| plan < all)];
        let activity = || completed(without_date(self.evidence.label(Topic::Activity)?));
        let stop = || self.evidence.stopped().and_then(|(raw, _)| completed(raw));
        open.into_iter().filter(|is_open| *is_open).count() > 1 && stop().is_some() && stop() == activity()
    }

    /// Returns whether the status names a plan of the phase that waits: `In progress (07-01 pending)`.
    fn is_plan_pending(&self, number: &str) -> bool {
        let is_pending = |clause: &Clause| {
            let plan = clause.words.strip_suffix(" pending").and_then(plan_number);
            plan.is_some_and(|(phase, _)| is_same_number(phase, number))
        };
        self.evidence.label(Topic::Status).is_some_and(|raw| clauses(raw).iter().any(is_pending))
    }

    /// Returns whether the next step is another plan of the phase: `Phase 24 plans 02+ (checkout)`.
    fn is_plan_next(&self, number: &str) -> bool {
        let next = self.evidence.label(Topic::Next).unwrap_or_default().to_lowercase();
        let rest = next.strip_prefix("phase ").and_then(super::number::number);
        let plan = rest.filter(|(own, _)| is_same_number(own, number)).map(|(_, rest)| rest.trim_start());
        let plan = plan.and_then(|rest| rest.strip_prefix("plans ").or_else(|| rest.strip_prefix("plan ")));
        plan.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    }
}
