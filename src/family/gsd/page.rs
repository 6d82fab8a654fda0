//! The fields that `show` adds for a STATE.md.

use serde_json::{Map, Value};

use crate::{
    family::page::{
        Cell, Mark, Page,
        value::{at, fraction, items, joined, of, text},
    },
    line::{Alert, Tone},
};

/// Returns the current phase; the name and the plan belong to `current_phase`, which may be another.
fn phase(state: &Value) -> String {
    let (active, current) = (at(state, "active_phase"), at(state, "current_phase"));
    if active.is_some() && current.is_some() && active != current {
        return active.unwrap_or_default();
    }
    let plan = at(state, "current_plan").map(|plan| format!("· plan {plan}"));
    joined(&[active.or(current), at(state, "current_phase_name"), plan], " ")
}

pub(super) fn page(state: &Value, companions: &Map<String, Value>, page: &mut Page) {
    page.field("milestone", joined(&[at(state, "milestone"), at(state, "milestone_name")], " "));
    page.field("phase", phase(state));
    let phases: Vec<String> = items(state, "next_phases").iter().filter_map(text).collect();
    let phases = Some(phases.join(" ")).filter(|phases| !phases.is_empty());
    page.field("next", joined(&[at(state, "next_action"), phases], " "));
    let of_all = |name: &str| {
        let count = |kind: &str| at(state, &format!("progress.{kind}_{name}"));
        fraction(count("completed"), count("total"))
    };
    page.field("phases", of_all("phases"));
    page.field("plans", of_all("plans"));
    page.field("last activity", of(state, "last_activity"));
    page.field("stopped at", of(state, "stopped_at"));
    page.field_as(Alert::Paused.tone(), "paused at", of(state, "paused_at"));
    if let Some(body) = companions.get("body") {
        self::body(body, page);
    }
}

/// Shows the documented sections of the body.
fn body(body: &Value, page: &mut Page) {
    let position = body.get("current_position").filter(|position| position.is_object());
    if let Some(position) = position {
        page.heading("Current position", "");
        for name in ["phase", "plan", "status", "last_activity"] {
            page.field(&name.replace('_', " "), of(position, name));
        }
    }
    for (name, title) in
        [("blockers", "Blockers"), ("pending_todos", "Pending todos"), ("decisions", "Decisions")]
    {
        let remarks = items(body, name);
        if remarks.is_empty() {
            continue;
        }
        page.heading(title, remarks.len().to_string());
        let mark = if name == "blockers" { Mark::Wrong } else { Mark::Plain };
        page.items(remarks, |page, remark| {
            let remark = text(remark).unwrap_or_else(|| remark.to_string());
            page.item(mark, [Cell::new(Tone::Plain, remark)]);
        });
    }
    metrics(body, page);
    if let Some(session) = body.get("session_continuity").filter(|session| session.is_object()) {
        page.heading("Session", "");
        for name in ["last_session", "stopped_at", "resume_file"] {
            page.field(&name.replace('_', " "), of(session, name));
        }
    }
}

/// Shows how fast the work goes: a few fields, and one row for each phase.
fn metrics(body: &Value, page: &mut Page) {
    let Some(Value::Object(metrics)) = body.get("performance_metrics") else { return };
    page.heading("Performance", "");
    for (name, value) in metrics {
        if let Some(value) = text(value) {
            let label = name.replace('_', " ");
            let label = label.strip_prefix("total ").unwrap_or(&label);
            page.field(label.strip_suffix(" completed").unwrap_or(label), value);
        }
    }
    let rows = metrics.get("table").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    page.items(rows, |page, row| {
        let Value::Object(row) = row else { return };
        let cells = row.iter().map(|(name, value)| {
            let value = text(value).unwrap_or_default();
            Cell::new(Tone::Plain, format!("{} {value}", name.replace('_', "/"))).wide(16)
        });
        page.item(Mark::Plain, cells);
    });
}
