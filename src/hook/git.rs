//! What git says of the directory, asked so that a hostile repository can run nothing of its own.

use std::{
    ffi::{OsStr, OsString},
    io::{self, Read},
    os::unix::{ffi::OsStrExt, process::CommandExt},
    path::Path,
    process::{Command, Stdio},
    sync::OnceLock,
    time::{Duration, Instant},
};

use memchr::memmem;
use rustix::{
    event::{PollFd, PollFlags, Timespec},
    process::{Pid, Signal},
};

use super::settings::Settings;
use crate::{
    file::{self, STATE_LIMIT},
    host::Host,
    line::{Join, Line, Look, Rank},
    repository::Repository,
    text,
};

/// How long git may take, with all that it is asked, before what it says is left out.
const PATIENCE: Duration = Duration::from_millis(1500);

/// When git was asked for the first time.
static ASKED: OnceLock<Instant> = OnceLock::new();

/// The most that is read of git's answer.
const ANSWER_LIMIT: usize = 8 << 20;

/// How many commits a state may lie behind before that is worth a word.
const WORTH_TELLING: u64 = 20;

/// The branch and what is changed on it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Status {
    branch: String,
    staged: u64,
    unstaged: u64,
    untracked: u64,
    ahead: u64,
    behind: u64,
}

/// Asks git for the branch and its changes.
pub(super) fn status(host: &Host, dir: &Path) -> Option<Status> {
    // What is changed inside a submodule is not asked for: its own settings would be heard there.
    let words = ["status", "--porcelain=v2", "--branch", "--ignore-submodules=dirty"];
    Status::read(&file::decoded(answer(host, dir, &words)?))
}

/// Returns how many commits `commit` lies behind, where that is worth a word.
pub(super) fn commits_behind(host: &Host, root: &Path, commit: &str) -> Option<u64> {
    let commit = text::trim(commit);
    let is_hash = (4..=40).contains(&commit.len()) && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_sub_repositories =
        || Settings::nearest(host, root).is_some_and(|settings| settings.has_sub_repositories);
    // A project inside another's repository is not told by that one's commits.
    if !is_hash || !root.join(".git").exists() || has_sub_repositories() {
        return None;
    }
    let range = format!("{commit}...HEAD");
    let counts = file::decoded(answer(host, root, &["rev-list", "--left-right", "--count", &range])?);
    let (left, right) = counts.split_once('\t')?;
    let behind = right.trim_end().parse().ok()?;
    (left == "0" && behind >= WORTH_TELLING).then_some(behind)
}

/// Runs git and returns what it prints, or `None` if it fails or takes too long.
fn answer(host: &Host, dir: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    if has_plain_settings(host, dir) {
        return output(git(host, dir).args(arguments));
    }
    let settings = output(git(host, dir).args(["config", "--list", "--show-scope", "--name-only", "-z"]))?;
    output(without_filters(git(host, dir), &settings).args(arguments))
}

