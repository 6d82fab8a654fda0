//! The line of a declared workflow in every style.

use super::{Scene, Workflow, values::Values};
use crate::{
    family::{Ask, Style, parts, text::phrase},
    line::{Join, Line, Rank},
};

/// How many columns of a name, a status or a step the line shows.
const WIDEST: usize = 36;

/// Composes the line of a scene.
pub(super) fn compose<'a>(
    workflow: &Workflow,
    values: &Values,
    scene: Scene,
    modified: i64,
    ask: &Ask,
) -> Line<'a> {
    let mut line = Line::default();
    let cut = |text: &str| phrase::cut(text, WIDEST).into_owned();
    if values.is_empty() && !values.is_broken {
        return line;
    }
    line.push(Join::Dot, Rank::Lead, cut(values.name.as_deref().unwrap_or(&workflow.id)));
    if values.is_empty() {
        parts::push_unreadable(&mut line, modified, ask.now);
        return line;
    }
    let percent = values.count.shown(scene == Scene::Complete);
    if ask.style == Style::Compact {
        let percent = percent.map(|percent| format!("{percent}%")).unwrap_or_default();
        line.push_amount(Join::Word, Rank::Progress, percent);
    } else {
        line.push_bar(Join::Word, percent);
    }
    let status = cut(values.status.as_deref().unwrap_or_default());
    let status = if ask.style == Style::Smart { parts::words(&status).into_owned() } else { status };
    let doing = cut(values.doing.as_deref().unwrap_or_default());
    match scene {
        Scene::Alert => {
            let between = if doing.is_empty() { "" } else { " " };
            line.push(Join::Dot, Rank::Alert, format!("{}{between}{doing}", status.to_uppercase()));
        }
        Scene::Complete => line.push(Join::Dot, Rank::Active, status),
        Scene::Running if ask.style == Style::Compact => {
            line.push(Join::Dot, Rank::Active, if doing.is_empty() { status } else { doing });
        }
        Scene::Running => {
            line.push(Join::Dot, Rank::Active, doing);
            line.push(Join::Dot, Rank::Detail, status);
        }
    }
    if let Some(age) =
        parts::age(modified, ask.now).filter(|_| scene != Scene::Complete && ask.style != Style::Compact)
    {
        line.push_amount(Join::Dot, Rank::Detail, age);
    }
    line
}
