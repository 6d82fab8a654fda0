//! The rules for the plan and the exec file of the two-phase orchestrator.

use crate::family::rule::{Rule, Subject};

pub(super) mod counters;
pub(super) mod files;
pub(super) mod modules;
pub(super) mod schema;

/// Every rule, by code.
pub(super) const ALL: &[&[Rule]] = &[schema::RULES, modules::RULES, counters::RULES, files::RULES];

/// A plan file with these fields beside those that are always there.
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

/// An exec file with these fields beside those that are always there.
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

/// Where the plan file lives.
const PLAN: &str = ".claude/orchestrator-plan-phase.local.md";

/// Where the exec file lives.
const EXEC: &str = ".claude/orchestrator-exec-phase.local.md";

/// Tells an exec file from a plan file: by its name, else by what is in it.
fn is_exec(subject: &Subject<'_>) -> bool {
    let name = subject.path.and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
    match name {
        Some(name) if name.contains("exec-phase") => true,
        Some(name) if name.contains("plan-phase") => false,
        _ => subject.root().key("phase").text() == Some("orchestration"),
    }
}

/// Tells whether a module with this status is done.
fn is_done(status: &str) -> bool {
    matches!(status, "complete" | "verified" | "done")
}
