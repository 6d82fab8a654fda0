//! Runs the user's commands in the background: one at a time, each with a deadline.

use std::{
    collections::VecDeque,
    io,
    process::Command,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::sys::{
    process::{self, Bounds, End},
    wake::Bell,
};

/// How long a command may take.
pub const DEADLINE: Duration = Duration::from_mins(1);

/// How many bytes of its output are kept.
const OUTPUT_LIMIT: usize = 64 << 10;

/// How many commands may wait. If there are more, the oldest is left out: it is about what is no longer so.
const MOST_WAITING: usize = 64;

/// A command to run.
#[derive(Debug)]
pub struct Job {
    /// What it is called in messages.
    pub name: &'static str,
    /// The command.
    pub command: Command,
    /// Commands with the same key replace each other while they wait: only the last one is about the present.
    pub key: (usize, &'static str),
}

/// What became of a command.
#[derive(Debug)]
pub struct Report {
    /// What it printed.
    pub printed: String,
    /// Why it failed, if it did.
    pub failure: Option<String>,
}

/// Runs commands in a thread of its own. Dropping it ends the one that runs, and leaves out those that wait.
#[derive(Debug)]
pub struct Runner {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// The data of both threads.
#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
    is_ending: AtomicBool,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Job>,
    reports: Vec<Report>,
}

impl Runner {
    /// Starts the thread. It rings when it has something to report. No command takes longer than `deadline`.
    pub fn start(bell: Bell, deadline: Duration) -> io::Result<Self> {
        let shared = Arc::<Shared>::default();
        let theirs = Arc::clone(&shared);
        let thread = thread::Builder::new().spawn(move || theirs.work(bell, deadline))?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Runs a command as soon as the ones before it have ended.
    pub fn run(&self, job: Job) {
        let mut queue = self.shared.queue();
        queue.waiting.retain(|waiting| waiting.key != job.key);
        if queue.waiting.len() >= MOST_WAITING {
            queue.waiting.pop_front();
        }
        queue.waiting.push_back(job);
        drop(queue);
        self.shared.news.notify_one();
    }

    /// Returns what became of the commands that have ended.
    pub fn reports(&self) -> Vec<Report> {
        std::mem::take(&mut self.shared.queue().reports)
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.shared.is_ending.store(true, Ordering::Relaxed);
        // With the lock, so that the thread cannot miss it between its check and its sleep.
        drop(self.shared.queue());
        self.shared.news.notify_one();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap_or_default();
        }
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    /// Runs commands until the program ends.
    fn work(&self, mut bell: Bell, deadline: Duration) {
        while let Some(job) = self.next() {
            let report = self.finish(job, deadline);
            self.queue().reports.extend(report);
            bell.ring();
        }
    }

    /// Waits for a command.
    fn next(&self) -> Option<Job> {
        let mut queue = self.queue();
        loop {
            if self.is_ending() {
                return None;
            }
            if let Some(job) = queue.waiting.pop_front() {
                return Some(job);
            }
            queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Runs a command to its end; there is no report if it was ended with the program, or has nothing to say.
    fn finish(&self, job: Job, deadline: Duration) -> Option<Report> {
        let until = Instant::now().checked_add(deadline)?;
        let bounds = Bounds { until, bytes: OUTPUT_LIMIT };
        let output = match process::start(job.command, false, bounds) {
            Ok(running) => running.finish(b"", || self.is_ending()),
            Err(error) => {
                let failure = Some(format!("cannot run {}: {error}", job.name));
                return Some(Report { printed: String::new(), failure });
            }
        };
        let printed = String::from_utf8_lossy(&output.printed).trim_end().to_owned();
        let name = job.name;
        let failure = match output.end {
            _ if self.is_ending() => return None,
            End::Code(0) => None,
            End::Code(code) => Some(format!("{name} failed with exit code {code}")),
            End::Crashed | End::OutOfTime => Some(format!("{name} was ended by a signal")),
            End::Stopped if output.printed.len() > OUTPUT_LIMIT => {
                Some(format!("{name} printed more than {} KiB, so it was ended", OUTPUT_LIMIT >> 10))
            }
            End::Stopped => Some(format!("{name} took more than {} s, so it was ended", deadline.as_secs())),
        };
        (!printed.is_empty() || failure.is_some()).then_some(Report { printed, failure })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sys::wake::Alarm;

    /// Returns the line for the shell of this system: a POSIX shell or `cmd.exe`.
    fn either(posix: &'static str, cmd: &'static str) -> &'static str {
        if process::HAS_POSIX_SHELL { posix } else { cmd }
    }

    /// Runs commands, and returns what became of them.
    fn reports(scripts: &[&str], count: usize) -> Vec<(String, Option<String>)> {
        let mut alarm = Alarm::new().unwrap();
        let runner = Runner::start(alarm.bell().unwrap(), Duration::from_secs(1)).unwrap();
        for (index, script) in scripts.iter().enumerate() {
            let command = process::shell(script.as_ref());
            runner.run(Job { name: "it", command, key: (index, "change") });
        }
        let mut reports = Vec::new();
        while reports.len() < count {
            alarm.sleep(Duration::from_secs(20));
            reports.extend(runner.reports().into_iter().map(|report| (report.printed, report.failure)));
        }
        reports
    }

    #[test]
    fn a_command_that_takes_too_long_is_ended_and_the_next_one_runs() {
        let long = either("echo begun; sleep 1000", "echo begun& ping -n 1000 127.0.0.1 >nul");
        let reports = reports(&[long, "echo next"], 2);
        let late = Some("it took more than 1 s, so it was ended".to_owned());
        assert_eq!(reports, [("begun".to_owned(), late), ("next".to_owned(), None)]);
    }

    #[test]
    fn a_command_that_prints_without_end_is_ended() {
        let loud = format!("for /l %i in (0,0,1) do @echo {}", "y".repeat(4000));
        let reports = reports(&[if process::HAS_POSIX_SHELL { "yes" } else { &loud }], 1);
        assert_eq!(reports[0].1.as_deref(), Some("it printed more than 64 KiB, so it was ended"));
    }

    #[test]
    fn only_the_last_of_the_commands_with_the_same_key_is_run() {
        let mut alarm = Alarm::new().unwrap();
        let runner = Runner::start(alarm.bell().unwrap(), DEADLINE).unwrap();
        let job = |script: &str| {
            let command = process::shell(script.as_ref());
            runner.run(Job { name: "it", command, key: (0, "change") });
        };
        job(either("sleep 1; echo first", "ping -n 2 127.0.0.1 >nul& echo first"));
        // The first one runs when the next ones come.
        while !runner.shared.queue().waiting.is_empty() {
            thread::yield_now();
        }
        (0..1000).for_each(|number| job(&format!("echo {number}")));
        assert!(runner.shared.queue().waiting.len() <= 1);
        let mut printed = Vec::new();
        while printed.len() < 2 {
            alarm.sleep(Duration::from_secs(20));
            printed.extend(runner.reports().into_iter().map(|report| report.printed));
        }
        assert_eq!(printed, ["first", "999"]);
    }
}
