//! `stateline line`: which file it reads, what it makes of odd ones, and what never gets through.

use std::{fs, io::Write};

use crate::harness::{LINE_LIMIT, PROGRAM, Project, Run, Running, STATE, STATE_LINE, cut};

fn state_of(name: &str) -> String {
    format!("---\nmilestone: {name}\nstatus: planning\n---\n")
}

fn line() -> Run {
    Run::printed(format!("{STATE_LINE}\n"))
}

fn nothing() -> Run {
    Run::printed("")
}

#[test]
fn the_line_is_that_of_the_nearest_state() {
    let project = Project::new()
        .file(".planning/STATE.md", state_of("root"))
        .file("work/.planning/STATE.md", state_of("work"))
        .file("work/a/b/.planning/STATE.md", state_of("b"));
    for (dir, name) in [("work/a/b/c", "b"), ("work/a/b", "b"), ("work/a", "work"), ("other", "root")] {
        let dir = project.path(dir);
        fs::create_dir_all(&dir).unwrap();
        let mut command = project.command(["line"]);
        command.current_dir(dir);
        assert_eq!(project.feed(command, b""), Run::printed(format!("{name} · planning\n")));
    }
}

#[test]
fn standard_input_is_not_read() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let (running, writer) = Running::fed(project.command(["line"]), b"");
    assert_eq!(running.finish(&project), line());
    drop(writer);
}

#[test]
fn a_directory_may_be_named() {
    let project = Project::new()
        .file("work/.planning/STATE.md", state_of("work"))
        .file("work/sub/.planning/STATE.md", state_of("sub"))
        .file("other/.planning/STATE.md", state_of("other"))
        .file("work/file", "");
    let other = project.path("other");
    for (dir, line) in [
        (other.to_str().unwrap(), "other · planning\n"),
        ("../other", "other · planning\n"),
        ("sub", "sub · planning\n"),
        ("./sub/", "sub · planning\n"),
        (".", "work · planning\n"),
        ("", "work · planning\n"),
        ("sub/none/none", ""),
        ("file", "work · planning\n"),
        ("/", ""),
        ("/none/none", ""),
    ] {
        for flags in [vec!["-C".to_owned(), dir.to_owned()], vec![format!("--dir={dir}")]] {
            let run = project.run([vec!["line".to_owned()], flags.clone()].concat());
            assert_eq!(run, Run::printed(line), "{flags:?}");
        }
    }
}

#[cfg(unix)] // links
#[test]
fn a_file_may_be_named_whatever_its_name() {
    use std::os::unix::fs::symlink;

    let project = Project::new().file("work/notes.txt", STATE).file("work/a/STATE.md", STATE);
    symlink("notes.txt", project.path("work/link")).unwrap();
    let absolute = project.path("work/notes.txt");
    for file in ["notes.txt", "./a/STATE.md", "link", absolute.to_str().unwrap()] {
        assert_eq!(project.run(["line", "-f", file]), line(), "{file}");
        assert_eq!(project.run(["line", "--file", file, "--as", "gsd"]), line(), "{file}");
    }
}

#[test]
fn a_file_that_was_named_is_read_even_next_to_a_state() {
    let project =
        Project::new().file("work/.planning/STATE.md", state_of("work")).file("work/notes.txt", STATE);
    assert_eq!(project.run(["line", "-f", "notes.txt"]), line());
    assert_eq!(project.run(["line", "-f", "none"]), nothing());
}

#[cfg(unix)] // links
#[test]
fn a_file_that_cannot_be_read_gives_nothing() {
    use std::os::unix::fs::symlink;

    let project = Project::new().file("work/.planning/STATE.md", STATE).file("work/empty", "");
    symlink("none", project.path("work/broken")).unwrap();
    symlink("loop", project.path("work/loop")).unwrap();
    let long = "x".repeat(5000);
    for file in [
        "none",
        "none/none",
        "empty",
        ".",
        ".planning",
        "broken",
        "loop",
        "empty/below",
        "/dev/null",
        "",
        &long,
    ] {
        assert_eq!(project.run(["line", "-f", file]), nothing(), "{file:.20}");
    }
}

