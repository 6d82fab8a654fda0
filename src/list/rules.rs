//! Decides what git ignores, by the rules of a directory, of its parents, of the repository and of the user.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use gix_ignore::glob::{Pattern, pattern::Case, wildmatch::Mode};

use crate::{
    git::repository::Repository,
    sys::{
        System,
        file::{self, STATE_LIMIT},
    },
};

/// How many patterns with a wildcard are used of one file. The last ones are kept, because they win.
const MOST_WILD: usize = 5_000;

/// The rules that apply in a directory.
#[derive(Debug)]
pub(super) struct Rules {
    /// The rules of the parent, which apply if none of these matches.
    above: Option<Arc<Self>>,
    /// The directory that the patterns are relative to.
    base: PathBuf,
    patterns: Patterns,
}

/// A list of patterns. If several match, the last one wins.
#[derive(Debug, Default)]
struct Patterns {
    /// Those without a wildcard, by their text.
    literal: HashMap<Vec<u8>, Vec<(usize, Pattern)>>,
    /// The others in order. Each pattern has its position in the list.
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

    /// Returns the last pattern that matches `path`; `name` is the offset of its last component.
    fn last_match(&self, path: &[u8], name: Option<usize>) -> Option<&Pattern> {
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

/// Returns whether a path starts and ends like a pattern with wildcards, which is cheaper than matching it.
fn is_likely(pattern: &Pattern, path: &[u8], last: &[u8]) -> bool {
    let text: &[u8] = pattern.text.as_ref();
    let is_wild = |byte: &u8| matches!(byte, b'*' | b'?' | b'[' | b']' | b'\\');
    // `**/` and `/**` may match nothing, not even their slash.
    let before = text.iter().position(is_wild).and_then(|at| text.get(..at)).unwrap_or_default();
    let after =
        text.iter().rposition(is_wild).and_then(|at| text.get(at.saturating_add(1)..)).unwrap_or_default();
    let before = before.strip_suffix(b"/").unwrap_or(before);
    let after = after.strip_prefix(b"/").unwrap_or(after);
    // A pattern without a slash matches the last component of a path.
    let whole = if text.contains(&b'/') { path } else { last };
    let begins = path.starts_with(before) || whole.starts_with(before);
    // `a/**` matches everything below `a`, so the end does not matter.
    begins && (after.is_empty() || path.ends_with(after))
}

impl Rules {
    /// Returns the rules for a whole repository: those in `info/exclude`, which win, and the user's.
    pub(super) fn of_repository(system: &System, dir: &Path) -> Arc<Self> {
        let users = users_list(system).map(|path| patterns(&path)).unwrap_or_default();
        let own = Repository::at(dir).map(|repository| patterns(&repository.common.join("info/exclude")));
        let own = own.unwrap_or_default();
        // The last match wins, so the repository's own patterns come last.
        let patterns = Patterns::of(users.into_iter().chain(own));
        Arc::new(Self { above: None, base: dir.to_owned(), patterns })
    }

    /// Adds the rules of a directory's `.gitignore`.
    pub(super) fn below(above: Arc<Self>, dir: &Path) -> Arc<Self> {
        let patterns = Patterns::of(patterns(&dir.join(".gitignore")).into_iter());
        Arc::new(Self { above: Some(above), base: dir.to_owned(), patterns })
    }

    /// Returns whether git ignores a directory.
    pub(super) fn ignore(&self, dir: &Path) -> bool {
        let mut rules = Some(self);
        while let Some(these) = rules {
            if let Some(pattern) = these.last_match(dir) {
                return !pattern.is_negative();
            }
            rules = these.above.as_deref();
        }
        false
    }

    fn last_match(&self, dir: &Path) -> Option<&Pattern> {
        let path = dir.strip_prefix(&self.base).ok()?.as_os_str().as_encoded_bytes();
        let name = path.iter().rposition(|byte| *byte == b'/').map(|slash| slash.saturating_add(1));
        self.patterns.last_match(path, name)
    }
}

/// Returns the rules that a directory inherits from its parents, if they are in a repository.
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

/// Reads a file of patterns; empty if it cannot be read.
fn patterns(path: &Path) -> Vec<Pattern> {
    let text = file::Open::at(path).and_then(|open| open.head(STATE_LIMIT)).unwrap_or_default();
    gix_ignore::parse(&text, false).map(|(pattern, ..)| pattern).collect()
}

/// Returns the user's own file, for all repositories: `core.excludesFile`, or git's default.
fn users_list(system: &System) -> Option<PathBuf> {
    let home = system.home()?;
    let settings = system.config_dir()?.join("git");
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

    /// Returns the position of the pattern that wins, by trying all of them.
    fn tried(patterns: &[Pattern], path: &str) -> Option<usize> {
        let name = path.rfind('/').map(|slash| slash.saturating_add(1));
        patterns.iter().rposition(|pattern| {
            let mode = Mode::NO_MATCH_SLASH_LITERAL;
            pattern.matches_repo_relative_path(path.into(), name, Some(true), Case::Sensitive, mode)
        })
    }

    #[test]
    fn looking_patterns_up_gives_the_same_result_as_trying_each() {
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
                        let found = sorted.last_match(path.as_bytes(), name);
                        let wanted = tried(&list, path).map(|place| &list[place]);
                        assert_eq!(found, wanted, "{first} {second} {third}: {path}");
                    }
                }
            }
        }
    }

    #[test]
    fn only_the_last_of_very_many_wildcard_patterns_are_used() {
        let many: Vec<String> = (0..20_000).map(|number| format!("*x{number}\ny{number}\n")).collect();
        let sorted = Patterns::of(parsed(&many.concat()).into_iter());
        assert_eq!((sorted.wild.len(), sorted.literal.len()), (MOST_WILD, 20_000));
        assert_eq!(sorted.last_match(b"ax1", None), None);
        assert!(sorted.last_match(b"ax19999", None).is_some());
        assert!(sorted.last_match(b"y0", None).is_some());
    }
}
