//! `stateline show`: the page of each family and its JSON, through the real program.

use serde_json::{Value, json};
use stateline::family::FAMILIES;

use crate::harness::{Fixture, Project, Run};

const NOW: &str = "2026-01-15T12:34:08Z";

const GSD: &str = "---
milestone: v2.0
milestone_name: Code Quality
status: executing
active_phase: \"4.5\"
progress:
  total_phases: 17
  completed_phases: 10
  total_plans: 84
  completed_plans: 47
  percent: 59
current_phase_name: Observability
current_plan: 05
stopped_at: Phase 4: P3 done
---

# Project State

## Current Position

Phase: 4 of 17 (Observability)
Status: Executing Phase 4

## Performance Metrics

- Total plans completed: 47
- Average duration: 12 min

| Phase | Plans | Total | Avg/Plan |
|-------|-------|-------|----------|
| 1 | 5 | 60m | 12m |

### Decisions

- [Phase 1]: Use SQLite

### Blockers/Concerns

- [Phase 4]: waiting for keys

## Session Continuity

Last session: 2026-01-15T12:00:00Z
Resume file: None
";

/// Shows a file as a page of 80 cells; its age is that of a file just written.
fn page(project: &Project) -> String {
    let run = project.run(["show", "--width", "80", "--now", NOW]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    // The file was written while the test ran.
    let (head, rest) = run.stdout.split_once('\n').unwrap();
    let (head, age) = head.split_once("  written ").unwrap();
    assert!(age.ends_with("s ago"), "{age}");
    assert!(run.stdout.lines().all(|line| stateline::text::cells(line) <= 80), "{}", run.stdout);
    format!("{head}\n{rest}")
}

#[test]
fn a_gsd_state_fills_a_page() {
    let project = Project::new().file("work/.planning/STATE.md", GSD);
    assert_eq!(
        page(&project),
        "gsd  .planning/STATE.md

  v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing

  progress          ███████████████████████░░░░░░░░░░░░░░░░░  59%
  status            executing
  scene             phase active
  milestone         v2.0 Code Quality
  phase             4.5 Observability · plan 05
  phases            10/17
  plans             47/84
  stopped at        Phase 4: P3 done

Current position
  phase             4 of 17 (Observability)
  status            Executing Phase 4

Blockers  1
  ✗ [Phase 4]: waiting for keys

Decisions  1
  • [Phase 1]: Use SQLite

Performance
  plans             47
  average duration  12 min
  • phase 1         plans 5         total 60m       avg/plan 12m

Session
  last session      34m ago
  resume file       None

Could not be read  1 line
  ✗ line 14   an unquoted `: ` would begin another key
"
    );
}

#[test]
fn a_two_phase_state_fills_a_page() {
    let exec = "---
phase: orchestration
plan_id: plan-20260108-150000
status: executing
current_module: auth-core
modules_status:
  - {id: auth-core, name: Core, status: in_progress, assigned_to: implementer-1, github_issue: '#42', pr: '#45'}
  - {id: auth-web, status: complete}
  - {id: docs, status: pending, dependencies: [auth-core, auth-web]}
active_assignments:
  - agent: implementer-1
    module: auth-core
    status: blocked
    instruction_verification: {status: verified}
modules_completed: 1
modules_total: 3
---
";
    let plan = "---\nplan_id: plan-20260108-150000\ngoal: Log in\nstatus: approved\n---\n";
    let project = Project::new()
        .file("work/.claude/orchestrator-exec-phase.local.md", exec)
        .file("work/.claude/orchestrator-plan-phase.local.md", plan);
    assert_eq!(
        page(&project),
        "two-phase  .claude/orchestrator-exec-phase.local.md

  exec [███░░░░░░░] 33% · BLOCKED auth-core (implementer-1)

  progress          █████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░  33%
  status            executing
  scene             blocked
  alerts            BLOCKED auth-core (implementer-1)
  goal              Log in
  plan              plan-20260108-150000
  module            auth-core
  modules           1/3

Modules  1 of 3 done
  ▸ auth-core               in_progress           implementer-1 · #42 · PR #45
  ✓ auth-web                complete
  · docs                    pending               after auth-core, auth-web

Agents  1
  ✗ implementer-1           auth-core             blocked
    instructions verified
"
    );
}

#[test]
fn a_workflow_session_fills_a_page() {
    let session = r#"{
  "session_id": "WFR-tdd-20260115-120000",
  "template_name": "Feature TDD",
  "status": "running",
  "context": { "goal": "Log in", "scope": "src/auth" },
  "execution_plan": [
    { "batch": 1, "nodes": ["N-001"] },
    { "batch": 2, "nodes": ["CP-01"] },
    { "batch": 3, "nodes": ["N-002a", "N-002b"], "parallel": true }
  ],
  "current_batch": 3,
  "node_states": {
    "N-001": { "status": "completed", "started_at": "2026-01-15T12:00:00Z", "completed_at": "2026-01-15T12:04:45Z" },
    "CP-01": { "status": "completed", "saved_at": "2026-01-15T12:05:00Z" },
    "N-002a": { "status": "running", "cli_task_id": "gem-143514" },
    "N-002b": { "status": "failed", "error": "no tests" }
  },
  "updated_at": "2026-01-15T12:34:00Z"
}"#;
    let home = "work/.workflow/sessions/WFR-tdd-20260115-120000";
    let project = Project::new()
        .file(&format!("{home}/session-state.json"), session)
        .file(
            &format!("{home}/checkpoints/CP-01.json"),
            r#"{"checkpoint_id": "CP-01", "checkpoint_name": "After Plan", "next_node": "N-002a"}"#,
        )
        .file(&format!("{home}/checkpoints/CP-02.json"), "{")
        .file(&format!("{home}/artifacts/N-001-output.md"), "# Plan\n");
    assert_eq!(
        page(&project.env("STATELINE_NOW", NOW)).lines().skip(1).collect::<Vec<_>>().join("\n"),
        "
  Feature TDD [█████░░░░░] 50% · N-002a running · batch 3/3

  progress          ████████████████████░░░░░░░░░░░░░░░░░░░░  50%
  status            running
  scene             running
  alerts            failed N-002b: no tests
  session           WFR-tdd-20260115-120000
  template          Feature TDD
  goal              Log in
  scope             src/auth
  updated           8s ago

Nodes  batch 3 of 3
  ✓ 1   N-001         completed   4m
  ✓ 2   CP-01         completed
  ▸ 3   N-002a        running     gem-143514
  ✗     N-002b        failed      no tests

Checkpoints  2
  • CP-01.json        After Plan · next N-002a
  ✗ CP-02.json        broken: EOF while parsing an object at line 1 column 1

Artifacts  1
  • N-001-output.md                               7 bytes"
    );
}

