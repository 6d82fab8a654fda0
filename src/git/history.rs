//! Counts the commits between two commits.

use std::collections::HashSet;

use gix::{ObjectId, Repository, hash::Prefix, refs::FullNameRef, remote::Direction};

/// Returns how many commits HEAD is ahead of `commit`; `None` if `commit` is not an ancestor of HEAD.
///
/// `commit` is a hash, or the beginning of one.
pub(super) fn behind(repository: &Repository, commit: &str) -> Option<u64> {
    let commit = named(repository, commit)?;
    let head = repository.head_id().ok()?.detach();
    (only_in(repository, commit, head)? == 0).then(|| only_in(repository, head, commit))?
}

/// Returns how many commits a branch is ahead of its upstream, and behind it.
pub(super) fn ahead_behind(repository: &Repository, branch: &FullNameRef) -> Option<(u64, u64)> {
    let own = repository.find_reference(branch).ok()?.into_fully_peeled_id().ok()?.detach();
    let upstream = upstream(repository, branch)?;
    Some((only_in(repository, own, upstream)?, only_in(repository, upstream, own)?))
}

/// Returns the commit that the upstream of a branch is at.
fn upstream(repository: &Repository, branch: &FullNameRef) -> Option<ObjectId> {
    let remote = repository.branch_remote_name(branch.shorten(), Direction::Fetch)?;
    let name = if remote.as_bstr() == "." {
        repository.branch_remote_ref_name(branch, Direction::Fetch)?
    } else {
        repository.branch_remote_tracking_ref_name(branch, Direction::Fetch)?
    };
    let reference = repository.find_reference(name.ok()?.as_ref()).ok()?;
    Some(reference.into_fully_peeled_id().ok()?.detach())
}

/// Counts the commits that can be reached from `tip` and not from `other`.
fn only_in(repository: &Repository, tip: ObjectId, other: ObjectId) -> Option<u64> {
    if tip == other {
        return Some(0);
    }
    let mut commits = repository.rev_walk([tip]).with_hidden([other]).all().ok()?;
    commits.try_fold(0_u64, |count, commit| commit.is_ok().then(|| count.saturating_add(1)))
}

/// Returns the commit whose hash starts with `beginning`, if there is exactly one.
fn named(repository: &Repository, beginning: &str) -> Option<ObjectId> {
    let prefix = Prefix::from_hex(&beginning.to_ascii_lowercase()).ok()?;
    let mut found = HashSet::default();
    repository.objects.lookup_prefix(prefix, Some(&mut found)).ok()?;
    let commit = |id: ObjectId| {
        let object = repository.find_object(id).ok()?;
        Some(object.peel_to_commit().ok()?.id)
    };
    let mut commits = found.into_iter().filter_map(commit);
    commits.next().filter(|_| commits.next().is_none())
}
