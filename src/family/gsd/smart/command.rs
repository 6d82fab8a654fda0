//! GSD's commands in a sentence about the work.

use std::borrow::Cow;

/// GSD's commands for a phase, and what each does to it.
const STEPS: &[(&str, &str, &str)] = &[
    ("plan-phase", "plan", "planning"),
    ("execute-phase", "execute", "execution"),
    ("discuss-phase", "discuss", "discussion"),
    ("research-phase", "research", "research"),
    ("verify-phase", "verify", "verification"),
    ("verify-work", "verify", "verification"),
];

/// Writes GSD's commands for a phase as words: `ready for /gsd:plan-phase 4` is `ready to plan phase 4`.
pub(super) fn without_commands(text: Cow<'_, str>) -> Cow<'_, str> {
    const COMMAND: &str = "/gsd";
    // Codex writes `$gsd-plan-phase`.
    let text = if text.contains("$gsd-") { text.replace("$gsd-", "/gsd-").into() } else { text };
    if !text.contains(COMMAND) {
        return text;
    }
    let mut parts = text.split(COMMAND);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let command = part.strip_prefix([':', '-']).and_then(|rest| {
            STEPS.iter().find_map(|(name, verb, noun)| Some((*verb, *noun, rest.strip_prefix(*name)?)))
        });
        let Some((verb, noun, rest)) = command else {
            out.push_str(COMMAND);
            out.push_str(part);
            continue;
        };
        if out.ends_with(" for ") {
            out.truncate(out.len().saturating_sub("for ".len()));
            out.push_str("to ");
        }
        // `awaiting /gsd:plan-phase 4` is `awaiting planning of phase 4`.
        let is_noun = out.to_lowercase().ends_with("awaiting ");
        out.push_str(if is_noun { noun } else { verb });
        out.push_str(if is_noun { " of phase" } else { " phase" });
        out.push_str(rest);
    }
    out.into()
}
