//! Several `install`s and `uninstall`s at once, some killed or out of disk: the user's status line is not lost.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use crate::harness::{PROGRAM, Project, Random, Run, has};

/// The user's own settings.
const THEIRS: &str =
    "{\n  \"statusLine\": {\n    \"command\": \"echo theirs\",\n    \"type\": \"command\"\n  }\n}\n";

/// How often several are run at once; less often where it takes long to start a program.
const ROUNDS: usize = if cfg!(windows) { 40 } else { 1000 };

/// A home with settings, in memory where that is possible: what is tested syncs often, and disks are slow at it.
struct Home {
    project: Project,
    dir: PathBuf,
}

impl Home {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let project = Project::new();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("stateline-test-{}-{count}", std::process::id());
        let memory = Path::new("/dev/shm").join(name);
        // Wine has that directory, too, but the home is another one there.
        let is_there = cfg!(unix) && fs::create_dir(&memory).is_ok();
        let dir = if is_there { memory } else { project.path("home") };
        fs::create_dir_all(dir.join(".claude")).unwrap();
        let home = Self { project, dir };
        fs::write(home.settings(), THEIRS).unwrap();
        home
    }

    fn settings(&self) -> PathBuf {
        self.dir.join(".claude/settings.json")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        self.other(PROGRAM, arguments)
    }

    fn other(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = self.project.other(program, arguments);
        command.env("HOME", &self.dir).stdin(Stdio::null());
        command
    }

    fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Returns everything in the home but drafts, which a killed process leaves.
    fn files(&self) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        let mut open = vec![self.dir.clone()];
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_str().unwrap();
                if path.is_dir() {
                    open.push(path);
                } else if !name.starts_with(".stateline-") {
                    let text = fs::read_to_string(&path).unwrap();
                    files.push((path.strip_prefix(&self.dir).unwrap().to_owned(), text));
                }
            }
        }
        files.sort();
        files
    }

    /// Takes the line out, and fails unless all is as it was.
    fn assert_restored(&self, context: &str) {
        let run = self.project.run_command(self.command(&["uninstall", "claude", "--yes"]));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{context}");
        let expected = [(PathBuf::from(".claude/settings.json"), THEIRS.to_owned())];
        assert_eq!(self.files(), expected, "{context}");
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if self.dir.starts_with("/dev/shm") {
            fs::remove_dir_all(&self.dir).unwrap_or_default();
        }
    }
}

/// Runs two at once, sometimes kills one of them, and removes the line at the end.
fn rounds(seed: u64, count: usize) {
    const INSTALL: &[&str] = &["install", "claude", "--yes"];
    const WRAP: &[&str] = &["install", "claude", "--wrap", "--yes"];
    const UNINSTALL: &[&str] = &["uninstall", "claude", "--yes"];
    let (home, mut random) = (Home::new(), Random::new(seed));
    for round in 0..count {
        let first = if random.below(2) == 0 { INSTALL } else { WRAP };
        let second = [INSTALL, WRAP, UNINSTALL][random.below(3)];
        let mut pair = [home.start(first), home.start(second)];
        let is_killed = round % 4 == 3;
        if is_killed {
            thread::sleep(Duration::from_micros(u64::try_from(random.below(12_000)).unwrap()));
            pair[0].kill().unwrap();
        }
        let [one, other] = pair.each_mut().map(|child| child.wait().unwrap().code());
        let context = format!("seed {seed}, round {round}: {first:?} and {second:?}");
        assert!(one == Some(0) || is_killed, "{context}: {one:?}");
        assert_eq!(other, Some(0), "{context}");
        home.assert_restored(&context);
    }
}

#[test]
fn of_many_pairs_at_once_none_loses_the_user_s_line() {
    let workers: Vec<_> = (0..4).map(|seed| thread::spawn(move || rounds(seed, ROUNDS / 4))).collect();
    let failed = workers.into_iter().filter_map(|worker| worker.join().err()).count();
    assert_eq!(failed, 0);
}

