//! Finds the files that were moved before they were added with `git add --intent-to-add`.
//!
//! Only such a file is renamed between the index and the files: git does not compare deleted files with
//! untracked ones.

use std::{convert::Infallible, io::Read, ops::ControlFlow, path::Path};

use gix::{
    ObjectId, Repository,
    bstr::BStr,
    diff::{
        Rewrites,
        blob::pipeline::{Mode, WorktreeRoots},
        rewrites::{
            Tracker,
            tracker::{Change, ChangeKind},
        },
        tree::visit::Relation,
    },
    hash::oid,
    index,
    objs::{
        self,
        tree::{EntryKind, EntryMode},
    },
};

use crate::sys::file::Open;

/// The largest file that is compared, in bytes.
const LARGEST: usize = 16 << 20;

/// A deleted file, or one that is to be added.
#[derive(Clone)]
struct Side {
    kind: ChangeKind,
    id: ObjectId,
    mode: EntryMode,
}

impl Change for Side {
    fn id(&self) -> &oid {
        &self.id
    }

    fn relation(&self) -> Option<Relation> {
        None
    }

    fn kind(&self) -> ChangeKind {
        self.kind
    }

    fn entry_mode(&self) -> EntryMode {
        self.mode
    }

    fn id_and_entry_mode(&self) -> (&oid, EntryMode) {
        (&self.id, self.mode)
    }
}

/// Counts the files of `added` that were moved from a place in `deleted`.
pub(super) fn count(
    repository: &Repository,
    deleted: &[(&index::Entry, &BStr)],
    added: &[&BStr],
    rewrites: Rewrites,
) -> Option<u64> {
    // A deleted file is moved only once, so a copy would not change the count.
    let mut tracker = Tracker::new(Rewrites { copies: None, ..rewrites });
    for (entry, path) in deleted {
        let Some(mode) = entry.mode.to_tree_entry_mode() else { continue };
        tracker.try_push_change(Side { kind: ChangeKind::Deletion, id: entry.id, mode }, path);
    }
    let root = repository.workdir()?;
    for path in added {
        // A file that cannot be read was not moved, as far as git can see.
        let Some((id, mode)) = on_disk(repository, root, path) else { continue };
        tracker.try_push_change(Side { kind: ChangeKind::Addition, id, mode }, path);
    }
    let roots = WorktreeRoots { old_root: None, new_root: Some(root.to_owned()) };
    let mut contents = repository.diff_resource_cache(Mode::ToGit, roots).ok()?;
    let mut count = 0_u64;
    tracker
        .emit(
            |_, source| {
                count = count.saturating_add(u64::from(source.is_some()));
                ControlFlow::Continue(())
            },
            &mut contents,
            &repository.objects,
            |_| Ok::<_, Infallible>(()),
        )
        .ok()?;
    Some(count)
}

/// Returns the hash and the kind that a file would be added with.
fn on_disk(repository: &Repository, root: &Path, path: &BStr) -> Option<(ObjectId, EntryMode)> {
    let relative = gix::path::from_bstr(path).ok()?;
    let whole = root.join(&relative);
    let mut content = Vec::new();
    let kind = if whole.symlink_metadata().ok()?.is_symlink() {
        let target = gix::path::into_bstr(whole.read_link().ok()?).ok()?;
        content.extend_from_slice(&target);
        EntryKind::Link
    } else {
        let file = Open::at(&whole).ok().filter(|file| file.size() <= LARGEST)?;
        let bytes = file.head(LARGEST).ok()?;
        let (mut pipeline, index) = repository.filter_pipeline(None).ok()?;
        let mut stored = pipeline.convert_to_git(bytes.as_slice(), &relative, &index).ok()?;
        stored.read_to_end(&mut content).ok()?;
        EntryKind::Blob
    };
    let id = objs::compute_hash(repository.object_hash(), objs::Kind::Blob, &content).ok()?;
    Some((id, kind.into()))
}
