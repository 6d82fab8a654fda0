//! Sleeps until a state may have changed, a signal ends the program, or the output is closed.

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

/// How long to wait after the last change before reading a file, because editors write in several steps.
const SETTLED: Duration = Duration::from_millis(50);

/// How long to wait at most while changes continue.
const PATIENCE: Duration = Duration::from_millis(500);

/// Why the sleep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// Something changed.
    Change,
    /// The time has passed.
    Clock,
    /// A signal was received, or the output was closed.
    End,
}

/// Waits for changes and for the signals that end the program.
#[derive(Debug)]
pub struct Watch {
    ends: UnixStream,
    changes: UnixStream,
    wake: UnixStream,
    // Kept, because dropping it ends the watch.
    watcher: Option<RecommendedWatcher>,
}

impl Watch {
    /// Registers for the signals that end a program.
    pub fn new() -> io::Result<Self> {
        let (ends, end) = UnixStream::pair()?;
        pipe::register(SIGINT, end.try_clone()?)?;
        pipe::register(SIGTERM, end)?;
        let (changes, wake) = UnixStream::pair()?;
        changes.set_nonblocking(true)?;
        wake.set_nonblocking(true)?;
        Ok(Self { ends, changes, wake, watcher: None })
    }

    /// Watches the directories of `plan` from now on, and no others.
    ///
    /// It creates a new watcher each time: if a directory was removed and created again, the old watcher
    /// would still watch the removed one.
    pub fn look_at(&mut self, plan: Plan) -> io::Result<()> {
        // The watcher starts a thread, and panics later if that fails. So try it here first.
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
                // One byte is enough to wake, so ignore an error from a full pipe.
                wake.write(&[0]).map(|_| ()).unwrap_or_default();
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

    /// Sleeps until anything happens, but no longer than `most`.
    fn doze(&mut self, most: Duration) -> Woken {
        let begun = Instant::now();
        loop {
            let left = most.saturating_sub(begun.elapsed());
            let timeout = Timespec {
                tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
                tv_nsec: left.subsec_nanos().into(),
            };
            let stdout = rustix::stdio::stdout();
            // For standard output wait only for errors, which `poll` always reports.
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
