//! Asks for the state of the repository, in a process that can be ended.
//!
//! The reading itself is in [`crate::git`], with the reasons.

use std::{path::Path, sync::OnceLock, time::Instant};

use super::settings::Settings;
use crate::{
    git::{self, PATIENCE, Status},
    line::{Join, Line, Look, Rank},
    sys::{
        System, file,
        process::{self, Bounds, End},
    },
    text,
};

/// When the first question was asked.
static ASKED: OnceLock<Instant> = OnceLock::new();

/// The most that is read of an answer: five numbers and the name of a branch.
const ANSWER_LIMIT: usize = 4 << 10;

/// How many commits a state may be behind before the line mentions it.
const WORTH_MENTIONING: u64 = 20;

/// Returns the branch and its changes.
pub(super) fn status(system: &System, dir: &Path) -> Option<Status> {
    Status::read(&ask(system, dir, &["status"])?)
}

/// Returns how many commits `commit` is behind, where the line should mention it.
pub(super) fn commits_behind(system: &System, root: &Path, commit: &str) -> Option<u64> {
    let commit = text::trim(commit);
    let is_hash = (4..=40).contains(&commit.len()) && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_sub_repositories =
        || Settings::nearest(system, root).is_some_and(|settings| settings.has_sub_repositories);
    // The commits of a repository around the project say nothing about the project's state.
    if !is_hash || !root.join(".git").exists() || has_sub_repositories() {
        return None;
    }
    let behind = ask(system, root, &["behind", commit])?.strip_suffix('\n')?.parse().ok()?;
    (behind >= WORTH_MENTIONING).then_some(behind)
}

/// Asks this very program, in a process of its own, about the repository around `dir`.
fn ask(system: &System, dir: &Path, question: &[&str]) -> Option<String> {
    let until = ASKED.get_or_init(Instant::now).checked_add(PATIENCE)?;
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

/// Adds the segment: ` │ main+2~1?3↑1`, or ` │ main✓` where nothing is changed.
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
