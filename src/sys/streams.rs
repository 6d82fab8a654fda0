//! The standard streams: whether a person is at them, and what a host sends.

use std::time::{Duration, Instant};

use rustix::{
    buffer::spare_capacity,
    event::{PollFd, PollFlags, Timespec},
    io::Errno,
};

/// The most that is read of what a host sends, give or take what a pipe holds.
const INPUT_LIMIT: usize = 1 << 20;

/// How long a host may fall silent before it is taken to have said all.
const SILENCE: Duration = Duration::from_millis(100);

/// How long a host may go on in all: a run ends within 150 ms, of which a hostile state can take 40.
const PATIENCE: Duration = Duration::from_millis(110);

/// Tells whether standard input is a terminal, where nobody sends JSON.
pub fn input_is_terminal() -> bool {
    rustix::termios::isatty(rustix::stdio::stdin())
}

/// Reads a line that somebody types; at the end of the input it is empty.
pub fn answer() -> String {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).map(|_| line).unwrap_or_default()
}

/// Tells whether standard output is a terminal.
pub fn output_is_terminal() -> bool {
    rustix::termios::isatty(rustix::stdio::stdout())
}

/// Tells whether there is a standard output; where it is closed, its number goes to the next file that is opened.
pub fn output_is_open() -> bool {
    rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok()
}

/// Returns how many cells a line of the terminal has, where output goes to one.
pub fn output_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(rustix::stdio::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|width| *width > 0)
}

/// Reads standard input until `answer` has one to what came so far.
///
/// Hosts leave the pipe open, so it never waits for the end: after a silence, at the end of its
/// patience or at the limit it asks `answer` for the last time, saying so.
pub fn input<T>(mut answer: impl FnMut(&[u8], bool) -> Option<T>) -> Option<T> {
    let stdin = rustix::stdio::stdin();
    let begun = Instant::now();
    let mut bytes = Vec::with_capacity(8 << 10);
    let mut seen = 0_usize;
    while bytes.len() < INPUT_LIMIT && is_ready(begun) {
        // All that a pipe holds at once.
        if bytes.len() == bytes.capacity() {
            bytes.reserve(64 << 10);
        }
        match rustix::io::read(stdin, spare_capacity(&mut bytes)) {
            Ok(0) => break,
            Ok(_) => {}
            Err(Errno::INTR | Errno::AGAIN) => continue,
            Err(_) => break,
        }
        // What came so far is looked at from its beginning, so a long text only when it has doubled or pauses.
        if bytes.len() < seen.saturating_mul(2) && is_ready_within(Duration::ZERO) {
            continue;
        }
        seen = bytes.len();
        if let Some(answer) = answer(&bytes, false) {
            return Some(answer);
        }
    }
    answer(&bytes, true)
}

/// Waits for the next bytes of standard input; the answer is no if none come in time.
fn is_ready(begun: Instant) -> bool {
    let left = PATIENCE.saturating_sub(begun.elapsed()).min(SILENCE);
    !left.is_zero() && is_ready_within(left)
}

/// Waits for the next bytes of standard input for less than a second.
fn is_ready_within(time: Duration) -> bool {
    let timeout = Timespec { tv_sec: 0, tv_nsec: time.subsec_nanos().into() };
    let stdin = rustix::stdio::stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    rustix::event::poll(&mut fds, Some(&timeout)).is_ok_and(|ready| ready > 0)
}
