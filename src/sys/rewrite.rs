//! Rewrites a whole file or nothing, and only if it has not changed since it was read.

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
    /// The file, or a directory of its path, is a link.
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

/// Rewrites a file that still contains `before`, but follows no link; `base` is the user's working directory.
///
/// Returns the path of a copy of the old file.
pub fn replace(base: &Path, path: &Path, before: &[u8], after: &[u8]) -> Result<PathBuf, Refusal> {
    refuse_links(base, path)?;
    refuse_changed(path, before)?;
    let kept = copy(path, before)?;
    exchange(path, before, after)?;
    Ok(kept)
}

/// Rewrites a file that still contains `before`, and keeps its mode and its owner.
///
/// If the disk is full or the process is killed, the old content stays.
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
    // As late as possible, because writing to a disk takes time.
    refuse_changed(path, before)?;
    if !draft.neighbour(name).map_err(gone)?.is_same(&old) {
        return Err(Refusal::Changed);
    }
    draft.rename(name)?;
    draft.sync_names();
    Ok(())
}

/// Creates a file that does not exist yet.
pub fn create(path: &Path, text: &[u8]) -> Result<(), Refusal> {
    let name = atomic::file_name(path)?;
    let mut draft = atomic::draft(path, Access::Shared)?;
    draft.fill(text)?;
    draft.sync()?;
    // Unlike a rename, a hard link does not replace a file that was created in the meantime.
    match draft.link(name) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(Refusal::Changed),
        // Some file systems have no hard links.
        Err(_) if draft.neighbour(name).is_err() => draft.rename(name)?,
        Err(error) => return Err(error.into()),
    }
    draft.sync_names();
    Ok(())
}

/// Keeps a copy of a file that contains `before` next to it, and returns the path of the copy.
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

/// Removes a file that still contains `before`.
pub fn remove(path: &Path, before: &[u8]) -> Result<(), Refusal> {
    refuse_changed(path, before)?;
    Ok(std::fs::remove_file(path)?)
}

/// Refuses a file whose content has changed.
fn refuse_changed(path: &Path, before: &[u8]) -> Result<(), Refusal> {
    let held = super::file::Open::at(path).and_then(|open| open.head(before.len().saturating_add(1)));
    if held.map_err(gone)? == before { Ok(()) } else { Err(Refusal::Changed) }
}

/// Treats a file that is gone as one that has changed.
fn gone(error: io::Error) -> Refusal {
    if error.kind() == io::ErrorKind::NotFound { Refusal::Changed } else { Refusal::Machine(error) }
}

/// Refuses a path with a link in it, from the user's working directory downwards.
///
/// The user went through the links above that directory, so those do not come from a project.
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
