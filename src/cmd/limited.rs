//! Runs a command again in a process of its own, with limits on its memory and its time.
//!
//! A jq filter can recurse too deeply or run forever. A process cannot recover from running out of stack or
//! memory, so a second process is needed to report that.

use std::process::Command;

use super::{Failure, Terminal};
use crate::{
    error::{Error, Exit},
    sys::{
        System, limits,
        process::{self, End},
        start,
    },
};

/// The variable that is set for the limited process.
pub(super) const MARK: &str = "STATELINE_LIMITED";

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
        limits::lower(MEMORY, SECONDS);
        return Ok(None);
    }
    let Some(program) = system.program() else { return Ok(None) };
    let mut command = Command::new(program);
    command.args(start::arguments().skip(1)).env(MARK, "1");
    let Ok(output) = process::run_in_place(command) else { return Ok(None) };
    let why = match output.end {
        End::Code(code) => {
            terminal.err.lines(&String::from_utf8_lossy(&output.printed))?;
            return Ok(Some(exit(code)));
        }
        End::OutOfTime => format!("the filter did not end within {SECONDS} seconds"),
        End::Crashed | End::Stopped => {
            "the filter recurses too deeply, or needs more than 512 MiB of memory".to_owned()
        }
    };
    let filter = filters.iter().map(|filter| filter.trim()).collect::<Vec<_>>().join(" ");
    let filter = filter.chars().take(SHOWN).collect();
    Err(Error::BadFilter { filter, column: 0, why }.into())
}

fn exit(code: i32) -> Exit {
    match code {
        0 => Exit::Success,
        1 => Exit::No,
        _ => Exit::Misuse,
    }
}
