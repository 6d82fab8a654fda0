//! The documents beside the main file: its Markdown body, checkpoints, artifacts, learnings, locks.
//!
//! Each becomes one JSON value. What is not there is `None`; what is there and cannot be read says so.

use std::path::Path;

use serde_json::{Map, Value};

use crate::{document::Document, state::State};

pub mod body;
mod files;

/// The plan file, which counts only where there is no exec file.
const PLAN: &str = "orchestrator-plan-phase.local.md";

/// Every document beside, by name, in the order of the page.
pub const NAMES: &[&str] = &["body", "plan", "checkpoints", "artifacts", "learnings", "locks", "milestones"];

/// Reads one of the documents beside a state.
pub fn read(name: &str, state: &State, document: &Document) -> Option<Value> {
    let dir = state.path.as_deref().and_then(Path::parent);
    match (state.family.id, name) {
        ("gsd" | "two-phase", "body") => Some(body::sections(document.body())).filter(has_something),
        ("two-phase", "plan") => {
            let path = dir?.join(PLAN);
            if state.path.as_ref() == Some(&path) {
                return None;
            }
            files::document(state.family, &path)
        }
        ("wf-player", "checkpoints") => files::snapshots(&dir?.join("checkpoints"), |name| {
            Path::new(name).extension().is_some_and(|kind| kind == "json")
        }),
        ("wf-player", "artifacts") => files::listing(&dir?.join("artifacts")),
        ("agent-state", "checkpoints") => checkpoints(dir, document),
        ("agent-state", "learnings") => {
            let beside = dir.and_then(|dir| files::lines(&dir.join("learnings.jsonl")));
            beside.or_else(|| document.value.get("learnings").cloned()).filter(has_something)
        }
        ("agent-state", "locks") => files::json(&dir?.join("locks.json")),
        ("agent-state", "milestones") => document.value.get("milestones").cloned().filter(has_something),
        _ => None,
    }
}

/// Reads all that is there.
pub fn all(state: &State, document: &Document) -> Map<String, Value> {
    let there = |name: &&str| Some(((*name).to_owned(), read(name, state, document)?));
    NAMES.iter().filter_map(there).collect()
}

/// Joins the checkpoints that an agent-state lists with the snapshots that are kept.
fn checkpoints(dir: Option<&Path>, document: &Document) -> Option<Value> {
    let is_snapshot = |name: &str| {
        let middle = name.strip_prefix("checkpoint").and_then(|rest| rest.strip_suffix(".json"));
        middle.is_some_and(|middle| middle.is_empty() || middle.starts_with('-'))
    };
    let kept = dir.and_then(|dir| files::snapshots(dir, is_snapshot));
    let mut kept = match kept {
        Some(Value::Array(kept)) => kept,
        _ => Vec::new(),
    };
    let listed = document.value.get("checkpoints").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut all = Vec::new();
    for entry in listed {
        let Value::Object(mut entry) = entry else { continue };
        let named = entry.get("state_snapshot").and_then(Value::as_str).map(file_name);
        let found = kept.iter().position(|kept| kept.get("file").and_then(Value::as_str) == named);
        let found = found.filter(|_| named.is_some()).map(|at| kept.remove(at));
        if let Some(Value::Object(found)) = found {
            entry.extend(found);
        }
        all.push(Value::Object(entry));
    }
    all.append(&mut kept);
    (!all.is_empty()).then_some(Value::Array(all))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn has_something(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(entries) => !entries.is_empty(),
        Value::Null => false,
        _ => true,
    }
}
