//! The standard streams: whether a person is at them, what a host sends, and how a line gets out.

use std::{
    io::{Error, ErrorKind},
    time::{Duration, Instant},
};

use super::platform::streams as platform;

/// The most that is read of what a host sends, give or take what a pipe holds.
const INPUT_LIMIT: usize = 1 << 20;

/// How long a host may fall silent before its input is taken to be complete.
const SILENCE: Duration = Duration::from_millis(100);

/// How long a host may go on in all: a run ends within 150 ms, of which a hostile state can take 40.
const PATIENCE: Duration = Duration::from_millis(110);

/// How long a reader may leave a full pipe full before it is given up.
const FULL: Duration = Duration::from_millis(30);

/// How long one line may take to be written.
const WRITING: Duration = Duration::from_millis(100);

/// What a pipe that is ready takes at once without making its writer wait.
const ROOM: usize = 4096;

/// Reports whether standard input is a terminal, where no host sends JSON.
pub fn input_is_terminal() -> bool {
    platform::input_is_terminal()
}

/// Reads a line that a person types; at the end of the input it is empty.
pub fn answer() -> String {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).map(|_| line).unwrap_or_default()
}

/// Reports whether standard output is a terminal.
pub fn output_is_terminal() -> bool {
    platform::output_is_terminal()
}

/// Returns whether there is a standard output.
pub fn output_is_open() -> bool {
    platform::output_is_open()
}

/// Reports whether standard output still has a reader.
pub fn output_is_read() -> bool {
    platform::output_is_read()
}

/// Returns how many columns the terminal has, where output goes to one.
pub fn output_width() -> Option<usize> {
    platform::output_width()
}

/// Returns how many columns the terminal has that this program runs in, without ever waiting for it.
pub fn terminal_width() -> Option<usize> {
    platform::terminal_width()
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
        let seen = self.bytes.len();
        while self.bytes.len() < INPUT_LIMIT && is_ready(self.begun) {
            // All that a pipe holds at once.
            if self.bytes.len() == self.bytes.capacity() {
                self.bytes.reserve(64 << 10);
            }
            match platform::read_input(&mut self.bytes) {
                Ok(0) => return false,
                Ok(_) => {}
                Err(error) if is_passing(&error) => continue,
                Err(_) => return false,
            }
            if self.bytes.len() >= seen.saturating_mul(2) || !platform::input_is_ready(Duration::ZERO) {
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
    !left.is_zero() && platform::input_is_ready(left)
}

/// Writes a line for a prompt, unless it has no reader.
///
/// A full pipe that stays full would block the host for ever: so it is asked first, and no more is
/// written at once than a pipe takes that is ready.
pub fn write_prompt(line: &[u8]) {
    let mut bytes = line;
    let mut begun = None;
    while !bytes.is_empty() {
        let is_late = begun.is_some_and(|begun: Instant| begun.elapsed() > WRITING);
        if !platform::output_is_ready(FULL) || is_late {
            return;
        }
        match platform::write_output(bytes.get(..ROOM).unwrap_or(bytes)) {
            Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
            Err(error) if is_passing(&error) => {}
            Err(_) => return,
        }
        begun = begun.or_else(|| (!bytes.is_empty()).then(Instant::now));
    }
}

/// Returns whether a call may succeed when it is made again.
fn is_passing(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}
