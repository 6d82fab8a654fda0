//! Finds every workflow below a directory, with one thread per processor.
//!
//! Directories that git ignores are skipped, except for those that contain states, which are usually
//! ignored. Symbolic links are not followed, so nothing outside the directory is found.

use std::{
    ffi::{OsStr, OsString},
    io,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use crate::{
    config::Config,
    family::{FAMILIES, Family, Search},
    select::Found,
    select::State,
    sys::{System, file, listing},
};

pub mod alert;
pub mod csv;
mod gather;
pub mod openmetrics;
mod row;
mod rules;
pub mod table;

pub use gather::{Filter, Gathered, Query};
pub use row::Row;
use rules::Rules;

/// The folder in which Claude Code also creates worktrees, each with a workflow of its own.
const WITH_WORKTREES: &str = ".claude";

/// Something that a walk finds.
#[derive(Debug)]
pub enum Find {
    /// A state, with its project as its root.
    State(State),
    /// The message for a directory that could not be read.
    Fault(String),
}

/// Returns everything that is found below a directory, in no particular order.
pub fn below(system: &System, root: &Path, only: Option<&'static Family>, config: &Config) -> Vec<Find> {
    let first = Pending { dir: root.to_owned(), rules: rules::above(system, root) };
    let walk = Walk {
        system,
        only,
        config,
        work: Mutex::new(Work { places: vec![first], busy: 0 }),
        news: Condvar::new(),
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        // If no thread can be started, this one does the work alone.
        let helper = |_| thread::Builder::new().spawn_scoped(scope, || walk.run()).ok();
        let helpers: Vec<_> = (1..threads).filter_map(helper).collect();
        let mut finds = walk.run();
        finds.extend(helpers.into_iter().flat_map(|helper| helper.join().unwrap_or_default()));
        finds
    })
}

/// Returns the states in a project's directory, in every family.
pub fn at(system: &System, project: &Path, only: Option<&'static Family>, config: &Config) -> Vec<State> {
    let every = FAMILIES.iter().chain(config.workflows.iter().copied());
    let wanted = every.filter(|family| only.is_none_or(|only| only.id == family.id));
    wanted.filter_map(|family| state(system, family, project, config)).collect()
}

/// The data that the threads share.
struct Walk<'w> {
    system: &'w System,
    only: Option<&'static Family>,
    config: &'w Config,
    work: Mutex<Work>,
    /// Notified when a waiting thread may find a directory to read, or has nothing left to wait for.
    news: Condvar,
}

struct Work {
    /// The directories that are still to be read.
    places: Vec<Pending>,
    /// How many threads are reading a directory, and may add more of them.
    busy: usize,
}

/// A directory to read, and the rules for what git ignores in it.
struct Pending {
    dir: PathBuf,
    rules: Option<Arc<Rules>>,
}

/// The entries of a directory that matter.
#[derive(Default)]
struct Listed {
    directories: Vec<OsString>,
    is_repository: bool,
    has_rules: bool,
}

