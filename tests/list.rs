//! `stateline list`: every workflow below a directory, newest first.

use std::{
    fs,
    path::Path,
    process::Command,
    time::{Duration, SystemTime},
};

use crate::harness::{Project, Run, has};

const NOW: &str = "2026-01-15T12:30:00Z";

/// When `NOW` is, in seconds.
const NOW_SECONDS: u64 = 1_768_480_200;

/// Returns a STATE.md whose line is `v1.0 [█████░░░░░] 50% · Phase 4 executing`.
fn executing(touched: &str) -> String {
    format!(
        "---\nmilestone: v1.0\nstatus: executing\nactive_phase: 4\nlast_updated: {touched}\nprogress:\n  percent: 50\n---\n"
    )
}

/// Returns a STATE.md of a milestone that is done.
fn complete(touched: &str) -> String {
    format!(
        "---\nmilestone: v2.0\nstatus: shipped\nlast_updated: {touched}\nprogress:\n  percent: 100\n---\n"
    )
}

fn three() -> Project {
    Project::new()
        .file("work/shop/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .file("work/api/server/.planning/STATE.md", executing("2026-01-10T12:00:00Z"))
        .file("work/old/.planning/STATE.md", complete("2026-01-15T11:00:00Z"))
        .env("STATELINE_NOW", NOW)
}

fn set_age(path: &Path, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(NOW_SECONDS - seconds);
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

fn git_init(path: &Path) {
    fs::create_dir_all(path).unwrap();
    assert!(Command::new("git").args(["init", "-q"]).arg(path).status().unwrap().success());
}

#[test]
fn workflows_are_listed_newest_first_in_columns() {
    assert_eq!(
        three().run(["list"]),
        Run::printed(
            "shop        gsd  v1.0 [█████░░░░░] 50% · Phase 4 executing    30m\n\
             old         gsd  v2.0 [██████████] 100% · milestone complete  1h30m\n\
             api/server  gsd  v1.0 [█████░░░░░] 50% · Phase 4 executing    5d\n"
        )
    );
}

#[test]
fn active_ones_are_in_flight_and_were_touched_within_a_day() {
    assert_eq!(
        three().run(["list", "--active"]),
        Run::printed("shop  gsd  v1.0 [█████░░░░░] 50% · Phase 4 executing  30m\n")
    );
}

#[test]
fn stale_ones_are_in_flight_and_were_left_for_over_a_day() {
    assert_eq!(
        three().run(["list", "--stale"]),
        Run::printed("api/server  gsd  v1.0 [█████░░░░░] 50% · Phase 4 executing  5d\n")
    );
}

#[test]
fn a_day_to_the_second_is_not_stale_yet() {
    let project = Project::new()
        .file("work/a/.planning/STATE.md", executing("2026-01-14T12:30:00Z"))
        .file("work/b/.planning/STATE.md", executing("2026-01-14T12:29:59Z"))
        .env("STATELINE_NOW", NOW);
    let row = |name| Run::printed(format!("{name}  gsd  v1.0 [█████░░░░░] 50% · Phase 4 executing  1d\n"));
    assert_eq!(project.run(["list", "--active"]), row("a"));
    assert_eq!(project.run(["list", "--stale"]), row("b"));
}

#[test]
fn both_filters_list_all_that_is_in_flight() {
    assert_eq!(
        three().run(["list", "--stale", "--active", "--style", "compact"]),
        Run::printed(
            "shop        gsd  v1.0 · P4 · executing  30m\n\
             api/server  gsd  v1.0 · P4 · executing  5d\n"
        )
    );
}

#[test]
fn json_is_an_array_with_every_documented_field() {
    let project = Project::new()
        .file("work/shop/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .env("STATELINE_NOW", NOW);
    assert_eq!(
        project.run(["list", "--json"]),
        Run::printed(
            r#"[
  {
    "project": "shop",
    "path": "[ROOT]/work/shop/.planning/STATE.md",
    "family": "gsd",
    "scene": "phase active",
    "status": "executing",
    "line": "v1.0 [█████░░░░░] 50% · Phase 4 executing",
    "percent": 50,
    "in_flight": true,
    "touched": "2026-01-15T12:00:00Z",
    "age": 1800,
    "alerts": []
  }
]
"#
        )
    );
}

#[test]
fn a_choice_between_workstreams_has_no_age() {
    let project = Project::new()
        .file("work/.planning/workstreams/a/STATE.md", executing("2026-01-15T12:00:00Z"))
        .env("STATELINE_NOW", NOW);
    assert_eq!(project.run(["list"]), Run::printed(".  gsd  no active workstream\n"));
    let json: serde_json::Value = serde_json::from_str(&project.run(["list", "--json"]).stdout).unwrap();
    assert_eq!((&json[0]["touched"], &json[0]["age"]), (&serde_json::Value::Null, &serde_json::Value::Null));
}

#[test]
fn the_root_itself_is_a_project_and_is_called_a_dot() {
    let project = Project::new()
        .file("work/.planning/STATE.md", "---\nstatus: planning\n---\n")
        .env("STATELINE_NOW", NOW);
    set_age(&project.path("work/.planning/STATE.md"), 60);
    assert_eq!(project.run(["list"]), Run::printed(".  gsd  planning  1m\n"));
    let elsewhere = project.dir("home");
    assert_eq!(elsewhere.run(["list", "../work"]), Run::printed(".  gsd  planning  1m\n"));
}

#[test]
fn with_several_roots_each_project_is_listed_once() {
    let project = three();
    assert_eq!(
        project.run(["list", "--style", "compact", "api", ".", "api/server"]),
        Run::printed(
            "./shop      gsd  v1.0 · P4 · executing  30m\n\
             ./old       gsd  v2.0 · complete        1h30m\n\
             api/server  gsd  v1.0 · P4 · executing  5d\n"
        )
    );
}

#[test]
fn what_git_ignores_is_left_out_but_not_the_state_folders() {
    if !has("git") {
        return;
    }
    let project = three().file("work/.gitignore", ".planning/\napi/\n");
    git_init(&project.path("work"));
    assert_eq!(
        project.run(["list", "--style", "compact"]),
        Run::printed(
            "shop  gsd  v1.0 · P4 · executing  30m\n\
             old   gsd  v2.0 · complete        1h30m\n"
        )
    );
}

#[test]
fn a_repository_inside_another_has_rules_of_its_own() {
    if !has("git") {
        return;
    }
    let project = three().file("work/.gitignore", "server/\n").file("work/api/.gitignore", "cache/\n");
    let project = project.file("work/api/cache/.planning/STATE.md", complete("2026-01-15T11:00:00Z"));
    git_init(&project.path("work"));
    git_init(&project.path("work/api"));
    assert_eq!(
        project.run(["list", "--style", "compact"]),
        Run::printed(
            "shop        gsd  v1.0 · P4 · executing  30m\n\
             old         gsd  v2.0 · complete        1h30m\n\
             api/server  gsd  v1.0 · P4 · executing  5d\n"
        )
    );
}

/// Git itself says which projects it ignores: by nested lists, negations, globs, the repository's own
/// list and the user's.
#[test]
fn the_same_files_are_ignored_as_by_git() {
    const RULES: &[(&str, &str)] = &[
        (
            "work/.gitignore",
            "# a comment\n\nbuild/\n/top\n*.tmp\n!keep.tmp\ndocs/**/old\na?c\n[xy]z\n**/deep\n",
        ),
        ("work/sub/.gitignore", "!build/\nonly\n/here \ntrailing\\ \n\\#hash\n\\!bang\nfoo/*\n!foo/bar\n"),
        ("work/sub/lower/.gitignore", "\u{FEFF}marked\nabc\n*\n!.gitignore\n!seen\n"),
        ("work/crlf/.gitignore", "one\r\ntwo/\r\n"),
        ("work/.git/info/exclude", "private\n"),
        ("home/lists/users", "users\n!private\n"),
        ("home/.gitconfig", "[user]\n\texcludesfile = no\n[Core]\n\texcludesFile = ~/lists/users\n"),
    ];
    const PROJECTS: &[&str] = &[
        "build",
        "sub/build",
        "top",
        "sub/top",
        "x.tmp",
        "keep.tmp",
        "docs/old",
        "docs/a/b/old",
        "docs/a/older",
        "abc",
        "sub/abc",
        "a/c",
        "xz",
        "yz",
        "zz",
        "sub/deep",
        "sub/x/deep/y",
        "sub/only",
        "only",
        "sub/here",
        "sub/x/here",
        "sub/trailing ",
        "sub/trailing",
        "sub/#hash",
        "sub/!bang",
        "sub/foo/bar",
        "sub/foo/baz",
        "sub/lower/marked",
        "sub/lower/seen",
        "sub/lower/unseen",
        "sub/lower/seen/abc",
        "crlf/one",
        "crlf/two",
        "crlf/three",
        "private",
        "sub/private",
        "users",
        "sub/users",
        "plain",
        "sub/plain/deeper",
    ];
    if !has("git") {
        return;
    }
    let mut project = Project::new().dir("work");
    git_init(&project.path("work"));
    for (path, text) in RULES {
        project = project.file(path, *text);
    }
    for name in PROJECTS {
        project = project.file(&format!("work/{name}/.planning/STATE.md"), executing("2026-01-15T12:00:00Z"));
    }
    let expected = |root: &str| {
        let mut seen: Vec<&str> = PROJECTS
            .iter()
            .copied()
            .filter(|name| {
                let git = Command::new("git")
                    .args(["check-ignore", "-q", name])
                    .current_dir(project.path("work"))
                    .env("HOME", project.path("home"))
                    .env_remove("XDG_CONFIG_HOME")
                    .status()
                    .unwrap();
                git.code() == Some(1)
            })
            .filter_map(|name| name.strip_prefix(root))
            .collect();
        seen.sort_unstable();
        seen.join("\n")
    };
    let listed = |root: &str| {
        let json: serde_json::Value =
            serde_json::from_str(&project.run(["list", "--json", root]).stdout).unwrap();
        let mut seen: Vec<String> =
            json.as_array().unwrap().iter().map(|row| row["project"].as_str().unwrap().to_owned()).collect();
        seen.sort_unstable();
        seen.join("\n")
    };
    assert_eq!(listed("."), expected(""));
    // From inside, the rules above count as well.
    assert_eq!(listed("sub"), expected("sub/"));
    assert_eq!(listed("sub/lower"), expected("sub/lower/"));
}

#[test]
fn a_worktree_follows_the_list_of_its_repository() {
    if !has("git") {
        return;
    }
    let project = Project::new().dir("work/main");
    git_init(&project.path("work/main"));
    let git = |words: &[&str]| {
        let done = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-C"])
            .arg(project.path("work/main"))
            .args(words)
            .output()
            .unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    git(&["commit", "-q", "--allow-empty", "-m", "first"]);
    git(&["worktree", "add", "-q", "../tree"]);
    let project = project
        .dir("work")
        .file("work/main/.git/info/exclude", "private\n")
        .file("work/tree/private/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .file("work/tree/shop/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .env("STATELINE_NOW", NOW);
    assert_eq!(
        project.run(["list", "--style", "compact", "tree"]),
        Run::printed("shop  gsd  v1.0 · P4 · executing  30m\n")
    );
}

#[test]
fn hidden_directories_are_passed_over() {
    let project = Project::new()
        .file("work/.cache/shop/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .file("work/.planning/old/.planning/STATE.md", executing("2026-01-15T12:00:00Z"));
    assert_eq!(project.run(["list"]), Run::refused(1, "stateline: no workflow below `.`\n"));
}

#[test]
fn a_worktree_inside_the_folder_of_claude_code_is_found() {
    let project = Project::new()
        .file("work/.claude/worktrees/fix/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .env("STATELINE_NOW", NOW);
    assert_eq!(
        project.run(["list", "--style", "compact"]),
        Run::printed(".claude/worktrees/fix  gsd  v1.0 · P4 · executing  30m\n")
    );
}

#[cfg(unix)] // links
#[test]
fn no_link_is_followed_out_of_the_root() {
    use std::os::unix::fs::symlink;

    let project = three().dir("work/links");
    symlink(project.path("work/shop"), project.path("work/links/project")).unwrap();
    fs::create_dir(project.path("work/links/folder")).unwrap();
    symlink(project.path("work/shop/.planning"), project.path("work/links/folder/.planning")).unwrap();
    fs::create_dir_all(project.path("work/links/file/.planning")).unwrap();
    let state = project.path("work/shop/.planning/STATE.md");
    symlink(state, project.path("work/links/file/.planning/STATE.md")).unwrap();
    assert_eq!(project.run(["list"]), Run::refused(1, "stateline: no workflow below `.`\n"));
}

#[test]
fn a_root_that_is_a_state_folder_does_not_lead_outside() {
    let project = three();
    assert_eq!(
        project.run(["list", "shop/.planning"]),
        Run::refused(1, "stateline: no workflow below `shop/.planning`\n")
    );
}

#[test]
fn a_missing_root_is_reported_and_the_others_are_listed() {
    let project = Project::new()
        .file("work/shop/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .env("STATELINE_NOW", NOW);
    assert_eq!(
        project.run(["list", "--style", "compact", "nowhere", "shop"]),
        Run {
            code: Some(0),
            stdout: "shop  gsd  v1.0 · P4 · executing  30m\n".to_owned(),
            stderr: "stateline: cannot read directory `[ROOT]/work/nowhere`: no such directory\n".to_owned(),
        }
    );
}

#[test]
fn nothing_found_is_an_empty_array_and_exit_code_1() {
    let project = Project::new();
    let nowhere = project.path("nowhere");
    let run = project.run(["list", "--json", "--active", ".", nowhere.to_str().unwrap()]);
    assert_eq!(
        run,
        Run {
            code: Some(1),
            stdout: "[]\n".to_owned(),
            stderr: "stateline: cannot read directory `[ROOT]/nowhere`: no such directory\n\
                     stateline: no active workflow below `.` or `[ROOT]/nowhere`\n"
                .to_owned(),
        }
    );
}

#[test]
fn the_table_fits_its_width() {
    let project = three().file(
        "work/a-very-long-name-for-a-project/with-a-part-below/.planning/STATE.md",
        executing("2026-01-15T12:29:00Z"),
    );
    assert_eq!(
        project.run(["list", "--width", "60"]),
        Run::printed(
            "…-part-below  gsd  v1.0 50% · Phase 4 executing    1m\n\
             shop          gsd  v1.0 50% · Phase 4 executing    30m\n\
             old           gsd  v2.0 100% · milestone complete  1h30m\n\
             api/server    gsd  v1.0 50% · Phase 4 executing    5d\n"
        )
    );
    assert_eq!(
        project.run(["list", "--width", "32"]),
        Run::printed(
            "…art-below  50% · P4 executing\n\
             shop        50% · P4 executing\n\
             old         100% · milestone co…\n\
             api/server  50% · P4 executing\n"
        )
    );
}

#[test]
fn colours_set_the_columns_apart() {
    let project = three();
    assert_eq!(
        project.run(["list", "--style", "compact", "--stale", "--color", "always"]),
        Run::printed(
            "\u{1b}[33mapi/server\u{1b}[0m  \u{1b}[2mgsd\u{1b}[0m  v1.0 · \u{1b}[36mP4 · executing\u{1b}[0m  \u{1b}[33m5d\u{1b}[0m\n"
        )
    );
}

#[cfg(unix)] // a name that Windows does not allow
#[test]
fn a_directory_cannot_talk_to_the_terminal() {
    let project = Project::new()
        .file("work/a\u{1b}[31m\u{9b}b\u{202e}/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .env("STATELINE_NOW", NOW);
    assert_eq!(
        project.run(["list", "--style", "compact"]),
        Run::printed("a [31m b  gsd  v1.0 · P4 · executing  30m\n")
    );
    let json = project.run(["list", "--json"]).stdout;
    assert!(json.contains(r#""project": "a\u001b[31m\u009bb\u202e","#), "{json}");
}

const EXEC: &str = "---
phase: orchestration
status: executing
modules_total: 3
modules_completed: 1
current_module: auth-core
modules_status:
  - id: auth-core
    status: in_progress
    assigned_to: implementer-1
---
";

const SESSION: &str = r#"{"session_id": "WFR-tdd-1", "template_name": "TDD", "status": "running",
  "updated_at": "2026-01-15T12:25:00Z", "node_states": {"N-001": {"status": "completed"},
  "N-002": {"status": "running"}}}"#;

const AGENTS: &str = r#"{"orchestrator": {"status": "executing", "task_doc": "docs/user-auth.md",
  "current_phase": 0, "total_phases": 2}, "updated_at": "2026-01-12T12:30:00Z"}"#;

#[test]
fn every_family_of_a_project_is_listed() {
    let project = Project::new()
        .file("work/a/.planning/STATE.md", executing("2026-01-15T12:00:00Z"))
        .file("work/a/.claude/orchestrator-exec-phase.local.md", EXEC)
        .file("work/a/.workflow/sessions/WFR-tdd-1/session-state.json", SESSION)
        .file("work/a/.claude/agent-state.json", AGENTS)
        // Another tool's file of that name.
        .file("work/b/.claude/agent-state.json", "{\"agents\": []}")
        .env("STATELINE_NOW", NOW);
    set_age(&project.path("work/a/.claude/orchestrator-exec-phase.local.md"), 7200);
    assert_eq!(
        project.run(["list"]),
        Run::printed(
            "a  wf-player    TDD [█████░░░░░] 50% · N-002 running                           5m\n\
             a  gsd          v1.0 [█████░░░░░] 50% · Phase 4 executing                      30m\n\
             a  two-phase    exec [███░░░░░░░] 33% · auth-core in_progress (implementer-1)  2h\n\
             a  agent-state  user-auth · phase 1/2                                          3d\n"
        )
    );
    assert_eq!(
        project.run(["list", "--as", "agent-state", "--stale"]),
        Run::printed("a  agent-state  user-auth · phase 1/2  3d\n")
    );
    let active = project.run(["list", "--active", "--json"]).stdout;
    let active: serde_json::Value = serde_json::from_str(&active).unwrap();
    let families: Vec<&str> =
        active.as_array().unwrap().iter().map(|row| row["family"].as_str().unwrap()).collect();
    assert_eq!(families, ["wf-player", "gsd", "two-phase"]);
}

#[test]
fn what_has_ended_is_not_in_flight() {
    let project = Project::new()
        .file("work/a/.planning/STATE.md", complete("2026-01-15T12:00:00Z"))
        .file("work/b/.claude/orchestrator-exec-phase.local.md", EXEC.replace("executing", "complete"))
        .file(
            "work/c/.workflow/sessions/WFR-1/session-state.json",
            SESSION.replace("\"running\",", "\"aborted\","),
        )
        .file("work/d/.claude/agent-state.json", AGENTS.replace("executing", "completed"))
        .env("STATELINE_NOW", NOW);
    assert_eq!(
        project.run(["list", "--active", "--stale"]),
        Run::refused(1, "stateline: no workflow in flight below `.`\n")
    );
}
