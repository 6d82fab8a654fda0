//! The plan and exec files themselves: their ids, their fences, their age.

use serde_json::Value;

use super::{EXEC, PLAN, exec, is_exec, plan};
use crate::family::rule::{Finding, Rule, Scope, Severity, front, subject::neighbour};

pub(super) const RULES: &[Rule] = &[OTHER_PLAN, DASHES, ID_FORM, STILL_DRAFTING, NO_FRONTMATTER, OVERDUE];

const OTHER_PLAN: Rule = Rule {
    code: "SL212",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the plan and the exec file are about different plans",
    page: "`plan_id` links the exec file to its plan. The two files here have different \
           ids: one of them is left over from another plan, and its modules and goal do not belong to the \
           current work.\n\n\
           Remove the file that is left over, or correct the id.",
    fails: &[
        (EXEC, exec!()),
        (PLAN, "---\nphase: planning\nplan_id: plan-20251201-090000\nstatus: approved\n---\n"),
    ],
    passes: &[(EXEC, exec!()), (PLAN, plan!())],
    find: |subject| {
        let other = if is_exec(subject) { PLAN } else { EXEC };
        let Some(path) = subject.dir().zip(other.strip_prefix(".claude/")).map(|(dir, name)| dir.join(name))
        else {
            return Vec::new();
        };
        let Some(text) = neighbour(&path) else { return Vec::new() };
        let document = subject.family.document(&text);
        let node = subject.root().key("plan_id");
        let (Some(here), Some(there)) = (node.text(), document.value.get("plan_id").and_then(Value::as_str))
        else {
            return Vec::new();
        };
        if here == there {
            return Vec::new();
        }
        let what = if is_exec(subject) { "plan file" } else { "exec file" };
        let message = format!("the {what} next to it has the id `{there}`");
        vec![Finding::new(node.span(), message).help("remove the file that is left over, or correct the id")]
    },
};

const DASHES: Rule = Rule {
    code: "SL213",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "`---` inside a value",
    page: "The orchestrator's own parser looks for the next `---` anywhere after the first, not only at the \
           start of a line. A value with three dashes in it ends the frontmatter: everything after it \
           is ignored, and the next write deletes it.\n\n\
           Use a dash `—` or two hyphens in the value.",
    fails: &[(PLAN, plan!("requirements_file: \"notes --- old.md\""))],
    passes: &[(PLAN, plan!("requirements_file: \"notes - old.md\""))],
    find: |subject| {
        let lines = subject.front.iter().flat_map(|front| front.lines(subject.text));
        let dashed = lines.filter_map(|(span, line)| {
            let at = line.find("---")?;
            let finding = Finding::new(front::within(&span, at, 3), "`---` inside the frontmatter");
            Some(finding.label("the orchestrator's parser stops here").help("use `—` or `--`"))
        });
        dashed.take(1).collect()
    },
};

const ID_FORM: Rule = Rule {
    code: "SL214",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "the plan's id does not have the documented form",
    page: "A plan's id is `plan-` and the time of its creation: `plan-20260108-143022`. Any other form still \
           links the two files, but does not show when the plan was made and may not be unique.\n\n\
           Nothing breaks; new plans get the documented form.",
    fails: &[(
        PLAN,
        "---\nphase: planning\nplan_id: my-plan\nstatus: drafting\ncreated_at: '2026-01-08T14:30:22Z'\ngoal: Log in\n---\n",
    )],
    passes: &[(PLAN, plan!())],
    find: |subject| {
        let node = subject.root().key("plan_id");
        let is_digits =
            |text: &str, count| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
        let has_form = |id: &str| {
            let parts = id.strip_prefix("plan-").and_then(|rest| rest.split_once('-'));
            parts.is_some_and(|(date, time)| is_digits(date, 8) && is_digits(time, 6))
        };
        match node.text() {
            Some(id) if subject.has_frontmatter() && !has_form(id) => {
                vec![Finding::new(node.span(), "the id does not have the form `plan-YYYYMMDD-HHMMSS`")]
            }
            _ => Vec::new(),
        }
    },
};

const STILL_DRAFTING: Rule = Rule {
    code: "SL215",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "the plan is complete, but something in it is not",
    page: "`plan_phase_complete` is true, while the status is not `approved`, `requirements_complete` is \
           false, or a section is not complete. On approval the orchestrator sets only this one field, so the \
           status often remains `drafting`; an open section was probably forgotten.\n\n\
           Update the status and the sections.",
    fails: &[(PLAN, plan!("plan_phase_complete: true"))],
    passes: &[(PLAN, plan!("plan_phase_complete: false"))],
    find: |subject| {
        let root = subject.root();
        let node = root.key("plan_phase_complete");
        if !node.is_true() || is_exec(subject) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let status = root.key("status");
        if let Some(word) = status.text().filter(|word| *word != "approved") {
            found.push(Finding::new(
                status.span(),
                format!("the plan is complete, but its status is `{word}`"),
            ));
        }
        for section in root.key("requirements_sections").items() {
            let (status, name) = (section.key("status"), section.key("name").text().unwrap_or_default());
            if let Some(word) = status.text().filter(|word| *word != "complete") {
                found.push(Finding::new(
                    status.span(),
                    format!("the plan is complete, but `{name}` is `{word}`"),
                ));
            }
        }
        found
    },
};

const NO_FRONTMATTER: Rule = Rule {
    code: "SL216",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "the file has no frontmatter",
    page: "The file has lines such as `Status: ready` but no frontmatter. The orchestrator writes such a file \
           right after a plan was approved; the line can show the status, but no modules and agents.\n\n\
           The first command of the exec phase adds the frontmatter.",
    fails: &[(EXEC, "# Orchestration\n\nPlan ID: plan-20260108-143022\nStatus: ready\n")],
    passes: &[(EXEC, exec!())],
    find: |subject| {
        if subject.front.is_some() || subject.text.trim().is_empty() {
            return Vec::new();
        }
        vec![Finding::new(
            subject.first_line(),
            "the file has no frontmatter; the line can show only its status",
        )]
    },
};

const OVERDUE: Rule = Rule {
    code: "SL217",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a poll is overdue",
    page: "`next_poll_due` is in the past: the orchestrator should have asked the agent for progress and has \
           not. It was probably interrupted, or the agent never answered.\n\n\
           Poll the agent, or end the assignment.",
    fails: &[(
        EXEC,
        exec!(
            "active_assignments:",
            "  - agent: implementer-1",
            "    module: auth-core",
            "    status: working",
            "    progress_polling:",
            "      next_poll_due: \"2026-01-15T11:00:00Z\""
        ),
    )],
    passes: &[(
        EXEC,
        exec!(
            "active_assignments:",
            "  - agent: implementer-1",
            "    module: auth-core",
            "    status: working",
            "    progress_polling:",
            "      next_poll_due: \"2026-01-15T13:00:00Z\""
        ),
    )],
    find: |subject| {
        let due = subject.root().key("active_assignments").items().map(|assignment| {
            let agent = assignment.key("agent").text().unwrap_or("an agent");
            (agent, assignment.key("progress_polling").key("next_poll_due"))
        });
        let overdue = due.filter_map(|(agent, node)| {
            let late = subject.now.checked_sub(node.time()?).filter(|late| *late > 0)?;
            let message = format!("the poll of `{agent}` is overdue by {}", crate::text::time::span(late));
            Some(Finding::new(node.span(), message).help("poll the agent, or end the assignment"))
        });
        overdue.collect()
    },
};
