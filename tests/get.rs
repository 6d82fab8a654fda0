//! `stateline get`: paths, jq, the common fields and the companion documents, through the real program.

use crate::harness::{Fixture, Project, Run};

const STATE: &str = "---
gsd_state_version: '1.0'
milestone: v2.0
milestone_name: Code Quality
status: executing
active_phase: \"4.5\"
next_action: null
progress:
  total_phases: 17
  completed_phases: 10
  percent: 59
current_phase: 16.10
current_plan: 05
modules:
  - id: auth-core
    tags: [a, b]
  - id: auth-web
N-001: {status: done}
---

# Project State

## Project Reference

See: .planning/PROJECT.md (updated 2026-01-10)

**Core value:** Ship it
**Current focus:** Phase 4

## Current Position

Phase: 4 of 17 (Observability)
Plan: 3 of 5 in current phase
Status: Executing Phase 4
Last activity: 2026-01-15 — plan 3 done
Progress: [█████░░░░░] 59%

## Performance Metrics

**Velocity:**
- Total plans completed: 47
- Average duration: 12 min

**By Phase:**

| Phase | Plans | Total | Avg/Plan |
|-------|-------|-------|----------|
| 1 | 5 | 60m | 12m |
| 2 | 3 | 30m | 10m |

**Recent Trend:**
- Trend: Stable

## Accumulated Context

### Decisions

- [Phase 1]: Use SQLite
- [Phase 2]: No ORM

### Pending Todos

None yet.

### Blockers/Concerns

- [Phase 4]: waiting for keys

## Session Continuity

Last session: 2026-01-15T12:00:00Z
Stopped at: Phase 4 P3
Resume file: None
";

/// Returns the complete example of the agent-state document.
pub fn agent_state() -> String {
    Fixture::named("agent-state", "executing-as-in-the-document").text()
}

fn project() -> Project {
    Project::new().file("work/.planning/STATE.md", STATE)
}

fn get(arguments: &[&str]) -> Run {
    project().run(["get"].iter().chain(arguments))
}

#[test]
fn a_plain_path_needs_no_dot() {
    assert_eq!(get(&["status", "progress.percent"]), Run::printed("executing\n59\n"));
    assert_eq!(get(&[".status", ".progress.percent"]), Run::printed("executing\n59\n"));
    assert_eq!(get(&["modules[1].id", "modules[0].tags[1]"]), Run::printed("auth-web\nb\n"));
    assert_eq!(get(&["N-001.status", ".N-001.status"]), Run::printed("done\ndone\n"));
}

#[test]
fn a_scalar_prints_as_it_is_written_in_the_file() {
    assert_eq!(
        get(&["current_phase", "current_plan", "active_phase", "gsd_state_version", "next_action"]),
        Run::printed("16.10\n05\n4.5\n1.0\nnull\n")
    );
    assert_eq!(
        get(&["--json", "current_phase", "current_plan", "status"]),
        Run::printed("16.10\n\"05\"\n\"executing\"\n")
    );
    assert_eq!(get(&[".current_phase | ."]), Run::printed("16.10\n"));
}

#[test]
fn jq_is_jq() {
    assert_eq!(get(&[".modules[] | {id, n: (.tags | length)}"]).stdout.lines().count(), 2);
    assert_eq!(get(&["[.modules[].id] | join(\" \")"]), Run::printed("auth-core auth-web\n"));
    assert_eq!(get(&["modules[].id"]), Run::printed("auth-core\nauth-web\n"));
    assert_eq!(get(&[".progress | to_entries | map(.key) | .[0]"]), Run::printed("total_phases\n"));
    assert_eq!(get(&["progress | .percent + 1"]), Run::printed("60\n"));
    assert_eq!(get(&[".modules | length", "length"]), Run::printed("2\n11\n"));
    assert_eq!(get(&[".modules[0]"]), Run::printed("{\"id\":\"auth-core\",\"tags\":[\"a\",\"b\"]}\n"));
}

