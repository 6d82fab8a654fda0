//! What the hook makes of its standard input, be it whole, late, cut off or nonsense.

use std::{fs::File, io::Write, process::Stdio, time::Duration};

use crate::harness::{PROGRAM, Project, Run, Running, STATE, STATE_LINE, has, patiently};

const NOTHING: [&str; 0] = [];

fn project() -> Project {
    Project::new().file("work/.planning/STATE.md", STATE).env("NO_COLOR", "1")
}

/// What Claude Code would send, as far as the line is concerned.
fn payload(project: &Project) -> String {
    format!(
        r#"{{"session_id":"s1","model":{{"id":"opus","display_name":"Opus 5"}},"workspace":{{"current_dir":"{}"}},"context_window":{{"remaining_percentage":50}}}}"#,
        project.path("work").display()
    )
}

/// The line for [`payload`].
fn line() -> Run {
    Run::printed(format!("Opus 5 │ {STATE_LINE} │ work ██████░░░░ 60%"))
}

/// The line where the host said nothing of use.
fn state_alone() -> Run {
    Run::printed(STATE_LINE)
}

/// Runs the hook with what follows the session in the payload.
fn answer(project: &Project, input: impl AsRef<[u8]>) -> Run {
    project.run_with(NOTHING, input.as_ref())
}

#[test]
fn the_whole_line_is_coloured_and_has_no_line_end() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let run = answer(&project, payload(&project));
    let line = format!(
        "\x1b[2mOpus 5\x1b[0m │ \x1b[2m{STATE_LINE}\x1b[0m │ \x1b[2mwork\x1b[0m \x1b[33m██████░░░░ 60%\x1b[0m"
    );
    assert_eq!(run, Run::printed(line));
}

#[test]
fn the_line_comes_while_the_pipe_stays_open() {
    let project = project();
    let (running, writer) = Running::fed(project.command(NOTHING), payload(&project).as_bytes());
    assert_eq!(running.finish(&project), line());
    drop(writer);
}

#[test]
fn a_pipe_that_never_gets_a_byte_gives_the_state_of_the_working_directory() {
    let project = project();
    let (running, writer) = Running::fed(project.command(NOTHING), b"");
    assert_eq!(running.finish(&project), state_alone());
    drop(writer);
}

#[test]
fn a_payload_may_come_in_two_parts() {
    let project = project();
    let payload = format!("\u{feff}{}", payload(&project));
    // The second cut is in the byte-order mark: fuzzing found that it was not waited for.
    for cut in [payload.len() / 2, 2] {
        let (early, late) = payload.as_bytes().split_at(cut);
        patiently(&line(), || {
            let (running, mut writer) = Running::fed(project.command(NOTHING), early);
            std::thread::sleep(Duration::from_millis(40));
            writer.write_all(late).unwrap_or_default();
            running.finish(&project)
        });
    }
}

#[test]
fn a_payload_may_come_byte_by_byte() {
    let project = project();
    let payload = payload(&project);
    patiently(&line(), || {
        let (running, mut writer) = Running::fed(project.command(NOTHING), b"");
        for byte in payload.as_bytes() {
            writer.write_all(&[*byte]).unwrap_or_default();
        }
        running.finish(&project)
    });
}

#[cfg(unix)] // a POSIX shell
#[test]
fn no_input_at_all_gives_the_state_of_the_working_directory() {
    let project = project();
    assert_eq!(answer(&project, ""), state_alone());
    for (what, redirection) in [
        ("nothing", "</dev/null"),
        ("closed", "<&-"),
        ("a directory", "</"),
        ("zeros", "</dev/zero"),
        ("write-only", "0>/dev/null"),
    ] {
        let script = format!("exec \"$0\" {redirection}");
        let mut command = project.other("sh", ["-c", &script, PROGRAM]);
        command.stdin(Stdio::null());
        assert_eq!(project.run_command(command), state_alone(), "{what}");
    }
}

