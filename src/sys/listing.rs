//! Lists directories, even very long ones, with as few system calls as possible.

use std::{
    cell::Cell,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    file,
    platform::{listing as platform, paths::IGNORES_CASE},
};

/// How many names a prompt has time for: five times the most that was seen in one directory.
pub const FOR_A_PROMPT: usize = 50_000;

/// How many bytes a search has time for: it reads whole files only to choose between them.
const BYTES_FOR_A_PROMPT: usize = 4 << 20;

/// How many files a search has time to look at, without opening them.
const LOOKS_FOR_A_PROMPT: usize = 2_000;

/// How many names of a directory are listed to find a few of them: as many as three system calls return on Linux.
const GLANCE: usize = 1000;

/// What an entry of a directory is.
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
    /// Returns whether it is a directory; `path` is examined only if the list does not say.
    pub fn is_directory(self, path: impl FnOnce() -> PathBuf) -> bool {
        self.known(path) == Self::Directory
    }

    /// Returns the kind, from `path` itself if the list does not say; still unknown if the path is gone.
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

/// What a search may still cost. All directories of the search share one budget.
///
/// Otherwise each parent directory could take all the time that a prompt has.
#[derive(Debug)]
pub struct Budget {
    names: Cell<usize>,
    bytes: Cell<usize>,
    looks: Cell<usize>,
}

impl Budget {
    /// Returns the budget of one run.
    pub fn for_a_prompt() -> Self {
        file::begin_run();
        Self {
            names: Cell::new(FOR_A_PROMPT),
            bytes: Cell::new(BYTES_FOR_A_PROMPT),
            looks: Cell::new(LOOKS_FOR_A_PROMPT),
        }
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

    /// Takes one look at a file from the budget, or returns `false` if the budget is used up.
    pub fn looks(&self) -> bool {
        let left = self.looks.get().checked_sub(1);
        left.inspect(|left| self.looks.set(*left)).is_some()
    }

    /// Lists a directory as [`each`] does, within the budget; `false` ends it early.
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

/// Returns the bit of a name in the result of [`present`], by its index; 0 for an index above 63.
pub fn bit(at: usize) -> u64 {
    u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or_default()
}

/// Returns which of these names are in a directory: a bit for each, the first name in the lowest one.
///
/// One listing takes fewer system calls than a look for each name. In a directory that is long, or cannot be listed,
/// it looks for each.
pub fn present(dir: &Path, names: &[&str]) -> u64 {
    let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
    let (mut found, mut seen) = (0, 0_usize);
    let listed = list(dir, GLANCE, |name, _| {
        seen = seen.saturating_add(1);
        let encoded = name.as_encoded_bytes();
        if let Some(at) = names.iter().position(|wanted| wanted.as_bytes() == encoded) {
            found |= bit(at);
        } else if IGNORES_CASE {
            let is_like = |wanted: &&str| wanted.as_bytes().eq_ignore_ascii_case(encoded);
            // Some volumes do not ignore case.
            let at = names.iter().position(is_like).filter(|_| dir.join(name.to_ascii_lowercase()).exists());
            found |= at.map(bit).unwrap_or_default();
        }
        true
    });
    match listed {
        Ok(()) if seen < GLANCE => found,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => 0,
        _ => found | present_by_name(dir, names),
    }
}

/// Looks for each of these names in a directory. Not inlined: it needs much of the stack, and few directories need it.
#[inline(never)]
fn present_by_name(dir: &Path, names: &[&str]) -> u64 {
    let is_there = |(at, name): (usize, &&str)| if file::below(dir, name).exists() { bit(at) } else { 0 };
    names.iter().enumerate().map(is_there).fold(0, |found, bit| found | bit)
}

/// Calls `each` with the name and the kind of at most `most` entries of `dir`, in no order.
///
/// It allocates nothing per name and examines no file, so the kind may be unknown.
pub fn each(dir: &Path, most: usize, mut each: impl FnMut(&OsStr, Kind)) -> io::Result<()> {
    list(dir, most, |name, kind| {
        each(name, kind);
        true
    })
}

/// Returns the names and the kinds of at most `most` entries of `dir`, in no order.
///
/// What was listed before an error is returned; a directory that cannot be opened is an error.
pub fn entries(dir: &Path, most: usize) -> io::Result<Vec<(OsString, Kind)>> {
    let mut entries = Vec::new();
    match each(dir, most, |name, kind| entries.push((name.to_owned(), kind))) {
        Err(error) if entries.is_empty() => Err(error),
        _ => Ok(entries),
    }
}

/// Returns whether `is_one` is true for an entry of `dir`; it stops at the first.
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
