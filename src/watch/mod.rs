//! Sleeps until a state may have changed, a signal ends the program, or the output is closed.

use std::{
    io,
    path::Path,
    time::{Duration, Instant},
};

pub use crate::sys::wake::Woken;
use crate::sys::{changes::Changes, wake::Alarm};

mod plan;

pub use plan::Plan;

/// How long to wait after the last change before reading a file, because editors write in several steps.
const SETTLED: Duration = Duration::from_millis(50);

/// How long to wait at most while changes continue.
const PATIENCE: Duration = Duration::from_millis(500);

/// A watch over the directories of a [`Plan`].
#[derive(Debug)]
pub struct Watch {
    alarm: Alarm,
    // It watches until it is dropped.
    changes: Option<Changes>,
}

impl Watch {
    /// Registers for the signals that end a program.
    pub fn new() -> io::Result<Self> {
        Ok(Self { alarm: Alarm::new()?, changes: None })
    }

    /// Watches the directories of `plan` from now on, and no others.
    ///
    /// It creates a new watcher each time: if a directory was removed and created again, the old watcher
    /// would still watch the removed one.
    pub fn look_at(&mut self, plan: Plan) -> io::Result<()> {
        let mut bell = self.alarm.bell()?;
        let places = plan.places().clone();
        let on_change = move |path: Option<&Path>| {
            if path.is_none_or(|path| plan.is_about(path)) {
                bell.ring();
            }
        };
        self.changes = Some(Changes::watch(&places, on_change)?);
        Ok(())
    }

    /// Sleeps until something has changed and the changes have stopped, but no longer than `most`.
    pub fn sleep(&mut self, most: Duration) -> Woken {
        let woken = self.alarm.sleep(most);
        if woken != Woken::Change {
            return woken;
        }
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.alarm.sleep(SETTLED) {
                Woken::Change => {}
                Woken::Clock => break,
                Woken::End => return Woken::End,
            }
        }
        Woken::Change
    }
}
