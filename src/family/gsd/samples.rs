//! A STATE.md for every scene, as GSD writes it.

use super::super::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "phase active", text: PHASE_ACTIVE },
    Sample { scene: "next recommended", text: NEXT_RECOMMENDED },
    Sample { scene: "milestone complete", text: MILESTONE_COMPLETE },
    Sample { scene: "fallback", text: FALLBACK },
];

const PHASE_ACTIVE: &str = "---
gsd_state_version: '1.0'
milestone: v2.0
milestone_name: Code Quality
status: executing
active_phase: \"4.5\"
next_action: null
next_phases: null
progress:
  total_phases: 17
  completed_phases: 10
  total_plans: 84
  completed_plans: 47
  percent: 59
---

# Project State

## Current Position

Phase: 4 of 17 (Observability)
Status: Executing Phase 4.5
";

const NEXT_RECOMMENDED: &str = "---
gsd_state_version: '1.0'
milestone: v2.0
milestone_name: Code Quality
status: planning
active_phase: null
next_action: execute-phase
next_phases: [\"4.5\", \"4.6\"]
progress:
  total_phases: 17
  completed_phases: 10
  percent: 59
---
";

const MILESTONE_COMPLETE: &str = "---
gsd_state_version: '1.0'
milestone: v2.0
milestone_name: Code Quality
status: completed
progress:
  total_phases: 17
  completed_phases: 17
  percent: 100
---
";

const FALLBACK: &str = "---
gsd_state_version: '1.0'
milestone: v1.9
milestone_name: Code Quality
status: executing
---

# Project State

## Current Position

Phase: 1 of 5 (fix-graphiti-deployment)
Status: In progress
";
