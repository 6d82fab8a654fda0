//! Chooses among the sessions of a project, however many there are.
//!
//! A running session counts, else a paused one, else the newest; among equals the one updated last.
//! Opening them all would cost a prompt too much. So only the sixteen that began last, by the time
//! in their names, are looked into, and of those only as much is read as the choice needs. What that can
//! miss is a session that began before sixteen others and is still at work, or waits: most often it was
//! interrupted, and nobody waits for it. `explain` tells how many were passed over.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use super::read::{self, State};
use crate::sys::{
    file::{Open, STATE_LIMIT},
    listing::{Budget, Kind},
};

/// How the directory of a session begins; other tools keep theirs beside them.
pub(super) const PREFIX: &str = "WFR-";

/// How many sessions are looked into: each costs four system calls.
const REACH: usize = 16;

/// How much of each is read to learn its status, which stands among the first fields.
const GLANCE: usize = 384;

/// A session by its directory. Those that began later are greater.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    /// When it began: the end of its name as a number, or 0 if that is not a time.
    begun: u128,
    name: OsString,
}

/// The newest of the names that came by, in no order.
#[derive(Debug, Default)]
struct Newest {
    kept: Vec<Named>,
    /// Where the next one goes: behind them or, once there are enough, in place of the oldest.
    next: usize,
    /// When the oldest of enough began.
    oldest: u128,
}

/// A session that was looked into.
#[derive(Debug)]
pub(super) struct Session {
    /// Where its state is kept.
    pub(super) path: PathBuf,
    /// When that was last written, in seconds since 1970.
    pub(super) modified: i64,
    /// What was read of it.
    pub(super) bytes: Vec<u8>,
    open: Open,
    standing: Standing,
    begun: u128,
}

/// What makes a session count, the best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// It does not say: half written, or not a session at all.
    Unknown,
    /// It is over, or in a state that the player does not write.
    Other,
    Paused,
    Running,
}

/// Returns the session that counts, or `None` if none has a file.
pub(super) fn that_counts(dir: &Path, budget: &Budget) -> Option<Session> {
    let newest = newest(dir, budget);
    let seen = newest.iter().rev().filter_map(|named| Session::seen(dir, named, budget));
    let mut seen: Vec<Session> = seen.collect();
    let best = seen.iter().map(Session::worth).max()?;
    seen.retain(|session| session.worth() == best);
    // The first is the one to show where there is no time to compare them all.
    let mut is_first = true;
    seen.retain_mut(|session| {
        let is_worth_it = std::mem::take(&mut is_first) || session.is_affordable(budget);
        if is_worth_it {
            session.read_on();
        }
        is_worth_it
    });
    if seen.len() > 1 {
        // Stable, so that of those updated at once the one that began last stays in front.
        seen.sort_by_cached_key(|session| std::cmp::Reverse(session.updated()));
    }
    seen.into_iter().next()
}

/// Returns the sessions that began last, the newest of them last.
fn newest(dir: &Path, budget: &Budget) -> Vec<Named> {
    let mut newest = Newest::default();
    // No directory is no session, and what was listed before a trouble is as good as ever.
    let listed = budget.each(dir, |name, kind| {
        newest.consider(name, kind);
        true
    });
    listed.unwrap_or_default();
    newest.kept.sort_unstable();
    newest.kept
}

impl Newest {
    /// Keeps a session if it is among the newest so far.
    fn consider(&mut self, name: &OsStr, kind: Kind) {
        let bytes = name.as_encoded_bytes();
        let tail = bytes.last_chunk().map_or(0, |tail| u128::from_be_bytes(*tail));
        // Ten thousand names come by here: most must be told to be too old by one comparison.
        if tail < self.oldest || !bytes.starts_with(PREFIX.as_bytes()) || kind == Kind::File {
            return;
        }
        let begun = if is_time(tail) { tail } else { 0 };
        match self.kept.get_mut(self.next) {
            None => self.kept.push(Named { begun, name: name.to_owned() }),
            Some(oldest) if (begun, name) > (oldest.begun, &*oldest.name) => {
                oldest.begun = begun;
                oldest.name.clear();
                oldest.name.push(name);
            }
            Some(_) => return,
        }
        self.next = self.kept.len();
        if self.next == REACH
            && let Some((at, oldest)) = self.kept.iter().enumerate().min_by_key(|(_, named)| *named)
        {
            (self.next, self.oldest) = (at, oldest.begun);
        }
    }
}

/// Tells whether sixteen characters are a date and a time, all at once.
///
/// tail = `-` 8digit `-` 6digit
fn is_time(tail: u128) -> bool {
    const ZERO: u128 = u128::from_be_bytes(*b"-00000000-000000");
    const DASHES: u128 = 0xFF << 120 | 0xFF << 48;
    const TENS: u128 = u128::from_be_bytes([0xF0; 16]);
    const SIXES: u128 = u128::from_be_bytes([6; 16]);
    // What is left of a dash is 0, of a digit its value: below 16, and below 16 with 6 added.
    let left = tail ^ ZERO;
    left & (TENS | DASHES) == 0 && left.wrapping_add(SIXES) & TENS == 0
}

impl Session {
    /// Opens a session and reads as much as tells its status; `None` if it has no file.
    fn seen(dir: &Path, named: &Named, budget: &Budget) -> Option<Self> {
        let mut path = dir.join(&named.name);
        path.push("session-state.json");
        let open = Open::at(&path).ok()?;
        let mut bytes = Vec::new();
        open.read_on(&mut bytes, GLANCE).ok()?;
        let mut status = read::status_in(&bytes);
        let is_unknown = bytes.len() == GLANCE && status.is_none();
        if is_unknown && budget.takes(open.size().min(STATE_LIMIT)) {
            open.read_on(&mut bytes, STATE_LIMIT).ok()?;
            status = read::status_in(&bytes);
        }
        let standing = Standing::of(status.as_deref());
        Some(Self { path, modified: open.modified(), bytes, open, standing, begun: named.begun })
    }

    /// Returns what the choice goes by: of those that neither run nor wait, the one that began last.
    fn worth(&self) -> (Standing, u128) {
        let begun = if self.standing < Standing::Paused { self.begun } else { 0 };
        (self.standing, begun)
    }

    /// Tells whether the rest of the state was read already, or may be.
    fn is_affordable(&self, budget: &Budget) -> bool {
        let size = self.open.size().min(STATE_LIMIT);
        self.bytes.len() >= size || budget.takes(size)
    }

    /// Reads the rest of the state; if that fails, what there is of it has to do.
    fn read_on(&mut self) {
        self.open.read_on(&mut self.bytes, STATE_LIMIT).unwrap_or_default();
    }

    /// Returns when it was last updated: as it says, else as its file says.
    fn updated(&self) -> i64 {
        State::read(&self.bytes).updated.unwrap_or(self.modified)
    }
}

impl Standing {
    fn of(status: Option<&str>) -> Self {
        match status {
            Some("running") => Self::Running,
            Some("paused") => Self::Paused,
            Some(_) => Self::Other,
            None => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_date_and_a_time_say_when_a_session_began() {
        let begun = |name: &[u8]| name.last_chunk().is_some_and(|tail| is_time(u128::from_be_bytes(*tail)));
        assert!(begun(b"WFR-feature-tdd-review-20260317-143022"));
        for name in [
            "WFR-20260317-143022x",
            "WFR-x20260317-143022",
            "WFR-a-20260317_143022",
            "WFR-a",
            "WFR-feature-of-the-year",
        ] {
            assert!(!begun(name.as_bytes()), "{name}");
        }
    }
}
