//! Decides which feature is in hand, as Spec Kit's own scripts do.
//!
//! The user's `SPECIFY_FEATURE_DIRECTORY`, then the pointer in `.specify/feature.json`, the user's `SPECIFY_FEATURE`,
//! the branch, the highest number. What leads to no folder is passed over.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use super::{
    MANNER,
    pointer::{POINTER, pointed},
};
use crate::{
    family::{
        Reason, Search,
        plan::{
            Plan, Progress, TIE,
            folders::{self, Candidate, Opened},
        },
    },
    git::repository::Repository,
    sys::file,
    text::time,
};

/// The most bytes of git's `HEAD` to read.
const LIMIT: usize = 4 << 10;

/// How many directories upwards to look for the repository: a project may be a part of one.
const REACH: usize = 4;

/// Returns the feature in hand.
pub(super) fn in_hand(search: &Search<'_>, root: &Path) -> Option<Opened> {
    let open = |folder: &Path| Candidate::at(search, folder, &MANNER)?.open(search, &MANNER);
    let folder = search.system.var("SPECIFY_FEATURE_DIRECTORY").map(|folder| root.join(folder));
    if let Some(feature) = folder.and_then(|folder| open(&folder)) {
        return Some(feature);
    }
    let pointed = pointed(root).and_then(|folder| Some((open(&folder)?, folder)));
    if let Some((feature, folder)) = pointed {
        // The pointer may name the project itself, and its parent is not a part of it.
        let specs = folder.parent().filter(|specs| specs.starts_with(root)).unwrap_or(root);
        let said = file::written(&file::below(root, POINTER)).unwrap_or_default();
        return Some(or_later(search, specs, feature, said));
    }
    let (specs, names) = specs(search, root);
    let wanted = search.system.var("SPECIFY_FEATURE");
    if let Some(feature) = wanted.and_then(|name| by_name(search, &specs, &names, &name)) {
        return feature.open(search, &MANNER);
    }
    if names.is_empty() {
        return None;
    }
    let of_branch = branch(root).and_then(|branch| by_name(search, &specs, &names, OsStr::new(&branch)));
    if let Some(feature) = of_branch {
        let feature = feature.open(search, &MANNER)?;
        let others = || folders::candidates(search, &specs, &names, &MANNER);
        return Some(if is_over(search, &feature) { or_open(search, feature, &others()) } else { feature });
    }
    let feature = highest(search, &specs, &names)?.open(search, &MANNER)?;
    if feature.progress == Progress::Done {
        let every = folders::candidates(search, &specs, &names, &MANNER);
        return folders::in_hand(search, &every, &MANNER);
    }
    Some(or_later(search, &specs, feature, 0))
}

/// Returns the folder with the features, and their names; some projects keep them in `.specify`.
fn specs(search: &Search<'_>, root: &Path) -> (PathBuf, Vec<OsString>) {
    let specs = file::below(root, "specs");
    let names = folders::names(search, &specs, "");
    if !names.is_empty() {
        return (specs, names);
    }
    let inner = file::below(root, ".specify/specs");
    let names = folders::names(search, &inner, "");
    (inner, names)
}

/// Returns a feature that was named, or one that was worked on after it was named.
///
/// The name is not always changed when work on another feature begins. So a feature that is done gives way to one
/// that was written later, and one that was left for a day to one that is half done.
fn or_later(search: &Search<'_>, specs: &Path, feature: Opened, said: i64) -> Opened {
    let since = feature.modified().max(said);
    let is_done = feature.progress == Progress::Done;
    if !is_done && search.system.now().saturating_sub(since) < time::DAY {
        return feature;
    }
    let every = folders::candidates(search, specs, &folders::names(search, specs, ""), &MANNER);
    let after = since.saturating_add(if is_done { TIE.cast_signed() } else { time::DAY });
    let later = every.iter().take_while(|one| one.modified > after).count();
    let later = every.get(..later).unwrap_or_default();
    let later = folders::in_hand(search, later, &MANNER);
    match later
        .filter(|later| if is_done { !is_over(search, later) } else { later.progress == Progress::Begun })
    {
        Some(later) => later,
        None if is_over(search, &feature) => or_open(search, feature, &every),
        None => feature,
    }
}

/// Returns whether a feature is done and no longer shown.
fn is_over(search: &Search<'_>, feature: &Opened) -> bool {
    let age = search.system.now().saturating_sub(feature.modified());
    feature.progress == Progress::Done && age >= search.ages.done
}

/// Returns the feature to show instead of one that is no longer shown, or that one.
fn or_open(search: &Search<'_>, feature: Opened, others: &[Candidate]) -> Opened {
    folders::instead(search, &feature, others, &MANNER).unwrap_or(feature)
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
pub(super) fn number(name: &str) -> Option<u64> {
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

/// Returns the directory of the project that a feature belongs to.
pub(super) fn root_of(feature: &Path) -> Option<&Path> {
    let specs = feature.parent().filter(|specs| specs.file_name() == Some(OsStr::new("specs")))?;
    let root = specs.parent()?;
    if root.file_name() == Some(OsStr::new(".specify")) { root.parent() } else { Some(root) }
}

/// Explains why a feature is the one in hand.
pub(super) fn reasons(plan: &Plan<'_>) -> Vec<Reason> {
    let Some(folder) = plan.path.and_then(Path::parent) else { return Vec::new() };
    let Some(root) = root_of(folder) else { return Vec::new() };
    let is_own = |name: &str| folder.file_name() == Some(OsStr::new(name));
    let own_number = folder.file_name().and_then(OsStr::to_str).and_then(number);
    let (from, why) = match (pointed(root), branch(root)) {
        (Some(pointed), _) if pointed == folder => (POINTER, "it names this folder"),
        (Some(pointed), _) if pointed.is_dir() => {
            (POINTER, "the feature that it names is done, or was left for longer than this one")
        }
        (_, Some(branch)) if is_own(&branch) => (".git/HEAD", "the branch has the name of this folder"),
        (_, Some(branch)) if number(&branch).is_some_and(|number| Some(number) == own_number) => {
            (".git/HEAD", "the branch has the number of this folder")
        }
        _ => (
            "specs",
            "no pointer and no branch names a folder, so it is the one with the highest number, unless another was \
             worked on later",
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
}
