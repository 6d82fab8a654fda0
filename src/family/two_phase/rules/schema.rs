//! The documented fields of the plan and the exec file.

use super::{EXEC, PLAN, exec, plan};
use crate::family::rule::{
    Rule, Scope, Severity, Subject,
    schema::{self, Field, Kind, Way, optional, required},
};

/// Returns the fields of a plan or an exec file.
pub(in crate::family) fn fields(subject: &Subject<'_>) -> &'static [Field] {
    if super::is_exec(subject) { EXEC_FIELDS } else { PLAN_FIELDS }
}

const MODULE_STATUS: Kind =
    Kind::OneOf(&["pending", "planned", "assigned", "in_progress", "pending_verification", "complete"]);

const PRIORITY: Kind = Kind::OneOf(&["critical", "high", "medium", "low"]);

const PLAN_FIELDS: &[Field] = &[
    required("phase", Kind::OneOf(&["planning"])),
    required("plan_id", Kind::Text),
    required("status", Kind::OneOf(&["drafting", "reviewing", "approved"])),
    required("created_at", Kind::Time),
    required("goal", Kind::Text),
    optional("goal_locked", Kind::Boolean),
    optional("requirements_file", Kind::Text),
    optional("requirements_complete", Kind::Boolean),
    optional("requirements_sections", Kind::List(&Kind::Object(SECTION))),
    optional("modules", Kind::List(&Kind::Object(MODULE))),
    optional("plan_phase_complete", Kind::Boolean),
    optional("exit_criteria", Kind::List(&Kind::Text)),
    optional("modifications", Kind::List(&Kind::Object(MODIFICATION))),
];

const SECTION: &[Field] =
    &[required("name", Kind::Text), required("status", Kind::OneOf(&["pending", "in_progress", "complete"]))];

const MODULE: &[Field] = &[
    required("id", Kind::Text),
    optional("name", Kind::Text),
    optional("description", Kind::Text),
    optional("priority", PRIORITY),
    optional("dependencies", Kind::List(&Kind::Text)),
    required("status", MODULE_STATUS),
    optional("verification_loops", Kind::Integer),
];

const EXEC_FIELDS: &[Field] = &[
    required("phase", Kind::OneOf(&["orchestration"])),
    required("plan_id", Kind::Text),
    required("status", Kind::OneOf(&["executing", "verifying", "complete"])),
    required("started_at", Kind::Time),
    optional("plan_file", Kind::Text),
    optional("requirements_file", Kind::Text),
    optional("current_module", Kind::Text),
    optional("modules_status", Kind::List(&Kind::Object(MODULE))),
    optional("modules", Kind::List(&Kind::Object(MODULE))),
    optional("registered_agents", Kind::Object(REGISTRY)),
    optional("active_assignments", Kind::List(&Kind::Object(ASSIGNMENT))),
    optional("github_project_id", Kind::Text),
    optional("sync_enabled", Kind::Boolean),
    optional("modules_completed", Kind::Integer),
    optional("modules_total", Kind::Integer),
    optional("all_modules_complete", Kind::Boolean),
    optional("verification_mode", Kind::Boolean),
    optional("verification_loops_remaining", Kind::Integer),
    optional("modifications", Kind::List(&Kind::Object(MODIFICATION))),
];

const REGISTRY: &[Field] = &[
    optional("ai_agents", Kind::List(&Kind::Object(AGENT))),
    optional("human_developers", Kind::List(&Kind::Object(DEVELOPER))),
];

const AGENT: &[Field] = &[
    required("agent_id", Kind::Text),
    optional("session_name", Kind::Text),
    optional("assigned_by_user", Kind::Boolean),
    optional("registered_at", Kind::Time),
];

const DEVELOPER: &[Field] = &[
    required("github_username", Kind::Text),
    optional("assigned_by_user", Kind::Boolean),
    optional("registered_at", Kind::Time),
];

const ASSIGNMENT: &[Field] = &[
    required("agent", Kind::Text),
    optional("agent_type", Kind::OneOf(&["ai", "human"])),
    required("module", Kind::Text),
    optional("task_uuid", Kind::Text),
    optional("assigned_at", Kind::Time),
    optional("last_check", Kind::Time),
    required("status", Kind::OneOf(&["awaiting_verification", "working", "blocked", "pending_pr"])),
    optional("instruction_verification", Kind::Object(VERIFICATION)),
    optional("progress_polling", Kind::Object(POLLING)),
];

const VERIFICATION: &[Field] = &[
    required(
        "status",
        Kind::OneOf(&["pending", "awaiting_repetition", "correcting", "questioning", "verified"]),
    ),
    optional("repetition_received", Kind::Boolean),
    optional("repetition_correct", Kind::Boolean),
    optional("questions_asked", Kind::Integer),
    optional("questions_answered", Kind::Integer),
    optional("authorized_at", Kind::Time),
];

const POLLING: &[Field] = &[
    optional("last_poll", Kind::Time),
    optional("poll_count", Kind::Integer),
    optional("poll_history", Kind::List(&Kind::Object(POLL))),
    optional("next_poll_due", Kind::Time),
];

const POLL: &[Field] = &[
    optional("poll_number", Kind::Integer),
    optional("timestamp", Kind::Time),
    optional("status", Kind::Text),
    optional("issues_reported", Kind::Boolean),
];

const MODIFICATION: &[Field] = &[
    optional("timestamp", Kind::Time),
    optional("action", Kind::OneOf(&["add", "modify", "remove", "assign", "reassign"])),
    optional("target", Kind::Text),
    optional("description", Kind::Text),
];

pub(super) const RULES: &[Rule] = &[MISSING, TYPE, WORD, TIME];

const MISSING: Rule = Rule {
    code: "SL201",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a required field is missing",
    page: "Every plan file has `phase`, `plan_id`, `status`, `created_at` and `goal`, every exec file \
           `phase`, `plan_id`, `status` and `started_at`; a module has an `id` and a `status`, an assignment \
           an `agent`, a `module` and a `status`. The orchestrator's commands read them without checking \
           whether they exist.\n\n\
           Add the field.",
    fails: &[(PLAN, "---\nphase: \"planning\"\nstatus: \"drafting\"\n---\n")],
    passes: &[(PLAN, plan!())],
    look: |subject| schema::of(subject, Way::Missing),
};

const TYPE: Rule = Rule {
    code: "SL202",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a field has the wrong type",
    page: "A field does not have the documented type. Usual cases are \
           `\"true\"` in quotes, which is a string and counts as true even if it says false, a single name \
           instead of a list, and an id such as `007` that YAML reads as a number.\n\n\
           Write the value as documented.",
    fails: &[(EXEC, exec!("modules_total: \"two\""))],
    passes: &[(EXEC, exec!("modules_total: 2"))],
    look: |subject| schema::of(subject, Way::Type),
};

const WORD: Rule = Rule {
    code: "SL203",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "unknown value",
    page: "A status, priority, agent type or action is not one of the documented words. The \
           orchestrator compares whole words, so it does not accept `in-progress` for `in_progress`. (The line \
           counts a module as done for `complete`, `verified` and `done`.)\n\n\
           Write one of the documented words.",
    fails: &[(EXEC, exec!("modules_status:", "  - id: auth-core", "    status: in-progress"))],
    passes: &[(EXEC, exec!("modules_status:", "  - id: auth-core", "    status: in_progress"))],
    look: |subject| schema::of(subject, Way::Word),
};

const TIME: Rule = Rule {
    code: "SL204",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a time that cannot be read",
    page: "Times are ISO 8601: `2026-01-08T16:20:00+00:00`. Anything else cannot be compared, so an overdue \
           poll goes unnoticed.\n\n\
           Write the time in that form, in quotes.",
    fails: &[(
        EXEC,
        "---\nphase: orchestration\nplan_id: p\nstatus: executing\nstarted_at: \"this morning\"\n---\n",
    )],
    passes: &[(EXEC, exec!())],
    look: |subject| schema::of(subject, Way::Time),
};
