//! Sleeps until a state may have changed, the program is told to end, or nobody listens any more.

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

/// How long changes must have stopped before a file is looked at: an editor writes in several steps.
const SETTLED: Duration = Duration::from_millis(50);

/// How long changes may go on before a file is looked at all the same.
const PATIENCE: Duration = Duration::from_millis(500);

/// Waits for changes and for the end.
#[derive(Debug)]
pub struct Watch {
    alarm: Alarm,
    // It watches until it is dropped.
    watcher: Option<RecommendedWatcher>,
}

impl Watch {
    /// Listens for requests to end.
    pub fn new() -> io::Result<Self> {
        Ok(Self { alarm: Alarm::new()?, watcher: None })
    }

    /// Watches these places from now on, and no others.
    ///
    /// By a new watcher each time: a directory that was removed and made again has the same name, and
    /// the old watcher would still look at the one that is gone.
    pub fn look_at(&mut self, plan: Plan) -> io::Result<()> {
        // The watcher starts a thread, and panics later where it could not.
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
                // One that went meanwhile, or may not be read, is not looked into by the search either.
                Ok(()) | Err(_) => {}
            }
        }
        self.watcher = Some(watcher);
        Ok(())
    }

    /// Sleeps until something changes and has changed for good, or for so long at most.
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

/// Tells whether an event may have changed what a file says: looking at it does not.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

/// Returns the system's word on what went wrong.
fn plain(error: notify::Error) -> io::Error {
    match error.kind {
        ErrorKind::Io(error) => error,
        ErrorKind::MaxFilesWatch => {
            io::Error::other("no more directories can be watched (fs.inotify limits)")
        }
        _ => io::Error::other(error.to_string()),
    }
}
