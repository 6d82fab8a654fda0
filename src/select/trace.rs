//! The way upwards: what was and was not there in each directory.

use std::{
    borrow::Cow,
    io,
    path::{Path, PathBuf},
};

use super::{search, state::State};
use crate::{
    config::Config,
    family::{Content, FAMILIES, Family},
    sys::{
        System,
        file::{self, Open},
        listing::{self, Budget, Kind},
    },
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
    pub place: &'static str,
    /// What is there.
    pub presence: Presence,
    /// The states in a place that can have several, as far as they are listed.
    pub sessions: Vec<Session>,
    /// How many more there are.
    pub more: usize,
}

/// What is there at a place.
#[derive(Debug, PartialEq, Eq)]
pub enum Presence {
    /// Nothing.
    Absent,
    /// A state, written at that time.
    State(i64),
    /// A state of which the time does not count, or which shows nothing.
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
    pub counts: bool,
}

/// Looks where the line looks and notes what is there, up to the first directory that has a state.
pub fn trace(system: &System, start: &Path, only: Option<&'static Family>) -> Trace {
    let home = system.home();
    let mut directories = Vec::new();
    let budget = Budget::for_a_prompt();
    for dir in search::upwards(start, home) {
        let spots: Vec<Spot> = wanted(only).flat_map(|family| spots(system, dir, family, &budget)).collect();
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

impl Trace {
    /// Says why a state of `family` applies.
    pub fn why(&self, family: &Family, only: Option<&Family>, config: &Config) -> String {
        let spots = self.directories.last().map(|last| last.spots.as_slice()).unwrap_or_default();
        let has_state = |spot: &&Spot| matches!(spot.presence, Presence::State(_));
        let mut ids: Vec<&str> = spots.iter().filter(has_state).map(|spot| spot.family.id).collect();
        ids.dedup();
        let is_nearest = self.directories.len() > 1;
        let nearest = if is_nearest { "the nearest directory with a state" } else { "this directory" };
        let mut why = match (only, ids.len()) {
            (Some(only), _) => format!("it is in {nearest}, and `--as {}` asks for no other", only.id),
            (None, 0 | 1) => format!("the only state file in {nearest}"),
            (None, count) if config.prefer.iter().any(|preferred| preferred.id == family.id) => {
                format!("one of {count} state files in {nearest}; the settings prefer it")
            }
            (None, count) => format!("one of {count} state files in {nearest}; it was written last"),
        };
        if let Some(choice) = family.choice {
            why.push_str(". ");
            why.push_str(choice);
        }
        why
    }
}

/// Returns the families to look for.
fn wanted(only: Option<&Family>) -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter(move |family| only.is_none_or(|only| only.id == family.id))
}

/// Looks at every place of a family in one directory.
fn spots(system: &System, dir: &Path, family: &'static Family, budget: &Budget) -> Vec<Spot> {
    let found = (family.find)(system, dir, budget);
    let chosen = found.as_ref().map(|found| found.path.clone());
    let mut spots: Vec<Spot> = family
        .files
        .iter()
        .map(|place| match place.split_once('*') {
            Some((before, behind)) => several(dir, family, place, before, behind, chosen.as_deref()),
            None => single(dir, family, place, chosen.as_deref()),
        })
        .collect();
    // A message in place of a state is noted where that state would be.
    if let (Some(found), Some(last)) = (&found, spots.last_mut())
        && let Content::Notice(why) | Content::Nothing(why) = found.content
    {
        last.presence = Presence::Silent(why);
    }
    spots
}

/// Looks at a place that holds one file.
fn single(dir: &Path, family: &'static Family, place: &'static str, chosen: Option<&Path>) -> Spot {
    let path = dir.join(place);
    let presence = match Open::at(&path) {
        Ok(open) if chosen == Some(&path) => Presence::State(open.modified()),
        Ok(_) if chosen.is_some() => Presence::Passed("skipped: the file above is used".to_owned()),
        Ok(_) => Presence::Passed("another tool's file".to_owned()),
        Err(error) if is_absent(&error) => Presence::Absent,
        Err(error) => Presence::Passed(file::why(&error)),
    };
    Spot { family, place, presence, sessions: Vec::new(), more: 0 }
}

/// Looks at a place that holds several, each in a folder of its own.
fn several(
    dir: &Path,
    family: &'static Family,
    place: &'static str,
    before: &str,
    behind: &str,
    chosen: Option<&Path>,
) -> Spot {
    let (folder, prefix) = before.rsplit_once('/').unwrap_or(("", before));
    let entries = listing::entries(&dir.join(folder), usize::MAX).unwrap_or_default().into_iter();
    let mut names: Vec<String> = entries
        .filter(|(_, kind)| *kind != Kind::File)
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with(prefix))
        .collect();
    names.sort_by(|one, other| (begun(other), other).cmp(&(begun(one), one)));
    let paths = names.iter().map(|name| format!("{folder}/{name}{behind}"));
    let listed = paths.enumerate().filter(|(at, path)| *at < LISTED || chosen == Some(&dir.join(path)));
    let sessions: Vec<Session> = listed.filter_map(|(_, path)| member(dir, family, &path, chosen)).collect();
    let more = names.len().saturating_sub(LISTED.max(sessions.len()));
    let presence = match chosen.filter(|_| !sessions.is_empty()) {
        Some(path) if sessions.iter().any(|session| session.counts) => match Open::at(path) {
            Ok(open) => Presence::State(open.modified()),
            Err(error) => Presence::Passed(file::why(&error)),
        },
        Some(_) => Presence::Passed("skipped: the file above is used".to_owned()),
        None if !sessions.is_empty() => Presence::Passed("none of them can be read".to_owned()),
        None => Presence::Absent,
    };
    Spot { family, place, presence, sessions, more }
}

/// Returns the part of a name that tells when it began, or nothing if that is not a time.
///
/// tail = `-` 8digit `-` 6digit
fn begun(name: &str) -> &str {
    let is_time = |tail: &&str| {
        tail.bytes().enumerate().all(|(at, byte)| match at {
            0 | 9 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    };
    let tail = name.len().checked_sub("-20260317-143022".len()).and_then(|at| name.get(at..));
    tail.filter(is_time).unwrap_or_default()
}

/// Reads the status of one of several states.
fn member(dir: &Path, family: &'static Family, path: &str, chosen: Option<&Path>) -> Option<Session> {
    let whole = dir.join(path);
    let state = State::file(&whole, Some(family))?;
    let reading = state.reading()?;
    let status = reading.status().map(Cow::into_owned);
    let updated = reading.activity().touched;
    Some(Session { path: path.to_owned(), status, updated, counts: chosen == Some(&whole) })
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
