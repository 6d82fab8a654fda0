//! `stateline list` for programs: CSV, metrics for Prometheus, files, exit codes; and its heading for people.

use std::{
    fs,
    os::unix::{
        ffi::OsStrExt,
        fs::{MetadataExt, symlink},
    },
    process::Command,
};

use crate::harness::{PROGRAM, Project, Run, has, make_fifo, screen::Screen};

const NOW: &str = "2026-01-15T12:30:00Z";

fn executing(touched: &str) -> String {
    format!(
        "---\nmilestone: v1.0\nstatus: executing\nactive_phase: 4\nlast_updated: {touched}\nprogress:\n  \
         total_phases: 8\n  completed_phases: 4\n  percent: 50\n---\n"
    )
}

const BLOCKED: &str = r#"{"orchestrator": {"status": "executing", "task_doc": "docs/user-auth.md",
  "current_phase": 0, "total_phases": 2, "ralph_iteration": 2},
  "active_agents": [{"type": "task-executor", "task": "2.1", "status": "blocked"}],
  "completed_tasks": ["1.1"], "pending_tasks": ["2.2", "2.3"],
  "safety_bounds": {"max_cost": "$10", "cost_so_far": "$9.50", "max_iterations_per_task": 10},
  "updated_at": "2026-01-15T12:20:00Z"}"#;

