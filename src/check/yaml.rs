//! Rules for frontmatter that a YAML parser cannot read, even if the line can.

use std::ops::Range;

use crate::document;
use crate::family::rule::{
    Finding, Rule, Scope, Severity, Subject,
    broken::{Broken, colon, quotes, reads},
    front::{self, within},
};

pub(super) const RULES: &[Rule] = &[UNREADABLE, COLON, QUOTES];

const UNREADABLE: Rule = Rule {
    code: "SL020",
    severity: Severity::Error,
    scope: Scope::Markdown,
    title: "YAML cannot read this",
    page: "The status line reads frontmatter line by line and may still find what it needs, but a YAML parser \
           fails on the whole file. Common reasons are a tab before a key, a key that appears twice, a \
           Markdown table, or a bracket that is not closed.\n\n\
           Write the value in quotes, or move it to the body. `stateline get` and `show` read the broken \
           lines as plain text and the rest as YAML.",
    fails: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\n| Phase | Plans |\n---\n",
    )],
    passes: &[(".planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n\n| a | b |\n")],
    find: |subject| {
        // Conflicts, missing fences, colons and quotes have their own rules.
        let conflicts = ["<<<<<<<", "=======", ">>>>>>>"];
        let mut found = Vec::new();
        for (span, line, broken) in complained(subject) {
            let is_open = subject.front.as_ref().is_some_and(|front| front.open == span);
            let Some(complaint) = subject.document.complaints.get(broken.complaint) else { continue };
            if is_open
                || broken.is_colon
                || broken.is_quotes
                || conflicts.iter().any(|mark| line.starts_with(mark))
            {
                continue;
            }
            let at = line.char_indices().nth(complaint.column.saturating_sub(1)).map_or(0, |(at, _)| at);
            let rest = line.get(at..).unwrap_or_default().trim_end().len();
            let message = format!("YAML cannot read this: {}", complaint.why);
            found.push(Finding::new(within(&span, at, rest), message));
        }
        found
    },
};

const COLON: Rule = Rule {
    code: "SL021",
    severity: Severity::Error,
    scope: Scope::Markdown,
    title: "a colon in a value without quotes",
    page: "In YAML, a colon followed by a space begins a map, so `stopped_at: Phase 4: done` is an error, and \
           the whole frontmatter cannot be read. The status line accepts it, so such files go unnoticed: \
           nine in ten unreadable frontmatters have this in `last_activity` or \
           `stopped_at`.\n\n\
           Write the value in quotes; `check --fix` does that.",
    fails: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\nstopped_at: Phase 4: plan 3 done\n---\n",
    )],
    passes: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\nstopped_at: \"Phase 4: plan 3 done\"\n---\n",
    )],
    find: |subject| {
        let quoted = |(span, line): (Range<usize>, &str)| {
            let value = colon(line)?;
            let text = line.get(value.clone())?;
            let place = within(&span, value.start, value.len());
            let finding = Finding::new(place.clone(), "a colon in a value without quotes");
            let finding = finding.label("YAML reads this as a map").help("write the value in quotes");
            Some(rewritten(subject, finding, (span, line), &value, text))
        };
        broken(subject, |line| line.is_colon).filter_map(quoted).collect()
    },
};

const QUOTES: Rule = Rule {
    code: "SL022",
    severity: Severity::Error,
    scope: Scope::Markdown,
    title: "quotes inside quotes",
    page: "A value in double quotes ends at the next double quote, so YAML cannot read \
           `goal: \"Make \"save\" work\"`. The orchestrator's tools write a goal as the user typed it and produce \
           such files.\n\n\
           Write the value in single quotes, or put a backslash before each inner quote. `check --fix` \
           writes it in single quotes, or without quotes if there is an apostrophe in it. No spelling of a value \
           with both kinds of quotes and a colon means the same to YAML and to the line; take one of them out.",
    fails: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\nstopped_at: \"the \"save\" button works\"\n---\n",
    )],
    passes: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\nstopped_at: 'the \"save\" button works'\n---\n",
    )],
    find: |subject| {
        let requoted = |(span, line): (Range<usize>, &str)| {
            let value = quotes(line)?;
            let text = line.get(value.clone())?;
            let quote = text.chars().next()?;
            let inside = text.strip_prefix(quote)?;
            let inside = inside.strip_suffix(quote).unwrap_or(text);
            let place = within(&span, value.start, value.len());
            let finding = Finding::new(place.clone(), "quotes inside quotes");
            let finding =
                finding.label("the value ends at the second quote").help("write it in single quotes");
            Some(rewritten(subject, finding, (span, line), &value, inside))
        };
        broken(subject, |line| line.is_quotes).filter_map(requoted).collect()
    },
};

