//! Compares the snapshots of checkpoints with the session, and looks for the files that its nodes made.

use std::{
    collections::HashSet,
    ffi::OsStr,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{PATH, SNAPSHOT, session};
use crate::{
    family::rule::{Finding, Node, Rule, Scope, Severity, Subject, subject::neighbour},
    sys::listing,
    text::time,
};

pub(super) const RULES: &[Rule] = &[GONE, CONTRADICTION, ARTIFACTS, UNUSED];

/// The most entries of a directory to look at.
const ENTRIES: usize = 1000;

/// The most files of a list to look up.
const FILES: usize = 200;

/// A session with one completed checkpoint, whose snapshot is at `SNAPSHOT`.
const CHECKED: &str = session!(
    "paused",
    "",
    "\"CP-01\": {\"status\": \"completed\", \"snapshot_path\": \".workflow/sessions/WFR-tdd-20260115-120000/checkpoints/CP-01.json\"}"
);

/// Returns the name of the newest snapshot that can be read.
pub(super) fn newest(subject: &Subject<'_>) -> Option<String> {
    let dir = subject.dir()?.join("checkpoints");
    let saved = listing::entries(&dir, ENTRIES).ok()?.into_iter().filter_map(|(name, _)| {
        let text = neighbour(&dir.join(&name))?;
        let value: Value = serde_json::from_str(&text).ok()?;
        value.get("node_states_snapshot")?;
        let time = value.get("saved_at").and_then(Value::as_str).and_then(time::seconds);
        Some((time, name.to_string_lossy().into_owned()))
    });
    saved.max().map(|(_, name)| name)
}

/// Returns the completed checkpoints that name a snapshot, with its path.
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
    page: "A completed checkpoint names the file of its snapshot, and that file is missing or \
           is not JSON. The session cannot go back to this checkpoint.\n\n\
           Restore the file from version control, or set the checkpoint to `pending`.",
    fails: &[(PATH, CHECKED)],
    passes: &[
        (PATH, CHECKED),
        (SNAPSHOT, "{\"session_id\": \"WFR-tdd-20260115-120000\", \"checkpoint_id\": \"CP-01\"}\n"),
    ],
    find: |subject| {
        let mut found = Vec::new();
        for (id, node, path) in checkpoints(subject) {
            let why = match neighbour(&path).map(|text| serde_json::from_str::<Value>(&text)) {
                None => "does not exist",
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
           the session says, names nodes that the session does not have, or lists nodes as completed that are \
           no longer completed in the session. Resuming from it would repeat or skip work.\n\n\
           Find out which of the two is right; a snapshot is written once, the session after every node.",
    fails: &[
        (PATH, CHECKED),
        (SNAPSHOT, "{\"session_id\": \"WFR-other-20260114-090000\", \"checkpoint_id\": \"CP-01\"}\n"),
    ],
    passes: &[
        (PATH, CHECKED),
        (
            SNAPSHOT,
            "{\"session_id\": \"WFR-tdd-20260115-120000\", \"checkpoint_id\": \"CP-01\", \"context_snapshot\": {\"goal\": \"Log in\"}}\n",
        ),
    ],
    find: |subject| {
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

/// Returns how a snapshot differs from its session, in words.
fn contradictions(subject: &Subject<'_>, id: &str, snapshot: &Value) -> Vec<String> {
    let root = subject.root();
    let states = root.key("node_states");
    let text = |key: &str| snapshot.get(key).and_then(Value::as_str);
    let mut found = Vec::new();
    if let (Some(there), Some(here)) = (text("session_id"), root.key("session_id").text())
        && there != here
    {
        found.push(format!("belongs to the session `{there}`"));
    }
    if let Some(there) = text("checkpoint_id").filter(|there| *there != id) {
        found.push(format!("belongs to the checkpoint `{there}`"));
    }
    let saved =
        states.entries().find(|(name, _)| *name == id).and_then(|(_, node)| node.key("saved_at").time());
    if let (Some(there), Some(here)) = (text("saved_at").and_then(time::seconds), saved)
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

/// Describes nodes that the session does not have, or has no longer completed.
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
            found.push(format!("has `{id}` completed, but it is {now} now"));
        }
    }
    found
}

const ARTIFACTS: Rule = Rule {
    code: "SL316",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "an artifact is missing",
    page: "A completed node lists a file that it made, in `output_path` or `artifacts`, and the \
           file does not exist. Later nodes need to read it.\n\n\
           Restore the file, or set the node to `pending` so that it runs again.",
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
    find: |subject| {
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
            (!path.exists()).then(|| Finding::new(node.span(), format!("`{name}` does not exist")))
        });
        gone.collect()
    },
};

const UNUSED: Rule = Rule {
    code: "SL317",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a snapshot that no node points to",
    page: "A file in `checkpoints/` is not the `snapshot_path` of any node. The player finds a snapshot through \
           its node, so the session cannot go back to this one: the session was written before the \
           snapshot, or the path was lost.\n\n\
           Set `snapshot_path` of its node, or remove the file.",
    fails: &[
        (PATH, session!("paused", "", "\"CP-01\": {\"status\": \"pending\", \"snapshot_path\": null}")),
        (SNAPSHOT, "{\"session_id\": \"WFR-tdd-20260115-120000\", \"checkpoint_id\": \"CP-01\"}\n"),
    ],
    passes: &[
        (PATH, CHECKED),
        (SNAPSHOT, "{\"session_id\": \"WFR-tdd-20260115-120000\", \"checkpoint_id\": \"CP-01\"}\n"),
    ],
    find: |subject| {
        let states = subject.root().key("node_states");
        // A session that cannot be read points to nothing.
        let (Some(dir), Some(_)) = (subject.dir(), states.value()) else { return Vec::new() };
        let named = states.entries().filter_map(|(_, node)| node.key("snapshot_path").text());
        // A session may have been moved to the archive since: the name of the file decides.
        let named: HashSet<&OsStr> = named.filter_map(|path| Path::new(path).file_name()).collect();
        let entries = listing::entries(&dir.join("checkpoints"), ENTRIES).unwrap_or_default();
        let mut unused: Vec<String> = entries
            .into_iter()
            .filter(|(name, _)| Path::new(name).extension().is_some_and(|kind| kind == "json"))
            .filter(|(name, _)| !named.contains(name.as_os_str()))
            .map(|(name, _)| name.to_string_lossy().into_owned())
            .collect();
        unused.sort();
        let found = unused.into_iter().map(|name| {
            let finding = Finding::new(states.span(), format!("no node points to `checkpoints/{name}`"));
            finding.help("set `snapshot_path` of its node, or remove the file")
        });
        found.collect()
    },
};
