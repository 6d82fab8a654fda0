//! The beginning of the process: its arguments, and its standard streams.

use std::{ffi::OsString, sync::OnceLock};

use super::platform::streams as platform;

static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Keeps the arguments, the name of the program first, and sees to it that all standard streams are there.
pub fn prepare(arguments: Vec<OsString>) {
    ARGUMENTS.set(arguments).unwrap_or_default();
    platform::open_missing();
}

/// Returns the arguments, the name of the program first.
pub fn arguments() -> impl Iterator<Item = OsString> {
    let kept = ARGUMENTS.get().cloned();
    kept.unwrap_or_else(|| std::env::args_os().collect()).into_iter()
}
