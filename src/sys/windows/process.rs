//! Starts programs without a window, talks to them in threads, and ends them with everything that they have started.

use std::{
    ffi::{OsStr, OsString},
    io::{Read, Write},
    os::windows::{io::AsRawHandle, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use win32job::{ExtendedLimitInfo, Job};

use super::limits::OUT_OF_TIME;
use crate::sys::{
    System,
    process::{Bounds, End},
};

/// How often `is_unwanted` is called.
const SLICE: Duration = Duration::from_millis(50);

/// Gives a console program no window of its own.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// The exit codes from here on are errors of the system, such as an invalid access.
const FIRST_SYSTEM_ERROR: u32 = 0xC000_0000;

/// The processes that a program starts. Dropping it ends all of them.
#[derive(Debug)]
pub(crate) struct Group(Option<Job>);

impl Group {
    /// Collects everything that a program starts from now on.
    pub(crate) fn of(child: &Child) -> Self {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits).ok();
        Self(job.filter(|job| job.assign_process(child.as_raw_handle().addr().cast_signed()).is_ok()))
    }

    /// Ends a program with everything that it has started.
    pub(crate) fn kill(&mut self, child: &mut Child) {
        self.0 = None;
        // If it could not be collected, at least it ends itself.
        child.kill().unwrap_or_default();
    }
}

/// The editor that is used if the user has set none.
pub(crate) const USUAL_EDITOR: &str = "notepad";

/// Whether the system's usual shell is a POSIX shell.
pub(crate) const HAS_POSIX_SHELL: bool = false;

/// Reports whether Claude Code would find Git Bash: where its variable says, next to Git, or where Git is usually.
pub(crate) fn has_git_bash(system: &System) -> bool {
    let named = system.var("CLAUDE_CODE_GIT_BASH_PATH").map(PathBuf::from);
    let path = system.var("PATH").unwrap_or_default();
    // Git's own directory on `PATH` is `cmd`, next to `bin`.
    let next_to_git = std::env::split_paths(&path)
        .filter(|dir| dir.join("git.exe").is_file())
        .filter_map(|dir| Some(dir.parent()?.join(r"bin\bash.exe")));
    let usual =
        ["ProgramFiles", "LOCALAPPDATA"].into_iter().zip([r"Git\bin\bash.exe", r"Programs\Git\bin\bash.exe"]);
    let usual = usual.filter_map(|(base, below)| Some(PathBuf::from(system.var(base)?).join(below)));
    named.into_iter().chain(next_to_git).chain(usual).any(|bash| bash.is_file())
}

/// Returns a command that runs a line in the shell that has started us: Git Bash, or else `cmd.exe`.
#[expect(
    clippy::disallowed_methods,
    reason = "the shell leaves this sign to its programs, not to the user's settings"
)]
pub(crate) fn shell(line: &OsStr) -> Command {
    if std::env::var_os("MSYSTEM").is_some() {
        return posix_shell(line);
    }
    let mut command = Command::new("cmd.exe");
    // With /s, it removes the outer quotes and nothing else.
    let mut quoted = OsString::from("\"");
    quoted.push(line);
    quoted.push("\"");
    command.args(["/d", "/s", "/c"]).raw_arg(quoted);
    command
}

/// Returns a command that runs a line in Git Bash.
pub(crate) fn posix_shell(line: &OsStr) -> Command {
    let mut command = Command::new("bash.exe");
    command.arg("-c").arg(line);
    command
}

/// Returns a command that runs a line in `PowerShell`.
pub(crate) fn powershell(line: &OsStr) -> Command {
    let mut command = Command::new("powershell.exe");
    command.args(["-NoLogo", "-NoProfile", "-NonInteractive", "-Command"]).arg(line);
    command
}

/// Returns a command that runs a script in `PowerShell`. Its errors are part of its output.
pub(crate) fn script(script: &OsStr) -> Command {
    let mut merged = OsString::from("& { ");
    merged.push(script);
    merged.push(" } 2>&1");
    powershell(&merged)
}

/// Returns a command for a program. It has its own name in lists of processes.
pub(crate) fn called(program: &Path, _: &str) -> Command {
    Command::new(program)
}

/// Runs a program without a window.
pub(crate) fn set_apart(command: &mut Command) {
    command.creation_flags(CREATE_NO_WINDOW);
}

/// Returns how a program ended.
pub(crate) fn end(status: ExitStatus) -> End {
    match status.code() {
        Some(OUT_OF_TIME) => End::OutOfTime,
        Some(code) if code.cast_unsigned() < FIRST_SYSTEM_ERROR => End::Code(code),
        _ => End::Crashed,
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
    let (stdin, Some(mut stdout)) = (child.stdin.take(), child.stdout.take()) else { return false };
    let input = input.to_vec();
    let write = move || {
        // A program that does not read its input has closed it.
        stdin.map(|mut stdin| stdin.write_all(&input).unwrap_or_default()).unwrap_or_default();
    };
    let (sender, chunks) = mpsc::sync_channel(1);
    let read = move || {
        let mut buffer = [0; 4 << 10];
        while let Ok(count @ 1..) = stdout.read(&mut buffer) {
            if sender.send(buffer.get(..count).unwrap_or_default().to_vec()).is_err() {
                return;
            }
        }
    };
    // Both threads end when the program does.
    if thread::Builder::new().spawn(write).is_err() || thread::Builder::new().spawn(read).is_err() {
        return false;
    }
    loop {
        let left = bounds.until.saturating_duration_since(Instant::now());
        if left.is_zero() || printed.len() > bounds.bytes || is_unwanted() {
            return false;
        }
        match chunks.recv_timeout(left.min(SLICE)) {
            Ok(chunk) => printed.extend_from_slice(&chunk),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::windows::process::ExitStatusExt;

    use super::*;

    #[test]
    fn a_crash_is_told_from_an_exit_code() {
        let ended = |code: u32| end(ExitStatus::from_raw(code));
        assert_eq!(ended(0), End::Code(0));
        assert_eq!(ended(2), End::Code(2));
        assert_eq!(ended(0xC000_0005), End::Crashed);
        assert_eq!(ended(1816), End::OutOfTime);
    }
}