#[test]
fn the_formats_of_jq_are_not_common_fields() {
    let row = r#"["a\"b, c", null, true, 16.10, "t\tn\nr\r\\", ""]"#;
    for (filter, wanted) in [
        (format!("{row} | @csv"), "\"a\"\"b, c\",,true,16.10,\"t\tn\nr\r\\\",\"\"\n"),
        (format!("{row} | @tsv"), "a\"b, c\t\ttrue\t16.10\tt\\tn\\nr\\r\\\\\t\n"),
        (".modules[] | [.id, @percent] | @tsv".to_owned(), "auth-core\t59\nauth-web\t59\n"),
        ("@csv \"\\([.status, 1])!\"".to_owned(), "\"executing\",1!\n"),
        (".modules[0].tags | @json".to_owned(), "[\"a\",\"b\"]\n"),
        (".modules[0].tags | @text".to_owned(), "[\"a\",\"b\"]\n"),
        (".modules[0].tags | @sh".to_owned(), "'a' 'b'\n"),
        (".status | @base64".to_owned(), "ZXhlY3V0aW5n\n"),
        (".status | @base64 | @base64d".to_owned(), "executing\n"),
        ("\"a b\" | @uri".to_owned(), "a%20b\n"),
        ("\"<\" | @html".to_owned(), "&lt;\n"),
    ] {
        assert_eq!(get(&[&filter]), Run::printed(wanted), "{filter}");
    }
    let refused = |filter: &str, why: &str| {
        assert_eq!(get(&[filter]), Run::refused(1, format!("stateline: {why}\n")), "{filter}");
    };
    refused(
        ".status | @csv",
        "`.status | @csv` failed: \"executing\" is not a list, so it cannot be a row of CSV",
    );
    refused(
        "[.progress.percent, [1]] | @tsv",
        "`[.progress.percent, [1]] | @tsv` failed: [1] cannot be in a row of TSV",
    );
}

#[test]
fn the_common_fields_are_there_for_every_state() {
    assert_eq!(
        get(&["@line", "@scene", "@status", "@percent", "@family", "@path"]),
        Run::printed(
            "v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing\nphase active\nexecuting\n59\ngsd\n\
             [ROOT]/work/.planning/STATE.md\n"
        )
    );
    assert_eq!(
        get(&["{line: @line, all: [@percent, \"@percent\"]}"]),
        Run::printed(
            "{\"line\":\"v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing\",\"all\":[59,\"@percent\"]}\n"
        )
    );
    assert_eq!(get(&["--style", "compact", "@line"]), Run::printed("v2.0 · P4.5/17 · executing\n"));
}

#[test]
fn the_body_can_be_queried() {
    assert_eq!(
        get(&["@body"]),
        Run::printed(
            "{\"project_reference\":{\"see\":\".planning/PROJECT.md (updated 2026-01-10)\",\"core_value\":\"Ship \
             it\",\"current_focus\":\"Phase 4\"},\"current_position\":{\"phase\":\"4 of 17 (Observability)\",\
             \"plan\":\"3 of 5 in current phase\",\"status\":\"Executing Phase 4\",\"last_activity\":\"2026-01-15 \
             — plan 3 done\",\"progress\":\"[█████░░░░░] 59%\"},\"performance_metrics\":{\"total_plans_completed\"\
             :\"47\",\"average_duration\":\"12 min\",\"trend\":\"Stable\",\"table\":[{\"phase\":\"1\",\"plans\":\
             \"5\",\"total\":\"60m\",\"avg_plan\":\"12m\"},{\"phase\":\"2\",\"plans\":\"3\",\"total\":\"30m\",\
             \"avg_plan\":\"10m\"}]},\"decisions\":[\"[Phase 1]: Use SQLite\",\"[Phase 2]: No ORM\"],\
             \"pending_todos\":[],\"blockers\":[\"[Phase 4]: waiting for keys\"],\"session_continuity\":{\
             \"last_session\":\"2026-01-15T12:00:00Z\",\"stopped_at\":\"Phase 4 P3\",\"resume_file\":\"None\"}}\n"
        )
    );
    assert_eq!(
        get(&[
            "@body.current_position.phase",
            "@body.decisions[1]",
            "@body.performance_metrics.table[] | .avg_plan"
        ]),
        Run::printed("4 of 17 (Observability)\n[Phase 2]: No ORM\n12m\n10m\n")
    );
}