/// Tells whether the repository's own settings surely name no filter, so that git need not be asked.
///
/// The words cannot be written in another way; a repository that is not where it usually is may have any.
fn has_plain_settings(host: &Host, dir: &Path) -> bool {
    let is_elsewhere =
        ["GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE"].iter().any(|name| host.var(name).is_some());
    let Some(repository) = Repository::around(dir).filter(|_| !is_elsewhere) else { return false };
    [repository.common.join("config"), repository.own.join("config.worktree")].iter().all(|path| {
        match file::Open::at(path).and_then(|open| open.head(STATE_LIMIT)) {
            Ok(settings) => {
                let settings = settings.to_ascii_lowercase();
                let says = |word: &str| memmem::find(&settings, word.as_bytes()).is_some();
                settings.len() < STATE_LIMIT && !says("filter") && !says("include")
            }
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    })
}

/// Returns a git that runs nothing that the repository names, fetches nothing and asks nothing.
fn git(host: &Host, dir: &Path) -> Command {
    let mut git = Command::new("git");
    if let Some(path) = trusted_path(host) {
        git.env("PATH", path);
    }
    git.arg("--no-optional-locks")
        .args(["-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null"])
        .arg("-C")
        .arg(dir)
        // A missing object is not worth a connection: `none` is no protocol.
        .envs([("GIT_NO_LAZY_FETCH", "1"), ("GIT_ALLOW_PROTOCOL", "none"), ("GIT_TERMINAL_PROMPT", "0")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        // Its own, so that what git has started can be ended with it.
        .process_group(0)
        // It would send the question about the settings elsewhere than git itself looks.
        .env_remove("GIT_CONFIG");
    // Whoever traces git does not mean ours, which writes nothing.
    for name in host.vars_named("GIT_TRACE") {
        git.env_remove(name);
    }
    git
}

/// Returns where to look for git, where the usual places depend on the directory that the hook is run in.
///
/// That may be the repository's own, and so may be the git in it.
fn trusted_path(host: &Host) -> Option<OsString> {
    // Without a path, programs are looked for right here.
    let path = host.var("PATH").unwrap_or_default();
    if std::env::split_paths(&path).all(|dir| dir.is_absolute()) {
        return None;
    }
    let absolute = std::env::join_paths(std::env::split_paths(&path).filter(|dir| dir.is_absolute()));
    Some(absolute.ok().filter(|path| !path.is_empty()).unwrap_or_else(|| "/usr/bin:/bin".into()))
}

/// Switches off the filters that the repository itself names; the user's own, such as LFS, stay.
///
/// `settings` is a list of scopes and keys, each ended by a NUL. A key is bytes: one that was made text of first
/// would be another, and the filter would stay.
fn without_filters(mut git: Command, settings: &[u8]) -> Command {
    let mut parts = settings.split(|byte| *byte == 0);
    let mut count = 0_usize;
    while let (Some(scope), Some(key)) = (parts.next(), parts.next()) {
        let variable = key.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
        let value = match variable {
            b"clean" | b"smudge" | b"process" => "",
            b"required" => "false",
            _ => continue,
        };
        let is_users = matches!(scope, b"system" | b"global" | b"command");
        if key.starts_with(b"filter.") && !is_users {
            // By the environment, because a name may contain any character.
            git.env(format!("GIT_CONFIG_KEY_{count}"), OsStr::from_bytes(key));
            git.env(format!("GIT_CONFIG_VALUE_{count}"), value);
            count = count.saturating_add(1);
        }
    }
    git.env("GIT_CONFIG_COUNT", count.to_string());
    git
}

/// Runs a command and returns what it prints, or `None` if it fails or takes too long.
fn output(command: &mut Command) -> Option<Vec<u8>> {
    let begun = ASKED.get_or_init(Instant::now);
    if begun.elapsed() >= PATIENCE {
        return None;
    }
    let mut child = command.spawn().ok()?;
    let mut stdout = child.stdout.take()?;
    let mut bytes = vec![0; 16 << 10];
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

impl Status {
    /// Reads git's porcelain of version 2; `None` if it names no branch.
    fn read(porcelain: &str) -> Option<Self> {
        let mut status = Self::default();
        for line in porcelain.split('\n') {
            let Some((kind, rest)) = line.split_once(' ') else { continue };
            match kind {
                "#" => status.read_header(rest),
                "1" | "2" => {
                    let mut changes = rest.bytes();
                    let (index, tree) = (changes.next(), changes.next());
                    status.staged = status.staged.saturating_add(u64::from(index != Some(b'.')));
                    status.unstaged = status.unstaged.saturating_add(u64::from(tree != Some(b'.')));
                }
                "u" => status.unstaged = status.unstaged.saturating_add(1),
                "?" => status.untracked = status.untracked.saturating_add(1),
                _ => {}
            }
        }
        (!status.branch.is_empty()).then_some(status)
    }

    fn read_header(&mut self, header: &str) {
        if let Some(branch) = header.strip_prefix("branch.head ") {
            text::trim(branch).clone_into(&mut self.branch);
        } else if let Some(counts) = header.strip_prefix("branch.ab ") {
            let mut counts =
                counts.split(' ').map(|count| count.get(1..).and_then(|count| count.parse().ok()));
            self.ahead = counts.next().flatten().unwrap_or_default();
            self.behind = counts.next().flatten().unwrap_or_default();
        }
    }

    /// Adds the segment: ` │ main+2~1?3↑1`, or ` │ main✓` where there is nothing to tell.
    pub(super) fn push(self, line: &mut Line<'_>) {
        line.push_as(Look::Dim, Join::Bar, Rank::Git, self.branch);
        let marks = [
            (Look::Green, '+', self.staged),
            (Look::Yellow, '~', self.unstaged),
            (Look::Red, '?', self.untracked),
            (Look::Green, '↑', self.ahead),
            (Look::Red, '↓', self.behind),
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
}
