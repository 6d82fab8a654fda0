//! The standard streams: whether they are a terminal, what a host sends, and how a line is written.

use std::{
    io::{Error, ErrorKind},
    mem,
    time::{Duration, Instant},
};

use super::platform::streams as platform;

/// The most bytes that are read from a host, apart from one pipe full.
const INPUT_LIMIT: usize = 1 << 20;

/// After how long without a byte the input is considered complete.
const SILENCE: Duration = Duration::from_millis(100);

/// How long the input may take altogether: a run ends within 150 ms, of which a hostile state can take 40.
const PATIENCE: Duration = Duration::from_millis(110);

/// How long to wait for a reader that leaves its pipe full.
const FULL: Duration = Duration::from_millis(30);

/// How long one line may take to be written.
const WRITING: Duration = Duration::from_millis(100);

/// Whether the environment names the encoding that a terminal reads. Where it does not, a terminal gets Unicode.
pub const HAS_LOCALE: bool = platform::HAS_LOCALE;

/// How much room is made for the input at first.
const USUAL: usize = 8 << 10;

/// How much a pipe that is ready accepts without blocking.
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

/// Returns whether a write failed because the reader of the output has gone.
pub fn is_unread(error: &Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe || error.raw_os_error().is_some_and(platform::says_unread)
}

/// Returns how many columns the terminal has, if standard output is one.
pub fn output_width() -> Option<usize> {
    platform::output_width()
}

/// Returns how many columns the terminal of this program has, without waiting for it.
pub fn terminal_width() -> Option<usize> {
    platform::terminal_width()
}

/// What was read from standard input so far.
///
/// Hosts leave the pipe open, so reading does not wait for its end: it stops after a pause, when the time is up,
/// or at the limit.
#[derive(Debug, Default)]
pub struct Input {
    bytes: Vec<u8>,
    /// Whether `bytes` has input from the start that the caller has not seen yet.
    is_ahead: bool,
    /// When it began to wait for more.
    begun: Option<Instant>,
}

impl Input {
    /// Begins with what is there already; `None` if standard input is a terminal, where no host sends JSON.
    pub fn begin() -> Option<Self> {
        let bytes = platform::read_at_once().unwrap_or_default();
        let is_ahead = !bytes.is_empty();
        (is_ahead || !platform::input_is_terminal()).then_some(Self { bytes, is_ahead, begun: None })
    }

    /// Reads more; returns `false` if nothing more will come.
    ///
    /// The caller reads everything from the start each time, so this returns only when a long input has doubled
    /// or pauses.
    pub fn read(&mut self) -> bool {
        mem::take(&mut self.is_ahead) || self.read_more()
    }

    /// Waits for more. Most hosts have written everything before the hook begins, so it is not inlined.
    #[inline(never)]
    fn read_more(&mut self) -> bool {
        let seen = self.bytes.len();
        let begun = *self.begun.get_or_insert_with(Instant::now);
        while self.bytes.len() < INPUT_LIMIT && is_ready(begun) {
            // A usual payload, and then as much as a pipe holds.
            if self.bytes.len() == self.bytes.capacity() {
                self.bytes.reserve(if self.bytes.is_empty() { USUAL } else { 64 << 10 });
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

    /// Returns what was read so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns what was read, to keep it.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Waits for the next bytes of standard input; `false` if none come in time.
fn is_ready(begun: Instant) -> bool {
    let left = PATIENCE.saturating_sub(begun.elapsed()).min(SILENCE);
    !left.is_zero() && platform::input_is_ready(left)
}

/// Writes a line for a prompt, unless it has no reader.
///
/// A pipe that stays full would block the host forever, so poll it first, and write no more at once than a pipe
/// that is ready accepts.
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

/// Returns whether a call may succeed if it is repeated.
fn is_passing(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}
