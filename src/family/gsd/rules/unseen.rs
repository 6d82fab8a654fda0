//! Fields of a STATE.md that YAML reads but the line does not see at all.

use serde_json::Value;

use super::{PATH, state};
use crate::{
    document::Step,
    family::gsd::{GsdFields, read},
    family::rule::{Finding, Rule, Scope, Severity, Subject, front},
};

pub(super) const RULES: &[Rule] = &[UNSEEN];

const UNSEEN: Rule = Rule {
    code: "SL137",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a field that YAML reads but the line does not see",
    page: "The status line finds a field by its plain name at the start of a line, a colon right after it \
           and the value on the same line. YAML also reads a key in quotes (`\"milestone\": v2.0`), a space \
           before the colon (`status : executing`), a value on the next line, and a block that is indented \
           or in braces. The line does not see a field that is written in one of these ways.\n\n\
           Write `name: value` at the start of a line. `check --fix` does that if only the quotes, the \
           space or the line break are in the way.",
    fails: &[(PATH, state!("\"milestone\": v2.0"))],
    passes: &[(PATH, state!("milestone: v2.0"))],
    find: |subject| {
        // If the line finds no frontmatter, the rules about fences report it.
        if read::frontmatter(subject.text).is_none() {
            return Vec::new();
        }
        unseen(subject).into_iter().map(|name| finding(subject, name)).collect()
    },
};

/// Returns the fields that have a value for YAML and none for the line.
fn unseen(subject: &Subject<'_>) -> Vec<&'static str> {
    let state = GsdFields::read(subject.text);
    // How the line reads these two has its own rules, if it sees their keys.
    let has_key =
        |name: &str| subject.front.as_ref().is_some_and(|front| front.entry(subject.text, name).is_some());
    let seen = [
        ("status", state.status.is_some()),
        ("milestone", state.milestone.is_some()),
        ("milestone_name", state.milestone_name.is_some()),
        ("active_phase", state.active_phase.is_some()),
        ("next_action", state.next_action.is_some()),
        ("next_phases", !state.next_phases.is_empty() || has_key("next_phases")),
        ("progress", has_key("progress")),
    ];
    let has_value = |name: &str| match subject.frontmatter().key(name).value() {
        Some(Value::String(text)) => !matches!(text.trim(), "" | "null"),
        value => value.is_some(),
    };
    seen.into_iter().filter(|(name, is_seen)| !is_seen && has_value(name)).map(|(name, _)| name).collect()
}

fn finding(subject: &Subject<'_>, name: &'static str) -> Finding {
    let message = format!("YAML reads `{name}`, but the line does not see it");
    let position = subject.document.position(&[Step::Key(name)]);
    let line = position.as_ref().and_then(|position| position.key).and_then(|key| {
        let (span, line) = front::lines(subject.text, 0).nth(key.line.saturating_sub(1))?;
        Some((span, line.split_once(':')?.0, position.as_ref()?.span.clone()))
    });
    let help = format!("write `{name}: value` at the start of a line");
    let Some((span, key, value)) = line else {
        return Finding::new(subject.frontmatter().key(name).span(), message).help(help);
    };
    let key_span = front::within(&span, 0, key.len());
    if key.trim_end().trim_matches(['"', '\'']) == name && key != name {
        return Finding::new(key_span.clone(), message)
            .label("the line needs the plain name and a colon")
            .help(format!("write `{name}:`"))
            .edit(key_span, name);
    }
    let after = key_span.end.saturating_add(1)..value.start;
    let is_below =
        subject.text.get(after.clone()).is_some_and(|gap| gap.trim().is_empty() && gap.contains('\n'));
    let is_short = subject.text.get(value).is_some_and(|value| !value.trim_end().contains('\n'));
    // A one-line map or list cannot follow its key.
    let is_scalar =
        !matches!(subject.frontmatter().key(name).value(), Some(Value::Array(_) | Value::Object(_)));
    if key == name && is_below && is_short && is_scalar {
        return Finding::new(key_span, message)
            .label("the value is on the next line")
            .help("write the value on the line of its key")
            .edit(after, " ");
    }
    Finding::new(key_span, message).help(help)
}
