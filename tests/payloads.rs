//! What each agent host sends, through a real pipe: the forms are those that the hosts document.

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::Stdio,
};

use crate::harness::{PROGRAM, Project, Run, has, screen::Screen};

/// When the payloads were sent.
const NOW: &str = "2026-01-15T12:34:08Z";

const STATE: &str = "---\nmilestone: v2.0\nactive_phase: \"5\"\nstatus: executing\n---\n";

/// What the line of a state looks like.
const LINE: &str = "v2.0 · Phase 5 executing";

fn project() -> Project {
    Project::new().file("work/.planning/STATE.md", STATE).env("STATELINE_NOW", NOW)
}

/// Returns what a host sends from a project.
fn payload(project: &Project, host: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/hosts/{host}.json"));
    fs::read_to_string(path).unwrap().replace("@ROOT@", project.root().to_str().unwrap())
}

/// Runs the hook on what a host sends.
fn sent(project: &Project, host: &str, arguments: &[&str]) -> Run {
    project.run_with(arguments, payload(project, host).as_bytes())
}

#[test]
fn every_host_has_its_line() {
    for (host, line) in [
        ("claude", format!("Opus 5 (1M) │ {LINE} │ work █████░░░░░ 50%")),
        // What these say of the context is shown as they say it: none keeps a part of it free.
        ("cursor", format!("GPT-5.5 │ {LINE} │ work ██░░░░░░░░ 20%")),
        ("copilot", format!("claude-sonnet-5 │ {LINE} │ work ███░░░░░░░ 35%")),
        ("qwen", format!("qwen3-coder-plus │ {LINE} │ work ███░░░░░░░ 34%")),
        ("antigravity", format!("Gemini 3.5 Pro │ {LINE} │ a b ███████░░░ 71%")),
        ("droid", format!("Opus 5 │ {LINE} │ work █░░░░░░░░░ 16%")),
        ("kimi", format!("kimi-k3 │ {LINE} │ work ██░░░░░░░░ 25%")),
        ("codebuddy", format!("Hunyuan T2 │ {LINE} │ work")),
    ] {
        assert_eq!(sent(&project(), host, &["--color", "never"]), Run::printed(line), "{host}");
    }
}

/// Copilot counts what was ever sent; its context is a third full.
#[test]
fn the_bridge_says_what_the_line_says() {
    let project = project();
    assert_eq!(sent(&project, "copilot", &[]).code, Some(0));
    let bridge = fs::read_to_string(project.path("tmp/claude-ctx-9b1d.json")).unwrap();
    assert_eq!(
        bridge,
        r#"{"session_id":"9b1d","remaining_percentage":65,"used_pct":35,"timestamp":1768480448}"#
    );
}

#[test]
fn every_host_has_its_colours() {
    let printed = |host| sent(&project(), host, &[]).stdout;
    let dim = |text: &str| format!("\x1b[2m{text}\x1b[0m");
    let front = |model: &str| format!("{} │ {} │ {}", dim(model), dim(LINE), dim("work"));
    assert_eq!(printed("copilot"), format!("{} \x1b[32m███░░░░░░░ 35%\x1b[0m", front("claude-sonnet-5")));
    assert_eq!(printed("kimi"), format!("{} \x1b[32m██░░░░░░░░ 25%\x1b[0m", front("kimi-k3")));
    assert_eq!(printed("codebuddy"), front("Hunyuan T2"));
}

#[test]
fn every_host_has_a_fixture_and_every_fixture_a_host() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/hosts");
    let mut hosts: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    hosts.sort();
    assert_eq!(
        hosts,
        ["antigravity", "claude", "codebuddy", "copilot", "cursor", "droid", "kimi", "qwen"],
        "each of them is in the tests above"
    );
}

#[test]
fn every_host_sends_its_tokens() {
    for (host, meter) in [
        ("claude", "█████░░░░░ 50% (423k)"),
        ("cursor", "██░░░░░░░░ 20%"),
        ("copilot", "███░░░░░░░ 35% (45k)"),
        ("qwen", "███░░░░░░░ 34% (45k)"),
        ("antigravity", "███████░░░ 71%"),
        ("droid", "█░░░░░░░░░ 16% (39k)"),
        ("kimi", "██░░░░░░░░ 25% (66k)"),
    ] {
        let project = project().file(
            "home/.config/stateline/config.toml",
            "segments = [\"context\"]\n[context]\ntokens = true\n",
        );
        assert_eq!(sent(&project, host, &["--color", "never"]), Run::printed(meter), "{host}");
    }
}

