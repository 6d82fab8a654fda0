//! The smart line: it uses the whole STATE.md, and fills in what the documented line misses.
//!
//! ```text
//! text -> language: in English -> evidence: what is said, and where -> decide: which statement wins -> line
//! ```

use std::borrow::Cow;

use super::{Scene, bracket::Ids, patterns};
use crate::{
    family::{Activity, Ask, SceneInfo, Source, View},
    text::time,
};

mod added;
mod age;
mod bar;
mod begin;
mod body;
mod choose;
mod claim;
mod clause;
mod command;
mod compose;
mod contested;
mod counted;
mod current;
mod decide;
mod dispute;
mod doubt;
mod drawn;
mod evidence;
mod explain;
mod extent;
mod first;
mod fit;
mod following;
mod item;
mod kind;
mod label;
mod language;
mod later;
mod listed;
mod mark;
mod mention;
mod milestone;
mod moment;
mod name;
mod named;
mod next;
mod note;
mod number;
mod outcome;
mod partial;
mod phase;
mod piece;
mod pieces;
mod plan;
mod position;
mod progress;
mod read;
mod record;
mod rest;
mod scalar;
mod scope;
mod section;
mod session;
mod share;
mod span;
mod spelled;
mod stage;
mod statements;
mod status;
mod stop;
mod version;
mod why;
mod wording;

use decide::{Decision, decide};
use evidence::Evidence;
pub(super) use explain::{body_fields, reasons, why_bar};
use kind::StatusKind;
use label::Topic;
use language::in_english;
use next::Next;
use phase::Phase;
use status::{Status, Subject};

/// How long a state in flight may be unchanged before the line shows its age.
const FRESH: i64 = time::DAY;

/// Name, condition and fields of each scene, in the order of [`Scene::ALL`].
pub(super) const SCENES: &[SceneInfo] = &[
    SceneInfo {
        name: "phase active",
        trigger: "active_phase is a phase; or current_phase or the body names one, the milestone is not \
                  over, and neither of the next two situations applies",
        fields: &["active_phase", "current_phase", "status"],
    },
    SceneInfo {
        name: "next recommended",
        trigger: "next_action is set, and next_phases is set or next_action is a command by itself",
        fields: &["next_action", "next_phases"],
    },
    SceneInfo {
        name: "milestone complete",
        trigger: "all phases and plans are completed (or, if there are no counts, percent is 100), \
                  and neither the status nor the phase says that work is left",
        fields: &[
            "progress.completed_phases",
            "progress.total_phases",
            "progress.percent",
            "status",
            "paused_at",
        ],
    },
    SceneInfo { name: "fallback", trigger: "none of the above", fields: &["status"] },
];

/// Composes the line of a STATE.md.
#[inline(never)] // The documented styles need much less of the stack.
pub(super) fn view<'a>(source: &Source<'a>, ask: &Ask) -> View<'a> {
    let text = match in_english(source.text) {
        Cow::Borrowed(text) => return view_of(text, source, ask),
        Cow::Owned(text) => text,
    };
    let View { scene, line, commit, .. } = view_of(&text, source, ask);
    // It is the same in every language.
    let commit = commit.and_then(|commit| {
        let at = source.text.find(commit)?;
        source.text.get(at..at.saturating_add(commit.len()))
    });
    View { commit, ..View::new(scene, line.into_owned()) }
}

/// Composes the line of a text in English.
fn view_of<'t>(text: &'t str, source: &Source<'_>, ask: &Ask) -> View<'t> {
    let reading = Reading::of(text);
    let scene = reading.scene();
    let commit = reading.evidence.front.state_head;
    let ids = Ids::of(source, reading.decision.milestone.version.as_deref());
    let line = reading.line(scene, ids.as_ref(), source.modified, ask.now);
    View { commit, ..View::new(Some(scene as usize), line) }
}

/// Returns whether the milestone is complete, and nothing after it is named.
pub(super) fn is_complete(text: &str) -> bool {
    Reading::of(&in_english(text)).scene() == Scene::MilestoneComplete
}

/// Returns for each scene whether it applies.
pub(super) fn matching(text: &str) -> Vec<bool> {
    let text = in_english(text);
    let reading = Reading::of(&text);
    Scene::ALL.iter().map(|scene| reading.holds(*scene)).collect()
}

/// Returns whether work goes on, and when the state last changed.
pub(super) fn activity(source: &Source<'_>) -> Activity {
    let text = in_english(source.text);
    let reading = Reading::of(&text);
    Activity { in_flight: reading.is_in_flight(), touched: reading.touched(source.modified) }
}

/// Returns the status that the line shows by the documented table, or as the line shows it.
pub(super) fn status_word(text: &str) -> String {
    let text = in_english(text);
    let reading = Reading::of(&text);
    let status = &reading.decision.status;
    match status.kind {
        StatusKind::Paused => "paused".to_owned(),
        StatusKind::Blocked => "blocked".to_owned(),
        _ if reading.scene() == Scene::MilestoneComplete => "completed".to_owned(),
        _ => word(&status.words),
    }
}

