//! The state of a phase of which no plan has begun.

use super::{
    clause::clauses,
    counted::is_counted,
    evidence::{Origin, without_date},
    kind::StatusKind,
    label::Topic,
    next::Next,
    number::{is_same_number, number, whole},
    plan::{is_not_begun, place_of_plan, plan_number},
    session::{awaits_check, named},
    statements::{BODY, COUNTS, PLAN, PLANNED, Statements, Verdict},
    status::{Status, Subject},
    why::Why,
};

impl Statements<'_, '_> {
    /// Returns the state of a phase of which no plan has begun.
    pub(super) fn by_plan(&self) -> Option<Verdict> {
        let body = self.evidence.label(Topic::Plan).filter(|plan| is_not_begun(plan));
        // The body may still have the plan of the phase before.
        let front = || self.evidence.front.current_plan.as_deref().filter(|plan| is_not_begun(plan));
        let plan = body.or_else(|| front().filter(|_| self.is_from_front()))?;
        self.phase?;
        if let Some(plan) = self.by_record() {
            return Some(plan);
        }
        if let Some((status, from)) = self.first_said() {
            if status.kind == StatusKind::Over {
                return Some((status, from, if from == BODY { Why::Body } else { Why::Front }));
            }
            // GSD leaves `Ready to execute` of the phase before; its activity says which phase was planned.
            let is_stale = status.words == "ready to execute" && !self.is_planned(plan);
            // `Milestone v2.0 created` is about the milestone.
            let is_whole = status.subject == Subject::Whole;
            if status.waits() && !is_stale && !is_whole {
                return Some((status, from, Why::NotBegunWaits));
            }
        }
        // GSD does not count the plans in `Plan: Not started`, but it notes what was decided for the phase.
        let is_checked =
            |status: &Status| status.is_verification() && self.is_noted() && !self.is_prepared_last();
        let checked = self.first_said().filter(|(status, _)| is_checked(status));
        if let Some((status, from)) = checked {
            return Some((status, from, Why::PastPhaseLine));
        }
        let is_last = || {
            let pair = self.evidence.front.progress.total_phases.zip(self.number);
            pair.is_some_and(|(all, number)| {
                is_same_number(&all.to_string(), number) || self.evidence.ends_table(number, all)
            })
        };
        // `Next: /gsd:plan-phase 23` after `Phase: 23`: it is to be done.
        let is_next = self.phase.is_some_and(|phase| self.evidence.next_step(phase).is_some());
        let is_done = self.evidence.front.progress.is_all_done() && !self.is_disputed(COUNTS);
        if is_done && (self.is_focus() || is_last()) && !is_next {
            if let Some((status, from)) = self.first_said().filter(|(status, _)| status.is_verification()) {
                return Some((status, from, Why::PastPhaseLine));
            }
            if let Some((_, from)) = self.evidence.stopped().filter(|(raw, _)| awaits_check(raw)) {
                return Some((Status::human_check(), from, Why::PastPhaseLine));
            }
            return Some((Status::fixed("complete", StatusKind::Done), PLAN, Why::AllCounted));
        }
        Some((Status::fixed("not started", StatusKind::Waiting), PLAN, Why::NotBegun))
    }

    /// Returns that a plan is done, if the last one that GSD recorded is one of this phase, and others are open.
    pub(super) fn by_record(&self) -> Option<Verdict> {
        let (own, phase) = (self.number?, self.phase?);
        let progress = &self.evidence.front.progress;
        let is_left = progress.has_open_plans() && !is_counted(own, phase, progress);
        let is_open = is_left && progress.completed_plans > Some(0) && !self.evidence.has_just_begun();
        let (number, plan) = self.evidence.last_record().filter(|_| is_open)?;
        let words = format!("plan {number}-{plan:02} complete");
        let done = Status { subject: Subject::Plan, ..Status::fixed(&words, StatusKind::Done) };
        is_same_number(number, own).then_some((done, Origin::Record, Why::Begun))
    }

    /// Returns that a plan is done, if the plan line says so: `Plan: 34-06 closed`.
    pub(super) fn by_plan_line(&self) -> Option<Verdict> {
        let line = self.evidence.label(Topic::Plan)?;
        let clause = clauses(line).into_iter().next().filter(|first| first.kind == StatusKind::Done)?;
        let (number, plan) = plan_number(clause.words.split(' ').next()?)?;
        let words = format!("plan {number}-{plan} complete");
        let done = Status { subject: Subject::Plan, ..Status::fixed(&words, StatusKind::Done) };
        is_same_number(number, self.number?).then_some((done, PLAN, Why::Begun))
    }

    /// Returns whether plan and status say that the phase of a line that says that work goes on has not begun.
    pub(super) fn is_contested(&self) -> bool {
        let is_not_begun = self.evidence.label(Topic::Plan).is_some_and(is_not_begun);
        is_not_begun && self.body.as_ref().is_some_and(Status::waits)
    }

