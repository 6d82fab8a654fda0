//! Decides which statement about the phase and its state wins.

use super::{
    body::Topic,
    clause::{About, clauses},
    evidence::{Evidence, Origin},
    kind::StatusKind,
    number::{is_later, is_same_number},
    phase::Phase,
    status::{Next, Status},
};

/// What the file says in the end.
#[derive(Debug)]
pub(super) struct Decision {
    /// The current phase.
    pub(super) phase: Option<Phase>,
    /// Where it is named.
    pub(super) phase_from: Origin,
    /// What is happening to it.
    pub(super) status: Status,
    /// Where that is said.
    pub(super) status_from: Origin,
    /// Why that statement wins.
    pub(super) why: Why,
    /// Whether the file names a later phase, or more phases than the current one.
    pub(super) is_more_left: bool,
    /// Whether a command says that it is working on the phase: `active_phase` is set.
    pub(super) is_set: bool,
}

/// Why a statement about the state wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The frontmatter says so, and must be acted on.
    Alert,
    /// The phase line itself says it.
    PhaseLine,
    /// The phase line says that work goes on, and the status that this phase is past that.
    PastPhaseLine,
    /// No plan of the phase has begun.
    NotBegun,
    /// No plan of the phase has begun, and the status says what it waits for.
    NotBegunWaits,
    /// No plan is open, so the phase that was not begun is the last one, and done.
    AllCounted,
    /// The body's status is about this phase, or about no phase.
    Body,
    /// The body has no status about this phase.
    Front,
    /// Nothing else says anything.
    Left,
    /// Nothing says anything.
    Nothing,
}

/// Decides on the phase and its state.
pub(super) fn decide(evidence: &Evidence<'_>) -> Decision {
    let (phase, phase_from) = phase(evidence);
    let (status, status_from, why) = status(evidence, phase.as_ref());
    let is_more_left = phase.as_ref().is_some_and(|phase| is_more_left(evidence, phase, &status));
    // When a milestone is done, the status is not about its last phase.
    let is_set = phase_from == Origin::Field("active_phase");
    let phase = phase.filter(|_| is_set || status.kind != StatusKind::Over);
    Decision { phase, phase_from, status, status_from, why, is_more_left, is_set }
}

/// Returns the current phase, with everything that is known about it, and where it is named.
fn phase(evidence: &Evidence<'_>) -> (Option<Phase>, Origin) {
    let front = &evidence.front;
    let active = front.active_phase.as_deref().and_then(Phase::set);
    let current = front.current_phase.as_deref().and_then(Phase::set).map(|mut phase| {
        phase.call(front.current_phase_name.as_deref().unwrap_or_default());
        phase
    });
    let line = evidence.line_phase();
    let focus = evidence.focus_phase();
    // A phase line that names no phase says that there is none.
    let has_line = evidence.body.get(Topic::Phase).is_some();
    let known = [
        (active, Origin::Field("active_phase")),
        (current, Origin::Field("current_phase")),
        (line, Origin::Label(Topic::Phase)),
    ];
    let fallback = focus.clone().filter(|_| !has_line);
    let named = || named_by_status(evidence).filter(|_| !has_line);
    let chosen = known.iter().find_map(|(phase, from)| Some((phase.clone()?, *from)));
    let chosen = chosen.or_else(|| fallback.map(|phase| (phase, Origin::Label(Topic::Focus))));
    let Some((mut phase, from)) = chosen.or_else(named) else { return (None, Origin::Nowhere) };
    known.iter().filter_map(|(other, _)| other.as_ref()).for_each(|other| phase.learn(other));
    if let Some(mut focus) = focus {
        focus.status = None;
        phase.learn(&focus);
    }
    (Some(phase), from)
}

/// Returns the phase that a status names: `Executing Phase 57`.
fn named_by_status(evidence: &Evidence<'_>) -> Option<(Phase, Origin)> {
    let named = |raw: &str| {
        clauses(raw).into_iter().find_map(|clause| match clause.about {
            About::Phase(number) if clause.kind != StatusKind::Other => Phase::of(&number),
            _ => None,
        })
    };
    let body =
        evidence.label(Topic::Status).and_then(named).map(|phase| (phase, Origin::Label(Topic::Status)));
    let front = || evidence.front.status.as_deref().and_then(named);
    body.or_else(|| front().map(|phase| (phase, Origin::Field("status"))))
}

