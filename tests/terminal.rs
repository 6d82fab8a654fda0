//! No command passes control characters on to the terminal, in a tree where every name and value has some.

use std::{ffi::OsString, fs, process::Command};

use crate::harness::{LINE_LIMIT, PROGRAM, Project, Run, has, screen::Screen};

/// What a terminal obeys: a title, a cleared screen, a bell, C1 as UTF-8, a turned row, a broken line.
const EVIL: &str = "\x1b]0;owned\x07\x1b[2J\r\x08\x7f\u{9b}31m\u{9d}0;owned\u{9c}\u{202e}\u{200f}\u{200e}\u{61c}\u{2066}\u{2028}";

/// The same in a name of a file: all but the slash is allowed there.
fn evil(name: &str) -> String {
    format!("{name}{EVIL}\n")
}

/// Calls that print, each with what belongs to it in the hostile tree.
const CALLS: &[&[&str]] = &[
    &["check"],
    &["check", "--fix", "--dry-run"],
    &["check", "--format", "compact"],
    &["check", "--format", "json"],
    &["check", "--format", "github"],
    &["check", "--format", "sarif"],
    &["check", "no such {}"],
    &["check", "{}.toml"],
    &["list"],
    &["list", "--json"],
    &["list", "no such {}"],
    &["show"],
    &["show", "--json"],
    &["show", "-f", "no such {}"],
    &["explain"],
    &["explain", "--json"],
    &["explain", "{}"],
    &["explain", "SL110"],
    &["get", "--json", "."],
    &["get", "no {}"],
    &["get", "| {}"],
    &["get", ".a", "no such {}.json"],
    &["preview"],
    &["config"],
    &["config", "--json"],
    &["config", "--config", "{}.toml"],
    &["config", "--config", "{}"],
    &["doctor"],
    &["doctor", "--json"],
    &["install", "claude", "--dry-run"],
    &["install", "fish", "--dry-run"],
    &["install", "claude"],
    &["install", "{}"],
    &["uninstall", "claude"],
    &["families"],
    &["families", "{}"],
    &["init", "{}"],
    &["line"],
    &["line", "--for", "json"],
    &["line", "--for", "waybar"],
    &["line", "--for", "i3bar"],
    &["line", "--for", "tmux"],
    &["line", "{}"],
    &["line", "--style", "{}"],
    &["watch", "-f", "-"],
    &["watch", "--{}"],
    &["completions", "{}"],
    &["man", "{}"],
    &["help", "{}"],
    &["{}"],
    &["--{}"],
    &["-C", "{}"],
    &["check", "-C", "no such {}"],
    &[],
];

/// A session of which every key and value, and the directory's own name, are hostile.
fn session() -> String {
    let evil = serde_json::Value::from(evil("x"));
    format!(
        "{{\"session_id\":{evil},\"template_id\":{evil},\"template_name\":{evil},\"status\":{evil},\
         {evil}:{evil},\"current_node\":{evil},\"started_at\":{evil},\"updated_at\":{evil},\
         \"node_states\":{{{evil}:{{\"status\":{evil},{evil}:[{evil}]}},\"N-1\":{{\"status\":\"running\"}}}}}}"
    )
}

/// A plan whose every key and value is hostile, as far as YAML goes.
fn frontmatter() -> String {
    let evil = EVIL.replace('\r', "");
    format!(
        "---\nmilestone: {evil}\nmilestone_name: \"{evil}\"\nstatus: {evil}\n{evil}: {evil}\nactive_phase: {evil}\n\
         stopped_at: {evil}\nprogress:\n  percent: {evil}\n  {evil}: 1\n---\n\n# {evil}\n\nPhase: 1 of 2 ({evil})\n\
         Status: {evil}\nbroken: [\"{evil}\n"
    )
}

/// A home and a work directory in which everything is called so that a terminal would obey it.
fn project() -> Project {
    let work = format!("work/{}", evil("shop"));
    let settings = format!(
        "separator = \"{0}\"\n\"{0}\" = 1\nsegments = [\"{0}\"]\n[colors]\n\"{0}\" = \"red\"\n",
        EVIL.escape_unicode()
    );
    let settings = toml_escaped(&settings);
    Project::new()
        .file(&format!("{work}/.workflow/sessions/WFR-{EVIL}-20260101-000000/session-state.json"), session())
        .file(&format!("{work}/.planning/STATE.md"), frontmatter())
        .file(&format!("{work}/.stateline.toml"), &settings)
        .file(&format!("{work}/{}.toml", evil("x")), &settings)
        .file(&format!("{work}/sub{EVIL}/.claude/agent-state.json"), agent_state())
        .file(&format!("{work}/two{EVIL}/.claude/orchestrator-exec-phase.local.md"), frontmatter())
        .file(
            "home/.claude/settings.json",
            serde_json::json!({evil("k"): evil("v"), "statusLine": {"type": "command", "command": format!("# {}", evil("c"))}})
                .to_string(),
        )
        .dir(&work)
        .env("TERM", "xterm")
}

