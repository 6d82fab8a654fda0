//! The rules for agent-state.json.

use crate::family::rule::{Node, Rule, Subject};

pub(super) mod checkout;
pub(super) mod counts;
pub(super) mod files;
mod head;
pub(super) mod schema;
pub(super) mod spending;
pub(super) mod trouble;

/// Every rule, by code.
pub(super) const ALL: &[&[Rule]] =
    &[schema::RULES, trouble::RULES, spending::RULES, checkout::RULES, counts::RULES, files::RULES];

/// The path of the files in the examples.
const PATH: &str = ".claude/agent-state.json";

/// The `supervisor` object of every example.
macro_rules! supervisor {
    () => {
        "{\n    \"enabled\": true, \"checks_performed\": 1, \"conflicts_detected\": 0, \"auto_fixes_applied\": 0,\n    \"re_plans_triggered\": 0, \"last_check\": null, \"interventions\": []\n  }"
    };
}
use supervisor;

/// A state with this status, these active agents, completed and pending tasks, limits and checkpoints.
macro_rules! state {
    ($status:literal, $agents:literal, $completed:literal, $pending:literal, $bounds:expr, $checkpoints:literal) => {
        concat!(
            "{\n  \"orchestrator\": {\n    \"status\": \"", $status, "\", \"task_doc\": \"/srv/tasks/login.md\",\n    ",
            "\"current_phase\": 0, \"total_phases\": 2, \"current_task\": \"1/2\", \"ralph_iteration\": 1,\n    ",
            "\"outer_ralph\": false, \"start_time\": \"2026-01-15T12:00:00Z\", \"end_time\": null\n  },\n  ",
            "\"supervisor\": ", crate::family::agent_state::rules::supervisor!(), ",\n  \"active_agents\": [", $agents,
            "],\n  \"completed_tasks\": [", $completed, "],\n  \"pending_tasks\": [", $pending,
            "],\n  \"safety_bounds\": ", $bounds, ",\n  \"learnings\": [],\n  \"milestones\": [],\n  \"checkpoints\": [",
            $checkpoints, "]\n}\n"
        )
    };
}
use state;

/// Limits with this cost, this time and these warnings.
macro_rules! bounds {
    ($cost:literal, $time:literal, $warnings:literal) => {
        concat!(
            "{\n    \"max_iterations_per_task\": 30, \"max_cost\": \"$10\", \"max_time\": \"2h\",\n    \"cost_so_far\": \"",
            $cost, "\", \"elapsed_time\": \"", $time, "\", \"warnings\": [", $warnings, "]\n  }"
        )
    };
}
use bounds;

/// A workflow with one checkpoint, of the commit `abc123def456`.
const CHECKED: &str = state!(
    "executing",
    "",
    "",
    "",
    bounds!("$0.75", "34m", ""),
    "{\"timestamp\": \"2026-01-15T12:10:00Z\", \"phase\": 0, \"task\": \"1.1\", \"git_sha\": \"abc123def456\", \"state_snapshot\": \"checkpoint-001.json\"}"
);

/// Returns the status of the whole workflow.
fn status<'s>(subject: &'s Subject<'_>) -> &'s str {
    subject.root().key("orchestrator").key("status").text().unwrap_or_default()
}

/// Returns whether the workflow is still running.
fn is_under_way(subject: &Subject<'_>) -> bool {
    matches!(status(subject), "planning" | "executing" | "reviewing")
}

/// Returns the id of a task, written as an object or as `"1.1: Name"`.
fn task_id<'s>(task: &Node<'s>) -> Option<&'s str> {
    let written = task.text().map(|text| text.split_once(':').map_or(text, |(id, _)| id));
    task.key("task").text().or(written).map(str::trim).filter(|id| !id.is_empty())
}
