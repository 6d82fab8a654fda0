//! How far a phase is. Work only moves forward, so of several statements about a phase the furthest is the newest.

use super::{
    clause::{About, Clause, clauses},
    evidence::{Origin, without_date},
    kind::{self, StatusKind},
    label::Topic,
    next::{Next, step},
    number::{fractions, is_number, is_same_number},
    plan::{plan, plan_number},
    session,
    statements::{PLAN, PLANNED, Statements, Verdict},
    status::{Status, Subject},
    why::Why,
};

/// Words that say that a phase was opened again: after them, an earlier statement may be further.
const REOPENED: &[&str] = &["gap", "gaps", "replanning", "reopened", "rework", "fixing", "revising"];

/// Words that may stand next to a phase that is done, in a clause that says nothing else.
const PLAIN: &[&str] = &[
    "phase",
    "plan",
    "plans",
    "all",
    "in",
    "of",
    "is",
    "are",
    "now",
    "fully",
    "execution",
    "implementation",
    "work",
    "and",
    "code",
    "status",
    "tasks",
    "waves",
    "successfully",
];

/// The most words of a clause to show.
const MOST_WORDS: usize = 8;

/// How far a phase is, the first step first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    NotStarted,
    ToPlan,
    Planning,
    ToExecute,
    /// Work goes on: some of its plans may be done.
    Executing,
    /// Its plans are done, and it waits for verification or for a person.
    Verifying,
    Complete,
}

impl Stage {
    /// Returns how far the phase of a status is, if the status says it.
    fn of(status: &Status) -> Option<Self> {
        let has = |list: &[&str]| status.words.split(' ').any(|word| list.contains(&word));
        Some(match status.kind {
            StatusKind::Done if status.subject == Subject::Plan => Self::Executing,
            StatusKind::Done if status.subject != Subject::Whole => Self::Complete,
            StatusKind::Working | StatusKind::Waiting if Status::words_verify(&status.words) => {
                Self::Verifying
            }
            StatusKind::Working if has(&["planning", "discussing", "researching", "defining"]) => {
                Self::Planning
            }
            StatusKind::Working => Self::Executing,
            StatusKind::Waiting if has(&["not", "no"]) => Self::NotStarted,
            StatusKind::Waiting if has(&["execute", "execution", "planned", "plans"]) => Self::ToExecute,
            // `planning complete`.
            StatusKind::Waiting if has(PLANNED) && status.words.split(' ').any(kind::is_done) => {
                Self::ToExecute
            }
            // `ready for next phase`.
            StatusKind::Waiting if has(&["next"]) && has(&["ready"]) => return None,
            StatusKind::Waiting if step(&status.words).is_some() || has(&["context", "research"]) => {
                Self::ToPlan
            }
            // `awaiting admin consent`.
            StatusKind::Waiting if has(&["awaiting", "waiting"]) => Self::Executing,
            StatusKind::Waiting => Self::NotStarted,
            _ => return None,
        })
    }
}

/// What a part of the file says about how far the phase is.
#[derive(Clone)]
pub(super) struct Claim {
    pub(super) stage: Stage,
    pub(super) status: Status,
    pub(super) from: Origin,
}

