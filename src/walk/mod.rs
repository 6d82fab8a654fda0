//! Finds every workflow below a directory, by as many threads as there are processors.
//!
//! What git ignores is not looked into, except for the folders that states are kept in: those are
//! ignored more often than not. No link is followed, so nothing outside the directory is found.

use std::{
    ffi::{OsStr, OsString},
    io,
    num::NonZero,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use rustix::fs::FileType;

use crate::{
    family::{FAMILIES, Family},
    locate::Located,
    state::State,
    sys::{
        System, file,
        listing::{self, Budget},
    },
};

mod rules;

use rules::Rules;

/// The folder that Claude Code also keeps worktrees in, each with a workflow of its own.
const WITH_WORKTREES: &str = ".claude";

/// What a walk comes across.
#[derive(Debug)]
pub enum Find {
    /// A state, in the project that is its root.
    State(State),
    /// A place that could not be looked into, and why.
    Fault(String),
}

/// Returns what there is below a directory, in no order.
pub fn below(system: &System, root: &Path, only: Option<&Family>) -> Vec<Find> {
    let first = Place { dir: root.to_owned(), rules: rules::above(system, root) };
    let walk =
        Walk { system, only, work: Mutex::new(Work { places: vec![first], busy: 0 }), news: Condvar::new() };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        // Where there can be no more threads, this one does it alone.
        let helper = |_| thread::Builder::new().spawn_scoped(scope, || walk.run()).ok();
        let helpers: Vec<_> = (1..threads).filter_map(helper).collect();
        let mut finds = walk.run();
        finds.extend(helpers.into_iter().flat_map(|helper| helper.join().unwrap_or_default()));
        finds
    })
}

/// What the threads share.
struct Walk<'w> {
    system: &'w System,
    only: Option<&'w Family>,
    work: Mutex<Work>,
    /// Told whenever there may be a place for a thread that waits, or nothing to wait for any more.
    news: Condvar,
}

struct Work {
    /// Where nobody has looked yet.
    places: Vec<Place>,
    /// How many threads look at a place, and may find more of them.
    busy: usize,
}

/// A directory to look into, and what git ignores there.
struct Place {
    dir: PathBuf,
    rules: Option<Arc<Rules>>,
}

/// What the list of a directory says.
#[derive(Default)]
struct Listed {
    directories: Vec<OsString>,
    is_repository: bool,
    has_rules: bool,
}

impl Walk<'_> {
    /// Looks into one place after the other until there are no more.
    fn run(&self) -> Vec<Find> {
        let mut finds = Vec::new();
        while let Some(place) = self.next() {
            let places = self.look(&place, &mut finds);
            let mut work = self.work();
            work.places.extend(places);
            work.busy = work.busy.saturating_sub(1);
            drop(work);
            self.news.notify_all();
        }
        finds
    }

    /// Returns a place where nobody has looked yet, waiting for one while others may find it.
    fn next(&self) -> Option<Place> {
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

    /// Looks into a directory, and returns those below it that are worth a look.
    fn look(&self, place: &Place, finds: &mut Vec<Find>) -> Vec<Place> {
        let listed = match listed(&place.dir) {
            Ok(listed) => listed,
            Err(error) => {
                finds.push(Find::Fault(told(&place.dir, &error)));
                return Vec::new();
            }
        };
        let mut rules = place.rules.clone();
        if listed.is_repository {
            // A repository inside another has rules of its own.
            rules = Some(Rules::of_repository(self.system, &place.dir));
        }
        if listed.has_rules {
            rules = rules.map(|above| Rules::below(above, &place.dir));
        }
        let mut places = Vec::new();
        for name in listed.directories {
            let dir = place.dir.join(&name);
            let is_worth_it = if folders().any(|folder| name == folder) {
                self.read(&place.dir, &name, finds);
                name == WITH_WORKTREES
            } else {
                let is_hidden = name.as_bytes().starts_with(b".");
                !is_hidden && !rules.as_ref().is_some_and(|rules| rules.ignore(&dir))
            };
            if is_worth_it {
                places.push(Place { dir, rules: rules.clone() });
            }
        }
        places
    }

    /// Reads the states that a project keeps in a folder.
    fn read(&self, project: &Path, name: &OsStr, finds: &mut Vec<Find>) {
        let kept_here = |family: &&Family| folder(family).is_some_and(|folder| name == folder);
        let wanted = |family: &&Family| self.only.is_none_or(|only| only.id == family.id);
        let families = FAMILIES.iter().filter(kept_here).filter(wanted);
        finds.extend(families.filter_map(|family| state(self.system, family, project)).map(Find::State));
    }
}

/// Lists a directory; links are passed over.
fn listed(dir: &Path) -> io::Result<Listed> {
    let mut listed = Listed::default();
    listing::each(dir, usize::MAX, |name, kind| {
        match name {
            b"." | b".." => return,
            b".git" => listed.is_repository = true,
            b".gitignore" => listed.has_rules = true,
            _ => {}
        }
        let name = OsStr::from_bytes(name);
        let is_directory = match kind {
            FileType::Directory => true,
            FileType::Unknown => dir.join(name).symlink_metadata().is_ok_and(|file| file.is_dir()),
            _ => false,
        };
        if is_directory {
            listed.directories.push(name.to_owned());
        }
    })?;
    Ok(listed)
}

/// Reads the state that a project keeps, unless a link leads to it.
fn state(system: &System, family: &'static Family, project: &Path) -> Option<State> {
    let found = (family.find)(system, project, &Budget::for_a_prompt())?;
    if is_linked(project, &found.path) {
        return None;
    }
    State::read(Located { family, root: project.to_owned(), found })
}

/// Returns whether a step from the project down to a file is a link.
fn is_linked(project: &Path, path: &Path) -> bool {
    let Ok(below) = path.strip_prefix(project) else { return true };
    let mut at = PathBuf::from(project);
    below.iter().any(|step| {
        at.push(step);
        at.is_symlink()
    })
}

/// Says what could not be looked into.
fn told(dir: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "no such directory".to_owned(),
        io::ErrorKind::NotADirectory => "not a directory".to_owned(),
        _ => file::why(error),
    };
    format!("cannot look into `{}`: {why}", dir.display())
}

/// Returns the folders to look into, whatever the rules say; one may be named twice.
fn folders() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().filter_map(folder).chain([WITH_WORKTREES])
}

fn folder(family: &Family) -> Option<&'static str> {
    family.places.first().copied()
}
