//! What a part of the line means to the user, and the colour of each meaning. No other file decides on that.

use super::{Rank, Tone};

/// Why the user has to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alert {
    /// The work failed.
    Failed,
    /// The work cannot go on.
    Blocked,
    /// A state file cannot be relied on.
    Corrupted,
    /// The work waits for the user.
    Paused,
    /// Something should have happened by now.
    Overdue,
    /// A limit is nearly reached.
    NearLimit,
}

impl Alert {
    /// Returns its style: red if the work has stopped by itself, yellow if it waits or is about to stop.
    pub const fn tone(self) -> Tone {
        match self {
            Self::Failed | Self::Blocked | Self::Corrupted => Tone::BoldRed,
            Self::Paused | Self::Overdue | Self::NearLimit => Tone::BoldYellow,
        }
    }
}

impl Tone {
    /// Returns the style of what is usually pushed with a rank: only alerts stand out.
    pub(super) const fn usual(rank: Rank) -> Self {
        if matches!(rank, Rank::Alert) { Self::BoldRed } else { Self::Plain }
    }

    /// Returns the style for a rank, for a line without styles of its own.
    pub(super) const fn of(rank: Rank) -> Self {
        match rank {
            Rank::Alert => Self::BoldRed,
            Rank::Active => Self::Cyan,
            Rank::Progress => Self::Green,
            // The rest keeps the host's style: text that is dim in one theme is invisible in another.
            _ => Self::Plain,
        }
    }

    /// Returns whether it is the style of an alert, which no other style replaces.
    pub(super) const fn is_alert(self) -> bool {
        matches!(self, Self::BoldRed | Self::BoldYellow)
    }
}
