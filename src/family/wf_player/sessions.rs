//! Chooses among the sessions of a project, even if there are thousands.
//!
//! A running session wins, else a paused one, else the newest; among equals the one updated last.
//! Opening them all would cost a prompt too much. So only the sixteen that started last, by the time
//! in their names, are opened, and each is read only as far as the choice needs. This can miss
//! a session that started before sixteen others and is still running or paused. Most often that one
//! was interrupted and abandoned. `explain` reports how many were skipped.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use super::read::{self, SessionFields};
use crate::sys::{
    file::{Open, STATE_LIMIT},
    listing::{Budget, Kind},
};

/// The prefix of a session's directory; other tools keep theirs in the same place.
pub(super) const PREFIX: &str = "WFR-";

/// How many sessions to open: each costs four system calls.
const REACH: usize = 16;

/// How many bytes of each to read for its status, which is among the first fields.
const GLANCE: usize = 384;

/// A session by its directory. Those that started later are greater.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    /// When it started: the end of its name as a number, or 0 if that is not a time.
    begun: u128,
    name: OsString,
}

/// The newest of the names seen so far, in no order.
#[derive(Debug, Default)]
struct Newest {
    kept: Vec<Named>,
    /// Where the next one goes: at the end or, if there are enough, in place of the oldest.
    next: usize,
    /// When the oldest of them started, once there are enough.
    oldest: u128,
}

/// A session that was opened.
#[derive(Debug)]
pub(super) struct Session {
    /// The path of its state file.
    pub(super) path: PathBuf,
    /// When the file was last written, in seconds since 1970.
    pub(super) modified: i64,
    /// What was read of it.
    pub(super) bytes: Vec<u8>,
    open: Open,
    status: Rank,
    begun: u128,
}

/// How a session ranks in the choice, the best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It has no status: half written, or not a session at all.
    Unknown,
    /// It is over, or has a status that the player does not write.
    Other,
    Paused,
    Running,
}

/// Returns the session to show, or `None` if none has a file.
pub(super) fn chosen(dir: &Path, budget: &Budget) -> Option<Session> {
    let newest = newest(dir, budget);
    let seen = newest.iter().rev().filter_map(|named| Session::seen(dir, named, budget));
    let mut seen: Vec<Session> = seen.collect();
    let best = seen.iter().map(Session::worth).max()?;
    seen.retain(|session| session.worth() == best);
    // The first is the one to show if there is no time to compare them all.
    let mut is_first = true;
    seen.retain_mut(|session| {
        let is_worth_it = std::mem::take(&mut is_first) || session.is_affordable(budget);
        if is_worth_it {
            session.read_on();
        }
        is_worth_it
    });
    if seen.len() > 1 {
        // The sort is stable: of those updated at the same time, the one that started last stays first.
        seen.sort_by_cached_key(|session| std::cmp::Reverse(session.updated()));
    }
    seen.into_iter().next()
}

/// Returns the sessions that started last, the newest of them last.
fn newest(dir: &Path, budget: &Budget) -> Vec<Named> {
    let mut newest = Newest::default();
    // A missing directory has no sessions, and names that were listed before an error are still good.
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
        // There may be ten thousand names: one comparison must rule out most of them.
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

/// Returns whether sixteen characters are a date and a time, compared in one step.
///
/// tail = `-` 8digit `-` 6digit
fn is_time(tail: u128) -> bool {
    const ZERO: u128 = u128::from_be_bytes(*b"-00000000-000000");
    const DASHES: u128 = 0xFF << 120 | 0xFF << 48;
    const TENS: u128 = u128::from_be_bytes([0xF0; 16]);
    const SIXES: u128 = u128::from_be_bytes([6; 16]);
    // This leaves 0 for a dash and the value for a digit: below 16, and below 16 with 6 added.
    let left = tail ^ ZERO;
    left & (TENS | DASHES) == 0 && left.wrapping_add(SIXES) & TENS == 0
}

impl Session {
    /// Opens a session and reads enough for its status; `None` if it has no file.
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
        let status = Rank::of(status.as_deref());
        Some(Self { path, modified: open.modified(), bytes, open, status, begun: named.begun })
    }

    /// Returns the rank for the choice; of those that neither run nor wait, the one that started last wins.
    fn worth(&self) -> (Rank, u128) {
        let begun = if self.status < Rank::Paused { self.begun } else { 0 };
        (self.status, begun)
    }

    /// Returns whether the rest of the state was read already, or may be.
    fn is_affordable(&self, budget: &Budget) -> bool {
        let size = self.open.size().min(STATE_LIMIT);
        self.bytes.len() >= size || budget.takes(size)
    }

    /// Reads the rest of the state; if that fails, the part that was read is used.
    fn read_on(&mut self) {
        self.open.read_on(&mut self.bytes, STATE_LIMIT).unwrap_or_default();
    }

    /// Returns when it was last updated: by its own statement, else by the file's time.
    fn updated(&self) -> i64 {
        SessionFields::read(&self.bytes).updated.unwrap_or(self.modified)
    }
}

impl Rank {
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
    use crate::text::time;

    #[test]
    fn the_start_of_a_session_is_read_only_from_a_date_and_a_time() {
        let is_begun =
            |name: &str| name.as_bytes().last_chunk().is_some_and(|tail| is_time(u128::from_be_bytes(*tail)));
        for (name, expected) in [
            ("WFR-feature-tdd-review-20260317-143022", true),
            ("WFR-20260317-143022x", false),
            ("WFR-x20260317-143022", false),
            ("WFR-a-20260317_143022", false),
            ("WFR-a", false),
            ("WFR-feature-of-the-year", false),
        ] {
            // `explain` reads the time without haste, and has to agree.
            assert_eq!([is_begun(name), time::in_name(name).is_some()], [expected; 2], "{name}");
        }
    }
}
