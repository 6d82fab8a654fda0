//! The documented fields of the plan and the exec file.

use super::{EXEC, PLAN, exec, plan};
use crate::family::rule::{
    Rule, Scope, Severity, Subject,
    schema::{self, Field, FieldKind, Way, optional, required},
};

/// Returns the fields of a plan or an exec file.
pub(in crate::family) fn fields(subject: &Subject<'_>) -> &'static [Field] {
    if super::is_exec(subject) { EXEC_FIELDS } else { PLAN_FIELDS }
}

const MODULE_STATUS: FieldKind =
    FieldKind::OneOf(&["pending", "planned", "assigned", "in_progress", "pending_verification", "complete"]);

const PRIORITY: FieldKind = FieldKind::OneOf(&["critical", "high", "medium", "low"]);

const PLAN_FIELDS: &[Field] = &[
    required("phase", FieldKind::OneOf(&["planning"])),
    required("plan_id", FieldKind::Text),
    required("status", FieldKind::OneOf(&["drafting", "reviewing", "approved"])),
    required("created_at", FieldKind::Time),
    required("goal", FieldKind::Text),
    optional("goal_locked", FieldKind::Boolean),
    optional("requirements_file", FieldKind::Text),
    optional("requirements_complete", FieldKind::Boolean),
    optional("requirements_sections", FieldKind::List(&FieldKind::Object(SECTION))),
    optional("modules", FieldKind::List(&FieldKind::Object(MODULE))),
    optional("plan_phase_complete", FieldKind::Boolean),
    optional("exit_criteria", FieldKind::List(&FieldKind::Text)),
    optional("modifications", FieldKind::List(&FieldKind::Object(MODIFICATION))),
];

const SECTION: &[Field] = &[
    required("name", FieldKind::Text),
    required("status", FieldKind::OneOf(&["pending", "in_progress", "complete"])),
];

const MODULE: &[Field] = &[
    required("id", FieldKind::Text),
    optional("name", FieldKind::Text),
    optional("description", FieldKind::Text),
    optional("priority", PRIORITY),
    optional("dependencies", FieldKind::List(&FieldKind::Text)),
    required("status", MODULE_STATUS),
    optional("verification_loops", FieldKind::Integer),
];

const EXEC_FIELDS: &[Field] = &[
    required("phase", FieldKind::OneOf(&["orchestration"])),
    required("plan_id", FieldKind::Text),
    required("status", FieldKind::OneOf(&["executing", "verifying", "complete"])),
    required("started_at", FieldKind::Time),
    optional("plan_file", FieldKind::Text),
    optional("requirements_file", FieldKind::Text),
    optional("current_module", FieldKind::Text),
    optional("modules_status", FieldKind::List(&FieldKind::Object(MODULE))),
    optional("modules", FieldKind::List(&FieldKind::Object(MODULE))),
    optional("registered_agents", FieldKind::Object(REGISTRY)),
    optional("active_assignments", FieldKind::List(&FieldKind::Object(ASSIGNMENT))),
    optional("github_project_id", FieldKind::Text),
    optional("sync_enabled", FieldKind::Boolean),
    optional("modules_completed", FieldKind::Integer),
    optional("modules_total", FieldKind::Integer),
    optional("all_modules_complete", FieldKind::Boolean),
    optional("verification_mode", FieldKind::Boolean),
    optional("verification_loops_remaining", FieldKind::Integer),
    optional("modifications", FieldKind::List(&FieldKind::Object(MODIFICATION))),
];

const REGISTRY: &[Field] = &[
    optional("ai_agents", FieldKind::List(&FieldKind::Object(AGENT))),
    optional("human_developers", FieldKind::List(&FieldKind::Object(DEVELOPER))),
];

const AGENT: &[Field] = &[
    required("agent_id", FieldKind::Text),
    optional("session_name", FieldKind::Text),
    optional("assigned_by_user", FieldKind::Boolean),
    optional("registered_at", FieldKind::Time),
];

const DEVELOPER: &[Field] = &[
    required("github_username", FieldKind::Text),
    optional("assigned_by_user", FieldKind::Boolean),
    optional("registered_at", FieldKind::Time),
];

const ASSIGNMENT: &[Field] = &[
    required("agent", FieldKind::Text),
    optional("agent_type", FieldKind::OneOf(&["ai", "human"])),
    required("module", FieldKind::Text),
    optional("task_uuid", FieldKind::Text),
    optional("assigned_at", FieldKind::Time),
    optional("last_check", FieldKind::Time),
    required("status", FieldKind::OneOf(&["awaiting_verification", "working", "blocked", "pending_pr"])),
    optional("instruction_verification", FieldKind::Object(VERIFICATION)),
    optional("progress_polling", FieldKind::Object(POLLING)),
];

const VERIFICATION: &[Field] = &[
    required(
        "status",
        FieldKind::OneOf(&["pending", "awaiting_repetition", "correcting", "questioning", "verified"]),
    ),
    optional("repetition_received", FieldKind::Boolean),
    optional("repetition_correct", FieldKind::Boolean),
    optional("questions_asked", FieldKind::Integer),
    optional("questions_answered", FieldKind::Integer),
    optional("authorized_at", FieldKind::Time),
];

const POLLING: &[Field] = &[
    optional("last_poll", FieldKind::Time),
    optional("poll_count", FieldKind::Integer),
    optional("poll_history", FieldKind::List(&FieldKind::Object(POLL))),
    optional("next_poll_due", FieldKind::Time),
];

const POLL: &[Field] = &[
    optional("poll_number", FieldKind::Integer),
    optional("timestamp", FieldKind::Time),
    optional("status", FieldKind::Text),
    optional("issues_reported", FieldKind::Boolean),
];

const MODIFICATION: &[Field] = &[
    optional("timestamp", FieldKind::Time),
    optional("action", FieldKind::OneOf(&["add", "modify", "remove", "assign", "reassign"])),
    optional("target", FieldKind::Text),
    optional("description", FieldKind::Text),
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
    find: |subject| schema::of(subject, Way::Missing),
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
    find: |subject| schema::of(subject, Way::Type),
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
    find: |subject| schema::of(subject, Way::Word),
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
    find: |subject| schema::of(subject, Way::Time),
};
