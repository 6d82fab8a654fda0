//! A built-in state for every scene, as people and scripts write them.

use crate::family::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "plan complete", text: PLAN_COMPLETE },
    Sample { scene: "plan section", text: PLAN_SECTION },
    Sample { scene: "plan stage", text: PLAN_STAGE },
    Sample { scene: "plan fallback", text: PLAN_FALLBACK },
    Sample { scene: "blocked", text: BLOCKED },
    Sample { scene: "complete", text: COMPLETE },
    Sample { scene: "verifying", text: VERIFYING },
    Sample { scene: "instructing", text: INSTRUCTING },
    Sample { scene: "module", text: MODULE },
    Sample { scene: "agents", text: AGENTS },
    Sample { scene: "next", text: NEXT },
    Sample { scene: "fallback", text: FALLBACK },
];

const PLAN_COMPLETE: &str = "---
modules:
- id: auth-core
  status: planned
- id: token-store
  status: planned
- id: invoice-api
  status: planned
- id: pdf-export
  status: pending
phase: planning
plan_phase_complete: true
requirements_sections:
- name: Functional Requirements
  status: complete
- name: Non-Functional Requirements
  status: complete
- name: Architecture Design
  status: complete
status: drafting
---
";

const PLAN_SECTION: &str = "---
# Phase identification
phase: \"planning\"
status: \"drafting\"

requirements_sections:
  - name: \"Functional Requirements\"
    status: \"complete\"
  - name: \"Architecture Design\"
    status: \"in_progress\"
  - name: \"Non-Functional Requirements\"
    status: \"pending\"
---
";

const PLAN_STAGE: &str = "---
phase: \"planning\"
status: \"reviewing\"
requirements_sections:
  - name: \"Functional Requirements\"
    status: \"complete\"
  - name: \"Non-Functional Requirements\"
    status: \"complete\"
  - name: \"Architecture Design\"
    status: \"pending\"
modules:
  - id: \"auth-core\"
  - id: \"token-store\"
  - id: \"invoice-api\"
  - id: \"pdf-export\"
---
";

const PLAN_FALLBACK: &str = "---
phase: planning
plan_id: plan-20260115-100211
---
";

const BLOCKED: &str = "---
phase: \"orchestration\"
status: \"executing\"
current_module: \"auth-core\"
active_assignments:
  - agent: \"implementer-1\"
    module: \"auth-core\"
    status: \"blocked\"
modules_completed: 2
modules_total: 3
---
";

const COMPLETE: &str = "---
active_assignments: []
all_modules_complete: true
modules_completed: 3
modules_total: 3
phase: orchestration
status: complete
verification_mode: false
---
";

const VERIFYING: &str = "---
phase: \"orchestration\"
status: \"verifying\"
modules_completed: 3
modules_total: 3
all_modules_complete: true
verification_mode: true
verification_loops_remaining: 3
---
";

const INSTRUCTING: &str = "---
active_assignments:
- agent: dev-alice
  instruction_verification:
    repetition_received: false
    status: correcting
  module: auth-core
  status: awaiting_verification
current_module: auth-core
modules_completed: 1
modules_total: 3
phase: orchestration
status: executing
---
";

const MODULE: &str = "---
phase: \"orchestration\"
status: \"executing\"
current_module: \"auth-core\"
modules_status:
  - id: \"auth-core\"
    status: \"in_progress\"
    assigned_to: \"dev-alice\"
  - id: \"token-store\"
    status: \"complete\"
  - id: \"invoice-api\"
    status: \"pending\"
---
";

const AGENTS: &str = "---
active_assignments:
- agent: implementer-1
  module: auth-core
  status: working
- agent: dev-alice
  module: invoice-api
  status: working
modules_completed: 1
modules_total: 3
phase: orchestration
status: executing
---
";

const NEXT: &str = "---
modules_status:
- id: token-store
  status: complete
- id: auth-core
  status: pending
- id: invoice-api
  status: pending
phase: orchestration
status: executing
---
";

const FALLBACK: &str = "---
phase: orchestration
status: executing
---
";
