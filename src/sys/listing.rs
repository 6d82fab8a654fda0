//! Lists a directory, however long it is, at the least cost that the system allows.

use std::{
    cell::Cell,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
};

use super::platform::listing as platform;

/// How many names a prompt has time for: five times what anybody is known to have in one directory.
pub const FOR_A_PROMPT: usize = 50_000;

/// How many bytes a search has time for: it reads whole files only to choose between them.
const BYTES_FOR_A_PROMPT: usize = 4 << 20;

/// What a name in a directory belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, wherever it leads.
    Link,
    /// A device, a pipe, a socket.
    Other,
    /// The file system does not say.
    Unknown,
}

impl Kind {
    /// Reports whether it is a directory; `path` is looked at only if the list does not say.
    pub fn is_directory(self, path: impl FnOnce() -> PathBuf) -> bool {
        self.known(path) == Self::Directory
    }

    /// Returns the kind of `path` if the list does not say what it is; still unknown if the path is gone.
    #[must_use]
    pub fn known(self, path: impl FnOnce() -> PathBuf) -> Self {
        if self != Self::Unknown {
            return self;
        }
        path().symlink_metadata().map_or(Self::Unknown, |about| about.file_type().into())
    }
}

impl From<fs::FileType> for Kind {
    fn from(kind: fs::FileType) -> Self {
        match kind {
            kind if kind.is_file() => Self::File,
            kind if kind.is_dir() => Self::Directory,
            kind if kind.is_symlink() => Self::Link,
            _ => Self::Other,
        }
    }
}

/// What a search may still cost. All directories that it passes share one budget.
///
/// Without it each directory on the way up could cost as much as a prompt has time for.
#[derive(Debug)]
pub struct Budget {
    names: Cell<usize>,
    bytes: Cell<usize>,
}

impl Budget {
    /// Returns what one run has time for.
    pub fn for_a_prompt() -> Self {
        Self { names: Cell::new(FOR_A_PROMPT), bytes: Cell::new(BYTES_FOR_A_PROMPT) }
    }

    /// Returns how many names were listed and how many bytes were read.
    pub fn spent(&self) -> (usize, usize) {
        let names = FOR_A_PROMPT.saturating_sub(self.names.get());
        (names, BYTES_FOR_A_PROMPT.saturating_sub(self.bytes.get()))
    }

    /// Takes bytes from the budget, or returns `false` and takes nothing if there are not enough.
    pub fn takes(&self, bytes: usize) -> bool {
        let left = self.bytes.get().checked_sub(bytes);
        left.inspect(|left| self.bytes.set(*left)).is_some()
    }

    /// Lists a directory as [`each`] does, as far as the budget goes; `false` ends it early.
    pub fn each(&self, dir: &Path, mut each: impl FnMut(&OsStr, Kind) -> bool) -> io::Result<()> {
        let left = self.names.get();
        let mut seen = 0_usize;
        let listed = list(dir, left, |name, kind| {
            seen = seen.saturating_add(1);
            each(name, kind)
        });
        self.names.set(left.saturating_sub(seen));
        listed
    }
}

/// Hands over the name and the kind of everything in `dir`, in no order, `most` at most.
///
/// Nothing is allocated for a name, and no file is looked at: the kind may be unknown.
pub fn each(dir: &Path, most: usize, mut each: impl FnMut(&OsStr, Kind)) -> io::Result<()> {
    list(dir, most, |name, kind| {
        each(name, kind);
        true
    })
}

/// Returns the name and the kind of everything in `dir`, in no order, `most` at most.
///
/// What was listed before an error is returned; a directory that cannot be opened is an error.
pub fn entries(dir: &Path, most: usize) -> io::Result<Vec<(OsString, Kind)>> {
    let mut entries = Vec::new();
    match each(dir, most, |name, kind| entries.push((name.to_owned(), kind))) {
        Err(error) if entries.is_empty() => Err(error),
        _ => Ok(entries),
    }
}

/// Reports whether `dir` contains something of which `is_one` holds; it stops at the first.
pub fn any(dir: &Path, mut is_one: impl FnMut(&OsStr, Kind) -> bool) -> io::Result<bool> {
    let mut found = false;
    list(dir, usize::MAX, |name, kind| {
        found = is_one(name, kind);
        !found
    })?;
    Ok(found)
}

/// Lists a directory until there are no more names, `most` were listed, or `each` returns `false`.
fn list(dir: &Path, most: usize, each: impl FnMut(&OsStr, Kind) -> bool) -> io::Result<()> {
    if most == 0 { Ok(()) } else { platform::list(dir, most, each) }
}
