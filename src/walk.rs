//! Finds every workflow below a directory, by as many threads as there are processors.
//!
//! What git ignores is not looked into, except for the folders that states are kept in: those are
//! ignored more often than not. No link is followed, so nothing outside the directory is found.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        mpsc::{self, Sender},
    },
};

use ignore::{DirEntry, WalkBuilder, WalkState, overrides::OverrideBuilder};

use crate::{
    format::{FAMILIES, Family},
    host::Host,
    locate::Located,
    state::State,
};

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
pub fn below(host: &Host, root: &Path, only: Option<&Family>) -> Vec<Find> {
    let (finds, found) = mpsc::channel();
    // A sender is cloned for every thread, which takes turns.
    let finds = Mutex::new(finds);
    walker(root).build_parallel().run(|| {
        let Ok(finds) = finds.lock().map(|finds| finds.clone()) else {
            return Box::new(|_| WalkState::Quit);
        };
        Box::new(move |entry| match entry {
            Ok(entry) => met(host, &entry, only, &finds),
            Err(error) => {
                finds.send(Find::Fault(told(&error))).unwrap_or_default();
                WalkState::Continue
            }
        })
    });
    drop(finds);
    found.into_iter().collect()
}

/// Returns a walker that comes by directories only, the ignored ones left out.
fn walker(root: &Path) -> WalkBuilder {
    let mut walker = WalkBuilder::new(root);
    let mut overrides = OverrideBuilder::new(root);
    // What is named here comes before every rule; a file that is not named is passed over.
    for folder in folders() {
        overrides.add(folder).map(|_| ()).unwrap_or_default();
    }
    if let Ok(overrides) = overrides.build() {
        walker.overrides(overrides);
    }
    walker
}

/// Looks at a directory, and says whether to look below it.
fn met(host: &Host, entry: &DirEntry, only: Option<&Family>, finds: &Sender<Find>) -> WalkState {
    let is_folder = entry.depth() > 0 && folders().any(|folder| entry.file_name() == folder);
    if !is_folder {
        return WalkState::Continue;
    }
    if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return WalkState::Skip;
    }
    if let Some(project) = entry.path().parent() {
        let kept_here = |family: &&Family| folder(family).is_some_and(|folder| entry.file_name() == folder);
        let wanted = |family: &&Family| only.is_none_or(|only| only.id == family.id);
        for family in FAMILIES.iter().filter(kept_here).filter(wanted) {
            if let Some(state) = state(host, family, project) {
                finds.send(Find::State(state)).unwrap_or_default();
            }
        }
    }
    if entry.file_name() == WITH_WORKTREES { WalkState::Continue } else { WalkState::Skip }
}

/// Reads the state that a project keeps, unless a link leads to it.
fn state(host: &Host, family: &'static Family, project: &Path) -> Option<State> {
    let found = (family.find)(host, project)?;
    if is_linked(project, &found.path) {
        return None;
    }
    State::read(Located { family, root: project.to_owned(), found })
}

/// Tells whether a step from the project down to a file is a link.
fn is_linked(project: &Path, path: &Path) -> bool {
    let Ok(below) = path.strip_prefix(project) else { return true };
    let mut at = PathBuf::from(project);
    below.iter().any(|step| {
        at.push(step);
        at.is_symlink()
    })
}

/// Says what could not be looked into.
fn told(error: &ignore::Error) -> String {
    match error {
        ignore::Error::WithDepth { err, .. } => told(err),
        ignore::Error::WithPath { path, err } => {
            let why = match err.io_error().map(io::Error::kind) {
                Some(io::ErrorKind::NotFound) => "no such directory".to_owned(),
                Some(io::ErrorKind::PermissionDenied) => "permission denied".to_owned(),
                _ => err.to_string(),
            };
            format!("cannot look into `{}`: {why}", path.display())
        }
        _ => error.to_string(),
    }
}

/// Returns the folders to look into, whatever the rules say; one may be named twice.
fn folders() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().filter_map(folder).chain([WITH_WORKTREES])
}

fn folder(family: &Family) -> Option<&'static str> {
    family.places.first().copied()
}
