//! The documents next to an agent-state file.

use std::path::Path;

use serde_json::Value;

use crate::{
    document::Document,
    family::companion::{self, Companion, has_something},
};

/// Every document, in the order of the page.
pub(super) const ALL: &[Companion] = &[
    Companion {
        name: "checkpoints",
        about: companion::CHECKPOINTS,
        schema: companion::CHECKPOINTS_SCHEMA,
        read: |found, document| checkpoints(found.dir(), document),
    },
    Companion {
        name: "learnings",
        about: "agent-state: the lines of `learnings.jsonl`, or else the learnings in the state",
        schema: companion::ANY_SCHEMA,
        read: |found, document| {
            let log = found.dir().and_then(|dir| companion::lines(&dir.join("learnings.jsonl")));
            log.or_else(|| document.value.get("learnings").cloned()).filter(has_something)
        },
    },
    Companion {
        name: "locks",
        about: "agent-state: `locks.json`",
        schema: "{}",
        read: |found, _| companion::json(&found.dir()?.join("locks.json")),
    },
    Companion {
        name: "milestones",
        about: "agent-state: the milestones in the state",
        schema: companion::ANY_SCHEMA,
        read: |_, document| document.value.get("milestones").cloned().filter(has_something),
    },
];

/// Joins the checkpoints that the state lists with the snapshot files that exist.
fn checkpoints(dir: Option<&Path>, document: &Document) -> Option<Value> {
    let is_snapshot = |name: &str| {
        let middle = name.strip_prefix("checkpoint").and_then(|rest| rest.strip_suffix(".json"));
        middle.is_some_and(|middle| middle.is_empty() || middle.starts_with('-'))
    };
    let kept = dir.and_then(|dir| companion::snapshots(dir, is_snapshot));
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
    path.rsplit(std::path::is_separator).next().unwrap_or(path)
}