#[test]
fn a_missing_value_is_reported_and_exits_with_1() {
    for (filter, message) in [
        ("progress.percnt", "no `progress.percnt`; did you mean `progress.percent`?"),
        ("stauts", "no `stauts`; did you mean `status`?"),
        ("percent", "no `percent`; did you mean `progress.percent`?"),
        ("modules[9].id", "no `modules[9].id`; `modules` has 2 items"),
        ("modules.id", "no `modules.id`; `modules` is a list: `modules[0]` is its first item"),
        (".status.foo", "no value for `.status.foo`"),
        ("nothing_like_it", "no value for `nothing_like_it`"),
        (".nothing // .like_it", "no value for `.nothing // .like_it`"),
        (".modules[] | select(.id == \"x\")", "no value for `.modules[] | select(.id == \"x\")`"),
        ("@body.curent_position", "no `@body.curent_position`; did you mean `@body.current_position`?"),
        ("@locks", "no `@locks`; there is none next to this gsd file"),
        (".status | .[0]", "`.status | .[0]` failed: cannot index \"executing\" with 0"),
    ] {
        assert_eq!(get(&[filter]), Run::refused(1, format!("stateline: {message}\n")));
    }
}

#[test]
fn values_that_exist_are_printed_even_if_others_are_missing() {
    let run = get(&["status", "nope", "milestone"]);
    let wanted = Run {
        code: Some(1),
        stdout: "executing\nv2.0\n".to_owned(),
        stderr: "stateline: no value for `nope`\n".to_owned(),
    };
    assert_eq!(run, wanted);
}

#[test]
fn a_default_replaces_a_missing_value_or_null() {
    assert_eq!(
        get(&["nope", "next_action", "status", "--default", "none"]),
        Run::printed("none\nnone\nexecuting\n")
    );
    assert_eq!(get(&["nope", "--default", "none", "--json"]), Run::printed("\"none\"\n"));
    assert_eq!(get(&[".status | .[0]", "--default=-"]), Run::printed("-\n"));
}

#[test]
fn values_can_end_with_a_nul() {
    assert_eq!(get(&["-0", "status", "milestone"]), Run::printed("executing\0v2.0\0"));
}

#[test]
fn an_invalid_filter_is_shown_with_a_caret() {
    for (filter, message) in [
        (
            ".progress | {",
            "the filter is not valid jq: expected a closing brace\n  .progress | {\n               ^",
        ),
        ("status | bar", "jq has no filter `bar`; a field is written `.bar`\n  status | bar\n           ^"),
        ("foo(1)", "jq has no filter `foo/1`\n  foo(1)\n  ^"),
        (".a | @statsu", "no field `@statsu`; did you mean `@status`?\n  .a | @statsu\n       ^"),
        ("@line | $x", "`$x` is not defined here\n  @line | $x\n          ^"),
        (".a |", "the filter is not valid jq: expected a term\n  .a |\n      ^"),
        (".a b", "the filter is not valid jq: expected nothing more\n  .a b\n     ^"),
    ] {
        assert_eq!(get(&[filter]), Run::refused(2, format!("stateline: {message}\n")), "{filter}");
    }
}

#[test]
fn without_a_state_there_is_a_message() {
    let project = Project::new();
    assert_eq!(
        project.run(["get", "status"]),
        Run::refused(
            1,
            "stateline: no state file in `[ROOT]/work` or above; `stateline families` lists what is read\n"
        )
    );
    assert_eq!(
        project.run(["get", "status", "-f", "STATE.md"]),
        Run::refused(1, "stateline: cannot read `STATE.md`: no such file\n")
    );
    assert_eq!(
        project.run(["get"]),
        Run::refused(2, "stateline: missing argument; expected a filter, such as `status`\n")
    );
}

