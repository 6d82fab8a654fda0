//! From a directory to the state file that counts.

use std::{
    cell::OnceCell,
    path::{Path, PathBuf},
};

use crate::{
    family::{FAMILIES, Family, Found},
    host::Host,
};

/// How many directories are looked into, the first included.
const REACH: usize = 10;

/// A state file, whose it is, and the directory that it was found in.
#[derive(Debug)]
pub struct Located {
    /// The family it belongs to.
    pub family: &'static Family,
    /// The directory that holds it.
    pub root: PathBuf,
    /// The state.
    pub found: Found,
}

/// Returns the directories to look into: from `dir` upwards, not past the home directory.
pub fn upwards<'p>(dir: &'p Path, home: Option<&Path>) -> impl Iterator<Item = &'p Path> {
    // A home of another name may still be on the way; all this is asked for only where the way goes on.
    let resolved = OnceCell::new();
    let is_home = move |passed: &Path| match home {
        Some(home) if dir.starts_with(home) => home == passed,
        Some(home) => resolved.get_or_init(|| home.canonicalize().ok()).as_deref() == Some(passed),
        None => false,
    };
    let mut before: Option<&Path> = None;
    dir.ancestors()
        .take(REACH)
        .take_while(move |dir| before.replace(dir).is_none_or(|before| !is_home(before)))
}

/// Tells whether a directory is the home directory, by whichever name.
pub fn is_home(dir: &Path, home: Option<&Path>) -> bool {
    home.is_some_and(|home| home == dir || home.canonicalize().is_ok_and(|home| home == dir))
}

/// The nearest directory that has any state, and all that it has.
#[derive(Debug)]
pub struct Here {
    /// The directory.
    pub root: PathBuf,
    found: Vec<(&'static Family, Found)>,
}

/// Returns the nearest directory that has any state.
pub fn here(host: &Host, dir: &Path, only: Option<&Family>) -> Option<Here> {
    let home = host.home();
    upwards(dir, home).find_map(|dir| {
        let wanted = FAMILIES.iter().filter(|family| only.is_none_or(|only| only.id == family.id));
        let found: Vec<_> = wanted.filter_map(|family| Some((family, (family.find)(host, dir)?))).collect();
        (!found.is_empty()).then(|| Here { root: dir.to_owned(), found })
    })
}

impl Here {
    /// Returns the state that counts: of the family that is preferred, else the one written last.
    pub fn choose(self, prefer: &[&Family]) -> Option<Located> {
        let place = |family: &Family| prefer.iter().position(|wanted| wanted.id == family.id);
        let rank = |found: &(&'static Family, Found)| {
            (std::cmp::Reverse(place(found.0).unwrap_or(usize::MAX)), found.1.modified)
        };
        // The first of equals counts, and `max_by_key` would take the last.
        let better = |one, other| if rank(&other) > rank(&one) { other } else { one };
        let (family, found) = self.found.into_iter().reduce(better)?;
        Some(Located { family, root: self.root, found })
    }
}

/// Returns the state in the nearest directory that has any; of several, the one written last.
pub fn nearest(host: &Host, dir: &Path, only: Option<&Family>) -> Option<Located> {
    here(host, dir, only)?.choose(&[])
}