fn agent_state() -> String {
    let evil = serde_json::Value::from(evil("x"));
    format!(
        "{{\"task_document\":{evil},\"orchestrator\":{{\"status\":{evil},\"current_phase\":{evil}}},\
         \"active_agents\":[{{\"status\":\"blocked\",\"task\":{evil},\"agent\":{evil}}}],\"pending_tasks\":[{evil}],{evil}:{evil}}}"
    )
}

/// Writes Rust's `\u{9b}` as TOML's `\u009b`.
fn toml_escaped(text: &str) -> String {
    let mut pieces = text.split("\\u{");
    let mut out = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (digits, rest) = piece.split_once('}').unwrap();
        out = format!("{out}\\u{digits:0>4}{rest}");
    }
    out
}

fn arguments(call: &[&str]) -> Vec<String> {
    call.iter().map(|argument| argument.replace("{}", &evil("x"))).collect()
}

/// Fails at a control character that is no line end of ours and no colour, at a bidirectional control, and
/// at a line of more than 4 KiB that is not JSON for a program.
#[track_caller]
fn assert_silent(bytes: &[u8], what: &str) {
    let text = String::from_utf8(bytes.to_vec()).unwrap_or_else(|_| panic!("{what}: not UTF-8"));
    for line in text.split('\n') {
        let plain = crate::invariants::shown::without_colors(line);
        crate::invariants::shown::assert_harmless(&plain);
        assert!(
            line.len() <= LINE_LIMIT || what.contains("json") || what.contains("sarif"),
            "{what}: {}",
            line.len()
        );
    }
}

#[test]
fn no_command_talks_to_the_terminal_through_a_pipe() {
    let project = project();
    for call in CALLS {
        let output = project.command(arguments(call)).stdin(std::process::Stdio::null()).output().unwrap();
        let what = call.join(" ");
        assert!(output.status.code().is_some(), "{what}: {output:?}");
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{what} says nothing");
        assert_silent(&output.stdout, &what);
        assert_silent(&output.stderr, &what);
    }
    println!("{} calls", CALLS.len());
}

#[test]
fn no_payload_talks_to_the_terminal() {
    let project = project();
    let evil = evil("x");
    let dir = project.path(&format!("work/{}", self::evil("shop")));
    let payload = serde_json::json!({
        "session_id": evil, "model": {"display_name": evil}, "cwd": dir, "version": evil,
        "workspace": {"current_dir": dir}, "output_style": {"name": evil}, "agent": {"name": evil},
        "vim": {"mode": evil}, "session_name": evil, "columns": 80,
        "tasks": [{"id": evil, "name": evil, "label": evil, "description": evil, "status": evil, "model": evil, "cwd": dir}],
    });
    for call in [&[][..], &["--wrap", "cat"], &["--wrap", "cat; exit 1"], &["subagents"]] {
        let run = project.run_with(call, payload.to_string().as_bytes());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{call:?}");
        assert!(!run.stdout.is_empty(), "{call:?}");
        assert_silent(run.stdout.as_bytes(), &call.join(" "));
    }
}

/// Data is raw in a pipe alone: a terminal gets a string, a snippet and JSON cleaned, too.
#[test]
fn no_command_talks_to_a_terminal() {
    if !has("script") {
        return;
    }
    let project = project();
    let data: &[&[&str]] = &[
        &["get", ".template_name", "-f", "WFR"],
        &["get", "."],
        &["get", "@line", "@path"],
        &["get", "--null", "."],
        &["init", "bash"],
        &["init", "tmux"],
        &["completions", "zsh"],
        &["man", "line"],
    ];
    for call in CALLS.iter().chain(data) {
        let quoted: Vec<String> =
            arguments(call).iter().map(|argument| format!("'{}'", argument.replace('\'', "'\\''"))).collect();
        // The terminal itself would write a carriage return before every line end.
        let call_line = format!("stty -opost; '{PROGRAM}' {} </dev/null", quoted.join(" "));
        let command = project.other("script", ["--quiet", "--return", "--command", &call_line, "/dev/null"]);
        let output = silent_input(command);
        assert_silent(&output, &call.join(" "));
    }
    println!("{} calls", CALLS.len() + data.len());
}

fn silent_input(mut command: Command) -> Vec<u8> {
    command.stdin(std::process::Stdio::null()).output().unwrap().stdout
}