#[test]
fn a_file_may_follow_the_filters() {
    let project = project().dir("elsewhere");
    assert_eq!(project.run(["get", "status", "../work/.planning/STATE.md"]), Run::printed("executing\n"));
    assert_eq!(
        project.run(["get", "status", ".claude/agent-state.json"]),
        Run::refused(1, "stateline: cannot read `.claude/agent-state.json`: no such file\n")
    );
    assert_eq!(
        project.run(["get", "status", "typo.json"]),
        Run::refused(1, "stateline: cannot read `typo.json`: no such file\n")
    );
    assert_eq!(get(&["status", ".modules.json"]).stdout, "executing\n");
    assert_eq!(project.run_with(["get", "a.b", "-f", "-"], b"---\na: {b: 1}\n---\n"), Run::printed("1\n"));
}

#[test]
fn what_yaml_cannot_read_is_reported_and_the_rest_is_answered() {
    let text = "---\nstatus: executing\nstopped_at: Phase 4: done\n---\n";
    let run = Project::new().file("work/.planning/STATE.md", text).run(["get", "status", "stopped_at"]);
    let stderr = "stateline: [ROOT]/work/.planning/STATE.md:3:13: an unquoted `: ` would begin another key\n";
    let wanted =
        Run { code: Some(0), stdout: "executing\nPhase 4: done\n".to_owned(), stderr: stderr.to_owned() };
    assert_eq!(run, wanted);
}

#[test]
fn a_gsd_status_follows_the_documented_table() {
    for (status, wanted) in [
        ("status: Discussing Phase 2", "discussing"),
        ("status: Ready to plan", "planning"),
        ("status: in_progress", "executing"),
        ("status: Phase complete — ready for verification", "verifying"),
        ("status: milestone_complete", "completed"),
        ("status: Stopped for review", "paused"),
        ("status: executing\npaused_at: lunch", "paused"),
        ("status: executing\npaused_at: null", "executing"),
        ("status: Roadmapped", "roadmapped"),
        ("milestone: v1", "unknown"),
    ] {
        let text = format!("---\n{status}\n---\n## Current Position\nStatus: Verifying\n");
        let run = Project::new().file("work/.planning/STATE.md", text).run(["get", "@status"]);
        assert_eq!(run, Run::printed(format!("{wanted}\n")), "{status}");
    }
}

#[test]
fn a_status_is_taken_from_where_the_line_of_the_same_style_takes_it() {
    let text = "---\nstatus: executing\n---\n## Current Position\nPhase: 4\nPlan: Not started\nStatus: Ready to plan\n";
    let project = Project::new().file("work/.planning/STATE.md", text);
    for (style, line, status) in [
        ("full", "executing", "executing"),
        ("compact", "executing", "executing"),
        ("smart", "Phase 4 ready to plan", "planning"),
    ] {
        let run = project.run(["get", "@line", "@status", "--style", style]);
        assert_eq!(run, Run::printed(format!("{line}\n{status}\n")), "{style}");
    }
}

#[test]
fn a_missing_status_field_is_reported_with_the_place_the_line_takes_it_from() {
    let text = "---\nmilestone: v1\n---\n## Current Position\n- Phase: 4\n- Status: In progress\n";
    let project = Project::new().file("work/.planning/STATE.md", text);
    let smart = project.run(["get", "status", "--style", "smart"]);
    let from = "the line takes it from `Status: in the body`, line 6; `get @status` prints it";
    assert_eq!(smart, Run::refused(1, format!("stateline: no `status`; {from}\n")));
    assert_eq!(project.run(["get", "@status", "--style", "smart"]), Run::printed("executing\n"));
    // The documented line does not read a list item.
    assert_eq!(project.run(["get", "status"]), Run::refused(1, "stateline: no value for `status`\n"));
}