#[test]
fn an_agent_state_fills_a_page() {
    let project = Project::new()
        .file("work/.claude/agent-state.json", crate::get::agent_state())
        .file(
            "work/.claude/learnings.jsonl",
            "{\"task\": \"1.1\", \"type\": \"pattern\", \"lesson\": \"Look first\"}\n",
        )
        .file("work/.claude/locks.json", "{\"src/auth/jwt.ts\": {\"agent\": \"task-executor\"}}")
        .file("work/.claude/checkpoint-001.json", "{}");
    assert_eq!(
        page(&project),
        "agent-state  .claude/agent-state.json

  user-auth [████░░░░░░] 40% · phase 3/4 · task 3/5 · iter 2 · $0.75/$10
    · 34m/2h

  progress          ████████████████░░░░░░░░░░░░░░░░░░░░░░░░  40%
  status            executing
  scene             executing
  task document     /Users/you/.claude/tasks/user-auth.md
  phase             3/4
  task              3/5
  iteration         2/30
  cost              $0.75/$10
  time              0h 34m 8s/2h
  started           34m ago
  supervisor        15 checks · 3 conflicts · 7 fixes · 2 re-plans

Tasks  2 of 5 done
  ✓ 1.1   Update User model and database schema       $0.20 · 15m 23s · 1×
  ✓ 1.2   Implement JWT authentication                $0.55 · 18m 45s · 3×
  ▸ 2.1   Create auth endpoints         task-executor · in_progress · iter 2
  · 2.2   Add role-based access control
  · 3.1   Protect existing endpoints

Milestones  1
  ✓ Foundation              6m ago · https://github.com/user/repo/issues/123

Learnings  1
  • 1.1   Look first

Checkpoints  2
  • checkpoint-001.json     task 1.1 · 24m ago · abc123def4
  ✗ checkpoint-002.json     no file · task 1.2 · 6m ago · def456ghi7

Locks  1 file
  ▸ src/auth/jwt.ts                         task-executor
"
    );
}

