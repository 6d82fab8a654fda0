//! Decides which directories to watch, and which changes in them matter.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    family::{FAMILIES, Family},
    select::{self, State},
    sys::{System, changes::Places, file, listing},
};

/// How many directories a `*` may match; the ones changed last are used.
const MOST: usize = 64;

/// The directories and paths to watch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan(Places);

impl Plan {
    /// Plans for the search from a directory upwards. It stops at the directory of the state that was
    /// found: nothing above it matters as long as that state exists.
    pub fn search(system: &System, dir: &Path, state: Option<&State>, declared: &[&'static Family]) -> Self {
        let mut plan = Self::default();
        let (home, root) = (system.home(), state.and_then(|state| state.root.as_deref()));
        for dir in select::upwards(dir, home) {
            plan.add_project(dir, declared);
            if root == Some(dir) {
                break;
            }
        }
        if let Some(path) = state.and_then(|state| state.path.as_ref()) {
            plan.add_file(path);
        }
        plan
    }

    /// Adds the places of a project: where its states are, or can be.
    pub fn add_project(&mut self, dir: &Path, declared: &[&'static Family]) {
        for place in FAMILIES.iter().chain(declared.iter().copied()).flat_map(|family| family.places) {
            self.add_place(dir, place);
        }
    }

    /// Adds a directory in which every change matters.
    pub fn add_whole(&mut self, dir: &Path) {
        self.0.whole.insert(dir.to_owned());
    }

    /// Adds everything of another plan.
    pub fn join(&mut self, other: Self) {
        self.0.whole.extend(other.0.whole);
        self.0.partly.extend(other.0.partly);
        self.0.paths.extend(other.0.paths);
    }

    /// Adds a file, which need not exist, and the file that it links to.
    pub fn add_file(&mut self, path: &Path) {
        self.add_path(path);
        if let Ok(real) = file::canonical(path) {
            self.add_path(&real);
        }
    }

    /// Returns what to watch.
    pub(super) fn places(&self) -> &Places {
        &self.0
    }

    /// Returns whether a change of a path matters.
    pub(super) fn is_about(&self, path: &Path) -> bool {
        self.0.paths.contains(path)
            || self.0.whole.contains(path)
            || self.0.partly.contains(path)
            || path.parent().is_some_and(|parent| self.0.whole.contains(parent))
    }

    /// Adds the directories that match one of a family's places.
    fn add_place(&mut self, dir: &Path, place: &str) {
        let Some(parent) = place.strip_suffix("/*") else {
            return self.add_directory(dir.join(place));
        };
        for directory in newest(&dir.join(parent)) {
            self.add_directory(directory);
        }
    }

    /// Adds a directory, which need not exist.
    fn add_directory(&mut self, directory: PathBuf) {
        self.add_path(&directory);
        if directory.is_dir() {
            self.0.whole.insert(directory);
        }
    }

    /// Adds a path by watching the nearest of its parents that exists.
    fn add_path(&mut self, path: &Path) {
        let mut below = path;
        for directory in path.ancestors().skip(1) {
            if directory.is_dir() {
                self.0.partly.insert(directory.to_owned());
                self.0.paths.insert(below.to_owned());
                return;
            }
            below = directory;
        }
    }
}

/// Returns the directories in a directory; if there are too many, those changed last.
fn newest(directory: &Path) -> Vec<PathBuf> {
    let entries = listing::entries(directory, usize::MAX).unwrap_or_default().into_iter();
    let paths = entries.map(|(name, kind)| (directory.join(name), kind));
    let directories = paths.filter(|(path, kind)| kind.is_directory(|| path.clone()));
    let mut directories: Vec<PathBuf> = directories.map(|(path, _)| path).collect();
    if directories.len() > MOST {
        let changed = |path: &PathBuf| fs::metadata(path).and_then(|meta| meta.modified()).ok();
        directories.sort_by_cached_key(|path| std::cmp::Reverse(changed(path)));
        directories.truncate(MOST);
    }
    directories
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_path_in_a_missing_directory_is_watched_from_the_nearest_parent() {
        let mut plan = Plan::default();
        plan.add_file(Path::new("/no-such-directory/deeper/STATE.md"));
        assert_eq!(plan.places().partly, BTreeSet::from([PathBuf::from("/")]));
        assert_eq!(plan.places().whole, BTreeSet::new());
        assert!(plan.is_about(Path::new("/no-such-directory")));
        assert!(!plan.is_about(Path::new("/tmp")));
    }
}
