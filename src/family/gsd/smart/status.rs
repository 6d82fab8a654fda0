//! What a sentence says about a phase, in a few words.

use super::{
    choose::chosen,
    clause::{About, Clause, clauses, is_ready},
    kind::{self, StatusKind},
    next::{Next, next, step},
    number::{is_number, is_same_number},
};

/// What a sentence says.
#[derive(Clone, Debug, Default)]
pub(super) struct Status {
    /// A few words, in lower case if they were in capitals or a title.
    pub(super) words: String,
    /// Their meaning.
    pub(super) kind: StatusKind,
    /// What comes after that: `→ Phase 4`, `, ready to plan`.
    pub(super) next: Option<Next>,
    /// What they are about.
    pub(super) subject: Subject,
}

/// What a status is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Subject {
    /// It does not say.
    #[default]
    Unsaid,
    /// This phase, without its number.
    ThisPhase,
    /// This phase, by its number.
    NamedPhase,
    /// A plan, a wave or a task of the phase.
    Plan,
    /// The milestone, or everything.
    Whole,
}

impl Subject {
    /// Returns what a clause is about, seen from the phase of this number.
    fn of(clause: &Clause, number: Option<&str>) -> Self {
        match clause.about {
            About::Phase(_) if clause.is_ours(number) => Self::NamedPhase,
            About::ThisPhase => Self::ThisPhase,
            About::Plan => Self::Plan,
            About::Milestone => Self::Whole,
            About::Phase(_) | About::Unsaid => Self::Unsaid,
        }
    }

    /// Returns whether it is this phase.
    pub(super) const fn is_ours(self) -> bool {
        matches!(self, Self::ThisPhase | Self::NamedPhase)
    }
}

impl Status {
    /// Returns what a sentence says about the phase of this number, or about the work in general.
    ///
    /// Returns `None` if it says nothing, or speaks only of other phases.
    pub(super) fn of(raw: &str, number: Option<&str>) -> Option<Self> {
        let clauses = clauses(raw);
        let chosen = chosen(&clauses, number)?;
        let clause = clauses.get(chosen)?;
        // The name of a file alone says nothing.
        if clause.kind == StatusKind::Other && clause.words.rsplit('.').next() == Some("md") {
            return None;
        }
        let others = || clauses.iter().enumerate().filter(|(at, _)| *at != chosen).map(|(_, clause)| clause);
        // `Roadmap approved — ready to plan Phase 3` is about phase 3 altogether.
        let is_loose =
            clause.kind == StatusKind::Waiting && clause.about == About::Unsaid && !clause.is_ready();
        if is_loose && others().any(|other| other.is_foreign(number) && other.is_ready()) {
            return None;
        }
        let about = Self { subject: Subject::of(clause, number), ..Self::default() };
        let is_vague = clause.kind == StatusKind::Working && clause.about == About::Unsaid;
        if clause.kind == StatusKind::Done || is_vague {
            let is_verification =
                |other: &&Clause| !other.is_foreign(number) && kind::is_verification(&other.words);
            // Some verification may be done while other is awaited.
            let mut verifications = others().filter(is_verification);
            // `In progress — awaiting admin consent`.
            let is_waiting = |other: &&Clause| is_vague && other.about == About::Unsaid && other.is_stopped();
            let awaited =
                verifications.find(|other| other.is_awaited()).or_else(|| others().find(is_waiting));
            if let Some(other) = awaited {
                let words = other.words.clone();
                return Some(Self { words, kind: StatusKind::Waiting, ..about });
            }
        }
        // `VERIFIED: GAPS_FOUND`.
        let gap = others().find(|other| !other.is_foreign(number) && other.is_gap());
        if let Some(gap) = gap.filter(|_| clause.kind == StatusKind::Done) {
            return Some(Self { words: gap.words.clone(), kind: StatusKind::Working, ..about });
        }
        let next = if clause.kind == StatusKind::Done {
            others().find_map(|other| next(other, number))
        } else {
            None
        };
        Some(Self { words: without_end(&clause.words), kind: clause.kind, next, ..about })
    }

