//! An alarm made of pairs of sockets: signals write to some, bells to another.

use std::{
    io::{self, Read, Write},
    os::{fd::AsFd, unix::net::UnixStream},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags},
    io::Errno,
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP},
    low_level::pipe,
};

use super::streams::{can_poll_output, timespec};
use crate::sys::wake::Woken;

/// Lets one thread sleep until another one wakes it.
#[derive(Debug)]
pub(crate) struct Alarm {
    ends: UnixStream,
    end: UnixStream,
    /// It never has anything to read unless the alarm hears the terminal.
    suspends: UnixStream,
    suspend: UnixStream,
    rung: UnixStream,
    bell: UnixStream,
    /// Whether it notices that standard output was closed.
    hears_output: bool,
}

/// Wakes the thread that sleeps.
#[derive(Debug)]
pub(crate) struct Bell(UnixStream);

impl Alarm {
    pub(crate) fn new() -> io::Result<Self> {
        let (ends, end) = UnixStream::pair()?;
        pipe::register(SIGINT, end.try_clone()?)?;
        pipe::register(SIGTERM, end.try_clone()?)?;
        let (suspends, suspend) = UnixStream::pair()?;
        suspends.set_nonblocking(true)?;
        let (rung, bell) = UnixStream::pair()?;
        rung.set_nonblocking(true)?;
        bell.set_nonblocking(true)?;
        Ok(Self { ends, end, suspends, suspend, rung, bell, hears_output: can_poll_output() })
    }

    pub(crate) fn hear_terminal(&mut self) -> io::Result<()> {
        pipe::register(SIGHUP, self.end.try_clone()?)?;
        pipe::register(SIGTSTP, self.suspend.try_clone()?)?;
        Ok(())
    }

    pub(crate) fn bell(&self) -> io::Result<Bell> {
        self.bell.try_clone().map(Bell)
    }

    pub(crate) fn sleep(&mut self, most: Duration) -> Woken {
        let begun = Instant::now();
        loop {
            let left = most.saturating_sub(begun.elapsed());
            // For standard output only errors matter, and those are always reported.
            let output = if self.hears_output { rustix::stdio::stdout() } else { self.ends.as_fd() };
            let mut fds = [
                PollFd::new(&self.ends, PollFlags::IN),
                PollFd::new(&output, PollFlags::empty()),
                PollFd::new(&self.suspends, PollFlags::IN),
                PollFd::new(&self.rung, PollFlags::IN),
            ];
            match rustix::event::poll(&mut fds, Some(&timespec(left))) {
                Ok(0) => return Woken::Clock,
                Err(Errno::INTR) => continue,
                Ok(_) => {}
                Err(_) => return Woken::End,
            }
            let [ends, output, suspends, _] = fds.map(|fd| !fd.revents().is_empty());
            if ends || output {
                return Woken::End;
            }
            if suspends {
                empty(&mut self.suspends);
                return Woken::Suspend;
            }
            empty(&mut self.rung);
            return Woken::Change;
        }
    }
}

/// Reads everything that was written to a socket.
fn empty(socket: &mut UnixStream) {
    let mut bytes = [0; 256];
    while socket.read(&mut bytes).is_ok_and(|count| count > 0) {}
}

impl Bell {
    pub(crate) fn ring(&mut self) {
        // One byte wakes as well as many, so a full pipe loses nothing.
        self.0.write(&[0]).map(|_| ()).unwrap_or_default();
    }
}
