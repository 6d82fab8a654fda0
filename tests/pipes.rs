//! What happens to output that cannot be written.

use std::{fs::File, process::Stdio};

use crate::harness::{LINE_LIMIT, PROGRAM, Project, Run, STATE, STATE_LINE, cut, make_fifo};

/// A state whose line is as long as a line can be.
fn long_state() -> String {
    format!("---\nmilestone_name: {}\nstatus: executing\n---\n", "x".repeat(100_000))
}

#[test]
fn a_command_whose_reader_went_away_ends_in_peace() {
    let project = Project::new().file("work/.planning/STATE.md", "---\nstatus: planning\n---\n");
    for arguments in [
        &["preview"][..],
        &["families"],
        &["help"],
        &["-h"],
        &["line", "--help"],
        &["list"],
        &["list", "--json"],
    ] {
        assert_eq!(project.without_reader(arguments), (Some(0), Vec::new()), "{arguments:?}");
    }
}

#[test]
fn a_full_disk_is_reported() {
    let project = Project::new();
    let mut command = project.command(["preview"]);
    command.stdin(Stdio::null()).stdout(File::create("/dev/full").unwrap()).stderr(Stdio::piped());
    let output = command.spawn().unwrap().wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()),
        (Some(1), "stateline: cannot write the output: No space left on device (os error 28)\n")
    );
}

/// A host that has stopped reading must not keep the hook for ever.
#[test]
fn a_pipe_that_is_full_and_stays_so_is_not_waited_for() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    make_fifo(&project.path("full"));
    let script = "exec 3<>../full; dd if=/dev/zero bs=4096 oflag=nonblock >&3 2>/dev/null; exec \"$@\" >&3";
    for arguments in [&[][..], &["line"]] {
        let command = project.other("bash", [&["-c", script, "bash", PROGRAM], arguments].concat());
        assert_eq!(project.feed(command, b"{}"), Run::printed(""), "{arguments:?}");
    }
}

/// No one reads, but the pipe has room for all of the line.
#[test]
fn a_pipe_that_is_not_read_is_not_waited_for() {
    let project = Project::new().file("work/.planning/STATE.md", long_state());
    make_fifo(&project.path("unread"));
    for arguments in [&[][..], &["line"]] {
        let script = "exec 3<>../unread; exec \"$@\" >&3";
        let command = project.other("bash", [&["-c", script, "bash", PROGRAM], arguments].concat());
        assert_eq!(project.feed(command, b"{}"), Run::printed(""), "{arguments:?}");
    }
}

#[test]
fn a_long_line_has_4_kib_with_its_end() {
    let project = Project::new().file("work/.planning/STATE.md", long_state());
    let end = " · executing";
    let line = format!("{}{end}\n", cut(&"x".repeat(5000), LINE_LIMIT - end.len()));
    assert_eq!(line.len(), 4096);
    assert_eq!(project.run(["line"]), Run::printed(line));
}

#[test]
fn an_output_that_is_closed_in_the_middle_is_not_an_error() {
    let project = Project::new().file("work/.planning/STATE.md", long_state());
    for arguments in ["", "line"] {
        let script = format!("{{ \"$1\" {arguments}; echo $? >&2; }} | head -c 1");
        let command = project.other("bash", ["-c", &script, "bash", PROGRAM]);
        let Run { code, stdout, stderr } = project.feed(command, b"{}");
        assert_eq!((code, stdout.len(), stderr.as_str()), (Some(0), 1, "0\n"), "{arguments:?}");
    }
}

/// The kernel sends a signal to a process that lets a file grow beyond the limit.
#[test]
fn if_no_file_may_grow_the_line_is_still_printed_and_no_draft_is_left() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    std::fs::create_dir(project.path("growing")).unwrap();
    let project = project.env("TMPDIR", "../growing").env("NO_COLOR", "1");
    let payload = "{\"session_id\":\"s1\",\"context_window\":{\"remaining_percentage\":50}}";
    let script = "ulimit -f 0; exec env --default-signal=XFSZ \"$@\"";
    for (arguments, line) in [
        (&[][..], format!("Claude │ {STATE_LINE} │ work ██████░░░░ 60%")),
        (&["line"], format!("{STATE_LINE}\n")),
    ] {
        let command = project.other("bash", [&["-c", script, "bash", PROGRAM], arguments].concat());
        assert_eq!(project.feed(command, payload.as_bytes()), Run::printed(line), "{arguments:?}");
    }
    assert_eq!(std::fs::read_dir(project.path("growing")).unwrap().count(), 0);
}

#[test]
fn an_answer_that_does_not_fit_into_a_limited_file_is_an_error_and_no_signal() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let script = "ulimit -f 0; exec env --default-signal=XFSZ \"$@\" >../answer";
    let too_large = "stateline: cannot write the output: File too large (os error 27)\n";
    for (arguments, code, stderr) in [(&["line"][..], 0, ""), (&["families"], 1, too_large)] {
        let command = project.other("bash", [&["-c", script, "bash", PROGRAM], arguments].concat());
        let run = project.feed(command, b"");
        assert_eq!(
            (run.code, run.stdout.as_str(), run.stderr.as_str()),
            (Some(code), "", stderr),
            "{arguments:?}"
        );
    }
}
