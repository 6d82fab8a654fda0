//! What the rules of all plans look for.

use std::collections::HashMap;

use super::{Manner, Plan, document::line_at};
use crate::family::{
    Source,
    rule::{Finding, Subject},
    text::checklist::Checklist,
};

/// Reads the file that is checked.
pub fn plan<'a>(subject: &Subject<'a>, manner: &Manner) -> Plan<'a> {
    Plan::read(&Source { path: subject.path, ..Source::unnamed(subject.text, subject.modified) }, manner)
}

/// Finds the numbers that two tasks have.
pub fn repeated(subject: &Subject<'_>, manner: &Manner) -> Vec<Finding> {
    let plan = plan(subject, manner);
    let mut first: HashMap<&str, usize> = HashMap::new();
    let mut found = Vec::new();
    for (task, _) in plan.list.tasks.iter().zip(&plan.counts).filter(|(_, counts)| **counts) {
        let Some(id) = task.id else { continue };
        match first.get(id) {
            Some(line) => {
                let message = format!("two tasks have the number `{id}`; the other is on line {line}");
                found.push(Finding::new(line_at(subject.text, task.at), message).label("again"));
            }
            None => {
                first.insert(id, task.line);
            }
        }
    }
    found
}

/// Finds the boxes with a mark that means nothing.
pub fn unknown_marks(subject: &Subject<'_>, manner: &Manner) -> Vec<Finding> {
    let Checklist { unknown, .. } = plan(subject, manner).list;
    let finding = |one: &crate::family::text::checklist::Unknown| {
        let message = format!("`[{}]` is neither open nor done, so the task does not count", one.mark);
        Finding::new(one.at..one.at.saturating_add(one.mark.len_utf8()), message).label("unknown mark")
    };
    unknown.iter().map(finding).collect()
}

/// Finds out whether a file of tasks has no boxes.
pub fn unmarked(subject: &Subject<'_>, manner: &Manner) -> Vec<Finding> {
    let plan = plan(subject, manner);
    let is_unmarked = plan.has_tasks(manner) && plan.list.tasks.is_empty() && !subject.text.trim().is_empty();
    let finding =
        || Finding::new(subject.first_line(), "no task has a box").help("write tasks as `- [ ] Do it`");
    is_unmarked.then(finding).into_iter().collect()
}
