//! A built-in state for every scene.

use crate::family::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "run failed", text: FAILED },
    Sample { scene: "run paused", text: PAUSED },
    Sample { scene: "running", text: RUNNING },
    Sample { scene: "done", text: DONE },
    Sample { scene: "tasks", text: TASKS },
    Sample { scene: "unmarked", text: UNMARKED },
    Sample { scene: "planned", text: PLANNED },
    Sample { scene: "specified", text: SPECIFIED },
];

const FAILED: &str = r#"{"workflow_id": "full-sdd", "status": "failed", "current_step_id": "review-gate"}
"#;

const PAUSED: &str = r#"{"workflow_id": "full-sdd", "status": "paused", "current_step_id": "review-gate"}
"#;

const RUNNING: &str = r#"{"workflow_id": "full-sdd", "status": "running", "current_step_id": "review-gate"}
"#;

const DONE: &str = "# Tasks: 009-browser-api

## Phase 1: Setup

- [X] T001 Create the project
- [X] T002 [P] Add the linter
";

const TASKS: &str = "# Tasks: 009-browser-api

## Phase 1: Setup (Shared Infrastructure)

- [x] T001 Create the project
- [x] T002 [P] Add the linter

## Phase 3: User Story 1 - Open a page (Priority: P1)

### Implementation for User Story 1

- [ ] T024 [P] [US1] Open the page in src/page.ts
- [ ] T025 [US1] Close it again
- [ ] T026 [US1] Document both
";

const UNMARKED: &str = "# Tasks: 009-browser-api

Create the project, then open a page.
";

const PLANNED: &str = "# Implementation Plan: 009-browser-api

TypeScript, no framework.
";

const SPECIFIED: &str = "# Feature Specification: 009-browser-api

Scripts can open a page.
";