#[cfg(unix)] // FIFOs
#[test]
fn a_file_that_never_ends_or_never_begins_gives_nothing() {
    use crate::harness::make_fifo;

    let project = Project::new();
    let fifo = project.path("work/fifo");
    make_fifo(&fifo);
    assert_eq!(project.run(["line", "-f", "fifo"]), nothing(), "a FIFO without a writer");
    // Opening a FIFO for reading and writing does not wait for the other end.
    let idle = fs::File::options().read(true).write(true).open(&fifo).unwrap();
    assert_eq!(project.run(["line", "-f", "fifo"]), nothing(), "a FIFO with a writer that writes nothing");
    drop(idle);
    assert_eq!(project.run(["line", "-f", "/dev/zero"]), nothing(), "zeros without end");
    assert_eq!(project.run(["line", "-f", "/dev/stdin"]), nothing(), "a pipe by its name");
}

#[cfg(unix)] // modes
#[test]
fn a_file_that_may_not_be_read_gives_nothing() {
    use crate::harness::{has, is_root, set_mode};

    if is_root() && !has("setpriv") {
        return;
    }
    let project = Project::new().file("work/secret.md", STATE).file("work/closed/.planning/STATE.md", STATE);
    let modes = |mode| {
        for path in ["work/secret.md", "work/closed/.planning"] {
            set_mode(project.path(path), mode);
        }
    };
    modes(0o000);
    let runs = [["line", "-f", "secret.md"], ["line", "-C", "closed"]]
        .map(|arguments| project.feed(project.unprivileged(arguments), b""));
    modes(0o755);
    assert_eq!(runs, [nothing(), nothing()]);
    assert_eq!(project.feed(project.unprivileged(["line", "-f", "secret.md"]), b""), line(), "with leave");
}

#[test]
fn standard_input_may_be_named() {
    let project = Project::new();
    assert_eq!(project.run_with(["line", "-f", "-"], STATE.as_bytes()), line());
    assert_eq!(project.run_with(["line", "--file=-"], STATE.as_bytes()), line());
    assert_eq!(project.run_with(["line", "-f", "-"], b""), nothing());
    let long = STATE.to_owned() + &"x".repeat(3 << 20);
    assert_eq!(project.run_with(["line", "-f", "-"], long.as_bytes()), line());
    if cfg!(windows) {
        return; // no POSIX shell
    }
    let endless = project.other("sh", ["-c", "exec \"$0\" line -f - </dev/zero", PROGRAM]);
    assert_eq!(project.feed(endless, b""), nothing());
    let closed = project.other("sh", ["-c", "exec \"$0\" line -f - <&-", PROGRAM]);
    assert_eq!(project.feed(closed, b""), nothing());
}

#[test]
fn bytes_that_are_not_utf_8_become_the_replacement_character() {
    let project =
        Project::new().file("work/odd", b"---\nmilestone: a\xFFb\xC3\nstatus: \x80\x9F\xED\xA0\x80\n---\n");
    let line = "a\u{fffd}b\u{fffd} · \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\n";
    assert_eq!(project.run(["line", "-f", "odd"]), Run::printed(line));
}

#[test]
fn only_the_beginning_of_a_hundred_megabytes_is_read() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let file = fs::File::options().write(true).open(project.path("work/.planning/STATE.md")).unwrap();
    file.set_len(100 << 20).unwrap();
    assert_eq!(project.run(["line"]), line());
    assert_eq!(project.run(["line", "-f", ".planning/STATE.md"]), line());
}

#[test]
fn a_state_that_begins_after_a_mebibyte_is_not_seen() {
    let mut text = b"x".repeat(1 << 20);
    text.extend(b"\nPhase: 1 of 5 (late)\n");
    let project = Project::new().file("work/.planning/STATE.md", text);
    assert_eq!(project.run(["line"]), nothing());
}

#[test]
fn ten_directories_are_looked_into() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    for (depth, expected) in [(0, line()), (1, line()), (9, line()), (10, nothing()), (30, nothing())] {
        let dir = project.path("work").join("d/".repeat(depth));
        fs::create_dir_all(&dir).unwrap();
        let mut command = project.command(["line"]);
        command.current_dir(&dir);
        assert_eq!(project.feed(command, b""), expected, "{depth} below");
        assert_eq!(project.run(["line", "-C", dir.to_str().unwrap()]), expected, "{depth} below, named");
    }
}

#[test]
fn nothing_above_the_home_directory_is_looked_into() {
    let project = Project::new().file(".planning/STATE.md", STATE).dir("home/a/b");
    assert_eq!(project.run(["line"]), nothing());
    assert_eq!(project.run(["line", "-C", project.path("home").to_str().unwrap()]), nothing());
    assert_eq!(project.run(["line", "-C", project.path("work").to_str().unwrap()]), line(), "not below home");
    let slash = format!("{}/", project.path("home").display());
    let mut command = project.command(["line"]);
    command.env("HOME", slash);
    assert_eq!(project.feed(command, b""), nothing(), "a home that ends with a slash");
    let project = project.file("home/.planning/STATE.md", state_of("home"));
    assert_eq!(project.run(["line"]), Run::printed("home · planning\n"), "home itself");
}