impl Statements<'_, '_> {
    /// Returns a statement that says that the phase is further than the one that was found first.
    ///
    /// What waits for verification is not complete, and a phase that was opened again stays as it is.
    pub(super) fn further(&self, (status, _, why): &Verdict) -> Option<Verdict> {
        let stage = Stage::of(status)?;
        let is_reopened = status.words.split(' ').any(|word| REOPENED.contains(&word));
        if is_reopened || *why == Why::Command || stage == Stage::Complete || self.phase.is_none() {
            return None;
        }
        let own = (stage, index(status).unwrap_or(u64::MAX));
        let is_over = |it: &Claim| {
            (stage < Stage::Verifying || self.is_closed(it))
                && !(it.stage == Stage::Complete && self.is_disputed(it.from))
        };
        let claims = self.claims().into_iter().filter(|it| (it.stage, index(&it.status).unwrap_or(0)) > own);
        let claims = claims.filter(is_over);
        // The first of those that are equal.
        let rank =
            |it: &Claim| (self.is_closed(it), it.stage == Stage::Verifying, it.stage, index(&it.status));
        let furthest = claims.reduce(|best, other| if rank(&other) > rank(&best) { other } else { best })?;
        let Claim { status, from, stage } = furthest;
        // `Plan: Not started` and `Status: Executing Phase 9` contradict each other, and no time decides.
        if *why == Why::NotBegun && stage == Stage::Executing && status.subject != Subject::Plan {
            return Some((Status::default(), PLAN, Why::Contested));
        }
        if status.kind == StatusKind::Done && status.subject != Subject::Plan {
            let (mut status, ..) = self.by_done(status);
            // What the phase was ready for is past, too, unless the plan says that the phase is done.
            let (ahead, words): (Option<Next>, Option<Next>) = match status.next.take() {
                Some(Next::Words(words)) => (None, Some(Next::Words(words)).filter(|_| from == PLAN)),
                next => (next, None),
            };
            status.next = ahead.or_else(|| self.evidence.next_phase(self.phase?)).or(words);
            return Some((status, from, Why::Further));
        }
        Some((status, from, Why::Further))
    }

    /// Returns whether the frontmatter says twice that a phase is done that waited for verification.
    fn is_closed(&self, claim: &Claim) -> bool {
        let is_done = self.front.as_ref().is_some_and(|front| front.kind == StatusKind::Done);
        is_done && claim.stage == Stage::Complete && claim.from == Origin::Field("stopped_at")
    }

    /// Collects what is said about how far this phase is, where it names the phase or one of its plans.
    fn claims(&self) -> Vec<Claim> {
        let evidence = self.evidence;
        let label = |topic| evidence.label(topic).map(|raw| (raw, Origin::Label(topic)));
        let front = evidence.front.status.as_deref().map(|raw| (raw, Origin::Field("status")));
        // `100% (Phase 3 complete)`.
        let progress = label(Topic::Progress).and_then(|(raw, from)| Some((raw.split_once('%')?.1, from)));
        let said = [front, label(Topic::Status)].into_iter().flatten();
        let noted = [label(Topic::Focus), progress, label(Topic::Next)].into_iter().flatten();
        let mut claims: Vec<Claim> = self.statuses().collect();
        claims.extend(said.filter_map(|(raw, from)| self.claim(raw, from, false)));
        claims.extend(
            evidence.stopped().and_then(|(raw, from)| self.claim(raw, from, self.is_stopped_in(raw))),
        );
        let noted = noted.chain(evidence.activities());
        claims.extend(noted.filter_map(|(raw, from)| self.claim(raw, from, false)));
        claims.extend(self.claim_of_planning());
        claims.extend(self.claim_of_resume());
        claims.extend(self.claim_of_check());
        claims.extend(self.claim_of_plan());
        claims.extend(self.claim_of_counts());
        claims.extend(self.claim_of_records());
        claims.extend(self.claim_of_row());
        claims.extend(self.claim_of_table());
        claims
    }

    /// Returns whether the last session ended inside a plan of this phase: `Paused at task 3 (human-verify) in 02-01-PLAN.md`.
    fn is_stopped_in(&self, raw: &str) -> bool {
        let inside = raw.rsplit_once(" in ").and_then(|(_, inside)| plan_number(inside.split(' ').next()?));
        inside.zip(self.number).is_some_and(|((phase, _), number)| is_same_number(phase, number))
    }

    /// Returns whether the phase line says that work on the phase has begun: then the status is about it.
    pub(super) fn is_begun(&self) -> bool {
        self.line.as_ref().and_then(Stage::of) == Some(Stage::Executing)
    }

