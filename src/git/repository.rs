//! Where a git repository keeps its own files.

use std::path::{Path, PathBuf};

use crate::sys::file::{self, STATE_LIMIT};

/// The folders of a repository.
#[derive(Debug, PartialEq, Eq)]
pub struct Repository {
    /// What belongs to this worktree.
    pub own: PathBuf,
    /// What all its worktrees share; the same directory if there is only one worktree.
    pub common: PathBuf,
}

impl Repository {
    /// Returns the repository whose worktree begins at `dir`.
    pub fn at(dir: &Path) -> Option<Self> {
        let git = file::below(dir, ".git");
        if git.is_dir() {
            return Some(Self { common: git.clone(), own: git });
        }
        // In a worktree of another it is a file that says where the folder is.
        let own = dir.join(line(&git)?.strip_prefix("gitdir:")?.trim());
        let common = match line(&own.join("commondir")) {
            Some(common) => own.join(common.trim()),
            None => own.clone(),
        };
        Some(Self { own, common })
    }

    /// Returns the repository that a directory is in.
    pub fn around(dir: &Path) -> Option<Self> {
        dir.ancestors().find(|dir| dir.join(".git").exists()).and_then(Self::at)
    }
}

fn line(path: &Path) -> Option<String> {
    let text = file::text(path, STATE_LIMIT).ok()?;
    text.lines().next().map(str::to_owned)
}
