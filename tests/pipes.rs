//! What becomes of an answer that nobody can take.

use std::{fs::File, process::Stdio};

use crate::harness::{PROGRAM, Project, Run, STATE, make_fifo};

/// Without the commands there is no handler for the signal, and it ends the program, as it does others.
#[cfg(feature = "commands")]
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
        let mut command = project.command(arguments);
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        let (reader, writer) = std::io::pipe().unwrap();
        command.stdout(writer);
        drop(reader);
        let output = command.spawn().unwrap().wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{arguments:?}");
    }
}

#[cfg(feature = "commands")]
#[test]
fn a_full_disk_is_told() {
    let project = Project::new();
    let mut command = project.command(["preview"]);
    command.stdin(Stdio::null()).stdout(File::create("/dev/full").unwrap()).stderr(Stdio::piped());
    let output = command.spawn().unwrap().wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()),
        (Some(1), "stateline: cannot write the answer: No space left on device (os error 28)\n")
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
