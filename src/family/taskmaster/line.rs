//! The line of a project's tasks in every style.

use std::borrow::Cow;

use super::{
    choose::{Choice, Scene, Shown, counted},
    read::{Status, Tag, Task},
};
use crate::{
    family::{Ask, Style, text::phrase},
    line::{Join, Line, Rank},
};

/// How many columns of a title, and of a tag, the line shows.
const TITLE: usize = 36;

/// Composes the line of a scene.
pub fn compose<'a>(tag: &Tag<'a>, choice: &Choice<'_, 'a>, scene: Scene, ask: &Ask) -> Line<'a> {
    let mut line = Line::default();
    line.push(Join::Dot, Rank::Lead, phrase::cut(&tag.name, TITLE).into_owned());
    let percent = choice.count().shown(scene == Scene::Done);
    if ask.style == Style::Compact {
        let percent = percent.map(|percent| format!("{percent}%")).unwrap_or_default();
        line.push_amount(Join::Word, Rank::Progress, percent);
    } else {
        line.push_bar(Join::Word, percent);
    }
    match choice.shown(scene) {
        Some(shown) => push_task(&mut line, scene, shown, ask.style),
        None => line.push(Join::Dot, Rank::Active, "all tasks done"),
    }
    if ask.style == Style::Smart && scene != Scene::Review {
        let reviews = tag.tasks.iter().filter(|task| task.status == Status::Review).count();
        if reviews > 0 {
            line.push_amount(Join::Dot, Rank::Detail, format!("{reviews} in review"));
        }
    }
    line
}

/// Adds the task that a scene shows.
fn push_task(line: &mut Line<'_>, scene: Scene, shown: Shown<'_, '_>, style: Style) {
    let Shown { task, subtask, more } = shown;
    match scene {
        Scene::Subtask => {
            let part = subtask.map(|part| named(&format!("{}.{}", task.id, part.id), &part.title));
            line.push(Join::Dot, Rank::Active, part.unwrap_or_default());
        }
        Scene::Next => line.push(Join::Dot, Rank::Active, format!("next {}", title(task))),
        Scene::Blocked => line.push(Join::Dot, Rank::Alert, format!("BLOCKED {}", title(task))),
        Scene::Review => line.push(Join::Dot, Rank::Active, format!("{} in review", title(task))),
        Scene::InProgress | Scene::Done => line.push(Join::Dot, Rank::Active, title(task)),
    }
    if style == Style::Compact {
        return;
    }
    if scene == Scene::InProgress {
        let fraction = counted(&task.subtasks).fraction();
        let fraction = if fraction.is_empty() { fraction } else { format!("({fraction})").into() };
        line.push_amount(Join::Word, Rank::Detail, fraction);
        if let Some(part) = subtask.filter(|_| style == Style::Smart) {
            let part = named(&format!("{}.{}", task.id, part.id), &part.title);
            line.push(Join::Dot, Rank::Detail, part);
        }
    }
    if more > 0 {
        line.push_amount(Join::Dot, Rank::Detail, format!("+{more}"));
    }
}

/// Returns the id and the title of a task.
pub(super) fn title(task: &Task<'_>) -> String {
    named(&task.id, &task.title)
}

fn named(id: &str, title: &str) -> String {
    let (id, title): (Cow<'_, str>, Cow<'_, str>) = (phrase::cut(id, TITLE), phrase::cut(title, TITLE));
    let between = if id.is_empty() || title.is_empty() { "" } else { " " };
    format!("{id}{between}{title}")
}
