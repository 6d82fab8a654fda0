//! The problems that the documentation lists: a corrupt file, agents that crashed.

use std::{collections::HashSet, path::Path};

use serde_json::Value;

use super::{PATH, bounds, state, status, task_id};
use crate::{
    family::agent_state::AgentFields,
    family::rule::{Finding, Node, Rule, Scope, Severity, Subject, subject::neighbour},
    sys::{file::Open, listing},
    text::time,
};

pub(super) const RULES: &[Rule] = &[CORRUPT, STALE];

/// How long a state may be untouched before its agents are taken to be gone.
const RESTED: i64 = time::DAY;

/// The most entries of a directory to look at.
const ENTRIES: usize = 1000;

const GOOD: &str = state!("executing", "", "", "", bounds!("$0.75", "0h 34m 8s", ""), "");

const CORRUPT: Rule = Rule {
    code: "SL406",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "the file is corrupt",
    page: "The file is not a JSON object: it was cut off in the middle of a write, or edited by hand. The \
           line shows what comes before the error, or nothing.\n\n\
           Restore it from the newest checkpoint that can be read, which the message names: \
           `cp .claude/checkpoint-XXX.json .claude/agent-state.json`.",
    fails: &[(PATH, "{\n  \"orchestrator\": {\n    \"status\": \"exec")],
    passes: &[(PATH, GOOD)],
    find: |subject| {
        let Some((span, why)) = subject.unreadable() else { return Vec::new() };
        let finding = Finding::new(span, why);
        vec![match subject.dir().and_then(newest_checkpoint) {
            Some(name) => {
                let dir = subject.dir().map(|dir| dir.display().to_string()).unwrap_or_default();
                finding.help(format!("restore the newest checkpoint: cp {dir}/{name} {dir}/agent-state.json"))
            }
            None => finding.help("there is no checkpoint to restore it from"),
        }]
    },
};

/// Returns the name of the newest checkpoint in a directory that contains a state.
///
/// The newest is the one written last; of equals, the one with the highest number.
fn newest_checkpoint(dir: &Path) -> Option<String> {
    let entries = listing::entries(dir, ENTRIES).ok()?.into_iter();
    let mut named: Vec<(i64, String)> = entries
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.strip_prefix("checkpoint").and_then(|rest| rest.strip_suffix(".json")).is_some())
        .filter_map(|name| Some((Open::at(&dir.join(&name)).ok()?.modified(), name)))
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
    scope: Scope::Family,
    title: "an active agent that cannot be alive",
    page: "An agent is listed as active, but it cannot be: the workflow has ended, the agent's task is \
           completed, it started before the workflow or in the future, it has been running for longer than \
           the whole workflow may take, or the state has not been written for over a day.\n\n\
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
    find: |subject| {
        let root = subject.root();
        let done = root.key("completed_tasks");
        let signs = Signs {
            done: done.items().filter_map(|task| task_id(&task)).collect(),
            start: root.key("orchestrator").key("start_time").time(),
            limit: AgentFields::read(subject.text.as_bytes()).and_then(|state| state.bounds.max_time?.value),
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

/// The facts that show that an agent is dead.
struct Signs<'s> {
    /// The ids of the completed tasks.
    done: HashSet<&'s str>,
    /// When the workflow started.
    start: Option<i64>,
    /// How many seconds the workflow may take.
    limit: Option<f64>,
}

impl Signs<'_> {
    /// Explains why an agent cannot be alive.
    fn why_dead(&self, subject: &Subject<'_>, agent: &Node<'_>) -> Option<String> {
        if matches!(status(subject), "completed" | "failed") {
            return Some(format!("the workflow is {}", status(subject)));
        }
        let is_executor = agent.key("type").text() == Some("task-executor");
        if let Some(task) = task_id(agent).filter(|task| is_executor && self.done.contains(task)) {
            return Some(format!("its task {task} is completed"));
        }
        if subject.now.saturating_sub(subject.modified) > RESTED && subject.modified > 0 {
            let age = time::span(subject.now.saturating_sub(subject.modified));
            return Some(format!("the state has not changed for {age}"));
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
            format!("it has been running for {}, longer than the workflow may take", time::span(age))
        })
    }
}
