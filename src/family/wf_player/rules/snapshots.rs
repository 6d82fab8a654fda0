//! The snapshots of a session's checkpoints, against the session, and the files that its nodes made.

use std::path::PathBuf;

use serde_json::Value;

use super::{PATH, SNAPSHOT, session};
use crate::family::rule::{Finding, Node, Rule, Scope, Severity, Subject, subject::neighbour};

pub(super) const RULES: &[Rule] = &[GONE, CONTRADICTION, ARTIFACTS];

/// How many entries of a folder are looked at.
const ENTRIES: usize = 1000;

/// The largest list of files that is looked up.
const FILES: usize = 200;

/// Returns the name of the snapshot that was saved last and can be read.
pub(super) fn newest(subject: &Subject<'_>) -> Option<String> {
    let entries = std::fs::read_dir(subject.dir()?.join("checkpoints")).ok()?.flatten().take(ENTRIES);
    let saved = entries.filter_map(|entry| {
        let text = neighbour(&entry.path())?;
        let value: Value = serde_json::from_str(&text).ok()?;
        value.get("node_states_snapshot")?;
        let time = value.get("saved_at").and_then(Value::as_str).and_then(crate::time::seconds);
        Some((time, entry.file_name().to_string_lossy().into_owned()))
    });
    saved.max().map(|(_, name)| name)
}

/// Returns the completed checkpoints that name a snapshot, with its place.
fn checkpoints<'s>(subject: &'s Subject<'_>) -> Vec<(&'s str, Node<'s>, PathBuf)> {
    let states = subject.root().key("node_states");
    let named = states.entries().filter_map(|(id, node)| {
        let path = node.key("snapshot_path");
        Some((id, path.clone(), subject.named(path.text()?)?))
    });
    named.collect()
}

const GONE: Rule = Rule {
    code: "SL314",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a checkpoint without its snapshot",
    page: "A completed checkpoint names the file that its snapshot was saved in, and that file is missing or \
           is not JSON. The session cannot go back to this checkpoint.\n\n\
           Bring the file back from version control, or set the checkpoint to `pending`.",
    fails: &[(
        PATH,
        session!(
            "paused",
            "",
            "\"CP-01\": {\"status\": \"completed\", \"snapshot_path\": \".workflow/sessions/WFR-tdd-20260115-120000/checkpoints/CP-01.json\"}"
        ),
    )],
    passes: &[
        (
            PATH,
            session!(
                "paused",
                "",
                "\"CP-01\": {\"status\": \"completed\", \"snapshot_path\": \".workflow/sessions/WFR-tdd-20260115-120000/checkpoints/CP-01.json\"}"
            ),
        ),
        (SNAPSHOT, "{\"session_id\": \"WFR-tdd-20260115-120000\", \"checkpoint_id\": \"CP-01\"}\n"),
    ],
    look: |subject| {
        let mut found = Vec::new();
        for (id, node, path) in checkpoints(subject) {
            let why = match neighbour(&path).map(|text| serde_json::from_str::<Value>(&text)) {
                None => "is not there",
                Some(Err(_)) => "is not JSON",
                Some(Ok(_)) => continue,
            };
            found.push(Finding::new(node.span(), format!("the snapshot of `{id}` {why}")));
        }
        found
    },
};

const CONTRADICTION: Rule = Rule {
    code: "SL315",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a snapshot contradicts its session",
    page: "A checkpoint's snapshot belongs to another session or checkpoint, was saved at another time than \
           the session says, names nodes that the session does not have, or has nodes as completed that the \
           session has not completed any more. Resuming from it would repeat work or skip some.\n\n\
           Find out which of the two is right; the snapshot is written once, the session after every node.",
    fails: &[
        (
            PATH,
            session!(
                "paused",
                "",
                "\"CP-01\": {\"status\": \"completed\", \"snapshot_path\": \".workflow/sessions/WFR-tdd-20260115-120000/checkpoints/CP-01.json\"}"
            ),
        ),
        (SNAPSHOT, "{\"session_id\": \"WFR-other-20260114-090000\", \"checkpoint_id\": \"CP-01\"}\n"),
    ],
    passes: &[
        (
            PATH,
            session!(
                "paused",
                "",
                "\"CP-01\": {\"status\": \"completed\", \"snapshot_path\": \".workflow/sessions/WFR-tdd-20260115-120000/checkpoints/CP-01.json\"}"
            ),
        ),
        (
            SNAPSHOT,
            "{\"session_id\": \"WFR-tdd-20260115-120000\", \"checkpoint_id\": \"CP-01\", \"context_snapshot\": {\"goal\": \"Log in\"}}\n",
        ),
    ],
    look: |subject| {
        let mut found = Vec::new();
        for (id, node, path) in checkpoints(subject) {
            let Some(text) = neighbour(&path) else { continue };
            let Ok(snapshot) = serde_json::from_str::<Value>(&text) else { continue };
            for why in contradictions(subject, id, &snapshot) {
                found.push(Finding::new(node.span(), format!("the snapshot of `{id}` {why}")));
            }
        }
        found
    },
};

