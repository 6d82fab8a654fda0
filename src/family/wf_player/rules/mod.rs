//! The rules for the sessions of wf-player.

pub(super) mod course;
pub(super) mod nodes;
pub(super) mod schema;
pub(super) mod snapshots;

use crate::family::rule::Rule;

/// Every rule, by code.
pub(super) const ALL: &[&[Rule]] = &[schema::RULES, nodes::RULES, course::RULES, snapshots::RULES];

/// The path of the files in the examples.
const PATH: &str = ".workflow/sessions/WFR-tdd-20260115-120000/session-state.json";

/// The path of its first checkpoint.
const SNAPSHOT: &str = ".workflow/sessions/WFR-tdd-20260115-120000/checkpoints/CP-01.json";

/// A session with this status, these fields and these nodes.
macro_rules! session {
    ($status:literal, $members:literal, $nodes:literal) => {
        concat!(
            "{\n  \"session_id\": \"WFR-tdd-20260115-120000\",\n  \"template_id\": \"wft-tdd\",\n  \"status\": \"",
            $status, "\",\n  \"context\": {\"goal\": \"Log in\"},\n  ", $members, "\"node_states\": {", $nodes,
            "},\n  \"created_at\": \"2026-01-15T12:00:00Z\",\n  \"updated_at\": \"2026-01-15T12:30:00Z\"\n}\n"
        )
    };
}
use session;
