//! What each part of the file says about one phase, and the order in which they are believed.

use super::{
    clause::{About, Clause, clauses, is_ready},
    contested::{is_body_of_earlier, is_of_earlier},
    evidence::{Evidence, Origin, without_date},
    kind::{StatusKind, canonical},
    label::Topic,
    name,
    next::Next,
    number::is_later,
    partial::of_plan,
    phase::Phase,
    status::{Status, Subject},
    stop::Stop,
    why::Why,
};

/// The frontmatter's status.
pub(super) const FRONT: Origin = Origin::Field("status");

/// The body's status.
pub(super) const BODY: Origin = Origin::Label(Topic::Status);

/// The body's phase line.
pub(super) const LINE: Origin = Origin::Label(Topic::Phase);

/// The body's next step.
pub(super) const NEXT: Origin = Origin::Label(Topic::Next);

/// The counts of the frontmatter.
pub(super) const COUNTS: Origin = Origin::Field("progress.completed_phases");

/// The body's plan.
pub(super) const PLAN: Origin = Origin::Label(Topic::Plan);

/// Words that say that the plans of a phase are made.
pub(super) const PLANNED: &[&str] = &["planning", "planned", "plans"];

/// What the frontmatter says of a later phase than the body's.
#[derive(Debug)]
pub(super) enum Fresh {
    /// Nothing.
    No,
    /// Its status is about that phase.
    Status,
    /// The last session ended there.
    Stop(Stop),
}

/// A statement that wins, where it is, and why it wins.
pub(super) type Verdict = (Status, Origin, Why);

/// What is said about a phase, or about the work if there is no phase.
#[derive(Debug)]
pub(super) struct Statements<'e, 'a> {
    pub(super) evidence: &'e Evidence<'a>,
    pub(super) phase: Option<&'e Phase>,
    pub(super) number: Option<&'e str>,
    /// Where the phase is named.
    line_from: Origin,
    /// What the phase line says after the name.
    pub(super) line: Option<Status>,
    /// The body's status.
    pub(super) body: Option<Status>,
    /// The frontmatter's status.
    pub(super) front: Option<Status>,
    /// What the frontmatter says, if the body is about an earlier phase.
    fresh: Fresh,
}

impl<'e, 'a> Statements<'e, 'a> {
    /// Reads what is said about a phase.
    pub(super) fn of(
        evidence: &'e Evidence<'a>,
        phase: Option<&'e Phase>,
        phase_from: Origin,
        fresh: Fresh,
    ) -> Self {
        let is_said_there =
            phase_from == NEXT || evidence.stopped().is_some_and(|(_, from)| from == phase_from);
        let line_from = if is_said_there { phase_from } else { LINE };
        let number = phase.map(|phase| phase.number.as_str());
        let line = phase.and_then(|phase| phase.status.as_deref()).and_then(|raw| Status::of(raw, number));
        // `| 12 — Search | 0/2 | Planned |`: a status without a phase is about the milestone.
        let row = || evidence.status_in_table(number?).filter(Status::waits);
        let line = line.or_else(|| row().filter(|_| phase_from == Origin::Table));
        // A phase that was shipped is not a milestone.
        let line = line.map(|line| {
            if line.subject == Subject::Whole { line } else { Status { kind: of_a_phase(line.kind), ..line } }
        });
        let body_raw = evidence.label(Topic::Status);
        let body = body_raw.and_then(|raw| Status::of(raw, number));
        let is_old = |body: &Status| match body.kind {
            StatusKind::Over => is_of_earlier(body, evidence) || is_body_of_earlier(evidence),
            StatusKind::Done => number.is_none() && is_body_of_earlier(evidence),
            _ => false,
        };
        let body = body.filter(|body| !is_old(body));
        let body = body.or_else(|| Status::coming(body_raw?, number?));
        let body = body.map(|body| of_plan(evidence, number, &body).unwrap_or(body));
        let front_raw = evidence.front.status.as_deref();
        // GSD derives the frontmatter's status from the body's: it is about another phase if that is.
        let is_derived =
            body_raw.zip(front_raw).is_some_and(|(body, front)| canonical(body) == canonical(front));
        let is_echo = is_derived && body.is_none() && evidence.front.active_phase.is_none();
        // Work that is blocked is shown, whichever phase it is.
        let front = front_raw.and_then(|raw| Status::of(raw, number)).filter(|it| !is_echo || is_alert(it));
        // `phase_in_progress` says nothing without a phase.
        let front = front.filter(|it| number.is_some() || it.words != "phase in progress");
        // `completed` is about the phase of the body, if a field names the next one.
        let own = evidence.line_phase().map(|line| line.number);
        let is_next = phase_from == Origin::Field("current_phase")
            && own.zip(number).is_some_and(|(line, number)| is_later(number, &line));
        let is_old = |it: &Status| it.kind == StatusKind::Done && it.subject == Subject::Unsaid;
        let front = front.filter(|it| !(is_next && is_old(it)));
        Self { evidence, phase, number, line_from, line, body, front, fresh }
    }