/// Returns what is happening, where it is said, and why that wins.
fn status(evidence: &Evidence<'_>, phase: Option<&Phase>) -> (Status, Origin, Why) {
    let number = phase.map(|phase| phase.number.as_str());
    let front_raw = evidence.front.status.as_deref();
    let body_raw = evidence.label(Topic::Status);
    let body = body_raw.and_then(|raw| Status::of(raw, number));
    // The frontmatter repeats the body's words, so it is about another phase if they are.
    let is_echo = body.is_none()
        && body_raw.is_some_and(|raw| front_raw.is_some_and(|front| canonical(raw) == canonical(front)));
    let front = front_raw.and_then(|raw| Status::of(raw, number)).filter(|_| !is_echo);
    const FRONT: Origin = Origin::Field("status");
    const BODY: Origin = Origin::Label(Topic::Status);
    const LINE: Origin = Origin::Label(Topic::Phase);
    // A pause is recorded next to the status that it interrupted.
    if evidence.front.paused_at.is_some() {
        return (Status::fixed("paused", StatusKind::Paused), Origin::Field("paused_at"), Why::Alert);
    }
    let is_alert = |status: &Status| matches!(status.kind, StatusKind::Paused | StatusKind::Blocked);
    if let Some(alert) = front.as_ref().filter(|status| is_alert(status)) {
        return (Status::fixed(&alert.words, alert.kind), FRONT, Why::Alert);
    }
    if let Some(alert) = body.as_ref().filter(|status| is_alert(status)) {
        return (Status::fixed(&alert.words, alert.kind), BODY, Why::Alert);
    }
    let line = phase.and_then(|phase| phase.status.as_deref()).and_then(|raw| Status::of(raw, number));
    // A phase that was shipped is not a milestone.
    let line =
        line.map(|line| if line.is_whole { line } else { Status { kind: of_a_phase(line.kind), ..line } });
    let not_begun = evidence.label(Topic::Plan).filter(|plan| is_not_begun(plan)).filter(|_| phase.is_some());
    match line {
        Some(line) if line.kind == StatusKind::Working => {
            let is_past = |status: &Status| is_past_work(status, evidence);
            if let Some(body) = body {
                return if is_past(&body) {
                    (body, BODY, Why::PastPhaseLine)
                } else {
                    (line, LINE, Why::PhaseLine)
                };
            }
            return match front.filter(is_past) {
                Some(front) => (front, FRONT, Why::PastPhaseLine),
                None => (line, LINE, Why::PhaseLine),
            };
        }
        Some(mut line)
            if !matches!(line.kind, StatusKind::Other | StatusKind::Silent) && !is_not_begun(&line.words) =>
        {
            // The phase was the last one of a milestone that is over.
            if let Some(body) =
                body.as_ref().filter(|body| line.kind == StatusKind::Done && body.kind == StatusKind::Over)
                && !evidence.front.progress.is_open()
                && !phase.is_some_and(Phase::is_before_the_last)
            {
                return (body.clone(), BODY, Why::PastPhaseLine);
            }
            if line.kind == StatusKind::Done && line.next.is_none() {
                let named = || body_raw.and_then(|raw| Status::next(raw, number));
                line.next = body.and_then(after).or_else(named).or_else(|| next_phase(evidence, phase));
            }
            return (line, LINE, Why::PhaseLine);
        }
        Some(line) if is_not_begun(&line.words) => {
            return match body
                .filter(waits)
                .map(|body| (body, BODY))
                .or_else(|| front.filter(waits).map(|front| (front, FRONT)))
            {
                Some((status, from)) => (status, from, Why::NotBegunWaits),
                None => (line, LINE, Why::PhaseLine),
            };
        }
        _ => {}
    }
    if let Some(plan) = not_begun {
        return not_begun_status(evidence, number, plan, body, front);
    }
    if let Some(body) = body.filter(|status| status.kind != StatusKind::Silent) {
        return (body, BODY, Why::Body);
    }
    if let Some(front) = front.filter(|status| status.kind != StatusKind::Silent) {
        return (front, FRONT, Why::Front);
    }
    left(evidence, phase)
}

