//! Decides what the line shows of a sprint: BMAD's own order for what comes next.

use super::read::{Item, Kind, Sprint, Status};
use crate::family::SceneInfo;

/// What the line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A story is being worked on.
    InProgress,
    /// A story is being reviewed.
    Review,
    /// A story can be begun.
    Next,
    /// Every story that is left waits for something else.
    Blocked,
    /// All stories are done, and the project looks back at its epics.
    Retrospective,
    /// All stories are done.
    Done,
}

impl Scene {
    /// Every scene, in the order in which they are tried.
    pub const ALL: [Self; 6] =
        [Self::InProgress, Self::Review, Self::Next, Self::Blocked, Self::Retrospective, Self::Done];

    /// The scenes for people.
    pub(super) const INFO: &'static [SceneInfo] = &[
        SceneInfo { name: "in progress", trigger: "a story is in-progress", fields: &[] },
        SceneInfo { name: "review", trigger: "a story is in review", fields: &[] },
        SceneInfo { name: "next", trigger: "a story is ready-for-dev, or in the backlog", fields: &[] },
        SceneInfo { name: "blocked", trigger: "a story is blocked or on hold", fields: &[] },
        SceneInfo {
            name: "retrospective",
            trigger: "all stories are done, and the last retrospective is open, but an earlier one was done",
            fields: &[],
        },
        SceneInfo { name: "done", trigger: "all stories are done", fields: &[] },
    ];

    /// Returns the first scene that applies; `None` if there are no stories to count.
    pub fn of(sprint: &Sprint<'_>) -> Option<Self> {
        Self::ALL.into_iter().find(|scene| scene.holds(sprint))
    }

    /// Returns whether it applies.
    pub fn holds(self, sprint: &Sprint<'_>) -> bool {
        let count = sprint.count();
        match self {
            Self::Retrospective => {
                count.total > 0 && count.done == count.total && self.item(sprint).is_some()
            }
            Self::Done => count.total > 0 && count.done == count.total,
            scene => scene.item(sprint).is_some(),
        }
    }

    /// Returns the entry that it is about.
    pub fn item<'s, 'a>(self, sprint: &'s Sprint<'a>) -> Option<&'s Item<'a>> {
        let with =
            |wanted: Status| sprint.stories().find(|(_, status)| *status == wanted).map(|(item, _)| item);
        match self {
            Self::InProgress => with(Status::InProgress),
            Self::Review => with(Status::Review),
            Self::Next => with(Status::Ready).or_else(|| open(sprint)),
            Self::Blocked => with(Status::Blocked),
            Self::Retrospective => retrospective(sprint),
            Self::Done => None,
        }
    }

    /// Returns how many more stories are like the one that it shows.
    pub fn more(self, sprint: &Sprint<'_>) -> usize {
        let wanted = match self {
            Self::InProgress => Status::InProgress,
            Self::Review => Status::Review,
            Self::Blocked => Status::Blocked,
            Self::Next | Self::Retrospective | Self::Done => return 0,
        };
        sprint.stories().filter(|(_, status)| *status == wanted).count().saturating_sub(1)
    }

    /// Returns the status in one word.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::InProgress => "in-progress",
            Self::Review => "review",
            Self::Next => "backlog",
            Self::Blocked => "blocked",
            Self::Retrospective | Self::Done => "done",
        }
    }
}

/// Returns the first story of an epic in progress that has not been begun, else the first of all.
///
/// Stories are often left behind in an old epic, so the first one alone is not the next. Older versions of BMAD never
/// write that an epic is in progress, only that it is `contexted`, and often all are: then the last story that is done
/// says which one is in progress.
fn open<'s, 'a>(sprint: &'s Sprint<'a>) -> Option<&'s Item<'a>> {
    let last_done = sprint.stories().filter(|(_, status)| *status == Status::Done).last();
    let last_done = last_done.and_then(|(item, _)| item.epic());
    let is_under_way = |epic: &&Item<'_>| match Status::of(epic.status) {
        Status::InProgress => true,
        _ => epic.status == "contexted" && epic.epic() == last_done,
    };
    let epics = sprint.items.iter().filter(|item| item.kind == Kind::Epic);
    let under_way: Vec<&str> = epics.filter(is_under_way).filter_map(Item::epic).collect();
    let open = || {
        let stories = sprint.stories();
        stories
            .filter(|(_, status)| matches!(status, Status::Backlog | Status::Unknown))
            .map(|(item, _)| item)
    };
    let is_under_way = |item: &&Item<'_>| item.epic().is_some_and(|epic| under_way.contains(&epic));
    open().find(is_under_way).or_else(|| open().next())
}

/// Returns the last retrospective, if it is open and the project has done one before.
fn retrospective<'s, 'a>(sprint: &'s Sprint<'a>) -> Option<&'s Item<'a>> {
    let mut all = sprint.items.iter().filter(|item| item.kind == Kind::Retrospective).rev();
    let is_done = |item: &Item<'_>| Status::of(item.status) == Status::Done;
    let last = all.next().filter(|last| !is_done(last))?;
    all.any(is_done).then_some(last)
}
