//! What else is said about a phase whose status is known: that the milestone is done, or what the phase is ready for.

use super::{
    clause::{About, Clause, clauses},
    contested::is_of_earlier,
    counted::{is_counted, place},
    evidence::{Evidence, Origin, without_date},
    kind::{self, StatusKind},
    label::Topic,
    milestone,
    next::{Next, step},
    number::{is_later, is_same_number},
    plan::{is_not_begun, plan_number},
    progress::is_drawn_full,
    session,
    statements::{BODY, COUNTS, FRONT, NEXT, PLAN, Statements, Verdict},
    status::{Status, Subject},
    why::Why,
};

impl Evidence<'_> {
    /// Returns whether any statement about the work says that the milestone is done.
    pub(super) fn says_over(&self) -> bool {
        let topics = [Topic::Status, Topic::Focus, Topic::Progress, Topic::Next, Topic::Milestone];
        let labels = topics.into_iter().filter_map(|topic| self.label(topic));
        let said = self.activities().chain(self.stopped()).map(|(raw, _)| without_date(raw));
        // `v1.2 milestone ready for closure`.
        let is_ending = |clause: &Clause| {
            clause.has(&["milestone"])
                && clause.has(&["closure", "close", "satisfied", "achieved", "reached"])
        };
        let is_over = |raw: &str| Status::over(raw).is_some() || clauses(raw).iter().any(is_ending);
        labels.chain(said).any(is_over)
    }
}

impl Statements<'_, '_> {
    /// Returns that the milestone is done, if the phase is, none is left, and the file says so.
    pub(super) fn over(&self, status: &Status) -> Option<Verdict> {
        let phase =
            self.phase.filter(|_| status.kind == StatusKind::Done && status.subject != Subject::Plan)?;
        // Counts that were never updated know nothing of the phase that is done.
        let progress = &self.evidence.front.progress;
        let is_other = milestone::milestone(self.evidence).is_past_front(self.evidence);
        let is_counted = progress.is_open() && !progress.is_untouched() && !is_other;
        let is_left = phase.is_before_the_last() || is_counted || self.evidence.has_waiting_row_after(phase);
        // `All 8 phases complete` is older than a status that says that the ninth is worked on.
        let is_worked_on = self.body.as_ref().is_some_and(|body| body.kind == StatusKind::Working);
        if status.next.is_some() || is_worked_on || is_left && !self.is_all_done_in_body() {
            return None;
        }
        let over = self.evidence.label(Topic::Status).and_then(Status::over).map(|over| (over, BODY));
        let focus = || {
            milestone::is_over_in_focus(self.evidence)
                .then(|| (Status::fixed("milestone complete", StatusKind::Over), Origin::Label(Topic::Focus)))
        };
        // `Progress: 100% (v4.1 milestone complete)`.
        let progress = || {
            let (_, after) = self.evidence.label(Topic::Progress)?.split_once("100%")?;
            let over = Status::over(after).filter(|over| !is_of_earlier(over, self.evidence))?;
            Some((over, Origin::Label(Topic::Progress)))
        };
        // `Milestone: M3 COMPLETE (all 7 phases done)`, `Stopped at: All phases complete — milestone 1 delivered`.
        // `v1.2 Complete Experience` is a name, and `planning next milestone` may come later.
        let ends = |over: &Status| over.words.rsplit(' ').next().is_some_and(kind::is_done);
        let own = |over: &Status| ends(over) && !is_of_earlier(over, self.evidence);
        let whole = |over: Status| {
            let is_count = over.words.contains("phases");
            if is_count { Status::fixed("milestone complete", StatusKind::Over) } else { over }
        };
        let said = || {
            let labels = [Topic::Focus, Topic::Milestone].into_iter();
            let labels = labels.filter_map(|topic| Some((self.evidence.label(topic)?, Origin::Label(topic))));
            let mut said = labels.chain(self.evidence.stopped());
            said.find_map(|(raw, from)| Some((Status::over(raw).filter(own).map(whole)?, from)))
        };
        over.or_else(focus).or_else(progress).or_else(said).map(|(over, from)| (over, from, Why::Ended))
    }

