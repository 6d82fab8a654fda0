//! The documented fields of agent-state.json.

use super::{PATH, bounds, state};
use crate::family::rule::{
    Finding, Rule, Scope, Severity, Subject,
    schema::{self, Field, Kind, Way, nullable, optional, required},
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
    required("orchestrator", Kind::Object(ORCHESTRATOR)),
    optional("supervisor", Kind::Object(SUPERVISOR)),
    optional("active_agents", Kind::List(&Kind::Object(AGENT))),
    optional("completed_tasks", Kind::List(&Kind::Object(COMPLETED))),
    optional("pending_tasks", Kind::List(&Kind::Object(PENDING))),
    optional("safety_bounds", Kind::Object(BOUNDS)),
    optional("learnings", Kind::List(&Kind::Object(LEARNING))),
    optional("milestones", Kind::List(&Kind::Object(MILESTONE))),
    optional("checkpoints", Kind::List(&Kind::Object(CHECKPOINT))),
];

const ORCHESTRATOR: &[Field] = &[
    required("status", Kind::OneOf(&["planning", "executing", "reviewing", "completed", "failed"])),
    required("task_doc", Kind::Text),
    required("current_phase", Kind::Integer),
    required("total_phases", Kind::Integer),
    required("current_task", Kind::Text),
    required("ralph_iteration", Kind::Integer),
    required("outer_ralph", Kind::Boolean),
    required("start_time", Kind::Time),
    nullable("end_time", Kind::Time),
];

const SUPERVISOR: &[Field] = &[
    required("enabled", Kind::Boolean),
    required("checks_performed", Kind::Integer),
    required("conflicts_detected", Kind::Integer),
    required("auto_fixes_applied", Kind::Integer),
    required("re_plans_triggered", Kind::Integer),
    nullable("last_check", Kind::Time),
    required("interventions", Kind::List(&Kind::Object(INTERVENTION))),
];

const INTERVENTION: &[Field] = &[
    required("timestamp", Kind::Time),
    required("check_type", Kind::OneOf(&["pre_task", "post_task", "on_demand"])),
    required("task", Kind::Text),
    required("conflict_type", Kind::OneOf(&["architecture", "dependency", "api", "security", "pattern"])),
    required("severity", Kind::OneOf(&["critical", "high", "low"])),
    required("action", Kind::OneOf(&["re_plan", "auto_fix", "pass"])),
    required("resolution", Kind::Text),
];

const AGENT: &[Field] = &[
    required(
        "type",
        Kind::OneOf(&["task-executor", "supervisor", "outer-ralph", "code-improvement-scanner"]),
    ),
    required("task", Kind::Text),
    required("started", Kind::Time),
    required("iteration", Kind::Integer),
    required("status", Kind::OneOf(&["in_progress", "waiting", "blocked"])),
];

const COMPLETED: &[Field] = &[
    required("task", Kind::Text),
    required("name", Kind::Text),
    required("completed", Kind::Time),
    required("iterations", Kind::Integer),
    required("time_elapsed", Kind::Text),
    required("cost", Kind::Text),
    required("files_modified", Kind::List(&Kind::Text)),
    required("success_criteria_met", Kind::Each(&Kind::Boolean)),
];

const PENDING: &[Field] =
    &[required("phase", Kind::Integer), required("task", Kind::Text), required("name", Kind::Text)];

const BOUNDS: &[Field] = &[
    required("max_iterations_per_task", Kind::Integer),
    required("max_cost", Kind::Text),
    required("max_time", Kind::Text),
    required("cost_so_far", Kind::Text),
    required("elapsed_time", Kind::Text),
    required("warnings", Kind::List(&Kind::Text)),
];

const LEARNING: &[Field] = &[
    required("timestamp", Kind::Time),
    required("task", Kind::Text),
    required("iteration", Kind::Integer),
    required("type", Kind::OneOf(&["pattern", "antipattern", "insight"])),
    required("lesson", Kind::Text),
    required("pattern", Kind::Text),
    required("context", Kind::Text),
];

const MILESTONE: &[Field] = &[
    required("phase", Kind::Integer),
    required("name", Kind::Text),
    required("completed", Kind::Time),
    required("issue_url", Kind::Text),
];

const CHECKPOINT: &[Field] = &[
    required("timestamp", Kind::Time),
    required("phase", Kind::Integer),
    required("task", Kind::Text),
    required("git_sha", Kind::Text),
    required("state_snapshot", Kind::Text),
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
    look: |subject| schema::of(subject, Way::Missing),
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
    look: |subject| schema::of(subject, Way::Type),
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
    look: |subject| schema::of(subject, Way::Word),
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
    look: |subject| schema::of(subject, Way::Time),
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
    look: |subject| {
        if !is_old(subject) {
            return Vec::new();
        }
        vec![Finding::new(subject.root().key("current_step").span(), "the state has the old format")]
    },
};