    /// Returns that the milestone is done, if a clause says so: `Phase 8 complete, milestone v1.1 complete`.
    pub(super) fn over(raw: &str) -> Option<Self> {
        let is_whole = |clause: &Clause| {
            clause.has(&["milestone", "phases"])
                || clause.words.starts_with("all milestones ")
                || clause.words.split(' ').any(kind::is_version)
        };
        // `v3.0 audit gaps closed` is a part of it, and so is `v1.1 milestone code complete`.
        let is_part =
            |clause: &Clause| clause.has(&["closed"]) && !clause.has(&["milestone"]) || clause.has(&["code"]);
        let is_over =
            |clause: &Clause| clause.kind == StatusKind::Over && is_whole(clause) && !is_part(clause);
        let clause = clauses(raw).into_iter().find(is_over)?;
        Some(Self { words: clause.words, kind: StatusKind::Over, next: None, subject: Subject::Whole })
    }

    /// Returns that a phase is ready, if a sentence about the one before ends with it: `Phase 2 closed. Next: plan Phase 3`.
    pub(super) fn coming(raw: &str, number: &str) -> Option<Self> {
        let is_named = |about: &About| matches!(about, About::Phase(it) if is_same_number(it, number));
        let clauses = clauses(raw);
        let clause = clauses.iter().find(|clause| clause.follows_arrow && is_named(&clause.about))?;
        let words = format!("ready to {}", step(&clause.words)?.trim_end());
        Some(Self::fixed(&words, StatusKind::Waiting))
    }

    /// Returns the next step that a sentence names, for a phase that is done.
    pub(super) fn next(raw: &str, number: Option<&str>) -> Option<Next> {
        clauses(raw).iter().find_map(|clause| next(clause, number))
    }

    /// Returns a status of one word.
    pub(super) fn fixed(words: &str, kind: StatusKind) -> Self {
        Self { words: words.to_owned(), kind, subject: Subject::ThisPhase, ..Self::default() }
    }

    /// Returns that a person has to check the work.
    pub(super) fn human_check() -> Self {
        Self::fixed("awaiting human verification", StatusKind::Waiting)
    }

    /// Returns whether the words say what a phase waits for that has not begun.
    pub(super) fn waits(&self) -> bool {
        self.kind == StatusKind::Waiting && !self.is_verification()
    }

    /// Returns what to do with another phase, if the words say that it is ready: `plan `.
    pub(super) fn step(&self) -> Option<&'static str> {
        step(&self.words).filter(|_| self.kind == StatusKind::Waiting && is_ready(&self.words))
    }

    /// Returns what the words add to a phase that is done.
    pub(super) fn afterwards(&self) -> Option<Next> {
        let first = self.words.split(' ').next().unwrap_or_default();
        let waits = matches!(first, "ready" | "awaiting" | "waiting" | "pending" | "needs");
        if waits && self.kind == StatusKind::Waiting { Next::words(&self.words) } else { self.next.clone() }
    }

    /// Returns whether the words begin or end with one that says what happens: `UAT & E2E` may be a name.
    pub(super) fn says_what_happens(&self) -> bool {
        let says = |word: Option<&str>| word.is_some_and(kind::decides);
        let is_alert = matches!(self.kind, StatusKind::Paused | StatusKind::Blocked);
        let is_gap = self.kind == StatusKind::Working
            && (self.words.starts_with("gaps ") || self.words.starts_with("gap "));
        // `phase 2 complete with remarks`.
        let after_phase = self.words.strip_prefix("phase ").unwrap_or(&self.words);
        let mut words =
            after_phase.split(' ').skip_while(|word| is_number(word) && after_phase != self.words);
        is_alert || is_gap || says(words.next()) || says(self.words.rsplit(' ').next())
    }

    /// Returns whether the words say that the work on a phase is done, and only its verification is left.
    pub(super) fn is_after_work(&self) -> bool {
        matches!(self.words.as_str(), "ready for verification" | "verifying" | "verification")
    }

    /// Returns whether the words are about verification, which follows the work on a phase.
    pub(super) fn is_verification(&self) -> bool {
        kind::is_verification(&self.words)
    }

    /// Returns whether words are about verification, or about what a person has to do.
    pub(super) fn words_verify(words: &str) -> bool {
        let is_person =
            |word: &str| matches!(word, "human" | "user" | "UAT" | "manual" | "hardware" | "approval");
        kind::is_verification(words) || words.split([' ', '-']).any(is_person)
    }
}

