//! The files that a state refers to, and those next to it.

use serde_json::Value;

use super::{CHECKED, PATH, bounds, state};
use crate::family::rule::{Finding, Rule, Scope, Severity, subject::neighbour};

pub(super) const RULES: &[Rule] = &[SNAPSHOT, SHA, TASK_DOC, LEARNINGS];

const GOOD: &str = state!("executing", "", "", "", bounds!("$0.75", "0h 34m 8s", ""), "");

/// The most checkpoints to look up.
const FILES: usize = 200;

const SNAPSHOT: Rule = Rule {
    code: "SL417",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a checkpoint without its snapshot",
    page: "A checkpoint names the file in which the state was saved, and that file is missing from `.claude` or \
           is not JSON. The state cannot be restored from it.\n\n\
           A lost snapshot cannot be recovered; the other checkpoints still work.",
    fails: &[(PATH, CHECKED)],
    passes: &[
        (PATH, CHECKED),
        (".claude/checkpoint-001.json", "{\"orchestrator\": {\"status\": \"executing\"}}\n"),
    ],
    find: |subject| {
        let checkpoints = subject.root().key("checkpoints");
        let nodes = checkpoints.items().take(FILES).map(|checkpoint| checkpoint.key("state_snapshot"));
        let lost = nodes.filter_map(|node| {
            let name = node.text().filter(|name| !name.is_empty())?;
            let why = match neighbour(&subject.dir()?.join(name))
                .map(|text| serde_json::from_str::<Value>(&text))
            {
                None => "does not exist",
                Some(Err(_)) => "is not JSON",
                Some(Ok(_)) => return None,
            };
            Some(Finding::new(node.span(), format!("the snapshot `{name}` {why}")))
        });
        lost.collect()
    },
};

const SHA: Rule = Rule {
    code: "SL418",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "`git_sha` is not a commit id",
    page: "The id of a commit consists of the digits 0 to 9 and the letters a to f. This value has something \
           else in it, so it leads to no commit. (One id in the documentation's own example has this problem.)\n\n\
           Write the id that `git rev-parse HEAD` printed at that time.",
    fails: &[(
        PATH,
        state!(
            "executing",
            "",
            "",
            "",
            bounds!("$0.75", "34m", ""),
            "{\"timestamp\": \"2026-01-15T12:10:00Z\", \"phase\": 0, \"task\": \"1.1\", \"git_sha\": \"def456ghi789\", \"state_snapshot\": \"checkpoint-001.json\"}"
        ),
    )],
    passes: &[(
        PATH,
        state!(
            "executing",
            "",
            "",
            "",
            bounds!("$0.75", "34m", ""),
            "{\"timestamp\": \"2026-01-15T12:10:00Z\", \"phase\": 0, \"task\": \"1.1\", \"git_sha\": \"def456abc789\", \"state_snapshot\": \"checkpoint-001.json\"}"
        ),
    )],
    find: |subject| {
        let is_hash =
            |text: &str| (4..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let checkpoints = subject.root().key("checkpoints");
        let nodes = checkpoints.items().map(|checkpoint| checkpoint.key("git_sha"));
        let odd = nodes.filter_map(|node| {
            let sha = node.text().filter(|sha| !is_hash(sha))?;
            Some(Finding::new(node.span(), format!("`{sha}` is not the id of a commit")))
        });
        odd.collect()
    },
};

const TASK_DOC: Rule = Rule {
    code: "SL419",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "`task_doc` is a relative path",
    page: "`task_doc` is documented as an absolute path. A relative one means a different file to each agent \
           that runs in a different directory.\n\n\
           Write the absolute path.",
    fails: &[(
        PATH,
        "{\"orchestrator\": {\"status\": \"executing\", \"task_doc\": \"tasks/login.md\", \"current_phase\": 0, \"total_phases\": 4, \"current_task\": \"1/2\", \"ralph_iteration\": 1, \"outer_ralph\": false, \"start_time\": \"2026-01-15T12:00:00Z\", \"end_time\": null}}\n",
    )],
    passes: &[(PATH, GOOD)],
    find: |subject| {
        let node = subject.root().key("orchestrator").key("task_doc");
        let Some(path) = node.text().filter(|path| !path.is_empty()) else { return Vec::new() };
        // A path with a drive letter is absolute too, but not for this platform's `Path`.
        let has_drive = path.as_bytes().get(1) == Some(&b':');
        if path.starts_with(['/', '\\', '~']) || has_drive {
            return Vec::new();
        }
        vec![Finding::new(node.span(), "`task_doc` is a relative path").help("write the absolute path")]
    },
};

const LEARNINGS: Rule = Rule {
    code: "SL420",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a line of learnings.jsonl is not JSON",
    page: "`learnings.jsonl` next to the state has one JSON object on each line. A line that is not JSON breaks \
           every program that reads the log line by line.\n\n\
           Fix or remove the line. A line that is cut off comes from an interrupted write.",
    fails: &[
        (PATH, GOOD),
        (".claude/learnings.jsonl", "{\"task\": \"1.1\", \"type\": \"insight\"}\n{\"task\": \"1.2\", \"ty\n"),
    ],
    passes: &[(PATH, GOOD), (".claude/learnings.jsonl", "{\"task\": \"1.1\", \"type\": \"insight\"}\n")],
    find: |subject| {
        let text = subject.dir().and_then(|dir| neighbour(&dir.join("learnings.jsonl")));
        let Some(text) = text else { return Vec::new() };
        let is_broken = |line: &str| {
            !line.trim().is_empty() && serde_json::from_str::<serde::de::IgnoredAny>(line).is_err()
        };
        // The last line may be cut off by the limit of our own read.
        let is_cut = text.len() >= crate::sys::file::STATE_LIMIT;
        let lines: Vec<&str> = text.lines().collect();
        let whole = if is_cut { lines.len().saturating_sub(1) } else { lines.len() };
        let Some(number) = lines.iter().take(whole).position(|line| is_broken(line)) else {
            return Vec::new();
        };
        let message = format!("line {} of `learnings.jsonl` is not JSON", number.saturating_add(1));
        vec![Finding::new(subject.root().key("learnings").span(), message)]
    },
};
