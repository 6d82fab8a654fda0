//! The document's list of troubles: a corrupt file, agents that crashed, bounds exceeded, git elsewhere.

use std::{collections::HashSet, path::Path};

use serde_json::Value;

use super::{PATH, bounds, head, is_under_way, state, status, task_id};
use crate::{
    check::{Finding, Node, Rule, Scope, Severity, Subject, subject::neighbour},
    format::agent_state::State,
    time,
};

pub(in crate::check) const RULES: &[Rule] = &[CORRUPT, STALE, EXCEEDED, UNWARNED, ELSEWHERE];

/// How long a state may be untouched before its agents are taken to be gone.
const DAY: i64 = 86_400;

/// How many entries of a folder are looked at.
const ENTRIES: usize = 1000;

const GOOD: &str = state!("executing", "", "", "", bounds!("$0.75", "0h 34m 8s", ""), "");

const CORRUPT: Rule = Rule {
    code: "SL406",
    severity: Severity::Error,
    scope: Scope::Family("agent-state"),
    title: "the file is corrupt",
    page: "The file cannot be read as JSON: it was cut off in the middle of a write, or edited by hand. The \
           line shows what stands before the break, or nothing.\n\n\
           Restore it from the newest checkpoint that can be read, which the finding names: \
           `cp .claude/checkpoint-XXX.json .claude/agent-state.json`.",
    fails: &[(PATH, "{\n  \"orchestrator\": {\n    \"status\": \"exec")],
    passes: &[(PATH, GOOD)],
    look: |subject| {
        let Some((span, why)) = subject.unreadable() else { return Vec::new() };
        let finding = Finding::new(span, format!("this is not JSON: {why}"));
        vec![match subject.dir().and_then(newest_checkpoint) {
            Some(name) => {
                let dir = subject.dir().map(|dir| dir.display().to_string()).unwrap_or_default();
                finding.help(format!("restore the newest checkpoint: cp {dir}/{name} {dir}/agent-state.json"))
            }
            None => finding.help("there is no checkpoint beside it that could be restored"),
        }]
    },
};

/// Returns the name of the newest checkpoint in a directory that is a state.
///
/// The newest is the one written last; of equals, the one with the highest number.
fn newest_checkpoint(dir: &Path) -> Option<String> {
    let entries = std::fs::read_dir(dir).ok()?.flatten().take(ENTRIES);
    let mut named: Vec<(i64, String)> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_one =
                name.strip_prefix("checkpoint").is_some_and(|rest| rest.strip_suffix(".json").is_some());
            let open = crate::file::Open::at(&entry.path()).ok().filter(|_| is_one)?;
            Some((open.modified(), name))
        })
        .collect();
    named.sort();
    let is_state = |name: &str| {
        let text = neighbour(&dir.join(name))?;
        let value: Value = serde_json::from_str(&text).ok()?;
        value.get("orchestrator")?.get("status")?.as_str().map(|_| ())
    };
    named.into_iter().rev().map(|(_, name)| name).find(|name| is_state(name).is_some())
}

const STALE: Rule = Rule {
    code: "SL407",
    severity: Severity::Warning,
    scope: Scope::Family("agent-state"),
    title: "an active agent that cannot be alive",
    page: "An agent is listed as active, but it cannot be: the workflow has ended, the agent's task is \
           completed, it started before the workflow or in the future, it has been at it for longer than \
           the whole workflow may take, or the state was not written for over a day.\n\n\
           Remove it from `active_agents`; the orchestrator spawns it again if it is needed.",
    fails: &[(
        PATH,
        state!(
            "completed",
            "{\"type\": \"task-executor\", \"task\": \"1.1\", \"started\": \"2026-01-15T12:30:00Z\", \"iteration\": 1, \"status\": \"in_progress\"}",
            "",
            "",
            bounds!("$0.75", "34m", ""),
            ""
        ),
    )],
    passes: &[(
        PATH,
        state!(
            "executing",
            "{\"type\": \"task-executor\", \"task\": \"1.1\", \"started\": \"2026-01-15T12:30:00Z\", \"iteration\": 1, \"status\": \"in_progress\"}",
            "",
            "",
            bounds!("$0.75", "34m", ""),
            ""
        ),
    )],
    look: |subject| {
        let root = subject.root();
        let done = root.key("completed_tasks");
        let signs = Signs {
            done: done.items().filter_map(|task| task_id(&task)).collect(),
            start: root.key("orchestrator").key("start_time").time(),
            limit: State::read(subject.text.as_bytes()).and_then(|state| state.bounds.max_time?.value),
        };
        let stale = root.key("active_agents").items().filter_map(|agent| {
            let why = signs.why_dead(subject, &agent)?;
            let name = agent.key("type").text().unwrap_or("an agent");
            let message = format!("`{name}` cannot be alive: {why}");
            Some(Finding::new(agent.key("type").span(), message).help("remove it from `active_agents`"))
        });
        stale.collect()
    },
};

