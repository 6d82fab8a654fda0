//! Collects what a STATE.md says, and where it says it.

use std::{borrow::Cow, cell::OnceCell};

use super::{
    body::{Body, telling},
    clause::{About, Clause, clauses},
    item,
    kind::StatusKind,
    label::Topic,
    moment::{is_same_moment, moment},
    name,
    next::is_put_off,
    number::{BACKLOG, is_later, is_plan_number, is_same_number, whole},
    phase::Phase,
    plan::{is_not_begun, plan_number},
    read::{Front, split},
    session::{completed, named},
    status::Status,
    version,
};

/// Everything that the smart line uses of a file.
#[derive(Debug)]
pub(super) struct Evidence<'a> {
    /// The frontmatter.
    pub(super) front: Front<'a>,
    /// The labels of the body.
    pub(super) body: Body<'a>,
    /// The whole file.
    pub(super) content: &'a str,
    /// Whether the last activity began a milestone: every percentage is compared with that.
    has_just_begun: OnceCell<bool>,
    /// Where the file says where the last session ended: many rules ask for it.
    stopped_from: OnceCell<Option<Origin>>,
}

/// Where something is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Origin {
    /// Nowhere.
    #[default]
    Nowhere,
    /// A field of the frontmatter.
    Field(&'static str),
    /// A label of the body.
    Label(Topic),
    /// A heading of the body.
    Heading,
    /// A table of the body.
    Table,
    /// The phases that the body says each milestone has.
    Extent,
    /// A row that GSD wrote when a plan was done.
    Record,
}

impl<'a> Evidence<'a> {
    /// Reads everything in `content`; nothing in it is an error.
    pub(super) fn read(content: &'a str) -> Self {
        let content = content.strip_prefix('\u{FEFF}').unwrap_or(content);
        let (block, body) = split(content).unwrap_or(("", content));
        let (front, body) = (Front::read(block), Body::read(body));
        let mut evidence =
            Self { front, body, content, has_just_begun: OnceCell::new(), stopped_from: OnceCell::new() };
        if evidence.is_position_passed() {
            let plan = match &evidence.front.current_plan {
                Some(Cow::Borrowed(plan)) => Some(name::strip_ignoring_case(plan, "plan ").unwrap_or(plan)),
                _ => None,
            };
            evidence.body.replace(Topic::Plan, plan);
            evidence.body.replace(Topic::Status, None);
        }
        evidence
    }

    /// Returns whether the frontmatter's current phase is later than the body's, whose plan and status say nothing of it.
    fn is_position_passed(&self) -> bool {
        let current = self.front.current_phase.as_deref().and_then(Phase::set);
        let Some((current, line)) = current.zip(self.line_phase()) else { return false };
        let is_current = |clause: &Clause| matches!(&clause.about, About::Phase(it) if is_same_number(it, &current.number));
        let names = |raw: &str| clauses(raw).iter().any(is_current);
        is_later(&current.number, &line.number) && !self.label(Topic::Status).is_some_and(names)
    }