    /// Returns the statement that wins.
    ///
    /// A milestone is not complete at phase 2 of 3, or if a next phase is named: the phase is.
    pub(super) fn verdict(&self) -> Verdict {
        let first = self.first_verdict();
        if let Some(closed) = self.by_end_of_work(first.2) {
            return closed;
        }
        let (mut status, from, why) = self.further(&first).unwrap_or(first);
        let is_between = |line: &str| line.to_lowercase().contains("between milestones");
        if status.waits() && self.evidence.label(Topic::Phase).is_some_and(is_between) {
            return (Status::fixed("between milestones", StatusKind::Over), LINE, Why::Whole);
        }
        // GSD writes `Ready to execute` before each plan.
        let is_between_plans = status.waits() && status.step() == Some("execute ");
        if let Some(plan) = self.by_record().or_else(|| self.by_plan_line()).filter(|_| is_between_plans) {
            return plan;
        }
        // `Status: All plans complete` and `Plan: Not started` contradict each other.
        let is_done = self.body.as_ref().is_some_and(|body| body.words == "all plans complete");
        if why == Why::NotBegun && is_done {
            return (Status::default(), PLAN, Why::Contested);
        }
        // `active` is the project, where the table says that the phase waits, and so is `in progress` if nothing else is
        // said of the phase.
        let is_project = status.words == "active" && from == FRONT
            || status.words == "in progress" && matches!(from, FRONT | BODY) && self.is_unmentioned();
        let row = || self.evidence.status_in_table(self.number?).filter(Status::waits);
        if let Some(row) = row().filter(|_| is_project) {
            return (row, Origin::Table, Why::NotBegun);
        }
        // The project was initialized, and its phases go on.
        let row = || self.evidence.status_in_table(self.number?).filter(|row| !row.waits());
        if let Some(row) = row().filter(|_| status.words == "initialized") {
            return (row, Origin::Table, Why::Further);
        }
        if let Some(other) = self.by_open_plan(&status).or_else(|| self.by_next_phase(&status, from)) {
            return other;
        }
        // `Status: Complete` of a section about a plan, while the frontmatter and the counts say that work is left.
        let is_unsaid = status.kind == StatusKind::Done && status.subject == Subject::Unsaid && from == BODY;
        if let Some(front) = self.front.as_ref().filter(|_| is_unsaid && self.is_counted_open()) {
            return (front.clone(), FRONT, Why::OpenPlan);
        }
        if let Some(row) = self.open_row().filter(|_| is_unsaid) {
            return (row, Origin::Table, Why::OpenPlan);
        }
        if let Some(plan) = self.plan_that_is_done().filter(|_| is_unsaid) {
            return (plan, PLAN, Why::OpenPlan);
        }
        if let Some(row) = self.waiting_row().filter(|_| status.kind == StatusKind::Over) {
            return (row, Origin::Table, Why::OpenPlan);
        }
        let is_left = |phase: &Phase| phase.is_before_the_last() || self.evidence.next_phase(phase).is_some();
        let is_early = self.phase.is_some_and(is_left) && !self.evidence.front.progress.is_all_done();
        let is_said_twice = self.says_over_twice();
        // GSD may never write more than the counts of a milestone, but what is next is written on purpose.
        let is_next = self.phase.is_some_and(|phase| self.evidence.next_phase(phase).is_some());
        let is_status = from == BODY || from == FRONT && is_next;
        if is_early && is_status && !is_said_twice && status.words == "milestone complete" {
            status = Status::fixed("complete", StatusKind::Done);
        }
        // What was added to the roadmap after that is not in the counts.
        if status.kind == StatusKind::Over && self.phase.is_some_and(|it| self.evidence.is_added_after(it)) {
            status = Status::fixed("complete", StatusKind::Done);
        }
        // The file may name the next phase elsewhere.
        let is_phase = !matches!(status.subject, Subject::Plan | Subject::Whole);
        if status.kind == StatusKind::Done && is_phase && status.next.is_none() {
            let evidence = self.evidence;
            let next = |phase| evidence.next_phase(phase).or_else(|| evidence.next_in_focus(phase));
            let next = |phase| next(phase).or_else(|| evidence.next_at_stop(phase));
            let next = |phase| next(phase).or_else(|| evidence.next_added(phase));
            status.next = self.phase.and_then(next);
        }
        self.over(&status).or_else(|| self.next_step(&status)).unwrap_or((status, from, why))
    }

