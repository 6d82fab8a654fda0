//! Runs another program with input, a deadline and a limit on what it prints.

use std::{
    ffi::OsStr,
    io,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{System, platform::process as platform, signals};

/// The longest pause between two checks whether a program that has closed its output has ended.
const PAUSE: Duration = Duration::from_millis(1);

/// The editor that is used if the user has set none.
pub const USUAL_EDITOR: &str = platform::USUAL_EDITOR;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code.
    Code(i32),
    /// The system ended it at its limit of processor time.
    OutOfTime,
    /// A signal ended it, or a crash.
    Crashed,
    /// We ended it: it took too long, printed too much, or was no longer needed.
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
    /// The deadline.
    pub until: Instant,
    /// How many bytes it may print.
    pub bytes: usize,
}

/// A program that was started. It can be ended together with everything that it starts.
#[derive(Debug)]
pub struct Running {
    child: Child,
    group: platform::Group,
    bounds: Bounds,
}

/// Whether the system's usual shell is a POSIX shell.
pub const HAS_POSIX_SHELL: bool = platform::HAS_POSIX_SHELL;

/// Reports whether Git Bash is installed, on a system without a POSIX shell.
pub fn has_git_bash(system: &System) -> bool {
    platform::has_git_bash(system)
}

/// Returns a command that runs a line in a shell, as most hosts do.
pub fn shell(line: &OsStr) -> Command {
    platform::shell(line)
}

/// Returns a command that runs a line in a POSIX shell; on Windows in that of Git.
pub fn posix_shell(line: &OsStr) -> Command {
    platform::posix_shell(line)
}

/// Returns a command that runs a line in PowerShell.
pub fn powershell(line: &OsStr) -> Command {
    platform::powershell(line)
}

/// Returns a command that runs a script of the user's, in `/bin/sh` or PowerShell. Its errors are part of its output.
pub fn script(script: &OsStr) -> Command {
    platform::script(script)
}

/// Returns a command for a program and its arguments, without a shell, in a directory that exists.
pub fn program(words: &[String], dir: Option<&Path>) -> Option<Command> {
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments);
    if let Some(dir) = dir.filter(|dir| dir.is_dir()) {
        command.current_dir(dir);
    }
    Some(command)
}

/// Returns a command for a program that appears as `name` in lists of processes.
pub fn called(program: &Path, name: &str) -> Command {
    platform::called(program, name)
}

/// Starts a program; what it writes to standard error is discarded.
pub fn start(mut command: Command, has_input: bool, bounds: Bounds) -> io::Result<Running> {
    let stdin = if has_input { Stdio::piped() } else { Stdio::null() };
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::null());
    platform::set_apart(&mut command);
    if has_input {
        signals::let_pipes_fail();
    }
    let child = command.spawn()?;
    Ok(Running { group: platform::Group::of(&child), child, bounds })
}

/// Runs a program until it ends or exceeds its bounds.
pub fn run(command: Command, input: Option<&[u8]>, bounds: Bounds) -> io::Result<Output> {
    Ok(start(command, input.is_some(), bounds)?.finish(input.unwrap_or_default(), || false))
}

/// Runs a program with this process's own input and output; what it writes to standard error is returned.
pub fn run_in_place(mut command: Command) -> io::Result<Output> {
    let output = command.stderr(Stdio::piped()).spawn()?.wait_with_output()?;
    Ok(Output { printed: output.stderr, end: platform::end(output.status) })
}

/// Runs a program that takes over the terminal until it ends, such as an editor.
pub fn run_attached(mut command: Command) -> io::Result<End> {
    Ok(platform::end(command.status()?))
}

impl Running {
    /// Gives it the input and returns what it prints in time. `is_unwanted` is called from time to time.
    pub fn finish(mut self, input: &[u8], mut is_unwanted: impl FnMut() -> bool) -> Output {
        let mut printed = Vec::new();
        let is_all = platform::converse(&mut self.child, input, &mut printed, self.bounds, &mut is_unwanted);
        let end = if is_all { self.ended(&mut is_unwanted) } else { None };
        let end = end.unwrap_or_else(|| {
            self.group.kill(&mut self.child);
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
