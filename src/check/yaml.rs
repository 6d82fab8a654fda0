//! Rules for frontmatter that a YAML parser cannot read, even if the line can.

use std::ops::Range;

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
            let with = front::in_quotes(text);
            let is_fixed = is_all(subject, &span, line) && reads_with(line, &value, &with);
            Some(if is_fixed { finding.edit(place, with) } else { finding })
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
           writes it in single quotes.",
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
            let with = front::in_quotes(inside);
            let is_fixed = is_all(subject, &span, line) && reads_with(line, &value, &with);
            Some(if is_fixed { finding.edit(place, with) } else { finding })
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

/// Returns whether YAML can read the line with another value; even quotes cannot hold a control character.
fn reads_with(line: &str, value: &Range<usize>, with: &str) -> bool {
    let (Some(before), Some(after)) = (line.get(..value.start), line.get(value.end..)) else { return false };
    // The line shows `Phase: 3 of 9` at the start of any line, but not if the value is in quotes.
    !line.starts_with("Phase:") && reads(&format!("{before}{with}{after}"))
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
