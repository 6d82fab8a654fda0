//! The documented fields of agent-state.json.

use super::{PATH, bounds, state};
use crate::family::rule::{
    Finding, Rule, Scope, Severity, Subject,
    schema::{self, Field, FieldKind, Way, nullable, optional, required},
};

/// Returns the fields of the file's format; for the old one only three are documented.
pub(in crate::family) fn fields(subject: &Subject<'_>) -> &'static [Field] {
    if is_old(subject) { &[] } else { FIELDS }
}

/// Returns whether the file has the old format.
fn is_old(subject: &Subject<'_>) -> bool {
    let root = subject.root();
    root.key("orchestrator").value().is_none() && root.key("current_step").is_there()
}

const FIELDS: &[Field] = &[
    required("orchestrator", FieldKind::Object(ORCHESTRATOR)),
    optional("supervisor", FieldKind::Object(SUPERVISOR)),
    optional("active_agents", FieldKind::List(&FieldKind::Object(AGENT))),
    optional("completed_tasks", FieldKind::List(&FieldKind::Object(COMPLETED))),
    optional("pending_tasks", FieldKind::List(&FieldKind::Object(PENDING))),
    optional("safety_bounds", FieldKind::Object(BOUNDS)),
    optional("learnings", FieldKind::List(&FieldKind::Object(LEARNING))),
    optional("milestones", FieldKind::List(&FieldKind::Object(MILESTONE))),
    optional("checkpoints", FieldKind::List(&FieldKind::Object(CHECKPOINT))),
];

const ORCHESTRATOR: &[Field] = &[
    required("status", FieldKind::OneOf(&["planning", "executing", "reviewing", "completed", "failed"])),
    required("task_doc", FieldKind::Text),
    required("current_phase", FieldKind::Integer),
    required("total_phases", FieldKind::Integer),
    required("current_task", FieldKind::Text),
    required("ralph_iteration", FieldKind::Integer),
    required("outer_ralph", FieldKind::Boolean),
    required("start_time", FieldKind::Time),
    nullable("end_time", FieldKind::Time),
];

const SUPERVISOR: &[Field] = &[
    required("enabled", FieldKind::Boolean),
    required("checks_performed", FieldKind::Integer),
    required("conflicts_detected", FieldKind::Integer),
    required("auto_fixes_applied", FieldKind::Integer),
    required("re_plans_triggered", FieldKind::Integer),
    nullable("last_check", FieldKind::Time),
    required("interventions", FieldKind::List(&FieldKind::Object(INTERVENTION))),
];

const INTERVENTION: &[Field] = &[
    required("timestamp", FieldKind::Time),
    required("check_type", FieldKind::OneOf(&["pre_task", "post_task", "on_demand"])),
    required("task", FieldKind::Text),
    required(
        "conflict_type",
        FieldKind::OneOf(&["architecture", "dependency", "api", "security", "pattern"]),
    ),
    required("severity", FieldKind::OneOf(&["critical", "high", "low"])),
    required("action", FieldKind::OneOf(&["re_plan", "auto_fix", "pass"])),
    required("resolution", FieldKind::Text),
];

const AGENT: &[Field] = &[
    required(
        "type",
        FieldKind::OneOf(&["task-executor", "supervisor", "outer-ralph", "code-improvement-scanner"]),
    ),
    required("task", FieldKind::Text),
    required("started", FieldKind::Time),
    required("iteration", FieldKind::Integer),
    required("status", FieldKind::OneOf(&["in_progress", "waiting", "blocked"])),
];

const COMPLETED: &[Field] = &[
    required("task", FieldKind::Text),
    required("name", FieldKind::Text),
    required("completed", FieldKind::Time),
    required("iterations", FieldKind::Integer),
    required("time_elapsed", FieldKind::Text),
    required("cost", FieldKind::Text),
    required("files_modified", FieldKind::List(&FieldKind::Text)),
    required("success_criteria_met", FieldKind::Each(&FieldKind::Boolean)),
];

const PENDING: &[Field] = &[
    required("phase", FieldKind::Integer),
    required("task", FieldKind::Text),
    required("name", FieldKind::Text),
];

const BOUNDS: &[Field] = &[
    required("max_iterations_per_task", FieldKind::Integer),
    required("max_cost", FieldKind::Text),
    required("max_time", FieldKind::Text),
    required("cost_so_far", FieldKind::Text),
    required("elapsed_time", FieldKind::Text),
    required("warnings", FieldKind::List(&FieldKind::Text)),
];

const LEARNING: &[Field] = &[
    required("timestamp", FieldKind::Time),
    required("task", FieldKind::Text),
    required("iteration", FieldKind::Integer),
    required("type", FieldKind::OneOf(&["pattern", "antipattern", "insight"])),
    required("lesson", FieldKind::Text),
    required("pattern", FieldKind::Text),
    required("context", FieldKind::Text),
];

const MILESTONE: &[Field] = &[
    required("phase", FieldKind::Integer),
    required("name", FieldKind::Text),
    required("completed", FieldKind::Time),
    required("issue_url", FieldKind::Text),
];

const CHECKPOINT: &[Field] = &[
    required("timestamp", FieldKind::Time),
    required("phase", FieldKind::Integer),
    required("task", FieldKind::Text),
    required("git_sha", FieldKind::Text),
    required("state_snapshot", FieldKind::Text),
];

pub(super) const RULES: &[Rule] = &[MISSING, TYPE, WORD, TIME, OLD];

const GOOD: &str = state!("executing", "", "", "", bounds!("$0.75", "0h 34m 8s", ""), "");

const MISSING: Rule = Rule {
    code: "SL401",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a required field is missing",
    page: "The documentation requires this field. The line shows what it can, but a query such as \
           `.safety_bounds.cost_so_far` returns null, and a limit without its maximum or its count never \
           takes effect.\n\n\
           Add the field, or let the orchestrator write the state again.",
    fails: &[(
        PATH,
        "{\n  \"orchestrator\": {\"status\": \"executing\", \"task_doc\": \"/srv/tasks/login.md\"}\n}\n",
    )],
    passes: &[(PATH, GOOD)],
    find: |subject| schema::of(subject, Way::Missing),
};

const TYPE: Rule = Rule {
    code: "SL402",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a field has the wrong type",
    page: "A field does not have the documented type: a list has strings such as \
           `\"1.1: Set up\"` instead of task objects, or a limit is the number 10 instead of `\"$10\"`. The line \
           copes with this; the documented jq queries fail or return null.\n\n\
           Write the value as documented.",
    fails: &[(PATH, state!("executing", "", "", "\"1.1: Set up\"", bounds!("$0.75", "34m", ""), ""))],
    passes: &[(
        PATH,
        state!(
            "executing",
            "",
            "",
            "{\"phase\": 0, \"task\": \"1.1\", \"name\": \"Set up\"}",
            bounds!("$0.75", "34m", ""),
            ""
        ),
    )],
    find: |subject| schema::of(subject, Way::Type),
};

const WORD: Rule = Rule {
    code: "SL403",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "unknown value",
    page: "A status, type, severity or action is not one of the documented words. The line shows an unknown \
           status as it is written; the orchestrator does nothing for it.\n\n\
           Write one of the documented words.",
    fails: &[(PATH, state!("excuting", "", "", "", bounds!("$0.75", "34m", ""), ""))],
    passes: &[(PATH, GOOD)],
    find: |subject| schema::of(subject, Way::Word),
};

const TIME: Rule = Rule {
    code: "SL404",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a time that cannot be read",
    page: "Times are ISO 8601: `2026-01-15T12:00:00Z`. The age of anything else is unknown, so an agent \
           that crashed goes unnoticed.\n\n\
           Write the time in that form.",
    fails: &[(
        PATH,
        state!(
            "executing",
            "{\"type\": \"task-executor\", \"task\": \"1.1\", \"started\": \"noon\", \"iteration\": 1, \"status\": \"in_progress\"}",
            "",
            "",
            bounds!("$0.75", "34m", ""),
            ""
        ),
    )],
    passes: &[(PATH, GOOD)],
    find: |subject| schema::of(subject, Way::Time),
};

const OLD: Rule = Rule {
    code: "SL405",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "the state has the old format",
    page: "The file has `status`, `current_step` and `total_steps` at the top level. This is the format of \
           automated-workflow, which the orchestrator replaced. Nothing converts it; an old workflow finishes \
           under the old system.\n\n\
           Nothing is wrong. New workflows write the new format.",
    fails: &[(PATH, "{\"status\": \"executing\", \"current_step\": 5, \"total_steps\": 10}\n")],
    passes: &[(PATH, GOOD)],
    find: |subject| {
        if !is_old(subject) {
            return Vec::new();
        }
        vec![Finding::new(subject.root().key("current_step").span(), "the state has the old format")]
    },
};