    /// Returns the better status, if it is about this phase, or says that everything is done.
    fn statuses(&self) -> impl Iterator<Item = Claim> {
        let is_over = |status: &Status| {
            status.kind == StatusKind::Over && !self.evidence.front.progress.is_open() && !self.is_past_stop()
        };
        let said = self.said().take(1).filter(|_| self.is_begun());
        said.filter_map(move |(status, from)| {
            let stage = if is_over(&status) { Stage::Complete } else { Stage::of(&status)? };
            let is_about = is_over(&status) || status.subject.is_ours() || status.is_verification();
            is_about.then_some(Claim { stage, status, from })
        })
    }

    /// Returns the furthest that a sentence says of this phase, which it may have to name first.
    pub(super) fn claim(&self, raw: &str, from: Origin, mut is_own: bool) -> Option<Claim> {
        let number = self.number?;
        let mut best: Option<Claim> = None;
        // A plan line begins with a number.
        let raw = if is_own { raw } else { without_date(raw) };
        // The name of a phase may be of words that would say what happens: `Extensions & Verification`.
        let name = self.phase.and_then(|phase| phase.name.as_deref()).map(str::to_lowercase);
        let is_name = |clause: &Clause| name.as_deref() == Some(&clause.words.to_lowercase());
        for clause in clauses(raw).into_iter().filter(|clause| !is_name(clause)) {
            let named = plan(&clause.words);
            let is_plan = named.as_ref().is_some_and(|(phase, _)| is_same_number(phase, number));
            let is_phase = matches!(&clause.about, About::Phase(it) if is_same_number(it, number));
            // What follows a plan of another phase is about that one.
            let is_other = named.is_some() && !is_plan || clause.is_foreign(self.number);
            is_own = (is_own || is_plan || is_phase) && !is_other;
            if !is_own {
                continue;
            }
            let claim = stage_of(&clause, named.filter(|_| is_plan), is_phase, from);
            if let Some(claim) = claim.filter(|it| best.as_ref().is_none_or(|best| it.stage > best.stage)) {
                best = Some(claim);
            }
        }
        // `Phase 4 executed, UAT in progress`, `Phase 4 executed (3/3 plans complete), ready for verification`.
        if best.as_ref().is_some_and(|best| best.stage == Stage::Complete) {
            let is_check = |clause: &Clause| {
                let is_check = match clause.kind {
                    StatusKind::Working => Status::words_verify(&clause.words),
                    StatusKind::Waiting => clause.words == "ready for verification" || clause.is_stopped(),
                    _ => false,
                };
                is_check && !clause.is_foreign(self.number) && !is_name(clause)
            };
            if let Some(check) = clauses(raw).into_iter().find(is_check) {
                let status = Status::fixed(&check.words, check.kind);
                return Some(Claim { stage: Stage::Verifying, status, from });
            }
        }
        // A plan that was not finished is no plan that is done.
        let left = session::unfinished(raw).filter(|(phase, _)| is_same_number(phase, number));
        let is_plan = best.as_ref().is_some_and(|best| best.stage <= Stage::Executing);
        match left.filter(|_| is_plan) {
            Some((_, status)) => Some(Claim { stage: Stage::Executing, status, from }),
            None => best,
        }
    }
}

impl Claim {
    /// Says that the phase is complete.
    pub(super) fn complete(from: Origin) -> Self {
        Self { stage: Stage::Complete, status: Status::fixed("complete", StatusKind::Done), from }
    }
}

