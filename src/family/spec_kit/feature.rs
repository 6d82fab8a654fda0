//! Decides which feature is in hand, as Spec Kit's own scripts do.
//!
//! The user's `SPECIFY_FEATURE_DIRECTORY`, then the pointer in `.specify/feature.json`, the user's `SPECIFY_FEATURE`,
//! the branch, the highest number. What leads to no folder is passed over.

use std::{
    borrow::Cow,
    ffi::{OsStr, OsString},
    fs,
    path::{Component, Path, PathBuf},
};

use super::MANNER;
use crate::{
    family::{
        Reason, Search,
        plan::{
            Plan, Progress,
            folders::{self, Candidate, Opened},
        },
    },
    git::repository::Repository,
    sys::file,
    text::json::Reader,
};

/// The file that names the feature in hand, below the project's directory.
pub(super) const POINTER: &str = ".specify/feature.json";

/// The most bytes of a pointer or of git's `HEAD` to read.
const LIMIT: usize = 4 << 10;

/// How many directories upwards to look for the repository: a project may be a part of one.
const REACH: usize = 4;

/// Where a pointer leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pointed {
    /// To a path in the project, which need not exist.
    Inside(PathBuf),
    /// Out of the project, so it is not followed: the file may have come with the project.
    Outside,
}

/// Returns the feature in hand.
pub(super) fn in_hand(search: &Search<'_>, root: &Path) -> Option<Opened> {
    let open = |folder: &Path| Candidate::at(search, folder, &MANNER)?.open(search, &MANNER);
    let folder = search.system.var("SPECIFY_FEATURE_DIRECTORY").map(|folder| root.join(folder));
    if let Some(feature) = folder.and_then(|folder| open(&folder)) {
        return Some(feature);
    }
    let specs = file::below(root, "specs");
    if let Some(feature) = pointed(root).as_deref().and_then(open) {
        if feature.progress != Progress::Done {
            return Some(feature);
        }
        return Some(open_instead(search, &specs, &folders::names(search, &specs, ""), feature));
    }
    let names = folders::names(search, &specs, "");
    let wanted = search.system.var("SPECIFY_FEATURE");
    if let Some(feature) = wanted.and_then(|name| by_name(search, &specs, &names, &name)) {
        return feature.open(search, &MANNER);
    }
    let of_branch = || by_name(search, &specs, &names, OsStr::new(&branch(root)?));
    let feature =
        if names.is_empty() { None } else { of_branch().or_else(|| highest(search, &specs, &names)) };
    let feature = feature?.open(search, &MANNER)?;
    Some(open_instead(search, &specs, &names, feature))
}

/// Returns the feature to show instead of one that is done, or that one.
fn open_instead(search: &Search<'_>, specs: &Path, names: &[OsString], feature: Opened) -> Opened {
    if feature.progress != Progress::Done {
        return feature;
    }
    let others = folders::candidates(search, specs, names, &MANNER);
    folders::instead(search, &feature, &others, &MANNER).unwrap_or(feature)
}

/// Returns the folder that the pointer names, if it is in the project.
fn pointed(root: &Path) -> Option<PathBuf> {
    match pointer(root)?.1 {
        Pointed::Inside(folder) => Some(folder),
        Pointed::Outside => None,
    }
}

/// Reads the pointer: what it says, and where that is.
pub(super) fn pointer(root: &Path) -> Option<(String, Pointed)> {
    let bytes = file::Open::at(&file::below(root, POINTER)).and_then(|open| open.head(LIMIT)).ok()?;
    let mut named = None;
    Reader::after_mark(&bytes).object(|key, value| match key {
        "feature_directory" => named = value.text().map(Cow::into_owned),
        _ => value.skip(),
    });
    let named = named.filter(|named| !named.trim().is_empty())?;
    let place = place(root, &named.replace('\\', "/"));
    Some((named, place))
}

/// Returns where a path from a pointer leads; links are followed.
fn place(root: &Path, named: &str) -> Pointed {
    let path = root.join(named);
    let real_root = || fs::canonicalize(root).ok();
    if path.components().any(|part| part == Component::ParentDir) {
        return Pointed::Outside;
    }
    let below = match path.strip_prefix(root) {
        Ok(below) => below.to_owned(),
        // The project may have been reached by a link.
        Err(_) => match real_root().and_then(|root| Some(path.strip_prefix(root).ok()?.to_owned())) {
            Some(below) => below,
            None => return Pointed::Outside,
        },
    };
    let mut at = root.to_owned();
    let has_link = below.iter().any(|part| {
        at.push(part);
        at.is_symlink()
    });
    let leads_out = || {
        let real = fs::canonicalize(&path).ok().zip(real_root());
        real.is_some_and(|(path, root)| !path.starts_with(root))
    };
    if has_link && leads_out() { Pointed::Outside } else { Pointed::Inside(root.join(below)) }
}

/// Returns the branch that is checked out, without running git.
fn branch(root: &Path) -> Option<String> {
    let repository = root.ancestors().take(REACH).find_map(Repository::at)?;
    let head = file::text(&file::below(&repository.own, "HEAD"), LIMIT).ok()?;
    let name = head.trim().strip_prefix("ref: refs/heads/")?;
    // Of `feature/009-browser-api`, the last part names the folder.
    Some(name.rsplit('/').next().unwrap_or(name).to_owned())
}

