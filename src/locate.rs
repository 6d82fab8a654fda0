//! From a directory to the state file that counts.

use std::path::{Path, PathBuf};

use crate::{
    format::{FAMILIES, Family, Found},
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
    let mut past_home = false;
    dir.ancestors().take(REACH).take_while(move |dir| {
        let within = !past_home;
        past_home = home == Some(*dir);
        within
    })
}

/// Returns the state in the nearest directory that has any; of several, the one written last.
pub fn nearest(host: &Host, dir: &Path, only: Option<&Family>) -> Option<Located> {
    let home = host.home();
    upwards(dir, home.as_deref()).find_map(|dir| {
        let wanted = FAMILIES.iter().filter(|family| only.is_none_or(|only| only.id == family.id));
        let here = wanted.filter_map(|family| Some((family, (family.find)(host, dir)?)));
        // The first of equals counts, and `max_by_key` would take the last.
        let (family, found) =
            here.reduce(|one, other| if other.1.modified > one.1.modified { other } else { one })?;
        Some(Located { family, root: dir.to_owned(), found })
    })
}
