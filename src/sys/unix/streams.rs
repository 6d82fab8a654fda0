//! The standard streams by their descriptors.

use std::{io, thread, time::Duration};
#[cfg(target_os = "linux")]
use std::{io::IoSliceMut, os::fd::IntoRawFd as _};

#[cfg(target_os = "linux")]
use rustix::io::ReadWriteFlags;

use rustix::{
    buffer::spare_capacity,
    event::{PollFd, PollFlags, Timespec},
    fs::{Mode, OFlags, Stat},
    stdio::{stdin, stdout},
};

/// What `poll` reports for a stream that is closed.
///
/// On macOS, it reports the same for terminals and other devices. None is closed there: Rust has opened what was.
const CLOSED: PollFlags = if cfg!(target_os = "linux") { PollFlags::NVAL } else { PollFlags::empty() };

/// How long to wait before a stream that `poll` cannot wait for is checked again.
const PAUSE: Duration = Duration::from_millis(20);

/// The locale is in the environment.
pub(crate) const HAS_LOCALE: bool = true;

/// Opens `/dev/null` in place of each standard stream that is closed, so that no file of ours gets its number.
///
/// Rust does that itself before an ordinary `main`.
#[cfg(target_os = "linux")]
pub(crate) fn open_missing() {
    let (input, output, errors) = (stdin(), stdout(), rustix::stdio::stderr());
    let mut fds = [&input, &output, &errors].map(|fd| PollFd::new(fd, PollFlags::empty()));
    rustix::event::poll(&mut fds, Some(&timespec(Duration::ZERO))).unwrap_or_default();
    // Each gets the lowest number that is free, which is that of the first stream that is missing.
    for _ in fds.iter().filter(|fd| fd.revents().contains(PollFlags::NVAL)) {
        if let Ok(opened) = rustix::fs::open("/dev/null", OFlags::RDWR, Mode::empty()) {
            // It stays open.
            let _number = opened.into_raw_fd();
        }
    }
}

/// Does nothing: Rust does it before `main`.
#[cfg(not(target_os = "linux"))]
pub(crate) const fn open_missing() {}

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
/// At the start, `/dev/null` is opened for reading and writing in place of a stream that is closed. A shell that
/// redirects to it opens it for writing only.
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

/// Returns how many columns the terminal has that this process belongs to, or one of those that started it.
///
/// Some hosts run the hook in a session of its own, which has no terminal.
#[inline(never)]
pub(crate) fn terminal_width() -> Option<usize> {
    width_of("/dev/tty").or_else(|| width_of(&parents_terminal()?))
}

/// Asks a terminal for its width, without becoming its owner and without waiting for it.
fn width_of(terminal: &str) -> Option<usize> {
    let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let terminal = rustix::fs::open(terminal, flags, Mode::empty()).ok()?;
    let size = rustix::termios::tcgetwinsize(terminal).ok()?;
    Some(usize::from(size.ws_col)).filter(|width| *width > 0)
}

/// Returns the terminal of the nearest process above this one that has one, on Linux.
fn parents_terminal() -> Option<String> {
    /// A shell, or `env`, can be between the host and us.
    const NEAREST: usize = 4;
    const STAT_LIMIT: usize = 1 << 10;
    let mut process = rustix::process::getppid()?.as_raw_nonzero().get();
    for _ in 0..NEAREST {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let stat = rustix::fs::open(format!("/proc/{process}/stat"), flags, Mode::empty()).ok()?;
        let mut bytes = Vec::with_capacity(STAT_LIMIT);
        rustix::io::read(stat, spare_capacity(&mut bytes)).ok()?;
        let (parent, terminal) = parent_and_terminal(&String::from_utf8_lossy(&bytes))?;
        if terminal.is_some() {
            return terminal;
        }
        process = parent;
    }
    None
}

