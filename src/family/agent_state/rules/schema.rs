//! The documented fields of agent-state.json.

use super::{PATH, bounds, state};
use crate::family::rule::{
    Finding, Rule, Scope, Severity, Subject,
    schema::{self, Field, Kind, Way, nullable, optional, required},
};

/// Returns the fields of the format that it is; of the old one nothing is documented but the triple.
pub(in crate::family) fn fields(subject: &Subject<'_>) -> &'static [Field] {
    if is_old(subject) { &[] } else { FIELDS }
}

/// Tells whether the file is of the old format.
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
    required("current_phase", Kind::Whole),
    required("total_phases", Kind::Whole),
    required("current_task", Kind::Text),
    required("ralph_iteration", Kind::Whole),
    required("outer_ralph", Kind::Flag),
    required("start_time", Kind::Time),
    nullable("end_time", Kind::Time),
];

const SUPERVISOR: &[Field] = &[
    required("enabled", Kind::Flag),
    required("checks_performed", Kind::Whole),
    required("conflicts_detected", Kind::Whole),
    required("auto_fixes_applied", Kind::Whole),
    required("re_plans_triggered", Kind::Whole),
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
    required("iteration", Kind::Whole),
    required("status", Kind::OneOf(&["in_progress", "waiting", "blocked"])),
];

const COMPLETED: &[Field] = &[
    required("task", Kind::Text),
    required("name", Kind::Text),
    required("completed", Kind::Time),
    required("iterations", Kind::Whole),
    required("time_elapsed", Kind::Text),
    required("cost", Kind::Text),
    required("files_modified", Kind::List(&Kind::Text)),
    required("success_criteria_met", Kind::Each(&Kind::Flag)),
];

const PENDING: &[Field] =
    &[required("phase", Kind::Whole), required("task", Kind::Text), required("name", Kind::Text)];

const BOUNDS: &[Field] = &[
    required("max_iterations_per_task", Kind::Whole),
    required("max_cost", Kind::Text),
    required("max_time", Kind::Text),
    required("cost_so_far", Kind::Text),
    required("elapsed_time", Kind::Text),
    required("warnings", Kind::List(&Kind::Text)),
];

const LEARNING: &[Field] = &[
    required("timestamp", Kind::Time),
    required("task", Kind::Text),
    required("iteration", Kind::Whole),
    required("type", Kind::OneOf(&["pattern", "antipattern", "insight"])),
    required("lesson", Kind::Text),
    required("pattern", Kind::Text),
    required("context", Kind::Text),
];

const MILESTONE: &[Field] = &[
    required("phase", Kind::Whole),
    required("name", Kind::Text),
    required("completed", Kind::Time),
    required("issue_url", Kind::Text),
];

const CHECKPOINT: &[Field] = &[
    required("timestamp", Kind::Time),
    required("phase", Kind::Whole),
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
    page: "The document requires the field. The line shows what is there, but a query such as \
           `.safety_bounds.cost_so_far` answers null, and a bound without its limit or its count is never \
           reached.\n\n\
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
    title: "a field is of another type than documented",
    page: "A field holds something else than the document has there: a list of texts such as \
           `\"1.1: Set up\"` where task objects belong, or the number 10 where `\"$10\"` does. The line copes; \
           the documented jq queries fail or answer null.\n\n\
           Write the value as the document has it.",
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
    title: "a word that the document does not know",
    page: "A status, a type, a severity or an action is not one of the documented words. The line shows a \
           status that it does not know as it stands; the orchestrator takes none of its steps for it.\n\n\
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
    page: "Times are ISO 8601: `2026-01-15T12:00:00Z`. Of anything else the age cannot be told, so an agent \
           that crashed is not noticed.\n\n\
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
    title: "the state is of the old format",
    page: "The file has `status`, `current_step` and `total_steps` at the top level: the format of \
           automated-workflow, before the orchestrator. It is not migrated; an old workflow ends under the \
           old system.\n\n\
           Nothing is wrong. New workflows write the new format.",
    fails: &[(PATH, "{\"status\": \"executing\", \"current_step\": 5, \"total_steps\": 10}\n")],
    passes: &[(PATH, GOOD)],
    look: |subject| {
        if !is_old(subject) {
            return Vec::new();
        }
        vec![Finding::new(subject.root().key("current_step").span(), "the state is of the old format")]
    },
};
