//! Whether other users could change or replace a file.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::platform::trust as platform;

/// Returns a path with its links resolved; the end of the path need not exist.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    platform::resolved(path)
}

/// Returns a warning for each part of the path that a group can write to, or why the file must not be changed.
pub fn check(path: &Path, home: Option<&Path>) -> Result<Vec<String>, String> {
    platform::check(path, home)
}
