//! What `explain` says about the smart line: the evidence in the body, and why some of it wins.

use super::{
    Reading, age,
    body::{Body, Labelled, TOPICS, Topic},
    evidence::{Evidence, Origin},
    kind::StatusKind,
    progress,
    statements::Why,
};
use crate::family;

/// Returns what the line reads from the body.
pub(in super::super) fn body_fields(text: &str) -> Vec<family::Evidence> {
    let Evidence { body, .. } = Evidence::read(text);
    let found = TOPICS.iter().filter_map(|topic| body.get(*topic));
    let field = |one: Labelled<'_>| family::Evidence {
        name: label(one).into(),
        value: one.value.to_owned(),
        at: place(text, one.value),
    };
    found.map(field).collect()
}

/// Returns where phase, status and age come from, and why.
pub(in super::super) fn reasons(text: &str) -> Vec<family::Reason> {
    let reading = Reading::of(text);
    let decision = &reading.decision;
    let why_phase = match decision.phase_from {
        Origin::Field("active_phase") => "a command is working on it",
        Origin::Field("current_phase") => "no `active_phase` is set",
        Origin::Field("status") if decision.why == Why::NamesThisPhase => {
            "the phase line names an earlier one"
        }
        Origin::Field("stopped_at") => "the body's phase is earlier, and the counts are past it",
        Origin::Label(Topic::Phase) => "no field names a phase",
        _ => "neither a field nor a phase line names one",
    };
    let is_shown = decision.phase.is_some();
    let phase =
        is_shown.then(|| reason(text, &reading.evidence.body, "phase", decision.phase_from, why_phase));
    let is_said = decision.status.kind != StatusKind::Silent;
    let status = is_said
        .then(|| reason(text, &reading.evidence.body, "status", decision.status_from, decision.why.text()));
    let age = age::touched(&reading.evidence).map(|(_, from)| {
        reason(text, &reading.evidence.body, "age", from, "the latest time that the file names")
    });
    phase.into_iter().chain(status).chain(age).flatten().collect()
}

/// Explains where the bar's percentage comes from, or why there is no bar.
pub(in super::super) fn why_bar(text: &str, percent: Option<u8>) -> String {
    let reading = Reading::of(text);
    let share = progress::share(&reading.evidence, reading.decision.phase.as_ref());
    let Some(percent) = percent else {
        return match share.percent {
            None => "the file has neither a percentage nor counts of phases or plans".to_owned(),
            Some(share) => format!("{share}% would contradict the words next to it"),
        };
    };
    match share.from {
        _ if share.percent != Some(u64::from(percent)) => "the milestone is complete".to_owned(),
        Origin::Field("progress.percent") => "taken from `progress.percent`".to_owned(),
        Origin::Field("progress.completed_plans") => "computed from the counts of plans".to_owned(),
        Origin::Field(_) => "computed from the counts of phases".to_owned(),
        Origin::Label(_) => "taken from `Progress:` in the body".to_owned(),
        Origin::Nowhere => "the milestone is complete".to_owned(),
    }
}

impl Why {
    /// Returns the reason in words.
    const fn text(self) -> &'static str {
        match self {
            Self::Alert => "it asks for action, so nothing overrules it",
            Self::Command => "a command that works on this phase wrote it",
            Self::NamesThisPhase => "it names this phase, and the body is about an earlier one",
            Self::Stopped => "the last session ended at this phase, and the body is about an earlier one",
            Self::PhaseLine => "the phase line itself says it",
            Self::PastPhaseLine => {
                "the phase line speaks of earlier work, and this says that it is past that"
            }
            Self::NotBegun => {
                "no plan of this phase has begun, so a status of the phase before does not apply"
            }
            Self::NotBegunWaits => "the phase has not begun, and this says what it waits for",
            Self::AllCounted => "all phases and plans are completed, so this one has ended",
            Self::PlanEnded => {
                "the plan says that the phase is done, and the status is about what comes next"
            }
            Self::Whole => "the body does not say what is done, and this does",
            Self::Body => "the body says more than the frontmatter, which is derived from it",
            Self::Front => "no status in the body is about this phase",
            Self::Left => "no status says anything about this phase",
            Self::Nothing => "nothing says it",
        }
    }
}

/// Returns a reason with the place of its origin.
fn reason(
    text: &str,
    body: &Body<'_>,
    part: &'static str,
    from: Origin,
    why: &'static str,
) -> Option<family::Reason> {
    let (from, at) = match from {
        Origin::Nowhere => return None,
        Origin::Field(name) => (name.into(), None),
        Origin::Label(topic) => {
            let found = body.get(topic)?;
            (label(found).into(), place(text, found.value))
        }
    };
    Some(family::Reason { part, from, at, why })
}

/// Returns where a value of the body is in the text.
fn place(text: &str, value: &str) -> Option<usize> {
    value.as_ptr().addr().checked_sub(text.as_ptr().addr())
}

/// Returns a label as people read it: `Current phase: in the body`.
fn label(found: Labelled<'_>) -> String {
    let mut letters = found.label.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    format!("{}{}: in the body", first.into_iter().collect::<String>(), letters.as_str())
}
