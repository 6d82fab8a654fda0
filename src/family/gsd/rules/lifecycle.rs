//! The phase lifecycle: the running command, the next one, and what is done.

use std::ops::Range;

use super::{PATH, state};
use crate::{
    family::gsd::{GsdFields, Scene},
    family::rule::{Finding, Node, Rule, Scope, Severity, Subject, front, words},
    text,
    text::time,
};

pub(super) const RULES: &[Rule] = &[
    COMPLETE_BUT_ACTIVE,
    COMPLETE_BELOW,
    BLOCK_LIST,
    NOT_A_LIST,
    ALONE,
    COMMAND,
    BOTH,
    AT_REST,
    PAUSED,
    OLD,
];

/// The commands that `next_action` may recommend.
const COMMANDS: &[&str] = &["discuss-phase", "plan-phase", "execute-phase", "verify-phase"];

/// Words that mean that work is going on.
const ACTIVE: &[&str] = &[
    "discussing",
    "planning",
    "ready to plan",
    "executing",
    "in progress",
    "in_progress",
    "in-progress",
    "verif",
];

/// How long a command may run before it is taken to have been interrupted.
const STALE: i64 = time::DAY;

const COMPLETE_BUT_ACTIVE: Rule = Rule {
    code: "SL120",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "the line says `milestone complete` while work goes on",
    page: "The line shows `milestone complete` if percent is 100 or all phases are completed, whatever the \
           status. In this file the status says that work is still going on. GSD's own tools write such \
           files: they count the phases and copy the status from the body.\n\n\
           If the milestone is done, set the status to `completed`; if not, correct percent or the counts, or set \
           `active_phase` while a command runs. `--style smart` follows the status.",
    fails: &[(PATH, state!("progress:", "  total_phases: 4", "  completed_phases: 4", "  percent: 100"))],
    passes: &[(
        PATH,
        "---\ngsd_state_version: '1.0'\nstatus: completed\nprogress:\n  total_phases: 4\n  \
         completed_phases: 4\n  percent: 100\n---\n",
    )],
    find: |subject| {
        let state = GsdFields::read(subject.text);
        let Some(status) = state.status.filter(|status| is_active(status)) else { return Vec::new() };
        if Scene::of(&state) != Scene::MilestoneComplete {
            return Vec::new();
        }
        let node = subject.frontmatter().key("status");
        let message = format!("the line says `milestone complete`, the status says `{status}`");
        vec![
            Finding::new(node.span(), message)
                .help("correct percent or the counts, or set the status to `completed`"),
        ]
    },
};

const COMPLETE_BELOW: Rule = Rule {
    code: "SL121",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a bar below 100% next to `milestone complete`",
    page: "All phases are completed, so the line shows `milestone complete`; but percent is below 100, so the \
           bar next to it disagrees. Usually a plan of the last phase has no summary yet, or the \
           percentage was not updated.\n\n\
           Set percent to 100, or correct the phases.",
    fails: &[(
        PATH,
        "---\ngsd_state_version: '1.0'\nstatus: completed\nprogress:\n  total_phases: 4\n  \
         completed_phases: 4\n  percent: 92\n---\n",
    )],
    passes: &[(
        PATH,
        "---\ngsd_state_version: '1.0'\nstatus: completed\nprogress:\n  total_phases: 4\n  \
         completed_phases: 4\n  percent: 100\n---\n",
    )],
    find: |subject| {
        let percent = subject.frontmatter().key("progress").key("percent");
        let Some(value) = percent.integer().filter(|value| (0..100).contains(value)) else {
            return Vec::new();
        };
        if !Scene::MilestoneComplete.holds(&GsdFields::read(subject.text)) {
            return Vec::new();
        }
        let message = format!("percent is {value}, but every phase is completed");
        vec![Finding::new(percent.span(), message).help("set it to 100, or correct the phases")]
    },
};

const BLOCK_LIST: Rule = Rule {
    code: "SL122",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "`next_phases` is a block list",
    page: "The status line reads `next_phases: [\"4.5\", \"4.6\"]` on one line. It also reads a block list with \
           a dash on each line, as GSD writes a longer list, but less reliably: a comment or an empty line \
           ends it.\n\n\
           Write the list in brackets on the line of its key. `check --fix` does that if the list has \
           only phases in it.",
    fails: &[(PATH, state!("next_action: execute-phase", "next_phases:", "  - \"4.5\"", "  - \"4.6\""))],
    passes: &[(PATH, state!("next_action: execute-phase", "next_phases: [\"4.5\", \"4.6\"]"))],
    find: |subject| {
        let front = subject.front.as_ref().filter(|_| subject.has_frontmatter());
        let entry = front.and_then(|front| front.entry(subject.text, "next_phases"));
        let Some(((key, first), rest)) = entry.as_deref().and_then(<[_]>::split_first) else {
            return Vec::new();
        };
        if rest.is_empty() || !rest.iter().any(|(_, line)| line.trim_start().starts_with('-')) {
            return Vec::new();
        }
        let span = front::within(key, 0, first.trim_end().len());
        let finding =
            Finding::new(span, "`next_phases` is a block list").help("write it in brackets on one line");
        let items: Option<Vec<String>> = rest.iter().map(|(_, line)| item(line)).collect();
        let end = rest.last().map_or(key.end, |(span, _)| span.end);
        match items {
            Some(items) if first.trim_end() == "next_phases:" => {
                vec![finding.edit(key.start..end, format!("next_phases: [{}]", items.join(", ")))]
            }
            _ => vec![finding],
        }
    },
};