/// What tells that an agent is gone.
struct Signs<'s> {
    /// The tasks that are completed.
    done: HashSet<&'s str>,
    /// When the workflow started.
    start: Option<i64>,
    /// How many seconds it may take.
    limit: Option<f64>,
}

impl Signs<'_> {
    /// Says why an agent cannot be alive.
    fn why_dead(&self, subject: &Subject<'_>, agent: &Node<'_>) -> Option<String> {
        if matches!(status(subject), "completed" | "failed") {
            return Some(format!("the workflow is {}", status(subject)));
        }
        let is_executor = agent.key("type").text() == Some("task-executor");
        if let Some(task) = task_id(agent).filter(|task| is_executor && self.done.contains(task)) {
            return Some(format!("its task {task} is completed"));
        }
        if subject.now.saturating_sub(subject.modified) > DAY && subject.modified > 0 {
            let age = time::span(subject.now.saturating_sub(subject.modified));
            return Some(format!("the state is untouched for {age}"));
        }
        let started = agent.key("started").time()?;
        if started > subject.now.saturating_add(60) {
            return Some("it starts in the future".to_owned());
        }
        if self.start.is_some_and(|start| started < start) {
            return Some("it started before the workflow".to_owned());
        }
        let age = subject.now.saturating_sub(started);
        #[expect(clippy::cast_precision_loss, reason = "a span of years is exact in a double")]
        let is_over = self.limit.is_some_and(|limit| age as f64 > limit);
        is_over.then(|| {
            format!("it has been at work for {}, longer than the workflow may take", time::span(age))
        })
    }
}

const EXCEEDED: Rule = Rule {
    code: "SL408",
    severity: Severity::Error,
    scope: Scope::Family("agent-state"),
    title: "a safety bound is exceeded and was not caught",
    page: "The cost, the time or the iterations are beyond their limit, and the workflow goes on. The bounds \
           are what keeps a loop from running away.\n\n\
           Pause the workflow. Find out what it spends, and extend the bound only if that is justified.",
    fails: &[(PATH, state!("executing", "", "", "", bounds!("$12.40", "34m", ""), ""))],
    passes: &[(PATH, GOOD)],
    look: |subject| {
        if !is_under_way(subject) {
            return Vec::new();
        }
        used(subject)
            .into_iter()
            .filter(|bound| bound.used > bound.limit)
            .map(|bound| {
                let message = format!("{} exceeds its limit, and the workflow goes on", bound.what);
                Finding::new(bound.node.span(), message)
                    .label(format!("{:.0}% of the limit", bound.percent().floor()))
                    .help("pause the workflow; extend the bound only if that is justified")
            })
            .collect()
    },
};

const UNWARNED: Rule = Rule {
    code: "SL409",
    severity: Severity::Info,
    scope: Scope::Family("agent-state"),
    title: "a bound is near, and no warning says so",
    page: "The cost, the time or the iterations are at 90% or more of their limit, and `warnings` is empty. The \
           orchestrator is to note a warning when it comes near a limit.\n\n\
           Look at what the workflow spends before it is stopped in the middle of a task.",
    fails: &[(PATH, state!("executing", "", "", "", bounds!("$9.50", "34m", ""), ""))],
    passes: &[(
        PATH,
        state!("executing", "", "", "", bounds!("$9.50", "34m", "\"Cost at 95% of limit\""), ""),
    )],
    look: |subject| {
        let is_warned =
            subject.root().key("safety_bounds").key("warnings").count().is_some_and(|count| count > 0);
        if is_warned || !is_under_way(subject) {
            return Vec::new();
        }
        let near =
            used(subject).into_iter().filter(|bound| bound.used <= bound.limit && bound.percent() >= 90.0);
        near.map(|bound| {
            let message = format!(
                "{} is at {:.0}% of its limit, and no warning says so",
                bound.what,
                bound.percent().floor()
            );
            Finding::new(bound.node.span(), message)
        })
        .collect()
    },
};

