//! What the file says comes after a phase.

use super::{
    clause::{About, Clause, clauses},
    evidence::Evidence,
    label::{NEXT_TO_EXECUTE, NEXT_TO_PLAN, Topic},
    name,
    next::{Next, PUT_OFF, command_step, step},
    number::{is_later, is_same_number, whole},
    phase::Phase,
    plan::plan,
    session::named,
    status::Status,
};

impl Evidence<'_> {
    /// Returns the next phase that a label names, if it is later than this one.
    pub(super) fn next_phase(&self, phase: &Phase) -> Option<Next> {
        let later = |step: &'static str, number: String| {
            is_later(&number, &phase.number).then_some(Next::Phase { step, number })
        };
        let focus = self.focus_phase().filter(|focus| !focus.is_done() && !self.is_old_focus(focus, phase));
        focus
            .and_then(|focus| later("", focus.number))
            .or_else(|| {
                // `Resume file: Phase 5 planning required`.
                let mut labels =
                    [Topic::Next, Topic::Resume].into_iter().filter_map(|topic| self.label(topic));
                labels.find_map(|raw| {
                    let mut clauses = clauses(raw).into_iter().peekable();
                    // `Execute 02-02-PLAN.md, then Phase 4`: phase 4 is not next.
                    let first = clauses.peek().and_then(|first| plan(&first.words));
                    if first.is_some_and(|(own, _)| is_later(&phase.number, &own)) {
                        return None;
                    }
                    clauses.find_map(|clause| match clause.about {
                        // `continue phase 1, or resume phase 7`.
                        About::Phase(_) if clause.words.starts_with("or ") || clause.has(PUT_OFF) => None,
                        About::Phase(number) => later(step(&clause.words).unwrap_or_default(), number),
                        _ => None,
                    })
                })
            })
            .or_else(|| later("", self.next_label()?.number))
    }

    /// Returns whether a focus was left behind: it is not on the phase right after this one, and a plan of it is recorded.
    fn is_old_focus(&self, focus: &Phase, phase: &Phase) -> bool {
        let Some((focus, own)) = whole(&focus.number).zip(whole(&phase.number)) else { return false };
        focus > own.saturating_add(1) && self.content.contains(&format!("{focus:02}-01"))
    }

    /// Returns the phase that a label says is next, with what it is ready for: `Next phase to plan: 5 — Search`.
    pub(super) fn next_label(&self) -> Option<Phase> {
        let found = self.body.get(Topic::Next)?;
        let named = Phase::of(found.value).filter(|named| !self.is_ticked(&named.number))?;
        let status = match found.label {
            NEXT_TO_PLAN => "ready to plan",
            NEXT_TO_EXECUTE => "ready to execute",
            "next phase" => "next",
            "next" if name::strip_ignoring_case(found.value, "phase ").is_some() => "next",
            _ => return None,
        };
        Some(Phase { status: Some(status.to_owned()), ..named })
    }

    /// Returns whether an item says that a phase is done: `- Phase 11 (modules): ✅`.
    fn is_ticked(&self, number: &str) -> bool {
        let is_own = |line: &&str| {
            let own = line.strip_prefix("- Phase ").and_then(super::number::number);
            own.is_some_and(|(own, _)| is_same_number(own, number))
        };
        self.content.lines().find(is_own).is_some_and(|line| line.contains('✅'))
    }

    /// Returns what the next step is, if it is about this phase: `plan `.
    pub(super) fn next_step(&self, phase: &Phase) -> Option<&'static str> {
        let raw = self.label(Topic::Next)?;
        let first = clauses(raw).into_iter().next()?;
        command_step(raw).or_else(|| step(&first.words)).filter(|_| first.is_ours(Some(&phase.number)))
    }

    /// Returns the phase that the focus names after this one: `Phase 3 complete — ready for Phase 4`.
    pub(super) fn next_in_focus(&self, phase: &Phase) -> Option<Next> {
        later_next(self.label(Topic::Focus)?, phase)
    }

    /// Returns whether the focus says that an earlier phase, which was put off, is next: `Ready for Phase 7`.
    pub(super) fn is_ready_for_earlier(&self, phase: &Phase) -> bool {
        let is_earlier = |clause: &Clause| match &clause.about {
            About::Phase(number) => clause.is_ready() && is_later(&phase.number, number),
            _ => false,
        };
        self.label(Topic::Focus).is_some_and(|focus| clauses(focus).iter().any(is_earlier))
    }

    /// Returns the phase that the last session named after this one: `Phase 3 complete, ready for Phase 4 planning`.
    pub(super) fn next_at_stop(&self, phase: &Phase) -> Option<Next> {
        let (raw, _) = self.stopped()?;
        let is_own = named(raw).is_some_and(|it| is_same_number(&it.number, &phase.number));
        later_next(raw, phase).filter(|_| is_own)
    }
}

/// Returns the later phase that a sentence names as the next one.
fn later_next(raw: &str, phase: &Phase) -> Option<Next> {
    let next = Status::next(raw, Some(&phase.number))?;
    matches!(&next, Next::Phase { number, .. } if is_later(number, &phase.number)).then_some(next)
}