    /// Returns whether neither the phase line, nor a plan, nor a record, nor the last session speaks of the phase.
    fn is_unmentioned(&self) -> bool {
        let evidence = self.evidence;
        let is_recorded = self.number.is_some_and(|number| evidence.recorded(number).is_some());
        self.line.is_none()
            && evidence.label(Topic::Plan).is_none()
            && evidence.stopped().is_none()
            && !is_recorded
    }

    /// Returns the statement that wins, as it is written.
    fn first_verdict(&self) -> Verdict {
        self.by_note_of_history()
            .or_else(|| self.by_alert())
            .or_else(|| self.by_command())
            .or_else(|| self.by_fresh())
            .or_else(|| self.by_whole_front())
            .or_else(|| self.by_line())
            .or_else(|| self.by_plan())
            .or_else(|| self.by_whole())
            .or_else(|| Some((self.body.clone().filter(is_known)?, BODY, Why::Body)))
            .or_else(|| Some((self.front.clone().filter(is_known)?, FRONT, Why::Front)))
            .or_else(|| self.by_what_is_left().filter(|(status, ..)| is_known(status)))
            // Words of an unclear meaning say less than any other.
            .or_else(|| Some((self.body.clone()?, BODY, Why::Body)))
            .or_else(|| Some((self.front.clone()?, FRONT, Why::Front)))
            .or_else(|| self.by_what_is_left())
            .unwrap_or_default()
    }

    /// Returns the statement that the user has to act on.
    fn by_alert(&self) -> Option<Verdict> {
        // A pause is recorded next to the status that it interrupted.
        let paused_at = self.evidence.front.paused_at.as_deref();
        // `paused_at: None — Phase 08 complete`.
        let is_none = paused_at.is_some_and(|at| name::strip_ignoring_case(at, "none").is_some());
        if paused_at.is_some() && !is_none {
            let paused = Status::fixed("paused", StatusKind::Paused);
            return Some((paused, Origin::Field("paused_at"), Why::Alert));
        }
        // `Phase 9 verification paused` is about another phase, and GSD takes only the word from it.
        let is_foreign =
            |clause: &Clause| clause.kind == StatusKind::Paused && clause.is_foreign(self.number);
        let is_elsewhere =
            || self.evidence.label(Topic::Status).is_some_and(|raw| clauses(raw).iter().any(is_foreign));
        let is_past = |status: &Status| {
            status.kind == StatusKind::Paused && (is_none || status.words == "paused" && is_elsewhere())
        };
        let alert = |status: &Option<Status>| status.clone().filter(|it| is_alert(it) && !is_past(it));
        let front = alert(&self.front).map(|status| (status, FRONT, Why::Alert));
        front
            .or_else(|| Some((alert(&self.body)?, BODY, Why::Alert)))
            .or_else(|| Some((self.block_at_stop()?, Origin::Field("stopped_at"), Why::Alert)))
    }

    /// Returns what a command wrote that is working on the phase.
    fn by_command(&self) -> Option<Verdict> {
        let is_done = self.line.as_ref().is_some_and(|line| line.kind == StatusKind::Done);
        let front = self.front.as_ref().filter(|front| front.kind == StatusKind::Working && !is_done)?;
        self.evidence.front.active_phase.is_some().then(|| (front.clone(), FRONT, Why::Command))
    }

    /// Returns what the frontmatter says of a phase that is later than the body's.
    fn by_fresh(&self) -> Option<Verdict> {
        let stop = match &self.fresh {
            Fresh::No => return None,
            Fresh::Status => return Some((self.front.clone()?, FRONT, Why::NamesThisPhase)),
            Fresh::Stop(stop) => stop,
        };
        let progress = &self.evidence.front.progress;
        // A plan that was completed and is not in the total is one of a phase that was added.
        let is_left = progress.is_open() || progress.has_impossible_plans() || stop.is_preparation();
        let over = self.said().find(|(status, _)| status.kind == StatusKind::Over && !is_left);
        let why = if stop.from == Origin::Record { Why::Recorded } else { Why::Stopped };
        over.map(|(status, from)| (status, from, why))
            .or_else(|| Some((stop.status(self.evidence)?, stop.from, why)))
    }

