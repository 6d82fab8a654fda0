//! From a directory upwards to the states that could apply.

use std::{
    cell::OnceCell,
    iter,
    path::{Path, PathBuf},
};

use crate::{
    config::PROJECT_FILE,
    family::{self, FAMILIES, Family, Search},
    sys::{file, listing},
};

/// How many directories are searched, the first included.
pub(super) const REACH: usize = 10;

/// A state file, its family, and the directory that it was found in.
#[derive(Debug)]
pub struct Found {
    /// The family it belongs to.
    pub family: &'static Family,
    /// The directory that holds it.
    pub root: PathBuf,
    /// The state.
    pub found: family::Found,
}

/// Returns the directories to look into: from `dir` upwards, not past the home directory.
pub fn upwards<'p>(dir: &'p Path, home: Option<&Path>) -> impl Iterator<Item = &'p Path> {
    // The home directory may be a link, so compare it resolved, but only if the search gets that far.
    let resolved = OnceCell::new();
    let is_home = move |passed: &Path| match home {
        Some(home) if dir.starts_with(home) => home == passed,
        Some(home) => resolved.get_or_init(|| file::canonical(home).ok()).as_deref() == Some(passed),
        None => false,
    };
    let mut before: Option<&Path> = None;
    // Most searches end in the first directory, and never ask for its parent.
    let next = move || {
        let next = match before {
            None => dir,
            Some(before) if is_home(before) => return None,
            Some(before) => before.parent()?,
        };
        before = Some(next);
        before
    };
    iter::from_fn(next).take(REACH)
}

/// Returns whether a directory is the home directory, under any name.
pub fn is_home(dir: &Path, home: Option<&Path>) -> bool {
    home.is_some_and(|home| home == dir || file::canonical(home).is_ok_and(|home| home == dir))
}

/// How many such folders there are, unless users declare workflows of their own.
const NAMES: usize = 12;

/// The folders that the families keep their states in, each once, and before them the project's own settings.
#[derive(Debug)]
pub(super) struct Folders<'s> {
    search: &'s Search<'s>,
    /// The only family to look for.
    only: Option<&'static Family>,
    names: Vec<&'static str>,
    /// For each family, a bit for each of its folders.
    bits: Vec<u64>,
}

/// Which of those names a directory has: a bit for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Present(u64);

impl Present {
    /// The bit of the project's own settings.
    const SETTINGS: u64 = 1;

    /// Returns whether there is a folder of any family.
    pub(super) const fn has_folder(self) -> bool {
        self.0 & !Self::SETTINGS != 0
    }

    /// Returns whether there are settings of a project.
    pub(super) const fn has_settings(self) -> bool {
        self.0 & Self::SETTINGS != 0
    }
}

impl<'s> Folders<'s> {
    /// Collects the folders of every family, or of the only one to look for.
    pub(super) fn of(search: &'s Search<'_>, only: Option<&'static Family>) -> Self {
        let (names, bits) = (Vec::with_capacity(NAMES), Vec::with_capacity(FAMILIES.len()));
        let mut folders = Self { search, only, names, bits };
        folders.names.push(PROJECT_FILE);
        for family in search.families(only) {
            let bits = family.folders().map(|name| folders.bit(name)).fold(0, |bits, bit| bits | bit);
            folders.bits.push(bits);
        }
        folders
    }

    /// Returns the bit of a folder.
    fn bit(&mut self, name: &'static str) -> u64 {
        let at = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len().saturating_sub(1)
        });
        listing::bit(at)
    }

    /// Returns which of the names a directory has.
    pub(super) fn present(&self, dir: &Path) -> Present {
        Present(listing::present(dir, &self.names))
    }

    /// Returns the families that keep a state in any of these folders.
    pub(super) fn families(&self, present: Present) -> impl Iterator<Item = &'static Family> {
        let is_there = move |(_, bits): &(&'static Family, &u64)| **bits & present.0 != 0;
        self.search.families(self.only).zip(&self.bits).filter(is_there).map(|(family, _)| family)
    }
}