#[test]
fn every_query_of_the_agent_state_documentation_works_unchanged() {
    let project = Project::new().file("work/.claude/agent-state.json", agent_state());
    for (query, answer) in [
        (".orchestrator.status", "executing\n"),
        (
            "{phase: .orchestrator.current_phase, task: .orchestrator.current_task, status: .orchestrator.status}",
            "{\"phase\":2,\"task\":\"3/5\",\"status\":\"executing\"}\n",
        ),
        (
            ".safety_bounds | {cost: .cost_so_far, time: .elapsed_time, max_cost, max_time}",
            "{\"cost\":\"$0.75\",\"time\":\"0h 34m 8s\",\"max_cost\":\"$10\",\"max_time\":\"2h\"}\n",
        ),
        (
            ".completed_tasks[] | {task, name, iterations, time: .time_elapsed}",
            "{\"task\":\"1.1\",\"name\":\"Update User model and database schema\",\"iterations\":1,\"time\":\"15m \
             23s\"}\n{\"task\":\"1.2\",\"name\":\"Implement JWT authentication\",\"iterations\":3,\"time\":\"18m \
             45s\"}\n",
        ),
        (
            ".supervisor.interventions[]",
            "{\"timestamp\":\"2026-01-15T12:15:00Z\",\"check_type\":\"pre_task\",\"task\":\"1.2\",\
             \"conflict_type\":\"architecture\",\"severity\":\"high\",\"action\":\"re_plan\",\"resolution\":\
             \"Updated plan to use existing auth module\"}\n{\"timestamp\":\"2026-01-15T12:25:00Z\",\
             \"check_type\":\"post_task\",\"task\":\"2.1\",\"conflict_type\":\"pattern\",\"severity\":\"low\",\
             \"action\":\"auto_fix\",\"resolution\":\"Fixed naming conventions in 3 files\"}\n",
        ),
        (
            ".learnings[] | {task, type, lesson}",
            "{\"task\":\"1.2\",\"type\":\"pattern\",\"lesson\":\"JWT tokens must be validated with existing auth \
             middleware pattern\"}\n{\"task\":\"1.2\",\"type\":\"antipattern\",\"lesson\":\"Hardcoding JWT secret in \
             code failed security scan\"}\n",
        ),
    ] {
        assert_eq!(project.run(["get", query]), Run::printed(answer), "{query}");
        assert_eq!(project.run(["get", query, ".claude/agent-state.json"]), Run::printed(answer), "{query}");
    }
}

#[test]
fn the_companions_of_an_agent_state_can_be_queried() {
    let project = Project::new()
        .file("work/.claude/agent-state.json", agent_state())
        .file("work/.claude/learnings.jsonl", "{\"lesson\": \"one\"}\n\n{\"lesson\"\n{\"lesson\": \"two\"}\n")
        .file("work/.claude/locks.json", "{\"src/a.ts\": {\"agent\": \"task-executor\"}}")
        .file("work/.claude/checkpoint-001.json", "{\"orchestrator\": {\"status\": \"planning\"}}")
        .file("work/.claude/checkpoint.json", "{");
    for (filter, answer) in [
        (
            "@learnings",
            "[{\"lesson\":\"one\"},{\"broken\":\"{\\\"lesson\\\"\",\"line\":3},{\"lesson\":\"two\"}]\n",
        ),
        ("@learnings[2].lesson", "two\n"),
        ("@locks", "{\"src/a.ts\":{\"agent\":\"task-executor\"}}\n"),
        ("@milestones[0].name", "Foundation\n"),
        ("@checkpoints | length", "3\n"),
        (
            "@checkpoints[0] | {file, git_sha, status: .snapshot.orchestrator.status}",
            "{\"file\":\"checkpoint-001.json\",\"git_sha\":\"abc123def456\",\"status\":\"planning\"}\n",
        ),
        ("@checkpoints[1].state_snapshot", "checkpoint-002.json\n"),
        (
            "@checkpoints[2]",
            "{\"file\":\"checkpoint.json\",\"broken\":\"EOF while parsing an object at line 1 column 1\"}\n",
        ),
        ("@status", "executing\n"),
        ("@percent", "40\n"),
    ] {
        assert_eq!(project.run(["get", filter]), Run::printed(answer), "{filter}");
    }
    let alone = Project::new().file("work/.claude/agent-state.json", agent_state());
    assert_eq!(alone.run(["get", "@learnings | length"]), Run::printed("2\n"));
    assert_eq!(
        alone.run(["get", "@locks"]),
        Run::refused(1, "stateline: no `@locks`; there is none next to this agent-state file\n")
    );
}