    /// Returns the value of a label, unless it is a placeholder.
    pub(super) fn label(&self, topic: Topic) -> Option<&'a str> {
        self.body.value(topic).and_then(telling)
    }

    /// Returns the phase of the body's phase line, with the name and total that have their own labels.
    pub(super) fn line_phase(&self) -> Option<Phase> {
        let found = self.body.get(Topic::Phase)?;
        let mut phase = if found.label == item::LABEL {
            item::phase(found.value)?
        } else {
            item::unit(found).or_else(|| Phase::of(found.value))?
        };
        if let Some(focus) = self.before_backlog(&phase) {
            return Some(focus);
        }
        if let Some(name) = self.label(Topic::PhaseName).filter(|_| phase.name.is_none()) {
            phase.call(name);
        }
        if phase.total.is_none() {
            let digits = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            phase.total = self.label(Topic::TotalPhases).filter(digits).map(str::to_owned);
        }
        Some(phase)
    }

    /// Returns whether what should be the phase is prose about work that goes on: `Gap closure in progress. Phases 1-7 are done.`
    pub(super) fn is_phase_prose(&self) -> bool {
        let first = self.label(Topic::Phase).and_then(|raw| clauses(raw).into_iter().next());
        self.line_phase().is_none() && first.is_some_and(|first| first.kind == StatusKind::Working)
    }

    /// Returns the phase that was done last, if GSD moved on to the backlog, which it numbers from 999.
    ///
    /// It leaves the focus on the last phase before the backlog.
    pub(super) fn before_backlog(&self, phase: &Phase) -> Option<Phase> {
        let status = phase.status.as_deref().and_then(|raw| Status::of(raw, Some(&phase.number)));
        let is_active = status.as_ref().is_some_and(|status| status.kind.is_active());
        let has_plan = || self.label(Topic::Plan).is_some_and(|plan| !is_not_begun(plan));
        let is_begun = is_active || phase.name.is_some() && has_plan();
        let is_backlog = whole(&phase.number).is_some_and(|whole| whole >= BACKLOG) && !is_begun;
        let focus =
            self.focus_phase().filter(|focus| is_backlog && is_later(&phase.number, &focus.number))?;
        Some(Phase { status: Some("complete".to_owned()), ..focus })
    }

    /// Returns the last phase, if all are done and GSD moved on to one that does not exist: `Phase: 5` and `Plan: Not
    /// started` after four of four, with the focus on phase 4.
    pub(super) fn before_end(&self, phase: &Phase) -> Option<Phase> {
        let total = self.front.progress.total_phases.filter(|_| self.front.progress.is_all_done())?;
        let is_beyond = whole(&phase.number) == Some(total.saturating_add(1)) && phase.name.is_none();
        let waits = self.label(Topic::Plan).is_some_and(is_not_begun);
        self.focus_phase().filter(|focus| is_beyond && waits && whole(&focus.number) == Some(total))
    }

    /// Returns whether work may have gone back to a phase: plans are open, or the last activity is about it.
    pub(super) fn is_resumed(&self, phase: &Phase) -> bool {
        self.front.progress.has_open_plans() || self.was_active_last(phase)
    }

    /// Returns whether the last activity is about a phase.
    pub(super) fn was_active_last(&self, phase: &Phase) -> bool {
        let names = |raw: &str| {
            let is_it =
                |about: &About| matches!(about, About::Phase(it) if is_same_number(it, &phase.number));
            clauses(raw).iter().any(|clause| is_it(&clause.about))
        };
        self.activities().any(|(raw, _)| names(raw))
    }

    /// Returns whether the last activity began a milestone, of which nothing is done.
    pub(super) fn has_just_begun(&self) -> bool {
        *self.has_just_begun.get_or_init(|| self.begins_milestone())
    }

    fn begins_milestone(&self) -> bool {
        let begins = |clause: &Clause| {
            clause.has(&["roadmap"]) && clause.has(&["created", "defined", "written", "approved"])
                || clause.has(&["milestone"]) && clause.has(&["started", "initialized", "created"])
        };
        let stopped = self.front.stopped_at.as_deref().into_iter();
        let status = self.label(Topic::Status).into_iter();
        let said = self.activities().map(|(raw, _)| raw).chain(stopped).chain(status);
        // `Roadmap created, ready to plan Phase 3` is old at phase 4.
        let line = self.line_phase().map(|line| line.number);
        let is_old = |clause: &Clause| match &clause.about {
            About::Phase(number) => line.as_deref().is_some_and(|line| is_later(line, number)),
            _ => false,
        };
        // The frontmatter may keep the first activity: `Phase 3 complete` is after it.
        let is_phase = |clause: &Clause| {
            clause.kind == StatusKind::Done && matches!(clause.about, About::Phase(_) | About::ThisPhase)
        };
        let is_start = |said: &[Clause]| said.iter().any(begins) && !said.iter().any(is_old);
        let is_past = |raw: &str| clauses(without_date(raw)).first().is_some_and(is_phase);
        // Most files say nothing of a start, and clauses take time.
        let is_word = |raw: &&str| {
            let lower = raw.to_lowercase();
            lower.contains("roadmap") || lower.contains("milestone")
        };
        said.map(without_date).filter(is_word).any(|raw| is_start(&clauses(raw)))
            && !self.label(Topic::Activity).is_some_and(is_past)
    }

    /// Returns where the last session ended, and where that is said.
    ///
    /// A quick task is not part of a phase. The body keeps where the session before it ended.
    pub(super) fn stopped(&self) -> Option<(&str, Origin)> {
        let from = (*self.stopped_from.get_or_init(|| self.find_stop().map(|(_, from)| from)))?;
        let raw = match from {
            Origin::Label(topic) => self.label(topic),
            _ => self.front.stopped_at.as_deref(),
        };
        Some((raw?, from))
    }

    /// Finds where the last session ended, which takes time.
    fn find_stop(&self) -> Option<(&str, Origin)> {
        let is_quick = |raw: &&str| raw.to_lowercase().contains("quick task");
        let front = self.front.stopped_at.as_deref().map(|raw| (raw, Origin::Field("stopped_at")));
        let body = self.label(Topic::Stopped).map(|raw| (raw, Origin::Label(Topic::Stopped)));
        // `Completed 03-05-PLAN.md` is its writing, if the next session begins with it.
        let resumed = self.label(Topic::Resume).and_then(plan_number);
        let is_written = |raw: &str| {
            let pair = completed(raw).zip(resumed);
            pair.is_some_and(|((phase, plan), (own, next))| {
                is_same_number(&phase, own) && next.parse() == Ok(plan)
            })
        };
        let says = |raw: &str| named(raw).is_some() || Status::over(raw).is_some();
        let is_newer = body.is_some_and(|(raw, _)| says(raw)) && self.is_session_after_change();
        let (first, second) = if is_newer { (body, front) } else { (front, body) };
        // `Session: Plan 01-06 complete — people list`.
        let session = self.label(Topic::Session).filter(|raw| named(raw).is_some());
        let session = session.map(|raw| (raw, Origin::Label(Topic::Session)));
        let said = first.into_iter().chain(second).chain(session);
        said.into_iter().find(|(raw, _)| !is_quick(raw) && !is_written(raw))
    }

    /// Returns whether the last session ended after the last change of the frontmatter, so that it wrote only the body.
    pub(super) fn is_session_after_change(&self) -> bool {
        let time = |text: &str| moment(text).map(|moment| moment.begins);
        let pair =
            self.label(Topic::Session).and_then(time).zip(self.front.last_updated.as_deref().and_then(time));
        pair.is_some_and(|(session, changed)| session > changed)
    }

    /// Returns the phase whose plans were made last: `Planned Phase: 5 (Search) — 3 plans`.
    pub(super) fn planned_phase(&self) -> Option<Phase> {
        Phase::of(self.label(Topic::Planned)?)
    }

    /// Returns the phase whose plans the last change of the file recorded.
    pub(super) fn planned_last(&self) -> Option<Phase> {
        let (_, time) = self.label(Topic::Planned)?.rsplit_once(" — ")?;
        let phase = self.planned_phase().filter(|_| self.is_last_change(time))?;
        Some(Phase { status: Some("ready to execute".to_owned()), ..phase })
    }

    /// Returns whether the last change of the file recorded where a session ended.
    ///
    /// One command writes both times, so nothing was written after it.
    pub(super) fn is_session_last(&self) -> bool {
        self.label(Topic::Session).is_some_and(|time| self.is_last_change(time))
    }

    /// Returns whether a time in the file is that of its last change.
    pub(super) fn is_last_change(&self, time: &str) -> bool {
        self.front.last_updated.as_deref().is_some_and(|change| is_same_moment(change, time))
    }

    /// Returns the activities that the file records.
    pub(super) fn activities(&self) -> impl Iterator<Item = (&str, Origin)> {
        let front = self.front.last_activity.as_deref().map(|raw| (raw, Origin::Field("last_activity")));
        let body = self.label(Topic::Activity).map(|raw| (raw, Origin::Label(Topic::Activity)));
        front.into_iter().chain(body)
    }

    /// Returns the phase that the body's focus is about: `Phase 5 — Search`, `v1.2 Reports — Phase 5: Search`.
    pub(super) fn focus_phase(&self) -> Option<Phase> {
        let focus = self.label(Topic::Focus)?.trim_start_matches(['*', '_', ' ']);
        if let Some(rest) = name::strip_ignoring_case(focus, "phase ") {
            return Phase::of(focus).filter(|_| !is_put_off(rest));
        }
        let (_, rest) = version::opening(focus)?;
        let (before, _) = rest.split_once("Phase ")?;
        let phase = rest.get(before.len()..)?;
        let before = before.trim_end();
        if before.ends_with('(') {
            return Phase::of(phase.split(')').next()?);
        }
        let is_start = before.is_empty() || before.ends_with(['—', '–', '-', ',', ':', '.', ';']);
        is_start.then(|| Phase::of(phase))?.filter(|_| !is_put_off(phase))
    }

    /// Returns whether the body says that a milestone begins, of which there is no phase yet.
    pub(super) fn is_new_milestone(&self) -> bool {
        let says =
            |topic| self.label(topic).is_some_and(|raw| raw.to_lowercase().contains("defining requirements"));
        says(Topic::Phase) || says(Topic::Status)
    }
}

/// Returns an activity without the date at its start, but with the number of a plan: `2026-03-08: 04-02 complete`.
pub(super) fn without_date(raw: &str) -> &str {
    let is_mark = |one: char| !one.is_alphanumeric();
    let mut rest = raw.trim_start_matches(is_mark);
    while let Some((word, after)) = rest.split_once(' ') {
        if word.contains(char::is_alphabetic) || is_plan_number(word.trim_end_matches(is_mark)) {
            break;
        }
        rest = after.trim_start_matches(is_mark);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_removed_and_a_plan_is_kept() {
        for (raw, wanted) in [
            ("2026-03-08 -- Completed 06-03", "Completed 06-03"),
            ("2026-03-08 07:20 — 04-02 (Fares) complete", "04-02 (Fares) complete"),
            ("09-05-PLAN.md — paused", "09-05-PLAN.md — paused"),
            ("2026-03-08", "2026-03-08"),
        ] {
            assert_eq!(without_date(raw), wanted, "{raw}");
        }
    }
}
