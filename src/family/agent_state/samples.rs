//! A state for every scene, as the workflow writes it.

use super::super::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "failed", text: FAILED },
    Sample { scene: "blocked", text: BLOCKED },
    Sample { scene: "executing", text: EXECUTING },
    Sample { scene: "reviewing", text: REVIEWING },
    Sample { scene: "planning", text: PLANNING },
    Sample { scene: "complete", text: COMPLETE },
    Sample { scene: "old format", text: OLD_FORMAT },
    Sample { scene: "fallback", text: FALLBACK },
];

const FAILED: &str = r#"{
  "orchestrator": {
    "status": "failed",
    "task_doc": "/Users/you/.claude/tasks/user-auth.md",
    "current_phase": 2,
    "total_phases": 4,
    "current_task": "3/5",
    "end_time": "2026-01-15T12:34:08Z"
  },
  "active_agents": [{ "type": "task-executor", "task": "2.1", "status": "in_progress" }],
  "completed_tasks": [{ "task": "1.1" }, { "task": "1.2" }],
  "pending_tasks": [{ "task": "2.1" }, { "task": "2.2" }, { "task": "3.1" }]
}
"#;

const BLOCKED: &str = r#"{
  "orchestrator": {
    "status": "executing",
    "task_doc": "/Users/you/.claude/tasks/user-auth.md",
    "current_phase": 2,
    "total_phases": 4,
    "current_task": "3/5"
  },
  "active_agents": [{ "type": "task-executor", "task": "2.1", "status": "blocked" }],
  "completed_tasks": [{ "task": "1.1" }, { "task": "1.2" }],
  "pending_tasks": [{ "task": "2.1" }, { "task": "2.2" }, { "task": "3.1" }],
  "safety_bounds": { "max_cost": "$10", "cost_so_far": "$9.20" }
}
"#;

const EXECUTING: &str = r#"{
  "orchestrator": {
    "status": "executing",
    "task_doc": "/Users/you/.claude/tasks/user-auth.md",
    "current_phase": 2,
    "total_phases": 4,
    "current_task": "3/5",
    "ralph_iteration": 2,
    "outer_ralph": false
  },
  "active_agents": [{ "type": "task-executor", "task": "2.1", "status": "in_progress" }],
  "completed_tasks": [{ "task": "1.1" }, { "task": "1.2" }],
  "pending_tasks": [{ "task": "2.1" }, { "task": "2.2" }, { "task": "3.1" }],
  "safety_bounds": {
    "max_iterations_per_task": 30,
    "max_cost": "$10",
    "max_time": "2h",
    "cost_so_far": "$0.75",
    "elapsed_time": "0h 34m 8s"
  }
}
"#;

const REVIEWING: &str = r#"{
  "orchestrator": {
    "status": "reviewing",
    "task_doc": "/Users/you/.claude/tasks/user-auth.md",
    "outer_ralph": true
  },
  "active_agents": [{ "type": "outer-ralph", "task": "3.1", "status": "in_progress" }],
  "completed_tasks": [{ "task": "1.1" }, { "task": "1.2" }, { "task": "2.1" }, { "task": "2.2" }],
  "pending_tasks": []
}
"#;

const PLANNING: &str = r#"{
  "orchestrator": {
    "status": "planning",
    "task_doc": "/Users/you/.claude/tasks/user-auth.md",
    "current_phase": 0,
    "total_phases": 0
  },
  "active_agents": [],
  "completed_tasks": [],
  "pending_tasks": []
}
"#;

const COMPLETE: &str = r#"{
  "orchestrator": {
    "status": "completed",
    "task_doc": "/Users/you/.claude/tasks/user-auth.md",
    "end_time": "2026-01-15T12:34:08Z"
  },
  "active_agents": [],
  "completed_tasks": [{ "task": "1.1" }, { "task": "1.2" }, { "task": "2.1" }],
  "pending_tasks": [],
  "safety_bounds": { "max_cost": "$10", "max_time": "2h", "cost_so_far": "$0.75", "elapsed_time": "0h 34m 8s" }
}
"#;

const OLD_FORMAT: &str = r#"{ "status": "executing", "current_step": 5, "total_steps": 10 }
"#;

const FALLBACK: &str = r#"{
  "orchestrator": {
    "status": "waiting_for_user",
    "task_doc": "/Users/you/.claude/tasks/user-auth.md"
  },
  "completed_tasks": [{ "task": "1.1" }, { "task": "1.2" }],
  "pending_tasks": [{ "task": "2.1" }, { "task": "2.2" }, { "task": "3.1" }]
}
"#;