#[test]
fn json_has_every_part() {
    let text = "---\nstatus: executing\nplan: 05\nnote: a: b\n---\n## Current Position\nPhase: 1 of 2\n";
    let project =
        Project::new().file("work/.planning/STATE.md", text).env("STATELINE_NOW", "1999-01-01T00:00:00Z");
    let run = project.run(["show", "--json"]);
    let mut shown: Value = serde_json::from_str(&run.stdout).unwrap();
    let modified = shown["modified"].take();
    assert!(stateline::text::time::seconds(modified.as_str().unwrap()).is_some());
    assert_eq!(
        shown,
        json!({
            "family": "gsd",
            "path": "[ROOT]/work/.planning/STATE.md",
            "root": "[ROOT]/work",
            "modified": null,
            "age_seconds": 0,
            "scene": "fallback",
            "line": "executing · ph 1/2",
            "status": "executing",
            "percent": null,
            "alerts": [],
            "complaints": [{"line": 4, "column": 7, "why": "an unquoted `: ` would begin another key"}],
            "state": {"status": "executing", "plan": "05", "note": "a: b"},
            "beside": {"body": {"current_position": {"phase": "1 of 2"}}},
        })
    );
}

#[test]
fn the_json_of_every_fixture_matches_the_schema() {
    let project = Project::new();
    let schema: Value = serde_json::from_str(&project.run(["show", "--schema"]).stdout).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let mut validated = 0;
    for family in FAMILIES {
        for case in Fixture::all(family.id) {
            let (name, path) = (case.name(), format!("work/{}", case.place()));
            let project = Project::new().file(&path, case.bytes());
            let file = project.path(&path);
            let file = file.to_str().unwrap();
            let run = project.run(["show", "--json", "--as", family.id, "--now", NOW, "-f", file]);
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{name}");
            let shown: Value = serde_json::from_str(&run.stdout).unwrap();
            let wrong: Vec<String> = validator.iter_errors(&shown).map(|error| error.to_string()).collect();
            assert_eq!(wrong, Vec::<String>::new(), "{name}");
            let page = project.run(["show", "--as", family.id, "--now", NOW, "-f", file]);
            assert!(
                page.stdout.lines().all(|line| stateline::text::cells(line) <= 80),
                "{name}: {}",
                page.stdout
            );
            assert!(!page.stdout.contains(|letter: char| letter.is_control() && letter != '\n'), "{name}");
            validated += 1;
        }
    }
    println!("{validated} states validated");
    assert!(validated > 100);
}

#[test]
fn colour_is_optional_and_the_width_is_kept() {
    let project =
        Project::new().file("work/.planning/STATE.md", "---\nstatus: executing\nmilestone: v2.0\n---\n");
    let run = project.run(["show", "--color", "always", "--width", "24"]);
    let body: Vec<&str> = run.stdout.lines().skip(1).collect();
    assert_eq!(
        body,
        [
            "",
            "  v2.0 · executing",
            "",
            "\u{1b}[2m  status  \u{1b}[0mexecuting",
            "\u{1b}[2m  scene   \u{1b}[0mfallback",
            "\u{1b}[2m  milest… \u{1b}[0mv2.0",
        ]
    );
}

#[test]
fn without_a_state_there_is_a_message() {
    assert_eq!(
        Project::new().run(["show"]),
        Run::refused(
            1,
            "stateline: no state file in `[ROOT]/work` or above; `stateline families` lists what is read\n"
        )
    );
    let project = Project::new().file("work/.planning/workstreams/a/notes.md", "");
    assert_eq!(
        project.run(["show"]),
        Run::refused(1, "stateline: no active workstream in `[ROOT]/work/.planning`\n")
    );
}

#[test]
fn the_name_and_the_plan_of_another_phase_are_not_shown_as_those_of_the_active_one() {
    let phase = |fields: &str| {
        let text = format!(
            "---\nstatus: executing\n{fields}current_phase_name: Observability\ncurrent_plan: \"3\"\n---\n"
        );
        let project = Project::new().file("work/.planning/STATE.md", text);
        let run = project.run(["show", "--now", NOW]);
        let line =
            run.stdout.lines().find(|line| line.trim_start().starts_with("phase ")).unwrap().to_owned();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(phase("active_phase: \"4.5\"\ncurrent_phase: \"4\"\n"), "phase 4.5");
    assert_eq!(phase("active_phase: \"4\"\ncurrent_phase: \"4\"\n"), "phase 4 Observability · plan 3");
    assert_eq!(phase("current_phase: \"4\"\n"), "phase 4 Observability · plan 3");
}
