//! Whether a session is consistent: its directory, its plan, its nodes.

use std::collections::HashSet;

use super::{PATH, session};
use crate::family::rule::{Finding, Node, Rule, Scope, Severity, Subject};

pub(super) const RULES: &[Rule] = &[FOLDER, UNPLANNED, PLACE, CONTRADICTION];

/// Returns the status of a session or a node.
pub(super) fn status<'s>(node: &Node<'s>) -> &'s str {
    node.key("status").text().unwrap_or_default()
}

/// Returns the nodes with their ids.
pub(super) fn nodes<'s>(subject: &'s Subject<'_>) -> Vec<(&'s str, Node<'s>)> {
    subject.root().key("node_states").entries().collect()
}

const FOLDER: Rule = Rule {
    code: "SL306",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the session is in the wrong directory",
    page: "A session is in the directory of its id, and in `archive/` once it is archived. Here the directory \
           has another name, or does not match the status: `--resume` looks for a directory by the \
           id and does not find this one.\n\n\
           Rename the directory, or correct the id or the status.",
    fails: &[(
        ".workflow/sessions/WFR-copy/session-state.json",
        session!("paused", "", "\"N-001\": {\"status\": \"pending\"}"),
    )],
    passes: &[(PATH, session!("paused", "", "\"N-001\": {\"status\": \"pending\"}"))],
    find: |subject| {
        let root = subject.root();
        let id = root.key("session_id");
        let folder = subject.dir().and_then(|dir| dir.file_name()).map(|name| name.to_string_lossy());
        let (Some(folder), Some(named)) = (folder.filter(|name| name.starts_with("WFR-")), id.text()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        if folder != named {
            found.push(Finding::new(id.span(), format!("the session is in the directory `{folder}`")));
        }
        let archive = subject.dir().and_then(|dir| dir.parent()).and_then(|dir| dir.file_name());
        let is_in_archive = archive.is_some_and(|name| name == "archive");
        let is_archived = status(&root) == "archived";
        if is_archived != is_in_archive && (is_archived || status(&root) == "running") {
            let place = if is_in_archive { "in" } else { "not in" };
            let message = format!("the session is {}, but {place} `archive/`", status(&root));
            found.push(Finding::new(root.key("status").span(), message));
        }
        found
    },
};

const UNPLANNED: Rule = Rule {
    code: "SL307",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "the plan and the nodes do not agree",
    page: "Every node of `execution_plan` has an entry in `node_states`, and every entry belongs to a node of \
           the plan, in one batch. A node without an entry cannot run; an entry without a batch never runs, \
           and the bar never reaches 100%.\n\n\
           Add what is missing, or remove what is not in the plan.",
    fails: &[(
        PATH,
        session!(
            "paused",
            "\"execution_plan\": [{\"batch\": 1, \"nodes\": [\"N-001\", \"N-002\"]}], ",
            "\"N-001\": {\"status\": \"pending\"}"
        ),
    )],
    passes: &[(
        PATH,
        session!(
            "paused",
            "\"execution_plan\": [{\"batch\": 1, \"nodes\": [\"N-001\"]}], ",
            "\"N-001\": {\"status\": \"pending\"}"
        ),
    )],
    find: |subject| {
        let plan = subject.root().key("execution_plan");
        if plan.count().is_none() {
            return Vec::new();
        }
        let states: HashSet<&str> = nodes(subject).iter().map(|(id, _)| *id).collect();
        let mut planned = HashSet::new();
        let mut found = Vec::new();
        for node in plan.items().flat_map(|batch| batch.key("nodes").items()) {
            let Some(id) = node.text() else { continue };
            if !planned.insert(id) {
                found.push(Finding::new(node.span(), format!("`{id}` is planned twice")));
            } else if !states.contains(id) {
                let finding = Finding::new(node.span(), format!("`{id}` has no entry in `node_states`"));
                found.push(finding);
            }
        }
        for (id, node) in nodes(subject).iter().filter(|(id, _)| !planned.contains(id)) {
            found.push(Finding::new(node.span(), format!("`{id}` is in no batch of the plan")));
        }
        found
    },
};

const PLACE: Rule = Rule {
    code: "SL308",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the current batch, node or checkpoint does not exist",
    page: "`current_batch` is not a batch of the plan, `current_node` is not a node of that batch, or \
           `last_checkpoint` is not a completed checkpoint. A resumed session would start at the wrong \
           node.\n\n\
           Correct the field that is wrong.",
    fails: &[(
        PATH,
        session!("paused", "\"current_node\": \"N-009\", ", "\"N-001\": {\"status\": \"pending\"}"),
    )],
    passes: &[(
        PATH,
        session!("paused", "\"current_node\": \"N-001\", ", "\"N-001\": {\"status\": \"pending\"}"),
    )],
    find: |subject| {
        let root = subject.root();
        let mut found = Vec::new();
        let plan = root.key("execution_plan");
        let (number, node) = (root.key("current_batch"), root.key("current_node"));
        let batch = number
            .integer()
            .and_then(|wanted| plan.items().find(|batch| batch.key("batch").integer() == Some(wanted)));
        if let (Some(wanted), None, Some(count)) = (number.integer(), &batch, plan.count()) {
            found.push(Finding::new(number.span(), format!("no batch {wanted} in a plan of {count}")));
        }
        if let Some(id) = node.text() {
            let in_batch =
                batch.is_none_or(|batch| batch.key("nodes").items().any(|member| member.text() == Some(id)));
            if !root.key("node_states").key(id).is_there() {
                found.push(Finding::new(node.span(), format!("there is no node `{id}`")));
            } else if !in_batch {
                found.push(Finding::new(node.span(), format!("`{id}` is not in the current batch")));
            }
        }
        let last = root.key("last_checkpoint");
        if let Some(id) = last.text()
            && status(&root.key("node_states").key(id)) != "completed"
        {
            found.push(Finding::new(last.span(), format!("`{id}` is not a completed checkpoint")));
        }
        found
    },
};

const CONTRADICTION: Rule = Rule {
    code: "SL309",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the status contradicts the nodes",
    page: "The session is completed while a node is not finished, failed while no node failed, running while \
           every node is finished, or a node is still running although the session has ended. The line \
           uses the status, the bar uses the nodes.\n\n\
           Correct the one that is wrong; `--resume` works on a session that is paused or running.",
    fails: &[(PATH, session!("completed", "", "\"N-001\": {\"status\": \"running\"}"))],
    passes: &[(PATH, session!("completed", "", "\"N-001\": {\"status\": \"completed\"}"))],
    find: |subject| {
        let root = subject.root();
        let nodes = nodes(subject);
        let with = |wanted: &[&str]| nodes.iter().find(|(_, node)| wanted.contains(&status(node)));
        let unfinished = with(&["running", "pending", "failed"]);
        let why = match status(&root) {
            _ if nodes.is_empty() => return Vec::new(),
            "completed" | "archived" => unfinished.map(|(id, node)| format!("`{id}` is {}", status(node))),
            "failed" if with(&["failed"]).is_none() => Some("no node failed".to_owned()),
            "running" if unfinished.is_none() => Some("every node is finished".to_owned()),
            "paused" | "aborted" | "failed" => with(&["running"]).map(|(id, _)| format!("`{id}` is running")),
            _ => None,
        };
        let Some(why) = why else { return Vec::new() };
        let message = format!("the session is {}, but {why}", status(&root));
        vec![Finding::new(root.key("status").span(), message)]
    },
};
