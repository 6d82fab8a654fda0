//! Counts the paths that are neither tracked nor ignored.

use std::collections::HashSet;

use gix::{
    bstr::{BStr, BString, ByteSlice},
    index::State,
};

/// Collects untracked paths; a directory of them counts once, unless every file is to be listed.
///
/// `gix` can combine the files of a directory as well, but not if it has a repository inside, and it also
/// does so if the directory has tracked files of which each is now a directory.
pub(super) struct Untracked<'i> {
    index: &'i State,
    is_each: bool,
    count: u64,
    dirs: HashSet<BString>,
    /// The directory of the last path, with its slash: most paths are in the same one.
    last: BString,
}

impl<'i> Untracked<'i> {
    /// Collects paths that are not in `index`.
    pub(super) fn besides(index: &'i State, is_each: bool) -> Self {
        Self { index, is_each, count: 0, dirs: HashSet::new(), last: BString::default() }
    }

    /// Adds a path.
    pub(super) fn add(&mut self, path: &BStr) {
        // `gix` does not see that a path is tracked if only one side of a conflict has it.
        let is_tracked = |path: &BStr| self.index.entry_index_by_path(path).is_ok();
        if !self.last.is_empty() && path.starts_with(&self.last) || is_tracked(path) {
            return;
        }
        let slashes = path.find_iter(b"/").filter(|_| !self.is_each);
        let mut dirs = slashes.filter_map(|slash| path.get(..=slash).map(ByteSlice::as_bstr));
        // The highest directory that has no tracked file below it.
        let Some(dir) = dirs.find(|dir| self.index.prefixed_entries_range(dir).is_none()) else {
            self.count = self.count.saturating_add(1);
            return;
        };
        self.last = dir.to_owned();
        // A directory in place of a tracked file is listed as the deletion of that file.
        if !is_tracked(dir.trim_end_with(|letter| letter == '/').as_bstr()) {
            self.dirs.insert(dir.to_owned());
        }
    }

    /// Returns how many paths git would list.
    pub(super) fn count(&self) -> u64 {
        u64::try_from(self.dirs.len()).map_or(u64::MAX, |dirs| self.count.saturating_add(dirs))
    }
}