/// Returns what a snapshot says otherwise than its session, in words.
fn contradictions(subject: &Subject<'_>, id: &str, snapshot: &Value) -> Vec<String> {
    let root = subject.root();
    let states = root.key("node_states");
    let text = |key: &str| snapshot.get(key).and_then(Value::as_str);
    let mut found = Vec::new();
    if let (Some(there), Some(here)) = (text("session_id"), root.key("session_id").text())
        && there != here
    {
        found.push(format!("is of the session `{there}`"));
    }
    if let Some(there) = text("checkpoint_id").filter(|there| *there != id) {
        found.push(format!("is of the checkpoint `{there}`"));
    }
    let saved =
        states.entries().find(|(name, _)| *name == id).and_then(|(_, node)| node.key("saved_at").time());
    if let (Some(there), Some(here)) = (text("saved_at").and_then(crate::time::seconds), saved)
        && there != here
    {
        found.push("was saved at another time".to_owned());
    }
    let goal = |context: Option<&Value>| context.and_then(|context| context.get("goal")).cloned();
    let (there, here) = (goal(snapshot.get("context_snapshot")), goal(root.key("context").value()));
    if there.is_some() && here.is_some() && there != here {
        found.push("has another goal".to_owned());
    }
    found.extend(lost_nodes(&states, snapshot));
    found
}

/// Returns which nodes a session does not have, or has no longer completed.
fn lost_nodes(states: &Node<'_>, snapshot: &Value) -> Vec<String> {
    let known: Vec<(&str, Node<'_>)> = states.entries().collect();
    let state = |id: &str| known.iter().find(|(known, _)| *known == id).map(|(_, node)| node);
    let mut found = Vec::new();
    for key in ["last_completed_node", "next_node"] {
        if let Some(id) = snapshot.get(key).and_then(Value::as_str).filter(|id| state(id).is_none()) {
            found.push(format!("names `{id}`, which the session does not have"));
        }
    }
    let then = snapshot.get("node_states_snapshot").and_then(Value::as_object);
    for (id, node) in then.into_iter().flatten() {
        let was_done = node.get("status").and_then(Value::as_str) == Some("completed");
        let now = state(id).and_then(|node| node.key("status").text()).unwrap_or("unknown");
        if was_done && !matches!(now, "completed" | "skipped") {
            found.push(format!("has `{id}` completed, which is {now} now"));
        }
    }
    found
}

const ARTIFACTS: Rule = Rule {
    code: "SL316",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "an artifact that is not there",
    page: "A completed node names a file that it has made, as `output_path` or among its `artifacts`, and the \
           file is not there. The nodes behind it are told to read it.\n\n\
           Bring the file back, or set the node to `pending` so that it is run again.",
    fails: &[(
        PATH,
        session!("paused", "", "\"N-001\": {\"status\": \"completed\", \"artifacts\": [\"docs/PLAN.md\"]}"),
    )],
    passes: &[
        (
            PATH,
            session!(
                "paused",
                "",
                "\"N-001\": {\"status\": \"completed\", \"artifacts\": [\"docs/PLAN.md\"]}"
            ),
        ),
        ("docs/PLAN.md", "# Plan\n"),
    ],
    look: |subject| {
        let done = subject.root().key("node_states");
        let done = done.entries().filter(|(_, node)| node.key("status").text() == Some("completed"));
        let files = done.flat_map(|(_, node)| {
            let artifacts: Vec<Node<'_>> = node.key("artifacts").items().collect();
            let output = node.key("output_path");
            let is_listed = artifacts.iter().any(|artifact| artifact.text() == output.text());
            artifacts.into_iter().chain((!is_listed).then_some(output))
        });
        let gone = files.take(FILES).filter_map(|node| {
            let name = node.text()?;
            let path = subject.named(name)?;
            (!path.exists()).then(|| Finding::new(node.span(), format!("`{name}` is not there")))
        });
        gone.collect()
    },
};
