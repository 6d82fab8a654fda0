//! The fields that `show` adds for a plan.

use serde_json::{Map, Value};

use crate::{
    family::page::{
        Cell, Mark, Page,
        value::{at, fraction, items, of},
    },
    line::Tone,
};

/// Adds the tasks that are open, below their groups.
pub fn page(state: &Value, _companions: &Map<String, Value>, page: &mut Page) {
    page.field("name", of(state, "name"));
    let tasks = items(state, "tasks");
    if tasks.is_empty() {
        return;
    }
    page.field("tasks", fraction(at(state, "done"), at(state, "total")));
    let is_open = |task: &&Value| task.get("done") != Some(&Value::Bool(true));
    let open: Vec<&Value> = tasks.iter().filter(is_open).collect();
    if open.is_empty() {
        return;
    }
    page.heading("Open tasks", open.len().to_string());
    let mut before = String::new();
    page.items(&open, |page, task| {
        let group = of(task, "group");
        if group != before {
            page.row(vec![Cell::new(Tone::Dim, format!("  {group}"))]);
            before.clone_from(&group);
        }
        let id = Cell::new(Tone::Plain, of(task, "id")).wide(8);
        page.item(Mark::Later, [id, Cell::new(Tone::Plain, of(task, "text"))]);
    });
}
