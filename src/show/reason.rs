//! Finds out why something is blocked or failed, from what the file says next to that status.

use serde_json::{Map, Value};

use crate::family::page::value;

/// The statuses that have a reason.
const STOPPED: [&str; 2] = ["blocked", "failed"];

/// The fields that people and tools write a reason into.
const REASONS: [&str; 9] = [
    "blocked_reason",
    "block_reason",
    "blocked_by",
    "blocker",
    "blockers",
    "reason",
    "error",
    "message",
    "notes",
];

/// The most reasons to return.
const MOST: usize = 8;

/// Returns why work has stopped: `blocked: waiting for the key`. `status` is that of the whole state.
pub(super) fn reasons(state: &Value, companions: &Map<String, Value>, status: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(state, None, &mut found);
    if STOPPED.contains(&status) {
        let body = companions.values().filter_map(|companion| companion.get("blockers"));
        for blockers in state.get("blockers").into_iter().chain(body) {
            found.extend(texts(blockers).into_iter().map(|text| format!("{status}: {text}")));
        }
    }
    let mut reasons: Vec<String> = Vec::new();
    for reason in found {
        if reasons.len() < MOST && !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons
}

/// Collects the reasons of every object whose status says that it has stopped.
fn collect(value: &Value, name: Option<&str>, found: &mut Vec<String>) {
    if found.len() >= MOST {
        return;
    }
    match value {
        Value::Object(fields) => {
            let status = value::of(value, "status").to_lowercase();
            if STOPPED.contains(&status.as_str()) {
                let reasons = REASONS.iter().filter_map(|field| fields.get(*field)).flat_map(texts);
                let what = name.map(|name| format!(" {name}")).unwrap_or_default();
                found.extend(reasons.map(|reason| format!("{status}{what}: {reason}")));
            }
            for (name, inner) in fields {
                collect(inner, Some(name), found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| {
            let id = ["module", "task", "id", "name"].iter().find_map(|field| value::at(item, field));
            collect(item, id.as_deref(), found);
        }),
        _ => {}
    }
}

/// Returns the texts of a scalar or of a list of them.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().filter_map(value::text).collect(),
        other => value::text(other).into_iter().collect(),
    }
}
