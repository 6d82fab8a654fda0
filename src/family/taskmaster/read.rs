//! Reads `tasks.json` in one pass, which skips the long texts that the line does not need.

use std::borrow::Cow;

use crate::text::json::Reader;

/// The most tasks, subtasks and dependencies to keep: fifty times as many as real projects have.
const MOST: usize = 50_000;

/// A byte-order mark.
const MARK: char = '\u{feff}';

/// The tag of files that have none, and of projects that never chose one.
pub(super) const DEFAULT_TAG: &str = "master";

/// All tasks of a file, by tag.
#[derive(Debug, Default)]
pub struct TaskFile<'a> {
    /// The tags, in the order of the file.
    pub tags: Vec<Tag<'a>>,
    /// Whether the file breaks off, is not JSON, or has more tasks than anyone can plan.
    pub is_cut: bool,
}

/// A list of tasks. A project can have several, and works on one of them.
#[derive(Debug)]
pub struct Tag<'a> {
    /// Its name.
    pub name: Cow<'a, str>,
    /// Its tasks.
    pub tasks: Vec<Task<'a>>,
    /// Where its value begins, in bytes.
    pub at: usize,
}

/// A task or a subtask.
#[derive(Debug, Default)]
pub struct Task<'a> {
    /// Its id: a number or a string, which are compared as text.
    pub id: Cow<'a, str>,
    /// Its title.
    pub title: Cow<'a, str>,
    /// Its status.
    pub status: Status,
    /// Its priority, if it has one; the highest comes first.
    pub priority: Option<Priority>,
    /// The ids of the tasks that must be done before it.
    pub dependencies: Vec<Cow<'a, str>>,
    /// Its parts.
    pub subtasks: Vec<Self>,
    /// Where it begins, in bytes.
    pub at: usize,
}

/// The status of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// It has not been begun.
    #[default]
    Pending,
    /// It is being worked on.
    InProgress,
    /// It is being reviewed.
    Review,
    /// It is done.
    Done,
    /// It waits for something else.
    Blocked,
    /// It was put off or given up, so it does not count.
    Dropped,
    /// The file has another word for it.
    Unknown,
}

/// The priority of a task, from the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// `low`
    Low,
    /// `medium`, which also applies to a task without a priority.
    #[default]
    Medium,
    /// `high`
    High,
}

impl<'a> TaskFile<'a> {
    /// Reads everything before the first error; nothing in the file is an error to the caller.
    pub fn read(text: &'a str) -> Self {
        let mut file = Self::default();
        let mark = if text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
        let mut collector = Collector { room: MOST, mark };
        let mut reader = Reader::of_text(text);
        let is_object = reader.members(|key, value| {
            let first = value.peek();
            let at = value.offset().saturating_add(mark);
            match first {
                // The older form has one list of tasks, and no tags.
                Some(b'[') if key == "tasks" => {
                    let tasks = collector.tasks(value, false);
                    file.tags.push(Tag { name: DEFAULT_TAG.into(), tasks, at });
                }
                Some(b'{') => {
                    let mut list = None;
                    value.object(|key, value| match key {
                        "tasks" if value.peek() == Some(b'[') => list = Some(collector.tasks(value, false)),
                        _ => value.skip(),
                    });
                    file.tags.extend(list.map(|tasks| Tag { name: key, tasks, at }));
                }
                _ => value.skip(),
            }
        });
        file.is_cut = !is_object || reader.fault().is_some();
        file
    }

    /// Returns the tag that is worked on: the current one, else the default one, else the first.
    pub fn tag(&self, current: Option<&str>) -> Option<&Tag<'a>> {
        // Of two equal keys the last wins, as usual in JSON.
        let named = |name: &str| self.tags.iter().rfind(|tag| tag.name == name);
        current.and_then(named).or_else(|| named(DEFAULT_TAG)).or(self.tags.first())
    }
}

impl Status {
    /// The words that Task Master itself writes.
    pub(super) const WORDS: &'static [&'static str] =
        &["pending", "in-progress", "review", "done", "completed", "blocked", "deferred", "cancelled"];

    /// Returns the meaning of a word; agents write some of them in their own way.
    pub fn of(word: &str) -> Self {
        match word {
            "pending" | "" => Self::Pending,
            "in-progress" => Self::InProgress,
            "review" => Self::Review,
            "done" | "completed" => Self::Done,
            "blocked" => Self::Blocked,
            "deferred" | "cancelled" => Self::Dropped,
            other => match other.trim().to_lowercase().replace(['_', ' '], "-").as_str() {
                "pending" | "todo" | "to-do" | "open" | "not-started" | "backlog" => Self::Pending,
                "in-progress" | "inprogress" | "doing" | "active" | "started" => Self::InProgress,
                "review" | "in-review" => Self::Review,
                "done" | "completed" | "complete" | "finished" => Self::Done,
                "blocked" => Self::Blocked,
                "deferred" | "cancelled" | "canceled" | "skipped" | "deprecated" | "obsolete" => {
                    Self::Dropped
                }
                _ => Self::Unknown,
            },
        }
    }

    /// Returns whether something is left to do.
    pub fn is_open(self) -> bool {
        !matches!(self, Self::Done | Self::Dropped)
    }
}

impl Priority {
    fn of(word: &str) -> Option<Self> {
        match word {
            "high" | "critical" | "High" => Some(Self::High),
            "medium" | "Medium" => Some(Self::Medium),
            "low" | "Low" => Some(Self::Low),
            _ => None,
        }
    }
}

/// Where the tasks of a file are collected.
#[derive(Debug)]
struct Collector {
    /// How many more there is room for.
    room: usize,
    /// The length of a byte-order mark, which the reader does not count.
    mark: usize,
}

impl Collector {
    /// Takes a place from those that are left.
    fn takes(&mut self) -> bool {
        let left = self.room.checked_sub(1);
        left.inspect(|left| self.room = *left).is_some()
    }

    /// Reads a list of tasks, while there is room for more.
    fn tasks<'a>(&mut self, value: &mut Reader<'a>, are_parts: bool) -> Vec<Task<'a>> {
        let mut list = Vec::new();
        value.array(|item| {
            if !self.takes() {
                item.stop();
            } else if item.peek() == Some(b'{') {
                list.push(self.task(item, are_parts));
            } else {
                item.skip();
            }
        });
        list
    }

    fn task<'a>(&mut self, value: &mut Reader<'a>, is_part: bool) -> Task<'a> {
        let mut task = Task { at: value.offset().saturating_add(self.mark), ..Task::default() };
        value.object(|key, value| match key {
            "id" => task.id = value.text().unwrap_or_default(),
            "title" => task.title = value.text().unwrap_or_default(),
            "status" => task.status = Status::of(&value.text().unwrap_or_default()),
            "priority" => task.priority = Priority::of(&value.text().unwrap_or_default()),
            "dependencies" => task.dependencies = self.dependencies(value),
            // Subtasks have no subtasks of their own, and a made-up file could nest them without end.
            "subtasks" if !is_part => task.subtasks = self.tasks(value, true),
            _ => value.skip(),
        });
        task
    }

    fn dependencies<'a>(&mut self, value: &mut Reader<'a>) -> Vec<Cow<'a, str>> {
        let mut list = Vec::new();
        value.array(|item| {
            if self.takes() {
                list.extend(item.text());
            } else {
                item.stop();
            }
        });
        list
    }
}

/// Returns the current tag of `state.json`.
pub(super) fn current_tag(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let mut tag = None;
    Reader::after_mark(bytes).object(|key, value| match key {
        "currentTag" => tag = value.text(),
        _ => value.skip(),
    });
    tag
}
