//! The sections of the body: which of two values of the same label says more.

use super::{
    kind::{self, StatusKind},
    label::{Labelled, Topic},
    name,
    number::{is_later, is_same_number, number},
    phase::Phase,
    plan::{is_not_begun, place_of_plan},
    status::Status,
};

/// The sections in which phase, plan and status were found.
///
/// A status next to the phase is about the phase; one at the top of the file is about the project.
///
/// GSD keeps its own section, `Current Position`: what is written elsewhere may be years old.
#[derive(Debug, Default)]
pub(super) struct Sections {
    current: usize,
    pub(super) is_elsewhere: bool,
    position: Option<usize>,
    /// Whether a second line named a later phase.
    is_moved: bool,
    phase: Option<usize>,
    plan: Option<usize>,
    status: Option<usize>,
    /// Whether a line named an earlier phase: what follows is the history.
    pub(super) is_history: bool,
}

impl Sections {
    /// Begins the next section at a heading.
    pub(super) fn enter(&mut self, heading: &str) {
        self.current = self.current.saturating_add(1);
        self.is_history = false;
        self.is_elsewhere = heading.starts_with("##") && !is_about_work(heading);
        let is_position = heading.trim_matches(['#', ' ', '\r']).eq_ignore_ascii_case("current position");
        self.position = self.position.or_else(|| is_position.then_some(self.current));
    }

    /// Notes that a line says that what follows it is old: `--- (historical, kept as it was) ---`.
    pub(super) fn divide(&mut self, line: &str) {
        let is_divider = line.starts_with("---") && self.phase == Some(self.current);
        self.is_history |= is_divider && line.to_lowercase().contains("histor");
        // `PREVIOUS Phase: 19 of 19`, `PREVIOUS Plan: …`: what follows is of those.
        let is_previous = ["PREVIOUS ", "Previous "].iter().any(|word| line.starts_with(word));
        self.is_history |= is_previous && line.contains(':') && self.phase == Some(self.current);
    }

    /// Returns whether this is GSD's own section.
    pub(super) fn is_position(&self) -> bool {
        self.position == Some(self.current)
    }

    /// Returns whether the value that was found before is from a section that says less than this one.
    pub(super) fn is_nearer(&self, topic: Topic) -> bool {
        let found = match topic {
            Topic::Phase => self.phase,
            Topic::Status => self.status,
            Topic::Plan => self.plan,
            _ => return false,
        };
        let here = Some(self.current);
        found != here && (self.position == here || topic != Topic::Phase && self.phase == here)
    }

    /// Returns whether a second line says more: people and GSD update only one of them.
    ///
    /// It names a later phase, or the same one with its name. Elsewhere in the file, only `Current phase` does.
    pub(super) fn is_later(&self, topic: Topic, old: Labelled<'_>, label: &str, new: &str) -> bool {
        const CURRENT: &str = "current phase";
        if topic == Topic::Plan {
            let has_total = |plan| place_of_plan(plan).is_some();
            let is_open = !has_total(old.value) && !is_not_begun(old.value);
            let is_fuller = has_total(new) && is_open;
            // The plan of a later phase, below its line.
            let is_next = self.is_moved && is_not_begun(new);
            return self.plan == Some(self.current) && (is_fuller || is_next);
        }
        if topic != Topic::Phase {
            return false;
        }
        let Some((new, known)) = Phase::of(new).zip(Phase::of(old.value)) else { return false };
        let is_here = self.phase == Some(self.current);
        let is_bare = known.name.is_none() && known.status.is_none();
        let is_fuller = is_bare && new.name.is_some() && is_same_number(&new.number, &known.number);
        let is_current = label == CURRENT && old.label == CURRENT;
        let is_later = (is_here || is_current) && !self.is_history && is_later(&new.number, &known.number);
        is_later || is_here && is_fuller
    }

    /// Returns whether a line with the number in its label is the current phase: `Phase 17.2: Search — IN PROGRESS`.
    pub(super) fn is_under_way(&self, old: Option<Labelled<'_>>, new: &Phase) -> bool {
        let known = old.and_then(|old| Phase::of(old.value));
        let status = new.status.as_deref().and_then(|raw| Status::of(raw, Some(&new.number)));
        self.phase == Some(self.current)
            && status.is_some_and(|status| status.kind == StatusKind::Working)
            && known.is_some_and(|known| is_later(&new.number, &known.number))
    }

    /// Notes that a line below the current phase names an earlier one.
    pub(super) fn pass(&mut self, topic: Topic, old: Labelled<'_>, value: &str) {
        let is_here = topic == Topic::Phase && self.phase == Some(self.current);
        // The lines may be long, so only their numbers are read.
        self.is_history |=
            is_here && lead(old.value).zip(lead(value)).is_some_and(|(old, new)| is_later(old, new));
    }

    /// Records that a value was found here.
    pub(super) fn keep(&mut self, topic: Topic) {
        match topic {
            Topic::Phase => {
                self.is_moved = self.phase == Some(self.current);
                self.phase = Some(self.current);
            }
            Topic::Plan => self.plan = Some(self.current),
            Topic::Status => self.status = Some(self.current),
            _ => {}
        }
    }
}

/// Returns the number that a phase line begins with.
fn lead(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['*', '_', ' ']);
    number(name::strip_ignoring_case(line, "phase ").unwrap_or(line)).map(|(number, _)| number)
}

/// Returns whether a heading is about the work, and not about a part of the product: `Login`.
fn is_about_work(heading: &str) -> bool {
    const WORDS: &[&str] = &[
        "phase",
        "plan",
        "status",
        "state",
        "position",
        "progress",
        "milestone",
        "session",
        "current",
        "wave",
        "work",
    ];
    let heading = heading.to_lowercase();
    WORDS.iter().any(|word| heading.contains(word)) || heading.split(' ').any(kind::is_version)
}