/// Returns an item of a block list in quotes, unless the line contains more than that.
fn item(line: &str) -> Option<String> {
    let item = line.trim_start().strip_prefix('-')?.trim();
    let bare = text::unquote(item);
    let is_plain = !bare.is_empty() && !bare.contains(['#', '"', '\'', ':', '[', ']', '{', '}', ',']);
    is_plain.then(|| front::in_quotes(bare))
}

const NOT_A_LIST: Rule = Rule {
    code: "SL123",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "`next_phases` is not a list",
    page: "`next_phases` is a list, even for one phase: `[\"4.5\"]`. The status line ignores a single value, \
           so it does not show the recommendation.\n\n\
           Put the phase in quotes and brackets.",
    fails: &[(PATH, state!("next_action: execute-phase", "next_phases: \"4.5\""))],
    passes: &[(PATH, state!("next_action: execute-phase", "next_phases: [\"4.5\"]"))],
    find: |subject| {
        let node = subject.frontmatter().key("next_phases");
        let Some(value) = node.value().filter(|value| !value.is_array()) else { return Vec::new() };
        let line = line(subject, &node.span());
        if subject.document.complaints.iter().any(|complaint| complaint.line == line) {
            return Vec::new();
        }
        let finding =
            Finding::new(node.span(), format!("`next_phases` is {}, not a list", words::what(value)));
        let written = node.written().unwrap_or_default();
        vec![finding.help(format!("write `[{}]`", front::in_quotes(&written)))]
    },
};

fn line(subject: &Subject<'_>, span: &Range<usize>) -> usize {
    text::place(subject.text, span.start).line
}

const ALONE: Rule = Rule {
    code: "SL124",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "`next_action` without `next_phases`, or the reverse",
    page: "The recommendation needs both: the command, and the phases to run it on. The line shows neither \
           without the other.\n\n\
           Set the other one too, or set both to null. `--style smart` shows a `next_action` without \
           phases if it is a command.",
    fails: &[(PATH, state!("next_action: execute-phase", "next_phases: null"))],
    passes: &[(PATH, state!("next_action: execute-phase", "next_phases: [\"5\"]"))],
    find: |subject| {
        let state = GsdFields::read(subject.text);
        let root = subject.frontmatter();
        let (name, other) = match (state.next_action, state.next_phases.is_empty()) {
            (Some(_), true) => ("next_action", "next_phases"),
            (None, false) => ("next_phases", "next_action"),
            _ => return Vec::new(),
        };
        // A value that is not a list is reported by another rule.
        let is_reported = root.key("next_phases").value().is_some_and(|value| !value.is_array());
        if state.active_phase.is_some() || is_reported {
            return Vec::new();
        }
        let finding = Finding::new(root.key(name).span(), format!("`{name}` is set, but not `{other}`"));
        vec![finding.label("not shown").help(format!("set `{other}` too, or set both to null"))]
    },
};

const COMMAND: Rule = Rule {
    code: "SL125",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "`next_action` is not one of the documented commands",
    page: "`next_action` is the slash command to run next: discuss-phase, plan-phase, execute-phase or \
           verify-phase. A sentence does not fit on the line and cannot be run.\n\n\
           Write a command here, and the sentence in the body.",
    fails: &[(PATH, state!("next_action: write the tests first", "next_phases: [\"5\"]"))],
    passes: &[(PATH, state!("next_action: plan-phase", "next_phases: [\"5\"]"))],
    find: |subject| {
        let node = subject.frontmatter().key("next_action");
        let Some(action) = node.text().filter(|action| !action.is_empty()) else { return Vec::new() };
        let bare = action.trim_start_matches('/');
        let bare = bare.strip_prefix("gsd-").or_else(|| bare.strip_prefix("gsd:")).unwrap_or(bare);
        if COMMANDS.contains(&bare.split(' ').next().unwrap_or_default()) {
            return Vec::new();
        }
        vec![
            Finding::new(node.span(), "`next_action` is not a documented command")
                .help(format!("the documented commands are {}", words::either(COMMANDS))),
        ]
    },
};

