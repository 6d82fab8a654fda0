//! The standard streams by their descriptors.

use std::{io, time::Duration};

use rustix::{
    buffer::spare_capacity,
    event::{PollFd, PollFlags, Timespec},
    fs::{OFlags, Stat},
    stdio::{stdin, stdout},
};

/// Reports whether standard input is a terminal.
pub(crate) fn input_is_terminal() -> bool {
    rustix::termios::isatty(stdin())
}

/// Reports whether standard output is a terminal.
pub(crate) fn output_is_terminal() -> bool {
    rustix::termios::isatty(stdout())
}

/// Reports whether there is a standard output.
///
/// Before `main`, Rust opens `/dev/null` for reading and writing in place of a stream that is closed. A shell
/// that redirects to it opens it for writing only.
pub(crate) fn output_is_open() -> bool {
    let is_both = rustix::fs::fcntl_getfl(stdout()).is_ok_and(|flags| flags.contains(OFlags::RDWR));
    let device = |stat: Stat| stat.st_rdev;
    let is_null =
        rustix::fs::fstat(stdout()).ok().map(device) == rustix::fs::stat("/dev/null").ok().map(device);
    !(is_both && is_null)
}

/// Returns how many columns the terminal has that output goes to.
pub(crate) fn output_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|width| *width > 0)
}

/// Waits until standard input has bytes or has ended.
pub(crate) fn input_is_ready(most: Duration) -> bool {
    let stdin = stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    rustix::event::poll(&mut fds, Some(&timespec(most))).is_ok_and(|ready| ready > 0)
}

/// Reads from standard input into the spare room of `bytes`, and returns how many.
pub(crate) fn read_input(bytes: &mut Vec<u8>) -> io::Result<usize> {
    Ok(rustix::io::read(stdin(), spare_capacity(bytes))?)
}

/// Waits until standard output accepts bytes; `false` if it never will.
pub(crate) fn output_is_ready(most: Duration) -> bool {
    let stdout = stdout();
    let mut fds = [PollFd::new(&stdout, PollFlags::OUT)];
    rustix::event::poll(&mut fds, Some(&timespec(most))).is_ok_and(|ready| ready > 0) && are_read(&fds)
}

/// Reports whether standard output still has a reader.
pub(crate) fn output_is_read() -> bool {
    let stdout = stdout();
    let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
    rustix::event::poll(&mut fds, Some(&timespec(Duration::ZERO))).is_ok() && are_read(&fds)
}

/// Writes some of the bytes to standard output, and returns how many.
pub(crate) fn write_output(bytes: &[u8]) -> io::Result<usize> {
    Ok(rustix::io::write(stdout(), bytes)?)
}

fn are_read(fds: &[PollFd<'_>]) -> bool {
    fds.iter().all(|fd| !fd.revents().intersects(PollFlags::ERR | PollFlags::NVAL))
}

/// Converts a duration for system calls.
pub(super) fn timespec(time: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    }
}
