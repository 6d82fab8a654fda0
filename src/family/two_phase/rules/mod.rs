//! The rules for the plan and the exec file of the two-phase orchestrator.

use crate::family::rule::{Rule, Subject};

pub(super) mod counters;
pub(super) mod files;
pub(super) mod modules;
pub(super) mod schema;

/// Every rule, by code.
pub(super) const ALL: &[&[Rule]] = &[schema::RULES, modules::RULES, counters::RULES, files::RULES];

/// A plan file with these fields in addition to those that are always there.
macro_rules! plan {
    ($($line:literal),* $(,)?) => {
        concat!(
            "---\nphase: \"planning\"\nplan_id: \"plan-20260108-143022\"\nstatus: \"drafting\"\n",
            "created_at: \"2026-01-08T14:30:22+00:00\"\ngoal: \"Log in\"\n",
            $($line, "\n",)* "---\n"
        )
    };
}
use plan;

/// An exec file with these fields in addition to those that are always there.
macro_rules! exec {
    ($($line:literal),* $(,)?) => {
        concat!(
            "---\nphase: \"orchestration\"\nplan_id: \"plan-20260108-143022\"\nstatus: \"executing\"\n",
            "started_at: \"2026-01-08T16:00:00+00:00\"\n",
            $($line, "\n",)* "---\n"
        )
    };
}
use exec;

/// The path of the plan file.
const PLAN: &str = ".claude/orchestrator-plan-phase.local.md";

/// The path of the exec file.
const EXEC: &str = ".claude/orchestrator-exec-phase.local.md";

/// Returns whether this is an exec file: by its name, else by its contents.
fn is_exec(subject: &Subject<'_>) -> bool {
    let name = subject.path.and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
    match name {
        Some(name) if name.contains("exec-phase") => true,
        Some(name) if name.contains("plan-phase") => false,
        _ => subject.root().key("phase").text() == Some("orchestration"),
    }
}

/// Returns whether a module with this status is done.
fn is_done(status: &str) -> bool {
    matches!(status, "complete" | "verified" | "done")
}
