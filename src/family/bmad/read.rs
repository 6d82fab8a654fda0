//! Reads `sprint-status.yaml`: a map of epics, stories and retrospectives, each with its status.

use std::borrow::Cow;

use crate::family::{
    parts::Count,
    text::{map, phrase},
};

/// The key that holds the map.
pub(super) const MAP: &str = "development_status";

/// How many columns of a story's name the line shows.
const NAME: usize = 26;

/// What the line needs of a sprint.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sprint<'a> {
    /// The name of the project.
    pub project: Option<&'a str>,
    /// The entries of the map, in the order of the file.
    pub items: Vec<Item<'a>>,
}

/// An entry of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// Its key.
    pub key: &'a str,
    /// What it is.
    pub kind: Kind,
    /// Its status as it is written.
    pub status: &'a str,
    /// Where it is in the text, in bytes.
    pub at: usize,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An epic, whose status says little: it often stays open when all of its stories are done.
    Epic,
    /// A look back at an epic.
    Retrospective,
    /// Everything else.
    Story,
}

/// The status of a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has not been begun.
    Backlog,
    /// It can be begun.
    Ready,
    /// It is being worked on.
    InProgress,
    /// It is being reviewed.
    Review,
    /// It waits for something else.
    Blocked,
    /// It is done.
    Done,
    /// It was put off or given up, so it does not count.
    Dropped,
    /// The file has another word for it.
    Unknown,
}

impl<'a> Sprint<'a> {
    /// Reads a file; `None` if it has no map of statuses.
    pub fn read(text: &'a str) -> Option<Self> {
        let mut sprint = Self::default();
        // The indentation of the entries, once the map has begun.
        let (mut has_map, mut is_inside, mut margin) = (false, false, 0);
        for entry in map::entries(text) {
            if entry.indent == 0 {
                is_inside = entry.key == MAP;
                has_map |= is_inside;
                margin = 0;
                if entry.key == "project" && !entry.value.is_empty() {
                    sprint.project = Some(entry.value);
                }
                continue;
            }
            if !is_inside {
                continue;
            }
            if margin == 0 {
                margin = entry.indent;
            }
            if entry.indent <= margin {
                let kind = Kind::of(entry.key);
                sprint.items.push(Item { key: entry.key, kind, status: entry.value, at: entry.at });
            } else if entry.key == "status"
                && let Some(item) = sprint.items.last_mut().filter(|item| item.status.is_empty())
            {
                // Some projects write a map for each story.
                item.status = entry.value;
            }
        }
        has_map.then_some(sprint)
    }

    /// Returns the stories, each with its status.
    pub fn stories(&self) -> impl Iterator<Item = (&Item<'a>, Status)> {
        let stories = self.items.iter().filter(|item| item.kind == Kind::Story);
        stories.map(|item| (item, Status::of(item.status)))
    }

    /// Returns how many stories are done; those that were put off or given up do not count.
    pub fn count(&self) -> Count {
        let mut count = Count::default();
        for (_, status) in self.stories().filter(|(_, status)| *status != Status::Dropped) {
            count.total = count.total.saturating_add(1);
            count.done = count.done.saturating_add(usize::from(status == Status::Done));
        }
        count
    }
}

impl<'a> Item<'a> {
    /// Returns the number of a story and its name: `12-1-chat-interface` is `12.1` and `chat-interface`.
    ///
    /// key = [folder `/`] number *( `-` number ) `-` name
    pub fn parts(&self) -> (String, &'a str) {
        let key = self.key.rsplit('/').next().unwrap_or_default();
        let (mut number, mut name) = (String::new(), key);
        let mut count = 0_usize;
        while let Some((part, rest)) = name.split_once('-') {
            let is_part = match count {
                0 => is_number(part, 3),
                1 => is_number(part, 0),
                // `3d` is part of the name.
                _ => part.bytes().all(|byte| byte.is_ascii_digit()),
            };
            if !is_part || part.is_empty() || rest.is_empty() {
                break;
            }
            if count > 0 {
                number.push('.');
            }
            number.push_str(part);
            name = rest;
            count = count.saturating_add(1);
        }
        // One number alone is part of the name.
        if count < 2 { (String::new(), key) } else { (number, name) }
    }

