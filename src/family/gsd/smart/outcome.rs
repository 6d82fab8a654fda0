//! What else is said about a phase whose status is known: that the milestone is done, or what the phase is ready for.

use super::{
    evidence::Origin,
    kind::StatusKind,
    label::Topic,
    milestone,
    statements::{BODY, NEXT, PLAN, Statements, Verdict},
    status::{Status, Subject},
    why::Why,
};

impl Statements<'_, '_> {
    /// Returns that the milestone is done, if the phase is, none is left, and the file says so.
    pub(super) fn over(&self, status: &Status) -> Option<Verdict> {
        let phase =
            self.phase.filter(|_| status.kind == StatusKind::Done && status.subject != Subject::Plan)?;
        let is_left =
            status.next.is_some() || phase.is_before_the_last() || self.evidence.front.progress.is_open();
        if is_left {
            return None;
        }
        let over = self.evidence.label(Topic::Status).and_then(Status::over).map(|over| (over, BODY));
        let focus = || {
            milestone::is_over_in_focus(self.evidence)
                .then(|| (Status::fixed("milestone complete", StatusKind::Over), Origin::Label(Topic::Focus)))
        };
        // `Progress: 100% (v4.1 milestone complete)`.
        let progress = || {
            let (_, after) = self.evidence.label(Topic::Progress)?.split_once("100%")?;
            Status::over(after).map(|over| (over, Origin::Label(Topic::Progress)))
        };
        over.or_else(focus).or_else(progress).map(|(over, from)| (over, from, Why::Ended))
    }

    /// Returns what the phase is ready for, if the status does not say it or is from before.
    pub(super) fn next_step(&self, status: &Status) -> Option<Verdict> {
        let phase = self.phase?;
        let words = status.without_number(&phase.number);
        let step = self.evidence.next_step(phase);
        let is_unplanned = || {
            let plan = self.evidence.label(Topic::Plan).unwrap_or_default().to_lowercase();
            ["not yet planned", "not planned"].iter().any(|start| plan.starts_with(start))
        };
        let (step, from) = match words.as_str() {
            "ready" if step.is_some() => (step?, NEXT),
            "ready" if is_unplanned() => ("plan", PLAN),
            "ready" => ("start", BODY),
            "planning" | "ready to plan" | "ready for planning" => {
                (step.filter(|step| *step == "execute ")?, NEXT)
            }
            _ => return None,
        };
        let words = format!("ready to {}", step.trim_end());
        Some((Status::fixed(&words, StatusKind::Waiting), from, Why::NextStep))
    }
}
