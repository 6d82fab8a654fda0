//! Runs another program with input, a deadline and a limit on what it prints.

use std::{
    ffi::OsStr,
    io,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::platform::process as platform;

/// The longest pause between two looks at a program that has closed its output and is about to end.
const PAUSE: Duration = Duration::from_millis(1);

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code.
    Code(i32),
    /// The system ended it: it had computed for longer than its limit.
    OutOfTime,
    /// A signal ended it, or a crash.
    Crashed,
    /// It was ended here: it took too long, printed too much, or was no longer wanted.
    Stopped,
}

/// What a program printed, and how it ended.
#[derive(Debug)]
pub struct Output {
    /// What it printed, up to the limit and one buffer more.
    pub printed: Vec<u8>,
    /// How it ended.
    pub end: End,
}

/// What a program may cost.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// When it has to be done.
    pub until: Instant,
    /// How many bytes it may print.
    pub bytes: usize,
}

/// A program that was started. It and all that it starts can be ended together.
#[derive(Debug)]
pub struct Running {
    child: Child,
    bounds: Bounds,
}

/// Returns a command for a line of shell, as most hosts run it.
pub fn shell(line: &OsStr) -> Command {
    platform::shell(line)
}

/// Returns a command for a program that is to be called `name` in lists of processes.
pub fn called(program: &Path, name: &str) -> Command {
    platform::called(program, name)
}

/// Starts a program; its errors go nowhere.
pub fn start(mut command: Command, has_input: bool, bounds: Bounds) -> io::Result<Running> {
    let stdin = if has_input { Stdio::piped() } else { Stdio::null() };
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::null());
    platform::set_apart(&mut command);
    Ok(Running { child: command.spawn()?, bounds })
}

/// Runs a program to its end, or to the end of its bounds.
pub fn run(command: Command, input: Option<&[u8]>, bounds: Bounds) -> io::Result<Output> {
    Ok(start(command, input.is_some(), bounds)?.finish(input.unwrap_or_default(), || false))
}

/// Runs a program with this process's own input and output; what it writes to standard error is returned.
pub fn run_in_place(mut command: Command) -> io::Result<Output> {
    let output = command.stderr(Stdio::piped()).spawn()?.wait_with_output()?;
    Ok(Output { printed: output.stderr, end: platform::end(output.status) })
}

impl Running {
    /// Gives it the input and returns what it prints in time. `is_unwanted` is asked now and then.
    pub fn finish(mut self, input: &[u8], mut is_unwanted: impl FnMut() -> bool) -> Output {
        let mut printed = Vec::new();
        let is_all = platform::converse(&mut self.child, input, &mut printed, self.bounds, &mut is_unwanted);
        let end = if is_all { self.ended(&mut is_unwanted) } else { None };
        let end = end.unwrap_or_else(|| {
            platform::kill_all(&self.child);
            self.child.wait().map(|_| ()).unwrap_or_default();
            End::Stopped
        });
        Output { printed, end }
    }

    /// Waits for its end; `None` if that takes too long.
    fn ended(&mut self, is_unwanted: &mut dyn FnMut() -> bool) -> Option<End> {
        // Most programs end right after they close their output.
        let mut pause = Duration::from_micros(50);
        while Instant::now() < self.bounds.until && !is_unwanted() {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(platform::end(status)),
                Ok(None) => thread::sleep(pause),
                Err(_) => return None,
            }
            pause = pause.saturating_mul(2).min(PAUSE);
        }
        None
    }
}