/// Written with `--fix`, not only shown.
#[test]
fn check_prints_no_raw_name_of_what_it_fixes() {
    let name = "WFR-\x1b]0;owned\x07-20260101-000000";
    let path = format!("work/.workflow/sessions/{name}/session-state.json");
    let text = "{\"session_id\": \"WFR-x\", \"status\": \"running\",}\n";
    let project = Project::new().file(&path, text);
    for arguments in [&["check", "--fix"][..], &["check", "--fix", "--dry-run"], &["check"]] {
        let Run { stdout, stderr, .. } = project.run(arguments);
        assert!(format!("{stdout}{stderr}").contains("WFR- ]0;owned -20260101-000000"), "{stdout}{stderr}");
        assert_silent(stdout.as_bytes(), "check");
        assert_silent(stderr.as_bytes(), "check");
    }
    let broken = Project::new().file(&path, b"{\"status\": \"running\", \"x\": \"\xff\"}");
    let Run { stderr, .. } = broken.run(["check", "--fix"]);
    assert_eq!(
        stderr.lines().next().unwrap(),
        "stateline: did not fix `.workflow/sessions/WFR- ]0;owned -20260101-000000/session-state.json`: it \
         cannot be read completely"
    );
}

#[test]
fn a_hostile_home_and_environment_reach_no_terminal() {
    let project = project();
    let home = project.path(&format!("home/{}", evil("me")));
    fs::create_dir_all(&home).unwrap();
    for call in [
        &["config"][..],
        &["doctor"],
        &["explain"],
        &["install", "claude", "--dry-run"],
        &["config", "--init"],
    ] {
        let mut command = project.command(call);
        command
            .env("HOME", &home)
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("COLUMNS", EVIL)
            .env("STATELINE_NOW", EVIL)
            .env("COLORTERM", EVIL)
            .env("TMPDIR", OsString::from(home.join("tmp")));
        let output = command.stdin(std::process::Stdio::null()).output().unwrap();
        assert_silent(&output.stdout, &call.join(" "));
        assert_silent(&output.stderr, &call.join(" "));
    }
}

/// 340,000 zero-width characters once gave a line of 1 MB at 80 columns.
#[test]
fn no_line_is_longer_than_4_kib() {
    let invisible = "\u{200b}".repeat(340_000);
    let joined = "👩\u{200d}".repeat(40_000);
    let marked = "#%{<&\\\"'".repeat(30_000);
    for value in [&invisible, &joined, &marked] {
        let state = format!("---\nmilestone: v1\nmilestone_name: {value}\nstatus: executing\n---\n");
        let project = Project::new().file("work/.planning/STATE.md", state);
        for dialect in stateline::hosts::HOSTS.dialects() {
            for width in [&[][..], &["--width", "80"]] {
                let call = [&["line", "--for", dialect.name, "--color", "always"], width].concat();
                let run = project.run(&call);
                assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{call:?}");
                assert!(run.stdout.len() <= LINE_LIMIT + 1, "{call:?}: {} bytes", run.stdout.len());
                assert_eq!(run.stdout.matches('\n').count(), 1, "{call:?}");
                if dialect.record.is_some() {
                    serde_json::from_str::<serde_json::Value>(&run.stdout).unwrap();
                }
            }
        }
        for call in [&["list"][..], &["show"], &["explain"], &["check"], &["check", "--format", "compact"]] {
            let run = project.run(call);
            let longest = run.stdout.lines().chain(run.stderr.lines()).map(str::len).max();
            assert!(longest.is_some_and(|length| length <= LINE_LIMIT), "{call:?}: {longest:?} bytes");
        }
        let run = project.run_with([""; 0], b"{}");
        assert!(run.stdout.len() <= LINE_LIMIT && !run.stdout.is_empty(), "{} bytes", run.stdout.len());
        assert_eq!(run.stdout.matches("\u{1b}[2m").count(), run.stdout.matches("\u{1b}[0m").count());
        let value: String = value.chars().take(20_000).collect();
        let task = serde_json::json!({"tasks": [{"id": "1", "name": value, "description": value, "cwd": project.path("work")}]});
        let rows = project.run_with(["subagents"], task.to_string().as_bytes()).stdout;
        assert!(rows.len() <= LINE_LIMIT + 1 && rows.ends_with("}\n"), "{} bytes", rows.len());
    }
}

/// A wrapped line, in a terminal that would obey it.
#[test]
fn tmux_itself_is_not_cleared_by_a_wrapped_link() {
    if !has("tmux") {
        return;
    }
    let link = "printf '\\033]8;;http://x\\033[2J\\033[H\\007here\\033]8;;\\007 and \\033]8;;http://y\\007there\\033]8;;\\007'";
    let project = Project::new().file("work/wrapped", link).env("NO_COLOR", "1");
    let show = format!("echo kept; '{PROGRAM}' --wrap 'sh wrapped' </dev/null; sleep 60");
    let screen = Screen::start(&project, 80, &["sh", "-c", &show]);
    screen.shows(&["kept", "here and there"]);
}
