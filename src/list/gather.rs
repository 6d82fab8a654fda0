//! Gathers the workflows that a call asks for, in the order of the list.

use std::{
    collections::HashSet,
    ffi::OsString,
    path::{Path, PathBuf},
};

use super::{Find, Row};
use crate::{config::Config, options::Options, select, sys::System};

/// What to gather.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The directories to search, as they were given; if there are none, the working directory and its project.
    pub roots: Vec<OsString>,
    /// The options that choose a family.
    pub options: Options,
    /// Which of the workflows are wanted.
    pub filter: Filter,
}

/// Which of the workflows are wanted. With both `active` and `stale`, those in flight are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    /// Those in flight that were changed within a day.
    pub active: bool,
    /// Those in flight that were left for over a day.
    pub stale: bool,
    /// Those with an alert.
    pub alerts: bool,
}

/// What was gathered.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The workflows, the last one changed first.
    pub rows: Vec<Row>,
    /// A message for each directory that could not be read.
    pub faults: Vec<String>,
}

impl Filter {
    /// Returns whether a workflow is wanted.
    pub fn takes(self, row: &Row, system: &System) -> bool {
        let is_in_time = match (self.active, self.stale) {
            (false, false) => true,
            (active, stale) => row.activity.in_flight && if row.is_stale(system) { stale } else { active },
        };
        is_in_time && !(self.alerts && row.alerts(system).is_empty())
    }
}

impl Query {
    /// Returns the directories to search, as they were given.
    pub fn shown_roots(&self) -> Vec<OsString> {
        if self.roots.is_empty() { vec![OsString::from(".")] } else { self.roots.clone() }
    }

    /// Returns the directories to search.
    pub fn directories(&self, system: &System) -> Vec<PathBuf> {
        let base = system.dir().unwrap_or_default();
        self.shown_roots().iter().map(|root| base.join(root).components().collect()).collect()
    }

    /// Returns the user's settings.
    pub fn config(&self, system: &System) -> Config {
        Config::load(system, self.options.config.as_deref())
    }

    /// Searches for everything that is wanted.
    pub fn gather(&self, system: &System) -> Gathered {
        let mut found = Gathered::default();
        let roots = self.shown_roots();
        let config = self.config(system);
        for (root, given) in self.directories(system).iter().zip(&roots) {
            // A project is named by its path below the root; with several roots, by its path with the root.
            let prefix = if roots.len() > 1 { Path::new(given) } else { Path::new("") };
            for find in super::below(system, root, self.options.family, &config) {
                match find {
                    Find::State(state) => found.rows.push(Row::of(state, root, prefix)),
                    Find::Fault(fault) => found.faults.push(fault),
                }
            }
        }
        if self.roots.is_empty() {
            found.rows.extend(self.around(system));
        }
        found.rows.retain(|row| self.filter.takes(row, system));
        // If one root is inside another, list a workflow once, for the first of them.
        let mut seen = HashSet::new();
        found.rows.retain(|row| seen.insert((row.state.family.id, row.state.path.clone())));
        found.rows.sort_by(Row::newer);
        found.faults.sort();
        found.faults.dedup();
        found
    }

    /// Reads the workflows of one project again.
    pub fn project(&self, system: &System, project: &Path, name: &str) -> Vec<Row> {
        let states = super::at(system, project, self.options.family, &self.config(system)).into_iter();
        let rows = states.map(|state| Row::named(state, name.to_owned()));
        rows.filter(|row| self.filter.takes(row, system)).collect()
    }

    /// Returns the workflows of the project that the working directory is in, by the name of its directory.
    fn around(&self, system: &System) -> Vec<Row> {
        let dir = system.dir().unwrap_or_default();
        let Some(project) = select::root(system, &self.options, &dir).filter(|project| *project != dir)
        else {
            return Vec::new();
        };
        let name = project.file_name().map_or_else(|| "/".into(), |name| name.to_string_lossy());
        let states = super::at(system, &project, self.options.family, &self.config(system)).into_iter();
        states.map(|state| Row::named(state, name.clone().into_owned())).collect()
    }
}
