//! The way upwards: what was and was not there in each directory.

use std::{
    borrow::Cow,
    io,
    path::{Path, PathBuf},
};

use super::{
    search::{self, Found},
    state::State,
};
use crate::{
    family::{Content, Family, Hidden, Search, Work},
    sys::{
        file::{self, Open},
        listing::{self, Kind},
    },
    text::time,
};

/// How many sessions or workstreams are listed: as many sessions as the line looks into.
const LISTED: usize = 16;

/// The whole search.
#[derive(Debug)]
pub struct Trace {
    /// Where it began.
    pub start: PathBuf,
    /// Each directory that was looked into, the nearest first.
    pub directories: Vec<Directory>,
    /// Whether it ended at the home directory.
    pub is_home: bool,
}

/// A directory that was looked into.
#[derive(Debug)]
pub struct Directory {
    /// Where it is.
    pub path: PathBuf,
    /// Each place, by family.
    pub spots: Vec<Spot>,
}

/// A place where a family could keep its state.
#[derive(Debug)]
pub struct Spot {
    /// The family.
    pub family: &'static Family,
    /// The place, below the directory.
    pub place: Cow<'static, str>,
    /// What is there.
    pub presence: Presence,
    /// The states in a place that can have several, as far as they are listed.
    pub sessions: Vec<Session>,
    /// How many more there are.
    pub more: usize,
    /// How far the work of its state is.
    pub work: Option<Work>,
}

