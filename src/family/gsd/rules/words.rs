//! Strings in a STATE.md that YAML and the line read differently.

use serde_json::Value;

use super::{PATH, state};
use crate::family::{
    Difference,
    gsd::GsdFields,
    rule::{Finding, Rule, Scope, Severity, Subject, front},
};

pub(super) const RULES: &[Rule] = &[NUMBER, DIFFERENT, PLACEHOLDER, UNKNOWN, BODY_PHASE, NESTED, LONG];

/// Fields that are strings, even if they look like numbers.
const STRINGS: &[&str] = &["milestone", "active_phase", "current_phase", "current_plan"];

/// The most lines that the documentation recommends for a STATE.md.
const LINES: usize = 100;

const NUMBER: Rule = Rule {
    code: "SL130",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a number that YAML would change",
    page: "The names of phases and plans are strings that look like numbers. Without quotes YAML reads them as \
           numbers: `16.10` becomes 16.1, which is another phase. The status line shows what is written; a \
           program that reads YAML sees something else. `05` becomes 5, which is the same phase and what \
           GSD's tools write, so that is only a hint.\n\n\
           Write it in quotes; `check --fix` does that for another phase.",
    fails: &[(PATH, state!("active_phase: 16.10"))],
    passes: &[(PATH, state!("active_phase: \"16.10\""))],
    find: |subject| {
        if !subject.has_frontmatter() {
            return Vec::new();
        }
        let nodes =
            STRINGS.iter().map(|name| subject.frontmatter().key(name)).filter(|node| node.value().is_some());
        let changed = nodes.filter_map(|node| {
            let span = node.span();
            let written = subject.text.get(span.clone())?;
            let number = as_number(written)?;
            let message = format!("YAML reads `{written}` as the number {number}");
            let finding = Finding::new(span.clone(), message).help("write it in quotes");
            let is_padded = written.trim_start_matches('0') == number.trim_start_matches('0');
            Some(if is_padded { finding.hint() } else { finding.edit(span, front::in_quotes(written)) })
        });
        changed.collect()
    },
};

/// Returns the number that YAML reads, if it would be written differently.
///
/// text = 1*digit [`.` 1*digit]
fn as_number(text: &str) -> Option<String> {
    let (whole, part) = text.split_once('.').map_or((text, None), |(whole, part)| (whole, Some(part)));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !part.is_none_or(is_digits) {
        return None;
    }
    let bare = whole.trim_start_matches('0');
    let whole = if bare.is_empty() { "0" } else { bare };
    let number = match part.map(|part| part.trim_end_matches('0')) {
        None => whole.to_owned(),
        Some("") => format!("{whole}.0"),
        Some(part) => format!("{whole}.{part}"),
    };
    (number != text).then_some(number)
}

const DIFFERENT: Rule = Rule {
    code: "SL131",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the line and YAML read different things",
    page: "The status line takes everything after the colon, without one quote at each end. YAML also \
           supports comments after a value, escapes such as `\\u00e9`, strings over several lines, anchors and \
           tags, and other words for null. If a field of the line uses one of these, the line shows it \
           unprocessed.\n\n\
           Write the value as plain text on one line, and a comment on its own line above it.",
    fails: &[(PATH, state!("milestone: v2.0 # the second"))],
    passes: &[(PATH, state!("# the second", "milestone: v2.0"))],
    find: |subject| {
        differences(subject)
            .into_iter()
            .map(|difference| {
                let Difference { name, span, line, yaml } = difference;
                let finding =
                    Finding::new(span, format!("the line shows `{name}` as `{line}`, YAML reads {yaml}"));
                finding.help("write it as plain text on one line")
            })
            .collect()
    },
};

