//! The documented fields of a session.

use super::{PATH, session};
use crate::family::rule::{
    Finding, Rule, Scope, Severity,
    schema::{self, Field, FieldKind, Way, optional, required},
};

pub(in crate::family) const FIELDS: &[Field] = &[
    required("session_id", FieldKind::Text),
    required("template_id", FieldKind::Text),
    optional("template_path", FieldKind::Text),
    optional("template_name", FieldKind::Text),
    required(
        "status",
        FieldKind::OneOf(&["running", "paused", "completed", "failed", "aborted", "archived"]),
    ),
    optional("context", FieldKind::Each(&FieldKind::Anything)),
    optional("execution_plan", FieldKind::List(&FieldKind::Object(BATCH))),
    optional("current_batch", FieldKind::Integer),
    optional("current_node", FieldKind::Text),
    optional("last_checkpoint", FieldKind::Text),
    required("node_states", FieldKind::Each(&FieldKind::Object(NODE))),
    required("created_at", FieldKind::Time),
    optional("updated_at", FieldKind::Time),
    optional("completed_at", FieldKind::Time),
];

const BATCH: &[Field] = &[
    required("batch", FieldKind::Integer),
    required("nodes", FieldKind::List(&FieldKind::Text)),
    optional("parallel", FieldKind::Boolean),
];

const NODE: &[Field] = &[
    required("status", FieldKind::OneOf(&["pending", "running", "completed", "skipped", "failed"])),
    optional("started_at", FieldKind::Time),
    optional("completed_at", FieldKind::Time),
    optional("saved_at", FieldKind::Time),
    optional("session_id", FieldKind::Text),
    optional("output_path", FieldKind::Text),
    optional("artifacts", FieldKind::List(&FieldKind::Text)),
    optional("snapshot_path", FieldKind::Text),
    optional("auto_continue", FieldKind::Boolean),
    optional("cli_task_id", FieldKind::Text),
];

pub(super) const RULES: &[Rule] = &[MISSING, TYPE, WORD, TIME, CORRUPT];

const MISSING: Rule = Rule {
    code: "SL301",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a required field is missing",
    page: "A session has an id, a template, a status, the states of its nodes and the time of its creation, \
           and every node has a status. Without them a session cannot be resumed.\n\n\
           Add the field, or start the workflow again.",
    fails: &[(PATH, "{\n  \"session_id\": \"WFR-tdd-20260115-120000\",\n  \"status\": \"running\"\n}\n")],
    passes: &[(PATH, session!("paused", "", "\"N-001\": {\"status\": \"pending\"}"))],
    find: |subject| schema::of(subject, Way::Missing),
};

const TYPE: Rule = Rule {
    code: "SL302",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a field has the wrong type",
    page: "A field does not have the documented type: a string instead of a number, or a \
           single value instead of a list. The player compares without converting, so `\"3\"` is not \
           batch 3.\n\n\
           Write the value as documented.",
    fails: &[(
        PATH,
        session!("paused", "\"current_batch\": \"1\", ", "\"N-001\": {\"status\": \"pending\"}"),
    )],
    passes: &[(PATH, session!("paused", "\"current_batch\": 1, ", "\"N-001\": {\"status\": \"pending\"}"))],
    find: |subject| schema::of(subject, Way::Type),
};

const WORD: Rule = Rule {
    code: "SL303",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "unknown status",
    page: "A session is running, paused, completed, failed, aborted or archived; a node is pending, running, \
           completed, skipped or failed. Neither the line nor the player knows what to do with any other \
           word.\n\n\
           Write one of the documented words.",
    fails: &[(PATH, session!("pausd", "", "\"N-001\": {\"status\": \"pending\"}"))],
    passes: &[(PATH, session!("paused", "", "\"N-001\": {\"status\": \"pending\"}"))],
    find: |subject| schema::of(subject, Way::Word),
};

const TIME: Rule = Rule {
    code: "SL304",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a time that cannot be read",
    page: "Times are ISO 8601: `2026-03-17T14:30:22Z`. The age of anything else is unknown, so an \
           interrupted run goes unnoticed.\n\n\
           Write the time in that form.",
    fails: &[(
        PATH,
        session!("paused", "\"completed_at\": \"noon\", ", "\"N-001\": {\"status\": \"pending\"}"),
    )],
    passes: &[(PATH, session!("paused", "\"completed_at\": null, ", "\"N-001\": {\"status\": \"pending\"}"))],
    find: |subject| schema::of(subject, Way::Time),
};

const CORRUPT: Rule = Rule {
    code: "SL305",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "the file is not a JSON object",
    page: "The file is not a JSON object: it was cut off in the middle of a write, or edited by hand. The \
           player cannot resume it, and the line shows only what comes before the error, or nothing.\n\n\
           The newest snapshot in `checkpoints/` has the states of all nodes at that time; copy them \
           into the session by hand.",
    fails: &[(PATH, "{\n  \"session_id\": \"WFR-tdd-20260115-120000\",\n  \"status\": \"run")],
    passes: &[(PATH, session!("paused", "", "\"N-001\": {\"status\": \"pending\"}"))],
    find: |subject| {
        let Some((span, why)) = subject.unreadable() else { return Vec::new() };
        let finding = Finding::new(span, why);
        vec![match super::snapshots::newest(subject) {
            Some(name) => {
                finding.help(format!("`checkpoints/{name}` has the states of all nodes at that time"))
            }
            None => finding.help("there is no snapshot in `checkpoints/` to copy the states from"),
        }]
    },
};
