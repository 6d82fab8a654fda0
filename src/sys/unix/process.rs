//! Starts programs in a group of their own, talks to them without blocking, and ends the whole group.

use std::{
    ffi::OsStr,
    io::{ErrorKind, Read, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags},
    process::{Pid, Signal},
};
use signal_hook::consts::SIGXCPU;

use super::streams::timespec;
use crate::sys::{
    System,
    process::{Bounds, End},
};

/// How often `is_unwanted` is called.
const SLICE: Duration = Duration::from_millis(50);

/// The editor that is used if the user has set none.
pub(crate) const USUAL_EDITOR: &str = "vi";

/// Whether the system's usual shell is a POSIX shell.
pub(crate) const HAS_POSIX_SHELL: bool = true;

/// Returns `false`: there is no need for it.
pub(crate) fn has_git_bash(_: &System) -> bool {
    false
}

/// The processes that a program starts. They are in its process group.
#[derive(Debug)]
pub(crate) struct Group(Option<Pid>);

impl Group {
    /// Returns the group of a program that was [set apart](set_apart).
    pub(crate) fn of(child: &Child) -> Self {
        Self(Pid::from_raw(child.id().cast_signed()))
    }

    /// Ends the program with everything that it has started.
    pub(crate) fn kill(&mut self, _: &mut Child) {
        if let Some(group) = self.0 {
            rustix::process::kill_process_group(group, Signal::KILL).unwrap_or_default();
        }
    }
}

/// Returns a command that runs a line in a shell.
pub(crate) fn shell(line: &OsStr) -> Command {
    posix_shell(line)
}

/// Returns a command that runs a line in PowerShell, which has another name here.
pub(crate) fn powershell(line: &OsStr) -> Command {
    let mut command = Command::new("pwsh");
    command.args(["-NoProfile", "-Command"]).arg(line);
    command
}

/// Returns a command that runs a line in the system's shell.
pub(crate) fn posix_shell(line: &OsStr) -> Command {
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(line);
    command
}

/// Returns a command that runs a script in `/bin/sh`, which gets it unchanged. Its errors are part of its output.
pub(crate) fn script(script: &OsStr) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "exec /bin/sh -c \"$1\" 2>&1", "sh"]).arg(script);
    command
}

/// Returns a command for a program under another name.
pub(crate) fn called(program: &Path, name: &str) -> Command {
    let mut command = Command::new(program);
    command.arg0(name);
    command
}

/// Puts a program into its own process group, so that its children can be ended with it.
pub(crate) fn set_apart(command: &mut Command) {
    command.process_group(0);
}

/// Returns how a program ended.
pub(crate) fn end(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Code(code),
        (None, Some(SIGXCPU)) => End::OutOfTime,
        (None, _) => End::Crashed,
    }
}

/// Writes and reads until the program closes its output; `false` if it exceeds its bounds first.
pub(crate) fn converse(
    child: &mut Child,
    input: &[u8],
    printed: &mut Vec<u8>,
    bounds: Bounds,
    is_unwanted: &mut dyn FnMut() -> bool,
) -> bool {
    let (mut stdin, Some(mut stdout)) = (child.stdin.take(), child.stdout.take()) else { return false };
    if stdin.as_ref().is_some_and(|stdin| rustix::io::ioctl_fionbio(stdin, true).is_err()) {
        return false;
    }
    let mut input = input;
    let mut buffer = [0; 4 << 10];
    loop {
        if input.is_empty() {
            // Close it, or the program might wait for more.
            stdin = None;
        }
        let left = bounds.until.saturating_duration_since(Instant::now());
        if left.is_zero() || printed.len() > bounds.bytes || is_unwanted() {
            return false;
        }
        let [readable, writable] = ready(&stdout, stdin.as_ref(), left.min(SLICE));
        if let (true, Some(stdin)) = (writable, &mut stdin) {
            match stdin.write(input) {
                Ok(count) => input = input.get(count..).unwrap_or_default(),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                // It does not read its input.
                Err(_) => input = &[],
            }
        }
        if readable {
            match stdout.read(&mut buffer) {
                Ok(0) => return true,
                Ok(count) => printed.extend_from_slice(buffer.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return true,
            }
        }
    }
}

/// Waits until the program can be read from or written to.
fn ready(stdout: &ChildStdout, stdin: Option<&ChildStdin>, most: Duration) -> [bool; 2] {
    let mut fds = vec![PollFd::new(stdout, PollFlags::IN)];
    fds.extend(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
    if !rustix::event::poll(&mut fds, Some(&timespec(most))).is_ok_and(|ready| ready > 0) {
        return [false, false];
    }
    let is_ready = |at: usize| fds.get(at).is_some_and(|fd| !fd.revents().is_empty());
    [is_ready(0), is_ready(1)]
}
