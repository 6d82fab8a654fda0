//! A session for every scene, as the player writes it.

use super::super::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "failed", text: FAILED },
    Sample { scene: "paused", text: PAUSED },
    Sample { scene: "running", text: RUNNING },
    Sample { scene: "complete", text: COMPLETE },
    Sample { scene: "ended", text: ENDED },
    Sample { scene: "fallback", text: FALLBACK },
];

const FAILED: &str = r#"{
  "session_id": "WFR-feature-tdd-review-20260317-143022",
  "template_id": "wft-feature-tdd-review-20260310",
  "template_name": "Feature TDD with Review",
  "status": "failed",
  "current_batch": 3,
  "current_node": "N-002",
  "last_checkpoint": "CP-01",
  "node_states": {
    "N-001": { "status": "completed" },
    "CP-01": { "status": "completed" },
    "N-002": { "status": "failed" },
    "CP-02": { "status": "pending" },
    "N-003a": { "status": "pending" },
    "N-003b": { "status": "pending" },
    "N-004": { "status": "pending" }
  }
}
"#;

const PAUSED: &str = r#"{
  "session_id": "WFR-feature-tdd-review-20260317-143022",
  "template_id": "wft-feature-tdd-review-20260310",
  "template_name": "Feature TDD with Review",
  "status": "paused",
  "current_batch": 2,
  "current_node": "CP-01",
  "last_checkpoint": "CP-01",
  "node_states": {
    "N-001": { "status": "completed" },
    "CP-01": { "status": "completed" },
    "N-002": { "status": "pending" },
    "CP-02": { "status": "pending" },
    "N-003a": { "status": "pending" },
    "N-003b": { "status": "pending" },
    "N-004": { "status": "pending" }
  }
}
"#;

const RUNNING: &str = r#"{
  "session_id": "WFR-feature-tdd-review-20260317-143022",
  "template_id": "wft-feature-tdd-review-20260310",
  "template_name": "Feature TDD with Review",
  "status": "running",
  "execution_plan": [
    { "batch": 1, "nodes": ["N-001"], "parallel": false },
    { "batch": 2, "nodes": ["CP-01"], "parallel": false },
    { "batch": 3, "nodes": ["N-002"], "parallel": false },
    { "batch": 4, "nodes": ["CP-02"], "parallel": false },
    { "batch": 5, "nodes": ["N-003a", "N-003b"], "parallel": true },
    { "batch": 6, "nodes": ["N-004"], "parallel": false }
  ],
  "current_batch": 5,
  "current_node": "N-003a",
  "last_checkpoint": "CP-02",
  "node_states": {
    "N-001": { "status": "completed" },
    "CP-01": { "status": "completed" },
    "N-002": { "status": "completed" },
    "CP-02": { "status": "completed" },
    "N-003a": { "status": "running" },
    "N-003b": { "status": "running" },
    "N-004": { "status": "pending" }
  }
}
"#;

const COMPLETE: &str = r#"{
  "session_id": "WFR-feature-tdd-review-20260317-143022",
  "template_id": "wft-feature-tdd-review-20260310",
  "template_name": "Feature TDD with Review",
  "status": "completed",
  "current_batch": 6,
  "current_node": null,
  "last_checkpoint": "CP-02",
  "node_states": {
    "N-001": { "status": "completed" },
    "CP-01": { "status": "completed" },
    "N-002": { "status": "completed" },
    "CP-02": { "status": "completed" },
    "N-003a": { "status": "completed" },
    "N-003b": { "status": "skipped" },
    "N-004": { "status": "completed" }
  }
}
"#;

const ENDED: &str = r#"{
  "session_id": "WFR-feature-tdd-review-20260317-143022",
  "template_id": "wft-feature-tdd-review-20260310",
  "template_name": "Feature TDD with Review",
  "status": "aborted",
  "current_batch": 4,
  "current_node": "CP-02",
  "last_checkpoint": "CP-02",
  "node_states": {
    "N-001": { "status": "completed" },
    "CP-01": { "status": "completed" },
    "N-002": { "status": "completed" },
    "CP-02": { "status": "completed" },
    "N-003a": { "status": "pending" },
    "N-003b": { "status": "pending" },
    "N-004": { "status": "pending" }
  }
}
"#;

const FALLBACK: &str = r#"{
  "session_id": "WFR-feature-tdd-review-20260317-143022",
  "template_id": "wft-feature-tdd-review-20260310",
  "template_name": "Feature TDD with Review",
  "status": "running",
  "current_batch": 3,
  "current_node": "N-002",
  "last_checkpoint": "CP-01",
  "node_states": {
    "N-001": { "status": "completed" },
    "CP-01": { "status": "completed" },
    "N-002": { "status": "pending" },
    "CP-02": { "status": "pending" },
    "N-003a": { "status": "pending" },
    "N-003b": { "status": "pending" },
    "N-004": { "status": "pending" }
  }
}
"#;
