//! Paths on Unix, which have one form only.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Whether names that differ only in case name the same file, as they do on most volumes of macOS.
pub(crate) const IGNORES_CASE: bool = cfg!(target_os = "macos");

/// Returns the path as it is.
pub(crate) fn native(path: PathBuf) -> PathBuf {
    path
}

/// Returns the path as it is.
pub(crate) fn portable(path: PathBuf) -> PathBuf {
    path
}

/// Appends a relative path.
pub(crate) fn push(path: &mut PathBuf, below: &str) {
    path.push(below);
}

/// Resolves the links of a path.
pub(crate) fn canonical(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}
