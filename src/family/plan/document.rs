//! A plan as values: its name, how much is done, and its tasks with their places.

use std::{ops::Range, path::Path};

use serde_json::{Value, json};

use super::{Manner, Plan};
use crate::{
    document::{Document, Step},
    family::{
        Source,
        rule::front,
        text::checklist::{Mark, Task},
    },
};

/// Reads a file as `{name, done, total, tasks}`.
pub fn read(text: &str, path: Option<&Path>, manner: &Manner) -> Document {
    let plan = Plan::read(&Source { path, ..Source::unnamed(text, 0) }, manner);
    let counted: Vec<usize> =
        plan.counts.iter().enumerate().filter(|(_, counts)| **counts).map(|(at, _)| at).collect();
    let tasks = counted.iter().filter_map(|at| Some(task(&plan, *at, plan.list.tasks.get(*at)?, manner)));
    let value = json!({
        "name": plan.name,
        "done": plan.count.done,
        "total": plan.count.total,
        "tasks": tasks.collect::<Vec<Value>>(),
    });
    let span = |path: &[Step<'_>]| {
        let index = path.iter().find_map(|step| if let Step::Index(at) = step { Some(*at) } else { None });
        let task = index.or(Some(0)).filter(|_| path.first() == Some(&Step::Key("tasks")));
        let task = task.and_then(|index| plan.list.tasks.get(*counted.get(index)?));
        line_at(text, task.map_or(0, |task| task.at))
    };
    Document::made(text, value, span)
}

/// Returns the line that begins at an offset, without its end.
pub fn line_at(text: &str, at: usize) -> Range<usize> {
    front::lines(text, at).next().map_or(at..at, |(span, _)| span)
}

fn task(plan: &Plan<'_>, at: usize, task: &Task<'_>, manner: &Manner) -> Value {
    json!({
        "id": task.id,
        "text": task.text,
        "done": task.mark == Mark::Done,
        "group": group(plan, at, task, manner),
        "line": task.line,
    })
}

/// How many tasks above one are searched for the one that holds it: a file may have very many.
const REACH: usize = 200;

/// Returns what a task is a part of: the task above it that holds it, else its heading.
fn group<'p>(plan: &'p Plan<'_>, at: usize, task: &Task<'_>, manner: &Manner) -> Option<&'p str> {
    let (tasks, counts) = (plan.list.tasks.get(..at)?, plan.counts.get(..at)?);
    let above = tasks.iter().zip(counts).rev().take(REACH);
    let mut parents = above.filter(|(parent, counts)| !**counts && parent.holds(task));
    let parent = parents.next().filter(|_| manner.has_parents).map(|(parent, _)| parent.text);
    parent.or_else(|| plan.list.heading(task, manner.group_level))
}