/// The system calls that change something, or open what is to be read.
///
/// Not every machine has all of them; a question mark lets `strace` pass over those that are missing.
const CALLS: &[&str] = &[
    "openat",
    "write",
    "pwrite64",
    "?rename",
    "renameat",
    "renameat2",
    "?link",
    "linkat",
    "?unlink",
    "unlinkat",
    "?mkdir",
    "mkdirat",
    "?rmdir",
    "fsync",
    "flock",
    "fchmod",
    "fchown",
];

/// Disturbs a command at each of its system calls in turn, and fails unless the user's line comes back from there.
fn assert_survives(before: &[&[&str]], disturbed: &[&str], how: &str) {
    let mut points = 0;
    for call in CALLS {
        for when in 1.. {
            let home = Home::new();
            for arguments in before {
                assert_eq!(home.start(arguments).wait().unwrap().code(), Some(0));
            }
            let (trace, inject) = (format!("trace={call}"), format!("inject={call}:{how}:when={when}"));
            let log = home.project.path("tmp/log");
            let mut strace = home.other("strace", &["-f", "-e", &trace, "-e", &inject, "-o"]);
            strace.arg(&log).arg(PROGRAM).args(disturbed);
            let run = home.project.run_command(strace);
            let log = fs::read_to_string(&log).unwrap();
            if !log.contains("(INJECTED)") && !log.contains("+++ killed") {
                assert_eq!(run.code, Some(0), "{run:?}");
                break;
            }
            points += 1;
            let context = format!("{disturbed:?}, {how}, {call} {when}: {run:?}\n{log}");
            // Now straight away, now after another installation.
            if points % 2 == 0 {
                let again = home.project.run_command(home.command(&["install", "claude", "--yes"]));
                assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""), "{context}");
            }
            home.assert_restored(&context);
        }
    }
    assert!(points > 20, "only {points} system calls");
}

#[test]
fn a_process_that_is_killed_anywhere_loses_nothing() {
    if !has("strace") {
        return;
    }
    let install = ["install", "claude", "--yes"];
    assert_survives(&[], &install, "signal=KILL");
    assert_survives(&[&install], &["install", "claude", "--wrap", "--yes"], "signal=KILL");
    assert_survives(&[&install], &["uninstall", "claude", "--yes"], "signal=KILL");
}

#[test]
fn a_disk_that_is_full_anywhere_loses_nothing() {
    if !has("strace") {
        return;
    }
    let install = ["install", "claude", "--yes"];
    assert_survives(&[], &install, "error=ENOSPC");
    assert_survives(&[&install], &["uninstall", "claude", "--yes"], "error=ENOSPC");
}

#[test]
fn another_process_is_not_waited_for_for_ever() {
    let home = Home::new();
    let dir = home.dir.join(".local/state/stateline");
    fs::create_dir_all(&dir).unwrap();
    let lock = File::create(dir.join("install.lock")).unwrap();
    lock.lock().unwrap();
    let message = format!(
        "stateline: another `stateline install` or `uninstall` has locked `{}`; try again when it has finished\n",
        dir.join("install.lock").display()
    );
    let message = home.project.without_root(&message);
    for command in ["install", "uninstall"] {
        let run = home.project.run_command(home.command(&[command, "claude", "--yes"]));
        assert_eq!(run, Run::refused(1, message.as_str()));
    }
    assert_eq!(fs::read_to_string(home.settings()).unwrap(), THEIRS);
    // Reading needs no lock.
    let run = home.project.run_command(home.command(&["install", "claude", "--dry-run"]));
    assert_eq!(run.code, Some(0));
    drop(lock);
    let run = home.project.run_command(home.command(&["install", "claude", "--yes"]));
    assert_eq!(run.code, Some(0));
    home.assert_restored("after the other has gone");
}
