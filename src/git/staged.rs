//! Counts what is staged: the paths that differ between HEAD and the index.

use std::{borrow::Cow, ops::ControlFlow};

use gix::{
    ObjectId, Repository,
    bstr::{BStr, BString, ByteSlice},
    diff::{
        Rewrites,
        index::{ChangeRef, RewriteOptions},
        rewrites::Copies,
    },
    index::{
        Entry, State,
        entry::{Flags, Stage},
    },
    worktree::stack::state::attributes::Source,
};

use super::plain::{self, Plain};

/// How many files are compared with each other to find renames, unless the settings say otherwise.
const RENAME_LIMIT: usize = 1000;

/// Returns whether the index was last written as `head`, and was not changed since.
pub(super) fn is_none(index: &State, head: ObjectId) -> bool {
    index.tree().is_some_and(|cached| cached.id == head && cached.num_entries.is_some())
}

/// Counts the paths that are staged; a renamed file counts once.
pub(super) fn count(repository: &Repository, head: ObjectId, plain: &Plain<'_>) -> Option<u64> {
    let Plain { index, unchanged } = plain;
    let committed = if unchanged.is_empty() {
        repository.index_from_tree(&head).ok()?.into()
    } else {
        plain::of_tree(repository, head, unchanged)?
    };
    // `gix` takes such a file for unchanged, although it may be in HEAD.
    let index = if index.entries().iter().any(is_to_be_added) {
        Cow::Owned(without_intents(index))
    } else {
        Cow::Borrowed(&**index)
    };
    let mut paths: Vec<BString> = Vec::new();
    let nothing = State::new(repository.object_hash());
    let everything = repository.pathspec(false, None::<&str>, false, &nothing, Source::IdMapping).ok()?;
    let rewrites = renames(repository);
    let mut contents = repository.diff_resource_cache_for_tree_diff().ok()?;
    gix::diff::index(
        &committed,
        &index,
        |change| {
            let (ChangeRef::Addition { location, .. }
            | ChangeRef::Deletion { location, .. }
            | ChangeRef::Modification { location, .. }
            | ChangeRef::Rewrite { location, .. }) = change;
            paths.push(location.into_owned());
            Ok(ControlFlow::Continue(()))
        },
        rewrites.map(|rewrites| RewriteOptions { resource_cache: &mut contents, find: repository, rewrites }),
        &mut everything.into_parts().0,
        &mut |_, _, _, _| false,
    )
    .ok()?;
    // A path in conflict is listed once, and not as staged.
    u64::try_from(paths.iter().filter(|path| !is_in_conflict(&index, path.as_bstr())).count()).ok()
}

/// Returns whether a file was added by `git add --intent-to-add`, and so is not in the index yet.
fn is_to_be_added(entry: &Entry) -> bool {
    entry.flags.contains(Flags::INTENT_TO_ADD)
}

fn without_intents(index: &State) -> State {
    let mut index = index.clone();
    index.remove_entries(|_, _, entry| is_to_be_added(entry));
    index
}

fn is_in_conflict(index: &State, path: &BStr) -> bool {
    index
        .entry_range(path)
        .and_then(|range| index.entries().get(range))
        .is_some_and(|entries| entries.iter().any(|entry| entry.stage() != Stage::Unconflicted))
}

/// Returns how to search for renames, according to the user's settings; `None` if they switch that off.
pub(super) fn renames(repository: &Repository) -> Option<Rewrites> {
    let settings = repository.config_snapshot();
    let keys = ["status.renames", "diff.renames"];
    let Some(key) = keys.into_iter().find(|key| settings.string(*key).is_some()) else {
        return Some(rewrites(None, RENAME_LIMIT));
    };
    let is_copies = settings.string(key).is_some_and(|word| word == "copies" || word == "copy");
    if settings.boolean(key) == Some(false) {
        return None;
    }
    let limit = ["status.renameLimit", "diff.renameLimit"].iter().find_map(|key| settings.integer(*key));
    let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(RENAME_LIMIT);
    Some(rewrites(is_copies.then(Copies::default), limit))
}

fn rewrites(copies: Option<Copies>, limit: usize) -> Rewrites {
    Rewrites { copies, limit, track_empty: true, ..Rewrites::default() }
}
