//! Which of many state files is shown: by directory, by family, by session.

use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

use stateline::{
    family::{FAMILIES, Style},
    line::Paint,
    select::State,
    sys::System,
    text::time,
};

use crate::harness::{Project, Run};

const NOW: &str = "2026-03-17T14:40:00Z";

const GSD: &str = "---\nmilestone: v2.0\nstatus: executing\n---\n";
const GSD_FILE: &str = ".planning/STATE.md";
const AGENTS: &str = r#"{"orchestrator": {"status": "planning", "task_doc": "tasks/user-auth.md"}}"#;
const AGENTS_FILE: &str = ".claude/agent-state.json";
const SESSION_FILE: &str = ".workflow/sessions/WFR-tdd-20260317-143022/session-state.json";

/// A session that says no more than it must.
fn session(name: &str, status: &str, updated: &str) -> String {
    format!(r#"{{"template_name": "{name}", "status": "{status}", "updated_at": "{updated}"}}"#)
}

fn running() -> String {
    session("TDD", "running", "2026-03-17T14:35:14Z")
}

/// The place of a session's file, by the directory's name.
fn place(name: &str) -> String {
    format!("work/.workflow/sessions/{name}/session-state.json")
}

/// Returns the line for a directory below the root.
fn line(project: &Project, dir: &str) -> String {
    let now = time::seconds(NOW).unwrap();
    let system =
        System::made_up(&[("HOME", project.path("home").to_str().unwrap())], &project.path(dir), now);
    let state = State::nearest(&system, &project.path(dir), None);
    state.map(|state| state.view(&system, Style::Full).line.paint(&Paint::default())).unwrap_or_default()
}

/// Says when a file was last written.
fn written(project: &Project, path: &str, when: &str) {
    let seconds = time::seconds(when).unwrap().try_into().unwrap();
    let file = fs::File::options().write(true).open(project.path(path)).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
}

#[test]
fn the_nearest_directory_with_any_state_wins_however_old_it_is() {
    let project = Project::new()
        .file(&format!("work/{GSD_FILE}"), GSD)
        .file(&format!("work/shop/{AGENTS_FILE}"), AGENTS)
        .file(&format!("work/shop/web/{SESSION_FILE}"), running())
        .dir("work/shop/web/src/pages");
    written(&project, &format!("work/shop/web/{SESSION_FILE}"), "2020-01-01T00:00:00Z");
    written(&project, &format!("work/shop/{AGENTS_FILE}"), "2021-01-01T00:00:00Z");
    assert_eq!(line(&project, "work/shop/web/src/pages"), "TDD · running");
    assert_eq!(line(&project, "work/shop/web"), "TDD · running");
    assert_eq!(line(&project, "work/shop"), "user-auth · planning");
    assert_eq!(line(&project, "work"), "v2.0 · executing");
    assert_eq!(line(&project, "home"), "");
}

#[test]
fn of_several_families_in_one_directory_the_one_modified_last_wins() {
    let files = [
        (GSD_FILE, "v2.0 · executing"),
        (SESSION_FILE, "TDD · running"),
        (AGENTS_FILE, "user-auth · planning"),
    ];
    let project = Project::new()
        .file(&format!("work/{GSD_FILE}"), GSD)
        .file(&format!("work/{SESSION_FILE}"), running())
        .file(&format!("work/{AGENTS_FILE}"), AGENTS);
    for (newest, wanted) in files {
        for (path, _) in files {
            written(&project, &format!("work/{path}"), "2026-03-17T14:00:00Z");
        }
        written(&project, &format!("work/{newest}"), "2026-03-17T14:00:01Z");
        assert_eq!(line(&project, "work"), wanted, "{newest}");
    }
    written(&project, &format!("work/{AGENTS_FILE}"), "2026-03-17T14:00:00Z");
    assert_eq!(line(&project, "work"), "v2.0 · executing", "the first of the table among equals");
}

#[test]
fn a_named_family_is_looked_for_past_the_others() {
    let project = Project::new()
        .file(&format!("work/{GSD_FILE}"), GSD)
        .file(&format!("work/{AGENTS_FILE}"), AGENTS)
        .file(&format!("work/web/{SESSION_FILE}"), running())
        .dir("work/web");
    for (family, wanted) in [
        ("gsd", "v2.0 · executing\n"),
        ("agent-state", "user-auth · planning\n"),
        ("wf-player", "TDD · running\n"),
    ] {
        assert_eq!(project.run(["line", "--as", family, "--now", NOW]), Run::printed(wanted));
    }
    assert_eq!(project.run(["line", "--now", NOW]), Run::printed("TDD · running\n"));
}

#[test]
fn an_unknown_family_is_refused_with_those_that_there_are() {
    let families: Vec<String> = FAMILIES.iter().map(|family| format!("`{}`", family.id)).collect();
    let (last, others) = families.split_last().unwrap();
    let wanted = format!("stateline: `--as` cannot be `wf`; it takes {} or {last}\n", others.join(", "));
    assert_eq!(Project::new().run(["line", "--as", "wf"]), Run::refused(2, wanted));
}

#[test]
fn the_family_of_a_named_file_follows_from_its_path_then_from_its_content() {
    let project = Project::new()
        .file("work/session-state.json", "{}")
        .file("work/agent-state.json", r#"{"status": "executing"}"#)
        .file("work/one.json", AGENTS)
        .file("work/two.json", r#"{"session_id": "WFR-a-20260317-143022", "status": "archived"}"#)
        .file("work/three.json", r#"{"status": "executing", "current_step": 5, "total_steps": 10}"#);
    for (name, wanted) in [
        ("session-state.json", ""),
        ("agent-state.json", ""),
        ("one.json", "user-auth · planning\n"),
        ("two.json", "WFR-a-20260317-143022 · archived\n"),
        ("three.json", "[█████░░░░░] 50% · executing · step 5/10\n"),
    ] {
        assert_eq!(project.run(["line", "-f", name]), Run::printed(wanted), "{name}");
    }
}

#[test]
fn the_search_ends_after_ten_directories_and_after_the_home_directory() {
    let below = "/d".repeat(9);
    for (path, content, wanted) in
        [(SESSION_FILE, running(), "TDD · running"), (AGENTS_FILE, AGENTS.to_owned(), "user-auth · planning")]
    {
        let project = Project::new()
            .file(&format!("work/{path}"), &content)
            .dir(&format!("work{below}/d"))
            .file(&format!("home/{path}"), &content)
            .dir("home/d");
        assert_eq!(line(&project, &format!("work{below}")), wanted);
        assert_eq!(line(&project, &format!("work{below}/d")), "");
        assert_eq!(line(&project, "home/d"), wanted);
        let above_home = Project::new().file(path, &content).dir("home/d");
        assert_eq!(line(&above_home, "home/d"), "");
        assert_eq!(line(&above_home, "work"), wanted);
    }
}

#[test]
fn an_agent_state_of_another_tool_does_not_end_the_search() {
    for foreign in [
        r#"{"agents": [{"id": "reviewer", "status": "executing"}], "status": "idle"}"#,
        r#"{"orchestrator": {"status": 3}}"#,
        r#"{"orchestrator": {"status": {"status": "executing"}}}"#,
        r#"{"status": "executing", "current_step": 5, "total_steps": null}"#,
        r#"[{"orchestrator": {"status": "executing"}}]"#,
        "not JSON",
        "\0\u{1}\u{2}",
    ] {
        let project = Project::new()
            .file(&format!("work/{GSD_FILE}"), GSD)
            .file(&format!("work/web/{AGENTS_FILE}"), foreign)
            .dir("work/web");
        assert_eq!(line(&project, "work/web"), "v2.0 · executing", "{foreign}");
    }
}

#[test]
fn a_truncated_agent_state_is_recognised_by_its_first_keys() {
    let huge = format!(r#"{{"learnings": [{}1], {}"#, "1,".repeat(100_000), &AGENTS[1..]);
    for ours in [&AGENTS[..AGENTS.len() - 2], r#"{"orchestrator": {"status": "planning""#, huge.as_str()] {
        let project = Project::new().file(&format!("work/{AGENTS_FILE}"), ours);
        let wanted = if ours.contains("user-auth") { "user-auth · planning" } else { "planning" };
        assert_eq!(line(&project, "work"), wanted);
    }
    // If the status itself is cut off, only the file's name is left to recognise it by.
    let project =
        Project::new().file(&format!("work/{AGENTS_FILE}"), r#"{"orchestrator": {"status": "plann"#);
    assert_eq!(line(&project, "work"), "agent-state · unreadable");
}

#[test]
fn only_the_sessions_of_the_player_are_used() {
    let project = Project::new()
        .file(&place("archive/WFR-old-20260301-000000"), running())
        .file(&place("WFS-plan-20260317-150000"), running())
        .file(&place("TC-team-20260317-150000"), running())
        .file(&place("wfr-small-20260317-150000"), running())
        .file("work/.workflow/session-state.json", running())
        .file("work/.workflow/sessions/session-state.json", running())
        .file("work/.workflow/sessions/WFR-a-file-20260317-150000", running())
        .dir("work/.workflow/sessions/WFR-empty-20260317-150000")
        .dir(&place("WFR-its-file-is-a-directory-20260317-150000"));
    assert_eq!(line(&project, "work"), "");
    let project = project.file(&place("WFR-done-20260101-000000"), session("Done", "completed", ""));
    assert_eq!(line(&project, "work"), "Done · workflow complete");
}

#[test]
fn a_running_session_wins_then_a_paused_one_then_the_newest() {
    let mut project = Project::new();
    for (name, status, wanted) in [
        ("WFR-a-20260310-100000", "completed", "WFR-a · workflow complete"),
        ("WFR-b-20260309-100000", "failed", "WFR-a · workflow complete"),
        ("WFR-z-20260311-100000", "aborted", "WFR-z · aborted"),
        ("WFR-c-20260308-100000", "paused", "WFR-c · paused"),
        ("WFR-d-20260312-100000", "archived", "WFR-c · paused"),
        ("WFR-e-20260307-100000", "running", "WFR-e · running"),
        ("WFR-f-20260313-100000", "paused", "WFR-e · running"),
    ] {
        project = project.file(&place(name), session(&name[..5], status, "2026-03-17T14:00:00Z"));
        assert_eq!(line(&project, "work"), wanted, "with {name}");
    }
}

#[test]
fn among_equals_the_session_updated_last_wins() {
    let at = |name, when| session(name, "running", when);
    let project = Project::new()
        .file(&place("WFR-a-20260317-090000"), at("A", "2026-03-17T14:30:00Z"))
        .file(&place("WFR-b-20260317-100000"), at("B", "2026-03-17T16:35:00+02:00"))
        .file(&place("WFR-c-20260317-110000"), at("C", "2026-03-17T14:34:59Z"));
    assert_eq!(line(&project, "work"), "B · running");
    // One that does not say goes by its file.
    let project = project.file(&place("WFR-d-20260317-080000"), at("D", "just now"));
    written(&project, &place("WFR-d-20260317-080000"), "2026-03-17T14:39:00Z");
    assert_eq!(line(&project, "work"), "D · running");
    // Of those updated at once, the one that began last.
    let project = project.file(&place("WFR-e-20260317-120000"), at("E", "2026-03-17T14:39:00Z"));
    assert_eq!(line(&project, "work"), "E · running");
}

#[test]
fn sessions_without_a_time_in_their_names_are_compared_by_their_update() {
    let at = |name, when| session(name, "completed", when);
    let project = Project::new()
        .file(&place("WFR-zebra"), at("Zebra", "2026-03-17T14:00:00Z"))
        .file(&place("WFR-gnu-of-the-far-plains"), at("Gnu", "2026-03-17T14:01:00Z"))
        .file(&place("WFR-"), at("Nameless", "2026-03-17T13:00:00Z"));
    assert_eq!(line(&project, "work"), "Gnu · workflow complete");
    let project = project.file(&place("WFR-dated-20200101-000000"), at("Dated", "2020-01-01T00:00:00Z"));
    assert_eq!(line(&project, "work"), "Dated · workflow complete");
}

#[test]
fn a_broken_session_hides_no_other() {
    let mut project =
        Project::new().file(&place("WFR-whole-20260301-100000"), session("Whole", "completed", ""));
    for (index, broken) in
        ["", "{", "{\"stat", "[]", "null", "no JSON", "{\"status\": {}}"].iter().enumerate()
    {
        project = project.file(&place(&format!("WFR-broken-2026031{index}-100000")), broken);
    }
    assert_eq!(line(&project, "work"), "Whole · workflow complete");
}

#[test]
fn a_session_alone_is_shown_however_broken() {
    for (broken, wanted) in [
        ("", "WFR-only-20260310-100000 · unreadable · 7d old"),
        ("{", "WFR-only-20260310-100000 · unreadable · 7d old"),
        ("{}", "WFR-only-20260310-100000 · 7d old"),
        ("[1, 2]", "WFR-only-20260310-100000 · unreadable · 7d old"),
        ("another tool's", "WFR-only-20260310-100000 · unreadable · 7d old"),
        ("{\"status\": \"completed\"", "WFR-only-20260310-100000 · workflow complete"),
        ("{\"template_id\": \"wft-a\", \"sta", "wft-a · unreadable · 7d old"),
        // Some of the nodes say nothing about the share that is done.
        (
            "{\"template_id\": \"wft-a\", \"status\": \"running\", \"node_states\": {\"N-1\": \"running\", \"N-",
            "wft-a · N-1 running · 7d old",
        ),
    ] {
        let project = Project::new().file(&place("WFR-only-20260310-100000"), broken);
        written(&project, &place("WFR-only-20260310-100000"), "2026-03-10T10:00:00Z");
        assert_eq!(line(&project, "work"), wanted, "{broken}");
    }
}

#[cfg(unix)] // a name that Windows does not allow
#[test]
fn the_name_of_a_directory_cannot_talk_to_the_terminal() {
    let project = Project::new().file(&place("WFR-\"\\\u{1b}[2J\n\u{202e}-20260310-100000"), "");
    assert_eq!(line(&project, "work"), "WFR-\"\\ [2J -20260310-100000 · unreadable");
}

#[test]
fn a_session_that_began_before_sixteen_others_is_not_looked_into() {
    let mut project = Project::new().file(&place("WFR-old-20260301-000000"), session("Old", "running", ""));
    for hour in 0..15 {
        project =
            project.file(&place(&format!("WFR-x-20260302-{hour:02}0000")), session("X", "completed", ""));
    }
    assert_eq!(line(&project, "work"), "Old · running");
    let project = project.file(&place("WFR-x-20260302-150000"), session("Last", "completed", ""));
    assert_eq!(line(&project, "work"), "Last · workflow complete");
}

#[test]
fn the_status_of_a_session_may_be_anywhere_in_its_file() {
    let long = format!(r#"{{"context": {{"goal": "{}"}}, {}"#, "x".repeat(20_000), &running()[1..]);
    let project = Project::new()
        .file(&place("WFR-long-20260301-100000"), long)
        .file(&place("WFR-new-20260302-100000"), session("New", "completed", ""));
    assert_eq!(line(&project, "work"), "TDD · running");
}

/// Runs the hook for a directory, without colours.
fn hook(project: &Project, dir: &Path) -> Run {
    let payload = format!(
        r#"{{"model": {{"display_name": "Opus"}}, "workspace": {{"current_dir": "{}"}}}}"#,
        dir.display()
    );
    project.run_with(["--now", NOW, "--color", "never"], payload.as_bytes())
}

#[test]
fn the_hook_shows_every_family_between_its_other_segments() {
    for (path, content, wanted) in [
        (GSD_FILE, GSD, "Opus │ v2.0 · executing │ work"),
        (SESSION_FILE, running().as_str(), "Opus │ TDD · running │ work"),
        (AGENTS_FILE, AGENTS, "Opus │ user-auth · planning │ work"),
    ] {
        let project = Project::new().file(&format!("work/{path}"), content);
        let before = project.snapshot();
        assert_eq!(hook(&project, &project.path("work")), Run::printed(wanted));
        assert_eq!(project.snapshot(), before, "the hook leaves the tree alone");
    }
}

#[cfg(unix)] // links
#[test]
fn the_search_ends_after_a_home_that_is_named_by_a_link() {
    let project = Project::new().file(GSD_FILE, GSD).dir("data/me/d");
    std::os::unix::fs::symlink(project.path("data"), project.path("link")).unwrap();
    let line = |home: &str, dir: &str| {
        let now = time::seconds(NOW).unwrap();
        let home = project.path(home);
        let system = System::made_up(&[("HOME", home.to_str().unwrap())], &project.path(dir), now);
        State::nearest(&system, &project.path(dir), None)
            .map(|state| state.view(&system, Style::Full).line.paint(&Paint::default()))
            .unwrap_or_default()
    };
    for home in ["data/me", "link/me"] {
        assert_eq!(line(home, "data/me/d"), "", "{home}");
        assert_eq!(line(home, "data/me"), "", "{home}");
        assert_eq!(line(home, "data"), "v2.0 · executing", "{home}");
    }
    assert_eq!(line("link/me", "link/me/d"), "");
    assert_eq!(line("nowhere", "data/me/d"), "v2.0 · executing");
}
