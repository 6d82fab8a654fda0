//! Runs a command as a host would: with a payload on its standard input, and with a time limit.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use super::Context;
use crate::{
    sys::{
        file,
        process::{self, Bounds},
    },
    text::json::quoted,
};

/// How long a run may take. A host that waits longer shows an outdated line.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// The most bytes that are read of the output.
const LIMIT: usize = 64 << 10;

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
pub(super) fn sample(context: &Context<'_>) -> String {
    let dir = quoted(&context.dir.to_string_lossy());
    format!(
        "{{\"model\":{{\"display_name\":\"Opus 5\"}},\"workspace\":{{\"current_dir\":{dir}}},\
         \"context_window\":{{\"remaining_percentage\":72,\"context_window_size\":200000}}}}"
    )
}

/// Runs a command `times` times with the sample, and returns how the last run ended and the median time. After a slow
/// run it is not run again.
pub(super) fn timed(
    times: usize,
    patience: Duration,
    sample: &str,
    command: impl Fn() -> Command,
) -> (End, Duration) {
    let mut taken = Vec::new();
    let mut end = End::Late;
    for _ in 0..times.max(1) {
        let begun = Instant::now();
        end = run(command(), patience, sample);
        taken.push(begun.elapsed());
        if !matches!(end, End::Printed(_)) || taken.last() > Some(&PATIENCE) {
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
pub(super) fn run(command: Command, patience: Duration, input: &str) -> End {
    let Some(until) = Instant::now().checked_add(patience) else { return End::Late };
    let output = match process::run(command, Some(input.as_bytes()), Bounds { until, bytes: LIMIT }) {
        Ok(output) => output,
        Err(error) => return End::Missing(file::why(&error)),
    };
    match output.end {
        process::End::Code(0) => End::Printed(file::decoded(output.printed)),
        // No host shows more than that either.
        process::End::Stopped if output.printed.len() > LIMIT => End::Printed(file::decoded(output.printed)),
        process::End::Code(code) => End::Failed(Some(code)),
        process::End::OutOfTime | process::End::Crashed => End::Failed(None),
        process::End::Stopped => End::Late,
    }
}
