//! Sleeps until a state may have changed, the program is told to end, or nobody listens any more.

use std::{
    io::{self, Read, Write},
    os::unix::net::UnixStream,
    thread,
    time::{Duration, Instant},
};

use notify::{
    ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};
use rustix::{
    event::{PollFd, PollFlags, Timespec},
    io::Errno,
};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    low_level::pipe,
};

mod plan;

pub use plan::Plan;

/// How long changes must have stopped before a file is looked at: an editor writes in several steps.
const SETTLED: Duration = Duration::from_millis(50);

/// How long changes may go on before a file is looked at all the same.
const PATIENCE: Duration = Duration::from_millis(500);

/// Why the sleep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// Something changed.
    Change,
    /// The time is up.
    Clock,
    /// A signal says so, or the reader went away.
    End,
}

/// Waits for changes and for the end.
#[derive(Debug)]
pub struct Watch {
    ends: UnixStream,
    changes: UnixStream,
    wake: UnixStream,
    // It watches until it is dropped.
    watcher: Option<RecommendedWatcher>,
}

impl Watch {
    /// Listens for the signals that end a program.
    pub fn new() -> io::Result<Self> {
        let (ends, end) = UnixStream::pair()?;
        pipe::register(SIGINT, end.try_clone()?)?;
        pipe::register(SIGTERM, end)?;
        let (changes, wake) = UnixStream::pair()?;
        changes.set_nonblocking(true)?;
        wake.set_nonblocking(true)?;
        Ok(Self { ends, changes, wake, watcher: None })
    }

    /// Watches these places from now on, and no others.
    ///
    /// By a new watcher each time: a directory that was removed and made again has the same name, and
    /// the old watcher would still look at the one that is gone.
    pub fn look_at(&mut self, plan: Plan) -> io::Result<()> {
        // The watcher starts a thread, and panics later where it could not.
        thread::Builder::new().spawn(|| ())?.join().unwrap_or_default();
        let mut wake = self.wake.try_clone()?;
        let directories = plan.directories();
        let on_event = move |event: notify::Result<Event>| {
            let matters = match event {
                Ok(event) if event.need_rescan() => true,
                Ok(event) => is_change(event.kind) && event.paths.iter().any(|path| plan.is_about(path)),
                Err(_) => false,
            };
            if matters {
                // One byte wakes as well as many, so a full pipe loses nothing.
                wake.write(&[0]).map(|_| ()).unwrap_or_default();
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
        let woken = self.doze(most);
        if woken != Woken::Change {
            return woken;
        }
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.doze(SETTLED) {
                Woken::Change => {}
                Woken::Clock => break,
                Woken::End => return Woken::End,
            }
        }
        Woken::Change
    }

    /// Sleeps until anything happens.
    fn doze(&mut self, most: Duration) -> Woken {
        let begun = Instant::now();
        loop {
            let left = most.saturating_sub(begun.elapsed());
            let timeout = Timespec {
                tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
                tv_nsec: left.subsec_nanos().into(),
            };
            let stdout = rustix::stdio::stdout();
            // Of standard output only the bad news is heard, which needs no asking.
            let mut fds = [
                PollFd::new(&self.ends, PollFlags::IN),
                PollFd::new(&stdout, PollFlags::empty()),
                PollFd::new(&self.changes, PollFlags::IN),
            ];
            match rustix::event::poll(&mut fds, Some(&timeout)) {
                Ok(0) => return Woken::Clock,
                Err(Errno::INTR) => continue,
                Ok(_) => {}
                Err(_) => return Woken::End,
            }
            let [ends, stdout, _] = fds.map(|fd| !fd.revents().is_empty());
            if ends || stdout {
                return Woken::End;
            }
            let mut bytes = [0; 256];
            while self.changes.read(&mut bytes).is_ok_and(|count| count > 0) {}
            return Woken::Change;
        }
    }
}

/// Returns whether an event may have changed what a file says: looking at it does not.
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
