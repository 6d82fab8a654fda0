//! A built-in state for every scene.

use crate::family::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "in progress", text: IN_PROGRESS },
    Sample { scene: "subtask", text: SUBTASK },
    Sample { scene: "next", text: NEXT },
    Sample { scene: "review", text: REVIEW },
    Sample { scene: "blocked", text: BLOCKED },
    Sample { scene: "done", text: DONE },
];

const IN_PROGRESS: &str = r#"{"master": {"tasks": [
  {"id": 1, "title": "Set up the project", "status": "done", "dependencies": []},
  {"id": 2, "title": "Add export", "status": "in-progress", "dependencies": [1], "subtasks": [
    {"id": 1, "title": "Choose a format", "status": "done"},
    {"id": 2, "title": "Write the file", "status": "pending"}
  ]}
]}}
"#;

const SUBTASK: &str = r#"{"master": {"tasks": [
  {"id": 1, "title": "Set up the project", "status": "done", "dependencies": []},
  {"id": 2, "title": "Add export", "status": "pending", "dependencies": [1], "subtasks": [
    {"id": 1, "title": "Choose a format", "status": "in-progress"},
    {"id": 2, "title": "Write the file", "status": "pending"}
  ]}
]}}
"#;

const NEXT: &str = r#"{"master": {"tasks": [
  {"id": 1, "title": "Set up the project", "status": "done", "dependencies": []},
  {"id": 2, "title": "Add export", "status": "pending", "dependencies": [1], "priority": "medium"},
  {"id": 3, "title": "Write docs", "status": "pending", "dependencies": [2], "priority": "high"}
]}}
"#;

const REVIEW: &str = r#"{"master": {"tasks": [
  {"id": 1, "title": "Set up the project", "status": "done", "dependencies": []},
  {"id": 2, "title": "Add export", "status": "review", "dependencies": [1]}
]}}
"#;

const BLOCKED: &str = r#"{"master": {"tasks": [
  {"id": 1, "title": "Set up the project", "status": "done", "dependencies": []},
  {"id": 2, "title": "Buy a domain", "status": "deferred", "dependencies": []},
  {"id": 3, "title": "Deploy", "status": "pending", "dependencies": [1, 2]}
]}}
"#;

const DONE: &str = r#"{"master": {"tasks": [
  {"id": 1, "title": "Set up the project", "status": "done", "dependencies": []},
  {"id": 2, "title": "Add export", "status": "done", "dependencies": [1]}
]}}
"#;