/// Removes words that something has to follow: `ready for 04-02 or`, `all complete through`.
fn without_end(words: &str) -> String {
    let is_open = |last: &str| matches!(last, "or" | "and" | "through" | "with" | "for" | "of" | "by");
    let mut words = words;
    while let Some((before, _)) = words.rsplit_once(' ').filter(|(_, last)| is_open(last)) {
        words = before;
    }
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_becomes_a_few_plain_words() {
        for (raw, words, kind) in [
            ("executing", "executing", StatusKind::Working),
            ("in_progress", "in progress", StatusKind::Working),
            ("in-progress", "in progress", StatusKind::Working),
            ("In Progress — wave 2 of 3, 4 plans left", "in progress", StatusKind::Working),
            ("🟡 IN PROGRESS - Task 1.5.1 Complete", "in progress", StatusKind::Working),
            ("Ready to plan", "ready to plan", StatusKind::Waiting),
            ("ready_to_plan", "ready to plan", StatusKind::Waiting),
            ("defining_requirements", "defining requirements", StatusKind::Working),
            ("roadmapped", "roadmapped", StatusKind::Waiting),
            ("planned", "planned", StatusKind::Waiting),
            ("active", "active", StatusKind::Working),
            ("phase_3_active", "phase 3 active", StatusKind::Working),
            ("Not started", "not started", StatusKind::Waiting),
            ("Planning complete", "planning complete", StatusKind::Waiting),
            ("Planning complete, ready to execute", "ready to execute", StatusKind::Waiting),
            ("Roadmap created; awaiting phase planning", "awaiting phase planning", StatusKind::Waiting),
            ("Phase complete — ready for verification", "ready for verification", StatusKind::Waiting),
            ("Phase 07 Complete", "phase 07 complete", StatusKind::Done),
            ("Plan 06-01 complete. Debug bridge next", "plan 06-01 complete", StatusKind::Done),
            ("All plans complete", "all plans complete", StatusKind::Done),
            ("All 5 phases, 12 plans complete.", "12 plans complete", StatusKind::Done),
            ("05 + 06 done", "05 + 06 done", StatusKind::Done),
            ("Complete + merged 2026-02-03", "complete", StatusKind::Done),
            ("Partially complete", "partially complete", StatusKind::Working),
            ("completed", "completed", StatusKind::Done),
            ("Complete ✅", "complete", StatusKind::Done),
            ("milestone_complete", "milestone complete", StatusKind::Over),
            ("✅ **MILESTONE COMPLETE**", "milestone complete", StatusKind::Over),
            ("v1.2 MILESTONE SHIPPED", "v1.2 milestone shipped", StatusKind::Over),
            ("v1.2 complete", "v1.2 complete", StatusKind::Over),
            ("Awaiting next milestone", "awaiting next milestone", StatusKind::Over),
            (
                "Milestone v1.2 archived, ready for next milestone",
                "milestone v1.2 archived",
                StatusKind::Over,
            ),
            ("archived", "archived", StatusKind::Over),
            ("Phase 6 shipped", "phase 6 shipped", StatusKind::Done),
            ("STOPPED", "stopped", StatusKind::Paused),
            ("On hold: budget", "on hold", StatusKind::Paused),
            ("BLOCKED on review", "BLOCKED on review", StatusKind::Blocked),
            ("Blocked", "blocked", StatusKind::Blocked),
            ("unblocked", "unblocked", StatusKind::Other),
            ("v8.0 planned after v7.4 completed", "v8.0 planned after v7.4 completed", StatusKind::Waiting),
            ("almost done", "almost done", StatusKind::Working),
            ("Ready for UAT", "ready for UAT", StatusKind::Waiting),
            ("unknown", "", StatusKind::Silent),
            ("—", "", StatusKind::Silent),
            ("Phase 5 voltooid — goedgekeurd", "phase 5 voltooid", StatusKind::Other),
        ] {
            let status = Status::of(raw, None).unwrap_or_default();
            assert_eq!((status.words.as_str(), status.kind), (words, kind), "{raw}");
        }
    }

    #[test]
    fn a_sentence_is_read_for_one_phase() {
        for (raw, wanted) in [
            ("Executing Phase 04", Some("executing")),
            ("Executing Phase 5", None),
            ("Phase 4 complete", Some("complete")),
            ("Phase complete", Some("complete")),
            ("Ready to plan phase 4", Some("ready to plan")),
            ("Ready for phase 4", Some("ready")),
            ("Phase 3 complete, ready for Phase 4 planning", Some("ready for planning")),
            ("Phase 3 complete — ready to plan", Some("ready to plan")),
            ("Phase 3 complete — all tests passing", None),
            ("Phase 3 complete — all 4 plans done", None),
            ("Ready for Phase 4 or more tests", Some("ready for phase 4 or more tests")),
            ("Phase 3 complete — stack upgraded to Node 22, Next 15", None),
            ("Roadmap approved — ready to plan Phase 3", None),
            ("Ready to plan — roadmap created, Phase 4 is next", Some("ready to plan")),
            ("Ready to plan (Phase 3 shipped — PR #2, awaiting CI + merge)", Some("ready to plan")),
            ("Wave 01 (Backend Slugs) complete", Some("wave 01 complete")),
            ("Plans 01, 02, 03 complete", Some("plans 01, 02, 03 complete")),
            ("Executing Phase null", Some("executing")),
            ("active / phase 4 complete; phase 5 planning-ready", Some("complete")),
            ("Plan 04-03 complete — Phase 4 fully done", Some("fully done")),
            ("v1.1 milestone complete, v1.2 ready to plan", Some("v1.2 ready to plan")),
            ("Awaiting review before Phase 5", Some("awaiting review before phase 5")),
            ("executing", Some("executing")),
            ("Ready to execute — Phase 4 all 3 plans complete", Some("all 3 plans complete")),
            ("Ready for verification — Phase 4 complete", Some("ready for verification")),
        ] {
            let words = Status::of(raw, Some("4")).map(|status| status.without_number("4"));
            assert_eq!(words.as_deref(), wanted, "{raw}");
        }
    }

    #[test]
    fn a_phase_that_is_done_names_the_next_step() {
        let phase = |step: &'static str, number: &str| Some(Next::Phase { step, number: number.to_owned() });
        let words = |words: &str| Some(Next::Words(words.to_owned()));
        for (raw, next) in [
            ("Phase 4 complete, ready for Phase 5", phase("", "5")),
            ("Phase 4 verified, ready to plan Phase 5", phase("plan ", "5")),
            ("Phase 4 complete → Phase 5", phase("", "5")),
            ("Phase 4 complete. Next: Phase 5 (Export)", phase("", "5")),
            ("Phase complete — ready to ship", words("ready to ship")),
            ("Phase 4 complete (UAT pending)", words("UAT pending")),
            ("Phase 4 complete — all 3 plans done", None),
            ("Phase 4 in progress, Phase 5 next", None),
        ] {
            assert_eq!(Status::of(raw, Some("4")).and_then(|status| status.next), next, "{raw}");
        }
    }
}
