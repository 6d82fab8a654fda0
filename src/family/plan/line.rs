//! Parts of the line that all plans have.

use super::{Manner, Plan, rules};
use crate::{
    family::{
        Style,
        rule::Subject,
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

/// Explains where the bar's percentage comes from, or why there is no bar. `done` is what the count says: `tasks are done`.
pub fn why_bar(subject: &Subject<'_>, manner: &Manner, percent: Option<u8>, done: &str) -> String {
    let count = rules::plan(subject, manner).count;
    match percent {
        Some(_) => format!("{} of {} {done}", count.done, count.total),
        None => "there are no boxes to count".to_owned(),
    }
}

/// Returns a task for the line: its number and its text.
pub fn item(task: &Task<'_>) -> String {
    let text = phrase::cut(unlabelled(task.text), ROOM);
    match task.id {
        Some(id) if text.is_empty() => id.to_owned(),
        Some(id) => format!("{id} {text}"),
        None => text.into_owned(),
    }
}

/// Returns the text of a task without the labels before it: `(P)` and `[P]` say that it can be done in parallel,
/// `[US1]` which story it is for.
fn unlabelled(text: &str) -> &str {
    let is_story = |label: &str| {
        let number = label.strip_prefix("US").filter(|number| !number.is_empty());
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let after = |text: &str| -> Option<usize> {
        let end = text.find([')', ']'])?;
        let label = text.get(1..end)?;
        let is_label = text.starts_with(['(', '[']) && (label == "P" || is_story(label));
        is_label.then(|| end.saturating_add(1))
    };
    let mut text = text;
    while let Some(rest) = after(text).and_then(|end| text.get(end..)).filter(|rest| rest.starts_with(' ')) {
        text = rest.trim_start();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_before_a_task_are_left_out() {
        for (text, expected) in [
            ("(P) Wash", "Wash"),
            ("[P] [US12] Wash", "Wash"),
            ("(optional) Wash", "(optional) Wash"),
            ("[US] Wash", "[US] Wash"),
            ("[P]arallel", "[P]arallel"),
            ("(P)", "(P)"),
            ("é) Wash", "é) Wash"),
            ("", ""),
        ] {
            assert_eq!(unlabelled(text), expected);
        }
    }
}
