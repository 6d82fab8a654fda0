//! `stateline list` against `fd` on the same tree, interleaved: `scripts/bench list`.
//!
//! It builds 1,000 projects with 100 files each, some of them ignored, each project a git repository with a
//! state that is also ignored. `fd` looks for a name that does not exist, so it only walks.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::Fallible;

const PROJECTS: usize = 1000;

/// How many files a project has in each of its directories; the last one is ignored.
const FILES: &[(&str, usize)] = &[
    (".", 7),
    ("src", 12),
    ("src/api", 12),
    ("src/api/orders", 10),
    ("src/ui", 12),
    ("src/ui/parts", 10),
    ("tests", 12),
    ("docs", 8),
    ("docs/guides", 4),
    ("node_modules/left", 10),
];

const GITIGNORE: &str = "node_modules/\ntarget/\n*.log\n.planning/\n.claude/\n.workflow/\n/build\n";

const GSD: &str = "---\ngsd_state_version: '1.0'\nmilestone: v2.0\nmilestone_name: Storefront\nstatus: executing\n\
current_phase: \"5\"\nlast_updated: \"2026-11-16T09:12:44.120Z\"\nprogress:\n  total_phases: 12\n  \
completed_phases: 4\n  percent: 58\n---\n\n# Project State\n\n## Current Position\n\nPhase: 5 of 12 (export-api)\n";

const EXEC: &str = "---\nphase: orchestration\nstatus: executing\nmodules_total: 3\nmodules_completed: 1\n\
current_module: auth-core\nmodules_status:\n  - id: auth-core\n    status: in_progress\n---\n";

const SESSION: &str = r#"{"session_id": "WFR-tdd-20261116", "template_name": "Feature TDD", "status": "running",
"updated_at": "2026-11-16T09:00:00Z", "node_states": {"N-001": {"status": "completed"}, "N-002": {"status": "running"}}}"#;

const AGENTS: &str = r#"{"orchestrator": {"status": "executing", "task_doc": "docs/auth.md", "current_phase": 1,
"total_phases": 4}, "pending_tasks": ["2.1: Login"], "updated_at": "2026-11-16T09:00:00Z"}"#;

/// The path of each family's state; the first family is twice as frequent.
const STATES: &[(&str, &str)] = &[
    (".planning/STATE.md", GSD),
    (".planning/STATE.md", GSD),
    (".claude/orchestrator-exec-phase.local.md", EXEC),
    (".workflow/sessions/WFR-tdd-20261116/session-state.json", SESSION),
    (".claude/agent-state.json", AGENTS),
];

pub(crate) fn measure(dir: &Path, stateline: &str, fd: &str, rounds: &str) -> Fallible<()> {
    let root = dir.join("tree");
    for number in 0..PROJECTS {
        project(&root.join(format!("team-{:02}/project-{number:04}", number % 20)), number)?;
    }
    let root = root.to_str().ok_or("a path that is no text")?;
    let walk = || Command::new(fd).args(["no-such-name-anywhere", root]).output();
    let list = || Command::new(stateline).args(["list", root]).output();
    let listed = list()?.stdout;
    let rows = listed.split(|byte| *byte == b'\n').filter(|row| !row.is_empty()).count();
    if rows != PROJECTS {
        return Err(format!("{rows} workflows are listed, not {PROJECTS}").into());
    }
    walk()?;
    let (mut walks, mut lists) = (Vec::new(), Vec::new());
    for round in 0..rounds.parse()? {
        // Each goes first in every other round.
        if round % 2 == 0 {
            walks.push(timed(fd, &["no-such-name-anywhere", root])?);
            lists.push(timed(stateline, &["list", root])?);
        } else {
            lists.push(timed(stateline, &["list", root])?);
            walks.push(timed(fd, &["no-such-name-anywhere", root])?);
        }
    }
    println!("{:<16} {:>10} {:>10} {:>10}", "", "least", "median", "p90");
    for (name, times) in [("fd (walks only)", &mut walks), ("stateline list", &mut lists)] {
        times.sort();
        let [least, median, p90] =
            [0, times.len() / 2, times.len() * 9 / 10].map(|at| milliseconds(times[at]));
        println!("{name:<16} {least:>10} {median:>10} {p90:>10}");
    }
    let ratio = |at: usize| lists[at].as_secs_f64() / walks[at].as_secs_f64();
    println!("list / fd        {:>10.2} {:>10.2}", ratio(0), ratio(lists.len() / 2));
    Ok(())
}

/// Writes a project: its repository, its files and one state.
fn project(dir: &Path, number: usize) -> Fallible<()> {
    fs::create_dir_all(dir.join(".git"))?;
    fs::write(dir.join(".git/HEAD"), "ref: refs/heads/main\n")?;
    fs::write(dir.join(".gitignore"), GITIGNORE)?;
    for (below, count) in FILES {
        fs::create_dir_all(dir.join(below))?;
        for file in 0..*count {
            fs::write(dir.join(below).join(format!("file-{file:02}.ts")), "")?;
        }
    }
    let (path, text) = STATES[number % STATES.len()];
    let path = dir.join(path);
    fs::create_dir_all(path.parent().ok_or("a state without a folder")?)?;
    fs::write(path, text)?;
    Ok(())
}

fn timed(program: &str, arguments: &[&str]) -> Fallible<Duration> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit());
    let begun = Instant::now();
    command.status()?;
    Ok(begun.elapsed())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
