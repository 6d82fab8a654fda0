//! Counts what is staged: the paths that differ between HEAD and the index.

use std::{collections::HashMap, ops::ControlFlow};

use gix::{
    ObjectId, Repository,
    bstr::{BStr, BString, ByteSlice},
    diff::{Rewrites, index::ChangeRef, rewrites::Copies},
    index::{
        Entry, State,
        entry::{Flags, Mode, Stage},
    },
    status::tree_index::TrackRenames,
    worktree::stack::state::attributes::Source,
};

/// How many files are compared with each other to find renames, unless the settings say otherwise.
const RENAME_LIMIT: usize = 1000;

/// Counts the paths that are staged; a renamed file counts once.
pub(super) fn count(repository: &Repository, index: &State) -> Option<u64> {
    let tree = repository.head_tree_id_or_empty().ok()?.detach();
    // The index knows which tree it was last written as, unless it was changed since.
    if index.tree().is_some_and(|cached| cached.id == tree && cached.num_entries.is_some()) {
        return Some(0);
    }
    if index.is_sparse() {
        return count_sparse(repository, tree, index);
    }
    let mut paths: Vec<BString> = Vec::new();
    let nothing = State::new(repository.object_hash());
    let mut everything = repository.pathspec(false, None::<&str>, false, &nothing, Source::IdMapping).ok()?;
    repository
        .tree_index_status(&tree, index, Some(&mut everything), renames(repository), |change, _, _| {
            let (ChangeRef::Addition { location, .. }
            | ChangeRef::Deletion { location, .. }
            | ChangeRef::Modification { location, .. }
            | ChangeRef::Rewrite { location, .. }) = change;
            paths.push(location.into_owned());
            Ok(ControlFlow::Continue(()))
        })
        .ok()?;
    // A path in conflict is listed once, and not as staged.
    u64::try_from(paths.iter().filter(|path| !is_in_conflict(index, path.as_bstr())).count()).ok()
}

fn is_in_conflict(index: &State, path: &BStr) -> bool {
    index
        .entry_range(path)
        .and_then(|range| index.entries().get(range))
        .is_some_and(|entries| entries.iter().any(|entry| entry.stage() != Stage::Unconflicted))
}

/// Returns whether to search for renames, according to the user's settings.
fn renames(repository: &Repository) -> TrackRenames {
    let settings = repository.config_snapshot();
    let keys = ["status.renames", "diff.renames"];
    let Some(key) = keys.into_iter().find(|key| settings.string(*key).is_some()) else {
        return TrackRenames::Given(rewrites(None, RENAME_LIMIT));
    };
    let is_copies = settings.string(key).is_some_and(|word| word == "copies" || word == "copy");
    if settings.boolean(key) == Some(false) {
        return TrackRenames::Disabled;
    }
    let limit = ["status.renameLimit", "diff.renameLimit"].iter().find_map(|key| settings.integer(*key));
    let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(RENAME_LIMIT);
    TrackRenames::Given(rewrites(is_copies.then(Copies::default), limit))
}

fn rewrites(copies: Option<Copies>, limit: usize) -> Rewrites {
    Rewrites { copies, limit, track_empty: true, ..Rewrites::default() }
}

/// Counts what is staged in a sparse index, which has directories instead of the files that are not checked
/// out.
///
/// `gix` cannot compare such an index. Renames are not detected, and a directory that differs counts once.
fn count_sparse(repository: &Repository, tree: ObjectId, index: &State) -> Option<u64> {
    let head = repository.index_from_tree(&tree).ok()?;
    let root = repository.find_tree(tree).ok()?;
    let mut committed: HashMap<&BStr, (ObjectId, Mode)> =
        head.entries().iter().map(|entry| (entry.path(&head), (entry.id, entry.mode))).collect();
    let mut count = 0_u64;
    let is_added = |entry: &Entry| !entry.flags.contains(Flags::INTENT_TO_ADD);
    for entry in index.entries().iter().filter(|entry| is_added(entry)) {
        let path = entry.path(index);
        let is_same = if entry.mode == Mode::DIR {
            committed.retain(|committed, _| !committed.starts_with(path));
            let path = gix::path::from_bstr(path.trim_end_with(|letter| letter == '/').as_bstr()).ok()?;
            root.lookup_entry_by_path(path).ok()?.is_some_and(|found| found.object_id() == entry.id)
        } else {
            committed.remove(path) == Some((entry.id, entry.mode)) || entry.stage() != Stage::Unconflicted
        };
        count = count.saturating_add(u64::from(!is_same));
    }
    Some(count.saturating_add(u64::try_from(committed.len()).ok()?))
}
