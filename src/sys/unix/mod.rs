//! The system calls of Linux, macOS and their relatives.

#[cfg(not(target_os = "linux"))]
pub(super) mod changes;
pub(super) mod directories;
pub(super) mod draft;
pub(super) mod file;
pub(super) mod limits;
pub(super) mod listing;
pub(super) mod paths;
pub(super) mod process;
pub(super) mod signals;
pub(super) mod streams;
pub(super) mod trust;
pub(super) mod volume;
pub(super) mod wake;

#[cfg(target_os = "linux")]
pub(super) use super::notified as changes;
