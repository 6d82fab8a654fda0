//! Rewrites a file as a whole or not at all, and only while it holds what was read of it.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    fs::File,
    io::{self, Write},
    os::fd::OwnedFd,
    path::{Component, Path, PathBuf},
};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};

/// Why a file was not rewritten.
#[derive(Debug)]
pub enum Refusal {
    /// It, or a folder on the way to it, is a link.
    Link(PathBuf),
    /// It was written by somebody else meanwhile.
    Changed,
    /// The machine does not let us.
    Machine(io::Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Link(path) => write!(out, "`{}` is a link", path.display()),
            Self::Changed => write!(out, "somebody else has written it meanwhile"),
            Self::Machine(error) => write!(out, "{error}"),
        }
    }
}

impl From<rustix::io::Errno> for Refusal {
    fn from(error: rustix::io::Errno) -> Self {
        Self::Machine(error.into())
    }
}

/// Rewrites a file that still holds `before`, and never one that a link leads to; `base` is the
/// directory that whoever asked stands in.
pub fn replace(base: &Path, path: &Path, before: &[u8], after: &[u8]) -> Result<(), Refusal> {
    refuse_links(base, path)?;
    exchange(path, before, after)
}

/// Rewrites a file that still holds `before`.
///
/// The new text goes to a file beside it, which then takes its name: whoever reads it sees one or the
/// other, and a full disk leaves the old one.
pub fn exchange(path: &Path, before: &[u8], after: &[u8]) -> Result<(), Refusal> {
    let (folder, name) = folder(path)?;
    let old = rustix::fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    if FileType::from_raw_mode(old.st_mode) != FileType::RegularFile {
        return Err(Refusal::Link(path.to_owned()));
    }
    refuse_changed(path, before)?;
    let beside = beside(name);
    let written = fill(&folder, &beside, Some(&old), after).and_then(|()| {
        // Once more, because writing to a disk takes its time.
        refuse_changed(path, before)?;
        let now = rustix::fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
        if now.st_ino != old.st_ino {
            return Err(Refusal::Changed);
        }
        rustix::fs::renameat(&folder, &beside, &folder, name)?;
        Ok(())
    });
    if written.is_err() {
        rustix::fs::unlinkat(&folder, &beside, AtFlags::empty()).unwrap_or_default();
    }
    written
}

/// Puts a file where there is none.
pub fn create(path: &Path, text: &[u8]) -> Result<(), Refusal> {
    let (folder, name) = folder(path)?;
    let beside = beside(name);
    let written = fill(&folder, &beside, None, text).and_then(|()| {
        // A second name for it, unlike a new name, does not take the place of what has come meanwhile.
        match rustix::fs::linkat(&folder, &beside, &folder, name, AtFlags::empty()) {
            Err(rustix::io::Errno::EXIST) => Err(Refusal::Changed),
            linked => linked.map_err(Refusal::from),
        }
    });
    rustix::fs::unlinkat(&folder, &beside, AtFlags::empty()).unwrap_or_default();
    written
}

/// Takes away a file that still holds `before`.
pub fn remove(path: &Path, before: &[u8]) -> Result<(), Refusal> {
    refuse_changed(path, before)?;
    std::fs::remove_file(path).map_err(Refusal::Machine)
}

/// Holds the folder of a file open, so that nobody can put another in its place.
fn folder(path: &Path) -> Result<(OwnedFd, &OsStr), Refusal> {
    let name = path.file_name().ok_or_else(|| Refusal::Machine(io::ErrorKind::InvalidInput.into()))?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok((rustix::fs::open(parent, flags, Mode::empty())?, name))
}

/// Refuses a file that holds something else than it did.
fn refuse_changed(path: &Path, before: &[u8]) -> Result<(), Refusal> {
    let held = crate::file::Open::at(path).and_then(|open| open.head(before.len().saturating_add(1)));
    if held.map_err(Refusal::Machine)? == before { Ok(()) } else { Err(Refusal::Changed) }
}

/// Refuses a path with a link in it, from the directory that whoever asked stands in downwards.
///
/// A link above that one is how they got there, and none of a project's doing.
fn refuse_links(base: &Path, path: &Path) -> Result<(), Refusal> {
    let below = path.strip_prefix(base).unwrap_or(path);
    let is_named = below == path && path.is_absolute();
    let start =
        if is_named { path.parent().map(Path::to_owned).unwrap_or_default() } else { base.to_owned() };
    let rest = if is_named { path.file_name().map_or(path, Path::new) } else { below };
    let mut at = start;
    for component in rest.components() {
        at.push(component);
        let is_step = matches!(component, Component::Normal(_));
        if is_step && std::fs::symlink_metadata(&at).is_ok_and(|metadata| metadata.file_type().is_symlink()) {
            return Err(Refusal::Link(at));
        }
    }
    Ok(())
}

/// Returns the name of the file that is written first.
fn beside(name: &OsStr) -> OsString {
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".stateline-{}", std::process::id()));
    beside
}

/// Writes the new file, with the mode and the owner of the old one if there is one.
fn fill(folder: &OwnedFd, name: &OsStr, old: Option<&Stat>, text: &[u8]) -> Result<(), Refusal> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let private = Mode::RUSR | Mode::WUSR;
    let mode = if old.is_some() { private } else { private | Mode::RGRP | Mode::ROTH };
    let mut file = File::from(rustix::fs::openat(folder, name, flags, mode)?);
    file.write_all(text).map_err(Refusal::Machine)?;
    if let Some(old) = old {
        let (user, group) = (rustix::fs::Uid::from_raw(old.st_uid), rustix::fs::Gid::from_raw(old.st_gid));
        // Only root can give a file away; for everybody else the owner is right already, or cannot be.
        rustix::fs::fchown(&file, Some(user), Some(group)).unwrap_or_default();
        rustix::fs::fchmod(&file, Mode::from_raw_mode(old.st_mode))?;
    }
    file.sync_all().map_err(Refusal::Machine)
}
