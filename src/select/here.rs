//! Chooses the state that applies: from the nearest directory that has any to show.

use std::{
    cmp::Reverse,
    iter,
    path::{Path, PathBuf},
};

use super::{
    search::{Folders, Found, upwards},
    state::{Glance, State},
};
use crate::{
    config::Config,
    family::{Family, Hidden, Search, plan},
    sys::System,
};

/// The state that applies, and its project's directory.
#[derive(Debug)]
pub struct Here {
    /// The directory.
    pub root: PathBuf,
    /// Why the line does not show the state; there was no other.
    pub hidden: Option<Hidden>,
    chosen: Chosen,
}

/// A state that was chosen.
#[derive(Debug)]
enum Chosen {
    /// The only one in its directory, which has not been read.
    Found(Box<Found>),
    /// One that had to be read for the choice, or nothing if it hides the others but has no content.
    Read(Option<Box<State>>),
}

/// What was chosen in one directory.
#[derive(Debug)]
struct Choice {
    chosen: Chosen,
    hidden: Option<Hidden>,
    /// Whether the search ends with it: a plan that is hidden, or has nothing to show, does not count.
    is_shown: bool,
}

/// Returns the state that applies in a directory, and joins its project's settings to `config`.
///
/// The nearest directory wins that has any state to show. If the only states are hidden, it is the nearest of those.
pub fn here(
    search: &Search<'_>,
    dir: &Path,
    only: Option<&'static Family>,
    config: &mut Config,
) -> Option<Here> {
    let folders = Folders::of(search, only);
    let mut is_bare = only.is_none();
    search.bare.set(0);
    let mut nearest_hidden: Option<Here> = None;
    for dir in upwards(dir, search.system.home()) {
        let present = folders.present(dir);
        is_bare &= !present.has_folder();
        if is_bare {
            search.bare.set(search.bare.get().saturating_add(1));
        }
        let mut found = folders.families(present).filter_map(|family| {
            // In a box, because it is passed on several times, and each would take room on the stack.
            Some(Box::new(Found { family, root: dir.to_owned(), found: family.found(search, dir)? }))
        });
        let Some(first) = found.next() else { continue };
        let others: Vec<Found> = found.map(|found| *found).collect();
        // Only a plan can be hidden or have nothing to show, and then its project's settings do not apply either.
        let has_plan = first.family.is_plan || others.iter().any(|found| found.family.is_plan);
        let before = has_plan.then(|| kept(config));
        if present.has_settings() {
            config.join(dir);
        }
        let Choice { chosen, hidden, is_shown } = chosen(search.system, first, others, config);
        let here = Here { root: dir.to_owned(), hidden, chosen };
        if is_shown {
            return Some(here);
        }
        nearest_hidden.get_or_insert(here);
        if let Some(before) = before {
            restore(config, before);
        }
    }
    nearest_hidden.inspect(|hidden| config.join(&hidden.root))
}

/// Keeps the settings as they are. Not inlined, because the copy is made on the stack.
#[inline(never)]
fn kept(config: &Config) -> Box<Config> {
    Box::new(config.clone())
}

/// Puts settings back that were kept. Not inlined for the same reason.
#[inline(never)]
fn restore(config: &mut Config, kept: Box<Config>) {
    *config = *kept;
}

/// Chooses among the states of one directory: one that is shown, then the family that is preferred, then one that
/// has something to show, then one in flight, then the one written last.
fn chosen(system: &System, first: Box<Found>, others: Vec<Found>, config: &Config) -> Choice {
    if others.is_empty() && !first.family.is_plan {
        return Choice { chosen: Chosen::Found(first), hidden: None, is_shown: true };
    }
    best(system, *first, others, config)
}

/// Reads the states of one directory, and chooses among them.
#[inline(never)] // Most directories have one state, and need not have this on their stack.
fn best(system: &System, first: Found, others: Vec<Found>, config: &Config) -> Choice {
    let found: Vec<Found> = iter::once(first).chain(others).collect();
    // Without a plan, a state that shows nothing hides the others as it hides those further up.
    let has_plan = found.iter().any(|found| found.family.is_plan);
    let place = |family: &Family| config.prefer.iter().position(|wanted| wanted.id == family.id);
    let candidates = found.into_iter().map(|found| {
        let (family, modified) = (found.family, found.found.modified);
        let state = State::read(found).map(|state| state.with_ages(config.ages));
        let nothing = || Glance { hidden: None, has_line: !has_plan, in_flight: false };
        let glance = state.as_ref().map_or_else(nothing, |state| state.glance(system, has_plan));
        let Glance { hidden, has_line, in_flight } = glance;
        let is_shown = hidden.is_none() && (has_line || !family.is_plan);
        let preferred = Reverse(place(family).unwrap_or(usize::MAX));
        let worth = (is_shown, preferred, has_line, in_flight);
        Candidate { worth, modified, is_plan: family.is_plan, hidden, state }
    });
    // The first of equals wins, and `max_by` would take the last.
    let better = |one: Candidate, other: Candidate| if other.beats(&one, system) { other } else { one };
    let nothing = || Choice { chosen: Chosen::Read(None), hidden: None, is_shown: true };
    candidates.reduce(better).map_or_else(nothing, |best| Choice {
        chosen: Chosen::Read(best.state.map(Box::new)),
        hidden: best.hidden,
        is_shown: best.worth.0,
    })
}