/// Returns a status by the documented table, or as it is written, or `unknown` if there is none.
pub(super) fn word(written: &str) -> String {
    let canonical = kind::canonical(written).map(str::to_owned);
    let own = || Some(written.to_lowercase()).filter(|words| !name::is_placeholder(words));
    canonical.or_else(own).unwrap_or_else(|| "unknown".to_owned())
}

/// Returns whether the file records a pause.
pub(super) fn is_paused(text: &str) -> bool {
    Evidence::read(text).front.paused_at.is_some()
}

/// The contents of the file, with status and phase decided.
#[derive(Debug)]
struct Reading<'a> {
    evidence: Evidence<'a>,
    decision: Decision<'a>,
}

impl<'a> Reading<'a> {
    /// Reads a file and decides on its status and phase.
    fn of(text: &'a str) -> Self {
        let evidence = Evidence::read(text);
        let decision = decide(&evidence);
        Self { evidence, decision }
    }

    /// Returns the scene that is shown.
    fn scene(&self) -> Scene {
        Scene::ALL.into_iter().find(|scene| self.holds(*scene)).unwrap_or(Scene::Fallback)
    }

    /// Returns whether the scene applies, even if an earlier one is shown instead.
    fn holds(&self, scene: Scene) -> bool {
        match scene {
            Scene::PhaseActive => {
                let is_set = self.decision.is_set;
                (is_set || !self.is_next() && !self.is_complete()) && self.decision.phase.is_some()
            }
            Scene::NextRecommended => self.is_next(),
            Scene::MilestoneComplete => self.is_complete(),
            Scene::Fallback => true,
        }
    }

    /// Returns whether the next command is known; without phases it must look like a command.
    fn is_next(&self) -> bool {
        let front = &self.evidence.front;
        let Some(action) = &front.next_action else { return false };
        !front.next_phases.is_empty() || patterns::COMMAND.end(&command(action), 0).is_some()
    }

    /// Returns whether the counts say that all is done, and nothing else contradicts them.
    fn is_complete(&self) -> bool {
        let progress = &self.evidence.front.progress;
        let Some(total) = progress.total_phases.filter(|total| *total > 0) else { return false };
        let is_counted = match progress.completed_phases {
            Some(completed) => completed >= total,
            None => progress.percent.is_some_and(|percent| percent >= 100),
        };
        if !is_counted || self.decision.status.kind.is_active() {
            return false;
        }
        let waits = matches!(self.decision.status.next, Some(Next::Words(_)));
        // The counts are those of the phases that exist so far, so a status may contest that all is over.
        let said = |raw: Option<&str>| raw.and_then(|raw| Status::of(raw, None));
        let body = || said(self.evidence.label(Topic::Status));
        let is_early =
            said(self.evidence.front.status.as_deref()).or_else(body).is_some_and(|it| it.kind.is_active())
                && self.decision.phase.is_some()
                && !self.evidence.says_over();
        // `Completed 06-02, awaiting checkpoint:human-verify`: the last plan is counted, but a person has to check it.
        let is_awaited = self.evidence.stopped().is_some_and(|(raw, _)| session::awaits_check(raw))
            && !self.evidence.says_over();
        // Counts are of the phases that were planned so far.
        let is_later =
            |phase: &Phase| self.evidence.has_waiting_row_after(phase) || self.evidence.mentions_later(phase);
        let is_named = self.decision.phase.as_ref().is_some_and(|phase| !phase.is_last() && is_later(phase))
            && !self.evidence.says_over();
        // The last plan is one of a phase that was added, and is not in the counts.
        let is_added = progress.has_impossible_plans() && self.decision.status.subject == Subject::Plan;
        let is_left = waits
            || is_added
            || is_awaited
            || is_named
            || is_early
            || self.has_open_plan()
            || self.decision.is_more_left
            || progress.has_open_plans();
        // The counts may be of another milestone.
        let is_other = self.decision.milestone.is_past_front(&self.evidence)
            && !self.decision.phase.as_ref().is_some_and(Phase::is_last);
        !is_left && !is_other
    }

    /// Returns whether work on this state is, or was, in progress.
    fn is_in_flight(&self) -> bool {
        match self.decision.status.kind {
            StatusKind::Working => true,
            StatusKind::Silent | StatusKind::Other | StatusKind::Waiting => self.decision.is_set,
            StatusKind::Paused | StatusKind::Blocked | StatusKind::Done | StatusKind::Over => false,
        }
    }

    /// Returns when the state was last touched: by its own statement, else by the file's time.
    fn touched(&self, modified: i64) -> i64 {
        age::touched(&self.evidence).map_or(modified, |(touched, _)| touched)
    }
}

/// Returns what may be a command, without a remark after it.
fn command(action: &str) -> Cow<'_, str> {
    let action = action.split([';', '(', '—', '–']).next().unwrap_or_default();
    name::without_markdown(action.into())
}
