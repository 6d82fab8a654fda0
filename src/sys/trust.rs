//! Whether other users could change a file, or put another one in its place.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::platform::trust as platform;

/// Returns where a path leads; what does not exist yet is below what does.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    platform::resolved(path)
}

/// Returns a warning for each thing on the way that a group shares, or why the file is better left alone.
pub fn check(path: &Path, home: Option<&Path>) -> Result<Vec<String>, String> {
    platform::check(path, home)
}
