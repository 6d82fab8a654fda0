//! Ralph loops beyond their line: whose session it is, old ones, the commands, and what is not a file.

use std::{
    fs,
    time::{Duration, SystemTime},
};

use crate::harness::{Project, Run};

const FILE: &str = "work/.claude/ralph-loop.local.md";

const LOOP: &str = "---
active: true
iteration: 4
session_id: 0b7c
max_iterations: 30
completion_promise: \"COMPLETE\"
started_at: \"2026-01-15T10:30:00Z\"
---

Make all tests pass.
Then stop.
";

const LINE: &str = "ralph [█░░░░░░░░░] 4/30 · until COMPLETE · 2h4m";

fn project() -> Project {
    Project::new().file(FILE, LOOP).env("STATELINE_NOW", "2026-01-15T12:34:08Z")
}

/// Sets when the file was written, in days before the time of the run.
fn written(project: &Project, days: u64) {
    let written = SystemTime::UNIX_EPOCH + Duration::from_secs(1_768_480_448 - days * 86_400);
    fs::File::options().write(true).open(project.path(FILE)).unwrap().set_modified(written).unwrap();
}

/// Runs the hook for a session.
fn answer(project: &Project, session: &str) -> Run {
    let payload = format!("{{\"session_id\":\"{session}\",\"cwd\":\"{}\"}}", project.path("work").display());
    project.run_with([] as [&str; 0], payload.as_bytes())
}

/// The whole line of the hook, with this in the middle.
fn around(state: &str) -> Run {
    Run::printed(format!("\u{1b}[2mClaude\u{1b}[0m │ {state} │ \u{1b}[2mwork\u{1b}[0m"))
}

#[test]
fn a_session_that_is_not_in_the_loop_sees_it_dim() {
    let project = project();
    written(&project, 0);
    assert_eq!(answer(&project, "0b7c"), around(LINE));
    assert_eq!(answer(&project, "another"), around(&format!("\u{1b}[2m{LINE}\u{1b}[0m")));
}

#[test]
fn a_loop_without_a_session_is_dim_in_none() {
    let project = project().file(FILE, LOOP.replace("0b7c", ""));
    written(&project, 0);
    assert_eq!(answer(&project, "another"), around(LINE));
}

#[test]
fn a_loop_that_was_left_behind_a_week_ago_is_dim_everywhere() {
    let project = project();
    written(&project, 12);
    let old = "ralph [█░░░░░░░░░] 4/30 · until COMPLETE · 12d old";
    assert_eq!(answer(&project, "0b7c"), around(&format!("\u{1b}[2m{old}\u{1b}[0m")));
    let run = project.run(["line", "--for", "ansi"]);
    assert_eq!(run, Run::printed(format!("\u{1b}[2m{old}\u{1b}[0m\n")));
}

#[test]
fn the_bar_of_a_loop_is_drawn_as_the_settings_say() {
    let project = project().file("home/.config/stateline/config.toml", "ascii = true\n[bar]\nwidth = 5\n");
    written(&project, 0);
    assert_eq!(project.run(["line"]), Run::printed("ralph [-----] 4/30 - until COMPLETE - 2h4m\n"));
}

#[test]
fn the_commands_know_the_fields_of_a_loop() {
    let project = project();
    written(&project, 0);
    assert_eq!(
        project.run(["get", "iteration", "@scene", "@status", "@percent", "@prompt"]),
        Run::printed("4\nlooping\nlooping\n13\nMake all tests pass.\nThen stop.\n")
    );
    assert_eq!(
        project.run(["show", "--width", "80"]),
        Run::printed(
            "ralph-loop  .claude/ralph-loop.local.md  written 0s ago\n\
             \n  ralph [█░░░░░░░░░] 4/30 · until COMPLETE · 2h4m\n\
             \n  progress          █████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  13%\n\
             \x20 status            looping\n\
             \x20 scene             looping\n\
             \x20 iteration         4/30\n\
             \x20 until             COMPLETE\n\
             \x20 started           2h4m ago\n\
             \x20 session           0b7c\n\
             \x20 prompt            Make all tests pass.\n"
        )
    );
}

#[test]
fn check_reports_what_ends_a_loop() {
    let project = project().file(FILE, LOOP.replace("iteration: 4", "iteration: \"4\""));
    let run = project.run(["check", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &found["findings"][0]["code"]), (Some(1), &"SL601".into()), "{found}");
    assert_eq!(project.run(["check", "--fix"]).code, Some(0));
    assert_eq!(fs::read_to_string(project.path(FILE)).unwrap(), LOOP);
}

#[cfg(unix)] // links and FIFOs
#[test]
fn a_file_that_is_not_a_loop_does_not_end_the_search() {
    use crate::harness::make_fifo;
    use std::os::unix::fs::symlink;

    let above = "---\niteration: 1\nmax_iterations: 2\n---\n";
    for make in [
        |path: &std::path::Path| fs::write(path, "# My own log\n\niteration: 3\n").unwrap(),
        |path: &std::path::Path| make_fifo(path),
        |path: &std::path::Path| fs::create_dir(path).unwrap(),
        |path: &std::path::Path| symlink("/dev/zero", path).unwrap(),
        |path: &std::path::Path| symlink(path, path).unwrap(),
        |path: &std::path::Path| fs::write(path, "-".repeat(8 << 20)).unwrap(),
    ] {
        let project = Project::new().file("work/.claude/ralph-loop.local.md", above);
        fs::create_dir_all(project.path("work/below/.claude")).unwrap();
        make(&project.path("work/below/.claude/ralph-loop.local.md"));
        let project = project.dir("work/below");
        assert_eq!(project.run(["line"]), Run::printed("ralph [█████░░░░░] 1/2\n"));
    }
}