    /// Returns the number of the epic that a story, an epic or a retrospective belongs to.
    pub fn epic(&self) -> Option<&'a str> {
        let key = self.key.rsplit('/').next().unwrap_or_default();
        match self.kind {
            Kind::Story => key.split('-').next().filter(|first| is_number(first, 3)),
            Kind::Epic | Kind::Retrospective => {
                let (_, after) = key.split_once("epic-")?;
                let number = after.strip_suffix("-retrospective").unwrap_or(after);
                Some(number).filter(|number| !number.is_empty())
            }
        }
    }

    /// Returns its number and its name as the line shows them.
    pub fn shown(&self) -> String {
        let (number, name) = self.parts();
        let name: Cow<'_, str> = phrase::cut(name, NAME);
        if number.is_empty() { name.into_owned() } else { format!("{number} {name}") }
    }
}

/// number = *letter 1*digit *( `.` 1*digit ) [letter]
fn is_number(text: &str, letters: usize) -> bool {
    let digits = text.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let is_short = text.len().saturating_sub(digits.len()) <= letters;
    let digits = digits.strip_suffix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(digits);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    is_short && digits.split('.').all(is_digits)
}

impl Kind {
    /// Returns what an entry with this key is.
    pub fn of(key: &str) -> Self {
        let is_retrospective = key.ends_with("-retrospective") || key.starts_with("retrospective");
        // `supp-epic-1` is an epic, `5-3-epic-page` is a story.
        let (before, is_epic) = match key.split_once("epic-") {
            Some((before, after)) => (before, !after.contains('/')),
            None => ("", false),
        };
        let is_prefix =
            before.is_empty() || before.ends_with('-') && !before.starts_with(|it: char| it.is_ascii_digit());
        if is_retrospective && !key.starts_with(|first: char| first.is_ascii_digit()) {
            Self::Retrospective
        } else if is_epic && is_prefix {
            Self::Epic
        } else {
            Self::Story
        }
    }
}

impl Status {
    /// The words of BMAD for a story; `drafted` and `contexted` are from older versions.
    pub(super) const WORDS: &'static [&'static str] =
        &["backlog", "drafted", "ready-for-dev", "in-progress", "review", "done"];

    /// Returns the meaning of a word; agents write some of them in their own way.
    pub fn of(word: &str) -> Self {
        match word {
            "done" => Self::Done,
            "backlog" | "drafted" => Self::Backlog,
            "ready-for-dev" => Self::Ready,
            "in-progress" => Self::InProgress,
            "review" => Self::Review,
            _ => Self::of_other(&word.trim().to_lowercase().replace(['_', ' '], "-")),
        }
    }

    fn of_other(word: &str) -> Self {
        match word {
            "done" | "complete" | "completed" | "closed" | "merged" | "approved" => Self::Done,
            "backlog" | "drafted" | "draft" | "planned" | "pending" | "todo" | "contexted"
            | "not-started" => Self::Backlog,
            "ready-for-dev" | "ready" | "ready-for-development" => Self::Ready,
            "in-progress" | "wip" | "in-dev" | "active" | "started" => Self::InProgress,
            "review" | "in-review" | "ready-for-review" | "code-review" => Self::Review,
            "on-hold" | "paused" => Self::Blocked,
            "deferred" | "cancelled" | "canceled" | "skipped" | "split" | "optional" | "superseded"
            | "obsolete" | "removed" | "dropped" | "wont-do" | "wont-fix" | "included" | "absorbed"
            | "replaced" | "duplicate" | "rejected" | "archived" | "not-needed" | "n/a" => Self::Dropped,
            word if word.starts_with("blocked") => Self::Blocked,
            _ => Self::Unknown,
        }
    }
}