#[test]
fn a_file_serves_as_input_like_a_pipe() {
    let project = project();
    let project = project.file("payload.json", "");
    std::fs::write(project.path("payload.json"), payload(&project)).unwrap();
    let mut command = project.command(NOTHING);
    command.stdin(File::open(project.path("payload.json")).unwrap());
    assert_eq!(project.run_command(command), line());
}

#[test]
fn no_json_is_read_from_a_terminal() {
    if !has("script") {
        return;
    }
    let project = project();
    let out = project.path("out.txt");
    let call = format!("'{PROGRAM}' >'{}' 2>&1", out.display());
    let command = project.other("script", ["--quiet", "--return", "--command", &call, "/dev/null"]);
    let (running, writer) = Running::fed(command, b"");
    assert_eq!(running.finish(&project), Run::printed(""));
    drop(writer);
    assert_eq!(std::fs::read_to_string(out).unwrap(), STATE_LINE);
}

#[test]
fn input_that_is_not_a_payload_shows_the_state_of_the_working_directory() {
    let project = project();
    for input in [
        "{",
        "}",
        "nonsense",
        "null",
        "true",
        "42",
        "\"Opus 5\"",
        "[]",
        "[{\"model\":\"Opus 5\"}]",
        "{model:\"Opus 5\"}",
        "{'model':'Opus 5'}",
        "{\"model\":}",
        "{\"model\" \"Opus 5\"}",
        "{\"model\":\"Opus 5\",}",
        "{\"model\":\"Opus 5\" \"cwd\":\"/\"}",
        "{\"model\":\"Opus\n5\"}",
        "{\"model\":\"Opus\\x\"}",
        "{\"cwd\":nul!}",
        "\0\0\0\0",
        "\n\n\n",
        "\u{feff}",
        "\u{feff}\u{feff}{}",
    ] {
        assert_eq!(answer(&project, input), state_alone(), "{input:?}");
    }
}

#[test]
fn an_empty_object_is_a_payload() {
    let project = project();
    for input in ["{}", " \r\n\t{ }\n", "{\"a\":{}}", "\u{feff}{}"] {
        assert_eq!(
            answer(&project, input),
            Run::printed(format!("Claude │ {STATE_LINE} │ work")),
            "{input:?}"
        );
    }
}

#[test]
fn what_follows_the_payload_does_not_matter() {
    let project = project();
    let payload = payload(&project);
    for rest in ["\n", "rubbish", "}", "{\"model\":\"Other\"}", "\0\u{fffd}", &"x".repeat(100_000)] {
        assert_eq!(answer(&project, payload.clone() + rest), line(), "{rest:.20}");
    }
}

#[test]
fn a_byte_order_mark_does_not_matter() {
    let project = project();
    assert_eq!(answer(&project, format!("\u{feff}{}", payload(&project))), line());
}

/// Every cut but those inside the number, which have a test of their own.
#[test]
fn a_payload_that_is_cut_off_shows_what_comes_before_the_cut() {
    let project = project();
    let payload = payload(&project);
    let end = |part: &str| payload.find(part).unwrap() + part.len();
    let (model, number) = (end("\"Opus 5\""), end(":50"));
    let dir = end(&format!("{}\"", project.path("work").display()));
    for cut in (0..payload.len()).filter(|cut| *cut != number - 1 && *cut != number) {
        let expected = match cut {
            cut if cut < model => state_alone(),
            cut if cut < number => Run::printed(format!("Opus 5 │ {STATE_LINE} │ work")),
            _ => line(),
        };
        assert!(model < dir && dir < number);
        assert_eq!(answer(&project, &payload[..cut]), expected, "cut at {cut}: {}", &payload[..cut]);
    }
}

#[test]
fn a_number_may_be_a_string() {
    let project = project();
    let input = r#"{"model":"Opus 5","context_window":{"remaining_percentage":" 50 "}}"#;
    assert_eq!(answer(&project, input), line());
}

