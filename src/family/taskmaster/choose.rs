//! Decides which task the line shows, as Task Master's own `next` does.

use std::{borrow::Cow, cmp::Reverse, collections::HashSet};

use super::read::{Status, Tag, Task};
use crate::family::{SceneInfo, parts::Count};

/// What the line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A task is being worked on.
    InProgress,
    /// A subtask is, although its task does not say so.
    Subtask,
    /// A task can be begun.
    Next,
    /// What is left is being reviewed.
    Review,
    /// What is left waits for something else.
    Blocked,
    /// Nothing is left.
    Done,
}

impl Scene {
    /// Every scene, in the order in which they are tried.
    pub const ALL: [Self; 6] =
        [Self::InProgress, Self::Subtask, Self::Next, Self::Review, Self::Blocked, Self::Done];

    /// The scenes for people.
    pub(super) const INFO: &'static [SceneInfo] = &[
        SceneInfo { name: "in progress", trigger: "a task is in-progress", fields: &[] },
        SceneInfo { name: "subtask", trigger: "a subtask is in-progress, but not its task", fields: &[] },
        SceneInfo {
            name: "next",
            trigger: "a task is pending, and all tasks that it depends on are done",
            fields: &[],
        },
        SceneInfo { name: "review", trigger: "a task is in review", fields: &[] },
        SceneInfo { name: "blocked", trigger: "a task is open, but cannot be begun", fields: &[] },
        SceneInfo { name: "done", trigger: "all tasks are done", fields: &[] },
    ];

    /// Returns the status in one word.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::InProgress | Self::Subtask => "in-progress",
            Self::Next => "pending",
            Self::Review => "review",
            Self::Blocked => "blocked",
            Self::Done => "done",
        }
    }
}

/// What a tag says about its tasks.
#[derive(Debug)]
pub struct Choice<'t, 'a> {
    tag: &'t Tag<'a>,
    /// The ids of all that is done, a subtask's after that of its task: `24.2`.
    done: HashSet<Cow<'t, str>>,
}

/// The task that a scene shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'t, 'a> {
    /// The task.
    pub task: &'t Task<'a>,
    /// The subtask that is in hand, or comes next.
    pub subtask: Option<&'t Task<'a>>,
    /// How many more there are of its kind.
    pub more: usize,
}

impl<'t, 'a> Choice<'t, 'a> {
    /// Looks at the tasks of a tag.
    pub fn of(tag: &'t Tag<'a>) -> Self {
        let mut done = HashSet::new();
        for task in &tag.tasks {
            if task.status == Status::Done {
                done.insert(Cow::Borrowed(&*task.id));
            }
            let parts = task.subtasks.iter().filter(|part| part.status == Status::Done);
            done.extend(parts.map(|part| Cow::Owned(format!("{}.{}", task.id, part.id))));
        }
        Self { tag, done }
    }

    /// Returns how many tasks are done; those that were put off or given up do not count.
    pub fn count(&self) -> Count {
        counted(&self.tag.tasks)
    }

    /// Returns the first scene that applies; `None` if there are no tasks to count.
    pub fn scene(&self) -> Option<Scene> {
        Scene::ALL.into_iter().find(|scene| self.holds(*scene))
    }

    /// Returns whether a scene applies.
    pub fn holds(&self, scene: Scene) -> bool {
        let count = self.count();
        match scene {
            Scene::Done => count.total > 0 && count.done == count.total,
            scene => self.shown(scene).is_some(),
        }
    }

    /// Returns the task that a scene shows.
    pub fn shown(&self, scene: Scene) -> Option<Shown<'t, 'a>> {
        match scene {
            Scene::InProgress => self.in_progress(),
            Scene::Subtask => self.part_in_progress(),
            Scene::Next => {
                let with = |wanted: Status| {
                    first(self.tag.tasks.iter().filter(move |task| self.can_begin(task, wanted)))
                };
                let task = with(Status::Pending).or_else(|| with(Status::Unknown))?;
                Some(Shown { task, subtask: None, more: 0 })
            }
            Scene::Review => self.with(|task| task.status == Status::Review),
            Scene::Blocked => {
                let blocked = self.with(|task| task.status == Status::Blocked);
                blocked.or_else(|| Some(Shown { more: 0, ..self.with(|task| task.status.is_open())? }))
            }
            Scene::Done => None,
        }
    }

    /// Returns the first task with a property, and how many more have it.
    fn with(&self, is_one: impl Fn(&&Task<'a>) -> bool) -> Option<Shown<'t, 'a>> {
        let mut found = self.tag.tasks.iter().filter(|task| is_one(task));
        Some(Shown { task: found.next()?, subtask: None, more: found.count() })
    }

    /// Returns the task in progress whose subtask `next` would name, else the most important one.
    fn in_progress(&self) -> Option<Shown<'t, 'a>> {
        let under_way = || self.tag.tasks.iter().filter(|task| task.status == Status::InProgress);
        let more = under_way().count().saturating_sub(1);
        let ready = |parent: &'t Task<'a>| {
            let parts = parent.subtasks.iter();
            parts.filter(move |part| self.part_can_begin(parent, part)).map(move |part| (parent, part))
        };
        let by_part = under_way().flat_map(ready).min_by_key(|(parent, part)| {
            let priority = part.priority.or(parent.priority).unwrap_or_default();
            (Reverse(priority), part.dependencies.len(), number(&parent.id), number(&part.id))
        });
        match by_part {
            Some((task, part)) => Some(Shown { task, subtask: Some(part), more }),
            None => Some(Shown { task: first(under_way())?, subtask: None, more }),
        }
    }

    /// Returns the first subtask in progress of a task that is open.
    fn part_in_progress(&self) -> Option<Shown<'t, 'a>> {
        let open = self.tag.tasks.iter().filter(|task| task.status.is_open());
        let mut parts = open.flat_map(|task| {
            let under_way = task.subtasks.iter().filter(|part| part.status == Status::InProgress);
            under_way.map(move |part| (task, part))
        });
        let (task, part) = parts.next()?;
        Some(Shown { task, subtask: Some(part), more: parts.count() })
    }

    fn can_begin(&self, task: &Task<'_>, wanted: Status) -> bool {
        task.status == wanted && task.dependencies.iter().all(|id| self.done.contains(&**id))
    }

    fn part_can_begin(&self, parent: &Task<'_>, part: &Task<'_>) -> bool {
        let is_done = |id: &Cow<'_, str>| {
            if id.contains('.') {
                self.done.contains(&**id)
            } else {
                self.done.contains(format!("{}.{id}", parent.id).as_str())
            }
        };
        matches!(part.status, Status::Pending | Status::InProgress) && part.dependencies.iter().all(is_done)
    }
}

/// Counts tasks, without those that were put off or given up.
pub(super) fn counted(tasks: &[Task<'_>]) -> Count {
    let count = |is_one: fn(Status) -> bool| tasks.iter().filter(|task| is_one(task.status)).count();
    Count { done: count(|status| status == Status::Done), total: count(|status| status != Status::Dropped) }
}

/// Returns the task that comes first: by priority, then the one with fewer dependencies, then by id.
fn first<'t, 'a>(tasks: impl Iterator<Item = &'t Task<'a>>) -> Option<&'t Task<'a>>
where
    'a: 't,
{
    tasks.min_by_key(|task| {
        (Reverse(task.priority.unwrap_or_default()), task.dependencies.len(), number(&task.id))
    })
}

/// Returns an id as a number; words come last, in the order of the file.
fn number(id: &str) -> u64 {
    id.parse().unwrap_or(u64::MAX)
}
