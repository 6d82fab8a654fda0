//! The smart line: it uses the whole STATE.md, and fills in what the documented line misses.

use std::borrow::Cow;

use super::Scene;
use crate::{
    family::{Activity, Ask, SceneInfo, Source, View},
    line::{Join, Line, Rank},
    text::patterns,
    text::time,
};

mod kind;
mod name;
mod phase;
mod pieces;
mod read;
mod scalar;
mod status;

use kind::StatusKind;
use phase::Phase;
use read::{Facts, Progress};
use status::Status;

/// How long a state in flight may be unchanged before the line shows its age.
const FRESH: i64 = time::DAY;

/// Name, condition and fields of each scene, in the order of [`Scene::ALL`].
pub(super) const SCENES: &[SceneInfo] = &[
    SceneInfo {
        name: "phase active",
        trigger: "active_phase is a phase; or current_phase or `Phase:` in the body is, the milestone is not \
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
        trigger: "all phases are completed (or, if there are no counts, percent is 100), \
                  and the status does not say that work is left",
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

/// Returns what follows `Phase:` and `Status:` in the body, as the smart line reads them.
pub(super) fn in_body(text: &str) -> (Option<&str>, Option<&str>) {
    read::in_body(text)
}

/// Composes the line of a STATE.md.
pub(super) fn view<'a>(source: &Source<'a>, ask: &Ask) -> View<'a> {
    let reading = Reading::of(source.text);
    let scene = Scene::ALL.into_iter().find(|scene| reading.holds(*scene)).unwrap_or(Scene::Fallback);
    let commit = reading.facts.state_head;
    View { commit, ..View::new(Some(scene as usize), reading.line(scene, source.modified, ask.now)) }
}

/// Returns whether the milestone is complete, and nothing after it is named.
pub(super) fn is_complete(text: &str) -> bool {
    let reading = Reading::of(text);
    let scene = Scene::ALL.into_iter().find(|scene| reading.holds(*scene));
    scene == Some(Scene::MilestoneComplete)
}

/// Returns for each scene whether it applies.
pub(super) fn matching(text: &str) -> Vec<bool> {
    let reading = Reading::of(text);
    Scene::ALL.iter().map(|scene| reading.holds(*scene)).collect()
}

/// Returns whether work goes on, and when the state last changed.
pub(super) fn activity(source: &Source<'_>) -> Activity {
    let reading = Reading::of(source.text);
    Activity { in_flight: reading.is_in_flight(), touched: reading.touched(source.modified) }
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

/// Returns the status by the documented table, or `unknown`.
pub(super) fn status_word(text: &str) -> &'static str {
    let facts = Facts::read(text);
    if facts.paused_at.is_some() {
        return "paused";
    }
    let written = facts.status.as_deref().or_else(|| facts.body_status()).unwrap_or_default();
    let words = written.to_lowercase().replace(['_', '-'], " ");
    let fits = |(_, parts): &&(&str, &[&str])| parts.iter().any(|part| words.contains(part));
    STATUSES.iter().find(fits).map_or("unknown", |(word, _)| word)
}

/// The contents of the file, with status and phase decided.
#[derive(Debug)]
struct Reading<'a> {
    facts: Facts<'a>,
    status: Status,
    phase: Option<Phase>,
}

impl<'a> Reading<'a> {
    /// Reads a file and decides on its status and phase.
    fn of(text: &'a str) -> Self {
        let mut facts = Facts::read(text);
        let phase = phase(&mut facts);
        let mut status = status(&facts, phase.as_ref());
        // A pause is recorded next to the status that it interrupted.
        if facts.paused_at.is_some() {
            status.kind = StatusKind::Paused;
        }
        // When a milestone is done, the status is not about its last phase.
        let phase = phase.filter(|_| status.kind != StatusKind::Over || facts.active_phase.is_some());
        Self { facts, status, phase }
    }

    /// Returns whether the scene applies, even if an earlier one is shown instead.
    fn holds(&self, scene: Scene) -> bool {
        match scene {
            Scene::PhaseActive => {
                let is_known = self.facts.active_phase.is_some() || !self.is_next() && !self.is_complete();
                is_known && self.phase.is_some()
            }
            Scene::NextRecommended => self.is_next(),
            Scene::MilestoneComplete => self.is_complete(),
            Scene::Fallback => true,
        }
    }

