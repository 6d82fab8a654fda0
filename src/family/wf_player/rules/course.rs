//! The progress of a session over time: what runs, since when, and what failed.

use std::collections::HashSet;

use super::{
    PATH,
    nodes::{nodes, status},
    session,
};
use crate::{
    family::rule::{Finding, Node, Rule, Scope, Severity},
    text::{self, time},
};

pub(super) const RULES: &[Rule] = &[INTERRUPTED, ORDER, SILENT, AT_ONCE];

/// How long a session may be untouched before its run is taken to have been interrupted.
const STALE: i64 = time::DAY;

const INTERRUPTED: Rule = Rule {
    code: "SL310",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "an interrupted run",
    page: "The session says that it is running, but it has not been written for over a day. An interrupted run \
           keeps the status `running` for ever: nothing resets it. The line shows how old it is.\n\n\
           Resume it with `--resume`, or set its status to `aborted` and archive it.",
    fails: &[(
        PATH,
        "{\n  \"session_id\": \"WFR-tdd-20260115-120000\",\n  \"template_id\": \"wft-tdd\",\n  \"status\": \"running\",\n  \
         \"node_states\": {\"N-001\": {\"status\": \"running\"}},\n  \"created_at\": \"2026-01-10T12:00:00Z\",\n  \
         \"updated_at\": \"2026-01-10T12:30:00Z\"\n}\n",
    )],
    passes: &[(PATH, session!("running", "", "\"N-001\": {\"status\": \"running\"}"))],
    find: |subject| {
        let root = subject.root();
        let updated = root.key("updated_at").time().unwrap_or(subject.modified);
        let age = subject.now.saturating_sub(updated);
        if status(&root) != "running" || age <= STALE {
            return Vec::new();
        }
        let message = format!("the session is running, but untouched for {}", time::span(age));
        vec![Finding::new(root.key("status").span(), message).help("resume it, or set it to `aborted`")]
    },
};

const ORDER: Rule = Rule {
    code: "SL311",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "times in an impossible order",
    page: "Something was completed before it was started, updated before it was created, or happened in the \
           future. The clock was wrong when one of them was written, or the file was edited by hand.\n\n\
           Correct the time.",
    fails: &[(
        PATH,
        session!(
            "paused",
            "",
            "\"N-001\": {\"status\": \"completed\", \"started_at\": \"2026-01-15T12:20:00Z\", \"completed_at\": \"2026-01-15T12:10:00Z\"}"
        ),
    )],
    passes: &[(
        PATH,
        session!(
            "paused",
            "",
            "\"N-001\": {\"status\": \"completed\", \"started_at\": \"2026-01-15T12:10:00Z\", \"completed_at\": \"2026-01-15T12:20:00Z\"}"
        ),
    )],
    find: |subject| {
        let root = subject.root();
        let mut pairs = vec![
            (root.key("created_at"), root.key("updated_at")),
            (root.key("created_at"), root.key("completed_at")),
        ];
        pairs.extend(
            nodes(subject).iter().map(|(_, node)| (node.key("started_at"), node.key("completed_at"))),
        );
        let mut found: Vec<Finding> = pairs
            .iter()
            .filter(|(first, second)| {
                first.time().zip(second.time()).is_some_and(|(first, second)| second < first)
            })
            .map(|(first, second)| {
                Finding::new(second.span(), format!("`{}` is before `{}`", second.name(), first.name()))
            })
            .collect();
        let updated = root.key("updated_at");
        // A minute of tolerance, for clocks that differ.
        if updated.time().is_some_and(|time| time > subject.now.saturating_add(60)) {
            found.push(Finding::new(updated.span(), "`updated_at` is in the future"));
        }
        found
    },
};

const SILENT: Rule = Rule {
    code: "SL312",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a failed node has no `error`",
    page: "A failed node has its reason in `error`. This one has none, so there is nothing to go by when it \
           is retried.\n\n\
           The session's directory or the log of the command may still show the reason.",
    fails: &[(PATH, session!("failed", "", "\"N-001\": {\"status\": \"failed\", \"error\": null}"))],
    passes: &[(
        PATH,
        session!("failed", "", "\"N-001\": {\"status\": \"failed\", \"error\": \"tests fail\"}"),
    )],
    find: |subject| {
        let silent = |(id, node): &(&str, Node<'_>)| {
            let is_silent = status(node) == "failed" && node.key("error").value().is_none();
            is_silent.then(|| {
                Finding::new(node.key("status").span(), format!("`{id}` failed, but has no `error`"))
            })
        };
        nodes(subject).iter().filter_map(silent).collect()
    },
};

const AT_ONCE: Rule = Rule {
    code: "SL313",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "nodes run in parallel that should not",
    page: "Several nodes are running, but they are not in one batch that is marked `parallel`. An interrupted run \
           left one of them in `running`, or it was started too early.\n\n\
           Set the one that does not run to `pending`.",
    fails: &[(
        PATH,
        session!(
            "running",
            "\"execution_plan\": [{\"batch\": 1, \"nodes\": [\"N-001\"], \"parallel\": false}, {\"batch\": 2, \"nodes\": [\"N-002\"], \"parallel\": false}], ",
            "\"N-001\": {\"status\": \"running\"}, \"N-002\": {\"status\": \"running\"}"
        ),
    )],
    passes: &[(
        PATH,
        session!(
            "running",
            "\"execution_plan\": [{\"batch\": 1, \"nodes\": [\"N-001\", \"N-002\"], \"parallel\": true}], ",
            "\"N-001\": {\"status\": \"running\"}, \"N-002\": {\"status\": \"running\"}"
        ),
    )],
    find: |subject| {
        let nodes = nodes(subject);
        let running: Vec<_> = nodes.iter().filter(|(_, node)| status(node) == "running").collect();
        let plan = subject.root().key("execution_plan");
        let ([_, _, ..], Some(_)) = (running.as_slice(), plan.count()) else { return Vec::new() };
        let may = plan.items().filter(|batch| batch.key("parallel").is_true()).any(|batch| {
            let members: HashSet<&str> = batch.key("nodes").items().filter_map(|node| node.text()).collect();
            running.iter().all(|(id, _)| members.contains(id))
        });
        let Some((_, node)) = running.last().filter(|_| !may) else { return Vec::new() };
        let names: Vec<String> = running.iter().map(|(id, _)| format!("`{id}`")).collect();
        let message = format!("{} are running, but in no parallel batch", text::series(&names, "and"));
        vec![Finding::new(node.key("status").span(), message)]
    },
};
