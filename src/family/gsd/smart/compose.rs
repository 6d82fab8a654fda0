//! Composes the smart line from what was decided.

use std::mem;

use super::{
    FRESH, Reading, command,
    decide::Decision,
    evidence::Origin,
    kind::StatusKind,
    label::Topic,
    name,
    next::Next,
    statements::{BODY, FRONT},
    wording,
};
use crate::{
    family::gsd::{Scene, bracket::Ids, status::PAUSED},
    line::{Alert, Join, Line, Rank},
    text::time,
};

impl<'a> Reading<'a> {
    /// Composes the line.
    pub(super) fn line(mut self, scene: Scene, ids: Option<&Ids>, modified: i64, now: i64) -> Line<'a> {
        let mut line = Line::default();
        let percent = self.percent(scene);
        let mut milestone = mem::take(&mut self.decision.milestone);
        milestone.give_way(&self.evidence, &self.decision.status);
        if let (Some(phase), Some(called)) = (&mut self.decision.phase, &milestone.name) {
            phase.name = phase.name.take().filter(|name| !name.eq_ignore_ascii_case(called));
        }
        if let Some(version) = &milestone.version {
            self.decision.status.forget(version);
        }
        if let Some(name) = &milestone.name {
            self.decision.status.forget_name(name);
        }
        let own = || milestone.version.clone().unwrap_or_default();
        line.push(Join::Dot, Rank::Lead, ids.map_or_else(own, |ids| ids.milestone.clone().into()));
        line.push(Join::Word, Rank::Name, milestone.name.unwrap_or_default());
        line.push_bar(Join::Word, percent);
        match scene {
            Scene::PhaseActive => self.push_phase(&mut line, ids),
            Scene::NextRecommended => {
                line.push(Join::Dot, Rank::Active, self.next());
                self.push_shout(&mut line, Join::Dot);
            }
            Scene::MilestoneComplete => line.push(Join::Dot, Rank::Active, self.ending()),
            Scene::Fallback => self.push_status(&mut line, percent),
        }
        if matches!(scene, Scene::PhaseActive | Scene::Fallback) && self.is_in_flight() {
            let age = now.saturating_sub(self.touched(modified));
            if age > FRESH {
                line.push_amount(Join::Dot, Rank::Detail, format!("{} old", time::span(age)));
            }
        }
        line
    }

    /// Says that the milestone is complete, or if no statement says so, that all phases are.
    fn ending(&self) -> String {
        let Decision { status, status_from, .. } = &self.decision;
        let is_said = status.kind == StatusKind::Over
            || status.kind == StatusKind::Done && matches!(*status_from, FRONT | BODY);
        match self.evidence.front.progress.total_phases {
            Some(total) if total > 1 && !is_said => format!("all {total} phases complete"),
            _ => "milestone complete".to_owned(),
        }
    }

    /// Adds the phase, its name and its status.
    fn push_phase(&self, line: &mut Line<'a>, ids: Option<&Ids>) {
        let Some(phase) = &self.decision.phase else { return };
        let status = &self.decision.status;
        let ids = ids.filter(|_| phase.word.is_none());
        let title = ids.and_then(|ids| ids.phase(&phase.number)).unwrap_or_else(|| phase.title());
        line.push_phase(Join::Dot, Rank::Active, title);
        line.push(Join::Word, Rank::Detail, phase.name.clone().unwrap_or_default());
        // It is not the phase that is paused, if that is done.
        let is_done = phase.is_done() && status.kind == StatusKind::Paused;
        if is_done {
            line.push(Join::Word, Rank::Active, "complete");
        }
        let join = if is_done { Join::Dot } else { Join::Word };
        if self.push_shout(line, join) || status.kind == StatusKind::Silent {
            return;
        }
        let words = status.without_number(&phase.number);
        let join = if wording::reads_on(&words) { Join::Word } else { Join::Dot };
        self.push_words(line, join, words);
    }

    /// Adds the status alone.
    fn push_status(&self, line: &mut Line<'a>, percent: Option<u8>) {
        let status = &self.decision.status;
        if self.push_shout(line, Join::Dot) || status.kind == StatusKind::Silent {
            return;
        }
        let words = &status.words;
        // Next to a bar that is not full, or in the phase line, it is only a phase that is done.
        let is_part = status.kind == StatusKind::Done && !words.contains(' ');
        let is_line = self.decision.status_from == Origin::Label(Topic::Phase);
        let is_phase = is_part && percent.map_or(is_line, |percent| percent < 100);
        let words = if is_phase { format!("phase {words}") } else { words.clone() };
        self.push_words(line, Join::Dot, words);
    }

    /// Adds the words of a status, and what comes after a phase that is done.
    fn push_words(&self, line: &mut Line<'a>, join: Join, words: String) {
        match &self.decision.status.next {
            Some(Next::Phase { step, number }) => {
                line.push(join, Rank::Active, words);
                line.push(Join::Word, Rank::Detail, format!("→ {step}Phase {number}"));
            }
            Some(Next::Words(next)) => line.push(join, Rank::Active, format!("{words}, {next}")),
            None => line.push(join, Rank::Active, words),
        }
    }

    /// Adds the alert, if there is one, and returns whether there is.
    fn push_shout(&self, line: &mut Line<'a>, join: Join) -> bool {
        let (alert, word) = match self.decision.status.kind {
            StatusKind::Paused => (Alert::Paused, PAUSED),
            StatusKind::Blocked => (Alert::Blocked, "BLOCKED"),
            _ => return false,
        };
        line.push_alert(join, alert, word);
        true
    }

    /// Writes the next command with its phases, unless it already names them.
    fn next(&self) -> String {
        let front = &self.evidence.front;
        let action = front.next_action.as_deref().unwrap_or_default();
        let action = if front.next_phases.is_empty() {
            command(action)
        } else {
            name::without_markdown(action.into())
        };
        let phases = front.next_phases.join("/");
        if phases.is_empty() || action.ends_with(&format!(" {phases}")) {
            return format!("next {action}");
        }
        format!("next {action} {phases}")
    }
}