    /// Returns whether the file says that all phases are done, the body draws a full bar, and no plan is open: phases may
    /// be done in any order.
    fn is_all_done_in_body(&self) -> bool {
        let is_all = |clause: &Clause| {
            let is_done = matches!(clause.kind, StatusKind::Done | StatusKind::Over);
            is_done && clause.words.starts_with("all ") && clause.has(&["phases"])
        };
        let is_over = |raw: &str| clauses(raw).iter().any(is_all);
        let mut said = [Topic::Focus, Topic::Status, Topic::Next].into_iter();
        said.any(|topic| self.evidence.label(topic).is_some_and(is_over))
            && is_drawn_full(self.evidence)
            && !self.evidence.front.progress.has_open_plans()
    }

    /// Returns what the phase is ready for, if the status does not say it or is from before.
    pub(super) fn next_step(&self, status: &Status) -> Option<Verdict> {
        let phase = self.phase?;
        let words = status.without_number(&phase.number);
        let step = self.evidence.next_step(phase);
        let is_unplanned = || {
            let plan = self.evidence.label(Topic::Plan).unwrap_or_default().to_lowercase();
            ["not yet planned", "not planned"].iter().any(|start| plan.starts_with(start))
        };
        let is_without_plans = self.evidence.label(Topic::Plan).is_some_and(is_not_begun);
        let (step, from) = match words.as_str() {
            "ready" | "next" if step.is_some() => (step?, NEXT),
            "ready" if is_unplanned() => ("plan", PLAN),
            "ready" => ("start", BODY),
            // `Ready to plan` and `Plan: Not started` agree that the phase has no plans.
            "ready to plan" | "ready for planning" if is_without_plans => return None,
            "planning" | "ready to plan" | "ready for planning" => {
                (step.filter(|step| *step == "execute ")?, NEXT)
            }
            _ => return None,
        };
        let words = format!("ready to {}", step.trim_end());
        Some((Status::fixed(&words, StatusKind::Waiting), from, Why::NextStep))
    }

    /// Returns that the phase is done, if it is counted, and what it is said to be ready for is the next one's:
    /// `Status: Ready to plan` and `Next action: Plan Phase 2` below `Phase: 1`.
    pub(super) fn by_next_phase(&self, status: &Status, from: Origin) -> Option<Verdict> {
        let phase =
            self.phase.filter(|_| status.subject == Subject::Unsaid && matches!(from, BODY | FRONT))?;
        let step = status.step().or_else(|| step(&status.words))?;
        let next = self.evidence.next_phase(phase)?;
        let is_next = matches!(&next, Next::Phase { step: own, .. } if *own == step);
        let progress = &self.evidence.front.progress;
        let is_done = is_counted(&phase.number, phase, progress)
            && progress.has_only_done_plans()
            && !self.is_disputed(COUNTS);
        let status = Status { next: Some(next), ..Status::fixed("complete", StatusKind::Done) };
        (is_next && is_done).then_some((status, NEXT, Why::NextStep))
    }

    /// Returns that the milestone is done, if all of the frontmatter says that, and the body was left at an earlier phase.
    pub(super) fn by_whole_front(&self) -> Option<Verdict> {
        let front = &self.evidence.front;
        let status =
            self.front.as_ref().filter(|_| self.phase.is_some() && !self.evidence.is_new_milestone())?;
        // A phase that was skipped is never counted.
        let ends = |raw: &str| Status::over(raw).is_some_and(|over| over.words.contains("milestone"));
        let is_closed = status.kind == StatusKind::Over
            && front.progress.has_only_done_plans()
            && front.stopped_at.as_deref().is_some_and(ends);
        let is_all_done = front.progress.is_all_done() || is_closed;
        if !is_all_done || front.active_phase.is_some() || self.is_past_stop() {
            return None;
        }
        // `v1.0 milestone complete`.
        if status.kind == StatusKind::Over && status.words.contains("milestone") {
            return Some((status.clone(), FRONT, Why::AllCounted));
        }
        let is_done = matches!(status.kind, StatusKind::Done | StatusKind::Over);
        let ends = |raw: &str| {
            clauses(raw).into_iter().next().is_some_and(|clause| {
                matches!(clause.kind, StatusKind::Done | StatusKind::Over)
                    && (clause.about == About::Milestone || clause.has(&["all"]) && clause.has(&["phases"]))
            })
        };
        let stopped = front.stopped_at.as_deref().map(|raw| (raw, Origin::Field("stopped_at")));
        let activity =
            front.last_activity.as_deref().map(|raw| (without_date(raw), Origin::Field("last_activity")));
        // `Current focus: Planning next milestone (v1.2)`.
        let is_next = |raw: &str| {
            Status::of(raw, None)
                .is_some_and(|it| it.kind == StatusKind::Over && it.words.contains("next milestone"))
        };
        let focus = self.evidence.label(Topic::Focus).filter(|raw| is_next(raw));
        let focus = focus.map(|_| Origin::Label(Topic::Focus));
        let said = || stopped.or(activity).filter(|(raw, _)| ends(raw)).map(|(_, from)| from);
        let from = focus.or_else(said).filter(|_| is_done)?;
        Some((Status::fixed("milestone complete", StatusKind::Over), from, Why::AllCounted))
    }

