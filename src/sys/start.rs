//! The beginning of the process: its arguments, its environment, its clock, and its standard streams.

use std::{
    borrow::Cow,
    ffi::{OsStr, OsString},
    sync::OnceLock,
    time::{SystemTime, UNIX_EPOCH},
};

use super::platform::streams as platform;

/// What the program is given when it starts. What is missing, Rust asks the system for.
#[derive(Debug, Default)]
pub struct Start {
    /// The arguments, the name of the program first.
    pub arguments: Vec<Cow<'static, OsStr>>,
    /// Returns an environment variable.
    pub variable: Option<fn(&str) -> Option<&'static OsStr>>,
    /// Returns the seconds since 1970.
    pub seconds: Option<fn() -> Option<i64>>,
}

static START: OnceLock<Start> = OnceLock::new();

/// Keeps what the program is given, and opens the standard streams that are missing.
pub fn prepare(start: Start) {
    START.set(start).unwrap_or_default();
    platform::open_missing();
}

/// Returns the arguments, the name of the program first.
pub fn arguments() -> impl Iterator<Item = OsString> {
    let kept = START.get().map(|start| start.arguments.iter().map(|word| word.clone().into_owned()));
    let asked = if kept.is_none() { Some(std::env::args_os()) } else { None };
    kept.into_iter().flatten().chain(asked.into_iter().flatten())
}

/// Returns an environment variable.
#[expect(clippy::disallowed_methods, reason = "`System` asks here")]
pub(super) fn variable(name: &str) -> Option<OsString> {
    match START.get().and_then(|start| start.variable) {
        Some(variable) => variable(name).map(OsStr::to_owned),
        None => std::env::var_os(name),
    }
}

/// Returns the seconds since 1970.
pub(super) fn seconds() -> i64 {
    let given = START.get().and_then(|start| start.seconds?());
    given.unwrap_or_else(|| match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_secs()).map_or(i64::MIN, i64::wrapping_neg),
    })
}