#[test]
fn the_companions_of_a_session_can_be_queried() {
    let home = "work/.workflow/sessions/WFR-a-20260115-120000";
    let project = Project::new()
        .file(
            &format!("{home}/session-state.json"),
            r#"{"session_id": "WFR-a-20260115-120000", "status": "paused", "node_states": {"N-001": {"status": "completed"}}}"#,
        )
        .file(&format!("{home}/checkpoints/CP-01.json"), "{\"checkpoint_id\": \"CP-01\", \"next_node\": \"N-002\"}")
        .file(&format!("{home}/checkpoints/notes.txt"), "")
        .file(&format!("{home}/artifacts/N-001-output.md"), "# Plan\n");
    for (filter, answer) in [
        ("node_states.N-001.status", "completed\n"),
        ("@status", "paused\n"),
        (
            "@checkpoints",
            "[{\"file\":\"CP-01.json\",\"snapshot\":{\"checkpoint_id\":\"CP-01\",\"next_node\":\"N-002\"}}]\n",
        ),
        ("@artifacts[] | [.file, .bytes]", "[\"N-001-output.md\",7]\n"),
    ] {
        assert_eq!(project.run(["get", filter]), Run::printed(answer), "{filter}");
    }
}

#[test]
fn the_plan_of_an_exec_file_can_be_queried() {
    let project = Project::new()
        .file("work/.claude/orchestrator-exec-phase.local.md", "Plan ID: plan-1\nStatus: ready\n")
        .file(
            "work/.claude/orchestrator-plan-phase.local.md",
            "---\ngoal: Log in\nplan_phase_complete: true\n---\n",
        );
    assert_eq!(
        project.run(["get", "status", "plan_id", "@plan.goal", "@status"]),
        Run::printed("ready\nplan-1\nLog in\nready\n")
    );
}

#[cfg(unix)] // limits of a process
#[test]
fn a_filter_that_recurses_or_nests_without_end_is_refused() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let too_much = "stateline: the filter recurses too deeply, or needs more than 512 MiB of memory\n";
    for filter in ["def f: 1 + f; f", "def f: [f]; f"] {
        assert_eq!(project.run(["get", filter]), Run::refused(2, format!("{too_much}  {filter}\n  ^\n")));
    }
    let long = format!("1{}", "+1".repeat(30_000));
    let shown: String = long.chars().take(60).collect();
    assert_eq!(project.run(["get", &long]), Run::refused(2, format!("{too_much}  {shown}\n  ^\n")));
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    let (around, place) = ("[".repeat(120), " ".repeat(61));
    let refusal =
        format!("stateline: too many open brackets; at most 256 are allowed\n  …{around}…\n  {place}^\n");
    assert_eq!(project.run(["get", &deep]), Run::refused(2, refusal));
}

#[cfg(unix)] // limits of a process
#[test]
fn a_filter_that_does_not_end_is_ended() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    // A lower limit than its own, so that the test does not take as long.
    let mut command = project.other("sh", ["-c", "ulimit -S -t 1; exec \"$0\" get 'last(repeat(1))'"]);
    command.arg(crate::harness::PROGRAM);
    let refusal = "stateline: the filter did not end within 5 seconds\n  last(repeat(1))\n  ^\n";
    assert_eq!(project.run_command(command), Run::refused(2, refusal));
}

