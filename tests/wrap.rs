//! `--wrap COMMAND`: the status line that was there before ours, and ours next to it.

use std::{fs, path::Path};

use crate::harness::{LINE_LIMIT, PROGRAM, Project, Run, STATE, STATE_LINE};

/// What Claude Code sends from a project with a state.
fn input(project: &Project) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/hosts/claude.json");
    fs::read_to_string(path).unwrap().replace("@ROOT@", project.root().to_str().unwrap())
}

fn project() -> Project {
    Project::new().file("work/.planning/STATE.md", STATE).env("NO_COLOR", "1")
}

fn wrapped(project: &Project, arguments: &[&str]) -> Run {
    project.run_with(arguments, input(project).as_bytes())
}

/// Returns our whole line, which is shown if theirs is missing.
fn whole(project: &Project) -> Run {
    wrapped(project, &[])
}

#[test]
fn the_state_is_below_their_line_or_next_to_it() {
    let project = project();
    let below = format!("theirs\n{STATE_LINE}");
    assert_eq!(wrapped(&project, &["--wrap", "echo theirs"]), Run::printed(&below));
    let next_to_it = format!("theirs │ {STATE_LINE}");
    assert_eq!(wrapped(&project, &["--wrap", "echo theirs", "--width", "100"]), Run::printed(&next_to_it));
    assert_eq!(wrapped(&project, &["--wrap=echo theirs", "--rows", "1"]), Run::printed(&next_to_it));
    let two = format!("one\n\ntwo\n{STATE_LINE}");
    assert_eq!(wrapped(&project, &["--wrap", "printf 'one\\n\\ntwo\\n'"]), Run::printed(&two));
    let full = format!("one\ntwo │ {STATE_LINE}\nthree");
    assert_eq!(
        wrapped(&project, &["--wrap", "printf 'one\\ntwo\\nthree'", "--rows", "2"]),
        Run::printed(&full)
    );
}

#[test]
fn a_width_from_the_host_is_used() {
    let project = project();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/hosts/cursor.json");
    let sent = fs::read_to_string(path).unwrap().replace("@ROOT@", project.root().to_str().unwrap());
    assert!(sent.contains("\"render_width_chars\": 118"), "{sent}");
    let run = |theirs: &str| project.run_with(["--wrap", &format!("echo {theirs}")], sent.as_bytes());
    assert_eq!(run("theirs"), Run::printed(format!("theirs │ {STATE_LINE}")));
    let wide = "x".repeat(60);
    assert_eq!(run(&wide), Run::printed(format!("{wide}\n{STATE_LINE}")));
}

#[test]
fn without_a_state_their_line_is_shown_alone() {
    let project = Project::new().env("NO_COLOR", "1");
    assert_eq!(wrapped(&project, &["--wrap", "echo theirs"]), Run::printed("theirs"));
}

#[test]
fn the_segments_that_a_user_chose_are_next_to_their_line() {
    let config = "segments = [\"state\", \"dir\"]\n";
    let project = project().file("home/.config/stateline/config.toml", config);
    assert_eq!(
        wrapped(&project, &["--wrap", "echo theirs"]),
        Run::printed(format!("theirs\n{STATE_LINE} │ work"))
    );
}

#[test]
fn they_get_what_the_host_sent() {
    let project = project();
    let sent = input(&project);
    let path = project.path("tmp/sent");
    let command = format!("cat > {}; echo \"$COLUMNS $(pwd)\"", path.display());
    let mut run = project.command(["--wrap", &command]);
    run.env("COLUMNS", "300");
    assert_eq!(project.feed(run, sent.as_bytes()), Run::printed(format!("300 [ROOT]/work │ {STATE_LINE}")));
    assert_eq!(fs::read_to_string(path).unwrap().trim_end(), sent.trim_end());
}

/// More than a pipe holds, to one that never reads, one that reads late, and one that echoes it.
#[test]
fn a_long_input_stops_neither_program() {
    let project = project();
    let long = format!("{{\"filler\": \"{}\", {}", "x".repeat(300_000), &input(&project)[1..]);
    for (command, expected) in [
        ("echo theirs", "theirs"),
        ("exec <&-; echo theirs", "theirs"),
        ("sleep 0.1; tr -d '\\n' | wc -c", ""),
    ] {
        let run = project.run_with(["--wrap", command], long.as_bytes());
        let length = long.bytes().filter(|byte| *byte != b'\n').count().to_string();
        let first = if expected.is_empty() { &length } else { expected };
        assert_eq!(run, Run::printed(format!("{first}\n{STATE_LINE}")), "{command}");
    }
}

#[test]
fn a_program_that_fails_or_prints_nothing_is_replaced_by_our_line() {
    let project = project();
    assert!(whole(&project).stdout.starts_with("Opus 5 (1M) │ "));
    for command in
        ["echo theirs; exit 1", "exit 0", "no-such-program", "echo; echo", "'unclosed", "kill -9 $$", ""]
    {
        assert_eq!(wrapped(&project, &["--wrap", command]), whole(&project), "{command}");
    }
}