/// Returns how far a clause says that the phase is: it names the phase, or one of its plans, or follows one that does.
fn stage_of(clause: &Clause, plan: Option<(String, String)>, is_phase: bool, from: Origin) -> Option<Claim> {
    let is_awaited = clause.is_awaited() || clause.kind == StatusKind::Waiting && clause.has(&["awaiting"]);
    // `paused at checkpoint:human-verify`.
    let is_check = clause.words.contains("human-verify")
        && clause.kind != StatusKind::Done
        && !clause.has(&["approved", "passed"]);
    if is_check || is_awaited && Status::words_verify(&clause.words) {
        return Some(Claim { stage: Stage::Verifying, status: awaited(clause), from });
    }
    if let Some((phase, plan)) = plan {
        let words = format!("plan {phase}-{plan} complete");
        let status = Status { subject: Subject::Plan, ..Status::fixed(&words, StatusKind::Done) };
        return (clause.kind == StatusKind::Done).then_some(Claim { stage: Stage::Executing, status, from });
    }
    let is_ours = is_phase || clause.about == About::ThisPhase;
    let is_done = matches!(clause.kind, StatusKind::Done | StatusKind::Over);
    if !is_ours
        || is_done && !is_plain(clause, from == PLAN && is_phase)
        || clause.words.split(' ').count() > MOST_WORDS
    {
        return None;
    }
    // `Next: Phase 4 execution` has not begun.
    if clause.kind == StatusKind::Working && from == Origin::Label(Topic::Next) {
        return None;
    }
    // `Current focus: Phase 4 execution` may be what comes next.
    if from == Origin::Label(Topic::Focus) && clause.words.ends_with(" execution") {
        return None;
    }
    // `100% (20/20 phases) + Phase 21 planned` is not about its plans.
    if clause.kind == StatusKind::Waiting && from == Origin::Label(Topic::Progress) {
        return None;
    }
    // `advancing to phase 18`.
    if clause.kind == StatusKind::Working && !clause.has(&["executing", "execution", "progress"]) {
        return None;
    }
    let kind = if is_done { StatusKind::Done } else { clause.kind };
    let words = if is_done { done_word(clause) } else { clause.words.clone() };
    let status = Status { words, kind, subject: Subject::NamedPhase, next: None };
    Some(Claim { stage: Stage::of(&status)?, status, from })
}

/// Returns the number of the plan that a status says is done.
fn index(status: &Status) -> Option<u64> {
    let words = status.words.split(' ').skip_while(|word| *word != "plan").nth(1);
    words.filter(|_| status.subject == Subject::Plan)?.rsplit('-').next()?.parse().ok()
}

/// Returns what the phase waits for; GSD has its own word for a check by a person.
fn awaited(clause: &Clause) -> Status {
    if clause.words.contains("human-verify") {
        return Status::human_check();
    }
    // `checkpoint 01-02 awaiting approval`.
    let from = clause.words.find("awaiting").unwrap_or_default();
    Status::fixed(clause.words.get(from..).unwrap_or_default(), StatusKind::Waiting)
}

/// Returns whether a clause says nothing but that something is done.
fn is_plain(clause: &Clause, is_plan: bool) -> bool {
    let is_known = |word: &str| PLAIN.contains(&word) || is_number(word) || kind::is_done(word);
    // `plans verified` may be before the work, and `02/04 done` is a part.
    let is_all = clause.has(&["all"]) || is_plan && clause.has(&["plans"]);
    let mut shares = fractions(&clause.words);
    let is_part = clause.has(&["plan", "plans"]) && !is_all || shares.any(|(_, done, all, _)| done < all);
    // `phase 69 verified end-to-end on the server`.
    let mut words = clause.words.split(' ').skip(2);
    let is_first = |word: &str| matches!(word, "verified" | "complete" | "shipped");
    let is_told = clause.words.starts_with("phase ")
        && words.next().is_some_and(is_first)
        && words.next().is_some_and(|word| matches!(word, "end-to-end" | "on" | "with" | "by"));
    !is_part && (is_told || clause.words.split(' ').all(|word| is_known(&word.to_lowercase())))
}

/// Returns the word of a clause that says that something is done, if it says more than that.
fn done_word(clause: &Clause) -> String {
    let telling = ["shipped", "verified", "merged"];
    let word = clause.words.split(' ').find(|word| telling.contains(word));
    word.unwrap_or("complete").to_owned()
}