    /// Returns whether the next command is known; without phases it must look like a command.
    fn is_next(&self) -> bool {
        let Some(action) = &self.facts.next_action else { return false };
        !self.facts.next_phases.is_empty() || patterns::COMMAND.end(&command(action), 0).is_some()
    }

    /// Returns whether the counts say that all is done, and the status does not contradict them.
    fn is_complete(&self) -> bool {
        let progress = &self.facts.progress;
        let Some(total) = progress.total_phases.filter(|total| *total > 0) else { return false };
        let is_counted = match progress.completed_phases {
            Some(completed) => completed >= total,
            None => progress.percent.is_some_and(|percent| percent >= 100),
        };
        is_counted && !self.status.kind.is_active()
    }

    /// Returns the percentage that fits the words, if there is one.
    fn percent(&self, scene: Scene) -> Option<u8> {
        if scene == Scene::MilestoneComplete {
            return Some(100);
        }
        let counted = counted(&self.facts.progress);
        let percent = self.facts.progress.percent.or(counted)?.min(100);
        // If phases are left, 100 % means the plans so far, so the counts are better.
        let percent = if percent == 100 { counted.unwrap_or(percent) } else { percent };
        let contradicts = if percent == 100 { self.status.kind.is_active() } else { self.says_complete() };
        u8::try_from(percent).ok().filter(|_| !contradicts)
    }

    /// Returns whether the words say that the milestone is done.
    fn says_complete(&self) -> bool {
        self.status.kind == StatusKind::Over || self.status.words.contains("milestone complete")
    }

