//! What the measured programs read: the payload of a host, the files of a project.

pub(crate) const SESSION: &str = "3f9c2c1e-7d4b-4c55-9c0e-6a2f1b8d7e42";

/// What Claude Code sends today, with every field it may send; `@…@` are filled in.
pub(crate) const PAYLOAD: &str = r#"
{"session_id":"@SESSION@","session_name":"export api","prompt_id":"b0d9c0c4-53a4-4a57-8f1b-2f4f7f5c9d10",
"transcript_path":"@TRANSCRIPT@","cwd":"@CWD@","version":"2.1.288","hook_event_name":"Status",
"model":{"id":"claude-opus-5[1m]","display_name":"Opus 5 (1M context)"},
"workspace":{"current_dir":"@CWD@","project_dir":"@CWD@","added_dirs":["@ROOT@/shared"],
"git_worktree":"export-api","repo":{"host":"gitlab.com","owner":"acme/platform","name":"storefront"}},
"output_style":{"name":"default"},
"cost":{"total_cost_usd":4.218375,"total_duration_ms":5023417,"total_api_duration_ms":1893022,
"total_lines_added":1204,"total_lines_removed":377},
"context_window":{"total_input_tokens":421337,"total_output_tokens":2048,"context_window_size":1000000,
"used_percentage":42,@REMAINING@"current_usage":{"input_tokens":12,"output_tokens":2048,
"cache_creation_input_tokens":3120,"cache_read_input_tokens":418205}},
"exceeds_200k_tokens":true,"fast_mode":false,"effort":{"level":"high"},"thinking":{"enabled":true},
"rate_limits":{"five_hour":{"used_percentage":37.5,"resets_at":1794830400},
"seven_day":{"used_percentage":61,"resets_at":1795262400},
"spend_limit":{"used_percentage":104.2,"resets_at":1796083200}},
"prompt_cache":{"warm":true,"caching_observed":true,"ttl":"1h","expires_at":1794824405,"requests":118,"misses":2,
"expected_rebuilds":1,"hit_ratio":0.983,"cache_write_tokens":501223,"miss_recache_tokens":88012,
"last_miss_at":1794815000,"last_miss_cause":{"causes":["tools_changed"],"tools_added":["mcp__db__query"],
"tools_removed":[],"system_char_delta":0},"miss_causes":{"tools_changed":1,"ttl_expired_1h":1},
"recache_tokens_if_cold":421325},
"vim":{"mode":"INSERT"},"agent":{"name":"executor"},
"pr":{"number":482,"url":"https://gitlab.com/acme/platform/storefront/-/merge_requests/482",
"review_state":"pending","kind":"mr"},
"worktree":{"name":"export-api","path":"@CWD@","original_cwd":"@ROOT@/original","branch":"worktree-export-api",
"original_branch":"main"},
"remote":{"session_id":"rs_01JC8Q4W9T"}}
"#;

/// The form most state files have: no `active_phase`, the phase in the body.
pub(crate) const STATE_HEAD: &str = "\
---
gsd_state_version: '1.0'
milestone: v2.0
milestone_name: Storefront
status: executing
current_phase: \"5\"
current_phase_name: export-api
current_plan: \"3\"
last_updated: \"2026-11-16T09:12:44.120Z\"
last_activity: \"2026-11-16\"
stopped_at: \"Plan 05-02 complete\"
progress:
  total_phases: 12
  completed_phases: 4
  total_plans: 31
  completed_plans: 18
  percent: 58
---

# Project State

## Project Reference

See: .planning/PROJECT.md (updated 2026-11-02)

**Core value:** A shop owner exports every order without help.
**Current focus:** export-api

## Current Position

Phase: 5 of 12 (export-api)
Plan: 3 of 4 in current phase
Status: Executing plan 05-03
Last activity: 2026-11-16 — paging of the order export

Progress: [█████░░░░░] 58%

## Accumulated Context

### Decisions

";

pub(crate) const GSD_CONFIG: &str = r#"{
  "mode": "interactive",
  "granularity": "standard",
  "workflow": { "research": true, "plan_check": true, "verifier": true, "auto_advance": false },
  "planning": { "commit_docs": true, "search_gitignored": false, "sub_repos": [] },
  "parallelization": { "enabled": true, "plan_level": true, "max_concurrent_agents": 3 },
  "hooks": { "context_warnings": true },
  "statusline": { "show_last_command": @LAST_COMMAND@ }
}
"#;

pub(crate) const UPDATE_CACHE: &str = r#"{"package_name":"@opengsd/gsd-core","update_available":false,
"installed":"1.14.0","latest":"1.14.0","checked":1794800000,"stale_hooks":[]}"#;

pub(crate) const WF_SESSION: &str = r#"{
  "session_id": "@ID@",
  "template_id": "wft-feature-tdd-review-20260310",
  "template_path": ".workflow/templates/feature-tdd-review.json",
  "template_name": "Feature TDD with Review",
  "status": "@STATUS@",
  "context": { "goal": "Implement user authentication", "scope": "src/auth" },
  "execution_plan": [
    { "batch": 1, "nodes": ["N-001"], "parallel": false },
    { "batch": 2, "nodes": ["CP-01"], "parallel": false },
    { "batch": 3, "nodes": ["N-002"], "parallel": false }
  ],
  "current_batch": 3,
  "current_node": "N-002",
  "last_checkpoint": "CP-01",
  "node_states": {
    "N-001": {
      "status": "completed", "started_at": "@TIME@", "completed_at": "@TIME@",
      "session_id": "WFS-plan", "output_path": ".workflow/sessions/WFS-plan/IMPL_PLAN.md",
      "artifacts": [".workflow/sessions/WFS-plan/IMPL_PLAN.md"], "error": null
    },
    "CP-01": {
      "status": "completed", "saved_at": "@TIME@",
      "snapshot_path": ".workflow/sessions/@ID@/checkpoints/CP-01.json", "auto_continue": true
    },
    "N-002": {
      "status": "@STATUS@", "started_at": "@TIME@", "completed_at": null, "session_id": null,
      "output_path": null, "artifacts": [], "error": null, "cli_task_id": "gem-143514-x7k2"
    }
  },
  "created_at": "@TIME@",
  "updated_at": "@TIME@",
  "completed_at": null
}
"#;