/// Returns the folder of that name, else the one with its number; of several the one written last.
fn by_name(search: &Search<'_>, specs: &Path, names: &[OsString], wanted: &OsStr) -> Option<Candidate> {
    let exact = names.iter().find(|name| *name == wanted);
    if let Some(feature) = exact.and_then(|name| Candidate::at(search, &specs.join(name), &MANNER)) {
        return Some(feature);
    }
    let number = number(wanted.to_str()?)?;
    numbered(search, specs, names, number)
}

/// Returns the folder with a number; of several the one written last.
fn numbered(search: &Search<'_>, specs: &Path, names: &[OsString], wanted: u64) -> Option<Candidate> {
    let has_it = |name: &&OsString| name.to_str().and_then(number) == Some(wanted);
    let found =
        names.iter().filter(has_it).filter_map(|name| Candidate::at(search, &specs.join(name), &MANNER));
    // The first of equals wins, and `max_by_key` would take the last.
    found.reduce(|one, other| if other.modified > one.modified { other } else { one })
}

/// Returns the folder with the highest number; if none has one, the one written last.
fn highest(search: &Search<'_>, specs: &Path, names: &[OsString]) -> Option<Candidate> {
    let mut numbers: Vec<u64> = names.iter().filter_map(|name| number(name.to_str()?)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let by_number = numbers.iter().rev().find_map(|number| numbered(search, specs, names, *number));
    by_number.or_else(|| folders::candidates(search, specs, names, &MANNER).into_iter().next())
}

/// Returns the number that a name begins with: `009-browser-api`, `20260117-143022-browser-api`.
///
/// A time is greater than any number that is counted.
fn number(name: &str) -> Option<u64> {
    let (first, rest) = name.split_once('-')?;
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(first) {
        return None;
    }
    let time = rest.split_once('-').map(|(time, _)| time).filter(|time| first.len() == 8 && time.len() == 6);
    let (first, time) = (first.parse::<u64>().ok()?, time.filter(|time| is_digits(time)));
    Some(match time {
        Some(time) => first.saturating_mul(1_000_000).saturating_add(time.parse().ok()?),
        None => first,
    })
}

/// Separates the number of a feature from its name; a time is left out, because it says nothing.
pub(super) fn split(name: &str) -> (Option<&str>, &str) {
    let Some(value) = number(name) else { return (None, name) };
    let (first, rest) = name.split_once('-').unwrap_or((name, ""));
    let is_time = value > 99_999_999;
    let rest = if is_time { rest.split_once('-').map_or(rest, |(_, name)| name) } else { rest };
    if rest.is_empty() { (None, name) } else { (Some(first).filter(|_| !is_time), rest) }
}

/// Explains why a feature is the one in hand.
pub(super) fn reasons(plan: &Plan<'_>) -> Vec<Reason> {
    let Some(folder) = plan.path.and_then(Path::parent) else { return Vec::new() };
    let Some(root) = folder.parent().and_then(Path::parent) else { return Vec::new() };
    let is_own = |name: &str| folder.file_name() == Some(OsStr::new(name));
    let own_number = folder.file_name().and_then(OsStr::to_str).and_then(number);
    let (from, why) = match (pointed(root), branch(root)) {
        (Some(pointed), _) if pointed == folder => (POINTER, "it names this folder"),
        (Some(pointed), _) if pointed.is_dir() => {
            (POINTER, "the feature that it names is done, and this one is not")
        }
        (_, Some(branch)) if is_own(&branch) => (".git/HEAD", "the branch has the name of this folder"),
        (_, Some(branch)) if number(&branch).is_some_and(|number| Some(number) == own_number) => {
            (".git/HEAD", "the branch has the number of this folder")
        }
        _ => (
            "specs",
            "no pointer and no branch names a folder, so the highest number counts that is not done",
        ),
    };
    vec![Reason { part: "feature", from: from.into(), at: None, why }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_begins_with_a_number_or_a_time() {
        for (name, expected, parts) in [
            ("009-browser-api", Some(9), (Some("009"), "browser-api")),
            ("1000-more", Some(1000), (Some("1000"), "more")),
            ("20260117-143022-browser-api", Some(20_260_117_143_022), (None, "browser-api")),
            ("20260117-words", Some(20_260_117), (Some("20260117"), "words")),
            ("browser-api", None, (None, "browser-api")),
            ("009", None, (None, "009")),
            ("009-", Some(9), (None, "009-")),
            ("-009", None, (None, "-009")),
        ] {
            assert_eq!((number(name), split(name)), (expected, parts), "{name}");
        }
    }

    #[test]
    fn a_pointer_never_leads_out_of_the_project() {
        let root = Path::new("/no-such-directory/shop");
        let inside = |path: &str| Pointed::Inside(root.join(path));
        for (named, expected) in [
            ("specs/009-a", inside("specs/009-a")),
            ("./specs/009-a", inside("specs/009-a")),
            ("/no-such-directory/shop/specs/009-a", inside("specs/009-a")),
            ("../other/specs/009-a", Pointed::Outside),
            ("specs/../../other", Pointed::Outside),
            ("/etc", Pointed::Outside),
            ("/no-such-directory/shopping", Pointed::Outside),
        ] {
            assert_eq!(place(root, named), expected, "{named}");
        }
    }
}
