//! From a directory upwards to the states that could apply.

use std::{
    cell::OnceCell,
    path::{Path, PathBuf},
};

use crate::{
    family::{self, FAMILIES, Family},
    sys::{System, listing::Budget},
};

/// How many directories are searched, the first included.
const REACH: usize = 10;

/// A state file, its family, and the directory that it was found in.
#[derive(Debug)]
pub struct Found {
    /// The family it belongs to.
    pub family: &'static Family,
    /// The directory that holds it.
    pub root: PathBuf,
    /// The state.
    pub found: family::Found,
}

/// Returns the directories to look into: from `dir` upwards, not past the home directory.
pub fn upwards<'p>(dir: &'p Path, home: Option<&Path>) -> impl Iterator<Item = &'p Path> {
    // The home directory may be a link, so compare it resolved, but only if the search gets that far.
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

/// Returns whether a directory is the home directory, under any name.
pub fn is_home(dir: &Path, home: Option<&Path>) -> bool {
    home.is_some_and(|home| home == dir || home.canonicalize().is_ok_and(|home| home == dir))
}

/// The nearest directory that has any state, and all that it has.
#[derive(Debug)]
pub struct Here {
    /// The directory.
    pub root: PathBuf,
    found: Vec<(&'static Family, family::Found)>,
}

/// Returns the nearest directory that has any state.
pub fn here(system: &System, dir: &Path, only: Option<&Family>) -> Option<Here> {
    here_within(system, dir, only, &Budget::for_a_prompt())
}

/// Does the same within a budget that other searches of the same run share.
pub fn here_within(system: &System, dir: &Path, only: Option<&Family>, budget: &Budget) -> Option<Here> {
    let home = system.home();
    upwards(dir, home).find_map(|dir| {
        let wanted = FAMILIES.iter().filter(|family| only.is_none_or(|only| only.id == family.id));
        let found = wanted.filter_map(|family| Some((family, (family.find)(system, dir, budget)?)));
        let found: Vec<_> = found.collect();
        (!found.is_empty()).then(|| Here { root: dir.to_owned(), found })
    })
}

impl Here {
    /// Returns the state that counts: of the family that is preferred, else the one written last.
    pub fn choose(self, prefer: &[&Family]) -> Option<Found> {
        let place = |family: &Family| prefer.iter().position(|wanted| wanted.id == family.id);
        let rank = |found: &(&'static Family, family::Found)| {
            (std::cmp::Reverse(place(found.0).unwrap_or(usize::MAX)), found.1.modified)
        };
        // The first of equals counts, and `max_by_key` would take the last.
        let better = |one, other| if rank(&other) > rank(&one) { other } else { one };
        let (family, found) = self.found.into_iter().reduce(better)?;
        Some(Found { family, root: self.root, found })
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;

    /// Ten directories in each other, each with a link called `name` to a directory with 6,000 names.
    fn nested(label: &str, name: &str) -> (PathBuf, PathBuf) {
        let root = std::env::temp_dir().join(format!("stateline-locate-{label}-{}", std::process::id()));
        let crowd = root.join("crowd");
        fs::create_dir_all(&crowd).unwrap();
        for number in 0..6_000 {
            fs::write(crowd.join(format!("WFR-{number}")), "").unwrap();
        }
        let mut dir = root.join("top");
        for _ in 0..REACH {
            fs::create_dir_all(dir.join(name).parent().unwrap()).unwrap();
            symlink(&crowd, dir.join(name)).unwrap();
            dir.push("below");
        }
        (root, dir.parent().unwrap().to_owned())
    }

    #[test]
    fn all_directories_on_the_way_up_share_one_budget_of_names() {
        for (label, name) in [("sessions", ".workflow/sessions"), ("streams", ".planning/workstreams")] {
            let (root, dir) = nested(label, name);
            fs::create_dir(root.join("top/.claude")).unwrap();
            fs::write(root.join("top/.claude/orchestrator-plan-phase.local.md"), "").unwrap();
            let system = System::made_up(&[], &dir, 0);
            let budget = Budget::for_a_prompt();
            let here = here_within(&system, &dir, None, &budget).unwrap();
            assert_eq!(budget.spent().0, crate::sys::listing::FOR_A_PROMPT, "{name}");
            // What costs next to nothing is still found.
            assert_eq!(here.choose(&[]).unwrap().root, root.join("top"), "{name}");
            fs::remove_dir_all(root).unwrap();
        }
    }

    #[test]
    fn all_directories_on_the_way_up_share_one_budget_of_bytes() {
        let root = std::env::temp_dir().join(format!("stateline-locate-bytes-{}", std::process::id()));
        let mut dir = root.clone();
        let foreign = format!("{{\"theirs\": \"{}\"}}", "x".repeat((1 << 20) - 14));
        for _ in 0..REACH {
            dir.push("below/.claude");
            fs::create_dir_all(&dir).unwrap();
            fs::write(dir.join("agent-state.json"), &foreign).unwrap();
            dir.pop();
        }
        let budget = Budget::for_a_prompt();
        assert!(here_within(&System::made_up(&[], &dir, 0), &dir, None, &budget).is_none());
        assert_eq!(budget.spent().1, 4 << 20, "four files of ten were read");
        fs::remove_dir_all(root).unwrap();
    }
}
