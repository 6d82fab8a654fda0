//! What `explain` says about the smart line: the evidence in the body, and why some of it wins.

use std::borrow::Cow;

use super::{
    Reading, age,
    body::Body,
    evidence::{Evidence, Origin},
    kind::StatusKind,
    label::{Labelled, TOPICS, Topic},
    language::{in_english, original_place},
    milestone::milestone as milestone_of,
    scope,
    share::{self, Share},
    why::Why,
};
use crate::family;

/// A file as it is written, and as the line reads it.
struct Text<'a> {
    original: &'a str,
    english: Cow<'a, str>,
}

impl<'a> Text<'a> {
    fn of(original: &'a str) -> Self {
        Self { original, english: in_english(original) }
    }
}

/// Returns what the line reads from the body.
pub(in super::super) fn body_fields(text: &str) -> Vec<family::Evidence> {
    let text = &Text::of(text);
    let Evidence { body, .. } = Evidence::read(&text.english);
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
    let text = &Text::of(text);
    let reading = Reading::of(&text.english);
    let decision = &reading.decision;
    let why_phase = match decision.phase_from {
        Origin::Field("active_phase") => "a command is working on it",
        Origin::Field("current_phase") => "no `active_phase` is set",
        Origin::Field("status") if decision.why == Why::NamesThisPhase => {
            "the phase line names an earlier one"
        }
        Origin::Field("last_activity") | Origin::Label(Topic::Activity)
            if reading.evidence.line_phase().is_some() =>
        {
            "the phase of the phase line is counted as done, and this one was planned"
        }
        Origin::Field("stopped_at") | Origin::Label(Topic::Stopped) if decision.why == Why::Left => {
            "the last session left it in progress, and what is next comes after it"
        }
        Origin::Field("stopped_at") | Origin::Label(Topic::Stopped) => {
            "the last session ended at it, and is newer than the phase line"
        }
        Origin::Record => "the last plan that is recorded as done is one of it, and plans are open",
        Origin::Label(Topic::Phase) => "no field names a phase",
        Origin::Table if reading.evidence.focus_phase().is_some() => {
            "no phase line names one, and the table is past the phase of the focus"
        }
        Origin::Table => "no field, phase line or status names one, and it is the last that has begun",
        _ => "neither a field nor a phase line names one",
    };
    let why_milestone = match reading.evidence.front.milestone {
        _ if decision.milestone.from == Origin::Extent => {
            "the phase is one of its phases, and not of those of the later one"
        }
        Some(_) => "the frontmatter names an earlier one",
        None => "the frontmatter names none",
    };
    let milestone = &decision.milestone;
    let is_elsewhere = milestone.version.is_some() && !matches!(milestone.from, Origin::Field(_));
    let milestone = is_elsewhere
        .then(|| reason(text, &reading.evidence.body, "milestone", milestone.from, why_milestone));
    let milestone = milestone.or_else(|| {
        let mut shown = milestone_of(&reading.evidence);
        let from = shown.version.as_ref().map(|_| shown.from)?;
        shown.give_way(&reading.evidence, &decision.status);
        let why = "left out: the file shows that this milestone is over, or that it is another one";
        shown.version.is_none().then(|| reason(text, &reading.evidence.body, "milestone", from, why))
    });
    let is_shown = decision.phase.is_some();
    let phase =
        is_shown.then(|| reason(text, &reading.evidence.body, "phase", decision.phase_from, why_phase));
    let is_said = decision.status.kind != StatusKind::Silent || decision.why == Why::Contested;
    let status = is_said
        .then(|| reason(text, &reading.evidence.body, "status", decision.status_from, decision.why.text()));
    let age = age::touched(&reading.evidence).map(|(_, from)| {
        reason(text, &reading.evidence.body, "age", from, "the latest time that the file names")
    });
    milestone.into_iter().chain(phase).chain(status).chain(age).flatten().collect()
}

/// Explains where the bar's percentage comes from, or why there is no bar.
pub(in super::super) fn why_bar(text: &str, percent: Option<u8>) -> String {
    let text = in_english(text);
    let reading = Reading::of(&text);
    let shares = || share::shares(&reading.evidence, &reading.decision);
    let Some(percent) = percent else {
        let body = reading.evidence.label(Topic::Progress);
        return match shares().next() {
            None if body.is_some_and(|value| value.contains('%')) => {
                "the percentage in the body is not that of this milestone".to_owned()
            }
            None if reading.evidence.front.progress.total_phases.is_some_and(|total| total > 0) => {
                "the counts contradict the words, or are not of this milestone alone".to_owned()
            }
            None => "the file has neither a percentage nor counts of phases or plans".to_owned(),
            Some(share) if reading.contradicts(share.percent) => {
                format!("{}% would contradict the words next to it", share.percent)
            }
            Some(share) => format!("{}% would contradict the other figures of the file", share.percent),
        };
    };
    let is_shown = |share: &Share| share.percent == u64::from(percent);
    let shown = shares().find(is_shown).or_else(|| reading.share().filter(is_shown));
    let stated = reading.evidence.front.progress.percent.filter(|stated| *stated != u64::from(percent));
    let counted = |counts: &str| match stated {
        Some(stated) => {
            format!("computed from the counts of {counts}; the stated {stated}% does not fit them")
        }
        None => format!("computed from the counts of {counts}"),
    };
    match shown.map(|share| share.from) {
        Some(Origin::Field("progress.percent")) => "taken from `progress.percent`".to_owned(),
        Some(Origin::Field("progress.completed_plans")) => counted("plans"),
        Some(Origin::Field(_)) => counted("phases"),
        Some(Origin::Table) => "counted in the table of the phases".to_owned(),
        Some(Origin::Label(_)) if scope::is_own_line(&reading.evidence, &reading.decision) => {
            "taken from the body's line about this milestone".to_owned()
        }
        Some(Origin::Label(_)) => "taken from `Progress:` in the body".to_owned(),
        Some(Origin::Heading | Origin::Extent | Origin::Record | Origin::Nowhere) | None => {
            "the milestone is complete".to_owned()
        }
    }
}

/// Returns a reason with the place of its origin.
fn reason(
    text: &Text<'_>,
    body: &Body<'_>,
    part: &'static str,
    from: Origin,
    why: &'static str,
) -> Option<family::Reason> {
    let (from, at) = match from {
        Origin::Nowhere => return None,
        Origin::Field(name) => (name.into(), None),
        Origin::Heading => {
            ("a heading of the body".into(), body.version.and_then(|version| place(text, version)))
        }
        Origin::Table => ("a table of the body".into(), None),
        Origin::Extent => ("the phases of each milestone in the body".into(), None),
        Origin::Record => ("the records of the body".into(), None),
        Origin::Label(topic) => {
            let found = body.get(topic)?;
            (label(found).into(), place(text, found.value))
        }
    };
    Some(family::Reason { part, from, at, why })
}

/// Returns where a value of the body is in the text as it is written.
fn place(text: &Text<'_>, value: &str) -> Option<usize> {
    let at = value.as_ptr().addr().checked_sub(text.english.as_ptr().addr())?;
    original_place(text.original, &text.english, at)
}

/// Returns a label as people read it: `Current phase: in the body`.
fn label(found: Labelled<'_>) -> String {
    let mut letters = found.label.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    format!("{}{}: in the body", first.into_iter().collect::<String>(), letters.as_str())
}
