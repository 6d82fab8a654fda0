//! The context bridge: the one file that the hook writes.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    process::Command,
};

use crate::harness::{PROGRAM, Project, Run, STATE, STATE_LINE, has, is_root, listed, make_fifo};

/// The clock of every run here, and the same moment in seconds.
const NOW: [&str; 2] = ["--now", "2026-01-15T12:34:08Z"];
const SECONDS: &str = "1768480448";

const BRIDGE: &str = "tmp/claude-ctx-s1.json";

fn project() -> Project {
    Project::new().file("work/.planning/STATE.md", STATE).env("NO_COLOR", "1")
}

fn payload(session: &str) -> String {
    format!("{{\"session_id\":{session},\"context_window\":{{\"remaining_percentage\":50}}}}")
}

fn line() -> Run {
    Run::printed(format!("Claude │ {STATE_LINE} │ work ██████░░░░ 60%"))
}

/// Runs a command with the payload of session `s1`.
fn answer(project: &Project, command: Command) -> Run {
    project.feed(command, payload("\"s1\"").as_bytes())
}

/// What the monitor reads after a run with half of the context left.
fn content() -> String {
    format!(r#"{{"session_id":"s1","remaining_percentage":50,"used_pct":50,"timestamp":{SECONDS}}}"#)
}

#[test]
fn the_bridge_is_written_for_its_owner_alone() {
    let project = project();
    let mut expected = project.snapshot();
    assert_eq!(answer(&project, project.command(NOW)), line());
    expected.push(listed(BRIDGE, 0o100_600, content().as_bytes()));
    expected.sort();
    assert_eq!(project.snapshot(), expected);
}

#[test]
fn the_bridge_says_what_the_host_said() {
    for (session, remaining, content) in [
        ("\"s1\"", "50", r#""s1","remaining_percentage":50,"used_pct":50"#),
        ("\"s1\"", "33.5", r#""s1","remaining_percentage":33.5,"used_pct":67"#),
        ("\"s1\"", "33.4", r#""s1","remaining_percentage":33.4,"used_pct":67"#),
        ("\"s1\"", "5e1", r#""s1","remaining_percentage":50,"used_pct":50"#),
        ("\"s1\"", "100", r#""s1","remaining_percentage":100,"used_pct":0"#),
        ("\"s1\"", "0", r#""s1","remaining_percentage":0,"used_pct":100"#),
        ("\"s1\"", "\"50\"", r#""s1","remaining_percentage":"50","used_pct":50"#),
    ] {
        let project = project();
        let input = format!(
            "{{\"session_id\":{session},\"context_window\":{{\"remaining_percentage\":{remaining}}}}}"
        );
        let run = project.run_with(NOW, input.as_bytes());
        assert_eq!(run.code, Some(0), "{input}");
        let written = fs::read_to_string(project.path(BRIDGE)).unwrap();
        assert_eq!(written, format!("{{\"session_id\":{content},\"timestamp\":{SECONDS}}}"), "{input}");
    }
}

#[test]
fn a_session_whose_name_could_lead_elsewhere_has_no_bridge() {
    let long = format!("\"{}\"", "x".repeat(300));
    for session in [
        "\"../s1\"",
        "\"..\"",
        "\"s1..json\"",
        "\"/etc/s1\"",
        "\"a/b\"",
        "\"a\\/b\"",
        "\"a\\u002fb\"",
        "\"a\\\\b\"",
        "\"a\\u0000b\"",
        "\"\\u0000\"",
        &long,
        "\"\"",
        "null",
        "[\"s1\"]",
        "{\"id\":\"s1\"}",
    ] {
        let project = project();
        let before = project.snapshot();
        assert_eq!(project.run_with(NOW, payload(session).as_bytes()), line(), "{session}");
        assert_eq!(project.snapshot(), before, "{session}");
    }
}

#[test]
fn an_odd_name_is_quoted_in_the_bridge() {
    for (session, file, id) in [
        ("\"a b\"", "claude-ctx-a b.json", "\"a b\""),
        ("\".\"", "claude-ctx-..json", "\".\""),
        ("\"a\\\"b\"", "claude-ctx-a\"b.json", "\"a\\\"b\""),
        ("\"größe\"", "claude-ctx-größe.json", "\"größe\""),
        ("\"a\\u0001b\"", "claude-ctx-a\u{1}b.json", "\"a\\u0001b\""),
        ("7", "claude-ctx-7.json", "7"),
    ] {
        let project = project();
        assert_eq!(project.run_with(NOW, payload(session).as_bytes()), line(), "{session}");
        let written = fs::read_to_string(project.path("tmp").join(file)).unwrap();
        let rest = format!(r#""remaining_percentage":50,"used_pct":50,"timestamp":{SECONDS}"#);
        assert_eq!(written, format!("{{\"session_id\":{id},{rest}}}"), "{session}");
    }
}

/// Runs the hook at a second of its minute, with so much of the context left.
#[track_caller]
fn answer_at(project: &Project, second: u32, remaining: &str) {
    let now = format!("2026-01-15T12:34:{second:02}Z");
    let input =
        format!("{{\"session_id\":\"s1\",\"context_window\":{{\"remaining_percentage\":{remaining}}}}}");
    assert_eq!(project.run_with(["--now", &now], input.as_bytes()).code, Some(0));
}

/// Returns the bridge, which must be JSON as a whole, as what is left and the second of its minute.
#[track_caller]
fn bridged(project: &Project) -> (f64, i64) {
    let text = fs::read_to_string(project.path(BRIDGE)).unwrap();
    let bridge: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text:?}"));
    let second = bridge["timestamp"].as_i64().unwrap() - SECONDS.parse::<i64>().unwrap() + 8;
    (bridge["remaining_percentage"].as_f64().unwrap(), second)
}

#[test]
fn news_are_written_at_once_and_the_same_again_after_a_while() {
    let project = project();
    for (second, remaining, expected) in [
        (8, "50", (50.0, 8)),
        (9, "50", (50.0, 8)),
        (17, "50", (50.0, 8)),
        (18, "50", (50.0, 18)),
        (19, "49.25", (49.25, 19)),
        (20, "5", (5.0, 20)),
        (21, "50", (50.0, 21)),
        // A clock that was put back.
        (10, "50", (50.0, 10)),
    ] {
        answer_at(&project, second, remaining);
        assert_eq!(bridged(&project), expected, "{remaining} at {second}");
    }
}

#[test]
fn shorter_news_leave_nothing_of_longer_ones() {
    let project = project();
    answer_at(&project, 8, "33.333333333333336");
    answer_at(&project, 9, "5");
    let text = fs::read_to_string(project.path(BRIDGE)).unwrap();
    let seconds = SECONDS.parse::<i64>().unwrap() + 1;
    let news =
        format!(r#"{{"session_id":"s1","remaining_percentage":5,"used_pct":95,"timestamp":{seconds}}}"#);
    assert_eq!(text.trim_end_matches(' '), news);
}

#[test]
fn a_broken_bridge_is_overwritten() {
    for old in ["", "{", "{\"session_id\":\"s1\",", "null", "not JSON", "\0\0\0"] {
        let project = project().file(BRIDGE, old);
        assert_eq!(answer(&project, project.command(NOW)), line(), "{old:?}");
        assert_eq!(fs::read_to_string(project.path(BRIDGE)).unwrap(), content(), "{old:?}");
    }
}

#[test]
fn a_link_planted_in_place_of_the_bridge_is_not_followed() {
    for target in ["home/precious", "home/missing"] {
        let project = project().file("home/precious", "precious");
        symlink(project.path(target), project.path(BRIDGE)).unwrap();
        let before = project.snapshot();
        assert_eq!(answer(&project, project.command(NOW)), line(), "{target}");
        assert_eq!(project.snapshot(), before, "{target}");
    }
    let project = project().file("home/precious", "precious");
    fs::hard_link(project.path("home/precious"), project.path(BRIDGE)).unwrap();
    let before = project.snapshot();
    assert_eq!(answer(&project, project.command(NOW)), line(), "a second name of a file");
    assert_eq!(project.snapshot(), before, "a second name of a file");
}

#[test]
fn anything_else_in_place_of_the_bridge_is_left_alone() {
    let directory = project().file(&format!("{BRIDGE}/inside"), "");
    let fifo = project();
    make_fifo(&fifo.path(BRIDGE));
    let large = project().file(BRIDGE, "precious ".repeat(1000));
    for project in [directory, fifo, large] {
        let before = project.snapshot();
        assert_eq!(answer(&project, project.command(NOW)), line());
        assert_eq!(project.snapshot(), before);
    }
}

#[test]
fn without_a_place_for_the_bridge_the_line_is_printed_all_the_same() {
    for place in ["missing", "file", "file/below", "link"] {
        let project = project().file("file", "");
        symlink("link", project.path("link")).unwrap();
        let before = project.snapshot();
        let mut command = project.command(NOW);
        command.env("TMPDIR", project.path(place));
        assert_eq!(answer(&project, command), line(), "{place}");
        assert_eq!(project.snapshot(), before, "{place}");
    }
}

#[test]
fn a_place_that_may_not_be_written_does_not_matter() {
    if is_root() && !has("setpriv") {
        return;
    }
    let project = project();
    fs::set_permissions(project.path("tmp"), fs::Permissions::from_mode(0o555)).unwrap();
    let command = project.unprivileged(NOW);
    let before = project.snapshot();
    let run = answer(&project, command);
    let after = project.snapshot();
    fs::set_permissions(project.path("tmp"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(run, line());
    assert_eq!(after, before);
}

/// A limit on the size of files fails a write as a full disk does.
#[test]
fn a_full_disk_leaves_no_half_of_a_bridge() {
    let project = project();
    let before = project.snapshot();
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let command = project.other("bash", [&["-c", script, PROGRAM], NOW.as_slice()].concat());
    assert_eq!(answer(&project, command), line());
    assert_eq!(project.snapshot(), before);
}

#[test]
fn the_place_for_the_bridge_is_the_one_that_node_would_choose() {
    for (variables, file) in [
        (vec![("TMPDIR", "a"), ("TMP", "b"), ("TEMP", "c")], "a"),
        (vec![("TMPDIR", ""), ("TMP", "b"), ("TEMP", "c")], "b"),
        (vec![("TMPDIR", ""), ("TEMP", "c/")], "c"),
    ] {
        let project = project().file("a/x", "").file("b/x", "").file("c/x", "");
        let mut command = project.command(NOW);
        for (name, value) in &variables {
            let value =
                if value.is_empty() { String::new() } else { project.path(value).display().to_string() };
            command.env(name, value);
        }
        assert_eq!(answer(&project, command), line());
        let written = fs::read_to_string(project.path(file).join("claude-ctx-s1.json")).unwrap();
        assert_eq!(written, content(), "{variables:?}");
    }
}

/// Blanks that fill up what was longer are counted in bytes: counted in characters, the file would grow
/// with every run until it is too large to be taken for a bridge.
#[test]
fn the_bridge_of_a_session_of_another_tongue_does_not_grow() {
    let project = project();
    let sizes = [50, 49, 48, 47].map(|remaining| {
        let input = format!(
            "{{\"session_id\":\"größe\",\"context_window\":{{\"remaining_percentage\":{remaining}}}}}"
        );
        assert_eq!(project.run_with(NOW, input.as_bytes()).code, Some(0));
        fs::metadata(project.path("tmp/claude-ctx-größe.json")).unwrap().len()
    });
    assert_eq!(sizes, [sizes[0]; 4]);
}