    /// Composes the line.
    fn line(mut self, scene: Scene, modified: i64, now: i64) -> Line<'a> {
        let mut line = Line::default();
        let percent = self.percent(scene);
        let milestone = self.facts.milestone.take().and_then(name::name);
        let called = self.facts.milestone_name.take().and_then(name::name);
        let called =
            called.and_then(|name| name::without_repeat(milestone.as_deref().unwrap_or_default(), name));
        if let (Some(phase), Some(called)) = (&mut self.phase, &called) {
            phase.name = phase.name.take().filter(|name| !name.eq_ignore_ascii_case(called));
        }
        if let Some(milestone) = &milestone {
            self.status.forget(milestone);
        }
        line.push(Join::Dot, Rank::Lead, milestone.unwrap_or_default());
        line.push(Join::Word, Rank::Name, called.unwrap_or_default());
        line.push_bar(Join::Word, percent);
        match scene {
            Scene::PhaseActive => self.push_phase(&mut line),
            Scene::NextRecommended => {
                line.push(Join::Dot, Rank::Active, self.next());
                self.push_shout(&mut line, Join::Dot);
            }
            Scene::MilestoneComplete => line.push(Join::Dot, Rank::Active, "milestone complete"),
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

    /// Adds the phase, its name and its status.
    fn push_phase(&self, line: &mut Line<'a>) {
        let Some(phase) = &self.phase else { return };
        line.push_phase(Join::Dot, Rank::Active, phase.title());
        line.push(Join::Word, Rank::Detail, phase.name.clone().unwrap_or_default());
        if self.push_shout(line, Join::Word) || self.status.kind == StatusKind::Silent {
            return;
        }
        let words = self.status.without_number(&phase.number);
        let join = if status::reads_on(&words) { Join::Word } else { Join::Dot };
        line.push(join, Rank::Active, words);
    }

    /// Adds the status alone.
    fn push_status(&self, line: &mut Line<'a>, percent: Option<u8>) {
        if self.push_shout(line, Join::Dot) || self.status.kind == StatusKind::Silent {
            return;
        }
        let words = &self.status.words;
        // Next to a bar that is not full, it is only a phase that is done.
        let is_part = self.status.kind == StatusKind::Done && !words.contains(' ');
        let words = match percent {
            Some(percent) if percent < 100 && is_part => format!("phase {words}"),
            _ => words.clone(),
        };
        line.push(Join::Dot, Rank::Active, words);
    }

    /// Adds the alert, if there is one, and returns whether there is.
    fn push_shout(&self, line: &mut Line<'a>, join: Join) -> bool {
        let word = match self.status.kind {
            StatusKind::Paused => super::status::PAUSED,
            StatusKind::Blocked => "BLOCKED",
            _ => return false,
        };
        line.push(join, Rank::Alert, word);
        true
    }

    /// Writes the next command with its phases, unless it already names them.
    fn next(&self) -> String {
        let action = self.facts.next_action.as_deref().unwrap_or_default();
        let action = if self.facts.next_phases.is_empty() {
            command(action)
        } else {
            name::without_markdown(action.into())
        };
        let phases = self.facts.next_phases.join("/");
        if phases.is_empty() || action.ends_with(&format!(" {phases}")) {
            return format!("next {action}");
        }
        format!("next {action} {phases}")
    }

    /// Returns whether work on this state is, or was, in progress.
    fn is_in_flight(&self) -> bool {
        match self.status.kind {
            StatusKind::Working => true,
            StatusKind::Silent | StatusKind::Other | StatusKind::Waiting => self.facts.active_phase.is_some(),
            StatusKind::Paused | StatusKind::Blocked | StatusKind::Done | StatusKind::Over => false,
        }
    }

    /// Returns when the state was last touched: by its own statement, else by the file's time.
    fn touched(&self, modified: i64) -> i64 {
        let mut times = [&self.facts.last_updated, &self.facts.last_activity].into_iter().flatten();
        times.find_map(|text| moment(text)).unwrap_or(modified)
    }
}

/// Returns the current phase, with everything that is known about it.
fn phase(facts: &mut Facts<'_>) -> Option<Phase> {
    let current = facts.current_phase.as_deref().and_then(Phase::set).map(|mut phase| {
        phase.call(facts.current_phase_name.as_deref().unwrap_or_default());
        phase
    });
    let active = facts.active_phase.as_deref().and_then(Phase::set);
    if active.is_none() {
        facts.active_phase = None;
    }
    let mut phases = [active, current, facts.body_phase.take()].into_iter().flatten();
    let mut phase = phases.next()?;
    phases.for_each(|other| phase.learn(other));
    Some(phase)
}

/// Returns the status: from the frontmatter, else from the body, else from the phase.
fn status(facts: &Facts<'_>, phase: Option<&Phase>) -> Status {
    let telling = |raw: &str| Some(Status::of(raw)).filter(|status| status.kind != StatusKind::Silent);
    let own = facts.status.as_deref().and_then(telling);
    own.or_else(|| facts.body_status().and_then(telling)).unwrap_or_else(|| {
        let status = phase.and_then(|phase| phase.status.as_deref());
        let mut status = Status::of(status.unwrap_or_default());
        // A phase that was shipped is not a milestone.
        if status.kind == StatusKind::Over {
            status.kind = StatusKind::Done;
        }
        status
    })
}

/// Returns the percentage from the counts: the lower of plans and phases, rounded down.
fn counted(progress: &Progress) -> Option<u64> {
    let share = |completed: Option<u64>, total: Option<u64>| {
        let (completed, total) = (completed?, total.filter(|total| *total > 0)?);
        completed.min(total).saturating_mul(100).checked_div(total)
    };
    let plans = share(progress.completed_plans, progress.total_plans);
    let phases = share(progress.completed_phases, progress.total_phases);
    plans.into_iter().chain(phases).min()
}

/// Returns what may be a command, without a remark after it.
fn command(action: &str) -> Cow<'_, str> {
    let action = action.split([';', '(', '—', '–']).next().unwrap_or_default();
    name::without_markdown(action.into())
}

/// Returns the time at the start of a string, in seconds since 1970; for a date, the end of that day.
fn moment(text: &str) -> Option<i64> {
    if let Some(seconds) = time::seconds(text) {
        return Some(seconds);
    }
    let begins =
        text.split([',', ';']).next().and_then(|text| text.split_whitespace().next()).and_then(time::seconds);
    begins.or_else(|| {
        let date = text.get(..10)?;
        time::seconds(&format!("{date}T00:00:00Z"))?.checked_add(time::DAY)
    })
}