/// Returns the fields of the line that YAML reads differently.
pub(in crate::family::gsd) fn differences(subject: &Subject<'_>) -> Vec<Difference> {
    if !subject.has_frontmatter() {
        return Vec::new();
    }
    let state = GsdFields::read(subject.text);
    let fields = [
        ("status", state.status),
        ("milestone", state.milestone),
        ("milestone_name", state.milestone_name),
        ("active_phase", state.active_phase),
        ("next_action", state.next_action),
    ];
    let mut found = Vec::new();
    for (name, shown) in fields {
        let node = subject.frontmatter().key(name);
        let Some(shown) = shown.filter(|_| node.is_there()) else { continue };
        let yaml = match node.value() {
            None => "null".to_owned(),
            Some(Value::Array(_)) => "a list".to_owned(),
            Some(Value::Object(_)) => "an object".to_owned(),
            // A number that YAML changes is reported by another rule.
            Some(Value::Number(_)) => continue,
            Some(Value::String(text)) if text == shown => continue,
            Some(Value::String(text)) => format!("`{text}`"),
            Some(_) if node.written().as_deref() == Some(shown) => continue,
            Some(other) => format!("`{other}`"),
        };
        found.push(Difference { name, span: node.span(), line: shown.to_owned(), yaml });
    }
    found
}

const PLACEHOLDER: Rule = Rule {
    code: "SL132",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "the milestone has no real name",
    page: "`milestone_name` is a placeholder (`milestone`, `none`, `—`), a repetition of `milestone`, or Markdown \
           that was mistaken for a name. The line leaves out `milestone`, but shows all the others.\n\n\
           Write a short name as plain text, such as `Code Quality`, or remove the field.",
    fails: &[(PATH, state!("milestone: v2.0", "milestone_name: milestone"))],
    passes: &[(PATH, state!("milestone: v2.0", "milestone_name: Code Quality"))],
    find: |subject| {
        let root = subject.frontmatter();
        let node = root.key("milestone_name");
        let Some(name) = node.text().map(str::trim) else { return Vec::new() };
        let is_repeat = root.key("milestone").text().is_some_and(|milestone| milestone.trim() == name);
        let is_empty =
            matches!(name.to_lowercase().as_str(), "milestone" | "none" | "—" | "-" | "tbd" | "n/a");
        let is_markdown = name.starts_with('#') || name.contains("**");
        let what = match (is_empty, is_repeat, is_markdown) {
            (true, ..) => "a placeholder",
            (_, true, _) => "a repetition of `milestone`",
            (.., true) => "Markdown",
            _ => return Vec::new(),
        };
        let finding = Finding::new(node.span(), format!("`milestone_name` is {what}"));
        vec![finding.help("write a short name as plain text, or remove the field")]
    },
};

const UNKNOWN: Rule = Rule {
    code: "SL133",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "unknown status",
    page: "GSD recognises a status by the words in it: discussing, planning, ready to plan, executing, in \
           progress, ready to execute, verif…, complete, done, paused, stopped. This one has none of them, so \
           GSD's commands do not recognise it. The line shows it as it is written.\n\n\
           Write one of the documented words, and everything else in the body.",
    fails: &[(PATH, "---\ngsd_state_version: '1.0'\nstatus: roadmapped\n---\n")],
    passes: &[(PATH, state!())],
    find: |subject| {
        const KNOWN: &[&str] = &[
            "discussing",
            "planning",
            "ready to plan",
            "executing",
            "in progress",
            "ready to execute",
            "verif",
            "complete",
            "done",
            "paused",
            "stopped",
        ];
        let node = subject.frontmatter().key("status");
        let Some(status) = node.text().map(str::to_lowercase) else { return Vec::new() };
        let status = status.replace(['_', '-'], " ");
        // GSD itself writes `unknown`.
        let is_known = status == "unknown" || KNOWN.iter().any(|word| status.contains(word));
        if status.is_empty() || !subject.has_frontmatter() || is_known {
            return Vec::new();
        }
        let finding = Finding::new(node.span(), "unknown status");
        vec![finding.help("use discussing, planning, executing, verifying, completed or paused")]
    },
};

