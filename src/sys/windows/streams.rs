//! The standard streams.
//!
//! A pipe cannot be asked whether a call would block, so that each call that may do so is made in a thread. Such a
//! thread ends with the process.

use std::{
    fs::OpenOptions,
    io::{self, ErrorKind, IsTerminal, Read, Write},
    os::windows::io::AsRawHandle,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use winapi_util::{AsHandleRef, console};

/// How long a write may take: long, because a busy machine is more common than a pipe without a reader.
const WRITING: Duration = Duration::from_millis(500);

/// How long a thread may take to start.
const STARTING: Duration = Duration::from_secs(1);

/// How much is read at once, and how often before the caller takes it: input without an end must not fill the memory.
const CHUNK: usize = 64 << 10;
const AHEAD: usize = 4;

/// The standard library writes Unicode to a console, and UTF-8 to everything else.
pub(crate) const HAS_LOCALE: bool = false;

/// The thread that reads standard input, and what it has read but was not taken yet.
static INPUT: Mutex<Input> = Mutex::new(Input { chunks: None, pending: None });

struct Input {
    chunks: Option<Receiver<io::Result<Vec<u8>>>>,
    pending: Option<io::Result<Vec<u8>>>,
}

/// Does nothing: Rust checks a stream before it uses it.
pub(crate) const fn open_missing() {}

/// Reports whether standard input is a console, or a terminal of Git Bash.
pub(crate) fn input_is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Reports whether standard output is a console or a terminal of Git Bash; lets a console show colours.
pub(crate) fn output_is_terminal() -> bool {
    let is_terminal = io::stdout().is_terminal();
    if is_terminal {
        // It fails for a terminal of Git Bash, which needs no mode.
        console::Console::stdout()
            .and_then(|mut console| console.set_virtual_terminal_processing(true))
            .unwrap_or_default();
    }
    is_terminal
}

/// Reports whether there is a standard output.
pub(crate) fn output_is_open() -> bool {
    !io::stdout().as_raw_handle().is_null()
}

/// Returns how many columns the console has that output goes to.
pub(crate) fn output_width() -> Option<usize> {
    width_of(io::stdout())
}

/// Returns how many columns the console of this process has.
pub(crate) fn terminal_width() -> Option<usize> {
    width_of(OpenOptions::new().read(true).write(true).open("CONOUT$").ok()?)
}

fn width_of(console: impl AsHandleRef) -> Option<usize> {
    // The window may show only a part of the buffer's columns.
    let window = console::screen_buffer_info(console).ok()?.window_rect();
    usize::try_from(window.right.checked_sub(window.left)?.checked_add(1)?).ok().filter(|width| *width > 0)
}

/// Waits until standard input has bytes or has ended.
pub(crate) fn input_is_ready(most: Duration) -> bool {
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    input.wait(most).is_some()
}

/// Waits for a key. A console that is gone ends the program by itself, or cannot be read.
pub(crate) fn input_is_gone(most: Duration) -> bool {
    crossterm::event::poll(most).is_err()
}

/// Returns `None`: a pipe cannot be asked what is in it.
pub(crate) fn read_at_once() -> Option<Vec<u8>> {
    None
}

/// Appends bytes of standard input, and returns how many; none at its end.
pub(crate) fn read_input(bytes: &mut Vec<u8>) -> io::Result<usize> {
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    match input.pending.take() {
        Some(chunk) => chunk.map(|mut chunk| {
            let count = chunk.len();
            bytes.append(&mut chunk);
            count
        }),
        None => Err(ErrorKind::WouldBlock.into()),
    }
}

impl Input {
    /// Waits until there is something to take.
    fn wait(&mut self, most: Duration) -> Option<()> {
        if self.pending.is_some() {
            return Some(());
        }
        if self.chunks.is_none() {
            self.chunks = reader().ok();
        }
        self.pending = match self.chunks.as_ref()?.recv_timeout(most) {
            Ok(chunk) => Some(chunk),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Ok(Vec::new())),
        };
        self.pending.as_ref().map(|_| ())
    }
}

/// Starts a thread that reads standard input to its end.
fn reader() -> io::Result<Receiver<io::Result<Vec<u8>>>> {
    let (sender, chunks) = mpsc::sync_channel(AHEAD);
    let (begins, begun) = mpsc::sync_channel(1);
    thread::Builder::new().spawn(move || {
        let mut buffer = vec![0; CHUNK];
        begins.send(()).unwrap_or_default();
        loop {
            let read = io::stdin().lock().read(&mut buffer);
            let is_end = !matches!(read, Ok(1..));
            let chunk = read.map(|count| buffer.get(..count).unwrap_or_default().to_vec());
            if sender.send(chunk).is_err() || is_end {
                return;
            }
        }
    })?;
    // On a busy machine, the start of the thread must not count as time without input.
    begun.recv_timeout(STARTING).unwrap_or_default();
    Ok(chunks)
}

/// Returns `true`: a pipe that is full is noticed when it is written to.
pub(crate) fn output_is_ready(_: Duration) -> bool {
    true
}

/// Returns `true`: a pipe without a reader is noticed when it is written to.
pub(crate) fn output_is_read() -> bool {
    true
}

/// Returns whether an error of the system says that the other end of a pipe was closed, and the standard library does
/// not know it.
pub(crate) const fn says_unread(error: i32) -> bool {
    const PIPE_NOT_CONNECTED: i32 = 233;
    error == PIPE_NOT_CONNECTED
}

/// Writes the bytes to standard output; fails if that takes too long.
pub(crate) fn write_output(bytes: &[u8]) -> io::Result<usize> {
    let (sender, written) = mpsc::sync_channel(1);
    let (begins, begun) = mpsc::sync_channel(1);
    let owned = bytes.to_vec();
    thread::Builder::new().spawn(move || {
        begins.send(()).unwrap_or_default();
        let mut stdout = io::stdout().lock();
        // The caller may not wait any more.
        sender.send(stdout.write_all(&owned).and_then(|()| stdout.flush())).unwrap_or_default();
    })?;
    begun.recv_timeout(STARTING).unwrap_or_default();
    match written.recv_timeout(WRITING) {
        Ok(written) => written.map(|()| bytes.len()),
        Err(_) => Err(ErrorKind::TimedOut.into()),
    }
}
