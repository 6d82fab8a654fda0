//! Counts the changes on a branch, as `git status --porcelain=v2 --branch` lists them.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use gix::{
    Repository,
    attrs::StateRef,
    bstr::{BStr, ByteSlice},
    dir::{
        self,
        entry::{Kind, Status as Tracking},
        walk::EmissionMode,
    },
    head, index,
    progress::Discard,
    status::{
        index_worktree::Options,
        plumbing::{
            index_as_worktree::{
                Change, EntryStatus,
                traits::{FastEq, SubmoduleStatus},
            },
            index_as_worktree_with_renames::{Entry, VisitEntry},
        },
    },
    worktree::stack::state::attributes::Source,
};

use super::{history, open, staged};
use crate::{sys::listing, text};

/// The branch and its changes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The branch without `refs/heads/`, or `(detached)`.
    pub branch: String,
    /// Paths that differ between the last commit and the index.
    pub staged: u64,
    /// Paths that differ between the index and the files, and conflicts.
    pub unstaged: u64,
    /// Paths that are neither tracked nor ignored; a directory of them counts once.
    pub untracked: u64,
    /// Commits that the upstream does not have.
    pub ahead: u64,
    /// Commits that only the upstream has.
    pub behind: u64,
}

/// The differences between the files and the index.
struct Found<'i> {
    index: &'i index::State,
    root: &'i Path,
    unstaged: u64,
    untracked: u64,
    /// Files whose content differs although their size and time are the same.
    in_doubt: Vec<&'i BStr>,
}

/// Compares a submodule's commit with the one in the index, and ignores changes inside the submodule.
#[derive(Clone)]
struct Submodules {
    root: PathBuf,
}

impl Status {
    /// Counts the changes in a repository.
    pub(super) fn of(repository: &Repository) -> Option<Self> {
        let mut status = Self::default();
        let head = repository.head().ok()?;
        let (branch, is_born) = match &head.kind {
            head::Kind::Symbolic(reference) => (Some(&reference.name), true),
            head::Kind::Unborn(name) => (Some(name), false),
            head::Kind::Detached { .. } => (None, true),
        };
        status.branch = branch.map_or_else(|| "(detached)".into(), |name| short(name.as_bstr()));
        if let Some(branch) = branch.filter(|_| is_born) {
            (status.ahead, status.behind) =
                history::ahead_behind(repository, branch.as_ref()).unwrap_or_default();
        }
        let index = repository.index_or_empty().ok()?;
        status.staged = staged::count(repository, &index)?;
        let found = Found::between(repository, &index)?;
        status.unstaged = found.unstaged;
        status.untracked = found.untracked;
        Some(status)
    }

    /// Reads what `Status::to_string` wrote.
    ///
    /// status = staged " " unstaged " " untracked " " ahead " " behind " " branch LF
    pub fn read(answer: &str) -> Option<Self> {
        let mut fields = answer.strip_suffix('\n')?.splitn(6, ' ');
        let mut count = || fields.next()?.parse().ok();
        let (staged, unstaged, untracked) = (count()?, count()?, count()?);
        let (ahead, behind) = (count()?, count()?);
        let branch = text::trim(fields.next()?).to_owned();
        (!branch.is_empty()).then_some(Self { branch, staged, unstaged, untracked, ahead, behind })
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { branch, staged, unstaged, untracked, ahead, behind } = self;
        writeln!(f, "{staged} {unstaged} {untracked} {ahead} {behind} {branch}")
    }
}

impl<'i> Found<'i> {
    fn between(repository: &'i Repository, index: &'i index::State) -> Option<Self> {
        let root = repository.workdir()?;
        let mut found = Self { index, root, unstaged: 0, untracked: 0, in_doubt: Vec::new() };
        repository
            .index_worktree_status(
                index,
                None::<&str>,
                &mut found,
                FastEq,
                Submodules { root: root.to_owned() },
                &mut Discard,
                &AtomicBool::new(false),
                options(repository)?,
            )
            .ok()?;
        found.settle(repository, index)?;
        Some(found)
    }

