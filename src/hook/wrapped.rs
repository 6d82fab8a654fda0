//! Shows the state next to the line of another program: the status line that was installed before ours.
//!
//! The other program gets the same input and runs while we compose our part, but no longer than the host
//! would wait. If it fails, hangs or prints nothing, our whole line is printed instead.

use std::{
    ffi::OsStr,
    io::{Read, Write},
    os::unix::process::CommandExt,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec},
    process::{Pid, Signal},
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::{
    Extent, answered,
    payload::{Payload, Reading},
    record, state_alone,
};
use crate::{
    line::{Painted, Row},
    options::Options,
    sys::{System, file, streams},
    text::{self, LINE_LIMIT},
};

/// How long the other program may take, unless `--wait` gives the host's own limit.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often the wait is interrupted to see whether it should end.
const SLICE: Duration = Duration::from_millis(50);

/// The most bytes that are read of the other program's output.
const LIMIT: usize = 64 << 10;

/// The separator between their part of a row and ours.
const BETWEEN: &str = " │ ";

/// Reads what the host sends and returns their line and ours.
pub fn run(system: &System, options: &Options, theirs: &OsStr) -> Painted {
    let begun = Instant::now();
    // A signal that ends us must end the other program, too, so these signals only set a flag.
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stopped)).map(|_| ()).unwrap_or_default();
    }
    let input = if streams::input_is_terminal() { Vec::new() } else { input() };
    if options.record {
        record::keep(system, &input);
    }
    let other = Other::start(theirs, begun, options);
    let ours = |extent: Extent| match Payload::read(&input) {
        Reading::Whole(payload) => answered(system, options, &payload, extent),
        Reading::Cut(payload) if payload.says_anything() => answered(system, options, &payload, extent),
        Reading::Cut(_) | Reading::Useless => state_alone(system, options),
    };
    let state = ours(Extent::State);
    let said = other.and_then(|other| other.finish(&input, &stopped)).unwrap_or_default();
    let rows: Vec<Row> = file::decoded(said).trim_end().lines().map(Row::read).collect();
    if rows.iter().all(|row| row.cells() == 0) {
        return ours(Extent::Whole);
    }
    let sent = match Payload::read(&input) {
        Reading::Whole(payload) | Reading::Cut(payload) => payload.width,
        Reading::Useless => None,
    };
    let width = options.width.or(sent).or_else(|| options.paint(system, true).width);
    together(rows, &state, width, options.rows)
}

/// Reads the whole input of the host.
fn input() -> Vec<u8> {
    let read = streams::input(|bytes, is_all| {
        let is_whole = !matches!(Payload::read(bytes), Reading::Cut(_));
        (is_whole || is_all).then(|| bytes.to_vec())
    });
    read.unwrap_or_default()
}

/// Puts our part after their last row if there is room, else below it if one more row is allowed.
fn together(rows: Vec<Row>, ours: &Painted, width: Option<usize>, most: Option<usize>) -> Painted {
    let count = rows.len();
    let place = most.map_or(count, |most| most.min(count)).saturating_sub(1);
    let is_full = most.is_some_and(|most| count >= most);
    let own = Row::read(ours);
    let mut out = Painted::default();
    for (index, row) in rows.into_iter().enumerate() {
        if index > 0 {
            out.push_line_end();
        }
        if index != place || ours.is_empty() {
            out.push(&row.painted());
            continue;
        }
        let needed = row.cells().saturating_add(text::cells(BETWEEN)).saturating_add(own.cells());
        let bytes = row.length().saturating_add(BETWEEN.len()).saturating_add(ours.len());
        let has_room = width.is_some_and(|width| needed <= width) && bytes <= LINE_LIMIT;
        if has_room || is_full && bytes <= LINE_LIMIT {
            out.push(&row.painted());
            out.push_text(BETWEEN);
            out.push(ours);
        } else if is_full {
            // Half of the row for each part, minus the separator.
            let half = (LINE_LIMIT / 2).saturating_sub(BETWEEN.len());
            out.push(&row.cut(half).painted());
            out.push_text(BETWEEN);
            out.push(&own.clone().cut(half).painted());
        } else {
            out.push(&row.painted());
            out.push_line_end();
            out.push(ours);
        }
    }
    out
}

/// The other program while it runs.
struct Other {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    until: Instant,
}