const BOTH: Rule = Rule {
    code: "SL126",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a recommendation while a command is running",
    page: "`active_phase` and `next_action` are both set. While a command runs, a recommendation would \
           mislead, so the line shows only the active phase.\n\n\
           If the command has ended, set `active_phase` to null; if it runs, set `next_action` and \
           `next_phases` to null.",
    fails: &[(PATH, state!("active_phase: \"4.5\"", "next_action: plan-phase", "next_phases: [\"5\"]"))],
    passes: &[(PATH, state!("active_phase: null", "next_action: plan-phase", "next_phases: [\"5\"]"))],
    find: |subject| {
        let state = GsdFields::read(subject.text);
        if state.active_phase.is_none() || !Scene::NextRecommended.holds(&state) {
            return Vec::new();
        }
        let span = subject.frontmatter().key("next_action").span();
        vec![
            Finding::new(span, "`next_action` is set while a phase is active; it is not shown")
                .help("set `active_phase` to null if the command has ended"),
        ]
    },
};

const AT_REST: Rule = Rule {
    code: "SL127",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a phase is active, but the status says that no work is going on",
    page: "`active_phase` says that a command is running, and by convention `status` then has its stage: \
           discussing, planning, executing or verifying. In this file the status says that the work is done \
           or paused, and the line shows both.\n\n\
           Set `active_phase` to null, or correct the status.",
    fails: &[(PATH, "---\ngsd_state_version: '1.0'\nstatus: completed\nactive_phase: \"4.5\"\n---\n")],
    passes: &[(PATH, state!("active_phase: \"4.5\""))],
    find: |subject| {
        let state = GsdFields::read(subject.text);
        let canonical = state.status.and_then(crate::family::gsd::status::canonical);
        let Some(status) = canonical.filter(|word| matches!(*word, "completed" | "paused")) else {
            return Vec::new();
        };
        let Some(phase) = state.active_phase else { return Vec::new() };
        let node = subject.frontmatter().key("active_phase");
        let message = format!("phase `{phase}` is active, but the status is {status}");
        vec![Finding::new(node.span(), message).help("set `active_phase` to null, or correct the status")]
    },
};

const PAUSED: Rule = Rule {
    code: "SL128",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "paused, but the line does not show it",
    page: "`paused_at` is set, which by the documentation means that the project is paused, whatever its status. \
           The documented line shows only the status, so the pause is invisible.\n\n\
           Set the status to `paused`, or `paused_at` to null. `--style smart` shows PAUSED.",
    fails: &[(PATH, state!("paused_at: \"Phase 4, before the migration\""))],
    passes: &[(
        PATH,
        "---\ngsd_state_version: '1.0'\nstatus: paused\npaused_at: \"Phase 4, before the migration\"\n---\n",
    )],
    find: |subject| {
        let root = subject.frontmatter();
        let node = root.key("paused_at");
        let status = GsdFields::read(subject.text).status.unwrap_or_default().to_lowercase();
        let is_set = node.written().is_some_and(|text| !text.is_empty());
        if !is_set || ["paused", "stopped"].iter().any(|word| status.contains(word)) {
            return Vec::new();
        }
        let finding = Finding::new(node.span(), format!("paused, but the status is `{status}`"));
        vec![finding.help("set the status to `paused`, or `paused_at` to null")]
    },
};

const OLD: Rule = Rule {
    code: "SL129",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a command is running, but the file has not changed for over a day",
    page: "`active_phase` says that a command is working on a phase, but the state was not written for over a \
           day. The run was probably interrupted, and nothing will reset the field.\n\n\
           Resume the work, or set `active_phase` to null.",
    fails: &[(PATH, state!("active_phase: \"4.5\"", "last_updated: \"2026-01-12T12:00:00Z\""))],
    passes: &[(PATH, state!("active_phase: \"4.5\"", "last_updated: \"2026-01-15T12:00:00Z\""))],
    find: |subject| {
        let root = subject.frontmatter();
        let phase: Node<'_> = root.key("active_phase");
        let updated = root.key("last_updated").time().unwrap_or(subject.modified);
        let age = subject.now.saturating_sub(updated);
        if GsdFields::read(subject.text).active_phase.is_none() || age <= STALE {
            return Vec::new();
        }
        let message = format!("a phase is active, but the state is {} old", time::span(age));
        vec![Finding::new(phase.span(), message).help("resume the work, or set `active_phase` to null")]
    },
};

/// Returns whether a status says that work is going on.
fn is_active(status: &str) -> bool {
    let status = status.to_lowercase();
    let is_done = ["complete", "done", "paused", "stopped", "shipped", "archived"]
        .iter()
        .any(|word| status.contains(word));
    !is_done && ACTIVE.iter().any(|word| status.contains(word))
}