fn two() -> Project {
    Project::new()
        .file("work/shop/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .file("work/api/.claude/agent-state.json", BLOCKED)
        .env("STATELINE_NOW", NOW)
}

const API: &str =
    "api   agent-state  user-auth [██░░░░░░░░] 25% · BLOCKED 2.1 (task-executor) · ⚠ cost 95%  10m\n";

#[test]
fn a_table_that_was_asked_for_has_a_heading() {
    assert_eq!(
        two().run(["list", "--format", "table"]),
        Run::printed(
            "PROJECT  FAMILY       LINE                                                                   AGE\n\
             api      agent-state  user-auth [██░░░░░░░░] 25% · BLOCKED 2.1 (task-executor) · ⚠ cost 95%  10m\n\
             shop     gsd          v1.0 [█████░░░░░] 50% · Phase 4 executing                              30m\n"
        )
    );
}

#[test]
fn a_narrow_table_has_a_heading_for_each_column_that_is_left() {
    let project = two();
    for (width, expected) in [
        (
            "60",
            "PROJECT  FAMILY       LINE                            AGE\n\
             api      agent-state  25% · BLOCKED 2.1 · ⚠ cost 95%  10m\n\
             shop     gsd          v1.0 50% · Phase 4 executing    30m\n",
        ),
        (
            "30",
            "PROJECT  LINE\n\
             api      BLOCKED 2.1 · ⚠ cost…\n\
             shop     50% · P4 executing\n",
        ),
        ("3", "LI…\n2.1\nP4…\n"),
        ("1", "…\n…\n…\n"),
    ] {
        assert_eq!(project.run(["list", "--format", "table", "--width", width]), Run::printed(expected));
    }
}

#[test]
fn no_row_is_wider_than_the_terminal() {
    let name = "日本語".repeat(9);
    let project = two().file(&format!("work/{name}/.planning/STATE.md"), executing("2026-01-15T12:00:00Z"));
    for width in 1..=130 {
        let run = project.run(["list", "--format", "table", "--width", &width.to_string()]);
        let widest = run.stdout.lines().map(stateline::text::cells).max().unwrap();
        assert!(widest <= width, "{widest} columns of {width}:\n{}", run.stdout);
    }
}

#[test]
fn on_a_terminal_the_table_has_a_heading() {
    if !has("tmux") {
        return;
    }
    let project = two();
    let screen = Screen::start(&project, 110, &["sh", "-c", &format!("{PROGRAM} list; sleep 60")]);
    screen.shows(&[
        "PROJECT  FAMILY   LINE   AGE",
        "api   agent-state  user-auth [██░░░░░░░░] 25% · BLOCKED 2.1 (task-executor) · ⚠ cost 95%  10m",
        "shop   gsd   v1.0 [█████░░░░░] 50% · Phase 4 executing   30m",
    ]);
}

#[test]
fn csv_has_a_heading_and_a_row_for_each_workflow() {
    assert_eq!(
        two().run(["list", "--format", "csv"]),
        Run::printed(
            "project,path,family,scene,status,line,percent,in_flight,touched,age_seconds,alerts\n\
             api,[ROOT]/work/api/.claude/agent-state.json,agent-state,blocked,executing,user-auth [██░░░░░░░░] 25% · \
             BLOCKED 2.1 (task-executor) · ⚠ cost 95%,25,true,2026-01-15T12:20:00Z,600,BLOCKED 2.1 (task-executor) · \
             ⚠ cost 95%\n\
             shop,[ROOT]/work/shop/.planning/STATE.md,gsd,phase active,executing,v1.0 [█████░░░░░] 50% · Phase 4 \
             executing,50,true,2026-01-15T12:00:00Z,1800,\n"
        )
    );
}

#[test]
fn metrics_are_gauges_that_prometheus_accepts() {
    let project = Project::new().file("work/.claude/agent-state.json", BLOCKED).env("STATELINE_NOW", NOW);
    let labels = "project=\"work\",path=\"[ROOT]/work/.claude/agent-state.json\",family=\"agent-state\"";
    let expected = format!(
        "# HELP stateline_workflow_info What a workflow shows. Always 1.
# TYPE stateline_workflow_info gauge
stateline_workflow_info{{{labels},situation=\"blocked\",status=\"executing\"}} 1
# HELP stateline_workflow_progress_ratio How much of a workflow is done, from 0 to 1.
# TYPE stateline_workflow_progress_ratio gauge
stateline_workflow_progress_ratio{{{labels}}} 0.25
# HELP stateline_workflow_items How many tasks, modules, nodes or phases a workflow has, and how many are done.
# TYPE stateline_workflow_items gauge
stateline_workflow_items{{{labels},state=\"done\"}} 1
stateline_workflow_items{{{labels},state=\"total\"}} 4
# HELP stateline_workflow_in_flight Whether a workflow says that work is going on, even if it was abandoned.
# TYPE stateline_workflow_in_flight gauge
stateline_workflow_in_flight{{{labels}}} 1
# HELP stateline_workflow_alert Whether a workflow needs attention, by the kind of alert.
# TYPE stateline_workflow_alert gauge
stateline_workflow_alert{{{labels},kind=\"failed\"}} 0
stateline_workflow_alert{{{labels},kind=\"blocked\"}} 1
stateline_workflow_alert{{{labels},kind=\"paused\"}} 0
stateline_workflow_alert{{{labels},kind=\"overdue\"}} 0
stateline_workflow_alert{{{labels},kind=\"limit\"}} 1
stateline_workflow_alert{{{labels},kind=\"other\"}} 0
# HELP stateline_workflow_last_update_timestamp_seconds When a workflow last changed, in seconds since 1970.
# TYPE stateline_workflow_last_update_timestamp_seconds gauge
stateline_workflow_last_update_timestamp_seconds{{{labels}}} 1768479600
# HELP stateline_workflow_cost_usd What a workflow has cost so far, in US dollars.
# TYPE stateline_workflow_cost_usd gauge
stateline_workflow_cost_usd{{{labels}}} 9.5
# HELP stateline_workflow_bound_ratio How much of a limit a workflow has used; 1 is all of it.
# TYPE stateline_workflow_bound_ratio gauge
stateline_workflow_bound_ratio{{{labels},bound=\"iterations\"}} 0.2
stateline_workflow_bound_ratio{{{labels},bound=\"cost\"}} 0.95
# HELP stateline_workflows How many workflows were found.
# TYPE stateline_workflows gauge
stateline_workflows 1
# HELP stateline_unreadable_directories How many directories could not be read.
# TYPE stateline_unreadable_directories gauge
stateline_unreadable_directories 0
# EOF
"
    );
    let run = project.run(["list", "--format", "openmetrics"]);
    assert_eq!(run, Run::printed(expected));
    is_accepted(&project, &run.stdout);
}

/// Asserts that Prometheus' own tool has nothing to say about a page.
fn is_accepted(project: &Project, page: &str) {
    if has("promtool") {
        let run = project.feed(project.other("promtool", ["check", "metrics"]), page.as_bytes());
        assert_eq!(run, Run::printed(""));
    }
}

#[test]
fn a_machine_without_workflows_has_a_page_of_metrics_too() {
    let project = Project::new();
    let run = project.run(["list", "--format", "openmetrics"]);
    assert_eq!(
        run,
        Run::printed(
            "# HELP stateline_workflows How many workflows were found.\n# TYPE stateline_workflows gauge\n\
             stateline_workflows 0\n\
             # HELP stateline_unreadable_directories How many directories could not be read.\n\
             # TYPE stateline_unreadable_directories gauge\nstateline_unreadable_directories 0\n# EOF\n"
        )
    );
    is_accepted(&project, &run.stdout);
}

/// Every ASCII character that a name can have, control characters, bytes that are not UTF-8, and names that look alike
/// once they are cleaned or cut.
#[test]
fn every_name_becomes_a_label_of_its_own() {
    let ascii: Vec<u8> = (1..128_u8).filter(|byte| *byte != b'/').collect();
    let deep = ["d".repeat(200), "e".repeat(200)].join("/");
    let names: Vec<Vec<u8>> = vec![
        ascii,
        b"same\x01".to_vec(),
        b"same\x02".to_vec(),
        b"bytes\xFF".to_vec(),
        b"bytes\xFE".to_vec(),
        "bytes\u{FFFD}".into(),
        format!("1/{deep}").into(),
        format!("2/{deep}").into(),
        "line\nend \"quoted\" back\\slash".into(),
        "\u{202e}right-to-left".into(),
        "日本語".into(),
    ];
    let project = Project::new().env("STATELINE_NOW", NOW);
    for name in &names {
        let dir = project.path("work").join(std::ffi::OsStr::from_bytes(name)).join(".planning");
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("STATE.md"), executing("2026-01-15T12:00:00Z")).unwrap();
    }
    let page = project.run(["list", "--format", "openmetrics"]).stdout;
    is_accepted(&project, &page);
    let infos: Vec<&str> = page.lines().filter(|line| line.starts_with("stateline_workflow_info{")).collect();
    let mut distinct = infos.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!((infos.len(), distinct.len()), (names.len(), names.len()), "{page}");
    assert!(page.chars().all(|letter| letter == '\n' || !letter.is_control()), "{page}");
    assert!(page.lines().all(|line| line.len() < 1000), "{page}");
}

#[test]
fn a_file_is_replaced_in_one_step_and_nothing_is_printed() {
    let project = two().file("work/out.prom", "old\n");
    let before = fs::metadata(project.path("work/out.prom")).unwrap();
    assert_eq!(project.run(["list", "--format", "csv", "--output", "out.prom"]), Run::printed(""));
    let (new, printed) = (
        fs::read_to_string(project.path("work/out.prom")).unwrap(),
        project.run(["list", "--format", "csv"]),
    );
    assert_eq!(project.without_root(&new), printed.stdout);
    let after = fs::metadata(project.path("work/out.prom")).unwrap();
    assert_ne!(before.ino(), after.ino(), "written in place");
    assert_eq!(after.mode() & 0o777, 0o644, "node_exporter must be able to read it");
    let left: Vec<_> = fs::read_dir(project.path("work"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert_eq!(left, [""; 0]);
}

#[test]
fn what_is_no_regular_file_is_not_replaced() {
    let project = two();
    make_fifo(&project.path("work/pipe"));
    symlink("/dev/null", project.path("work/link")).unwrap();
    for name in ["pipe", "link", "shop"] {
        assert_eq!(
            project.run(["list", "--output", name]),
            Run::refused(2, format!("stateline: cannot write `{name}`: not a regular file\n"))
        );
    }
    assert_eq!(
        project.run(["list", "-o", "no/such/dir"]),
        Run::refused(2, "stateline: cannot write `no/such/dir`: no such file\n")
    );
}

#[test]
fn alerts_are_listed_alone_and_decide_the_exit_code() {
    let project = two();
    let row = API.replacen("api   ", "api  ", 1);
    assert_eq!(project.run(["list", "--alerts"]), Run::printed(row.clone()));
    assert_eq!(
        project.run(["list", "--alerts", "--fail-on", "alert"]),
        Run { code: Some(1), stdout: row, stderr: String::new() }
    );
    assert_eq!(project.run(["list", "--alerts", "--fail-on", "alert", "shop"]), Run::printed(""));
    assert_eq!(
        project.run(["list", "--alerts", "shop"]),
        Run::refused(1, "stateline: no workflow with an alert below `shop`\n")
    );
    assert_eq!(
        project.run(["list", "--fail-on", "stale"]),
        Run::refused(2, "stateline: `--fail-on` cannot be `stale`; it takes `alert`\n")
    );
}

#[test]
fn in_a_subdirectory_its_own_project_is_listed() {
    let project = two().dir("work/shop/src/deep");
    let row = "shop  gsd  v1.0 [█████░░░░░] 50% · Phase 4 executing  30m\n";
    assert_eq!(project.run(["list"]), Run::printed(row));
    assert_eq!(project.run(["list", "."]), Run::refused(1, "stateline: no workflow below `.`\n"));
}

#[test]
fn the_age_is_the_one_that_explain_names() {
    let project = two().dir("work/shop");
    let page = project.run(["explain", "--color", "never"]).stdout;
    assert!(page.contains("gsd, updated 30m ago by its own account, written 0s ago"), "{page}");
}

#[test]
fn each_alert_has_its_kind() {
    let session = |status: &str| {
        format!("{{\"template_name\": \"TDD\", \"status\": \"{status}\", \"updated_at\": \"{NOW}\"}}")
    };
    let exec = "---\nphase: orchestration\nstatus: executing\ncurrent_module: a\nactive_assignments:\n  \
                - agent: one\n    module: a\n    status: working\n    progress_polling:\n      \
                next_poll_due: \"2026-01-15T12:00:00Z\"\n---\n";
    for (path, text, kinds) in [
        (".workflow/sessions/WFR-1/session-state.json", session("failed"), "failed"),
        (".workflow/sessions/WFR-1/session-state.json", session("paused"), "paused"),
        (".workflow/sessions/WFR-1/session-state.json", session("running"), ""),
        (".planning/STATE.md", "---\nstatus: paused\n---\n".to_owned(), "paused"),
        (".planning/STATE.md", "---\nstatus: blocked\n---\n".to_owned(), "blocked"),
        (".claude/orchestrator-exec-phase.local.md", exec.to_owned(), "overdue"),
        (".claude/agent-state.json", BLOCKED.to_owned(), "blocked limit"),
    ] {
        let project = Project::new().file(&format!("work/{path}"), text).env("STATELINE_NOW", NOW);
        let page = project.run(["list", "--format", "openmetrics"]).stdout;
        let set = page.lines().filter(|line| line.contains("_alert{") && line.ends_with(" 1"));
        let found: Vec<&str> =
            set.map(|line| line.split("kind=\"").nth(1).unwrap().split('"').next().unwrap()).collect();
        assert_eq!(found.join(" "), kinds, "{path}");
    }
}

#[test]
fn the_tasks_of_every_family_that_counts_them_are_metrics() {
    let tasks = r#"{"master": {"tasks": [
        {"id": 1, "title": "One", "status": "done"}, {"id": 2, "title": "Two", "status": "pending"},
        {"id": 3, "title": "Three", "status": "in-progress"}]}}"#;
    let sprint = "development_status:\n  epic-1: in-progress\n  1-1-one: done\n  1-2-two: in-progress\n";
    let exec = "---\nstatus: executing\nmodules_total: 3\nmodules_completed: 1\ncurrent_module: a\n---\n";
    for (path, text, expected) in [
        (".taskmaster/tasks/tasks.json", tasks, [1, 3]),
        ("_bmad-output/implementation-artifacts/sprint-status.yaml", sprint, [1, 2]),
        (".claude/orchestrator-exec-phase.local.md", exec, [1, 3]),
        ("openspec/changes/add-x/tasks.md", "## 1. A\n- [x] 1.1 One\n- [ ] 1.2 Two\n", [1, 2]),
        (".kiro/specs/x/tasks.md", "- [x] 1. One\n- [ ] 2. Two\n- [ ] 3. Three\n", [1, 3]),
        (".planning/STATE.md", &executing(NOW), [4, 8]),
    ] {
        let project = Project::new().file(&format!("work/{path}"), text);
        let page = project.run(["list", "--format", "openmetrics"]).stdout;
        let value = |state: &str| {
            let line = page.lines().find(|line| line.contains("_items{") && line.contains(state));
            line.and_then(|line| line.rsplit(' ').next()).map(|value| value.parse::<i32>().unwrap())
        };
        let found = ["state=\"done\"", "state=\"total\""].map(value);
        assert_eq!(found, expected.map(Some), "{path}: {page}");
    }
}

#[test]
fn an_unreadable_directory_is_counted_and_the_rest_is_listed() {
    let project = two();
    let private = project.path("work/private");
    fs::create_dir(&private).unwrap();
    let shut = |mode| {
        assert!(Command::new("chmod").arg(mode).arg(&private).status().unwrap().success());
    };
    shut("000");
    let run = project.run_command(project.unprivileged(["list", "--format", "openmetrics"]));
    shut("700");
    assert_eq!(run.stderr, "stateline: cannot read directory `[ROOT]/work/private`: permission denied\n");
    assert!(run.stdout.contains("\nstateline_workflows 2\n"), "{}", run.stdout);
    assert!(run.stdout.contains("\nstateline_unreadable_directories 1\n"), "{}", run.stdout);
}
