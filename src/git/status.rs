//! Counts the changes on a branch, as `git status --porcelain=v2 --branch` lists them.

use std::{fmt, sync::atomic::AtomicBool};

use gix::{
    Repository,
    attrs::StateRef,
    bstr::{BStr, ByteSlice},
    dir::{
        entry::{Kind, Status as Tracking},
        walk::EmissionMode,
    },
    head, index,
    progress::Discard,
    status::{
        index_worktree::Options,
        plumbing::{
            index_as_worktree::{Change, EntryStatus, traits::FastEq},
            index_as_worktree_with_renames::{Entry, VisitEntry},
        },
    },
    worktree::stack::state::attributes::Source,
};

use super::{history, moved, plain, staged, submodules, untracked::Untracked};
use crate::text;

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
    unstaged: u64,
    untracked: Untracked<'i>,
    /// Files whose content differs although their size and time are the same.
    in_doubt: Vec<&'i BStr>,
    /// Files that are in the index and not on the disk.
    deleted: Vec<(&'i index::Entry, &'i BStr)>,
    /// Files that are to be added.
    added: Vec<&'i BStr>,
    /// Submodules that are gone, at another commit, or something else by now.
    submodules: Vec<&'i BStr>,
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
        let committed = repository.head_tree_id_or_empty().ok()?.detach();
        let plain = plain::of(repository, &index, committed)?;
        if !staged::is_none(&index, committed) {
            status.staged = staged::count(repository, committed, &plain)?;
        }
        let found = Found::between(repository, &plain.index)?;
        status.unstaged = found.unstaged;
        status.untracked = found.untracked.count();
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
        let settings = repository.config_snapshot();
        let is_each = settings.string("status.showUntrackedFiles").is_some_and(|word| word == "all");
        let is_hidden = settings.boolean("status.showUntrackedFiles") == Some(false);
        let walk = repository.dirwalk_options().ok()?.emit_untracked(EmissionMode::Matching);
        let mut found = Self {
            index,
            unstaged: 0,
            untracked: Untracked::besides(index, is_each),
            in_doubt: Vec::new(),
            deleted: Vec::new(),
            added: Vec::new(),
            submodules: Vec::new(),
        };
        repository
            .index_worktree_status(
                index,
                None::<&str>,
                &mut found,
                FastEq,
                submodules::Commits::below(repository.workdir()?),
                &mut Discard,
                &AtomicBool::new(false),
                Options { dirwalk_options: (!is_hidden).then_some(walk), ..Options::default() },
            )
            .ok()?;
        found.settle_filtered(repository)?;
        found.settle_moved(repository)?;
        found.settle_submodules(repository);
        Some(found)
    }

    /// Counts the files that are in doubt.
    ///
    /// The content of a file with a filter differs from the index, and cannot be compared without running
    /// the filter. So its size and time decide: if both match the index, the file is unchanged.
    fn settle_filtered(&mut self, repository: &Repository) -> Option<()> {
        if self.in_doubt.is_empty() {
            return Some(());
        }
        let mut attributes = repository.attributes_only(self.index, Source::WorktreeThenIdMapping).ok()?;
        let mut matches = attributes.selected_attribute_matches(["filter"]);
        for path in &self.in_doubt {
            let is_filtered = attributes.at_entry(*path, None).ok()?.matching_attributes(&mut matches)
                && matches.iter_selected().any(|found| matches!(found.assignment.state, StateRef::Value(_)));
            self.unstaged = self.unstaged.saturating_add(u64::from(!is_filtered));
        }
        Some(())
    }

    /// Counts the files that are deleted or to be added; one that was moved counts once.
    fn settle_moved(&mut self, repository: &Repository) -> Option<()> {
        let (deleted, added) = (self.deleted.len(), self.added.len());
        self.unstaged = self.unstaged.saturating_add(u64::try_from(deleted.saturating_add(added)).ok()?);
        if deleted > 0
            && added > 0
            && let Some(rewrites) = staged::renames(repository)
        {
            let moved = moved::count(repository, &self.deleted, &self.added, rewrites)?;
            self.unstaged = self.unstaged.saturating_sub(moved);
        }
        Some(())
    }

    /// Counts the submodules that changed, except those that the settings ignore.
    fn settle_submodules(&mut self, repository: &Repository) {
        if self.submodules.is_empty() {
            return;
        }
        let ignored = submodules::Ignored::by(repository, self.index);
        let listed = self.submodules.iter().filter(|path| !ignored.contains(path));
        self.unstaged = listed.fold(self.unstaged, |count, _| count.saturating_add(1));
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
            Entry::Modification { rela_path, entry, status: EntryStatus::Change(_), .. }
                if entry.mode.is_submodule() =>
            {
                self.submodules.push(rela_path);
            }
            Entry::Modification {
                rela_path, entry, status: EntryStatus::Change(Change::Removed), ..
            } => {
                self.deleted.push((entry, rela_path));
            }
            Entry::Modification { rela_path, status: EntryStatus::IntentToAdd, .. } => {
                self.added.push(rela_path);
            }
            // Git does not look for renames between deleted and untracked files either.
            Entry::Modification { status: EntryStatus::NeedsUpdate(_), .. } | Entry::Rewrite { .. } => {}
            Entry::Modification { .. } => self.unstaged = self.unstaged.saturating_add(1),
            Entry::DirectoryContents { entry, .. } => {
                // A FIFO cannot be tracked.
                if entry.status == Tracking::Untracked && entry.disk_kind != Some(Kind::Untrackable) {
                    self.untracked.add(entry.rela_path.as_bstr());
                }
            }
        }
    }
}

/// Returns a branch without `refs/heads/`; other references keep their full name.
fn short(name: &BStr) -> String {
    name.strip_prefix(b"refs/heads/").unwrap_or(name).to_str_lossy().into_owned()
}