/// stat = id `(` name `)` state parent group session terminal …, where the name may contain brackets
fn parent_and_terminal(stat: &str) -> Option<(i32, Option<String>)> {
    let mut numbers = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(1);
    let parent = numbers.next()?.parse().ok()?;
    let device: u32 = numbers.nth(2)?.parse().ok()?;
    let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xF_FF00);
    // The terminals of terminal emulators; each of these major numbers has 256 of them.
    let is_emulated = (136..=143).contains(&major);
    let index = major.saturating_sub(136).saturating_mul(256).saturating_add(minor);
    Some((parent, is_emulated.then(|| format!("/dev/pts/{index}"))))
}

/// Waits until standard input has bytes or has ended.
pub(crate) fn input_is_ready(most: Duration) -> bool {
    let stdin = stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    rustix::event::poll(&mut fds, Some(&timespec(most))).is_ok_and(|ready| ready > 0)
}

/// Waits for input, and returns whether the terminal that it comes from is gone.
pub(crate) fn input_is_gone(most: Duration) -> bool {
    let stdin = stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    let answered = rustix::event::poll(&mut fds, Some(&timespec(most))).unwrap_or_default();
    if answered > 0 && !can_poll(&fds) {
        thread::sleep(most.min(PAUSE));
        return !input_is_terminal();
    }
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    answered > 0 && fds.iter().any(|fd| fd.revents().intersects(gone))
}

/// Reads what is in standard input already, without waiting: one call where waiting and reading are two.
///
/// `None` if there is nothing yet, or the system has no such call for this kind of input, as for a terminal.
#[cfg(target_os = "linux")]
#[inline(never)]
pub(crate) fn read_at_once() -> Option<Vec<u8>> {
    // A usual payload is half as long.
    const ROOM: usize = 4 << 10;
    /// Reads from where the input is now.
    const HERE: u64 = u64::MAX;
    let mut bytes = vec![0; ROOM];
    let into = &mut [IoSliceMut::new(&mut bytes)];
    let count = rustix::io::preadv2(stdin(), into, HERE, ReadWriteFlags::NOWAIT).ok()?;
    bytes.truncate(count);
    // It is the last block that was allocated, so that what comes next gets the rest of it.
    bytes.shrink_to_fit();
    Some(bytes)
}

/// Returns `None`: the system has no such call.
#[cfg(not(target_os = "linux"))]
pub(crate) fn read_at_once() -> Option<Vec<u8>> {
    None
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

/// Returns `false`: on Unix, the only error for an output without a reader is one that the standard library knows.
pub(crate) const fn says_unread(_: i32) -> bool {
    false
}

/// Writes some of the bytes to standard output, and returns how many.
pub(crate) fn write_output(bytes: &[u8]) -> io::Result<usize> {
    Ok(rustix::io::write(stdout(), bytes)?)
}

/// Reports whether the system can wait for standard output.
pub(super) fn can_poll_output() -> bool {
    let stdout = stdout();
    let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
    rustix::event::poll(&mut fds, Some(&timespec(Duration::ZERO))).is_ok() && can_poll(&fds)
}

/// Returns `false` if a stream is open, and the system cannot wait for it.
fn can_poll(fds: &[PollFd<'_>]) -> bool {
    fds.iter().all(|fd| !fd.revents().intersects(PollFlags::NVAL.difference(CLOSED)))
}

fn are_read(fds: &[PollFd<'_>]) -> bool {
    fds.iter().all(|fd| !fd.revents().intersects(PollFlags::ERR.union(CLOSED)))
}

/// Converts a duration for system calls.
pub(super) fn timespec(time: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_of_a_process_is_read_from_its_numbers() {
        for (stat, expected) in [
            ("812 (kimi) S 700 812 700 34819 812 4194304 1", Some((700, Some("/dev/pts/3".to_owned())))),
            ("812 (a) b (c)) S 700 812 700 35072 812 0", Some((700, Some("/dev/pts/256".to_owned())))),
            ("812 (sh) S 700 812 700 0 -1 4194304 1", Some((700, None))),
            ("812 (getty) S 1 812 812 1025 812 0", Some((1, None))),
            ("812 (sh", None),
            ("812 (sh) S", None),
            ("", None),
        ] {
            assert_eq!(parent_and_terminal(stat), expected, "{stat}");
        }
    }
}
