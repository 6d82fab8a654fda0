//! The beginning of the process: its arguments, its environment, and its standard streams.

use std::{
    ffi::{OsStr, OsString},
    sync::OnceLock,
};

use super::platform::streams as platform;

static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// The names and values of the environment.
pub type Environment = Vec<(&'static OsStr, &'static OsStr)>;

static ENVIRONMENT: OnceLock<Environment> = OnceLock::new();

/// Keeps the arguments, the name of the program first, and the environment if it is known; opens the standard streams
/// that are missing.
pub fn prepare(arguments: Vec<OsString>, environment: Option<Environment>) {
    ARGUMENTS.set(arguments).unwrap_or_default();
    if let Some(environment) = environment {
        ENVIRONMENT.set(environment).unwrap_or_default();
    }
    platform::open_missing();
}

/// Returns the arguments, the name of the program first.
pub fn arguments() -> impl Iterator<Item = OsString> {
    let kept = ARGUMENTS.get().cloned();
    kept.unwrap_or_else(|| std::env::args_os().collect()).into_iter()
}

/// Returns an environment variable.
#[expect(clippy::disallowed_methods, reason = "`System` asks here")]
pub(super) fn variable(name: &str) -> Option<OsString> {
    let Some(environment) = ENVIRONMENT.get() else { return std::env::var_os(name) };
    environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
}
