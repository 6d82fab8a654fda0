//! The line that a person would say who read the whole STATE.md.

use std::borrow::Cow;

use super::Scene;
use crate::{
    family::{Activity, Ask, SceneInfo, Source, View},
    line::{Join, Line, Rank},
    patterns, time,
};

mod kind;
mod name;
mod phase;
mod pieces;
mod read;
mod scalar;
mod status;

use kind::Kind;
use phase::Phase;
use read::{Facts, Progress};
use status::Status;

/// How long a state in flight may rest before its age is told: a day, in seconds.
const FRESH: i64 = time::DAY;

/// What each scene goes by, in the order of [`Scene::ALL`].
pub(super) const SCENES: &[SceneInfo] = &[
    SceneInfo {
        name: "phase active",
        trigger: "active_phase is a phase; or current_phase or `Phase:` in the body is, the milestone is not \
                  over, and neither of the next two scenes holds",
        fields: &["active_phase", "current_phase", "status"],
    },
    SceneInfo {
        name: "next recommended",
        trigger: "next_action is set, and next_phases are or it is a command by itself",
        fields: &["next_action", "next_phases"],
    },
    SceneInfo {
        name: "milestone complete",
        trigger: "as many phases are completed as there are (or, where they are not counted, percent is 100), \
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

/// Returns what the body says behind `Phase:` and behind `Status:`, as the smart line reads them.
pub(super) fn in_body(text: &str) -> (Option<&str>, Option<&str>) {
    read::in_body(text)
}

/// Makes the line of a STATE.md.
pub(super) fn view<'a>(source: &Source<'a>, ask: &Ask) -> View<'a> {
    let reading = Reading::of(source.text);
    let scene = Scene::ALL.into_iter().find(|scene| reading.holds(*scene)).unwrap_or(Scene::Fallback);
    let commit = reading.facts.state_head;
    View { scene: Some(scene as usize), line: reading.line(scene, source.modified, ask.now), commit }
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

/// Returns the status by the documented table; `unknown` where nothing fits.
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

/// What the file says, understood.
#[derive(Debug)]
struct Reading<'a> {
    facts: Facts<'a>,
    status: Status,
    phase: Option<Phase>,
}

impl<'a> Reading<'a> {
    /// Reads a text and makes up its mind about status and phase.
    fn of(text: &'a str) -> Self {
        let mut facts = Facts::read(text);
        let phase = phase(&mut facts);
        let mut status = status(&facts, phase.as_ref());
        // A pause is noted beside the status that it broke off.
        if facts.paused_at.is_some() {
            status.kind = Kind::Paused;
        }
        // The status of a milestone that is done is not about its last phase.
        let phase = phase.filter(|_| status.kind != Kind::Over || facts.active_phase.is_some());
        Self { facts, status, phase }
    }

    /// Tells whether the state is of this scene, whatever stands before it.
    fn holds(&self, scene: Scene) -> bool {
        match scene {
            Scene::PhaseActive => {
                let is_told = self.facts.active_phase.is_some() || !self.is_next() && !self.is_complete();
                is_told && self.phase.is_some()
            }
            Scene::NextRecommended => self.is_next(),
            Scene::MilestoneComplete => self.is_complete(),
            Scene::Fallback => true,
        }
    }

    /// Tells whether the next command is known; one without phases must look like one.
    fn is_next(&self) -> bool {
        let Some(action) = &self.facts.next_action else { return false };
        !self.facts.next_phases.is_empty() || patterns::COMMAND.end(&command(action), 0).is_some()
    }

    /// Tells whether the counts say that all is done and the status does not say otherwise.
    fn is_complete(&self) -> bool {
        let progress = &self.facts.progress;
        let Some(total) = progress.total_phases.filter(|total| *total > 0) else { return false };
        let is_counted = match progress.completed_phases {
            Some(completed) => completed >= total,
            None => progress.percent.is_some_and(|percent| percent >= 100),
        };
        is_counted && !self.status.kind.is_active()
    }

    /// Returns the percentage that goes with the words, if one does.
    fn percent(&self, scene: Scene) -> Option<u8> {
        if scene == Scene::MilestoneComplete {
            return Some(100);
        }
        let counted = counted(&self.facts.progress);
        let told = self.facts.progress.percent.or(counted)?.min(100);
        // A hundred percent while phases are left is one of the plans so far: the counts know better.
        let told = if told == 100 { counted.unwrap_or(told) } else { told };
        let contradicts = if told == 100 { self.status.kind.is_active() } else { self.says_complete() };
        u8::try_from(told).ok().filter(|_| !contradicts)
    }

    /// Tells whether the words are that the milestone is done.
    fn says_complete(&self) -> bool {
        self.status.kind == Kind::Over || self.status.words.contains("milestone complete")
    }

