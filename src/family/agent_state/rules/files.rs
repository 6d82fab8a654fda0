//! The files that a state names, and those that stand beside it.

use serde_json::Value;

use super::{PATH, bounds, state};
use crate::family::rule::{Finding, Rule, Scope, Severity, subject::neighbour};

pub(super) const RULES: &[Rule] = &[SNAPSHOT, SHA, TASK_DOC, LEARNINGS];

const GOOD: &str = state!("executing", "", "", "", bounds!("$0.75", "0h 34m 8s", ""), "");

/// How many checkpoints are looked up.
const FILES: usize = 200;

const SNAPSHOT: Rule = Rule {
    code: "SL417",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a checkpoint without its snapshot",
    page: "A checkpoint names the file that the state was saved in, and that file is missing from `.claude` or \
           is not JSON. The state cannot be restored to it.\n\n\
           Nothing can be done about the one that is lost; the others still serve.",
    fails: &[(
        PATH,
        state!(
            "executing",
            "",
            "",
            "",
            bounds!("$0.75", "34m", ""),
            "{\"timestamp\": \"2026-01-15T12:10:00Z\", \"phase\": 0, \"task\": \"1.1\", \"git_sha\": \"abc123def456\", \"state_snapshot\": \"checkpoint-001.json\"}"
        ),
    )],
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
        (".claude/checkpoint-001.json", "{\"orchestrator\": {\"status\": \"executing\"}}\n"),
    ],
    look: |subject| {
        let checkpoints = subject.root().key("checkpoints");
        let nodes = checkpoints.items().take(FILES).map(|checkpoint| checkpoint.key("state_snapshot"));
        let lost = nodes.filter_map(|node| {
            let name = node.text().filter(|name| !name.is_empty())?;
            let why = match neighbour(&subject.dir()?.join(name))
                .map(|text| serde_json::from_str::<Value>(&text))
            {
                None => "is not there",
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
    title: "a git_sha that is not one",
    page: "The id of a commit has the digits 0 to 9 and the letters a to f. Something else stands here, so \
           nobody can go back to that commit. (One of the ids in the document's own example is such a one.)\n\n\
           Write the id that `git rev-parse HEAD` printed at the time.",
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
    look: |subject| {
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
    title: "the task document is named by a relative path",
    page: "`task_doc` is documented as an absolute path. A relative one means different files to agents that \
           run in different directories.\n\n\
           Write the whole path.",
    fails: &[(
        PATH,
        "{\"orchestrator\": {\"status\": \"executing\", \"task_doc\": \"tasks/login.md\", \"current_phase\": 0, \"total_phases\": 4, \"current_task\": \"1/2\", \"ralph_iteration\": 1, \"outer_ralph\": false, \"start_time\": \"2026-01-15T12:00:00Z\", \"end_time\": null}}\n",
    )],
    passes: &[(PATH, GOOD)],
    look: |subject| {
        let node = subject.root().key("orchestrator").key("task_doc");
        let Some(path) = node.text().filter(|path| !path.is_empty()) else { return Vec::new() };
        // A drive letter begins an absolute path too, though not on this machine.
        let has_drive = path.as_bytes().get(1) == Some(&b':');
        if path.starts_with(['/', '\\', '~']) || has_drive {
            return Vec::new();
        }
        vec![
            Finding::new(node.span(), "the task document is named by a relative path")
                .help("write the whole path"),
        ]
    },
};

const LEARNINGS: Rule = Rule {
    code: "SL420",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a line of learnings.jsonl is not JSON",
    page: "`learnings.jsonl` beside the state has one JSON object on each line. A line that is not one breaks \
           every program that reads the log line by line.\n\n\
           Mend or remove the line. A line that is cut off comes from a write that was interrupted.",
    fails: &[
        (PATH, GOOD),
        (".claude/learnings.jsonl", "{\"task\": \"1.1\", \"type\": \"insight\"}\n{\"task\": \"1.2\", \"ty\n"),
    ],
    passes: &[(PATH, GOOD), (".claude/learnings.jsonl", "{\"task\": \"1.1\", \"type\": \"insight\"}\n")],
    look: |subject| {
        let text = subject.dir().and_then(|dir| neighbour(&dir.join("learnings.jsonl")));
        let Some(text) = text else { return Vec::new() };
        let is_broken = |line: &str| {
            !line.trim().is_empty() && serde_json::from_str::<serde::de::IgnoredAny>(line).is_err()
        };
        // What lies beyond the limit of a read is cut off by us, not by a write.
        let is_cut = text.len() >= crate::sys::file::STATE_LIMIT;
        let lines: Vec<&str> = text.lines().collect();
        let whole = if is_cut { lines.len().saturating_sub(1) } else { lines.len() };
        let Some(number) = lines.iter().take(whole).position(|line| is_broken(line)) else {
            return Vec::new();
        };
        let message = format!("line {} of `learnings.jsonl` beside it is not JSON", number.saturating_add(1));
        vec![Finding::new(subject.root().key("learnings").span(), message)]
    },
};