    /// Returns that a contested phase is done, if it is counted and no plan is open: what has not begun is the next one.
    pub(super) fn by_counts_of_contested(&self) -> Verdict {
        let progress = &self.evidence.front.progress;
        let is_done = self.phase.is_some_and(|phase| is_counted(&phase.number, phase, progress))
            && progress.has_only_done_plans();
        if is_done {
            let next = self.next_in_header();
            let done = Status { next, ..Status::fixed("complete", StatusKind::Done) };
            return (done, COUNTS, Why::Further);
        }
        (Status::default(), Origin::Label(Topic::Phase), Why::Contested)
    }

    /// Returns the phase after this one, if the lines above the sections say what it is ready for:
    /// `**Phase:** 5` and `**Status:** Ready to plan`.
    fn next_in_header(&self) -> Option<Next> {
        let mut lines = self.evidence.lines_above_sections();
        let (number, _) = lines.find_map(|line| line.strip_prefix("**Phase:** ")).and_then(number)?;
        let status = lines.find_map(|line| line.strip_prefix("**Status:** "))?;
        let step = Status::of(status, None)?.step()?;
        let is_next = whole(number)? == whole(self.number?)?.saturating_add(1);
        is_next.then(|| Next::Phase { step, number: number.to_owned() })
    }

    /// Returns whether the last activity made the plans of a phase whose line says that work goes on, before the first.
    ///
    /// GSD writes the status and the activity when it has planned a phase, but leaves the phase line.
    pub(super) fn is_planned_again(&self) -> bool {
        let plan = self.evidence.label(Topic::Plan).unwrap_or_default();
        let is_first = place_of_plan(plan).is_some_and(|(plan, _)| plan <= 1);
        let is_ready = self.body.as_ref().is_some_and(|body| body.words == "ready to execute");
        // A plan of the phase may be done since.
        let is_done =
            || self.evidence.stopped().and_then(|(raw, _)| named(raw)).is_some_and(|it| it.reached.is_some());
        is_first && is_ready && self.is_planned(plan) && !is_done()
    }

    /// Returns whether only the frontmatter names this phase: the body's line is about another one.
    fn is_from_front(&self) -> bool {
        let current = self.evidence.front.current_phase.as_deref();
        let line = self.evidence.line_phase().map(|line| line.number);
        let is_own = |other: &str| self.number.is_some_and(|own| is_same_number(own, other));
        current.is_some_and(is_own) && !line.is_some_and(|line| is_own(&line))
    }

    /// Returns whether the last session prepared the phase: `Phase 8 context gathered`.
    fn is_prepared_last(&self) -> bool {
        let named = self.evidence.stopped().and_then(|(raw, _)| named(raw));
        named.is_some_and(|it| {
            let is_own = self.number.is_some_and(|own| is_same_number(own, &it.number));
            is_own && it.kind == StatusKind::Waiting && it.reached.is_none()
        })
    }

    /// Returns whether a note says that work on the phase has begun: `- [Phase 17]: …`.
    fn is_noted(&self) -> bool {
        let Some(own) = self.number else { return false };
        // The session may have ended with the phase before, or with a plan that is not the last.
        let is_last = |raw: &str| {
            let is_own = named(raw).is_some_and(|it| is_same_number(&it.number, own));
            is_own && !self.evidence.front.progress.has_open_plans()
        };
        let is_note = |(number, rest): (&str, &str)| {
            is_same_number(number, own) && rest.split_once(']').is_some_and(|(_, text)| text.starts_with(':'))
        };
        let mut notes = self.evidence.content.split("- [Phase ").skip(1).filter_map(number);
        self.evidence.stopped().is_none_or(|(raw, _)| is_last(raw)) && notes.any(is_note)
    }

    /// Returns whether the focus is on this phase.
    fn is_focus(&self) -> bool {
        let focus = self.evidence.focus_phase().map(|focus| focus.number);
        focus.zip(self.number).is_some_and(|(focus, number)| is_same_number(&focus, number))
    }

    /// Returns whether the last session ended with the command that executes the phase: `continue with /gsd-execute-phase 12`.
    fn is_executed_next(&self) -> bool {
        let command = |raw: &str| Some(number(raw.split_once("execute-phase ")?.1)?.0.to_owned());
        let next = self.evidence.stopped().and_then(|(raw, _)| command(raw));
        next.zip(self.number).is_some_and(|(next, own)| is_same_number(&next, own))
    }

    /// Returns whether the file says that the plans of the phase are made.
    fn is_planned(&self, plan: &str) -> bool {
        let is_planned = |raw: &str| {
            clauses(without_date(raw)).iter().any(|clause| {
                clause.is_ours(self.number) && clause.kind == StatusKind::Waiting && clause.has(PLANNED)
            })
        };
        plan.contains("ready to execute")
            || self.is_executed_next()
            || self.evidence.activities().any(|(raw, _)| is_planned(raw))
    }
}