#[test]
fn the_extra_segments_show_what_each_host_sends() {
    let wanted = "segments = [\"model\", \"effort\", \"agent\", \"vim\", \"session\", \"worktree\", \"cost\", \
                  \"duration\", \"lines\", \"limits\", \"cache\", \"pr\", \"version\"]\n";
    for (host, line) in [
        (
            "claude",
            "Opus 5 (1M) │ effort high │ @security-reviewer │ NORMAL │ export api │ worktree export-api │ \
             $1.23 │ 2h5m │ +156 -23 │ 5h 42% (2h10m) · 7d 80% (3d) │ cache 93% │ PR #12 approved │ v2.1.260",
        ),
        ("cursor", "GPT-5.5 │ INSERT │ Fix the cart │ worktree cart │ v2026.10.02"),
        ("copilot", "claude-sonnet-5 │ 12.5 AIU │ 21m │ +12 -0 │ v1.0.52"),
        ("qwen", "qwen3-coder-plus │ NORMAL │ v0.12.0"),
        ("antigravity", "Gemini 3.5 Pro │ effort high │ Add the export │ claude 93% (2h10m) │ v1.4.1"),
        ("droid", "Opus 5 │ effort medium │ v0.225.2"),
        ("kimi", "kimi-k3 │ v2.3.0"),
        ("codebuddy", "Hunyuan T2 │ $0.01 │ 45s │ +156 -23 │ v2.20.0"),
    ] {
        let project = project().file("home/.config/stateline/config.toml", wanted);
        assert_eq!(sent(&project, host, &["--color", "never"]), Run::printed(line), "{host}");
    }
}

#[test]
fn the_branch_that_a_host_sends_is_shown_if_git_cannot_be_read() {
    for (host, branch) in [("qwen", "feature/cart"), ("kimi", "main"), ("droid", "")] {
        let project = project()
            .file("home/.config/stateline/config.toml", "segments = [\"git\"]\n")
            .env("PATH", "/nonexistent");
        assert_eq!(sent(&project, host, &["--color", "never"]), Run::printed(branch), "{host}");
    }
}

#[test]
fn the_width_that_a_host_sends_is_kept_to() {
    for (host, wide, narrow, line) in [
        ("cursor", "_chars\": 118", "_chars\": \"30\"", "v2.0 · P5 executing │ work 20%"),
        ("cursor", "_chars\": 118", "_chars\": 29", "v2.0 · P5 executing │ 20%"),
        ("antigravity", "_width\": 90", "_width\": 30", "v2.0 · P5 executing │ a b 71%"),
    ] {
        // The host knows better than a shell that it was started from.
        let project = project().env("COLUMNS", "200");
        let text = payload(&project, host).replace(wide, narrow);
        let run = project.run_with(["--color", "never"], text.as_bytes());
        assert_eq!(run, Run::printed(line), "{host} {narrow}");
    }
}

#[test]
fn each_host_keeps_its_own_margin() {
    for (host, margin) in [("claude", 4), ("copilot", 0), ("qwen", 5), ("kimi", 2), ("droid", 0)] {
        let project = project();
        let whole = sent(&project, host, &["--color", "never"]).stdout;
        let cells = whole.chars().count();
        for (columns, fits) in [(cells + margin, true), (cells + margin - 1, false)] {
            let mut command = project.command(["--color", "never"]);
            command.env("COLUMNS", columns.to_string());
            let run = project.feed(command, payload(&project, host).as_bytes());
            assert_eq!(run.stdout == whole, fits, "{host} in {columns} columns: {}", run.stdout);
        }
    }
}

/// Copilot and Qwen run the hook in their own session, Kimi in a new one: both have no `COLUMNS`.
#[test]
fn a_host_that_sends_no_width_has_its_terminal_asked() {
    if !has("tmux") || !has("setsid") {
        return;
    }
    for (host, start, line) in [
        ("copilot", "", "claude-sonnet-5 │ v2.0 · Phase 5 executing │ work 35%"),
        ("qwen", "", "qwen3-coder-plus │ v2.0 · P5 executing │ work 34%"),
        ("kimi", "setsid -w ", "kimi-k3 │ v2.0 · Phase 5 executing │ work 25%"),
        // It sends the width, so its terminal does not matter.
        ("claude", "", "Opus 5 (1M) │ v2.0 · Phase 5 executing │ work █████░░░"),
    ] {
        let project = project();
        let text = payload(&project, host);
        let project = project.file("payload", text);
        let script = format!("{start}{PROGRAM} --no-color < ../payload; sleep 60");
        let screen = Screen::start(&project, 54, &["env", "-u", "COLUMNS", "sh", "-c", &script]);
        let rows = screen.until(|rows| !rows.is_empty());
        assert_eq!(rows.first().map(String::as_str), Some(line), "{host}: {rows:?}");
    }
}

