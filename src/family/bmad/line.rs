//! The line of a sprint in every style.

use super::{
    choose::Scene,
    read::{Sprint, Status},
};
use crate::{
    family::{Ask, Style, text::phrase},
    line::{Join, Line, Rank},
};

/// How many columns of the project's name the line shows.
const PROJECT: usize = 30;

/// Composes the line of a scene.
pub fn compose<'a>(sprint: &Sprint<'a>, scene: Scene, ask: &Ask) -> Line<'a> {
    let mut line = Line::default();
    line.push(Join::Dot, Rank::Lead, phrase::cut(sprint.project.unwrap_or(super::FAMILY.id), PROJECT));
    let percent = sprint.count().shown(matches!(scene, Scene::Retrospective | Scene::Done));
    if ask.style == Style::Compact {
        let percent = percent.map(|percent| format!("{percent}%")).unwrap_or_default();
        line.push_amount(Join::Word, Rank::Progress, percent);
    } else {
        line.push_bar(Join::Word, percent);
    }
    push_story(&mut line, sprint, scene, ask.style);
    if ask.style == Style::Smart {
        push_others(&mut line, sprint, scene);
    }
    line
}

/// Adds the story that a scene is about.
fn push_story(line: &mut Line<'_>, sprint: &Sprint<'_>, scene: Scene, style: Style) {
    let item = scene.item(sprint);
    let shown = item.map(super::read::Item::shown).unwrap_or_default();
    let epic = item.and_then(super::read::Item::epic);
    let is_compact = style == Style::Compact;
    if let Some(epic) = epic.filter(|_| !is_compact && matches!(scene, Scene::InProgress | Scene::Review)) {
        line.push_amount(Join::Dot, Rank::Detail, format!("epic {epic}"));
    }
    match scene {
        Scene::InProgress if is_compact => line.push(Join::Dot, Rank::Active, shown),
        Scene::InProgress => line.push(Join::Dot, Rank::Active, format!("{shown} in progress")),
        Scene::Review => line.push(Join::Dot, Rank::Active, format!("{shown} review")),
        Scene::Next => line.push(Join::Dot, Rank::Active, format!("next {shown}")),
        Scene::Blocked => line.push(Join::Dot, Rank::Alert, format!("BLOCKED {shown}")),
        Scene::Retrospective => {
            let of = epic.map(|epic| format!(" of epic {}", phrase::cut(epic, PROJECT))).unwrap_or_default();
            line.push(Join::Dot, Rank::Active, format!("retrospective{of}"));
        }
        Scene::Done => line.push(Join::Dot, Rank::Active, "sprint done"),
    }
    let more = scene.more(sprint);
    if more > 0 && !is_compact {
        line.push_amount(Join::Dot, Rank::Detail, format!("+{more}"));
    }
}

/// Adds how many other stories wait for someone.
fn push_others(line: &mut Line<'_>, sprint: &Sprint<'_>, scene: Scene) {
    let with = |wanted: Status| sprint.stories().filter(|(_, status)| *status == wanted).count();
    if scene == Scene::InProgress && with(Status::Review) > 0 {
        line.push_amount(Join::Dot, Rank::Detail, format!("{} in review", with(Status::Review)));
    }
    if scene != Scene::Blocked && with(Status::Blocked) > 0 {
        line.push_amount(Join::Dot, Rank::Alert, format!("{} blocked", with(Status::Blocked)));
    }
}