#[test]
fn halting_ends_a_filter_and_an_error_says_why() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let refusal = "stateline: `.status | halt_error` failed: executing\n";
    assert_eq!(project.run(["get", ".status | halt_error"]), Run::refused(1, refusal));
    let run = project.run(["get", "halt_error"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.is_empty()), (Some(1), "", false));
    assert_eq!(project.run(["get", ".status, halt, .milestone"]), Run::printed("executing\n"));
}

#[test]
fn the_common_fields_have_the_style_of_the_line() {
    let project = Project::new()
        .file("home/.config/stateline/config.toml", "style = \"compact\"\n")
        .file("work/.planning/STATE.md", STATE);
    for flags in [&[][..], &["--style", "smart"], &["--config", "none"]] {
        let run = |command: &[&str]| project.run(command.iter().chain(flags));
        let line = run(&["line", "--now", "2026-01-15T12:30:00Z"]);
        assert_eq!(run(&["get", "@line", "--now", "2026-01-15T12:30:00Z"]), line, "{flags:?}");
        let page = run(&["show", "--now", "2026-01-15T12:30:00Z"]).stdout;
        assert_eq!(page.lines().nth(2).map(str::trim), Some(line.stdout.trim_end()), "{flags:?}");
    }
}

/// A filter sees the state, the environment and the time that the program was given, and nothing else.
#[test]
fn a_filter_reads_no_file() {
    let refused = [
        ("import \"/etc/passwd\" as $x; $x", 8, "a filter cannot load modules"),
        ("import \"/etc/passwd\" as $x; 1", 8, "a filter cannot load modules"),
        ("import \"a\" as a; 1", 8, "a filter cannot load modules"),
        ("import \"a\" as $a; include \"b\"; 1", 27, "a filter cannot load modules"),
        ("include \"a\"; 1", 9, "a filter cannot load modules"),
        ("\"a\" | modulemeta", 6, "jq has no filter `modulemeta`; a field is written `.modulemeta`"),
        ("[inputs]", 1, "jq has no filter `inputs`; a field is written `.inputs`"),
        ("[input]", 1, "jq has no filter `input`; a field is written `.input`"),
        ("[input_filename]", 1, "jq has no filter `input_filename`; a field is written `.input_filename`"),
        ("[get_search_list]", 1, "jq has no filter `get_search_list`; a field is written `.get_search_list`"),
        ("$__loc__", 0, "`$__loc__` is not defined here"),
        ("$__prog_args", 0, "`$__prog_args` is not defined here"),
    ];
    let project = project();
    for (filter, column, why) in refused {
        let message = format!("stateline: {why}\n  {filter}\n  {}^\n", " ".repeat(column));
        assert_eq!(project.run(["get", filter]), Run::refused(2, message), "{filter}");
    }
    // They pass the state on, and print nothing.
    for filter in ["debug | .status", "debug(\"x\") | .status", "stderr | .status"] {
        assert_eq!(project.run(["get", filter]), Run::printed("executing\n"), "{filter}");
    }
}

#[cfg(unix)] // variables that are not UTF-8
#[test]
fn a_filter_sees_the_environment_and_the_clock_of_the_program() {
    use std::os::unix::ffi::OsStringExt;

    let project = project().env("GREETING", "hello");
    let get = |filter: &str| {
        let mut command =
            project.other(crate::harness::PROGRAM, ["get", filter, "--now", "2026-01-15T12:00:00Z"]);
        // A variable need not be UTF-8.
        command.env("BROKEN", std::ffi::OsString::from_vec(b"x\xff".to_vec()));
        project.run_command(command)
    };
    assert_eq!(get("env | .GREETING"), Run::printed("hello\n"));
    assert_eq!(get("$ENV.GREETING"), Run::printed("hello\n"));
    assert_eq!(get("$ENV.BROKEN"), Run::printed("x\u{FFFD}\n"));
    assert_eq!(get("$ENV | has(\"STATELINE_LIMITED\")"), Run::printed("false\n"));
    assert_eq!(get("now"), Run::printed("1768478400\n"));
    assert_eq!(get("now | todate"), Run::printed("2026-01-15T12:00:00Z\n"));
}