    /// Returns whether the phase line says that work goes on, on a later phase than the last session ended with.
    pub(super) fn is_past_stop(&self) -> bool {
        let is_working = self.line.as_ref().is_some_and(|line| line.kind == StatusKind::Working);
        let stopped = self.evidence.stopped().and_then(|(raw, _)| session::completed(raw));
        is_working && stopped.zip(self.number).is_some_and(|((last, _), own)| is_later(own, &last))
    }

    /// Returns that the milestone is done, if the file says that it was closed, and nothing is urgent.
    pub(super) fn by_end_of_work(&self, why: Why) -> Option<Verdict> {
        let is_urgent = matches!(why, Why::Alert | Why::Command);
        self.by_last_session().or_else(|| self.by_close()).filter(|_| !is_urgent)
    }

    /// Returns that the milestone is done, if the session that wrote the file last says so, and nothing is left.
    ///
    /// GSD leaves the phase line as it is: `Completed 09-04-PLAN.md — v2.0 milestone archived`.
    fn by_last_session(&self) -> Option<Verdict> {
        let evidence = self.evidence;
        // The counts are older than a session that drew a full bar.
        let is_counted_before = evidence.is_session_after_change() && is_drawn_full(evidence);
        let is_last = evidence.is_session_last() || is_counted_before;
        let (raw, from) = evidence.stopped().filter(|_| is_last)?;
        let over = Status::over(raw).filter(|over| over.words.contains("milestone"))?;
        let is_left = evidence.front.progress.is_open() && !is_counted_before
            || evidence.front.active_phase.is_some()
            || evidence.is_new_milestone()
            || clauses(raw).iter().any(|clause| clause.kind.is_active());
        (!is_left && self.phase.is_some()).then_some((over, from, Why::Ended))
    }

    /// Returns that the milestone is done, if the status says that something is, and the file has what GSD notes when
    /// it closes a milestone: `Items acknowledged and deferred at v1.2 milestone close`.
    fn by_close(&self) -> Option<Verdict> {
        self.front.as_ref().filter(|it| matches!(it.kind, StatusKind::Done | StatusKind::Over))?;
        let version = milestone::milestone(self.evidence).version?;
        let mut notes = self.evidence.content.split("deferred at ").skip(1);
        let is_close = |note: &str| {
            let rest = note.trim_start_matches('*').strip_prefix(version.as_ref());
            rest.is_some_and(|rest| rest.starts_with(" milestone close"))
        };
        let over = || Status::fixed("milestone complete", StatusKind::Over);
        notes.any(is_close).then(|| (over(), Origin::Field("status"), Why::Whole))
    }

    /// Returns whether the frontmatter says that work goes on, and neither counts the phase nor all plans as done.
    pub(super) fn is_counted_open(&self) -> bool {
        let progress = &self.evidence.front.progress;
        let is_working = self.front.as_ref().is_some_and(|front| front.kind == StatusKind::Working);
        let is_row_open = |number: &str| {
            self.evidence.status_in_table(number).is_some_and(|row| row.kind == StatusKind::Working)
        };
        is_working
            && progress.has_open_plans()
            && self.number.is_some_and(is_row_open)
            && !self.phase.is_some_and(|phase| is_counted(&phase.number, phase, progress))
    }