const BODY_PHASE: Rule = Rule {
    code: "SL134",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "the body names a phase in a form that the line does not read",
    page: "In the body, the line reads `Phase: 5 of 12 (Name)`, at the start of a line and not in \
           bold. `Phase: 5 (slug) — EXECUTING`, `Phase: 5` and `**Phase:** 5` mean the same to people, but \
           the line shows no phase.\n\n\
           Write the documented form, or set `active_phase`. `--style smart` reads them all.",
    fails: &[(
        PATH,
        "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n\nPhase: 5 (export-api) — EXECUTING\n",
    )],
    passes: &[(
        PATH,
        "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n\nPhase: 5 of 12 (Export API)\n",
    )],
    find: |subject| {
        let state = GsdFields::read(subject.text);
        let is_active = subject.frontmatter().key("active_phase").value().is_some();
        if state.phase.is_some() || is_active {
            return Vec::new();
        }
        let body = subject.front.as_ref().and_then(|front| front.close.clone()).map_or(0, |close| close.end);
        let names_phase = |line: &str| {
            let bare = line.trim_start_matches("**");
            let number = bare.strip_prefix("Phase:").map(|rest| rest.trim_start_matches(['*', ' ']));
            number.is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()))
        };
        let found = front::lines(subject.text, body).find(|(_, line)| names_phase(line));
        let Some((span, line)) = found else { return Vec::new() };
        // The documented form has integers only: `Phase: 7.9 of 18` is not read either.
        let number = line.trim_start_matches(|one: char| !one.is_ascii_digit());
        let rest = number.trim_start_matches(|one: char| one.is_ascii_digit());
        let help = if rest.starts_with('.') {
            "set `active_phase`: the body's form has no phases with a dot"
        } else {
            "write `Phase: 5 of 12 (Name)`, or set `active_phase`"
        };
        vec![Finding::new(span, "the line does not read this form of a phase").help(help)]
    },
};

const NESTED: Rule = Rule {
    code: "SL135",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a comment inside a nested block",
    page: "Comments inside nested blocks of the frontmatter are not supported: tools that read it by \
           patterns take the comment for the end of the block. (SL110 reports this in `progress`, where it costs \
           the bar.)\n\n\
           Put the comment above the block, or in the body.",
    fails: &[(PATH, state!("next_action: plan-phase", "next_phases:", "  # after the release", "  - \"5\""))],
    passes: &[(PATH, state!("next_action: plan-phase", "# after the release", "next_phases: [\"5\"]"))],
    find: |subject| {
        let lines = subject.front.iter().flat_map(|front| front.lines(subject.text));
        let mut key = "";
        let mut found = Vec::new();
        for (span, line) in lines {
            key = front::key_of(line).unwrap_or(key);
            let comment = line.trim_start();
            if comment.len() == line.len() || !comment.starts_with('#') || key == "progress" {
                continue;
            }
            let span = span.start.saturating_add(line.len().saturating_sub(comment.len()))..span.end;
            if subject.document.is_in_text(span.start) {
                continue;
            }
            let finding = Finding::new(span, format!("a comment inside the block of `{key}`"));
            found.push(finding.help("put it above the block"));
        }
        found
    },
};

const LONG: Rule = Rule {
    code: "SL136",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "the file is too long for a summary",
    page: "The documentation recommends fewer than 100 lines for STATE.md: every workflow reads it at \
           its start, and every line costs context.\n\n\
           Move decisions to PROJECT.md and finished phases to the archive.",
    fails: &[(PATH, LONG_FILE)],
    passes: &[(PATH, state!())],
    find: |subject| {
        let count = subject.text.lines().count();
        if count <= LINES {
            return Vec::new();
        }
        let message = format!("the file has {count} lines; the documentation recommends fewer than {LINES}");
        vec![Finding::new(subject.first_line(), message).help("move history to PROJECT.md or the archive")]
    },
};

macro_rules! ten {
    ($line:literal) => {
        concat!($line, $line, $line, $line, $line, $line, $line, $line, $line, $line)
    };
}

const LONG_FILE: &str = concat!(
    "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n\n# History\n",
    ten!("- one\n- two\n- three\n- four\n- five\n- six\n- seven\n- eight\n- nine\n- ten\n")
);
