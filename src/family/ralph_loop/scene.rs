//! What the line of a loop can show.

use super::read::LoopFields;
use crate::family::SceneInfo;

/// What the line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// The stop hook will call the file corrupted and end the loop.
    Corrupted,
    /// The loop was stopped.
    Stopped,
    /// The loop ends after this iteration.
    LastRound,
    /// The loop has a limit.
    Looping,
    /// The loop has no limit.
    Unlimited,
}

impl Scene {
    /// Every scene, in the order in which they are tried.
    pub const ALL: [Self; 5] =
        [Self::Corrupted, Self::Stopped, Self::LastRound, Self::Looping, Self::Unlimited];

    /// The scenes for people.
    pub(super) const INFO: &'static [SceneInfo] = &[
        SceneInfo {
            name: "corrupted",
            trigger: "iteration or max_iterations is not a plain number, which ends the loop",
            fields: &["iteration", "max_iterations"],
        },
        SceneInfo { name: "stopped", trigger: "active is false", fields: &["active"] },
        SceneInfo {
            name: "last round",
            trigger: "iteration has reached max_iterations",
            fields: &["iteration", "max_iterations"],
        },
        SceneInfo {
            name: "looping",
            trigger: "max_iterations is more than 0",
            fields: &["iteration", "max_iterations"],
        },
        SceneInfo { name: "unlimited", trigger: "none of the above", fields: &["iteration"] },
    ];

    /// Returns the first scene that applies.
    pub fn of(state: &LoopFields<'_>) -> Self {
        Self::ALL.into_iter().find(|scene| scene.holds(state)).unwrap_or(Self::Unlimited)
    }

    /// Returns whether it applies.
    pub fn holds(self, state: &LoopFields<'_>) -> bool {
        let (round, limit) = (state.round(), state.limit().filter(|limit| *limit > 0));
        match self {
            Self::Corrupted => round.is_none() || state.limit().is_none(),
            Self::Stopped => state.is_stopped(),
            Self::LastRound => limit.is_some_and(|limit| round >= Some(limit)),
            Self::Looping => limit.is_some(),
            Self::Unlimited => true,
        }
    }

    /// Returns the field that is not a number.
    pub(super) fn corrupted(state: &LoopFields<'_>) -> &'static str {
        if state.round().is_none() { "iteration" } else { "max_iterations" }
    }
}