/// Returns the state of a phase whose plans have not begun.
fn not_begun_status(
    evidence: &Evidence<'_>,
    number: Option<&str>,
    plan: &str,
    body: Option<Status>,
    front: Option<Status>,
) -> (Status, Origin, Why) {
    const FRONT: Origin = Origin::Field("status");
    const BODY: Origin = Origin::Label(Topic::Status);
    const PLAN: Origin = Origin::Label(Topic::Plan);
    let said = body.map(|body| (body, BODY)).or_else(|| front.map(|front| (front, FRONT)));
    if let Some((status, from)) = said {
        if status.kind == StatusKind::Over {
            return (status, from, if from == BODY { Why::Body } else { Why::Front });
        }
        // GSD leaves `Ready to execute` of the phase before; its activity says which phase was planned.
        let is_stale = status.words == "ready to execute" && !is_planned(evidence, number, plan);
        if waits(&status) && !is_stale {
            return (status, from, Why::NotBegunWaits);
        }
    }
    if evidence.front.progress.is_all_done() && was_worked_on(evidence, number) {
        return (Status::fixed("complete", StatusKind::Done), PLAN, Why::AllCounted);
    }
    (Status::fixed("not started", StatusKind::Waiting), PLAN, Why::NotBegun)
}

/// Returns whether the file says that plans of this phase were done.
///
/// After the last phase GSD writes that no plan has begun, but leaves the rest of the file on that phase.
fn was_worked_on(evidence: &Evidence<'_>, number: Option<&str>) -> bool {
    let Some(number) = number else { return false };
    if evidence.focus_phase().is_some_and(|focus| is_same_number(&focus.number, number)) {
        return true;
    }
    let stops = [evidence.front.stopped_at.as_deref(), evidence.label(Topic::Stopped)];
    let names = |word: &str| word.split_once('-').is_some_and(|(phase, _)| is_same_number(phase, number));
    let is_done = |raw: &str| {
        raw.split_whitespace().take(4).any(names)
            || clauses(raw)
                .iter()
                .any(|clause| clause.is_ours(Some(number)) && clause.kind == StatusKind::Done)
    };
    stops.into_iter().flatten().any(is_done)
}

/// Returns what the file says where no status says anything.
fn left(evidence: &Evidence<'_>, phase: Option<&Phase>) -> (Status, Origin, Why) {
    let number = phase.map(|phase| phase.number.as_str());
    // `Phase: Milestone v1.2 complete` names no phase, but it is a status.
    let line = evidence.label(Topic::Phase).filter(|_| phase.is_none()).and_then(|raw| Status::of(raw, None));
    if let Some(line) = line {
        return (line, Origin::Label(Topic::Phase), Why::Left);
    }
    let plan =
        evidence.label(Topic::Plan).filter(|_| phase.is_some()).and_then(|raw| Status::of(raw, number));
    let says =
        |plan: &Status| plan.is_ours && plan.kind == StatusKind::Done || plan.kind == StatusKind::Waiting;
    if let Some(plan) = plan.filter(says) {
        return (plan, Origin::Label(Topic::Plan), Why::Left);
    }
    let activity = |raw: &str| {
        Status::of(without_date(raw), number)
            .filter(|status| status.is_ours && status.kind != StatusKind::Other)
    };
    let front = evidence.front.last_activity.as_deref().and_then(activity);
    if let Some(front) = front {
        return (front, Origin::Field("last_activity"), Why::Left);
    }
    match evidence.label(Topic::Activity).and_then(activity) {
        Some(status) => (status, Origin::Label(Topic::Activity), Why::Left),
        None => (Status::default(), Origin::Nowhere, Why::Nothing),
    }
}