    /// Returns what the phase line says, or what a more exact statement adds to it.
    fn by_line(&self) -> Option<Verdict> {
        let line = self.line.clone()?;
        let why = if matches!(self.line_from, LINE | NEXT) { Why::PhaseLine } else { Why::Left };
        let own = |line| Some((line, self.line_from, why));
        match line.kind {
            StatusKind::Silent | StatusKind::Other => None,
            StatusKind::Waiting => {
                let said = self.said().find(|(status, _)| status.waits()).filter(|_| !is_ready(&line.words));
                match said {
                    Some((status, from)) => Some((status, from, Why::NotBegunWaits)),
                    None => own(line),
                }
            }
            StatusKind::Done => Some(self.by_done(line)),
            // `v1.2 Search shipped` says more than `all complete`.
            StatusKind::Over if self.is_over_by_version() => {
                Some((self.body.clone()?, BODY, Why::PastPhaseLine))
            }
            StatusKind::Working if self.is_over_twice() => {
                Some((self.body.clone()?, BODY, Why::PastPhaseLine))
            }
            StatusKind::Working if self.is_planned_again() => Some((self.body.clone()?, BODY, Why::Body)),
            // `Plan: Not started` and `Status: Ready to execute` both say that it has not begun, and one of them is old.
            StatusKind::Working if self.is_contested() => Some(self.by_counts_of_contested()),
            StatusKind::Working | StatusKind::Over | StatusKind::Paused | StatusKind::Blocked => own(line),
        }
    }

    /// Returns what a phase line says that the phase is done, with the next step.
    pub(super) fn by_done(&self, mut line: Status) -> Verdict {
        let progress = &self.evidence.front.progress;
        let is_before_the_last = self.phase.is_some_and(Phase::is_before_the_last);
        let is_last = |over: &Status| {
            let is_named =
                over.words.contains("milestone") && progress.percent.is_some_and(|percent| percent >= 100);
            !is_before_the_last && (!progress.is_open() || is_named)
        };
        if let Some(over) = self.body.as_ref().filter(|body| body.kind == StatusKind::Over && is_last(body)) {
            return (over.clone(), BODY, Why::PastPhaseLine);
        }
        let fits = |next: &Next| line.subject == Subject::Plan || !next.is_plan();
        line.next = line
            .next
            .or_else(|| self.next_activity())
            .or_else(|| self.body.as_ref().and_then(Status::afterwards).filter(fits))
            .or_else(|| Status::next(self.evidence.label(Topic::Status)?, self.number).filter(fits))
            .or_else(|| self.evidence.next_phase(self.phase?));
        (line, LINE, Why::PhaseLine)
    }

    /// Returns the later phase that the last activity is about, if the status says what to do with it.
    ///
    /// GSD leaves the line of the phase that is done while it plans the next one.
    fn next_activity(&self) -> Option<Next> {
        let step = self.said().find_map(|(status, _)| status.step())?;
        let own = self.number?;
        let later = |raw: &str| {
            clauses(without_date(raw)).into_iter().find_map(|clause| match clause.about {
                About::Phase(number) => is_later(&number, own).then_some(number),
                _ => None,
            })
        };
        let number = self.evidence.activities().find_map(|(raw, _)| later(raw))?;
        Some(Next::Phase { step, number })
    }

    /// Returns the statuses of body and frontmatter, the better one first.
    pub(super) fn said(&self) -> impl Iterator<Item = (Status, Origin)> {
        let body = self.body.clone().map(|body| (body, BODY));
        body.into_iter().chain(self.front.clone().map(|front| (front, FRONT)))
    }

    /// Returns the better status of body and frontmatter.
    pub(super) fn first_said(&self) -> Option<(Status, Origin)> {
        self.said().next()
    }
}

/// Returns whether the words say clearly what happens.
fn is_known(status: &Status) -> bool {
    let is_clear = status.kind == StatusKind::Over || status.says_what_happens();
    is_clear && !matches!(status.kind, StatusKind::Other | StatusKind::Silent)
}

/// Returns whether the user has to act.
const fn is_alert(status: &Status) -> bool {
    matches!(status.kind, StatusKind::Paused | StatusKind::Blocked)
}

/// Returns a kind for a single phase: what is over for a milestone is done for a phase.
const fn of_a_phase(kind: StatusKind) -> StatusKind {
    match kind {
        StatusKind::Over => StatusKind::Done,
        kind => kind,
    }
}
