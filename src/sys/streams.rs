//! The standard streams: whether a person is at them, and what a host sends.

use std::time::{Duration, Instant};

use rustix::{
    buffer::spare_capacity,
    event::{PollFd, PollFlags, Timespec},
    fs::OFlags,
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

/// Returns whether there is a standard output.
///
/// Before `main`, Rust opens `/dev/null` for reading and writing in place of a stream that is closed. A shell
/// that redirects to it opens it for writing only.
pub fn output_is_open() -> bool {
    let stdout = rustix::stdio::stdout();
    let is_both = rustix::fs::fcntl_getfl(stdout).is_ok_and(|flags| flags.contains(OFlags::RDWR));
    let device = |stat: rustix::fs::Stat| stat.st_rdev;
    let is_null =
        rustix::fs::fstat(stdout).ok().map(device) == rustix::fs::stat("/dev/null").ok().map(device);
    !(is_both && is_null)
}

/// Returns how many cells a line of the terminal has, where output goes to one.
pub fn output_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(rustix::stdio::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|width| *width > 0)
}

/// What came on standard input so far.
///
/// Hosts leave the pipe open, so reading never waits for its end: it stops after a silence, when its time is up,
/// or at the limit.
#[derive(Debug)]
pub struct Input {
    bytes: Vec<u8>,
    begun: Instant,
}

impl Default for Input {
    fn default() -> Self {
        Self { bytes: Vec::with_capacity(8 << 10), begun: Instant::now() }
    }
}

impl Input {
    /// Reads on until there is something new to look at; returns false if nothing more will come.
    ///
    /// The caller looks at everything from the start each time, so a long input is handed over only when it
    /// has doubled or pauses.
    pub fn read(&mut self) -> bool {
        let stdin = rustix::stdio::stdin();
        let seen = self.bytes.len();
        while self.bytes.len() < INPUT_LIMIT && is_ready(self.begun) {
            // All that a pipe holds at once.
            if self.bytes.len() == self.bytes.capacity() {
                self.bytes.reserve(64 << 10);
            }
            match rustix::io::read(stdin, spare_capacity(&mut self.bytes)) {
                Ok(0) => return false,
                Ok(_) => {}
                Err(Errno::INTR | Errno::AGAIN) => continue,
                Err(_) => return false,
            }
            if self.bytes.len() >= seen.saturating_mul(2) || !is_ready_within(Duration::ZERO) {
                return true;
            }
        }
        false
    }

    /// Returns what came so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns what came, to keep it.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
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
