//! A plan: a folder of Markdown files, one of them with tasks to tick off. What the families of plans share.

use std::{borrow::Cow, path::Path};

use super::{
    Source, Work,
    companion::{Companion, MARKDOWN_SCHEMA, markdown},
    parts::Count,
    text::checklist::{Boxes, Checklist, Mark, Task},
};

pub mod document;
pub mod folders;
pub mod line;
pub mod page;
pub mod reading;
pub mod rules;

/// How many seconds the times of two plans may differ to be a tie.
pub const TIE: u64 = 2;

/// How it is to be built.
pub const DESIGN: Companion = Companion {
    name: "design",
    about: "openspec, kiro: the text of `design.md`",
    schema: MARKDOWN_SCHEMA,
    read: |found, _| markdown(found, "design.md"),
};

/// How a family of plans writes its files.
#[derive(Debug)]
pub struct Manner {
    /// How it writes its boxes.
    pub boxes: Boxes,
    /// The files of a plan: the one with the tasks, then those of earlier stages, the last stage first.
    pub files: &'static [&'static str],
    /// How the titles of those of earlier stages begin, to recognise one without its path.
    pub titles: &'static [(&'static str, &'static str)],
    /// Whether a task with tasks of its own does not count.
    pub has_parents: bool,
    /// Returns whether a number is one of the family's own; where a file has any, tasks without one do not count.
    pub is_own_id: Option<fn(&str) -> bool>,
    /// How deep a heading is at most that names a group of tasks.
    pub group_level: usize,
    /// Returns the number of a folder; of plans written in the same second, the one with the highest number comes first.
    pub number: Option<fn(&str) -> Option<u64>>,
}

/// How far a plan is. The order is that of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Progress {
    /// Every task is done.
    Done,
    /// Nothing is done yet.
    Unbegun,
    /// Some tasks are done, or one is in progress.
    Begun,
}

/// A plan that was read.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The name of its folder, else its title.
    pub name: Cow<'a, str>,
    /// Which of the family's files it is.
    pub file: &'static str,
    /// Its tasks and headings; none of a file of an earlier stage.
    pub list: Checklist<'a>,
    /// Whether each task counts.
    pub counts: Vec<bool>,
    /// How many of those that count are done.
    pub count: Count,
    /// The index of the task that is in progress, else of the next one.
    pub current: Option<usize>,
    /// Whether the file says that it is in progress.
    pub is_active: bool,
    /// Its path, if it is known.
    pub path: Option<&'a Path>,
    /// How many other plans the project has.
    pub others: usize,
    /// When the file was last written, in seconds since 1970.
    pub modified: i64,
}

impl<'a> Plan<'a> {
    /// Reads a file of a plan.
    pub fn read(source: &Source<'a>, manner: &Manner) -> Self {
        let mut list = Checklist::read(source.text, manner.boxes);
        let title = list.title();
        let name = source.folder().map_or_else(|| named(title), Cow::Borrowed);
        let file = source.path.and_then(|path| file_of(path, manner)).or_else(|| stage_of(title, manner));
        let file = file.or(manner.files.first().copied()).unwrap_or_default();
        if Some(&file) != manner.files.first() {
            list.tasks.clear();
            list.unknown.clear();
        }
        if manner.has_parents {
            list.tick_parts();
        }
        let counts = counts(&list, manner);
        let counted = || list.tasks.iter().zip(&counts).filter(|(_, counts)| **counts).map(|(task, _)| task);
        let done = counted().filter(|task| task.mark == Mark::Done).count();
        let count = Count { done, total: counted().count() };
        let active = active(&list.tasks, &counts);
        let (current, is_active) = (active.or_else(|| next(&list.tasks, &counts, 0)), active.is_some());
        let Source { path, others, modified, .. } = *source;
        Self { name, file, list, counts, count, current, is_active, path, others, modified }
    }

    /// Returns whether the file is the one with the tasks.
    pub fn has_tasks(&self, manner: &Manner) -> bool {
        manner.files.first() == Some(&self.file)
    }

    /// Returns how far it is.
    pub fn progress(&self) -> Progress {
        match self.count {
            Count { total: 0, .. } => Progress::Unbegun,
            Count { done, total } if done >= total => Progress::Done,
            Count { done: 0, .. } if !self.is_active => Progress::Unbegun,
            _ => Progress::Begun,
        }
    }

    /// Returns whether it has tasks, and all are done.
    pub fn is_done(&self) -> bool {
        self.progress() == Progress::Done
    }

    /// Returns whether it has tasks, and not all are done.
    pub fn is_open(&self) -> bool {
        self.count.total > 0 && !self.is_done()
    }

    /// Returns how far the work is; a plan never says that it is in flight.
    pub fn work(&self) -> Work {
        if self.is_done() { Work::Finished } else { Work::Open }
    }

    /// Returns the task that is in progress, else the next one.
    pub fn current(&self) -> Option<&Task<'a>> {
        self.list.tasks.get(self.current?)
    }
}

/// Returns which of the family's files a path is.
fn file_of(path: &Path, manner: &Manner) -> Option<&'static str> {
    let name = path.file_name()?;
    manner.files.iter().copied().find(|file| name == *file)
}

/// Returns which file of an earlier stage has such a title.
fn stage_of(title: Option<&str>, manner: &Manner) -> Option<&'static str> {
    let title = title?;
    manner.titles.iter().find(|(begin, _)| title.starts_with(begin)).map(|(_, file)| *file)
}

/// Returns a name for a plan without a folder: `Tasks: Browser API` is about `Browser API`.
fn named(title: Option<&str>) -> Cow<'_, str> {
    let name = title.map(|title| title.split_once(": ").map_or(title, |(_, name)| name).trim());
    Cow::Borrowed(name.filter(|name| !name.is_empty()).unwrap_or("plan"))
}

/// Returns for each task whether it counts.
fn counts(list: &Checklist<'_>, manner: &Manner) -> Vec<bool> {
    let is_own = |task: &Task<'_>, is_own: fn(&str) -> bool| task.id.is_some_and(is_own);
    let own = manner.is_own_id.filter(|own| list.tasks.iter().any(|task| is_own(task, *own)));
    let parents = if manner.has_parents { list.parents() } else { Vec::new() };
    let counts = list.tasks.iter().enumerate().map(|(at, task)| {
        let is_parent = parents.get(at).copied().unwrap_or_default();
        let is_spared = task.is_optional && task.mark == Mark::Open;
        !is_parent && !is_spared && own.is_none_or(|own| is_own(task, own))
    });
    counts.collect()
}

/// Returns the first task that counts and is not done, from an index on.
fn next(tasks: &[Task<'_>], counts: &[bool], from: usize) -> Option<usize> {
    let mut open = tasks.iter().zip(counts).enumerate().skip(from);
    open.find(|(_, (task, counts))| **counts && task.mark != Mark::Done).map(|(at, _)| at)
}

/// Returns the first task in progress; if only one with tasks of its own is, the first open one of those.
fn active(tasks: &[Task<'_>], counts: &[bool]) -> Option<usize> {
    let is_active = |(_, (task, _)): &(usize, (&Task<'_>, &bool))| task.mark == Mark::Active;
    let all = || tasks.iter().zip(counts).enumerate().filter(is_active);
    let own = all().find(|(_, (_, counts))| **counts).map(|(at, _)| at);
    own.or_else(|| {
        all().find_map(|(at, (parent, _))| {
            let below = tasks.iter().skip(at.saturating_add(1)).take_while(|task| parent.holds(task)).count();
            let end = at.saturating_add(below);
            next(tasks, counts, at).filter(|next| *next <= end)
        })
    })
}