    /// Returns the state of the phase in the table, if work on it goes on there, and the counts do not include it:
    /// `Plan: 01`, `Status: Complete`.
    pub(super) fn open_row(&self) -> Option<Status> {
        let evidence = self.evidence;
        let row = evidence.status_in_table(self.number?).filter(|row| row.kind == StatusKind::Working)?;
        let plan = evidence.label(Topic::Plan)?;
        let is_number = plan.bytes().all(|byte| byte.is_ascii_digit());
        let progress = &evidence.front.progress;
        let is_open =
            progress.is_open() && !self.phase.is_some_and(|phase| is_counted(&phase.number, phase, progress));
        Some(row).filter(|_| is_number && is_open)
    }

    /// Returns that a plan is done, if the counts say that plans of the phase are open: `Plan: 01`, `Status: Complete`.
    pub(super) fn plan_that_is_done(&self) -> Option<Status> {
        let plan: u64 = self.evidence.label(Topic::Plan)?.parse().ok()?;
        let progress = &self.evidence.front.progress;
        let place = place(self.number?, self.phase?, progress.total_phases?)?;
        let is_left = progress.has_open_plans() && self.evidence.next_phase(self.phase?).is_none();
        let is_open = is_left && progress.completed_phases.is_some_and(|done| done < place);
        let words = format!("plan {:0>2}-{plan:02} complete", self.number?);
        is_open.then(|| Status { subject: Subject::Plan, ..Status::fixed(&words, StatusKind::Done) })
    }

    /// Returns the state of the phase in the table, if it waits there, and the counts say that phases are left.
    pub(super) fn waiting_row(&self) -> Option<Status> {
        let row = self.evidence.status_in_table(self.number?).filter(Status::waits)?;
        let progress = &self.evidence.front.progress;
        // A table may be as old as a plan that was never counted.
        let is_counted =
            progress.completed_phases.is_some() && progress.completed_phases >= progress.total_phases;
        Some(row).filter(|_| progress.is_open() && !(self.says_over_twice() && is_counted))
    }

    /// Returns whether both statuses say that the milestone is over, all its phases are counted as done, and no plan is
    /// the current one: the phase line was left behind.
    pub(super) fn is_over_twice(&self) -> bool {
        let progress = &self.evidence.front.progress;
        let is_counted = progress.completed_phases.is_some_and(|done| done > 0)
            && progress.completed_phases >= progress.total_phases;
        let has_plan = self.evidence.label(Topic::Plan).is_some_and(|plan| !is_not_begun(plan));
        self.says_over_twice() && is_counted && !has_plan
    }

    /// Returns whether both statuses say that the milestone is over.
    pub(super) fn says_over_twice(&self) -> bool {
        let is_over = |it: &Option<Status>| it.as_ref().is_some_and(|it| it.kind == StatusKind::Over);
        is_over(&self.front) && is_over(&self.body)
    }

    /// Returns whether only the body's status says which milestone is over.
    pub(super) fn is_over_by_version(&self) -> bool {
        let names = |body: &Status| body.words.split(' ').any(kind::is_version);
        let is_over = self.body.as_ref().is_some_and(|body| body.kind == StatusKind::Over && names(body));
        is_over && milestone::milestone(self.evidence).version.is_none()
    }

    /// Returns that work goes on, if the next step is a plan of the phase that is called done, and plans are open.
    pub(super) fn by_open_plan(&self, status: &Status) -> Option<Verdict> {
        // A person may have to check a plan before it is done: that is inside the work.
        let is_after_work = status.is_verification() && !status.words.contains("human");
        let is_past = is_after_work
            || matches!(status.kind, StatusKind::Done | StatusKind::Over) && status.subject != Subject::Plan;
        if !is_past || !self.evidence.front.progress.has_open_plans() {
            return None;
        }
        let next = self.evidence.label(Topic::Next)?;
        let mut words = next.split([' ', '`', ',', ';', '(', ')']);
        let is_execution = words.next().is_some_and(|first| first.eq_ignore_ascii_case("execute"));
        let (phase, _) = words.find_map(plan_number).filter(|_| is_execution)?;
        is_same_number(phase, self.number?)
            .then(|| (Status::fixed("executing", StatusKind::Working), NEXT, Why::OpenPlan))
    }
}
