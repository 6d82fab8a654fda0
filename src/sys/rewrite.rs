//! Rewrites a file as a whole or not at all, and only while it holds what was read of it.

use std::{
    fmt, io,
    path::{Component, Path, PathBuf},
};

use super::atomic::{self, Access};

/// The most copies of one file to keep.
const COPIES: usize = 99;

/// Why a file was not rewritten.
#[derive(Debug)]
pub enum Refusal {
    /// It, or a folder on the way to it, is a link.
    Link(PathBuf),
    /// Another program has changed it since it was read.
    Changed,
    /// The system does not allow it.
    Machine(io::Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Link(path) => write!(out, "`{}` is a link", path.display()),
            Self::Changed => write!(out, "another program has changed it since it was read; run this again"),
            Self::Machine(error) => write!(out, "{error}"),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Machine(error)
    }
}

/// Rewrites a file that still holds `before`, and never one that a link leads to; `base` is the user's working
/// directory. Returns the path of a copy of the old file.
pub fn replace(base: &Path, path: &Path, before: &[u8], after: &[u8]) -> Result<PathBuf, Refusal> {
    refuse_links(base, path)?;
    refuse_changed(path, before)?;
    let kept = copy(path, before)?;
    exchange(path, before, after)?;
    Ok(kept)
}

/// Rewrites a file that still holds `before`, and keeps its mode and its owner.
///
/// A full disk leaves the old content, and so does a process that is killed.
pub fn exchange(path: &Path, before: &[u8], after: &[u8]) -> Result<(), Refusal> {
    let name = atomic::file_name(path)?;
    let mut draft = atomic::draft(path, Access::Private)?;
    let old = draft.neighbour(name).map_err(gone)?;
    if !old.is_file() {
        return Err(Refusal::Link(path.to_owned()));
    }
    draft.fill(after)?;
    draft.resemble(&old)?;
    draft.sync()?;
    // As late as can be, because writing to a disk takes its time.
    refuse_changed(path, before)?;
    if !draft.neighbour(name).map_err(gone)?.is_same(&old) {
        return Err(Refusal::Changed);
    }
    draft.rename(name)?;
    draft.sync_names();
    Ok(())
}

/// Puts a file where there is none.
pub fn create(path: &Path, text: &[u8]) -> Result<(), Refusal> {
    let name = atomic::file_name(path)?;
    let mut draft = atomic::draft(path, Access::Shared)?;
    draft.fill(text)?;
    draft.sync()?;
    // A second name for it, unlike a new name, does not take the place of what has come meanwhile.
    match draft.link(name) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(Refusal::Changed),
        // Some file systems have no second names.
        Err(_) if draft.neighbour(name).is_err() => draft.rename(name)?,
        Err(error) => return Err(error.into()),
    }
    draft.sync_names();
    Ok(())
}

/// Keeps a copy of a file that holds `before` next to it, and returns the path of the copy.
///
/// The copy has the mode and the owner of the file, and takes the place of nothing: if `name~` is there,
/// it is `name~2`, and so on.
fn copy(path: &Path, before: &[u8]) -> Result<PathBuf, Refusal> {
    let name = atomic::file_name(path)?;
    let mut draft = atomic::draft(path, Access::Private)?;
    let old = draft.neighbour(name).map_err(gone)?;
    draft.fill(before)?;
    draft.resemble(&old)?;
    draft.sync()?;
    for number in 1..=COPIES {
        let mut copy = name.to_owned();
        copy.push(if number == 1 { "~".to_owned() } else { format!("~{number}") });
        let place = path.with_file_name(&copy);
        match draft.link(&copy) {
            Ok(()) => return Ok(place),
            // An earlier run kept the same.
            Err(_) if refuse_changed(&place, before).is_ok() => return Ok(place),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // Some file systems have no second names.
            Err(_) if draft.neighbour(&copy).is_err() => {
                draft.rename(&copy)?;
                return Ok(place);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "there are too many copies of it").into())
}

/// Takes away a file that still holds `before`.
pub fn remove(path: &Path, before: &[u8]) -> Result<(), Refusal> {
    refuse_changed(path, before)?;
    Ok(std::fs::remove_file(path)?)
}

/// Refuses a file that holds something else than it did.
fn refuse_changed(path: &Path, before: &[u8]) -> Result<(), Refusal> {
    let held = super::file::Open::at(path).and_then(|open| open.head(before.len().saturating_add(1)));
    if held.map_err(gone)? == before { Ok(()) } else { Err(Refusal::Changed) }
}

/// Takes a file that is no longer there for one that has changed.
fn gone(error: io::Error) -> Refusal {
    if error.kind() == io::ErrorKind::NotFound { Refusal::Changed } else { Refusal::Machine(error) }
}

/// Refuses a path with a link in it, from the user's working directory downwards.
///
/// A link above that one is how the user got there, and none of a project's doing.
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
