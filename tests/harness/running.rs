//! A program under way, and the watchdog that ends it if it never does.

use std::{
    io::{PipeWriter, Read, Write},
    process::{Child, Command, Stdio},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use super::{Project, Run};

/// How long a run may take before it counts as one that hangs; no test depends on less.
const WATCHDOG: Duration = Duration::from_mins(1);

/// How much a pipe holds while nobody reads.
const PIPE_SIZE: usize = 64 << 10;

/// A program under way, its output being collected.
pub struct Running {
    child: Child,
    stdout: JoinHandle<Vec<u8>>,
    stderr: JoinHandle<Vec<u8>>,
}

impl Running {
    /// Starts a command whose standard input is already chosen.
    pub fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The command holds its own end of the pipe to the program.
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
        // The program may have read enough and gone before all is written.
        writer.write_all(late).unwrap_or_default();
        (running, writer)
    }

    /// Returns the id of the process, for signals.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end, and kills a program that has none.
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
        project.told(status.code(), self.stdout.join().unwrap(), self.stderr.join().unwrap())
    }
}

/// Reads a pipe to its end, beside whatever else goes on.
fn collected(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        bytes
    })
}

/// Tries again where a busy machine may have kept the test, not the program, from being in time.
///
/// A program that is wrong is wrong each time.
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