/// Returns the unreadable lines of the frontmatter for which `is_it` is true.
fn broken<'s>(
    subject: &'s Subject<'s>,
    is_it: fn(&Broken) -> bool,
) -> impl Iterator<Item = (Range<usize>, &'s str)> {
    complained(subject).filter(move |(.., broken)| is_it(broken)).map(|(span, line, _)| (span, line))
}

/// Returns every unreadable line, with its text.
fn complained<'s>(subject: &'s Subject<'s>) -> impl Iterator<Item = (Range<usize>, &'s str, &'s Broken)> {
    let lines = subject.broken_lines().iter();
    lines.filter_map(|line| Some((line.span.clone(), subject.text.get(line.span.clone())?, line)))
}

/// Returns whether a value ends on its line: quotes around half of a value would not fix it.
///
/// Without a closing fence, the line may belong to the body, where the status line keeps the quotes.
fn is_all(subject: &Subject<'_>, span: &Range<usize>, line: &str) -> bool {
    let Some(block) = subject.front.as_ref().filter(|front| front.close.is_some()).map(|front| &front.block)
    else {
        return false;
    };
    let indent = |line: &str| line.len().saturating_sub(line.trim_start_matches([' ', '\t']).len());
    let dashed = line.trim_start_matches([' ', '\t']);
    let key = dashed.trim_start_matches("- ").trim_start();
    let column =
        if front::key_of(key).is_some() { line.len().saturating_sub(key.len()) } else { indent(line) };
    let block = subject.text.get(..block.end).unwrap_or_default();
    let mut below = front::lines(block, front::next_line(block, span.end)).map(|(_, line)| line);
    below
        .find(|line| !line.trim().is_empty())
        .is_none_or(|next| indent(next) <= column || next.trim_start().starts_with('#'))
}

/// Adds an edit that writes the value of a line as `text`, if there is a way that YAML can read.
fn rewritten(
    subject: &Subject<'_>,
    finding: Finding,
    (span, line): (Range<usize>, &str),
    value: &Range<usize>,
    text: &str,
) -> Finding {
    // The line shows `Phase: 3 of 9` at the start of any line, but not if the value is in quotes.
    if line.starts_with("Phase:") || !is_all(subject, &span, line) {
        return finding;
    }
    let Some(with) = spelling(text, is_shown(subject, line)) else {
        return finding.help("take one kind of quotes out of the value, and write it in the other");
    };
    let finding = if with == text { finding.help("write it without quotes") } else { finding };
    let (Some(before), Some(after)) = (line.get(..value.start), line.get(value.end..)) else {
        return finding;
    };
    // Even quotes cannot hold a control character; printable ASCII needs no proof.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~');
    if line.bytes().all(is_plain) || reads(&format!("{before}{with}{after}")) {
        return finding.edit(within(&span, value.start, value.len()), with);
    }
    finding
}

/// Returns a way to write a value for YAML.
///
/// The line removes one quote from each end and changes nothing else, so a value that it shows must not need
/// any escape.
fn spelling(text: &str, is_shown: bool) -> Option<String> {
    let has_both = text.contains('\'') && text.contains(['"', '\\']);
    if !has_both {
        return Some(front::in_quotes(text));
    }
    let is_bare = document::is_string(text) && !text.starts_with(['"', '\'']);
    if is_bare { Some(text.to_owned()) } else { (!is_shown).then(|| front::in_quotes(text)) }
}

/// Returns whether the line shows the entry of a line.
fn is_shown(subject: &Subject<'_>, line: &str) -> bool {
    let names = subject.family.fields.every.iter().chain(subject.family.fields.smart);
    front::key_of(line).is_some_and(|key| names.into_iter().any(|name| *name == key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    #[test]
    fn the_first_findings_of_a_rule_are_shown_and_the_rest_is_counted() {
        let lines: Vec<String> = (0..300).map(|number| format!("a{number}: b: c\n")).collect();
        let text = format!("---\n{}---\n", lines.concat());
        let family = crate::family::family("gsd").unwrap();
        let document = family.document(&text);
        let subject = Subject::new(family, None, &text, &document);
        let found = check::problems(&subject);
        let colons: Vec<_> = found.iter().filter(|problem| problem.rule.code == "SL021").collect();
        assert_eq!(colons.len(), 50);
        assert_eq!(
            colons[49].finding.help.as_deref(),
            Some("write the value in quotes; 250 more of this kind are not shown")
        );
    }
}