impl Walk<'_> {
    /// Reads directories until none are left.
    fn run(&self) -> Vec<Find> {
        let mut finds = Vec::new();
        while let Some(place) = self.next() {
            let places = self.visit(&place, &mut finds);
            let mut work = self.work();
            work.places.extend(places);
            work.busy = work.busy.saturating_sub(1);
            drop(work);
            self.news.notify_all();
        }
        finds
    }

    /// Returns a directory to read. Waits for one as long as other threads may add some.
    fn next(&self) -> Option<Pending> {
        let mut work = self.work();
        loop {
            if let Some(place) = work.places.pop() {
                work.busy = work.busy.saturating_add(1);
                return Some(place);
            }
            if work.busy == 0 {
                return None;
            }
            work = self.news.wait(work).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a directory, and returns the directories in it that are to be read, too.
    fn visit(&self, place: &Pending, finds: &mut Vec<Find>) -> Vec<Pending> {
        let listed = match listed(&place.dir) {
            Ok(listed) => listed,
            Err(error) => {
                finds.push(Find::Fault(unreadable(&place.dir, &error)));
                return Vec::new();
            }
        };
        let mut rules = place.rules.clone();
        if listed.is_repository {
            // A repository inside another one has its own rules.
            rules = Some(Rules::of_repository(self.system, &place.dir));
        }
        if listed.has_rules {
            rules = rules.map(|above| Rules::below(above, &place.dir));
        }
        self.read_declared(&place.dir, &listed.directories, finds);
        let mut places = Vec::new();
        for name in &listed.directories {
            let dir = place.dir.join(name);
            let is_searched = if folders().any(|folder| name == folder) {
                self.read(&place.dir, name, &listed.directories, finds);
                // A folder with an ordinary name may hold other projects.
                *name == WITH_WORKTREES
                    || is_ordinary(name) && !rules.as_ref().is_some_and(|rules| rules.ignore(&dir))
            } else {
                let is_hidden = name.as_encoded_bytes().starts_with(b".");
                !is_hidden && !rules.as_ref().is_some_and(|rules| rules.ignore(&dir))
            };
            if is_searched {
                places.push(Pending { dir, rules: rules.clone() });
            }
        }
        places
    }

    /// Reads the states of the workflows that the user declared.
    fn read_declared(&self, project: &Path, directories: &[OsString], finds: &mut Vec<Find>) {
        let wanted = |family: &&&'static Family| self.only.is_none_or(|only| only.id == family.id);
        for family in self.config.workflows.iter().filter(wanted) {
            let is_there = |folder: &str| directories.iter().any(|name| name == folder);
            let is_in_root = family.files.iter().any(|file| !file.contains('/'));
            if is_in_root || family.folders().any(is_there) {
                finds.extend(state(self.system, family, project, self.config).map(Find::State));
            }
        }
    }

    /// Reads the states in one of a project's folders: those of the families whose first folder it is.
    fn read(&self, project: &Path, name: &OsStr, all: &[OsString], finds: &mut Vec<Find>) {
        let is_there = |folder: &&str| all.iter().any(|name| name == folder);
        let kept_here = |family: &&Family| family.folders().find(is_there).is_some_and(|first| name == first);
        let wanted = |family: &&Family| self.only.is_none_or(|only| only.id == family.id);
        let families = FAMILIES.iter().filter(kept_here).filter(wanted);
        let states = families.filter_map(|family| state(self.system, family, project, self.config));
        finds.extend(states.map(Find::State));
    }
}

/// Returns whether a folder has a name that other things have, too.
fn is_ordinary(name: &OsStr) -> bool {
    !name.as_encoded_bytes().starts_with(b".") && !name.as_encoded_bytes().starts_with(b"_")
}

/// Lists a directory without its symbolic links.
fn listed(dir: &Path) -> io::Result<Listed> {
    let mut listed = Listed::default();
    listing::each(dir, usize::MAX, |name, kind| {
        match name.as_encoded_bytes() {
            b".git" => listed.is_repository = true,
            b".gitignore" => listed.has_rules = true,
            _ => {}
        }
        if kind.is_directory(|| dir.join(name)) {
            listed.directories.push(name.to_owned());
        }
    })?;
    Ok(listed)
}

/// Reads a project's state, unless its path contains a symbolic link.
fn state(system: &System, family: &'static Family, project: &Path, config: &Config) -> Option<State> {
    let found = family.found(&Search::new(system, config.ages), project)?;
    if is_linked(project, &found.path) {
        return None;
    }
    let state = State::read(Found { family, root: project.to_owned(), found })?;
    if !family.is_plan {
        return Some(state);
    }
    let mut config = config.clone();
    config.join(project);
    Some(state.with_ages(config.ages))
}

/// Returns whether a part of the path from the project to a file is a symbolic link.
fn is_linked(project: &Path, path: &Path) -> bool {
    let Ok(below) = path.strip_prefix(project) else { return true };
    let mut at = PathBuf::from(project);
    below.iter().any(|step| {
        at.push(step);
        at.is_symlink()
    })
}

/// Returns the message for a directory that cannot be read.
fn unreadable(dir: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "no such directory".to_owned(),
        io::ErrorKind::NotADirectory => "not a directory".to_owned(),
        _ => file::why(error),
    };
    format!("cannot read directory `{}`: {why}", dir.display())
}

/// Returns the folders that are read even if git ignores them; a folder may be listed twice.
fn folders() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(Family::folders).chain([WITH_WORKTREES])
}