#[test]
fn without_a_home_the_search_ends_at_the_root() {
    let project = Project::new().file(".planning/STATE.md", STATE).dir("home/a/b");
    let mut command = project.command(["line"]);
    command.env_remove("HOME").env_remove("USERPROFILE");
    assert_eq!(project.feed(command, b""), line());
    let mut command = project.command(["line", "-C", "/"]);
    command.env("HOME", "").env("USERPROFILE", "");
    assert_eq!(project.feed(command, b""), nothing());
}

#[cfg(unix)] // links and FIFOs
#[test]
fn a_file_that_is_not_a_state_does_not_hide_the_next_one_up() {
    use crate::harness::make_fifo;
    use std::os::unix::fs::symlink;

    type Plant = fn(&std::path::Path);
    let plants: [(&str, Plant); 7] = [
        ("a directory", |planning| fs::create_dir_all(planning.join("STATE.md")).unwrap()),
        ("a broken link", |planning| {
            fs::create_dir_all(planning).unwrap();
            symlink("none", planning.join("STATE.md")).unwrap();
        }),
        ("a link to itself", |planning| {
            fs::create_dir_all(planning).unwrap();
            symlink("STATE.md", planning.join("STATE.md")).unwrap();
        }),
        ("a FIFO", |planning| {
            fs::create_dir_all(planning).unwrap();
            make_fifo(&planning.join("STATE.md"));
        }),
        ("a link to a device", |planning| {
            fs::create_dir_all(planning).unwrap();
            symlink("/dev/zero", planning.join("STATE.md")).unwrap();
        }),
        ("a file in place of the directory", |planning| fs::write(planning, "").unwrap()),
        ("a link to itself in place of the directory", |planning| symlink(".planning", planning).unwrap()),
    ];
    for (what, plant) in plants {
        let project = Project::new().file("work/.planning/STATE.md", STATE).dir("work/lower");
        plant(&project.path("work/lower/.planning"));
        assert_eq!(project.run(["line"]), line(), "{what}");
    }
}

#[test]
fn an_empty_state_hides_the_next_one_up() {
    let project = Project::new()
        .file("work/.planning/STATE.md", STATE)
        .file("work/lower/.planning/STATE.md", "")
        .dir("work/lower");
    assert_eq!(project.run(["line"]), nothing());
}

#[cfg(unix)] // Windows does not remove a directory in use
#[test]
fn a_working_directory_that_was_removed_gives_nothing() {
    let project = Project::new().file("work/.planning/STATE.md", STATE).dir("work/gone");
    let work = project.path("work").display().to_string();
    let file = format!("{work}/.planning/STATE.md");
    for (arguments, expected) in [
        (vec!["line"], nothing()),
        (vec!["line", "-C", "."], nothing()),
        (vec!["line", "-C", &work], line()),
        (vec!["line", "-f", &file], line()),
        (vec!["line", "-f", "STATE.md"], nothing()),
    ] {
        fs::create_dir_all(project.path("work/gone")).unwrap();
        let script = "rmdir \"$PWD\" && exec \"$0\" \"$@\"";
        let command = project.other("sh", [&["-c", script, PROGRAM], arguments.as_slice()].concat());
        assert_eq!(project.feed(command, b""), expected, "{arguments:?}");
    }
}

#[cfg(unix)] // a POSIX shell
#[test]
fn a_closed_output_is_not_an_error() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    for script in ["exec \"$0\" line >&-", "exec \"$0\" line >/dev/full", "exec \"$0\" line >&- 2>&- <&-"] {
        let command = project.other("sh", ["-c", script, PROGRAM]);
        assert_eq!(project.feed(command, b""), nothing(), "{script}");
    }
}

#[test]
fn nothing_is_written() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let before = project.snapshot();
    assert_eq!(project.run(["line"]), line());
    assert_eq!(project.snapshot(), before);
}

