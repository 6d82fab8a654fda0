//! The fields that `show` adds for a list of tasks.

use serde_json::{Map, Value};

use super::read::Status;
use crate::{
    family::page::{
        Cell, Mark, Page,
        value::{items, joined, of, text},
    },
    line::Tone,
};

pub(super) fn page(state: &Value, companions: &Map<String, Value>, page: &mut Page) {
    page.field("tag", companions.get("tag").and_then(text).unwrap_or_default());
    let tags: Vec<&str> = state.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let has_tags = tags.len() > 1 && state.get("tasks").is_none();
    page.field("tags", if has_tags { tags.join(", ") } else { String::new() });
    let Some(Value::Array(tasks)) = companions.get("tasks") else { return };
    let status = |task: &Value| Status::of(&of(task, "status"));
    let mut open: Vec<&Value> = tasks.iter().filter(|task| status(task).is_open()).collect();
    // What is being worked on comes first.
    open.sort_by_key(|task| status(task) != Status::InProgress);
    let done = tasks.iter().filter(|task| status(task) == Status::Done).count();
    page.heading("Tasks", format!("{} open, {done} done", open.len()));
    page.items(&open, |page, task| {
        let parts = items(task, "subtasks");
        let finished = parts.iter().filter(|part| status(part) == Status::Done).count();
        let parts = (!parts.is_empty()).then(|| format!("{finished}/{} subtasks", parts.len()));
        let needs: Vec<String> = items(task, "dependencies").iter().filter_map(text).collect();
        let needs = (!needs.is_empty()).then(|| format!("after {}", needs.join(", ")));
        let cells = [
            Cell::new(Tone::Dim, of(task, "id")).wide(6),
            Cell::new(Tone::Plain, of(task, "title")).wide(46),
            Cell::new(Tone::Plain, of(task, "status")).wide(12),
            Cell::new(Tone::Dim, joined(&[parts, needs], " · ")),
        ];
        page.item(Mark::of(&of(task, "status")), cells);
    });
}
