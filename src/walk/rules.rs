//! What git ignores: the rules of a directory, of those above it, of the repository and of the user.

use std::{
    collections::HashMap,
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use gix_ignore::glob::{Pattern, pattern::Case, wildmatch::Mode};

use crate::{
    repository::Repository,
    sys::{
        System,
        file::{self, STATE_LIMIT},
    },
};

/// How many patterns with a wildcard are used of one list; of more, the last ones, which win.
const MOST_WILD: usize = 5_000;

/// The rules that count in a directory.
#[derive(Debug)]
pub(super) struct Rules {
    /// Those that count where these say nothing.
    above: Option<Arc<Self>>,
    /// Where these stand: what they name is below it.
    base: PathBuf,
    patterns: Patterns,
}

/// A list of patterns. Of several that name a directory the last one wins.
#[derive(Debug, Default)]
struct Patterns {
    /// Those without a wildcard, by what they name.
    literal: HashMap<Vec<u8>, Vec<(usize, Pattern)>>,
    /// The others in their order, each with its place in the list.
    wild: Vec<(usize, Pattern)>,
}

impl Patterns {
    fn of(patterns: impl Iterator<Item = Pattern>) -> Self {
        let mut sorted = Self::default();
        for (place, pattern) in patterns.enumerate() {
            if pattern.first_wildcard_pos.is_none() {
                let name = pattern.text.to_vec();
                sorted.literal.entry(name).or_default().push((place, pattern));
            } else {
                sorted.wild.push((place, pattern));
            }
        }
        let surplus = sorted.wild.len().saturating_sub(MOST_WILD);
        sorted.wild.drain(..surplus);
        sorted
    }

    /// Returns the last pattern that names a path, which ends with the name that begins at `name`.
    fn last_that_names(&self, path: &[u8], name: Option<usize>) -> Option<&Pattern> {
        let names = |pattern: &Pattern| {
            pattern.matches_repo_relative_path(
                path.into(),
                name,
                Some(true),
                Case::Sensitive,
                Mode::NO_MATCH_SLASH_LITERAL,
            )
        };
        let last = path.get(name.unwrap_or_default()..).unwrap_or_default();
        let by_name = [last, path].into_iter().filter_map(|key| self.literal.get(key)).flatten();
        let literal = by_name.filter(|(_, pattern)| names(pattern)).max_by_key(|(place, _)| *place);
        let earliest = literal.map_or(0, |(place, _)| *place);
        let later = self.wild.iter().rev().take_while(|(place, _)| *place >= earliest);
        let mut likely = later.filter(|(_, pattern)| is_likely(pattern, path, last));
        likely.find(|(_, pattern)| names(pattern)).or(literal).map(|(_, pattern)| pattern)
    }
}

/// Returns whether a path begins and ends as a pattern with wildcards does, which is cheaper than to match it.
fn is_likely(pattern: &Pattern, path: &[u8], last: &[u8]) -> bool {
    let text: &[u8] = pattern.text.as_ref();
    let is_wild = |byte: &u8| matches!(byte, b'*' | b'?' | b'[' | b']' | b'\\');
    // `**/` and `/**` may stand for nothing, with their slash.
    let before = text.iter().position(is_wild).and_then(|at| text.get(..at)).unwrap_or_default();
    let after =
        text.iter().rposition(is_wild).and_then(|at| text.get(at.saturating_add(1)..)).unwrap_or_default();
    let before = before.strip_suffix(b"/").unwrap_or(before);
    let after = after.strip_prefix(b"/").unwrap_or(after);
    // One without a slash names the last part of a path.
    let whole = if text.contains(&b'/') { path } else { last };
    let begins = path.starts_with(before) || whole.starts_with(before);
    // `a/**` also names what is below `a`, whatever that ends with.
    begins && (after.is_empty() || path.ends_with(after))
}

impl Rules {
    /// Returns the rules that hold in all of a repository: its own unwritten ones before the user's.
    pub(super) fn of_repository(system: &System, dir: &Path) -> Arc<Self> {
        let users = users_list(system).map(|path| patterns(&path)).unwrap_or_default();
        let own = Repository::at(dir).map(|repository| patterns(&repository.common.join("info/exclude")));
        let own = own.unwrap_or_default();
        // Of several that name a directory the last one counts.
        let patterns = Patterns::of(users.into_iter().chain(own));
        Arc::new(Self { above: None, base: dir.to_owned(), patterns })
    }

    /// Adds what a directory's own list says.
    pub(super) fn below(above: Arc<Self>, dir: &Path) -> Arc<Self> {
        let patterns = Patterns::of(patterns(&dir.join(".gitignore")).into_iter());
        Arc::new(Self { above: Some(above), base: dir.to_owned(), patterns })
    }

    /// Returns whether git ignores a directory.
    pub(super) fn ignore(&self, dir: &Path) -> bool {
        let mut rules = Some(self);
        while let Some(these) = rules {
            if let Some(pattern) = these.last_that_names(dir) {
                return !pattern.is_negative();
            }
            rules = these.above.as_deref();
        }
        false
    }

    fn last_that_names(&self, dir: &Path) -> Option<&Pattern> {
        let path = dir.strip_prefix(&self.base).ok()?.as_os_str().as_bytes();
        let name = path.iter().rposition(|byte| *byte == b'/').map(|slash| slash.saturating_add(1));
        self.patterns.last_that_names(path, name)
    }
}

/// Returns the rules that the directories above one bring along, where they are of one repository.
pub(super) fn above(system: &System, dir: &Path) -> Option<Arc<Rules>> {
    let mut between = Vec::new();
    for above in dir.ancestors().skip(1) {
        between.push(above);
        if above.join(".git").exists() {
            break;
        }
    }
    let repository = between.last().filter(|dir| dir.join(".git").exists())?;
    let rules = Rules::of_repository(system, repository);
    Some(between.iter().rev().fold(rules, |rules, dir| Rules::below(rules, dir)))
}

/// Reads a list of patterns; one that is not there is empty.
fn patterns(path: &Path) -> Vec<Pattern> {
    let text = file::Open::at(path).and_then(|open| open.head(STATE_LIMIT)).unwrap_or_default();
    gix_ignore::parse(&text, false).map(|(pattern, ..)| pattern).collect()
}

/// Returns the user's own list, for all repositories: `core.excludesFile`, or where git looks without it.
fn users_list(system: &System) -> Option<PathBuf> {
    let home = system.home()?;
    let settings =
        system.var("XDG_CONFIG_HOME").map_or_else(|| home.join(".config"), PathBuf::from).join("git");
    let named = [home.join(".gitconfig"), settings.join("config")].iter().find_map(|path| {
        let text = file::text(path, STATE_LIMIT).ok()?;
        let named = excludes_file(&text)?;
        Some(named.strip_prefix("~/").map_or_else(|| PathBuf::from(&named), |below| home.join(below)))
    });
    named.or_else(|| fs::exists(&settings).ok()?.then(|| settings.join("ignore")))
}

/// Reads `excludesFile` in the section `core` of git's settings.
fn excludes_file(settings: &str) -> Option<String> {
    let mut is_core = false;
    let mut named = None;
    for line in settings.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            is_core = section.strip_suffix(']').is_some_and(|name| name.trim().eq_ignore_ascii_case("core"));
        } else if let Some((key, value)) = line.split_once('=')
            && is_core
            && key.trim().eq_ignore_ascii_case("excludesfile")
        {
            named = Some(value.trim().trim_matches('"').to_owned());
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<Pattern> {
        gix_ignore::parse(text.as_bytes(), false).map(|(pattern, ..)| pattern).collect()
    }

    /// Returns the place of the pattern that wins, found by trying each.
    fn tried(patterns: &[Pattern], path: &str) -> Option<usize> {
        let name = path.rfind('/').map(|slash| slash.saturating_add(1));
        patterns.iter().rposition(|pattern| {
            let mode = Mode::NO_MATCH_SLASH_LITERAL;
            pattern.matches_repo_relative_path(path.into(), name, Some(true), Case::Sensitive, mode)
        })
    }

    #[test]
    fn patterns_that_are_looked_up_win_as_if_each_was_tried() {
        let pieces = [
            "a", "b", "/a", "a/", "a/b", "/a/b/", "!a", "!b/", "*", "*b", "a*", "?", "[ab]", "a/*", "a/**",
            "**/b", "a/**/b", "!*/b", "**", "\\a", "ab", "*a*", "!ab", "a?", "/**/b", "b*a", "[!a]b",
        ];
        let paths = ["a", "b", "ab", "a/b", "b/a", "a/a/b", "b/ab", "a/b/a", "ba", "c", "b/a/b"];
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    let list = parsed(&format!("{first}\n{second}\n{third}\n"));
                    let sorted = Patterns::of(list.iter().cloned());
                    for path in paths {
                        let name = path.rfind('/').map(|slash| slash.saturating_add(1));
                        let found = sorted.last_that_names(path.as_bytes(), name);
                        let wanted = tried(&list, path).map(|place| &list[place]);
                        assert_eq!(found, wanted, "{first} {second} {third}: {path}");
                    }
                }
            }
        }
    }

    #[test]
    fn of_very_many_patterns_with_a_wildcard_the_last_are_used() {
        let many: Vec<String> = (0..20_000).map(|number| format!("*x{number}\ny{number}\n")).collect();
        let sorted = Patterns::of(parsed(&many.concat()).into_iter());
        assert_eq!((sorted.wild.len(), sorted.literal.len()), (MOST_WILD, 20_000));
        assert_eq!(sorted.last_that_names(b"ax1", None), None);
        assert!(sorted.last_that_names(b"ax19999", None).is_some());
        assert!(sorted.last_that_names(b"y0", None).is_some());
    }
}