    /// Returns whether git lists an untracked path.
    fn is_listed(&self, entry: &dir::Entry) -> bool {
        match entry.disk_kind {
            Some(Kind::Untrackable) => false,
            Some(Kind::Directory) => {
                // A directory in place of a tracked file is listed as the deletion of that file.
                self.index.entry_by_path(entry.rela_path.as_bstr()).is_none()
                    && gix::path::from_bstr(entry.rela_path.as_bstr())
                        .is_ok_and(|path| holds_a_file(&self.root.join(path)))
            }
            _ => true,
        }
    }

    /// Decides on the files that are in doubt.
    ///
    /// The content of a file with a filter differs from the index, and cannot be compared without running
    /// the filter. So its size and time decide: if both match the index, the file is unchanged.
    fn settle(&mut self, repository: &Repository, index: &index::State) -> Option<()> {
        if self.in_doubt.is_empty() {
            return Some(());
        }
        let mut attributes = repository.attributes_only(index, Source::WorktreeThenIdMapping).ok()?;
        let mut matches = attributes.selected_attribute_matches(["filter"]);
        for path in self.in_doubt.drain(..) {
            let is_filtered = attributes.at_entry(path, None).ok()?.matching_attributes(&mut matches)
                && matches.iter_selected().any(|found| matches!(found.assignment.state, StateRef::Value(_)));
            self.unstaged = self.unstaged.saturating_add(u64::from(!is_filtered));
        }
        Some(())
    }
}

impl<'i> VisitEntry<'i> for Found<'i> {
    type ContentChange = ();
    type SubmoduleStatus = ();

    fn visit_entry(&mut self, entry: Entry<'i, (), ()>) {
        match entry {
            Entry::Modification {
                rela_path,
                status:
                    EntryStatus::Change(Change::Modification {
                        set_entry_stat_size_zero: true,
                        executable_bit_changed: false,
                        ..
                    }),
                ..
            } => self.in_doubt.push(rela_path),
            // Git does not look for renames between deleted and untracked files either.
            Entry::Modification { status: EntryStatus::NeedsUpdate(_), .. } | Entry::Rewrite { .. } => {}
            Entry::Modification { .. } => self.unstaged = self.unstaged.saturating_add(1),
            Entry::DirectoryContents { entry, .. } => {
                let is_listed = entry.status == Tracking::Untracked && self.is_listed(&entry);
                self.untracked = self.untracked.saturating_add(u64::from(is_listed));
            }
        }
    }
}

impl SubmoduleStatus for Submodules {
    type Output = ();

    fn status(&mut self, entry: &index::Entry, path: &BStr) -> gix::Result<Option<()>> {
        let Ok(path) = gix::path::from_bstr(path) else { return Ok(None) };
        let head = head_of(&self.root.join(path));
        Ok(head.is_some_and(|head| head != entry.id).then_some(()))
    }
}

/// Returns the commit that a submodule is at; `None` if it is not checked out.
fn head_of(submodule: &Path) -> Option<gix::ObjectId> {
    Some(open::at(submodule)?.head_id().ok()?.detach())
}

/// Returns a branch without `refs/heads/`; other references keep their full name.
fn short(name: &BStr) -> String {
    name.strip_prefix(b"refs/heads/").unwrap_or(name).to_str_lossy().into_owned()
}

/// Returns what to compare, according to the user's settings.
fn options(repository: &Repository) -> Option<Options> {
    let settings = repository.config_snapshot();
    let untracked = settings.string("status.showUntrackedFiles");
    let is_hidden = settings.boolean("status.showUntrackedFiles") == Some(false);
    let mode = match untracked {
        Some(word) if word == "all" => EmissionMode::Matching,
        _ => EmissionMode::CollapseDirectory,
    };
    let walk = repository.dirwalk_options().ok()?.emit_untracked(mode);
    Some(Options { dirwalk_options: (!is_hidden).then_some(walk), ..Options::default() })
}

/// Returns whether a directory contains a file that can be tracked. Git does not list a directory of FIFOs.
fn holds_a_file(dir: &Path) -> bool {
    let holds = listing::any(dir, |name, kind| match kind.known(|| dir.join(name)) {
        listing::Kind::Directory => holds_a_file(&dir.join(name)),
        listing::Kind::Other => false,
        listing::Kind::File | listing::Kind::Link | listing::Kind::Unknown => true,
    });
    holds.unwrap_or(true)
}
