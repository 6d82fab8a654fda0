//! A running program, and the watchdog that kills it if it hangs.

use std::{
    io::{PipeWriter, Read, Write},
    process::{Child, Command, Stdio},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use super::{Project, Run};

/// How long a run may take before it is considered to hang; no test depends on a shorter time.
const WATCHDOG: Duration = Duration::from_mins(1);

/// How many bytes a pipe holds without a reader. A write of more waits for one.
const PIPE_SIZE: usize = if cfg!(windows) { 4 << 10 } else { 64 << 10 };

/// A running program whose output is collected.
pub struct Running {
    child: Child,
    stdout: JoinHandle<Vec<u8>>,
    stderr: JoinHandle<Vec<u8>>,
}

impl Running {
    /// Starts a command whose standard input is already set.
    pub fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The command keeps its own copy of the program's end of the pipe.
        drop(command);
        let stdout = collected(child.stdout.take().unwrap());
        let stderr = collected(child.stderr.take().unwrap());
        Self { child, stdout, stderr }
    }

    /// Starts a command with `input` waiting in a pipe, which stays open.
    ///
    /// It is written beforehand, as far as a pipe holds it: the hook waits 100 ms, and a busy machine
    /// may leave a writer asleep for longer.
    pub fn fed(mut command: Command, input: &[u8]) -> (Self, PipeWriter) {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let (early, late) = input.split_at(input.len().min(PIPE_SIZE));
        writer.write_all(early).unwrap();
        command.stdin(reader);
        let running = Self::start(command);
        // The program may have read enough and exited before everything is written.
        writer.write_all(late).unwrap_or_default();
        (running, writer)
    }

    /// Returns the id of the process, for signals.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the program exits, and kills one that hangs.
    pub fn finish(mut self, project: &Project) -> Run {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > WATCHDOG {
                self.child.kill().unwrap();
                self.child.wait().unwrap();
                panic!("still running after {WATCHDOG:?}");
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        project.result(status.code(), self.stdout.join().unwrap(), self.stderr.join().unwrap())
    }
}

/// Reads a pipe to its end in another thread.
fn collected(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        bytes
    })
}

/// Tries again, because a busy machine may have delayed the test and not the program.
///
/// A wrong program fails every time.
pub fn patiently(expected: &Run, mut attempt: impl FnMut() -> Run) {
    let mut run = attempt();
    for _ in 0..9 {
        if run == *expected {
            break;
        }
        run = attempt();
    }
    assert_eq!(run, *expected);
}