#[test]
fn a_field_of_null_is_a_field_that_is_not_there() {
    let project = project();
    let expected = Run::printed(format!("Claude │ {STATE_LINE} │ work"));
    for input in [
        r#"{"model":null,"workspace":null,"cwd":null,"session_id":null,"transcript_path":null,"context_window":null}"#,
        r#"{"model":{"display_name":null,"id":null},"workspace":{"current_dir":null,"project_dir":null},
            "context_window":{"remaining_percentage":null,"total_tokens":null,"context_window_size":null,
            "current_usage":{"input_tokens":null,"output_tokens":null}}}"#,
        r#"{"context_window":{"current_usage":null}}"#,
    ] {
        assert_eq!(answer(&project, input), expected, "{input}");
    }
}

#[test]
fn unknown_fields_do_not_matter() {
    let project = project();
    let deep = "[".repeat(20_000) + &"]".repeat(20_000);
    let payload = payload(&project);
    for unknown in [
        r#""hook_event_name":"Status","vim":{"mode":"NORMAL"},"pr":{"number":7},"cost":{"total_cost_usd":0.5}"#,
        r#""a":[{"model":"Other","cwd":"/"},{"context_window":{"remaining_percentage":1}}]"#,
        r#""":1,"\u0000":2,"MODEL":3,"model ":4,"model.display_name":"Other""#,
        &format!("\"deep\":{deep}"),
    ] {
        let input = format!("{{{unknown},{}", &payload[1..]);
        assert_eq!(answer(&project, input), line(), "{unknown:.60}");
    }
}

#[test]
fn a_field_of_another_type_is_a_field_that_is_not_there() {
    let project = project();
    let dir = project.path("work").display().to_string();
    let with = |field: &str, value: &str| {
        let or = |name: &str, usual: &str| if name == field { value.to_owned() } else { usual.to_owned() };
        let model = or("model", &format!("{{\"display_name\":{}}}", or("display_name", "\"Opus 5\"")));
        let workspace =
            or("workspace", &format!("{{\"current_dir\":{}}}", or("current_dir", &format!("\"{dir}\""))));
        let usage = or("current_usage", &format!("{{\"input_tokens\":{}}}", or("input_tokens", "1000")));
        let window = or(
            "context_window",
            &format!(
                "{{\"remaining_percentage\":{},\"total_tokens\":{},\"context_window_size\":{},\"current_usage\":{usage}}}",
                or("remaining_percentage", "50"),
                or("total_tokens", "200000"),
                or("context_window_size", "200000"),
            ),
        );
        let (session, transcript) = (or("session_id", "\"s1\""), or("transcript_path", "\"/none\""));
        format!(
            "{{\"model\":{model},\"workspace\":{workspace},\"session_id\":{session},\
             \"transcript_path\":{transcript},\"context_window\":{window}}}"
        )
    };
    let without_model = format!("Claude │ {STATE_LINE} │ work ██████░░░░ 60%");
    let without_meter = format!("Opus 5 │ {STATE_LINE} │ work");
    let usual = format!("Opus 5 │ {STATE_LINE} │ work ██████░░░░ 60%");
    for (field, expected) in [
        ("model", &without_model),
        ("display_name", &without_model),
        ("workspace", &usual),
        ("current_dir", &usual),
        ("session_id", &usual),
        ("transcript_path", &usual),
        ("context_window", &without_meter),
        ("remaining_percentage", &without_meter),
        ("total_tokens", &usual),
        ("context_window_size", &usual),
        ("current_usage", &usual),
        ("input_tokens", &usual),
    ] {
        for value in ["null", "true", "false", "\"\"", "[]", "[50]", "[[\"a\"]]", "{}", "{\"a\":[{}]}"] {
            let input = with(field, value);
            assert_eq!(answer(&project, &input), Run::printed(expected.as_str()), "{field}: {value}");
        }
    }
}

