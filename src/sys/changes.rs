//! Reports changes of files and directories while the program runs.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

use super::platform::{changes as platform, volume};

/// What to watch. All of it exists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Directories in which every change matters.
    pub whole: BTreeSet<PathBuf>,
    /// Directories in which only changes to the entries in `paths` matter.
    pub partly: BTreeSet<PathBuf>,
    /// Entries of the directories in `partly`.
    pub paths: BTreeSet<PathBuf>,
}

/// Watches until it is dropped.
#[derive(Debug)]
pub struct Changes {
    _watcher: platform::Watcher,
}

impl Changes {
    /// Starts to watch. `on_change` gets the path of each change, or `None` where the system has lost track.
    ///
    /// A directory that is gone, or that denies access, is left out.
    pub fn watch(places: &Places, on_change: impl FnMut(Option<&Path>) + Send + 'static) -> io::Result<Self> {
        Ok(Self { _watcher: platform::watch(places, on_change)? })
    }
}

/// Returns whether the file system of a path reports every change. A network's does not: others change it, too.
pub fn are_reported(path: &Path) -> bool {
    volume::reports_changes(path)
}
