//! A command that is run repeatedly, and how each of its figures is measured.

use std::{
    cmp::Ordering,
    fs,
    io::{self, Read, Write},
    path::PathBuf,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use crate::{Fallible, lab::Lab};

/// A command that can be run repeatedly, each time from the same initial state.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: Vec<(&'static str, PathBuf)>,
    pub(crate) cwd: PathBuf,
    pub(crate) stdin: Option<String>,
    pub(crate) bridge_due: bool,
    /// Whether it takes as long as a hundred others, so that it is run in few rounds.
    pub(crate) is_slow: bool,
}

pub(crate) struct Sample {
    pub(crate) best: f64,
    pub(crate) median: f64,
}

#[derive(Clone, Copy)]
pub(crate) struct Trace {
    pub(crate) calls: u64,
    pub(crate) bytes_read: u64,
}

#[derive(Clone, Copy)]
pub(crate) struct Memory {
    pub(crate) faults: u64,
    pub(crate) peak_kib: u64,
}

#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) instructions: u64,
    pub(crate) trace: Trace,
    pub(crate) printed: u64,
}

impl Subject {
    /// Starts the program under `wrapper`, with its input already in the pipe.
    pub(crate) fn command(&self, wrapper: &[&str]) -> Fallible<Command> {
        let mut words = wrapper.iter().map(PathBuf::from).chain([self.program.clone()]);
        let mut command = Command::new(words.next().ok_or("no program")?);
        command.args(words).args(&self.arguments).current_dir(&self.cwd).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let Some(text) = &self.stdin else {
            command.stdin(Stdio::null());
            return Ok(command);
        };
        // The payload fits into the pipe's buffer, so write it before the child reads.
        let (reader, mut writer) = io::pipe()?;
        writer.write_all(text.as_bytes())?;
        command.stdin(reader);
        Ok(command)
    }

    pub(crate) fn output(&self, wrapper: &[&str]) -> Fallible<Output> {
        let output = self
            .command(wrapper)?
            .output()
            .map_err(|error| format!("cannot run `{}`: {error}", self.name))?;
        if output.status.success() {
            return Ok(output);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("`{}` ended with {}: {}", self.name, output.status, said.trim_end()).into())
    }

    /// Measures from the start of the process to its end, with all of its output received.
    pub(crate) fn timed(&self, output: &mut Vec<u8>) -> Fallible<Duration> {
        let mut command = self.command(&[])?;
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        output.clear();
        let start = Instant::now();
        let mut child = command.spawn()?;
        if let Some(stdout) = &mut child.stdout {
            stdout.read_to_end(output)?;
        }
        let status = child.wait()?;
        let elapsed = start.elapsed();
        if status.success() {
            Ok(elapsed)
        } else {
            Err(format!("`{}` ended with {status}", self.name).into())
        }
    }

    pub(crate) fn cost(&self, lab: &Lab) -> Fallible<Cost> {
        let printed = self.output(&[])?.stdout.len() as u64;
        Ok(Cost { instructions: self.instructions()?, trace: self.trace(lab)?, printed })
    }

    /// Counts the instructions of a run. A run right before it has written what the next one need not write again.
    pub(crate) fn instructions(&self) -> Fallible<u64> {
        self.output(&[])?;
        let callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--vgdb=no"];
        let stderr = self.output(&callgrind)?.stderr;
        // "==4133== Collected : 18106"
        String::from_utf8_lossy(&stderr)
            .lines()
            .filter(|line| line.contains(" Collected :"))
            .find_map(|line| line.split_whitespace().last()?.parse().ok())
            .ok_or_else(|| format!("callgrind did not count `{}`", self.name).into())
    }

    /// Counts the system calls and the bytes that they read, in one traced run.
    pub(crate) fn trace(&self, lab: &Lab) -> Fallible<Trace> {
        self.output(&[])?;
        let log = lab.dir.join("strace.log");
        let path = log.to_string_lossy();
        // -C prints the calls themselves and then the summary of -c; -s 0 leaves out their strings.
        self.output(&["strace", "-C", "-f", "-s", "0", "-o", &path])?;
        let log = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        let calls = log
            .lines()
            .find_map(total_calls)
            .ok_or_else(|| format!("strace did not count `{}`", self.name))?;
        Ok(Trace { calls, bytes_read: log.lines().filter_map(bytes_read).sum() })
    }

    /// Returns the minimum of a few runs: how many pages a fault maps differs from run to run.
    pub(crate) fn memory(&self, lab: &Lab) -> Fallible<Memory> {
        let wrapper = lab.bin("peak");
        let mut least = Memory { faults: u64::MAX, peak_kib: u64::MAX };
        for _ in 0..5 {
            let stderr = self.output(&[&wrapper.to_string_lossy()])?.stderr;
            let stderr = String::from_utf8_lossy(&stderr);
            // The last two lines are the wrapper's; above them is what the program wrote itself.
            let mut lines = stderr.lines().rev().map_while(|line| line.parse::<u64>().ok());
            let (Some(peak_kib), Some(faults)) = (lines.next(), lines.next()) else {
                return Err(format!("the memory of `{}` was not measured", self.name).into());
            };
            least.faults = least.faults.min(faults);
            least.peak_kib = least.peak_kib.min(peak_kib);
        }
        Ok(least)
    }
}

impl Sample {
    pub(crate) fn of(mut seconds: Vec<f64>) -> Fallible<Self> {
        seconds.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let best = *seconds.first().ok_or("a run was never timed")?;
        let (low, high) = ((seconds.len() - 1) / 2, seconds.len() / 2);
        Ok(Self { best, median: f64::midpoint(seconds[low], seconds[high]) })
    }
}

/// summary = percent seconds usecs-per-call calls [errors] "total"
pub(crate) fn total_calls(line: &str) -> Option<u64> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.first() != Some(&"100.00") || words.last() != Some(&"total") {
        return None;
    }
    words.get(3)?.parse().ok()
}

/// call = pid (name "(" … | "<... " name " resumed>" …) " = " result
pub(crate) fn bytes_read(line: &str) -> Option<u64> {
    let (_, call) = line.split_once(' ')?;
    let call = call.trim_start();
    let name = call.strip_prefix("<... ").unwrap_or(call).split(['(', ' ']).next()?;
    if !["read", "pread64", "readv", "preadv", "preadv2"].contains(&name) {
        return None;
    }
    // A failed read returns -1, which is not a number of bytes.
    let (_, result) = call.rsplit_once(" = ")?;
    result.split_whitespace().next()?.parse().ok()
}
