//! The fields that `show` adds for a session of the workflow player.

use serde_json::{Map, Value};

use crate::{
    family::page::{
        Cell, Mark, Page,
        value::{at, items, joined, of, text},
    },
    line::Tone,
    text::time,
};

pub(super) fn page(state: &Value, companions: &Map<String, Value>, page: &mut Page) {
    page.field("session", of(state, "session_id"));
    page.field(
        "template",
        at(state, "template_name").or_else(|| at(state, "template_id")).unwrap_or_default(),
    );
    if let Some(Value::Object(context)) = state.get("context") {
        for (name, value) in context {
            page.field(name, text(value).unwrap_or_default());
        }
    }
    page.field("node", of(state, "current_node"));
    page.field("checkpoint", of(state, "last_checkpoint"));
    page.field("created", of(state, "created_at"));
    page.field("updated", of(state, "updated_at"));
    batches(state, page);
    checkpoints(companions, page);
    if let Some(Value::Array(artifacts)) = companions.get("artifacts") {
        page.heading("Artifacts", artifacts.len().to_string());
        page.items(artifacts, |page, artifact| {
            let bytes = Cell::new(Tone::Dim, format!("{} bytes", of(artifact, "bytes")));
            page.item(Mark::Plain, [Cell::new(Tone::Plain, of(artifact, "file")).wide(46), bytes]);
        });
    }
}

/// Shows the plan batch by batch, or only the nodes if there is no plan.
fn batches(state: &Value, page: &mut Page) {
    let batches = items(state, "execution_plan");
    let Some(Value::Object(nodes)) = state.get("node_states") else { return };
    let names: Vec<(String, String)> = if batches.is_empty() {
        nodes.keys().map(|name| (String::new(), name.clone())).collect()
    } else {
        let of_batch = |batch: &Value| {
            let number = of(batch, "batch");
            let nodes = items(batch, "nodes").iter().filter_map(text).map(move |node| (number.clone(), node));
            nodes.collect::<Vec<_>>()
        };
        batches.iter().flat_map(of_batch).collect()
    };
    let now = at(state, "current_batch").filter(|_| !batches.is_empty());
    page.heading("Nodes", now.map(|now| format!("batch {now} of {}", batches.len())).unwrap_or_default());
    let mut before = String::new();
    page.items(&names, |page, (batch, name)| {
        let nothing = Value::Null;
        let node = nodes.get(name).unwrap_or(&nothing);
        let status = at(node, "status").unwrap_or_else(|| "pending".to_owned());
        let shown = if *batch == before { String::new() } else { batch.clone() };
        before.clone_from(batch);
        let remarks = [at(node, "error"), took(node), at(node, "output_path"), at(node, "cli_task_id")];
        let cells = [
            Cell::new(Tone::Dim, shown).wide(4),
            Cell::new(Tone::Plain, name.clone()).wide(14),
            Cell::new(Tone::Plain, status.clone()).wide(12),
            Cell::new(Tone::Dim, joined(&remarks, " · ")),
        ];
        page.item(Mark::of(&status), cells);
    });
}

/// Returns how long a node took.
fn took(node: &Value) -> Option<String> {
    let seconds = |name: &str| time::seconds(&at(node, name)?);
    let span = seconds("completed_at")?.checked_sub(seconds("started_at")?)?;
    Some(time::span(span))
}

fn checkpoints(companions: &Map<String, Value>, page: &mut Page) {
    let Some(Value::Array(checkpoints)) = companions.get("checkpoints") else { return };
    page.heading("Checkpoints", checkpoints.len().to_string());
    page.items(checkpoints, |page, checkpoint| {
        let broken = at(checkpoint, "broken").map(|why| format!("broken: {why}"));
        let next = at(checkpoint, "snapshot.next_node").map(|next| format!("next {next}"));
        let notes = [
            broken.clone(),
            at(checkpoint, "snapshot.checkpoint_name"),
            at(checkpoint, "snapshot.saved_at"),
            next,
        ];
        let mark = if broken.is_some() { Mark::Wrong } else { Mark::Plain };
        page.item(
            mark,
            [
                Cell::new(Tone::Plain, of(checkpoint, "file")).wide(18),
                Cell::new(Tone::Dim, joined(&notes, " · ")),
            ],
        );
    });
}
