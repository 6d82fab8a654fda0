//! Keeps the list of many workflows up to date: reads what has changed, and searches for new ones from time to time.

use std::{
    collections::{HashMap, HashSet},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{POLL, Plan, Watch};
use crate::{
    list::{Query, Row},
    sys::System,
};

/// How often everything is searched. New projects are usually found at once, but not in directories without any.
const SEARCH: Duration = Duration::from_mins(1);

/// How soon after a search the next one may follow.
const SEARCH_SOON: Duration = Duration::from_secs(2);

/// How soon after an update the next one may follow.
const UPDATE_SOON: Duration = Duration::from_millis(200);

/// While changes never stop, updates and searches take at most this fraction of the time: one part in this number.
const SHARE: u32 = 10;
const SEARCH_SHARE: u32 = 200;

/// How many changed paths are kept. If there are more, everything is read.
const MOST_CHANGED: usize = 4096;

/// The workflows below some directories.
#[derive(Debug)]
pub struct Fleet<'s> {
    system: &'s System,
    query: Query,
    /// The workflows, in no particular order.
    pub rows: Vec<Row>,
    /// A message for each directory that could not be read.
    pub faults: Vec<String>,
    /// The name of each project that was ever found, by its directory: its state may be gone and come back.
    projects: HashMap<PathBuf, String>,
    changed: Arc<Mutex<Changed>>,
    /// What is watched now.
    plan: Option<Plan>,
    searched: Past,
    updated: Past,
    /// Whether a directory was created or removed, so that there may be new projects.
    wants_search: bool,
}

/// What has changed since it was last read.
#[derive(Debug, Default)]
struct Changed {
    paths: HashSet<PathBuf>,
    /// Whether more has changed than is known.
    is_lost: bool,
}

/// When something was last done, and how long it took.
#[derive(Clone, Copy, Debug)]
struct Past {
    ended: Instant,
    took: Duration,
}

impl Past {
    fn since(begun: Instant) -> Self {
        Self { ended: Instant::now(), took: begun.elapsed() }
    }

    /// Returns how long to wait until it may be done again.
    fn rest(self, least: Duration, share: u32) -> Duration {
        least.max(self.took.saturating_mul(share)).saturating_sub(self.ended.elapsed())
    }
}

impl<'s> Fleet<'s> {
    /// Searches for the first time.
    pub fn new(system: &'s System, query: Query) -> Self {
        let now = Past { ended: Instant::now(), took: Duration::ZERO };
        let mut fleet = Self {
            system,
            query,
            rows: Vec::new(),
            faults: Vec::new(),
            projects: HashMap::new(),
            changed: Arc::default(),
            plan: None,
            searched: now,
            updated: now,
            wants_search: false,
        };
        fleet.search();
        fleet
    }

    /// Begins to watch, and then reads everything again, so that no change in between is missed.
    pub fn begin(&mut self, watch: &mut Watch) -> io::Result<()> {
        self.watch(watch, true)?;
        self.read_all();
        Ok(())
    }

    /// Returns how long there is nothing to do, if nothing changes.
    pub fn rest(&self, watch: &Watch) -> Duration {
        let search = if self.wants_search { SEARCH_SOON } else { SEARCH };
        let mut rest = self.searched.rest(search, SEARCH_SHARE);
        if self.has_changed() {
            rest = rest.min(self.updated.rest(UPDATE_SOON, SHARE));
        }
        if watch.polls().is_some() {
            rest = rest.min(self.updated.rest(POLL, SHARE));
        }
        rest
    }

