//! Runs a command as a host would: with a payload on its standard input, and with a time limit.

use std::{
    io::{Read, Write},
    os::unix::process::CommandExt,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal};

use super::Look;
use crate::{json::quoted, sys::file};

/// How long a run may take. A host that waits longer shows an outdated line.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// The most bytes that are read of the output.
const LIMIT: u64 = 64 << 10;

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It printed this.
    Printed(String),
    /// It did not finish in time.
    Late,
    /// It failed with this exit code; `None` if a signal killed it.
    Failed(Option<i32>),
    /// It could not be started.
    Missing(String),
}

/// Returns what a host would send for a directory. It has no session, so that no context bridge is written.
pub(super) fn sample(look: &Look<'_>) -> String {
    let dir = quoted(&look.dir.to_string_lossy());
    format!(
        "{{\"model\":{{\"display_name\":\"Opus 5\"}},\"workspace\":{{\"current_dir\":{dir}}},\
         \"context_window\":{{\"remaining_percentage\":72,\"context_window_size\":200000}}}}"
    )
}

/// Runs a command `times` times with the sample, and returns how the last run ended and the median time.
pub(super) fn timed(times: usize, sample: &str, command: impl Fn() -> Command) -> (End, Duration) {
    let mut taken = Vec::new();
    let mut end = End::Late;
    for _ in 0..times.max(1) {
        let begun = Instant::now();
        end = run(command(), sample);
        taken.push(begun.elapsed());
        if !matches!(end, End::Printed(_)) {
            break;
        }
    }
    taken.sort();
    (end, taken.get(taken.len() / 2).copied().unwrap_or_default())
}

/// Writes a time in milliseconds.
pub(super) fn milliseconds(taken: Duration) -> String {
    let tenths = taken.as_micros().saturating_add(50) / 100;
    if tenths < 100 { format!("{}.{} ms", tenths / 10, tenths % 10) } else { format!("{} ms", tenths / 10) }
}

/// Runs a command once. If it takes too long, it is killed with all its children.
pub(super) fn run(mut command: Command, input: &str) -> End {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return End::Missing(file::why(&error)),
    };
    if let Some(mut stdin) = child.stdin.take() {
        // The input fits into the pipe, and a command need not read it.
        stdin.write_all(input.as_bytes()).unwrap_or_default();
    }
    let (send, receive) = mpsc::channel();
    let stdout = child.stdout.take();
    thread::spawn(move || {
        let mut printed = Vec::new();
        if let Some(stdout) = stdout {
            stdout.take(LIMIT).read_to_end(&mut printed).map(|_| ()).unwrap_or_default();
        }
        send.send(printed).unwrap_or_default();
    });
    let until = Instant::now().checked_add(PATIENCE);
    let printed = receive.recv_timeout(PATIENCE);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) if printed.is_ok() => break Some(status),
            Ok(_) if printed.is_ok() && until.is_some_and(|until| Instant::now() < until) => {
                thread::sleep(Duration::from_micros(100));
            }
            _ => break None,
        }
    };
    let Some(status) = status else {
        if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
            rustix::process::kill_process_group(group, Signal::KILL).unwrap_or_default();
        }
        child.wait().map(|_| ()).unwrap_or_default();
        return End::Late;
    };
    if status.success() {
        End::Printed(file::decoded(printed.unwrap_or_default()))
    } else {
        End::Failed(status.code())
    }
}
