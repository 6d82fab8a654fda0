//! Makes an index comparable: `gix` cannot compare directories in an index, and does not look for untracked
//! files where every file is left out of the work tree.

use std::{borrow::Cow, collections::HashSet, path::Path};

use gix::{
    ObjectId, Repository,
    bstr::{BStr, BString, ByteSlice},
    index::{
        State,
        entry::{Flags, Mode, Stat},
    },
};

/// An index of files.
pub(super) struct Plain<'i> {
    /// The files, except those in [`Plain::unchanged`].
    pub(super) index: Cow<'i, State>,
    /// Directories, with a slash at the end, that are as in HEAD and not in the work tree.
    pub(super) unchanged: HashSet<BString>,
}

/// Remembers a directory that does not exist, so that its files are not looked for one by one.
struct Presence<'r> {
    root: &'r Path,
    missing: BString,
}

/// Returns a comparable form of `index`, which in most repositories is itself.
pub(super) fn of<'i>(repository: &Repository, index: &'i State, head: ObjectId) -> Option<Plain<'i>> {
    let unusual = Flags::SKIP_WORKTREE | Flags::ASSUME_VALID;
    if !index.is_sparse() && !index.entries().iter().any(|entry| entry.flags.intersects(unusual)) {
        return Some(Plain { index: Cow::Borrowed(index), unchanged: HashSet::new() });
    }
    let settings = repository.config_snapshot();
    let is_on = |key: &str| settings.boolean(key) == Some(true);
    // Git takes a file that exists for one that is no longer left out.
    let notices = is_on("core.sparseCheckout") && !is_on("sparse.expectFilesOutsideOfPatterns");
    let mut presence = Presence { root: repository.workdir()?, missing: BString::default() };
    let (mut files, mut unchanged) = (State::new(repository.object_hash()), HashSet::new());
    files.set_timestamp(index.timestamp());
    let head = repository.find_tree(head).ok()?;
    for entry in index.entries() {
        let path = entry.path(index);
        if entry.mode != Mode::DIR {
            let is_left_out = entry.flags.contains(Flags::SKIP_WORKTREE);
            let is_back = is_left_out && notices && presence.of(path);
            push(&mut files, (entry.stat, entry.id, entry.flags, entry.mode), path, is_back);
            continue;
        }
        let dir = gix::path::from_bstr(path.trim_end_with(|letter| letter == '/').as_bstr()).ok()?;
        let committed = head.lookup_entry_by_path(dir).ok()?;
        if committed.is_some_and(|found| found.object_id() == entry.id) && !presence.of(path) {
            unchanged.insert(path.to_owned());
            continue;
        }
        each_file(repository, entry.id, path.to_owned(), &HashSet::new(), |id, mode, path| {
            let is_back = notices && presence.of(path);
            push(&mut files, (Stat::default(), id, Flags::SKIP_WORKTREE, mode), path, is_back);
        })?;
    }
    files.sort_entries();
    Some(Plain { index: Cow::Owned(files), unchanged })
}

/// Returns the files of a tree as an index, without those below the directories in `except`.
pub(super) fn of_tree(repository: &Repository, tree: ObjectId, except: &HashSet<BString>) -> Option<State> {
    let mut state = State::new(repository.object_hash());
    each_file(repository, tree, BString::default(), except, |id, mode, path| {
        state.dangerously_push_entry(Stat::default(), id, Flags::empty(), mode, path);
    })?;
    state.sort_entries();
    Some(state)
}

/// Adds a file, which is compared with the work tree unless it is left out or assumed to be unchanged.
fn push(
    state: &mut State,
    (stat, id, mut flags, mode): (Stat, ObjectId, Flags, Mode),
    path: &BStr,
    is_back: bool,
) {
    let unusual = Flags::SKIP_WORKTREE | Flags::ASSUME_VALID;
    if is_back {
        flags.remove(Flags::SKIP_WORKTREE);
    }
    if flags.intersects(unusual) {
        // The one flag that keeps `gix` from comparing the file, and does not hide what is next to it.
        flags.insert(Flags::FSMONITOR_VALID);
        flags.remove(unusual);
    }
    state.dangerously_push_entry(stat, id, flags, mode, path);
}

/// Calls `see` for each file of a tree, without those below the directories in `except`.
fn each_file(
    repository: &Repository,
    tree: ObjectId,
    prefix: BString,
    except: &HashSet<BString>,
    mut see: impl FnMut(ObjectId, Mode, &BStr),
) -> Option<()> {
    let mut open = vec![(tree, prefix)];
    while let Some((tree, prefix)) = open.pop() {
        for entry in repository.find_tree(tree).ok()?.iter() {
            let entry = entry.ok()?;
            let mut path = prefix.clone();
            path.extend_from_slice(entry.filename());
            if entry.mode().is_tree() {
                path.push(b'/');
                if !except.contains(&path) {
                    open.push((entry.object_id(), path));
                }
            } else {
                see(entry.object_id(), entry.mode().into(), path.as_bstr());
            }
        }
    }
    Some(())
}

impl Presence<'_> {
    /// Returns whether there is anything at `path`.
    fn of(&mut self, path: &BStr) -> bool {
        if !self.missing.is_empty() && path.starts_with(&self.missing) {
            return false;
        }
        if self.exists(path) {
            return true;
        }
        let slashes = path.find_iter(b"/");
        let mut dirs = slashes.filter_map(|slash| path.get(..=slash).map(ByteSlice::as_bstr));
        self.missing = dirs.find(|dir| !self.exists(dir)).unwrap_or_default().to_owned();
        false
    }

    fn exists(&self, path: &BStr) -> bool {
        let Ok(path) = gix::path::from_bstr(path) else { return false };
        // A slash at the end would follow a link.
        let path = self.root.join(path.components().as_path());
        path.symlink_metadata().is_ok()
    }
}
