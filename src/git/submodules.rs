//! Which submodules are at another commit than the index says, and which of them the user does not want to see.

use std::path::{Path, PathBuf};

use gix::{
    ObjectId, Repository,
    bstr::BStr,
    index::{Entry, State, entry::Stage},
    status::plumbing::index_as_worktree::traits::SubmoduleStatus,
    submodule::{ModulesSnapshot, config::Ignore},
};

use super::open;

/// The file that names the submodules.
const MODULES: &str = ".gitmodules";

/// Compares a submodule's commit with the one in the index, and ignores changes inside the submodule.
#[derive(Clone)]
pub(super) struct Commits {
    root: PathBuf,
}

/// Which submodules are ignored, by the settings and by `.gitmodules`.
pub(super) struct Ignored {
    modules: Option<ModulesSnapshot>,
    by_default: bool,
}

impl Commits {
    /// Compares the submodules below `root`.
    pub(super) fn below(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }
}

impl SubmoduleStatus for Commits {
    type Output = ();

    fn status(&mut self, entry: &Entry, path: &BStr) -> gix::Result<Option<()>> {
        let Ok(path) = gix::path::from_bstr(path) else { return Ok(None) };
        let head = head_of(&self.root.join(path));
        Ok(head.is_some_and(|head| head != entry.id).then_some(()))
    }
}

impl Ignored {
    /// Reads what is ignored in a repository.
    pub(super) fn by(repository: &Repository, index: &State) -> Self {
        let by_default = repository.config_snapshot().string("diff.ignoreSubmodules");
        let is_in_conflict = index.entry_index_by_path(MODULES.into()).is_ok_and(|at| {
            index.entries().get(at).is_some_and(|entry| entry.stage() != Stage::Unconflicted)
        });
        // Git does not read it with conflict markers inside.
        let modules = if is_in_conflict { None } else { repository.modules().ok().flatten() };
        Self { modules, by_default: by_default.is_some_and(|word| word == "all") }
    }

    /// Returns whether another commit in the submodule at `path` is not listed.
    pub(super) fn contains(&self, path: &BStr) -> bool {
        let own = self.modules.as_ref().and_then(|modules| {
            let name = modules.name_by_path(path)?;
            modules.ignore(name).ok().flatten()
        });
        own.map_or(self.by_default, |ignore| ignore == Ignore::All)
    }
}

/// Returns the commit that a submodule is at; `None` if it is not checked out.
fn head_of(submodule: &Path) -> Option<ObjectId> {
    Some(open::at(submodule)?.head_id().ok()?.detach())
}
