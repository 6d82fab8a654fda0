//! Chooses the plan in hand among the folders of a project, even if there are hundreds.
//!
//! The folder whose file was written last is the one in hand. After a clone all times are equal, so times within two
//! seconds are a tie, which one that is half done wins, then one that was not begun, then one that is done. If the
//! plan in hand is done, one that is half done and was written not long before is worth more.

use std::{
    cmp::Reverse,
    ffi::OsString,
    path::{Path, PathBuf},
};

use super::{Manner, Plan, Progress, TIE};
use crate::{
    family::{Content, Found, Search, Source, reading::folder},
    sys::{
        file::{self, Open, STATE_LIMIT},
        listing::Kind,
    },
};

/// How many files to read for a choice: each costs four system calls.
const MOST_READ: usize = 64;

/// A folder with the file of a plan.
#[derive(Debug)]
pub struct Candidate {
    /// The file.
    pub path: PathBuf,
    /// When it was last written, in seconds since 1970.
    pub modified: i64,
}

/// A plan that was opened for the choice.
#[derive(Debug)]
pub struct Opened {
    path: PathBuf,
    modified: i64,
    bytes: Vec<u8>,
    /// How far it is.
    pub progress: Progress,
}

impl Candidate {
    /// Looks for the file of a plan in a folder: the one with the tasks, else that of the last stage.
    pub fn at(search: &Search<'_>, folder: &Path, manner: &Manner) -> Option<Self> {
        manner.files.iter().find_map(|name| {
            let path = file::below(folder, name);
            let written = search.budget.looks().then(|| file::written(&path))??;
            Some(Self { path, modified: written })
        })
    }

    /// Reads the file.
    pub fn open(&self, search: &Search<'_>, manner: &Manner) -> Option<Opened> {
        let open = Open::at(&self.path).ok()?;
        if !search.budget.takes(open.size().min(STATE_LIMIT)) {
            return None;
        }
        let modified = open.modified();
        let bytes = open.head(STATE_LIMIT).ok()?;
        let path = Some(self.path.as_path());
        let text = String::from_utf8_lossy(&bytes);
        let progress = Plan::read(&Source { path, ..Source::unnamed(&text, modified) }, manner).progress();
        Some(Opened { path: self.path.clone(), modified, bytes, progress })
    }
}

impl Opened {
    /// Returns when it was last written, in seconds since 1970.
    pub fn modified(&self) -> i64 {
        self.modified
    }

    /// Returns it as the state of the project.
    pub fn found(self, others: usize) -> Found {
        Found { path: self.path, modified: self.modified, content: Content::Bytes(self.bytes), others }
    }
}

/// Lists the folders in a directory, except one that is no plan.
pub fn names(search: &Search<'_>, dir: &Path, except: &str) -> Vec<OsString> {
    let mut names = Vec::new();
    let listed = search.budget.each(dir, |name, kind| {
        if matches!(kind, Kind::Directory | Kind::Link | Kind::Unknown) && name != except {
            names.push(name.to_owned());
        }
        true
    });
    // A missing directory has no plans, and names that were listed before an error are still good.
    listed.unwrap_or_default();
    names.sort_unstable();
    names
}

/// Returns the plans in a directory, the one written last first.
pub fn candidates(search: &Search<'_>, dir: &Path, names: &[OsString], manner: &Manner) -> Vec<Candidate> {
    let found = names.iter().filter_map(|name| Candidate::at(search, &dir.join(name), manner));
    let mut found: Vec<Candidate> = found.collect();
    let number = |one: &Candidate| manner.number?(folder(&one.path)?);
    // The sort is stable: those written at the same time, without a number, stay in the order of their names.
    found.sort_by_cached_key(|one| Reverse((one.modified, number(one))));
    found
}

/// Finds the plan in hand in a directory of plans.
pub fn find(search: &Search<'_>, dir: &Path, except: &str, manner: &Manner) -> Option<Found> {
    let names = names(search, dir, except);
    let candidates = candidates(search, dir, &names, manner);
    let others = candidates.len().saturating_sub(1);
    in_hand(search, &candidates, manner).map(|opened| opened.found(others))
}

/// Chooses the plan in hand; the candidates begin with the one written last.
pub fn in_hand(search: &Search<'_>, candidates: &[Candidate], manner: &Manner) -> Option<Opened> {
    let newest = candidates.first()?.modified;
    let is_tied = |one: &&Candidate| newest.abs_diff(one.modified) <= TIE;
    let tied = candidates.iter().take_while(is_tied).count();
    let mut best: Option<Opened> = None;
    for opened in candidates.iter().take(tied.min(MOST_READ)).filter_map(|one| one.open(search, manner)) {
        if best.as_ref().is_none_or(|best| opened.progress > best.progress) {
            best = Some(opened);
        }
    }
    let best = best?;
    if best.progress != Progress::Done {
        return Some(best);
    }
    let rest = candidates.get(tied..).unwrap_or_default();
    Some(instead(search, &best, rest, manner).unwrap_or(best))
}

/// Returns the plan to show instead of one that is done: one that is half done and was written not long before it, or
/// any that is open once the done one is hidden.
pub fn instead(search: &Search<'_>, done: &Opened, rest: &[Candidate], manner: &Manner) -> Option<Opened> {
    let now = search.system.now();
    let is_hidden = now.saturating_sub(done.modified) >= search.ages.done;
    let wanted = if is_hidden { Progress::Unbegun } else { Progress::Begun };
    let is_near = |one: &Candidate| done.modified.saturating_sub(one.modified) < search.ages.done;
    let is_recent =
        |one: &&Candidate| now.saturating_sub(one.modified) < search.ages.hide && (is_hidden || is_near(one));
    let recent = rest.iter().take_while(is_recent).take(MOST_READ);
    let mut open = recent.filter_map(|one| one.open(search, manner)).filter(|one| one.progress >= wanted);
    let first = open.next()?;
    if first.progress == Progress::Begun {
        return Some(first);
    }
    Some(open.find(|one| one.progress == Progress::Begun).unwrap_or(first))
}
