//! Rules for the `---` fences around frontmatter, which the line reads very strictly.

use crate::family::rule::{
    Finding, Rule, Scope, Severity,
    front::{self, Front},
};
use crate::text;

pub(super) const RULES: &[Rule] = &[ABOVE, INEXACT, OPEN, CLOSED_BY_CHANCE, SECOND, EMPTY];

const GOOD: &str = "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n\n# Project State\n";

const ABOVE: Rule = Rule {
    code: "SL010",
    severity: Severity::Error,
    scope: Scope::Markdown,
    title: "something comes before the frontmatter",
    page: "Frontmatter is recognised only if it starts at the very first character of the file. A comment, a \
           heading or an empty line above the opening `---` turns it into plain text: the status line sees \
           none of its fields, the bar disappears, and only lines such as `Phase: 1 of 5` in the body can \
           still be shown.\n\n\
           Move the text above it to the body, below the closing `---`. If there are only empty lines, \
           `check --fix` removes them.",
    fails: &[(
        ".planning/STATE.md",
        "<!-- do not edit -->\n---\ngsd_state_version: '1.0'\nstatus: executing\n---\n",
    )],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
        let bare = subject.text.trim_start_matches('\u{FEFF}');
        let mark = subject.text.len().saturating_sub(bare.len());
        let Some(Front { open, .. }) = subject.front.as_ref().filter(|front| front.open.start > mark) else {
            return Vec::new();
        };
        let above = subject.text.get(mark..open.start).unwrap_or_default();
        let first = front::lines(subject.text, 0).find(|(_, line)| !line.trim().is_empty());
        let is_empty = text::trim(above).is_empty();
        let span = first.filter(|_| !is_empty).map_or(mark..mark, |(span, _)| span);
        let finding = Finding::new(span, "the frontmatter does not start at the first character");
        if is_empty {
            return vec![finding.help("remove the empty lines above `---`").edit(mark..open.start, "")];
        }
        vec![finding.label("this is above `---`").help("move it below the closing `---`")]
    },
};

const INEXACT: Rule = Rule {
    code: "SL011",
    severity: Severity::Error,
    scope: Scope::Markdown,
    title: "the opening fence is not exactly `---`",
    page: "The opening line must be `---` and nothing else. If it has a space before or after the dashes, or \
           a fourth dash, the status line finds no frontmatter: it sees no fields and draws no bar. An editor \
           does not show the space, and YAML accepts it, so this is hard to find.\n\n\
           Remove the extra characters; `check --fix` does that.",
    fails: &[(".planning/STATE.md", "---  \ngsd_state_version: '1.0'\nstatus: executing\n---\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
        let Some(front) = &subject.front else { return Vec::new() };
        let line = subject.text.get(front.open.clone()).unwrap_or_default();
        let bare = line.trim_start_matches('\u{FEFF}');
        if bare == "---" {
            return Vec::new();
        }
        let start = front.open.start.saturating_add(line.len().saturating_sub(bare.len()));
        if bare.trim() != "---" {
            let finding = Finding::new(start..front.open.end, "the opening fence has more than three dashes");
            let finding = finding.label("only `---` opens frontmatter").help("write `---`");
            return vec![finding.edit(start..front.open.end, "---")];
        }
        let fence = bare.find("---").unwrap_or_default();
        // The caret marks the spaces, because they are invisible.
        let blanks = match fence {
            0 => start.saturating_add(3)..front.open.end,
            _ => start..start.saturating_add(fence),
        };
        let finding = Finding::new(blanks, "the opening `---` has spaces around it").label("spaces");
        vec![finding.help("remove the spaces").edit(start..front.open.end, "---")]
    },
};

const OPEN: Rule = Rule {
    code: "SL012",
    severity: Severity::Error,
    scope: Scope::Markdown,
    title: "the frontmatter is not closed",
    page: "There is an opening `---`, but no line below it begins with `---`. The status line needs both \
           fences and sees none of the fields.\n\n\
           Add a line `---` after the last field.",
    fails: &[(".planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: executing\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
        let Some(front) = subject.front.as_ref().filter(|front| front.close.is_none()) else {
            return Vec::new();
        };
        let finding = Finding::new(front.open.clone(), "the frontmatter has no closing `---`");
        vec![finding.label("opened here").help("add a line `---` after the last field")]
    },
};

const CLOSED_BY_CHANCE: Rule = Rule {
    code: "SL013",
    severity: Severity::Warning,
    scope: Scope::Markdown,
    title: "a line that only begins with `---` ends the frontmatter",
    page: "The first line that begins with `---` ends the frontmatter, whatever else is on it: a longer row \
           of dashes or a sentence. Everything below it is body text, even if it looks like fields.\n\n\
           Close the frontmatter with a line that is exactly `---`, and use longer rows of dashes only in the body.",
    fails: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\n------ history\nmilestone: v1.0\n---\n",
    )],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
        let close = subject.front.as_ref().and_then(|front| front.close.clone());
        let Some(span) = close else { return Vec::new() };
        if subject.text.get(span.clone()).is_none_or(|line| line.trim_end() == "---") {
            return Vec::new();
        }
        let finding = Finding::new(span, "this line ends the frontmatter");
        vec![
            finding
                .label("begins with `---`")
                .help("close the frontmatter with a line that is exactly `---`"),
        ]
    },
};

const SECOND: Rule = Rule {
    code: "SL014",
    severity: Severity::Warning,
    scope: Scope::Markdown,
    title: "a second frontmatter block",
    page: "A second block of the same form follows the frontmatter. Only the first one is read: a tool that \
           could not read the old block has probably written a new one above it. Fields that are only in \
           the second block are ignored.\n\n\
           Copy what is still true from the second block, then remove it.",
    fails: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n\n---\nstatus: planning\n---\n",
    )],
    passes: &[(
        ".planning/STATE.md",
        "---\nstatus: executing\n---\n\n# Notes\n\n---\n\nA rule is no fence.\n",
    )],
    find: |subject| {
        let Some(close) = subject.front.as_ref().and_then(|front| front.close.clone()) else {
            return Vec::new();
        };
        let mut below = front::lines(subject.text, front::next_line(subject.text, close.end))
            .skip_while(|(_, line)| line.trim().is_empty());
        let (Some((span, "---")), Some((_, entry))) = (below.next(), below.next()) else { return Vec::new() };
        if front::key_of(entry).is_none() {
            return Vec::new();
        }
        let finding = Finding::new(span, "a second frontmatter block begins here; only the first is read");
        vec![finding.help("copy what is still true to the first block, then remove this one")]
    },
};

const EMPTY: Rule = Rule {
    code: "SL015",
    severity: Severity::Warning,
    scope: Scope::Markdown,
    title: "the frontmatter is empty",
    page: "There is nothing between the first two `---` lines. What follows is body text, even if it looks \
           like fields and is followed by another `---`: the status line sees none of it.\n\n\
           Move the fields between the first two `---`, or remove the first block.",
    fails: &[(
        ".planning/STATE.md",
        "---\n\n---\ngsd_state_version: '1.0'\nstatus: executing\n---\n\n# Project State\n",
    )],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
        let Some(front) = subject.front.as_ref().filter(|front| front.close.is_some()) else {
            return Vec::new();
        };
        if subject.text.get(front.block.clone()).is_none_or(|block| !block.trim().is_empty()) {
            return Vec::new();
        }
        let finding = Finding::new(front.open.clone(), "nothing is between the first two `---`");
        vec![finding.label("opened here").help("move the fields between them, or remove this block")]
    },
};
