//! Runs the program as a host does, with standard input as the case describes it.

use std::{
    fs::File,
    io::{PipeWriter, Write},
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::lab::Lab;
use crate::harness::{PROGRAM, Run, Running};

/// Returns the program to torture: the one that `STATELINE` names, such as a release, else the one under test.
fn program() -> PathBuf {
    other_program().unwrap_or_else(|| PROGRAM.into())
}

/// Returns the program that `STATELINE` names.
pub fn other_program() -> Option<PathBuf> {
    std::env::var_os("STATELINE").map(PathBuf::from)
}

/// Returns the program in the case's surroundings, with these arguments.
pub fn command(lab: &Lab, case: &Value, arguments: &[&str]) -> Command {
    let shell = case["shell"].as_str();
    let mut command = match shell {
        // Bash takes a socket for a remote shell's, and would read its start-up file.
        Some(script) => lab.project.other("bash", ["--norc", "-c", script, "bash"]),
        None => lab.project.other(program(), arguments),
    };
    if let Some(script) = shell {
        let is_for_another = script.contains("setpriv");
        let program = if is_for_another { lab.project.reachable(program()) } else { program() };
        command.arg(program).args(arguments);
    }
    for (name, value) in case["env"].as_object().into_iter().flatten() {
        match value.as_str() {
            Some(value) => command.env(name, lab.texts.named(value)),
            None => command.env_remove(name),
        };
    }
    command
}

/// Runs the hook with the case's standard input: a string, after which the pipe is closed, or an object with one key.
pub fn hook(lab: &Lab, case: &Value) -> Run {
    let usual = json!({"payload": {}});
    let stdin = case.get("stdin").unwrap_or(&usual);
    let mut command = command(lab, case, &[]);
    let text = |value: &Value| lab.texts.bytes(value);
    let kind = stdin.as_object().and_then(|object| object.iter().next());
    match kind.map(|(kind, inner)| (kind.as_str(), inner)) {
        Some(("none", _)) => {
            command.stdin(Stdio::null());
            lab.project.run_command(command)
        }
        Some(("path", path)) => {
            command.stdin(File::open(lab.texts.string(path)).unwrap());
            lab.project.run_command(command)
        }
        Some(("open", inner)) => {
            let (running, writer) = Running::fed(command, &text(inner));
            let run = running.finish(&lab.project);
            drop(writer);
            run
        }
        Some(("slowly", inner)) => {
            let bytes = text(inner);
            written(lab, command, move |pipe| {
                for byte in bytes.chunks(1) {
                    pipe.write_all(byte)?;
                    thread::sleep(Duration::from_millis(10));
                }
                Ok(())
            })
        }
        Some(("parts", inner)) => {
            let (first, second) = (text(&inner[0]), text(&inner[1]));
            written(lab, command, move |pipe| {
                pipe.write_all(&first)?;
                thread::sleep(Duration::from_millis(50));
                pipe.write_all(&second)
            })
        }
        Some(("large", inner)) => {
            let (head, tail) = (text(&inner[0]), text(&inner[2]));
            let (block, blocks) = (vec![b'x'; 1 << 20], inner[1].as_u64().unwrap() >> 20);
            written(lab, command, move |pipe| {
                pipe.write_all(&head)?;
                (0..blocks).try_for_each(|_| pipe.write_all(&block))?;
                pipe.write_all(&tail)
            })
        }
        Some(("signal", name)) => signalled(lab, command, name.as_str().unwrap()),
        _ => lab.project.feed(command, &text(stdin)),
    }
}

/// Runs a command whose input is written by `write` meanwhile; it may end before all is written.
fn written(
    lab: &Lab,
    mut command: Command,
    write: impl FnOnce(&mut PipeWriter) -> std::io::Result<()> + Send + 'static,
) -> Run {
    let (reader, mut writer) = std::io::pipe().unwrap();
    command.stdin(reader);
    let running = Running::start(command);
    let writer = thread::spawn(move || write(&mut writer).unwrap_or_default());
    let run = running.finish(&lab.project);
    writer.join().unwrap();
    run
}

/// Runs a command that waits for its input, and sends it a signal meanwhile.
fn signalled(lab: &Lab, command: Command, name: &str) -> Run {
    let signal = match name {
        "SIGTERM" => Signal::TERM,
        "SIGINT" => Signal::INT,
        "SIGHUP" => Signal::HUP,
        _ => panic!("unknown signal {name}"),
    };
    let (running, writer) = Running::fed(command, b"");
    thread::sleep(Duration::from_millis(40));
    let pid = Pid::from_raw(running.id().try_into().unwrap()).unwrap();
    // It may have ended by itself on a busy machine; then it was not killed, and the case is tried again.
    kill_process(pid, signal).unwrap_or_default();
    let run = running.finish(&lab.project);
    drop(writer);
    run
}