/// A bound, and how much of it is used.
struct Bound<'s> {
    what: &'static str,
    node: Node<'s>,
    used: f64,
    limit: f64,
}

impl Bound<'_> {
    fn percent(&self) -> f64 {
        self.used / self.limit * 100.0
    }
}

/// Returns every bound that has a limit and a count.
fn used<'s>(subject: &'s Subject<'_>) -> Vec<Bound<'s>> {
    let Some(state) = State::read(subject.text.as_bytes()) else { return Vec::new() };
    let root = subject.root();
    let node = |name: &'static str| root.key("safety_bounds").key(name);
    let value = |amount: &Option<crate::format::agent_state::bounds::Amount<'_>>| {
        amount.as_ref().and_then(|amount| amount.value)
    };
    let bounds = state.bounds;
    let iteration = root.key("orchestrator").key("ralph_iteration");
    [
        ("the cost", node("cost_so_far"), value(&bounds.cost), value(&bounds.max_cost)),
        ("the time", node("elapsed_time"), value(&bounds.elapsed), value(&bounds.max_time)),
        ("the count of iterations", iteration, state.iteration, bounds.max_iterations),
    ]
    .into_iter()
    .filter_map(|(what, node, used, limit)| {
        Some(Bound { what, node, used: used?, limit: limit.filter(|limit| *limit > 0.0)? })
    })
    .collect()
}

const ELSEWHERE: Rule = Rule {
    code: "SL410",
    severity: Severity::Warning,
    scope: Scope::Family("agent-state"),
    title: "git is not where the last checkpoint was made",
    page: "The last checkpoint notes the commit that was checked out, and HEAD is another one now. Somebody \
           has committed, pulled or switched branches since, so the state may speak of code that is not \
           there.\n\n\
           If the commits belong to the workflow, all is well and the next checkpoint sets it right. Else \
           look at the checkpoints for the last state that was good, and go back to its commit: \
           `git reset --hard SHA`, which throws away what is not committed.",
    fails: &[
        (
            PATH,
            state!(
                "executing",
                "",
                "",
                "",
                bounds!("$0.75", "34m", ""),
                "{\"timestamp\": \"2026-01-15T12:10:00Z\", \"phase\": 0, \"task\": \"1.1\", \"git_sha\": \"abc123def456\", \"state_snapshot\": \"checkpoint-001.json\"}"
            ),
        ),
        (".git/HEAD", "0123456789abcdef0123456789abcdef01234567\n"),
        (".claude/checkpoint-001.json", "{}\n"),
    ],
    passes: &[
        (
            PATH,
            state!(
                "executing",
                "",
                "",
                "",
                bounds!("$0.75", "34m", ""),
                "{\"timestamp\": \"2026-01-15T12:10:00Z\", \"phase\": 0, \"task\": \"1.1\", \"git_sha\": \"abc123def456\", \"state_snapshot\": \"checkpoint-001.json\"}"
            ),
        ),
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".git/refs/heads/main", "abc123def4567890abc123def4567890abc123de\n"),
        (".claude/checkpoint-001.json", "{}\n"),
    ],
    look: |subject| {
        let last = subject
            .root()
            .key("checkpoints")
            .items()
            .max_by_key(|checkpoint| checkpoint.key("timestamp").time());
        let Some(node) = last.map(|checkpoint| checkpoint.key("git_sha")) else { return Vec::new() };
        let (Some(sha), Some(head)) =
            (node.text().map(str::to_lowercase), subject.project().and_then(head::commit))
        else {
            return Vec::new();
        };
        let is_hash = sha.len() >= 4 && sha.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hash || head.starts_with(&sha) {
            return Vec::new();
        }
        let short = head.get(..sha.len().clamp(7, 12)).unwrap_or(&head);
        let finding =
            Finding::new(node.span(), format!("the last checkpoint is of another commit; HEAD is {short}"));
        vec![finding.help("look at what was committed since, or go back to the checkpoint's commit")]
    },
};