/// One of several states in a directory.
struct Candidate {
    /// Whether it is shown, how much it is preferred, whether it has a line, whether it is in flight.
    worth: (bool, Reverse<usize>, bool, bool),
    modified: i64,
    is_plan: bool,
    hidden: Option<Hidden>,
    state: Option<State>,
}

impl Candidate {
    /// Returns whether it is to be shown instead of another one.
    fn beats(&self, other: &Self, system: &System) -> bool {
        if self.worth != other.worth {
            return self.worth > other.worth;
        }
        // After a clone all plans have the same time, which says nothing.
        if self.is_plan && other.is_plan && self.modified.abs_diff(other.modified) <= plan::TIE {
            return self.stage(system) > other.stage(system);
        }
        self.modified > other.modified
    }

    /// Returns how far a plan is: one that is half done is worth most, one that is done least.
    fn stage(&self, system: &System) -> u8 {
        match self.state.as_ref().and_then(|state| state.percent(system)) {
            Some(100..) => 0,
            None | Some(0) => 1,
            Some(_) => 2,
        }
    }
}

impl Here {
    /// Reads the state, unless it has no content.
    pub fn read(self, config: &Config) -> Option<State> {
        let mut state = match self.chosen {
            Chosen::Found(found) => State::read(*found)?,
            Chosen::Read(state) => *state?,
        };
        state.hidden = self.hidden;
        Some(state.with_ages(config.ages))
    }
}

impl State {
    /// Reads the state that applies in a directory, without any settings.
    pub fn nearest(system: &System, dir: &Path, only: Option<&'static Family>) -> Option<Self> {
        let mut config = Config::default();
        here(&Search::new(system, config.ages).with(&config.workflows), dir, only, &mut config)?.read(&config)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{
        family::Ages,
        select::search::REACH,
        sys::{file, listing},
    };

    /// Ten directories in each other, each with a link called `name` to a directory with 6,000 names.
    ///
    /// `None` if this user may not make links, which only Windows refuses.
    fn nested(label: &str, name: &str) -> Option<(PathBuf, PathBuf)> {
        let root = std::env::temp_dir().join(format!("stateline-locate-{label}-{}", std::process::id()));
        let crowd = root.join("crowd");
        fs::create_dir_all(&crowd).unwrap();
        for number in 0..6_000 {
            fs::write(crowd.join(format!("WFR-{number}")), "").unwrap();
        }
        let mut dir = root.join("top");
        for _ in 0..REACH {
            fs::create_dir_all(dir.join(name).parent().unwrap()).unwrap();
            file::link_to_directory(&crowd, &dir.join(name)).ok().filter(|()| dir.join(name).is_dir())?;
            dir.push("below");
        }
        Some((root, dir.parent().unwrap().to_owned()))
    }

    #[test]
    fn all_directories_on_the_way_up_share_one_budget_of_names() {
        for (label, name) in [("sessions", ".workflow/sessions"), ("streams", ".planning/workstreams")] {
            let Some((root, dir)) = nested(label, name) else { return };
            fs::create_dir(root.join("top/.claude")).unwrap();
            fs::write(root.join("top/.claude/orchestrator-plan-phase.local.md"), "").unwrap();
            let system = System::made_up(&[], &dir, 0);
            let search = Search::new(&system, Ages::default());
            let here = here(&search, &dir, None, &mut Config::default()).unwrap();
            assert_eq!(search.budget.spent().0, listing::FOR_A_PROMPT, "{name}");
            // What costs next to nothing is still found.
            assert_eq!(here.root, root.join("top"), "{name}");
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
        let system = System::made_up(&[], &dir, 0);
        let search = Search::new(&system, Ages::default());
        assert!(here(&search, &dir, None, &mut Config::default()).is_none());
        assert_eq!(search.budget.spent().1, 4 << 20, "four files of ten were read");
        fs::remove_dir_all(root).unwrap();
    }
}
