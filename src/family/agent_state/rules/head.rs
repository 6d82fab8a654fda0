//! The checked-out commit, read from `.git` without git: git would run programs that a repository configures.

use std::path::{Path, PathBuf};

use crate::sys::file;

/// The most to read of one of git's files; packed references are the largest.
const LIMIT: usize = 4 << 20;

/// Returns the id of the commit that is checked out in `dir` or above it.
pub(super) fn commit(dir: &Path) -> Option<String> {
    let full = file::canonical(dir).ok()?;
    let git = full.ancestors().find_map(git_dir)?;
    let head = file::text(&git.join("HEAD"), LIMIT).ok()?;
    let head = head.trim();
    let Some(name) = head.strip_prefix("ref:").map(str::trim) else { return id(head) };
    // A reference is a path below `.git`; ignore one that leads outside.
    if !name.starts_with("refs/") || name.contains("..") {
        return None;
    }
    // A linked worktree has its own HEAD and shares the branches.
    let common =
        file::text(&git.join("commondir"), LIMIT).map_or_else(|_| git.clone(), |to| git.join(to.trim()));
    let loose = file::text(&common.join(name), LIMIT).ok().and_then(|text| id(text.trim()));
    loose.or_else(|| packed(&common, name))
}

/// Returns the git directory for `dir`: `.git` itself, or the directory that a file of that name points to.
fn git_dir(dir: &Path) -> Option<PathBuf> {
    let path = dir.join(".git");
    if path.is_dir() {
        return Some(path);
    }
    let text = file::text(&path, LIMIT).ok()?;
    Some(dir.join(text.trim().strip_prefix("gitdir:")?.trim()))
}

/// Looks up a reference among the packed ones: an id, a space and a name on each line.
fn packed(common: &Path, name: &str) -> Option<String> {
    let text = file::text(&common.join("packed-refs"), LIMIT).ok()?;
    text.lines().find_map(|line| {
        line.split_once(' ').filter(|(_, packed)| *packed == name).and_then(|(hash, _)| id(hash))
    })
}

/// Returns a string if it is the id of a commit.
fn id(text: &str) -> Option<String> {
    let is_hash = matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| text.to_ascii_lowercase())
}
