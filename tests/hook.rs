//! What the hook's line is made of: directory, task, options, meter, width and flags.

use std::fs;

use crate::harness::{Project, Run, STATE, STATE_LINE};

const NOTHING: [&str; 0] = [];

fn project() -> Project {
    Project::new().file("work/.planning/STATE.md", STATE).env("NO_COLOR", "1")
}

/// A state whose milestone shows where it was found.
fn state_of(name: &str) -> String {
    format!("---\nmilestone: {name}\nstatus: planning\n---\n")
}

/// Runs the hook with `[ROOT]` in the payload written out.
fn answer(project: &Project, payload: &str) -> Run {
    project.run_with(NOTHING, payload.replace("[ROOT]", project.root().to_str().unwrap()).as_bytes())
}

#[test]
fn the_session_says_where_to_look() {
    let mut project = project();
    for name in ["current", "working", "launched", "asked"] {
        project = project.file(&format!("{name}/.planning/STATE.md"), state_of(name));
    }
    let (current, project_dir) = (r#""current_dir":"[ROOT]/current""#, r#""project_dir":"[ROOT]/launched""#);
    let working = r#""cwd":"[ROOT]/working""#;
    for (payload, name) in [
        (format!("{{{working},\"workspace\":{{{project_dir},{current}}}}}"), "current"),
        (format!("{{\"workspace\":{{{project_dir}}},{working}}}"), "working"),
        (format!("{{\"workspace\":{{{project_dir}}}}}"), "launched"),
        (format!("{{\"workspace\":{{\"current_dir\":\"\"}},\"cwd\":\"\",{working}}}"), "working"),
    ] {
        let expected = Run::printed(format!("Claude │ {name} · planning │ {name}"));
        assert_eq!(answer(&project, &payload), expected, "{payload}");
    }
    let asked = project.path("asked");
    for flags in [["-C", asked.to_str().unwrap()], ["--dir", "../asked"]] {
        let payload = format!("{{\"cwd\":\"{}\"}}", project.path("working").display());
        let run = project.run_with(flags, payload.as_bytes());
        assert_eq!(run, Run::printed("Claude │ asked · planning │ asked"), "{flags:?}");
    }
}

#[test]
fn a_directory_that_is_not_there_still_has_a_name() {
    let project = project();
    for (dir, line) in [
        ("[ROOT]/none", "Claude │ none".to_owned()),
        ("[ROOT]/work/none/none/", format!("Claude │ {STATE_LINE} │ none")),
        ("/", "Claude".to_owned()),
        ("[ROOT]/work/.planning/STATE.md", format!("Claude │ {STATE_LINE} │ STATE.md")),
        ("[ROOT]/work/a\\u0000b", format!("Claude │ {STATE_LINE} │ a b")),
        ("[ROOT]/work/a\\u001b[31mb\\nc", format!("Claude │ {STATE_LINE} │ a [31mb c")),
    ] {
        assert_eq!(answer(&project, &format!("{{\"cwd\":\"{dir}\"}}")), Run::printed(line), "{dir}");
    }
}

#[test]
fn the_task_at_hand_takes_the_place_of_the_state() {
    let todos = r#"[{"status":"completed","activeForm":"Reading"},{"status":"in_progress","activeForm":"Fixing\u001b[2J auth"}]"#;
    let project = project().file("home/.claude/todos/s1-agent-s1.json", todos);
    let run = answer(&project, r#"{"session_id":"s1"}"#);
    assert_eq!(run, Run::printed("Claude │ Fixing [2J auth │ work"));
    let run = answer(&project, r#"{"session_id":"other"}"#);
    assert_eq!(run, Run::printed(format!("Claude │ {STATE_LINE} │ work")));
}

/// Newer versions of Claude Code write one file per task.
#[test]
fn a_task_in_a_file_of_its_own_takes_the_place_of_the_state() {
    let task = |status: &str, form: &str| {
        format!(r#"{{"id":"1","subject":"Do it","activeForm":"{form}","status":"{status}","blocks":[]}}"#)
    };
    let project = project()
        .file("home/.claude/tasks/s1/1.json", task("completed", "Reading"))
        .file("home/.claude/tasks/s1/2.json", "{\"status\":\"in_progress\",")
        .file("home/.claude/tasks/s1/10.json", task("in_progress", "Fixing auth"))
        .file("home/.claude/tasks/s1/9.json", task("pending", "Waiting"))
        .file("home/.claude/tasks/s1/11.json", task("in_progress", "Later"))
        .file("home/.claude/tasks/s2/1.json", task("in_progress", ""));
    for (session, shown) in
        [("s1", "Fixing auth"), ("s2", "Do it"), ("../tasks/s1", STATE_LINE), ("s3", STATE_LINE)]
    {
        let run = answer(&project, &format!(r#"{{"session_id":"{session}"}}"#));
        assert_eq!(run, Run::printed(format!("Claude │ {shown} │ work")), "{session}");
    }
}

#[test]
fn the_options_of_gsd_change_the_line() {
    let transcript = "{\"content\":\"<command-name>/gsd:plan-phase</command-name>\"}\n";
    let payload = r#"{"model":"Opus 5","transcript_path":"[ROOT]/t.jsonl","context_window":
        {"remaining_percentage":50,"current_usage":{"input_tokens":100000,"cache_read_input_tokens":"56000",
        "cache_creation_input_tokens":300,"output_tokens":42}}}"#;
    let usual = format!("Opus 5 │ {STATE_LINE} │ work ██████░░░░ 60%");
    for (config, line) in [
        ("{}", usual.clone()),
        ("{\"statusline\":{}}", usual.clone()),
        ("not JSON", usual.clone()),
        ("{\"statusline\":{\"show_last_command\":true}", usual.clone()),
        ("{\"statusline\":{\"show_last_command\":true}}", format!("{usual} │ last: /gsd:plan-phase")),
        ("{\"statusline.show_last_command\":true}", format!("{usual} │ last: /gsd:plan-phase")),
        ("{\"statusline.show_last_command\":\"true\"}", usual.clone()),
        (
            "{\"statusline\":{\"context_position\":\"front\"}}",
            format!("Opus 5 ██████░░░░ 60% │ {STATE_LINE} │ work"),
        ),
        ("{\"statusline\":{\"context_position\":\"end\"}}", usual.clone()),
        ("{\"statusline\":{\"context_position\":\"banana\"}}", usual.clone()),
        ("{\"statusline\":{\"show_context_tokens\":true}}", format!("{usual} (156k)")),
        (
            "{\"statusline\":{\"state_format\":\"compact\"}}",
            "Opus 5 │ v2.0 · P4.5 · executing │ work ██████░░░░ 60%".to_owned(),
        ),
        ("{\"statusline\":{\"state_format\":\"full\"}}", usual.clone()),
        (
            "{\"statusline\":{\"context_position\":\"front\",\"show_context_tokens\":true,\"show_last_command\":true}}",
            format!("Opus 5 ██████░░░░ 60% (156k) │ {STATE_LINE} │ work │ last: /gsd:plan-phase"),
        ),
    ] {
        let project = project().file("t.jsonl", transcript).file("work/.planning/config.json", config);
        assert_eq!(answer(&project, payload), Run::printed(line), "{config}");
    }
}

#[test]
fn a_flag_for_the_style_overrules_the_option() {
    let config = "{\"statusline\":{\"state_format\":\"compact\"}}";
    let project = project().file("work/.planning/config.json", config);
    let run = project.run_with(["--style", "full"], b"{}");
    assert_eq!(run, Run::printed(format!("Claude │ {STATE_LINE} │ work")));
}

#[test]
fn only_a_plain_command_is_shown_as_the_last() {
    let config = "{\"statusline\":{\"show_last_command\":true}}";
    let named = |name: &str| format!("<command-name>{name}</command-name>");
    let long = "x".repeat(81);
    for (transcript, last) in [
        (named("/clear"), " │ last: /clear"),
        (named("clear"), " │ last: /clear"),
        (named("/a") + &named("/b") + "<command-name>/c", " │ last: /b"),
        (named("/clear") + &"y".repeat(300_000), ""),
        ("y".repeat(300_000) + &named("/clear"), " │ last: /clear"),
        (named("/rm -rf"), ""),
        (named("/a\x1b[31m"), " │ last: /a [31m"),
        (named(&long), ""),
        (named(""), ""),
        (String::new(), ""),
    ] {
        let project = project().file("t.jsonl", &transcript).file("work/.planning/config.json", config);
        let run = answer(&project, r#"{"transcript_path":"[ROOT]/t.jsonl"}"#);
        assert_eq!(run, Run::printed(format!("Claude │ {STATE_LINE} │ work{last}")), "{transcript:.60}");
    }
}

#[test]
fn the_meter_counts_what_compacting_leaves_free() {
    for (window, context, meter) in [
        ("", r#""remaining_percentage":75"#, "███░░░░░░░ 30%"),
        ("100000", r#""remaining_percentage":75,"context_window_size":200000"#, "█████░░░░░ 50%"),
        ("100000", r#""remaining_percentage":75,"context_window_size":"200000""#, "█████░░░░░ 50%"),
        ("100000", r#""remaining_percentage":75,"total_tokens":200000"#, "█████░░░░░ 50%"),
        (
            "100000",
            r#""total_tokens":400000,"context_window_size":200000,"remaining_percentage":75"#,
            "💀 ██████████ 100%",
        ),
        (
            "100000",
            r#""total_tokens":0,"context_window_size":200000,"remaining_percentage":75"#,
            "█████░░░░░ 50%",
        ),
        ("100000", r#""remaining_percentage":75"#, "💀 ██████████ 100%"),
        ("100000", r#""remaining_percentage":95"#, "█████░░░░░ 50%"),
        ("100000tokens", r#""remaining_percentage":95"#, "█████░░░░░ 50%"),
        (" +100000 ", r#""remaining_percentage":95"#, "█████░░░░░ 50%"),
        ("200000", r#""remaining_percentage":75,"context_window_size":200000"#, "██░░░░░░░░ 25%"),
        ("900000", r#""remaining_percentage":75,"context_window_size":200000"#, "██░░░░░░░░ 25%"),
        ("0", r#""remaining_percentage":75,"context_window_size":200000"#, "███░░░░░░░ 30%"),
        ("-100000", r#""remaining_percentage":75,"context_window_size":200000"#, "███░░░░░░░ 30%"),
        ("many", r#""remaining_percentage":75,"context_window_size":200000"#, "███░░░░░░░ 30%"),
    ] {
        let project = project().env("CLAUDE_CODE_AUTO_COMPACT_WINDOW", window);
        let run = answer(&project, &format!("{{\"context_window\":{{{context}}}}}"));
        let expected = Run::printed(format!("Claude │ {STATE_LINE} │ work {meter}"));
        assert_eq!(run, expected, "a window of {window:?} with {context}");
    }
}

#[test]
fn the_meter_keeps_between_nothing_and_all() {
    let project = project();
    for (remaining, meter) in [
        ("100", " ░░░░░░░░░░ 0%"),
        ("58.25", " █████░░░░░ 50%"),
        ("0", " 💀 ██████████ 100%"),
        ("-0", " 💀 ██████████ 100%"),
        ("-50", " 💀 ██████████ 100%"),
        ("1000", " ░░░░░░░░░░ 0%"),
        ("1e2", " ░░░░░░░░░░ 0%"),
        ("1e400", " ░░░░░░░░░░ 0%"),
        ("-1e400", " 💀 ██████████ 100%"),
        ("\"\"", ""),
        ("\"half\"", ""),
        ("\"NaN\"", ""),
    ] {
        let run =
            answer(&project, &format!("{{\"context_window\":{{\"remaining_percentage\":{remaining}}}}}"));
        assert_eq!(run, Run::printed(format!("Claude │ {STATE_LINE} │ work{meter}")), "{remaining}");
    }
}

#[test]
fn the_meter_changes_its_colour_as_it_fills() {
    let project = Project::new();
    for (remaining, meter) in [
        (75, "\x1b[32m███░░░░░░░ 30%\x1b[0m"),
        (50, "\x1b[33m██████░░░░ 60%\x1b[0m"),
        (40, "\x1b[38;5;208m███████░░░ 72%\x1b[0m"),
        (20, "\x1b[5;31m💀 █████████░ 96%\x1b[0m"),
    ] {
        let run =
            answer(&project, &format!("{{\"context_window\":{{\"remaining_percentage\":{remaining}}}}}"));
        let expected = Run::printed(format!("\x1b[2mClaude\x1b[0m │ \x1b[2mwork\x1b[0m {meter}"));
        assert_eq!(run, expected, "{remaining}");
    }
}

#[cfg(unix)] // Windows does not remove a directory in use
#[test]
fn a_working_directory_that_was_removed_still_gets_a_line() {
    let project = project().dir("gone");
    let gone = project.path("gone");
    let script = "rmdir \"$PWD\" && exec \"$0\"";
    for (payload, line) in [("{}", "Claude"), ("", "")] {
        fs::create_dir_all(&gone).unwrap();
        let command = project.other("sh", ["-c", script, crate::harness::PROGRAM]);
        assert_eq!(project.feed(command, payload.as_bytes()), Run::printed(line), "{payload}");
    }
}

#[test]
fn without_a_home_variable_the_hook_answers_all_the_same() {
    let project = project();
    let mut command = project.command(NOTHING);
    command.env_remove("HOME");
    assert_eq!(
        project.feed(command, br#"{"session_id":"s1"}"#),
        Run::printed(format!("Claude │ {STATE_LINE} │ work"))
    );
}

#[test]
fn the_line_keeps_to_the_width_that_the_host_sends() {
    let payload = r#"{"model":"Opus 5","context_window":{"remaining_percentage":50}}"#;
    for (columns, line) in [
        ("200", format!("Opus 5 │ {STATE_LINE} │ work ██████░░░░ 60%")),
        ("80", "Opus 5 │ v2.0 Code… [█████░░░░░] 59% · Phase 4.5 executing │ work ██████░░░░ 60%".to_owned()),
        ("60", "Opus 5 │ v2.0 Code Qua… 59% · Phase 4.5 executing │ work 60%".to_owned()),
        ("40", "v2.0 59% · P4.5 executing │ work 60%".to_owned()),
        ("20", "59% · P4.5 executing".to_owned()),
        ("10", "P4.5 exec…".to_owned()),
    ] {
        let run = project().run_with(["--no-color", "--width", columns], payload.as_bytes());
        assert_eq!(run, Run::printed(line.as_str()), "{columns}");
    }
}

#[test]
fn the_columns_that_a_host_keeps_are_not_used() {
    let payload = r#"{"model":"Opus 5","context_window":{"remaining_percentage":50}}"#;
    let whole = format!("Opus 5 │ {STATE_LINE} │ work ██████░░░░ 60%");
    let shorter = "Opus 5 │ v2.0 Code Quali… [█████░░░░░] 59% · Phase 4.5 executing │ work ██████░░░░ 60%";
    for (columns, flags, line) in [
        // The line has 87 cells.
        ("91", &[][..], whole.as_str()),
        ("90", &[], shorter),
        ("90", &["--margin", "3"], &whole),
        ("90", &["--margin", "4"], shorter),
        ("95", &["--margin", "8"], &whole),
        ("94", &["--margin", "8"], shorter),
        ("90", &["--width", "87", "--margin", "8"], &whole),
        ("3", &[], "…"),
    ] {
        let project = project().env("COLUMNS", columns);
        let flags = ["--no-color"].iter().chain(flags);
        assert_eq!(project.run_with(flags, payload.as_bytes()), Run::printed(line), "{columns}");
    }
    let project = project().env("COLUMNS", "60");
    let line = "v2.0 Code… [█████░░░░░] 59% · Phase 4.5 executing";
    assert_eq!(project.run_with(["--no-color"], b"no JSON"), Run::printed(STATE_LINE));
    assert_eq!(project.run_with(["--no-color", "--margin", "10"], b"no JSON"), Run::printed(line));
}

#[test]
fn nothing_is_written_without_a_session() {
    let project = project().file("work/.planning/config.json", "{}");
    let before = project.snapshot();
    let run = answer(&project, r#"{"model":"Opus 5","context_window":{"remaining_percentage":50}}"#);
    assert_eq!(run, Run::printed(format!("Opus 5 │ {STATE_LINE} │ work ██████░░░░ 60%")));
    assert_eq!(project.snapshot(), before);
}