impl Other {
    /// Starts it as the host would, in its own process group, so that it can be killed with its children.
    fn start(command: &OsStr, begun: Instant, options: &Options) -> Option<Self> {
        let mut child = Command::new("/bin/sh")
            .arg("-c")
            .arg(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .ok()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take()?);
        if let Some(stdin) = &stdin {
            rustix::io::ioctl_fionbio(stdin, true).ok()?;
        }
        let patience = options.wait.map_or(PATIENCE, Duration::from_millis);
        Some(Self { child, stdin, stdout, until: begun.checked_add(patience)? })
    }

    /// Sends it the input and returns what it prints in time, unless it exits with an error.
    fn finish(mut self, input: &[u8], stopped: &AtomicBool) -> Option<Vec<u8>> {
        let mut said = Vec::new();
        let is_all = self.converse(input, &mut said, stopped);
        let status = if is_all { self.ended(stopped) } else { None };
        if status.is_none() {
            self.end();
        }
        let failed = status.is_some_and(|succeeded| !succeeded);
        (!failed && !stopped.load(Ordering::Relaxed)).then_some(said)
    }

    /// Writes and reads until it closes its output; returns `false` if that takes too long.
    fn converse(&mut self, input: &[u8], said: &mut Vec<u8>, stopped: &AtomicBool) -> bool {
        let mut input = input;
        let mut buffer = [0; 4 << 10];
        loop {
            if input.is_empty() {
                // Close the input. Hosts often forget to do that.
                self.stdin = None;
            }
            let left = self.until.saturating_duration_since(Instant::now());
            if left.is_zero() || stopped.load(Ordering::Relaxed) || said.len() > LIMIT || !has_reader() {
                return false;
            }
            let [readable, writable] = self.ready(left.min(SLICE));
            if let (true, Some(stdin)) = (writable, &mut self.stdin) {
                match stdin.write(input) {
                    Ok(count) => input = input.get(count..).unwrap_or_default(),
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                    // It has closed its input.
                    Err(_) => input = &[],
                }
            }
            if readable {
                match self.stdout.read(&mut buffer) {
                    Ok(0) => return true,
                    Ok(count) => said.extend_from_slice(buffer.get(..count).unwrap_or_default()),
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) => return true,
                }
            }
        }
    }

    /// Waits until it can be read from or written to.
    fn ready(&self, timeout: Duration) -> [bool; 2] {
        let timeout = Timespec { tv_sec: 0, tv_nsec: timeout.subsec_nanos().into() };
        let mut fds = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        fds.extend(self.stdin.as_ref().map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        if !rustix::event::poll(&mut fds, Some(&timeout)).is_ok_and(|ready| ready > 0) {
            return [false, false];
        }
        let is_ready = |at: usize| fds.get(at).is_some_and(|fd| !fd.revents().is_empty());
        [is_ready(0), is_ready(1)]
    }

    /// Waits until it exits and returns whether it succeeded; `None` if that takes too long.
    fn ended(&mut self, stopped: &AtomicBool) -> Option<bool> {
        while Instant::now() < self.until && !stopped.load(Ordering::Relaxed) {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.success()),
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(_) => return None,
            }
        }
        None
    }

    /// Kills it with all processes that it has started.
    fn end(&mut self) {
        if let Some(group) = Pid::from_raw(self.child.id().cast_signed()) {
            rustix::process::kill_process_group(group, Signal::KILL).unwrap_or_default();
        }
        self.child.wait().map(|_| ()).unwrap_or_default();
    }
}

/// Returns whether the other end of our output is still open.
fn has_reader() -> bool {
    let stdout = rustix::stdio::stdout();
    let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
    let none = Timespec { tv_sec: 0, tv_nsec: 0 };
    rustix::event::poll(&mut fds, Some(&none)).is_ok()
        && fds.iter().all(|fd| !fd.revents().intersects(PollFlags::ERR | PollFlags::NVAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_part_is_put_where_there_is_room() {
        let put = |theirs: &str, width, most| {
            let rows = theirs.lines().map(Row::read).collect();
            together(rows, &Painted::text("ours"), width, most).to_string()
        };
        assert_eq!(put("one\ntwo", Some(10), None), "one\ntwo │ ours");
        assert_eq!(put("one\ntwo", Some(9), None), "one\ntwo\nours");
        assert_eq!(put("one\ntwo", None, None), "one\ntwo\nours");
        assert_eq!(put("one", None, Some(2)), "one\nours");
        assert_eq!(put("one\ntwo", None, Some(2)), "one\ntwo │ ours");
        assert_eq!(put("one\ntwo", None, Some(1)), "one │ ours\ntwo");
        assert_eq!(put("one\ntwo", Some(5), Some(1)), "one │ ours\ntwo");
    }
}
