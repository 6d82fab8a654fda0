//! Runs a command again in a process of its own, with limits on its memory and its time.
//!
//! A jq filter can recurse too deeply or run forever. A process cannot recover from running out of stack or
//! memory, so a second process is needed to report that.

use std::{
    env,
    os::unix::process::ExitStatusExt,
    process::{Command, Stdio},
};

use rustix::process::{Resource, Rlimit};
use signal_hook::consts::SIGXCPU;

use super::{Failure, Terminal};
use crate::{
    error::{Error, Exit},
    sys::System,
};

/// The variable that is set for the limited process.
const MARK: &str = "STATELINE_LIMITED";

/// The memory limit, in bytes.
const MEMORY: u64 = 512 << 20;

/// The limit of processor time, in seconds.
const SECONDS: u64 = 5;

/// The number of characters of a filter that a message repeats.
const SHOWN: usize = 60;

/// Runs this command in a limited process.
///
/// Returns `None` if this already is that process, or if it cannot be started; the caller then goes on.
pub(super) fn run(
    filters: &[String],
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Option<Exit>, Failure> {
    if system.var(MARK).is_some() {
        bound(Resource::As, MEMORY);
        bound(Resource::Cpu, SECONDS);
        bound(Resource::Core, 0);
        return Ok(None);
    }
    let Some(program) = system.program() else { return Ok(None) };
    let child =
        Command::new(program).args(env::args_os().skip(1)).env(MARK, "1").stderr(Stdio::piped()).spawn();
    let Ok(output) = child.and_then(std::process::Child::wait_with_output) else { return Ok(None) };
    let why = match (output.status.code(), output.status.signal()) {
        (Some(code), _) => {
            terminal.err.lines(&String::from_utf8_lossy(&output.stderr))?;
            return Ok(Some(exit(code)));
        }
        (None, Some(SIGXCPU)) => format!("the filter did not end within {SECONDS} seconds"),
        (None, _) => "the filter recurses too deeply, or needs more than 512 MiB of memory".to_owned(),
    };
    let filter = filters.iter().map(|filter| filter.trim()).collect::<Vec<_>>().join(" ");
    let filter = filter.chars().take(SHOWN).collect();
    Err(Error::BadFilter { filter, column: 0, why }.into())
}

/// Lowers a limit; one that is lower already stays.
fn bound(resource: Resource, most: u64) {
    let now = rustix::process::getrlimit(resource);
    let lower = |limit: Option<u64>| Some(limit.map_or(most, |limit| limit.min(most)));
    // The hard limit leaves room for the signal that says which one was met.
    let limit = Rlimit { current: lower(now.current), maximum: now.maximum };
    rustix::process::setrlimit(resource, limit).unwrap_or_default();
}

fn exit(code: i32) -> Exit {
    match code {
        0 => Exit::Success,
        1 => Exit::No,
        _ => Exit::Misuse,
    }
}
