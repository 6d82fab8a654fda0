//! The fields that `show` adds for a plan or exec file.

use serde_json::{Map, Value};

use crate::{
    family::page::{
        Cell, Mark, Page,
        value::{at, fraction, items, joined, of, text},
    },
    line::Tone,
};

pub(super) fn page(state: &Value, companions: &Map<String, Value>, page: &mut Page) {
    let nothing = Value::Null;
    let plan = companions.get("plan").unwrap_or(&nothing);
    page.field("goal", at(state, "goal").or_else(|| at(plan, "goal")).unwrap_or_default());
    page.field("plan", of(state, "plan_id"));
    page.field("module", of(state, "current_module"));
    page.field("modules", fraction(at(state, "modules_completed"), at(state, "modules_total")));
    page.field(
        "loops left",
        at(state, "verification_loops_remaining").filter(|left| left != "0").unwrap_or_default(),
    );
    page.field("started", at(state, "started_at").or_else(|| at(state, "created_at")).unwrap_or_default());
    let sections = items(state, "requirements_sections");
    listed(page, "Requirements", sections, |section| {
        vec![Cell::new(Tone::Plain, of(section, "name")).wide(40), status(section)]
    });
    let modules = items(state, "modules_status");
    let modules = if modules.is_empty() { items(state, "modules") } else { modules };
    listed(page, "Modules", modules, module);
    agents(state, page);
    let criteria = items(state, "exit_criteria");
    if !criteria.is_empty() {
        page.heading("Exit criteria", criteria.len().to_string());
        page.items(criteria, |page, criterion| {
            page.item(Mark::Plain, [Cell::new(Tone::Plain, text(criterion).unwrap_or_default())]);
        });
    }
}

/// Shows a list whose items have a status.
fn listed(page: &mut Page, title: &str, list: &[Value], cells: impl Fn(&Value) -> Vec<Cell>) {
    if list.is_empty() {
        return;
    }
    let marked = |item: &Value| Mark::of(&of(item, "status"));
    let done = list.iter().filter(|item| marked(item) == Mark::Done).count();
    page.heading(title, format!("{done} of {} done", list.len()));
    page.items(list, |page, item| page.item(marked(item), cells(item)));
}

fn module(module: &Value) -> Vec<Cell> {
    let pr = at(module, "pr").map(|pr| format!("PR {pr}"));
    let needs: Vec<String> = items(module, "dependencies").iter().filter_map(text).collect();
    let needs = (!needs.is_empty()).then(|| format!("after {}", needs.join(", ")));
    let rest = [at(module, "assigned_to"), at(module, "github_issue"), pr, needs];
    let name = at(module, "id").or_else(|| at(module, "name")).unwrap_or_default();
    vec![
        Cell::new(Tone::Plain, name).wide(24),
        status(module).wide(22),
        Cell::new(Tone::Dim, joined(&rest, " · ")),
    ]
}

/// Shows the agents with their modules, and which of them wait.
fn agents(state: &Value, page: &mut Page) {
    let assignments = items(state, "active_assignments");
    if assignments.is_empty() {
        return;
    }
    page.heading("Agents", assignments.len().to_string());
    page.items(assignments, |page, assignment| {
        let verified =
            at(assignment, "instruction_verification.status").map(|status| format!("instructions {status}"));
        let due = at(assignment, "progress_polling.next_poll_due").map(|due| format!("poll due {due}"));
        let cells = [
            Cell::new(Tone::Plain, of(assignment, "agent")).wide(24),
            Cell::new(Tone::Plain, of(assignment, "module")).wide(22),
            Cell::new(Tone::Plain, of(assignment, "status")),
        ];
        page.item(Mark::of(&of(assignment, "status")), cells);
        let notes = joined(&[verified, due], " · ");
        if !notes.is_empty() {
            page.row(vec![Cell::new(Tone::Dim, format!("    {notes}"))]);
        }
    });
}

fn status(value: &Value) -> Cell {
    Cell::new(Tone::Plain, of(value, "status"))
}