    /// Reads what has changed, and searches if it is time to. It returns at once if there is nothing to do.
    pub fn update(&mut self, watch: &mut Watch) -> io::Result<()> {
        let begun = Instant::now();
        let search = if self.wants_search { SEARCH_SOON } else { SEARCH };
        if self.searched.rest(search, SEARCH_SHARE).is_zero() {
            self.search();
            self.watch(watch, false)?;
        }
        let is_polled = watch.polls().is_some() && self.updated.rest(POLL, SHARE).is_zero();
        let is_due = self.has_changed() && self.updated.rest(UPDATE_SOON, SHARE).is_zero();
        if !is_polled && !is_due {
            return Ok(());
        }
        let changed = std::mem::take(&mut *changed(&self.changed));
        self.wants_search |= changed.is_lost;
        if is_polled || changed.is_lost {
            self.read_all();
        } else {
            self.read(&changed.paths);
        }
        // A directory that was removed and created again has to be watched again.
        if changed.paths.iter().any(|path| path.is_dir() || !path.exists()) {
            self.wants_search = true;
            self.watch(watch, true)?;
        }
        self.updated = Past::since(begun);
        Ok(())
    }

    fn has_changed(&self) -> bool {
        let changed = changed(&self.changed);
        changed.is_lost || !changed.paths.is_empty()
    }

    /// Searches for all workflows.
    fn search(&mut self) {
        let begun = Instant::now();
        let found = self.query.gather(self.system);
        (self.rows, self.faults) = (found.rows, found.faults);
        for row in &self.rows {
            if let Some(root) = &row.state.root {
                self.projects.insert(root.clone(), row.project.clone());
            }
        }
        self.projects.retain(|project, _| project.is_dir());
        self.wants_search = false;
        self.searched = Past::since(begun);
    }

    /// Reads the projects that these paths belong to.
    fn read(&mut self, paths: &HashSet<PathBuf>) {
        let project_of = |path: &PathBuf| {
            let mut above = path.ancestors();
            above.find(|dir| self.projects.contains_key(*dir)).map(Path::to_owned)
        };
        let projects: HashSet<PathBuf> = paths.iter().filter_map(project_of).collect();
        self.read_projects(&projects);
    }

    /// Reads all projects that are known.
    fn read_all(&mut self) {
        let projects: HashSet<PathBuf> = self.projects.keys().cloned().collect();
        self.read_projects(&projects);
    }

    fn read_projects(&mut self, projects: &HashSet<PathBuf>) {
        let is_among = |row: &Row| row.state.root.as_ref().is_some_and(|root| projects.contains(root));
        self.rows.retain(|row| !is_among(row));
        for project in projects {
            if let Some(name) = self.projects.get(project) {
                self.rows.extend(self.query.project(self.system, project, name));
            }
        }
    }

    /// Watches the projects, and the directories that they are in: a new project is often next to another one.
    fn watch(&mut self, watch: &mut Watch, is_forced: bool) -> io::Result<()> {
        let mut plan = Plan::default();
        let roots = self.query.directories(self.system).into_iter().filter(|root| root.is_dir());
        let parents = self.projects.keys().filter_map(|project| project.parent());
        let above: HashSet<PathBuf> = parents.map(Path::to_owned).chain(roots).collect();
        let declared = self.query.config(self.system).workflows;
        for project in self.projects.keys() {
            plan.add_project(project, &declared);
        }
        for dir in &above {
            plan.add_whole(dir);
        }
        if !is_forced && self.plan.as_ref() == Some(&plan) {
            return Ok(());
        }
        let (shared, mut bell) = (Arc::clone(&self.changed), watch.bell()?);
        watch.follow(plan.clone(), move |path| {
            let mut changed = changed(&shared);
            let is_first = !changed.is_lost && changed.paths.is_empty();
            match path {
                Some(path) if is_noise(path, &above) => return,
                Some(path) if changed.paths.len() < MOST_CHANGED => {
                    changed.paths.insert(path.to_owned());
                }
                _ => changed.is_lost = true,
            }
            drop(changed);
            // After an earlier change, the other thread is awake already.
            if is_first {
                bell.ring();
            }
        });
        self.plan = Some(plan);
        Ok(())
    }
}

/// Returns whether a path is a file in a directory of projects, such as a log: only directories matter there.
fn is_noise(path: &Path, above: &HashSet<PathBuf>) -> bool {
    path.parent().is_some_and(|parent| above.contains(parent)) && path.is_file()
}

fn changed(shared: &Mutex<Changed>) -> MutexGuard<'_, Changed> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
