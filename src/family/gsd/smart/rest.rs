//! What is said where neither the phase line nor the plan says anything: about the milestone, or elsewhere.

use super::{
    clause::{About, Clause, clauses},
    contested::{is_of_earlier, is_of_fewer},
    evidence::{Origin, without_date},
    kind::{self, StatusKind},
    label::Topic,
    number::is_same_number,
    session::completed,
    statements::{FRONT, LINE, NEXT, PLAN, Statements, Verdict},
    status::{Status, Subject},
    why::Why,
};

impl Statements<'_, '_> {
    /// Returns that the milestone is done, if the frontmatter says that and the body only that something is done.
    pub(super) fn by_whole(&self) -> Option<Verdict> {
        if self.phase.is_some() {
            return None;
        }
        if self.evidence.is_new_milestone()
            && self.body.as_ref().is_some_and(|body| body.kind == StatusKind::Over)
        {
            return Some((Status::fixed("defining requirements", StatusKind::Working), LINE, Why::PhaseLine));
        }
        if let Some(closed) = self.by_closed_line() {
            return Some(closed);
        }
        let Some(body) = &self.body else { return self.by_focus().or_else(|| self.by_end()) };
        let front = self.front.clone().filter(|front| front.kind == StatusKind::Over)?;
        (body.kind == StatusKind::Done && body.subject == Subject::Unsaid).then_some((
            front,
            FRONT,
            Why::Whole,
        ))
    }

    /// Returns that the milestone is done, if the phase line says that, and the status only what the next one waits for:
    /// `Phase: v1.0 complete. Next milestone not yet started`, `Status: Ready to plan`.
    fn by_closed_line(&self) -> Option<Verdict> {
        let line = self.evidence.label(Topic::Phase)?;
        // `Phase: Next milestone not yet started`, and the last activity closed the one before.
        let closed = || {
            let is_next = line.to_lowercase().starts_with("next milestone");
            let said = self.evidence.stopped().into_iter().chain(self.evidence.activities());
            let mut said = said.filter(|_| is_next).map(|(raw, _)| without_date(raw));
            said.find_map(Status::over)
        };
        let over = Status::over(line).or_else(closed)?;
        let waits = |it: &Status| it.waits() && it.subject == Subject::Unsaid || it.words == "planning";
        let is_next = self.said().next().is_some_and(|(status, _)| waits(&status));
        let is_own = !is_of_earlier(&over, self.evidence) && !self.evidence.is_new_milestone();
        (is_next && is_own).then_some((over, LINE, Why::PhaseLine))
    }

    /// Returns that the next milestone is planned, if the focus says that and the frontmatter only that something is planned.
    fn by_focus(&self) -> Option<Verdict> {
        self.front.as_ref().filter(|front| front.words == "planning")?;
        let focus = Status::of(self.evidence.label(Topic::Focus)?, None)?;
        (focus.kind == StatusKind::Over).then_some((focus, Origin::Label(Topic::Focus), Why::Whole))
    }

    /// Returns that the milestone is done, if the last session says that and the frontmatter only that something is done.
    fn by_end(&self) -> Option<Verdict> {
        self.front.as_ref().filter(|it| it.kind == StatusKind::Done && it.subject == Subject::Unsaid)?;
        let said = self.evidence.stopped().into_iter().chain(self.evidence.activities());
        let over = |raw| Status::over(without_date(raw));
        said.into_iter().find_map(|(raw, from)| Some((over(raw)?, from, Why::Whole)))
    }

    /// Returns that there is no milestone, if the focus says it: `Baseline captured. No active milestone.`
    fn by_focus_on_nothing(&self) -> Option<Verdict> {
        const NONE: &str = "no active milestone";
        self.evidence.label(Topic::Focus).filter(|focus| focus.to_lowercase().contains(NONE))?;
        Some((Status::fixed(NONE, StatusKind::Over), Origin::Label(Topic::Focus), Why::Left))
    }

    /// Returns what the focus says that is done, if nothing else says anything: `Polish & Resources (COMPLETED)`.
    fn by_done_focus(&self) -> Option<Verdict> {
        const MOST_WORDS: usize = 6;
        let focus = self.evidence.label(Topic::Focus)?;
        let (name, state) = focus.strip_suffix(')')?.split_once(" (")?;
        let is_short = name.split(' ').count() <= MOST_WORDS;
        let is_done = kind::is_done(&state.to_lowercase());
        let words = format!("{name} {}", state.to_lowercase());
        let done = Status { subject: Subject::Whole, ..Status::fixed(&words, StatusKind::Done) };
        (is_short && is_done).then_some((done, Origin::Label(Topic::Focus), Why::Left))
    }