/// States with a hole in one field each, and the line around the hole.
const FIELDS: &[(&str, &str)] = &[
    ("---\nmilestone: a@b\nstatus: planning\n---\n", "a@b · planning"),
    ("---\nmilestone: v1\nmilestone_name: a@b\nstatus: planning\n---\n", "v1 a@b · planning"),
    ("---\nstatus: a@b\n---\n", "a@b"),
    ("---\nstatus: planning\nactive_phase: a@b\n---\n", "Phase a@b planning"),
    ("---\nnext_action: a@b\nnext_phases: [4]\n---\n", "next a@b 4"),
    ("---\nnext_action: go\nnext_phases: [\"a@b\", 5]\n---\n", "next go a@b/5"),
    ("---\nnext_action: go\nnext_phases:\n  - a@b\n  - 5\n---\n", "next go a@b/5"),
    ("Phase: 1 of 5 (a@b)\n", "a@b (1/5)"),
];

#[test]
fn no_control_character_gets_through() {
    let project = Project::new();
    let controls = ('\0'..='\x1F').chain('\x7F'..='\u{9F}').chain(['\u{2028}', '\u{2029}']);
    let bidirectional = ('\u{202A}'..='\u{202E}').chain('\u{2066}'..='\u{2069}');
    let mut count = 0;
    for character in controls.chain(bidirectional) {
        let is_line_end = matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}');
        let is_dropped = matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        for (state, shown) in FIELDS {
            fs::write(project.path("work/odd"), state.replace('@', &character.to_string())).unwrap();
            let run = project.run(["line", "--as", "gsd", "-f", "odd"]);
            // A line end cuts most values short; elsewhere the whole line is known.
            if is_line_end && !shown.ends_with("(1/5)") {
                assert_harmless(&run, character);
            } else {
                let stand_in = if is_dropped { "" } else { " " };
                let line = format!("{}\n", shown.replace('@', stand_in));
                assert_eq!(run, Run::printed(line), "{character:?} in {state:?}");
            }
            assert_harmless(
                &project.run(["line", "--as", "gsd", "--style", "compact", "-f", "odd"]),
                character,
            );
            count += 1;
        }
    }
    assert_eq!(count, (32 + 33 + 2 + 9) * FIELDS.len());
}