/// What is there at a place.
#[derive(Debug, PartialEq, Eq)]
pub enum Presence {
    /// Nothing.
    Absent,
    /// A state, written at that time.
    State(i64),
    /// A state, written at that time, which the line does not show.
    Hidden(i64, Hidden),
    /// A state without a time, or one that shows nothing.
    Silent(&'static str),
    /// Something that is not read, and why.
    Passed(String),
}

/// One of several states of a family in one place.
#[derive(Debug)]
pub struct Session {
    /// Its path below the directory.
    pub path: String,
    /// Its status.
    pub status: Option<String>,
    /// When it was updated: its own statement, else its modification time.
    pub updated: i64,
    /// Whether it is the one that applies.
    pub is_chosen: bool,
}

/// Looks where the line looks and notes what is there, up to the first directory that has a state to show.
pub fn trace(search: &Search<'_>, start: &Path, only: Option<&'static Family>) -> Trace {
    let home = search.system.home();
    let mut directories = Vec::new();
    for dir in search::upwards(start, home) {
        let spots: Vec<Spot> = search.families(only).flat_map(|family| spots(search, dir, family)).collect();
        let is_last =
            spots.iter().any(|spot| matches!(spot.presence, Presence::State(_) | Presence::Silent(_)));
        directories.push(Directory { path: dir.to_owned(), spots });
        if is_last {
            break;
        }
    }
    let is_home = directories.last().is_some_and(|last| search::is_home(&last.path, home));
    Trace { start: start.to_owned(), directories, is_home }
}

/// Returns the places of a family; those that differ only in the name of the file are one, with all its names.
fn places(family: &'static Family) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut places: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
    for place in family.files {
        let folder = |place: &'static str| place.split_once('*').map(|(before, _)| before);
        match places.iter_mut().find(|(first, _)| folder(place).is_some() && folder(first) == folder(place)) {
            Some((_, names)) => names.push(place),
            None => places.push((place, vec![place])),
        }
    }
    places
}

/// Looks at every place of a family in one directory.
fn spots(search: &Search<'_>, dir: &Path, family: &'static Family) -> Vec<Spot> {
    if !family.folders().any(|folder| dir.join(folder).exists()) {
        return Vec::new();
    }
    let found = family.found(search, dir);
    let chosen = found.as_ref().map(|found| found.path.clone());
    let mut spots: Vec<Spot> = places(family)
        .into_iter()
        .map(|(place, all)| match place.split_once('*') {
            Some((before, _)) => {
                let after: Vec<&str> =
                    all.iter().filter_map(|place| Some(place.split_once('*')?.1)).collect();
                several(dir, family, (place, before), &after, chosen.as_deref())
            }
            None => single(dir, family, place, chosen.as_deref()),
        })
        .collect();
    // A project's own settings may name another place.
    if let Some(chosen) = &chosen
        && !spots.iter().any(|spot| matches!(spot.presence, Presence::State(_)))
        && let (Ok(place), Ok(open)) = (chosen.strip_prefix(dir), Open::at(chosen))
    {
        let place = Cow::Owned(place.to_string_lossy().into_owned());
        let presence = Presence::State(open.modified());
        spots.insert(0, Spot { family, place, presence, sessions: Vec::new(), more: 0, work: None });
    }
    // A message in place of a state is noted where that state would be.
    if let (Some(found), Some(last)) = (&found, spots.last_mut())
        && let Content::Notice(why) | Content::Nothing(why) = found.content
    {
        last.presence = Presence::Silent(why);
    }
    let state = found.and_then(|found| State::read(Found { family, root: dir.to_owned(), found }));
    let Some(state) = state.map(|state| state.with_ages(search.ages)) else { return spots };
    let work = state.reading().map(|reading| reading.work());
    let glance = state.glance(search.system, family.is_plan);
    for spot in &mut spots {
        if let Presence::State(modified) = spot.presence {
            spot.work = work;
            if let Some(hidden) = glance.hidden {
                spot.presence = Presence::Hidden(modified, hidden);
            } else if !glance.has_line {
                spot.presence = Presence::Passed("a plan with nothing to show".to_owned());
            }
        }
    }
    spots
}

/// Looks at a place that holds one file.
fn single(dir: &Path, family: &'static Family, place: &'static str, chosen: Option<&Path>) -> Spot {
    let path = dir.join(place);
    let presence = match Open::at(&path) {
        Ok(open) if chosen == Some(&path) => Presence::State(open.modified()),
        Ok(_) if chosen.is_some() => {
            Presence::Passed("skipped: another file of its workflow is used".to_owned())
        }
        Ok(_) => Presence::Passed("another tool's file".to_owned()),
        Err(error) if is_absent(&error) => Presence::Absent,
        Err(error) => Presence::Passed(file::why(&error)),
    };
    Spot { family, place: place.into(), presence, sessions: Vec::new(), more: 0, work: None }
}

/// Looks at a place that holds several, each in a folder of its own.
fn several(
    dir: &Path,
    family: &'static Family,
    (place, before): (&'static str, &str),
    after: &[&str],
    chosen: Option<&Path>,
) -> Spot {
    let (folder, prefix) = before.rsplit_once('/').unwrap_or(("", before));
    let entries = listing::entries(&dir.join(folder), usize::MAX).unwrap_or_default().into_iter();
    let mut names: Vec<String> = entries
        .filter(|(_, kind)| *kind != Kind::File)
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with(prefix))
        .collect();
    // The newest first, if their names end with a time.
    names.sort_by(|one, other| (time::in_name(other), other).cmp(&(time::in_name(one), one)));
    // Of a folder that can hold several files, the first one that is there.
    let path = |name: &String| {
        let mut paths = after.iter().map(|after| format!("{folder}/{name}{after}"));
        if after.len() == 1 {
            paths.next()
        } else {
            paths.find(|path| file::written(&dir.join(path)).is_some())
        }
    };
    let mut paths: Vec<String> = names.iter().filter_map(path).collect();
    if family.is_plan {
        paths.sort_by_cached_key(|path| std::cmp::Reverse(file::written(&dir.join(path))));
    }
    let count = paths.len();
    let listed =
        paths.into_iter().enumerate().filter(|(at, path)| *at < LISTED || chosen == Some(&dir.join(path)));
    let sessions: Vec<Session> = listed.filter_map(|(_, path)| member(dir, family, &path, chosen)).collect();
    let more = count.saturating_sub(LISTED.max(sessions.len()));
    let presence = match chosen.filter(|_| !sessions.is_empty()) {
        Some(path) if sessions.iter().any(|session| session.is_chosen) => match Open::at(path) {
            Ok(open) => Presence::State(open.modified()),
            Err(error) => Presence::Passed(file::why(&error)),
        },
        Some(_) => Presence::Passed("skipped: another file of its workflow is used".to_owned()),
        None if !sessions.is_empty() => Presence::Passed("none of them can be read".to_owned()),
        None => Presence::Absent,
    };
    Spot { family, place: place.into(), presence, sessions, more, work: None }
}

/// Reads the status of one of several states.
fn member(dir: &Path, family: &'static Family, path: &str, chosen: Option<&Path>) -> Option<Session> {
    let whole = dir.join(path);
    let state = State::file(&whole, Some(family))?;
    let reading = state.reading()?;
    let status = reading.status().map(Cow::into_owned);
    let updated = reading.activity().touched;
    Some(Session { path: path.to_owned(), status, updated, is_chosen: chosen == Some(&whole) })
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