    /// Returns what the file says where no status says anything.
    pub(super) fn by_what_is_left(&self) -> Option<Verdict> {
        // `Phase: Milestone v1.2 complete` names no phase, but it is a status.
        let Some(number) = self.number else {
            let said = |topic| Status::of(self.evidence.label(topic)?, None);
            // `Current phase: none active`.
            let is_none = |line: &Status| line.words.starts_with("none ");
            // `**Active**: None yet`.
            let is_label = |raw: &str| {
                let value = raw.split_once(':').map(|(_, value)| value.trim_start().to_lowercase());
                value.is_some_and(|value| value.starts_with("none"))
            };
            let line = said(Topic::Phase).filter(|line| !is_none(line) && !is_of_fewer(line, self.evidence));
            let line = line.filter(|_| !self.evidence.label(Topic::Phase).is_some_and(is_label));
            let line = line.map(|line| (line, LINE, Why::Left));
            // The focus may be anything, but `Milestone complete` is a status.
            let over = |topic| {
                let status = said(topic).filter(|status| status.kind == StatusKind::Over)?;
                Some((status, Origin::Label(topic), Why::Left))
            };
            return line
                .or_else(|| over(Topic::Focus))
                .or_else(|| over(Topic::Milestone))
                .or_else(|| self.by_done_focus())
                .or_else(|| self.by_focus_on_nothing());
        };
        let says = |plan: &Status| {
            plan.subject.is_ours() && plan.kind == StatusKind::Done
                // `Plan: 4 (next)`: it is the plan that comes next.
                || plan.kind == StatusKind::Waiting && plan.words != "next"
        };
        let plan = self.evidence.label(Topic::Plan).and_then(|raw| Status::of(raw, self.number)).filter(says);
        if let Some(plan) = plan {
            return Some((plan, PLAN, Why::Left));
        }
        if self.evidence.label(Topic::Plan).is_some_and(|plan| plan.starts_with("0 of ")) {
            return Some((Status::fixed("not started", StatusKind::Waiting), PLAN, Why::NotBegun));
        }
        let stopped = self.evidence.stopped();
        let plan =
            stopped.and_then(|(raw, _)| completed(raw)).filter(|(phase, _)| is_same_number(phase, number));
        if let Some((phase, plan)) = plan {
            let words = format!("plan {phase}-{plan:02} complete");
            let done = Status { subject: Subject::Plan, ..Status::fixed(&words, StatusKind::Done) };
            return Some((done, stopped?.1, Why::Left));
        }
        let said = self.evidence.activities().chain(stopped).find_map(|(raw, from)| {
            let status = Status::of(without_date(raw), self.number)?;
            let is_telling = status.subject.is_ours() && status.kind != StatusKind::Other;
            is_telling.then_some((status, from, Why::Left))
        });
        // A table that was never updated says that no phase has begun.
        let is_begun = self.evidence.front.progress.completed_plans.is_some_and(|done| done > 0);
        let is_old = |row: &Status| is_begun && row.kind == StatusKind::Waiting;
        let row = || {
            let row = self.evidence.status_in_table(number).filter(|row| !is_old(row))?;
            Some((row, Origin::Table, Why::Left))
        };
        let next = || {
            // Phase 1 was planned before any plan was completed.
            let is_old = |step: &&str| is_begun && *step == "plan " && is_same_number(number, "1");
            let step = self.evidence.next_step(self.phase?).filter(|step| !is_old(step))?;
            let words = format!("ready to {}", step.trim_end());
            Some((Status::fixed(&words, StatusKind::Waiting), NEXT, Why::Left))
        };
        // Work that was planned before it began.
        let is_past = |it: &Verdict| it.0.kind == StatusKind::Waiting;
        let begun = || row().filter(|(row, ..)| row.kind == StatusKind::Working);
        let said = match said {
            Some(said) if is_past(&said) => begun().or(Some(said)),
            said => said,
        };
        said.or_else(row).or_else(next)
    }

    /// Returns that the file is history, if a note above its sections says so: `> **SUPERSEDED — kept as history.**`.
    pub(super) fn by_note_of_history(&self) -> Option<Verdict> {
        let is_note = |line: &str| {
            let note = line.strip_prefix('>')?.trim_start_matches(['*', '_', ' ']);
            Some(note.starts_with("SUPERSEDED"))
        };
        let is_history = self.evidence.lines_above_sections().filter_map(is_note).any(|is_note| is_note);
        is_history.then(|| (Status::fixed("superseded", StatusKind::Over), Origin::Heading, Why::History))
    }

    /// Returns that the last session ended at a block: in capitals, because prose may mention an earlier block.
    pub(super) fn block_at_stop(&self) -> Option<Status> {
        let raw = self.evidence.front.stopped_at.as_deref()?;
        let is_shouted = raw.split(|one: char| !one.is_alphanumeric()).any(|word| word == "BLOCKED");
        let says = |words: &str| {
            let at = ["blocked at", "blocked on", "blocked by"].iter().any(|start| words.starts_with(start));
            at || is_shouted && (words.contains("BLOCKED") || words.starts_with("blocked"))
        };
        // `Phase 2 blocked — waiting for credentials`.
        let is_own = |clause: &Clause| {
            matches!(clause.about, About::Phase(_))
                && clause.is_ours(self.number)
                && clause.words.ends_with(" blocked")
        };
        let is_block =
            |clause: &Clause| clause.kind == StatusKind::Blocked && (says(&clause.words) || is_own(clause));
        let is_blocked = || clauses(raw).iter().any(is_block);
        is_blocked().then(|| Status::fixed("blocked", StatusKind::Blocked))
    }
}