/// Fails unless a run printed at most one line without a character that a terminal would obey.
fn assert_harmless(run: &Run, character: char) {
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{character:?}");
    let line = run.stdout.strip_suffix('\n').unwrap_or(&run.stdout);
    let is_harmful = |character: char| {
        character.is_control() || matches!(character, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!line.contains(is_harmful), "{character:?} left {line:?}");
}

#[test]
fn an_escape_sequence_is_only_text() {
    let state = "---\nmilestone: \x1b[31mred\x1b[0m\nstatus: \x1b]0;title\x07\u{9b}2J\u{202e}gnp\n---\n";
    let project = Project::new();
    fs::File::create(project.path("work/odd")).unwrap().write_all(state.as_bytes()).unwrap();
    let run = project.run(["line", "--as", "gsd", "-f", "odd"]);
    assert_eq!(run, Run::printed(" [31mred [0m ·  ]0;title  2Jgnp\n"));
}

#[test]
fn a_large_file_of_one_thing_over_and_over_does_not_hang() {
    let listed = "a,".repeat(100_000);
    for (what, text, expected) in [
        ("progress", format!("---\n{}\n---\n", "progress:\n\n".repeat(90_000)), String::new()),
        ("counts", format!("---\nprogress:\n{}---\n", " a: b\n".repeat(150_000)), String::new()),
        ("statuses", "Status:\n".repeat(120_000), String::new()),
        ("halves of phases", "Phase: 1 of\n".repeat(80_000), String::new()),
        ("open brackets", "Phase: 1 of 5 (\n".repeat(60_000), "ph 1/5\n".to_owned()),
        ("blanks", ("Phase:\n".to_owned() + &"\n".repeat(1000)).repeat(1000), String::new()),
        ("one long key", format!("---\n{}\n---\n", "a".repeat(1_000_000)), String::new()),
        ("halves of fences", format!("---\n{}", "\n--\n".repeat(250_000)), String::new()),
        (
            "phases",
            format!("---\nnext_action: go\nnext_phases: [{listed}]\n---\n"),
            format!("next go {}\n", cut(&"a/".repeat(10_000), LINE_LIMIT - "next go ".len())),
        ),
    ] {
        let project = Project::new().file("work/odd", text);
        let run = project.run(["line", "--as", "gsd", "-f", "odd"]);
        assert!(run == Run::printed(expected), "{what}: {:.200}", run.stdout);
    }
}

/// `..` is the parent directory, not the one before it in the path.
#[test]
fn a_directory_above_is_not_looked_into_from_below() {
    let project = Project::new()
        .file("work/.planning/STATE.md", state_of("work"))
        .file("work/sub/.planning/STATE.md", state_of("sub"))
        .dir("work/sub/x");
    for (dir, line) in [
        ("..", "sub · planning\n"),
        ("../..", "work · planning\n"),
        ("../../..", ""),
        ("../../../home", ""),
        // A name that is mistyped is not answered from above.
        ("../../none", ""),
        ("none", ""),
    ] {
        assert_eq!(project.run(["line", "-C", dir]), Run::printed(line), "{dir}");
    }
}

/// Each `[` is searched for its `]` to the end of the block: 60,000 of them take minutes.
#[test]
fn a_large_file_of_lists_without_an_end_does_not_hang() {
    let text = format!("---\nstatus: planning\n{}---\n", "next_phases: [\n".repeat(60_000));
    let project = Project::new().file("work/odd", text);
    assert_eq!(project.run(["line", "--as", "gsd", "-f", "odd"]), Run::printed("planning\n"));
}

#[cfg(unix)] // limits of a process
#[test]
fn a_small_stack_and_little_memory_are_enough_for_a_large_state() {
    let state = format!("---\nmilestone: v1\nactive_phase: {}\n---\n", "x".repeat((1 << 20) - 100));
    let project = Project::new().file("work/.planning/STATE.md", &state);
    for limit in ["ulimit -s 16", "ulimit -v 40960"] {
        for style in ["full", "compact", "smart"] {
            for arguments in ["line", ""] {
                let script = format!("{limit}; exec \"$0\" {arguments} --style {style}");
                let mut command = project.other("sh", ["-c", &script]);
                command.arg(PROGRAM);
                let run = project.feed(command, b"{}");
                assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{script}");
            }
        }
    }
}

/// Ids with the project's code are off unless GSD's own config has the convention, a code and plain numbers.
#[test]
fn ids_have_the_code_of_the_project_if_its_config_says_so() {
    const BRACKET: &str = "{\"phase_id_convention\":\"bracket\",\"project_code\":\"CK\"}";
    let state = |milestone: &str, phase: &str| {
        format!(
            "---\nmilestone: {milestone}\nmilestone_name: Search\nactive_phase: {phase}\nstatus: executing\n---\n\n\
             Phase: 5 of 12 (Export)\n"
        )
    };
    for (config, milestone, phase, full, compact, smart) in [
        (
            BRACKET,
            "v2.0",
            "5",
            "[CK.02] Search · [CK.02] 05 executing",
            "[CK.02] · [CK.02] 05 · executing",
            "[CK.02] Search · [CK.02] 05 Export executing",
        ),
        (
            "{\"project_code\":\"CK\"}",
            "v2.0",
            "5",
            "v2.0 Search · Phase 5 executing",
            "v2.0 · P5/12 · executing",
            "v2.0 Search · Phase 5/12 Export executing",
        ),
        (
            "{\"phase_id_convention\":\"bracket\",\"project_code\":\"ck\"}",
            "v2.0",
            "5",
            "v2.0 Search · Phase 5 executing",
            "v2.0 · P5/12 · executing",
            "v2.0 Search · Phase 5/12 Export executing",
        ),
        (
            BRACKET,
            "v2.0.1",
            "5",
            "v2.0.1 Search · Phase 5 executing",
            "v2.0.1 · P5/12 · executing",
            "v2.0.1 Search · Phase 5/12 Export executing",
        ),
        (
            BRACKET,
            "v2.0",
            "5A",
            "[CK.02] Search · Phase 5A executing",
            "[CK.02] · P5A/12 · executing",
            "[CK.02] Search · Phase 5A executing",
        ),
    ] {
        let project = Project::new()
            .file("work/.planning/config.json", config)
            .file("work/.planning/STATE.md", state(milestone, phase));
        for (style, line) in [("full", full), ("compact", compact), ("smart", smart)] {
            let line = format!("{line}\n");
            assert_eq!(
                project.run(["line", "--style", style]),
                Run::printed(line.clone()),
                "{config} {style}"
            );
            assert_eq!(
                project.run(["get", "@line", "--style", style]),
                Run::printed(line),
                "{config} {style}"
            );
        }
        let hook = project.run_with(["--no-color"], b"{}");
        assert_eq!(hook, Run::printed(format!("Claude │ {full} │ work")), "{config}");
    }
}
