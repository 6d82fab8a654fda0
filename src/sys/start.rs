//! The beginning of the process: its arguments, its environment, its clock, and its standard streams.

use std::{
    borrow::Cow,
    ffi::{OsStr, OsString},
    time::{SystemTime, UNIX_EPOCH},
    vec,
};

use once_cell::race::OnceBox;

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

// Unlike the cells that wait for other threads, this one needs little code.
static START: OnceBox<Start> = OnceBox::new();

/// Keeps what the program is given, and opens the standard streams that are missing.
pub fn prepare(start: Start) {
    START.set(Box::new(start)).unwrap_or_default();
    platform::open_missing();
}

/// Returns the arguments, the name of the program first.
pub fn arguments() -> vec::IntoIter<OsString> {
    let kept = |start: &Start| start.arguments.iter().map(|word| word.clone().into_owned()).collect();
    let words: Vec<OsString> = START.get().map_or_else(|| std::env::args_os().collect(), kept);
    words.into_iter()
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
