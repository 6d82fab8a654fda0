//! Reads the repository in a child process, which can be killed when it takes too long.
//!
//! What the child process does, and why, is in [`crate::git`].

use std::{path::Path, sync::OnceLock, time::Instant};

use crate::{
    git::{self, PATIENCE, Status},
    hosts::HostRow,
    line::{Join, Line, Rank, Tone},
    select,
    sys::{
        System, file,
        process::{self, Bounds, End},
    },
    text,
};

/// When the first child process was started.
static ASKED: OnceLock<Instant> = OnceLock::new();

/// The most bytes that are read of an answer: five numbers and the name of a branch.
const ANSWER_LIMIT: usize = 4 << 10;

/// From how many commits on the line says that a state is behind.
const WORTH_MENTIONING: u64 = 20;

/// Returns the branch and its changes.
pub(super) fn status(system: &System, host: &HostRow, dir: &Path) -> Option<Status> {
    Status::read(&ask(system, host, dir, &["status"])?)
}

/// Returns how many commits `commit` is behind, if that is enough to show it.
pub(super) fn commits_behind(system: &System, host: &HostRow, root: &Path, commit: &str) -> Option<u64> {
    let commit = text::trim(commit);
    let is_hash = (4..=40).contains(&commit.len()) && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_sub_repositories = || {
        let found = select::preferences(system, root, 0);
        found.is_some_and(|found| found.preferences.has_sub_repositories)
    };
    // A repository in a parent directory also has commits that are not about this project.
    if !is_hash || !root.join(".git").exists() || has_sub_repositories() {
        return None;
    }
    let behind = ask(system, host, root, &["behind", commit])?.strip_suffix('\n')?.parse().ok()?;
    (behind >= WORTH_MENTIONING).then_some(behind)
}

/// Runs this program again to answer a question about the repository that contains `dir`.
fn ask(system: &System, host: &HostRow, dir: &Path, question: &[&str]) -> Option<String> {
    let until = ASKED.get_or_init(Instant::now).checked_add(host.patience(PATIENCE))?;
    if Instant::now() >= until {
        return None;
    }
    let mut command = process::called(&system.running()?, "stateline");
    command
        .arg(git::COMMAND)
        .args(question)
        .current_dir(dir)
        .env_clear()
        .envs(git::VARIABLES.iter().filter_map(|name| Some((name, system.var(name)?))));
    let output = process::run(command, None, Bounds { until, bytes: ANSWER_LIMIT }).ok()?;
    (output.end == End::Code(0)).then(|| file::decoded(output.printed))
}

/// Adds the segment: ` │ main+2~1?3↑1`, or ` │ main✓` without changes.
pub(super) fn push(status: Status, line: &mut Line<'_>) {
    line.push_as(Tone::Dim, Join::Bar, Rank::Git, status.branch);
    let marks = [
        (Tone::Green, '+', status.staged),
        (Tone::Yellow, '~', status.unstaged),
        (Tone::Red, '?', status.untracked),
        (Tone::Green, '↑', status.ahead),
        (Tone::Red, '↓', status.behind),
    ];
    let mut is_clean = true;
    for (tone, mark, count) in marks.into_iter().filter(|(.., count)| *count > 0) {
        line.push_as(tone, Join::Tight, Rank::Git, format!("{mark}{count}"));
        is_clean = false;
    }
    if is_clean {
        line.push_as(Tone::Green, Join::Tight, Rank::Git, "✓");
    }
}
