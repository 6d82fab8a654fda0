//! Reads the repository in a child process, which can be killed when it takes too long.
//!
//! What the child process does, and why, is in [`crate::git`].

use std::{
    io::Read,
    os::unix::process::CommandExt,
    path::Path,
    process::{Command, Stdio},
    sync::OnceLock,
    time::Instant,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec},
    process::{Pid, Signal},
};

use super::settings::Settings;
use crate::{
    git::{self, PATIENCE, Status},
    line::{Join, Line, Look, Rank},
    sys::{System, file},
    text,
};

/// When the first child process was started.
static ASKED: OnceLock<Instant> = OnceLock::new();

/// The most bytes that are read of an answer: five numbers and the name of a branch.
const ANSWER_LIMIT: usize = 4 << 10;

/// From how many commits on the line says that a state is behind.
const WORTH_MENTIONING: u64 = 20;

/// Returns the branch and its changes.
pub(super) fn status(system: &System, dir: &Path) -> Option<Status> {
    Status::read(&ask(system, dir, &["status"])?)
}

/// Returns how many commits `commit` is behind, if that is enough to show it.
pub(super) fn commits_behind(system: &System, root: &Path, commit: &str) -> Option<u64> {
    let commit = text::trim(commit);
    let is_hash = (4..=40).contains(&commit.len()) && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_sub_repositories =
        || Settings::nearest(system, root).is_some_and(|settings| settings.has_sub_repositories);
    // A repository in a parent directory also has commits that are not about this project.
    if !is_hash || !root.join(".git").exists() || has_sub_repositories() {
        return None;
    }
    let behind = ask(system, root, &["behind", commit])?.strip_suffix('\n')?.parse().ok()?;
    (behind >= WORTH_MENTIONING).then_some(behind)
}

/// Runs this program again to answer a question about the repository that contains `dir`.
fn ask(system: &System, dir: &Path, question: &[&str]) -> Option<String> {
    let mut command = Command::new(system.running()?);
    command
        .arg0("stateline")
        .arg(git::COMMAND)
        .args(question)
        .current_dir(dir)
        .env_clear()
        .envs(git::VARIABLES.iter().filter_map(|name| Some((name, system.var(name)?))))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        // Its own group, so that it can be killed with all its children.
        .process_group(0);
    output(&mut command).map(file::decoded)
}

/// Runs a command and returns what it prints, or `None` if it fails or takes too long.
fn output(command: &mut Command) -> Option<Vec<u8>> {
    let begun = ASKED.get_or_init(Instant::now);
    if begun.elapsed() >= PATIENCE {
        return None;
    }
    let mut child = command.spawn().ok()?;
    let mut stdout = child.stdout.take()?;
    let mut bytes = vec![0; 512];
    let mut filled = 0;
    let is_all = loop {
        if filled == bytes.len() {
            bytes.resize(filled.saturating_mul(2), 0);
        }
        let left = PATIENCE.saturating_sub(begun.elapsed());
        let timeout = Timespec {
            tv_sec: i64::try_from(left.as_secs()).unwrap_or(0),
            tv_nsec: left.subsec_nanos().into(),
        };
        let ready = rustix::event::poll(&mut [PollFd::new(&stdout, PollFlags::IN)], Some(&timeout));
        if left.is_zero() || filled > ANSWER_LIMIT || !ready.is_ok_and(|ready| ready > 0) {
            break false;
        }
        match stdout.read(bytes.get_mut(filled..).unwrap_or_default()) {
            Ok(0) => break true,
            Ok(count) => filled = filled.saturating_add(count),
            Err(_) => break false,
        }
    };
    if !is_all && let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        rustix::process::kill_process_group(group, Signal::KILL).unwrap_or_default();
    }
    let succeeded = child.wait().is_ok_and(|status| status.success());
    bytes.truncate(filled);
    (is_all && succeeded).then_some(bytes)
}

/// Adds the segment: ` │ main+2~1?3↑1`, or ` │ main✓` without changes.
pub(super) fn push(status: Status, line: &mut Line<'_>) {
    line.push_as(Look::Dim, Join::Bar, Rank::Git, status.branch);
    let marks = [
        (Look::Green, '+', status.staged),
        (Look::Yellow, '~', status.unstaged),
        (Look::Red, '?', status.untracked),
        (Look::Green, '↑', status.ahead),
        (Look::Red, '↓', status.behind),
    ];
    let mut is_clean = true;
    for (look, mark, count) in marks.into_iter().filter(|(.., count)| *count > 0) {
        line.push_as(look, Join::Tight, Rank::Git, format!("{mark}{count}"));
        is_clean = false;
    }
    if is_clean {
        line.push_as(Look::Green, Join::Tight, Rank::Git, "✓");
    }
}