#[test]
fn a_model_may_be_a_string_or_a_number() {
    let project = project();
    for (model, name) in [
        ("\"Opus 5\"", "Opus 5"),
        ("{\"display_name\":\"Opus 5 (1M context)\"}", "Opus 5 (1M)"),
        ("\"Opus\\u0020\\\"5\\\"\"", "Opus \"5\""),
        ("5", "5"),
        ("0", "Claude"),
        ("\"\"", "Claude"),
        ("{\"id\":\"opus\"}", "Claude"),
    ] {
        let run = answer(&project, format!("{{\"model\":{model}}}"));
        assert_eq!(run, Run::printed(format!("{name} │ {STATE_LINE} │ work")), "{model}");
    }
}

#[test]
fn bytes_that_are_not_utf_8_become_the_replacement_character() {
    let project = project();
    let run = answer(&project, b"{\"model\":\"Op\xFFus\xC3\",\"un\xFEknown\":\"\xF0\x9F\"}");
    assert_eq!(run, Run::printed(format!("Op\u{fffd}us\u{fffd} │ {STATE_LINE} │ work")));
}

#[test]
fn the_last_of_several_fields_of_one_name_wins() {
    let project = project();
    let run = answer(&project, r#"{"model":"A","model":{"display_name":"B"},"cwd":"/","cwd":null}"#);
    assert_eq!(run, Run::printed(format!("B │ {STATE_LINE} │ work")));
}

#[test]
fn only_the_first_mebibyte_of_a_payload_is_read() {
    let project = project();
    let filling = "x".repeat(2 << 20);
    let payload = payload(&project);
    let named = format!("{},\"filling\":\"{filling}\"}}", payload.strip_suffix('}').unwrap());
    assert_eq!(answer(&project, named), line());
    let hidden = format!("{{\"filling\":\"{filling}\",{}", &payload[1..]);
    assert_eq!(answer(&project, hidden), state_alone());
}

#[test]
fn a_large_payload_below_a_mebibyte_is_read_completely() {
    let project = project().file("payload.json", "");
    let large = format!("{{\"filling\":\"{}\",{}", "x".repeat(500_000), &payload(&project)[1..]);
    std::fs::write(project.path("payload.json"), large).unwrap();
    patiently(&line(), || {
        let mut command = project.command(NOTHING);
        command.stdin(File::open(project.path("payload.json")).unwrap());
        project.run_command(command)
    });
}

#[cfg(unix)] // a POSIX shell
#[test]
fn a_closed_output_is_not_an_error() {
    let project = project();
    let payload = payload(&project);
    for (what, script) in [
        ("closed", "exec \"$0\" >&-"),
        ("full", "exec \"$0\" >/dev/full"),
        ("all closed", "exec \"$0\" >&- 2>&-"),
        ("gone", "\"$0\" | exec true; exit ${PIPESTATUS[0]}"),
    ] {
        let command = project.other("bash", ["-c", script, PROGRAM]);
        assert_eq!(project.feed(command, payload.as_bytes()), Run::printed(""), "{what}");
    }
    // A file that was opened in place of a closed stream would get the line.
    let state = std::fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap();
    assert_eq!(state, STATE);
    let bridge = std::fs::read_to_string(project.path("tmp/claude-ctx-s1.json")).unwrap();
    assert!(bridge.starts_with("{\"session_id\":\"s1\"") && bridge.ends_with('}'), "{bridge}");
}

/// `5` may be half of `50`: shown, it would be an alarm, and the bridge would pass it on to the agent.
#[test]
fn a_number_that_is_cut_off_is_not_taken_for_a_smaller_one() {
    let project = project();
    let payload = payload(&project);
    let whole = payload.find(":50").unwrap() + ":50".len();
    for cut in [whole - 1, whole] {
        let run = answer(&project, &payload[..cut]);
        let expected = Run::printed(format!("Opus 5 │ {STATE_LINE} │ work"));
        assert_eq!(run, expected, "{}", &payload[..cut]);
        assert!(!project.path("tmp/claude-ctx-s1.json").exists(), "a bridge was written");
    }
}