/// Returns what a status adds to a phase line that says that the phase is done.
fn after(status: Status) -> Option<Next> {
    let first = status.words.split(' ').next().unwrap_or_default();
    let waits = matches!(first, "ready" | "awaiting" | "waiting" | "pending" | "needs");
    if waits && status.kind == StatusKind::Waiting { Next::words(&status.words) } else { status.next }
}

/// Returns whether a status says that a phase is past the work that its line speaks of.
fn is_past_work(status: &Status, evidence: &Evidence<'_>) -> bool {
    match status.kind {
        StatusKind::Done => status.is_ours,
        StatusKind::Over => !evidence.front.progress.is_open(),
        StatusKind::Paused | StatusKind::Blocked => true,
        StatusKind::Waiting | StatusKind::Working => status.is_verification(),
        StatusKind::Silent | StatusKind::Other => false,
    }
}

/// Returns whether a status says what a phase waits for that has not begun.
fn waits(status: &Status) -> bool {
    status.kind == StatusKind::Waiting && !status.is_verification()
}

/// Returns whether a value says that the work has not begun.
fn is_not_begun(value: &str) -> bool {
    let value = value.trim_start_matches(['*', '_', ' ']).to_lowercase();
    value.starts_with("not started") || value.starts_with("not yet started")
}

/// Returns whether the file says that the plans of a phase are made.
fn is_planned(evidence: &Evidence<'_>, number: Option<&str>, plan: &str) -> bool {
    let is_ready = |raw: &str| {
        clauses(raw).iter().any(|clause| {
            clause.is_ours(number)
                && clause.kind == StatusKind::Waiting
                && clause.has(&["planning", "planned", "plans"])
        })
    };
    let activities = [evidence.front.last_activity.as_deref(), evidence.label(Topic::Activity)];
    activities.into_iter().flatten().any(|raw| is_ready(without_date(raw)))
        || plan.contains("ready to execute")
}

/// Returns whether the file names a phase after this one, or a total that it has not reached.
fn is_more_left(evidence: &Evidence<'_>, phase: &Phase, status: &Status) -> bool {
    let next = match &status.next {
        Some(Next::Phase { number, .. }) => is_later(number, &phase.number),
        _ => false,
    };
    next || phase.is_before_the_last() || next_phase(evidence, Some(phase)).is_some()
}

/// Returns the next phase that a label names, if it is later than this one.
fn next_phase(evidence: &Evidence<'_>, phase: Option<&Phase>) -> Option<Next> {
    let phase = phase?;
    let later = |number: String| is_later(&number, &phase.number).then_some(Next::Phase { step: "", number });
    let focus = evidence.focus_phase().and_then(|focus| later(focus.number));
    focus.or_else(|| {
        let clauses = clauses(evidence.label(Topic::Next)?);
        clauses.into_iter().find_map(|clause| match clause.about {
            About::Phase(number) => later(number),
            _ => None,
        })
    })
}

/// Returns a kind for a single phase: what is over for a milestone is done for a phase.
const fn of_a_phase(kind: StatusKind) -> StatusKind {
    match kind {
        StatusKind::Over => StatusKind::Done,
        kind => kind,
    }
}

/// Returns an activity without the date at its start.
fn without_date(raw: &str) -> &str {
    raw.trim_start_matches(|first: char| !first.is_alphabetic())
}

/// The words of the documented table for a status; the first that is found wins.
const STATUSES: &[(&str, &[&str])] = &[
    ("paused", &["paused", "stopped"]),
    ("discussing", &["discussing"]),
    ("planning", &["planning", "ready to plan"]),
    ("executing", &["executing", "in progress", "ready to execute"]),
    ("verifying", &["verif"]),
    ("completed", &["complete", "done"]),
];

/// Returns the status by the documented table.
pub(super) fn canonical(written: &str) -> Option<&'static str> {
    let words = written.to_lowercase().replace(['_', '-'], " ");
    let fits = |(_, parts): &&(&str, &[&str])| parts.iter().any(|part| words.contains(part));
    STATUSES.iter().find(fits).map(|(word, _)| *word)
}