    /// Composes the line.
    fn line(mut self, scene: Scene, modified: i64, now: i64) -> Line<'a> {
        let mut line = Line::default();
        let percent = self.percent(scene);
        let milestone = self.facts.milestone.take().and_then(name::name);
        let called = self.facts.milestone_name.take().and_then(name::name);
        let called = called.and_then(|name| name::beside(milestone.as_deref().unwrap_or_default(), name));
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
                line.push(Join::Dot, Rank::Detail, format!("{} old", time::span(age)));
            }
        }
        line
    }

    /// Adds the phase, its name and how it stands.
    fn push_phase(&self, line: &mut Line<'a>) {
        let Some(phase) = &self.phase else { return };
        line.push(Join::Dot, Rank::Active, phase.title());
        line.push(Join::Word, Rank::Detail, phase.name.clone().unwrap_or_default());
        if self.push_shout(line, Join::Word) || self.status.kind == Kind::Silent {
            return;
        }
        let words = self.status.beside(&phase.number);
        let join = if status::reads_on(&words) { Join::Word } else { Join::Dot };
        line.push(join, Rank::Active, words);
    }

    /// Adds the status alone.
    fn push_status(&self, line: &mut Line<'a>, percent: Option<u8>) {
        if self.push_shout(line, Join::Dot) || self.status.kind == Kind::Silent {
            return;
        }
        let words = &self.status.words;
        // Beside a bar with room left, it is a phase that is done.
        let is_part = self.status.kind == Kind::Done && !words.contains(' ');
        let words = match percent {
            Some(percent) if percent < 100 && is_part => format!("phase {words}"),
            _ => words.clone(),
        };
        line.push(Join::Dot, Rank::Active, words);
    }

    /// Adds the word that somebody has to act on, and tells whether there is one.
    fn push_shout(&self, line: &mut Line<'a>, join: Join) -> bool {
        let word = match self.status.kind {
            Kind::Paused => super::status::PAUSED,
            Kind::Blocked => "BLOCKED",
            _ => return false,
        };
        line.push(join, Rank::Alert, word);
        true
    }

    /// Writes the next command with its phases, unless it names them itself.
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

    /// Tells whether somebody is, or was, at work on this state.
    fn is_in_flight(&self) -> bool {
        match self.status.kind {
            Kind::Working => true,
            Kind::Silent | Kind::Other | Kind::Waiting => self.facts.active_phase.is_some(),
            Kind::Paused | Kind::Blocked | Kind::Done | Kind::Over => false,
        }
    }

    /// Returns when the state was last touched: by its own word, else by the file's.
    fn touched(&self, modified: i64) -> i64 {
        let mut told = [&self.facts.last_updated, &self.facts.last_activity].into_iter().flatten();
        told.find_map(|text| moment(text)).unwrap_or(modified)
    }
}

/// Returns the phase that the state is about, with all that is told of it.
fn phase(facts: &mut Facts<'_>) -> Option<Phase> {
    let current = facts.current_phase.as_deref().and_then(Phase::set).map(|mut phase| {
        phase.call(facts.current_phase_name.as_deref().unwrap_or_default());
        phase
    });
    let active = facts.active_phase.as_deref().and_then(Phase::set);
    if active.is_none() {
        facts.active_phase = None;
    }
    let mut told = [active, current, facts.body_phase.take()].into_iter().flatten();
    let mut phase = told.next()?;
    told.for_each(|other| phase.learn(other));
    Some(phase)
}

/// Returns the status: that of the frontmatter, else of the body, else what is said of the phase.
fn status(facts: &Facts<'_>, phase: Option<&Phase>) -> Status {
    let telling = |raw: &str| Some(Status::of(raw)).filter(|status| status.kind != Kind::Silent);
    let told = facts.status.as_deref().and_then(telling);
    told.or_else(|| facts.body_status().and_then(telling)).unwrap_or_else(|| {
        let standing = phase.and_then(|phase| phase.standing.as_deref());
        let mut status = Status::of(standing.unwrap_or_default());
        // A phase that was shipped is no milestone.
        if status.kind == Kind::Over {
            status.kind = Kind::Done;
        }
        status
    })
}

/// Returns the percentage that the counts make: the lower of plans and phases, rounded down.
fn counted(progress: &Progress) -> Option<u64> {
    let share = |completed: Option<u64>, total: Option<u64>| {
        let (completed, total) = (completed?, total.filter(|total| *total > 0)?);
        completed.min(total).saturating_mul(100).checked_div(total)
    };
    let plans = share(progress.completed_plans, progress.total_plans);
    let phases = share(progress.completed_phases, progress.total_phases);
    plans.into_iter().chain(phases).min()
}

/// Returns what may be a command, without the remark behind it.
fn command(action: &str) -> Cow<'_, str> {
    let action = action.split([';', '(', '—', '–']).next().unwrap_or_default();
    name::without_markdown(action.into())
}

/// Returns the seconds since 1970 of a text that begins with a time, or with a date: then of its end.
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
