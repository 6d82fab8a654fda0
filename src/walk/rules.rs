//! What git ignores: the rules of a directory, of those above it, of the repository and of the user.

use std::{
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use gix_ignore::glob::{Pattern, pattern::Case, wildmatch::Mode};

use crate::{
    file::{self, STATE_LIMIT},
    host::Host,
    repository::Repository,
};

/// The rules that count in a directory.
#[derive(Debug)]
pub(super) struct Rules {
    /// Those that count where these say nothing.
    above: Option<Arc<Self>>,
    /// Where these stand: what they name is below it.
    base: PathBuf,
    patterns: Vec<Pattern>,
}

impl Rules {
    /// Returns the rules that hold in all of a repository: its own unwritten ones before the user's.
    pub(super) fn of_repository(host: &Host, dir: &Path) -> Arc<Self> {
        let users = users_list(host).map(|path| patterns(&path)).unwrap_or_default();
        let own = Repository::at(dir).map(|repository| patterns(&repository.common.join("info/exclude")));
        let own = own.unwrap_or_default();
        // Of several that name a directory the last one counts.
        let patterns = users.into_iter().chain(own).collect();
        Arc::new(Self { above: None, base: dir.to_owned(), patterns })
    }

    /// Adds what a directory's own list says.
    pub(super) fn below(above: Arc<Self>, dir: &Path) -> Arc<Self> {
        let patterns = patterns(&dir.join(".gitignore"));
        Arc::new(Self { above: Some(above), base: dir.to_owned(), patterns })
    }

    /// Tells whether git ignores a directory.
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
        self.patterns.iter().rev().find(|pattern| {
            pattern.matches_repo_relative_path(
                path.into(),
                name,
                Some(true),
                Case::Sensitive,
                Mode::NO_MATCH_SLASH_LITERAL,
            )
        })
    }
}

/// Returns the rules that the directories above one bring along, where they are of one repository.
pub(super) fn above(host: &Host, dir: &Path) -> Option<Arc<Rules>> {
    let mut between = Vec::new();
    for above in dir.ancestors().skip(1) {
        between.push(above);
        if above.join(".git").exists() {
            break;
        }
    }
    let repository = between.last().filter(|dir| dir.join(".git").exists())?;
    let rules = Rules::of_repository(host, repository);
    Some(between.iter().rev().fold(rules, |rules, dir| Rules::below(rules, dir)))
}

/// Reads a list of patterns; one that is not there is empty.
fn patterns(path: &Path) -> Vec<Pattern> {
    let text = file::Open::at(path).and_then(|open| open.head(STATE_LIMIT)).unwrap_or_default();
    gix_ignore::parse(&text, false).map(|(pattern, ..)| pattern).collect()
}

/// Returns the user's own list, for all repositories: `core.excludesFile`, or where git looks without it.
fn users_list(host: &Host) -> Option<PathBuf> {
    let home = host.home()?;
    let settings =
        host.var("XDG_CONFIG_HOME").map_or_else(|| home.join(".config"), PathBuf::from).join("git");
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