#[test]
fn a_window_of_unknown_size_has_no_meter() {
    for (host, known, unknown, line) in [
        ("qwen", "131072", "0", format!("qwen3-coder-plus │ {LINE} │ work")),
        ("kimi", "262144", "0", format!("kimi-k3 │ {LINE} │ work")),
        ("droid", "250000", "0", format!("Opus 5 │ {LINE} │ work")),
    ] {
        let project = project();
        let text = payload(&project, host).replace(known, unknown);
        assert_eq!(project.run_with(["--color", "never"], text.as_bytes()), Run::printed(line), "{host}");
    }
}

#[test]
fn a_width_on_the_command_line_beats_what_the_host_sends() {
    let run = sent(&project(), "cursor", &["--color", "never", "--width", "17"]);
    assert_eq!(run, Run::printed("Phase 5 executing"));
}

#[test]
fn cursors_project_directory_is_not_the_project() {
    let project = project().dir("elsewhere");
    let text =
        payload(&project, "cursor").replace("\"cwd\":", "\"was\":").replace("\"current_dir\":", "\"was\":");
    let run = project.run_with(["--color", "never"], text.as_bytes());
    assert_eq!(run, Run::printed("GPT-5.5 │ elsewhere ██░░░░░░░░ 20%"));
}

#[test]
fn a_worktree_without_a_state_shows_that_of_its_origin() {
    let project = Project::new()
        .file("original/.planning/STATE.md", STATE)
        .file("original/.planning/config.json", r#"{"statusline": {"context_position": "front"}}"#)
        .file("original/.stateline.toml", "separator = \" | \"\n");
    let run = sent(&project, "claude", &["--color", "never"]);
    assert_eq!(run, Run::printed("Opus 5 (1M) █████░░░░░ 50% | v2.0 · Phase 5 executing | work"));
}

#[test]
fn a_host_that_names_no_model_is_named_itself() {
    for (text, model) in [
        (r#"{"render_width_chars": 80}"#, "Cursor"),
        (r#"{"ai_used": {}, "model": {"id": null}}"#, "Copilot"),
        (r#"{"metrics": {}, "model": null}"#, "Qwen"),
        (r#"{"product": "antigravity"}"#, "Antigravity"),
        (r#"{"maxContextTokens": 0, "model": ""}"#, "Kimi"),
        (r#"{"product": "another", "model": {}}"#, "Claude"),
    ] {
        let run = Project::new().run_with(["--color", "never"], text.as_bytes());
        assert_eq!(run, Run::printed(format!("{model} │ work")), "{text}");
    }
}

#[test]
fn the_bridge_is_written_as_the_published_hook_writes_it_for_every_host() {
    for (host, expected) in [
        ("cursor", vec!["claude-ctx-c0f1.json"]),
        ("qwen", vec!["claude-ctx-q1.json"]),
        // No `session_id` or no `remaining_percentage`, no bridge.
        ("kimi", vec![]),
        ("droid", vec![]),
        ("codebuddy", vec![]),
    ] {
        let project = project();
        drop(sent(&project, host, &[]));
        let written = fs::read_dir(project.path("tmp")).unwrap();
        let written: Vec<String> =
            written.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(written, expected, "{host}");
    }
}

#[test]
fn no_host_has_to_close_the_pipe() {
    for host in ["claude", "antigravity", "kimi"] {
        let project = project();
        let mut child = project
            .command(["--color", "never"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(payload(&project, host).trim_end().as_bytes()).unwrap();
        let mut line = String::new();
        child.stdout.take().unwrap().read_to_string(&mut line).unwrap();
        assert!(child.wait().unwrap().success());
        assert_eq!(line, sent(&project, host, &["--color", "never"]).stdout, "{host}");
        drop(stdin);
    }
}
