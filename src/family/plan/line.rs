//! Parts of the line that all plans have.

use super::Plan;
use crate::{
    family::{
        Style,
        text::{checklist::Task, phrase},
    },
    line::{Join, Line, Rank},
};

/// How many columns of a task or of a name the line shows.
const ROOM: usize = 36;

/// Begins a line with the name of the plan.
pub fn named<'a>(plan: &Plan<'a>) -> Line<'a> {
    let mut line = Line::default();
    line.push(Join::Dot, Rank::Lead, phrase::cut(&plan.name, ROOM).into_owned());
    line
}

/// Adds how much is done: a bar, or the number alone in the short line.
pub fn push_progress(line: &mut Line<'_>, plan: &Plan<'_>, style: Style) {
    let Some(percent) = plan.count.shown(false) else { return };
    if style == Style::Compact {
        line.push_amount(Join::Word, Rank::Progress, format!("{percent}%"));
    } else {
        line.push_bar(Join::Word, Some(percent));
    }
}

/// Returns a task for the line: its number and its text.
pub fn item(task: &Task<'_>) -> String {
    let text = phrase::cut(task.text, ROOM);
    match task.id {
        Some(id) if text.is_empty() => id.to_owned(),
        Some(id) => format!("{id} {text}"),
        None => text.into_owned(),
    }
}
