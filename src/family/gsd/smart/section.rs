//! The sections of the body: which of two values of the same label says more.

use super::{
    kind,
    label::{Labelled, Topic},
    number::is_later,
    phase::Phase,
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
    phase: Option<usize>,
    plan: Option<usize>,
    status: Option<usize>,
}

impl Sections {
    /// Begins the next section at a heading.
    pub(super) fn enter(&mut self, heading: &str) {
        self.current = self.current.saturating_add(1);
        self.is_elsewhere = heading.starts_with("##") && !is_about_work(heading);
        let is_position = heading.trim_matches(['#', ' ', '\r']).eq_ignore_ascii_case("current position");
        self.position = self.position.or_else(|| is_position.then_some(self.current));
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

    /// Returns whether a second phase line names a later phase: people and GSD update only one of them.
    ///
    /// Elsewhere in the file, only `Current phase` does.
    pub(super) fn is_later(&self, topic: Topic, old: Labelled<'_>, label: &str, new: &str) -> bool {
        const CURRENT: &str = "current phase";
        let phases = || Some((Phase::of(new)?, Phase::of(old.value)?));
        let is_current = label == CURRENT && old.label == CURRENT;
        topic == Topic::Phase
            && (self.phase == Some(self.current) || is_current)
            && phases().is_some_and(|(new, old)| is_later(&new.number, &old.number))
    }

    /// Records that a value was found here.
    pub(super) fn keep(&mut self, topic: Topic) {
        match topic {
            Topic::Phase => self.phase = Some(self.current),
            Topic::Plan => self.plan = Some(self.current),
            Topic::Status => self.status = Some(self.current),
            _ => {}
        }
    }
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
