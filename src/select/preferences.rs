//! Finds a workflow's own preferences for the line.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::upwards;
use crate::{
    family::{FAMILIES, Family, Preferences, PreferencesFile},
    sys::{
        System,
        file::{self, STATE_LIMIT},
    },
};

/// A workflow's own preferences, and where they come from.
#[derive(Debug)]
pub struct FoundPreferences {
    /// The workflow.
    pub family: &'static Family,
    /// The file.
    pub path: PathBuf,
    /// What it asks for.
    pub preferences: Preferences,
}

/// Reads the nearest preferences, upwards from `dir`; a broken file is read as an empty one.
///
/// The first `bare` directories are known to have no folder of any family, so none for this file either.
pub fn preferences(system: &System, dir: &Path, bare: usize) -> Option<FoundPreferences> {
    for dir in upwards(dir, system.home()).skip(bare) {
        for (family, of_family) in FAMILIES.iter().filter_map(|family| Some((family, family.preferences?))) {
            match read(dir, of_family) {
                Ok((path, preferences)) => return Some(FoundPreferences { family, path, preferences }),
                Err(error)
                    if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
                Err(_) => return None,
            }
        }
    }
    None
}

fn read(dir: &Path, of_family: PreferencesFile) -> io::Result<(PathBuf, Preferences)> {
    let path = file::below(dir, of_family.path);
    let bytes = file::head(&path, STATE_LIMIT)?;
    let preferences = (of_family.read)(&bytes).unwrap_or_default();
    Ok((path, preferences))
}
