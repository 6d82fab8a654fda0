//! Sleeps until a state may have changed, a signal ends the program, or the output is closed.

use std::{
    io, thread,
    time::{Duration, Instant},
};

use notify::{
    ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};

use crate::sys::wake::Alarm;
pub use crate::sys::wake::Woken;

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
    watcher: Option<RecommendedWatcher>,
}

impl Watch {
    /// Registers for the signals that end a program.
    pub fn new() -> io::Result<Self> {
        Ok(Self { alarm: Alarm::new()?, watcher: None })
    }

    /// Watches the directories of `plan` from now on, and no others.
    ///
    /// It creates a new watcher each time: if a directory was removed and created again, the old watcher
    /// would still watch the removed one.
    pub fn look_at(&mut self, plan: Plan) -> io::Result<()> {
        // The watcher starts a thread, and panics later if that fails. So try it here first.
        thread::Builder::new().spawn(|| ())?.join().unwrap_or_default();
        let mut bell = self.alarm.bell()?;
        let directories = plan.directories();
        let on_event = move |event: notify::Result<Event>| {
            let matters = match event {
                Ok(event) if event.need_rescan() => true,
                Ok(event) => is_change(event.kind) && event.paths.iter().any(|path| plan.is_about(path)),
                Err(_) => false,
            };
            if matters {
                bell.ring();
            }
        };
        let mut watcher = notify::recommended_watcher(on_event).map_err(plain)?;
        for directory in directories {
            match watcher.watch(&directory, RecursiveMode::NonRecursive) {
                Err(error) if matches!(error.kind, ErrorKind::MaxFilesWatch) => return Err(plain(error)),
                // The search cannot read a directory either that is gone or that denies access.
                Ok(()) | Err(_) => {}
            }
        }
        self.watcher = Some(watcher);
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

/// Returns whether an event may have changed a file. Reading it does not.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

/// Converts an error of the watcher to the system's error.
fn plain(error: notify::Error) -> io::Error {
    match error.kind {
        ErrorKind::Io(error) => error,
        ErrorKind::MaxFilesWatch => {
            io::Error::other("too many watched directories (raise `fs.inotify.max_user_watches`)")
        }
        _ => io::Error::other(error.to_string()),
    }
}