#[test]
fn one_that_hangs_is_ended_with_all_that_it_started() {
    let project = project();
    let pid = project.path("tmp/pid");
    let command = format!("sleep 1000 & echo $! > {}; wait", pid.display());
    assert_eq!(wrapped(&project, &["--wrap", &command, "--wait", "300"]), whole(&project));
    let pid = fs::read_to_string(pid).unwrap();
    let gone = || {
        let status = fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        status.is_err() || status.is_ok_and(|status| status.contains(") Z "))
    };
    for _ in 0..200 {
        if gone() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{pid} is still there");
}

#[test]
fn what_one_that_hangs_has_said_is_shown() {
    let project = project();
    let run = wrapped(&project, &["--wrap", "echo theirs; sleep 1000", "--wait", "500"]);
    assert_eq!(run, Run::printed(format!("theirs\n{STATE_LINE}")));
}

#[test]
fn a_program_that_never_stops_printing_is_stopped() {
    let run = wrapped(&project(), &["--wrap", "yes theirs", "--wait", "60000"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.len() < 100_000);
    assert!(run.stdout.ends_with(&format!("\n{STATE_LINE}")));
}

#[test]
fn their_colours_are_kept() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let command = "printf '\\033[31mred \\033]8;;https://x.y\\007here\\033[2J\\r'";
    let run = wrapped(&project, &["--wrap", command]);
    let expected =
        format!("\x1b[31mred \x1b]8;;https://x.y\x07here\x1b]8;;\x07\x1b[0m\n\x1b[2m{STATE_LINE}\x1b[0m");
    assert_eq!(run, Run::printed(expected));
}

#[test]
fn they_cannot_turn_our_text_around_or_break_the_row() {
    let project = Project::new();
    let command = "printf 'a\\342\\200\\256b\\342\\200\\250c'";
    assert_eq!(wrapped(&project, &["--wrap", command]), Run::printed("abc"));
}

#[test]
fn a_signal_that_ends_the_hook_ends_the_other_program() {
    let project = project();
    let pid = project.path("tmp/pid");
    let script = format!(
        "{PROGRAM} --wrap 'echo $$ > {pid}; sleep 1000' --wait 60000 </dev/null >/dev/null & \
         while ! test -s {pid}; do sleep 0.01; done; kill $!; wait $!; \
         for i in 1 2 3 4 5 6 7 8 9; do kill -0 $(cat {pid}) 2>/dev/null || exit 0; sleep 0.1; done; exit 9",
        pid = pid.display()
    );
    let run = project.run_command(project.other("sh", ["-c", &script]));
    assert_eq!(run, Run::printed(""));
}

#[test]
fn only_the_hook_wraps() {
    let project = project();
    for flag in ["--wrap", "--rows", "--wait"] {
        let message = format!("stateline: no flag `{flag}`; `stateline line --help` lists them\n");
        assert_eq!(project.run(["line", flag, "1"]), Run::refused(2, message));
    }
}

#[test]
fn a_link_with_a_control_inside_is_dropped_and_its_text_kept() {
    let project = Project::new();
    for control in ["\\033[2J", "\\033c", "\\r", "\\177", "\\302\\233", "\\001"] {
        let command =
            format!("printf '\\033]8;;http://x{control}\\007here\\033]8;;\\007 \\033]8;;http://y\\007there'");
        let expected = "here \x1b]8;;http://y\x07there\x1b]8;;\x07";
        assert_eq!(wrapped(&project, &["--wrap", &command]), Run::printed(expected), "{control}");
    }
}

/// Each row has its limit: theirs alone, ours below it, and both in one.
#[test]
fn no_row_is_longer_than_4_kib() {
    let long = "printf '\\033[31m'; yes é | head -n 9000 | tr -d '\\n'";
    let project = Project::new()
        .file("work/.planning/STATE.md", STATE.replace("Code Quality", &"x".repeat(9000)))
        .env("NO_COLOR", "1");
    for (rows, count) in [(&[][..], 2), (&["--rows", "1"], 1), (&["--rows", "2"], 2)] {
        let run = wrapped(&project, &[&["--wrap", long], rows].concat());
        let lengths: Vec<usize> = run.stdout.split('\n').map(str::len).collect();
        assert_eq!(lengths.len(), count, "{rows:?}");
        assert!(lengths.iter().all(|length| (2000..=LINE_LIMIT).contains(length)), "{lengths:?}");
        assert!(run.stdout.starts_with("\x1b[31mé") && run.stdout.contains("é…\x1b[0m"), "{rows:?}");
        assert!(run.stdout.contains("xxx"), "ours is gone");
    }
}
