//! The calls of Windows.
//!
//! They go through the standard library and a few safe wrappers. What Windows has no safe call for is left out, and
//! each place says so.

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

pub(super) use super::notified as changes;
