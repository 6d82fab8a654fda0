//! What a person sees who types `stateline` into a terminal, and the arguments that name a directory or a file.

use serde_json::{Value, json};

use crate::harness::{PROGRAM, Project, Run, STATE, STATE_LINE, has, screen::Screen};

fn project() -> Project {
    Project::new()
        .file("work/.planning/STATE.md", STATE)
        .env("NO_COLOR", "1")
        .env("STATELINE_NOW", "2026-01-15T12:34:08Z")
}

/// Starts a shell that writes `$` before each command, in a wide terminal.
fn shell(project: &Project) -> Screen {
    let screen = Screen::start(project, 250, &["env", "PS1=$ ", "ENV=", "sh"]);
    screen.shows(&["$"]);
    screen
}

#[test]
fn on_a_terminal_the_line_ends() {
    if !has("tmux") {
        return;
    }
    let project = project();
    let screen = shell(&project);
    screen.enter(&format!("s() {{ {PROGRAM}; }}; clear; s"));
    screen.shows(&[STATE_LINE, "$"]);
    screen.enter("clear; s | cat; echo; echo \"<$(s)>\" $?");
    screen.shows(&[STATE_LINE, &format!("<{STATE_LINE}> 0"), "$"]);
}

#[test]
fn on_a_terminal_a_sentence_says_what_to_do_without_a_state() {
    if !has("tmux") {
        return;
    }
    let project = Project::new();
    let screen = shell(&project);
    screen.enter(&format!("s() {{ {PROGRAM}; }}; cd /; clear; s; echo $?"));
    screen.shows(&[
        "stateline: no state file in `/` or above; `stateline families` lists what is read, `stateline setup` sets up the line",
        "0",
        "$",
    ]);
    screen.enter("clear; s 2>/dev/null; s | cat; echo $?");
    screen.shows(&["0", "$"]);
}

#[test]
fn on_a_terminal_a_state_that_the_settings_hide_is_named() {
    if !has("tmux") {
        return;
    }
    let project = project().file("home/.config/stateline/config.toml", "[state]\nhide_after = \"1d\"\n");
    let screen = shell(&project);
    screen.enter(&format!("cd ..; clear; {PROGRAM} -C work --now 2100-01-01T00:00:00Z"));
    let rows = screen.until(|rows| rows.last().is_some_and(|row| row == "$"));
    let expected =
        "stateline: the line hides `[ROOT]/work/.planning/STATE.md`; `stateline explain` says why$";
    assert_eq!(project.without_root(&rows.concat()), expected);
}

#[test]
fn a_directory_or_a_file_can_be_an_argument() {
    let project = project().file("work/sub/x", "").file("other/notes.md", STATE).dir("other");
    let line = Run::printed(format!("{STATE_LINE}\n"));
    for arguments in [["line", "../work"], ["line", "../work/sub"], ["line", "notes.md"]] {
        assert_eq!(project.run(arguments), line, "{arguments:?}");
    }
    assert_eq!(project.run_with(["line", "-"], STATE.as_bytes()), line);
    let missing = Run::refused(1, "stateline: cannot read `nowhere`: no such file\n");
    for command in ["line", "show", "explain"] {
        assert_eq!(project.run([command, "nowhere"]), missing, "{command}");
    }
    let unexpected = "stateline: unexpected argument `nowhere`; expected a directory or a file\n";
    assert_eq!(project.run(["watch", "nowhere"]), Run::refused(2, unexpected));
    for command in ["show", "explain"] {
        for (operand, flag) in [("../work", "-C"), ("../work/.planning/STATE.md", "-f")] {
            let expected = project.run([command, flag, operand]);
            assert_eq!(expected.code, Some(0), "{command} {flag} {operand}");
            assert_eq!(project.run([command, operand]), expected, "{command} {operand}");
        }
    }
}

#[test]
fn an_argument_of_explain_is_a_rule_before_it_is_a_file() {
    let project = project().file("work/SL110", STATE).file("work/rules", STATE);
    for code in ["SL110", "sl110", "rules"] {
        assert_eq!(project.run(["explain", code]), Project::new().run(["explain", code]), "{code}");
    }
    assert_eq!(project.run(["explain", "./SL110"]).stdout, project.run(["explain", "-f", "./SL110"]).stdout);
}

#[test]
fn the_parts_of_the_line_are_printed_as_json() {
    let project = project();
    let parts = |arguments: &[&str]| {
        let run = project.run(["line", "--json"].iter().chain(arguments));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        serde_json::from_str::<Value>(&project.without_root(&run.stdout)).unwrap()
    };
    let part = |kind: &str, text: &str, separator: &str, percent: Option<u8>| json!({"kind": kind, "text": text, "separator": separator, "percent": percent});
    assert_eq!(
        parts(&[]),
        json!({
            "line": STATE_LINE,
            "family": "gsd",
            "scene": "phase active",
            "style": "full",
            "percent": 59,
            "alert": false,
            "path": "[ROOT]/work/.planning/STATE.md",
            "parts": [
                part("lead", "v2.0", "", None),
                part("name", "Code Quality", " ", None),
                part("progress", "[█████░░░░░] 59%", " ", Some(59)),
                part("active", "Phase 4.5 executing", " · ", None),
            ],
        })
    );
    let narrow = parts(&["--width", "20", "--style", "compact"]);
    let joined: String = narrow["parts"].as_array().unwrap().iter().fold(String::new(), |line, part| {
        line + part["separator"].as_str().unwrap() + part["text"].as_str().unwrap()
    });
    assert_eq!(Value::from(joined), narrow["line"]);
    let nothing = json!({
        "line": null, "family": null, "scene": null, "style": "full", "percent": null, "alert": false,
        "path": null, "parts": [],
    });
    assert_eq!(parts(&["/"]), nothing);
}
