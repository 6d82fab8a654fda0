//! Sleeps until a state may have changed, a signal ends the program, or the output is closed.

use std::{
    io,
    path::Path,
    time::{Duration, Instant},
};

pub use crate::sys::wake::Woken;
use crate::sys::{
    changes::{self, Changes},
    wake::{Alarm, Bell},
};

pub mod event;
pub mod fleet;
pub mod live;
pub mod notification;
mod plan;
pub mod runner;

pub use plan::Plan;

/// How long to wait after the last change before reading a file, because editors write in several steps.
const SETTLED: Duration = Duration::from_millis(50);

/// How long to wait at most while changes continue.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often files are read where changes are not reported.
pub const POLL: Duration = Duration::from_secs(5);

/// A watch over the directories of a [`Plan`].
#[derive(Debug)]
pub struct Watch {
    alarm: Alarm,
    // It watches until it is dropped.
    changes: Option<Changes>,
    /// Why files are read from time to time instead, and whether that was said.
    polls: Option<(String, bool)>,
}

impl Watch {
    /// Registers for the signals that end a program.
    pub fn new() -> io::Result<Self> {
        Ok(Self { alarm: Alarm::new()?, changes: None, polls: None })
    }

    /// Wakes for what a terminal sends to the program, too.
    pub fn hear_terminal(&mut self) -> io::Result<()> {
        self.alarm.hear_terminal()
    }

    /// Returns a bell that ends a sleep.
    pub fn bell(&self) -> io::Result<Bell> {
        self.alarm.bell()
    }

    /// Watches the directories of `plan` from now on, and no others.
    ///
    /// It creates a new watcher each time: if a directory was removed and created again, the old watcher
    /// would still watch the removed one.
    pub fn look_at(&mut self, plan: Plan) -> io::Result<()> {
        let mut bell = self.alarm.bell()?;
        self.follow(plan, move |_| bell.ring());
        Ok(())
    }

    /// Does the same, and calls `on_change` with the path of each change, or `None` where the system has lost track.
    ///
    /// Where changes are not reported, or not all of them, a sleep ends after [`POLL`].
    pub fn follow(&mut self, plan: Plan, mut on_change: impl FnMut(Option<&Path>) + Send + 'static) {
        let places = plan.places().clone();
        let unreported = places.whole.iter().chain(&places.partly).find(|dir| !changes::are_reported(dir));
        let unreported =
            unreported.map(|dir| format!("the file system of `{}` does not report changes", dir.display()));
        let on_change = move |path: Option<&Path>| {
            if path.is_none_or(|path| plan.is_about(path)) {
                on_change(path);
            }
        };
        // The old watcher counts towards the limits of the system.
        self.changes = None;
        let why = match Changes::watch(&places, on_change) {
            Ok(changes) => {
                self.changes = Some(changes);
                unreported
            }
            Err(error) => Some(format!("cannot watch for changes: {error}")),
        };
        let said = self.polls.take();
        self.polls = why.map(|why| {
            let is_said = said.is_some_and(|(before, is_said)| is_said && before == why);
            (why, is_said)
        });
    }

    /// Returns why files are read from time to time, if they are.
    pub fn polls(&self) -> Option<&str> {
        self.polls.as_ref().map(|(why, _)| why.as_str())
    }

    /// Returns a message if files are read from time to time from now on. Each reason is returned once.
    pub fn begins_to_poll(&mut self) -> Option<String> {
        let (why, is_said) = self.polls.as_mut()?;
        if std::mem::replace(is_said, true) {
            return None;
        }
        Some(format!("{why}; reading the files every {} s instead", POLL.as_secs()))
    }

    /// Sleeps until something has changed and the changes have stopped, but no longer than `most`.
    pub fn sleep(&mut self, most: Duration) -> Woken {
        let most = if self.polls.is_some() { most.min(POLL) } else { most };
        let woken = self.alarm.sleep(most);
        if woken != Woken::Change {
            return woken;
        }
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.alarm.sleep(SETTLED) {
                Woken::Change => {}
                Woken::Clock => break,
                woken @ (Woken::End | Woken::Suspend) => return woken,
            }
        }
        Woken::Change
    }

    /// Sleeps until anything happens, without waiting for the end of it: for keys.
    pub fn sleep_lightly(&mut self, most: Duration) -> Woken {
        let most = if self.polls.is_some() { most.min(POLL) } else { most };
        self.alarm.sleep(most)
    }
}
