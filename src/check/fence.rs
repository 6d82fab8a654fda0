//! The fences around frontmatter, which the line wants to be exact.

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
    title: "something stands above the frontmatter",
    page: "Frontmatter counts only if it starts at the very first character of the file. A comment, a \
           heading or an empty line above the opening `---` makes it plain text: the status line sees none \
           of its fields, the bar disappears, and only lines such as `Phase: 1 of 5` in the body are left \
           to show.\n\n\
           Move what stands above it to the body, below the closing `---`. Where only empty lines stand \
           above it, `check --fix` takes them out.",
    fails: &[(
        ".planning/STATE.md",
        "<!-- do not edit -->\n---\ngsd_state_version: '1.0'\nstatus: executing\n---\n",
    )],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
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
            return vec![finding.help("take out the empty lines above `---`").edit(mark..open.start, "")];
        }
        vec![finding.label("this stands above `---`").help("move it below the closing `---`")]
    },
};

const INEXACT: Rule = Rule {
    code: "SL011",
    severity: Severity::Error,
    scope: Scope::Markdown,
    title: "the opening fence is not exactly `---`",
    page: "The opening line must be `---` and nothing else. With a blank before or behind it, or with a \
           fourth dash, the status line finds no frontmatter: the fields are not seen and the bar disappears. \
           An editor does not show the blank, and YAML does not mind it, which makes this hard to find.\n\n\
           Take out what is too much. `check --fix` does that.",
    fails: &[(".planning/STATE.md", "---  \ngsd_state_version: '1.0'\nstatus: executing\n---\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
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
        // The caret marks the blanks: they are what nobody sees.
        let blanks = match fence {
            0 => start.saturating_add(3)..front.open.end,
            _ => start..start.saturating_add(fence),
        };
        let finding = Finding::new(blanks, "the opening `---` has blanks beside it").label("blanks");
        vec![finding.help("take the blanks out").edit(start..front.open.end, "---")]
    },
};

const OPEN: Rule = Rule {
    code: "SL012",
    severity: Severity::Error,
    scope: Scope::Markdown,
    title: "the frontmatter is not closed",
    page: "There is an opening `---`, but no line below it begins with `---`. The status line needs both \
           fences and sees none of the fields.\n\n\
           Put a line `---` behind the last field.",
    fails: &[(".planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: executing\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
        let Some(front) = subject.front.as_ref().filter(|front| front.close.is_none()) else {
            return Vec::new();
        };
        let finding = Finding::new(front.open.clone(), "the frontmatter has no closing `---`");
        vec![finding.label("opened here").help("put a line `---` behind the last field")]
    },
};

const CLOSED_BY_CHANCE: Rule = Rule {
    code: "SL013",
    severity: Severity::Warning,
    scope: Scope::Markdown,
    title: "a line that only begins with `---` ends the frontmatter",
    page: "The first line that begins with `---` ends the frontmatter, whatever follows on it: a rule of \
           dashes or a sentence. What stands below is body, even if it looks like fields.\n\n\
           Make the closing fence a line `---` of its own, and keep longer rules for the body.",
    fails: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\n------ history\nmilestone: v1.0\n---\n",
    )],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
        let close = subject.front.as_ref().and_then(|front| front.close.clone());
        let Some(span) = close else { return Vec::new() };
        if subject.text.get(span.clone()).is_none_or(|line| line.trim_end() == "---") {
            return Vec::new();
        }
        let finding = Finding::new(span, "this line ends the frontmatter");
        vec![finding.label("begins with `---`").help("close the frontmatter with a line `---` of its own")]
    },
};

const SECOND: Rule = Rule {
    code: "SL014",
    severity: Severity::Warning,
    scope: Scope::Markdown,
    title: "a second frontmatter block",
    page: "Behind the frontmatter stands another block of the same form. Only the first one counts: a tool \
           that could not read the old block has put a new one above it. Fields that stand only in the \
           second block are not seen.\n\n\
           Take over what is still true from the second block, then remove it.",
    fails: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n\n---\nstatus: planning\n---\n",
    )],
    passes: &[(
        ".planning/STATE.md",
        "---\nstatus: executing\n---\n\n# Notes\n\n---\n\nA rule is no fence.\n",
    )],
    look: |subject| {
        let Some(close) = subject.front.as_ref().and_then(|front| front.close.clone()) else {
            return Vec::new();
        };
        let mut below = front::lines(subject.text, front::next_line(subject.text, close.end))
            .skip_while(|(_, line)| line.trim().is_empty());
        let (Some((span, "---")), Some((_, entry))) = (below.next(), below.next()) else { return Vec::new() };
        if front::key_of(entry).is_none() {
            return Vec::new();
        }
        let finding = Finding::new(span, "a second frontmatter block begins here; only the first counts");
        vec![finding.help("take over what is still true, then remove this block")]
    },
};

const EMPTY: Rule = Rule {
    code: "SL015",
    severity: Severity::Warning,
    scope: Scope::Markdown,
    title: "the frontmatter is empty",
    page: "Nothing stands between the first two lines `---`. What follows is body, even if it looks like \
           fields and another `---` stands below: the status line sees none of it.\n\n\
           Move the fields between the first two `---`, or take the first block out.",
    fails: &[(
        ".planning/STATE.md",
        "---\n\n---\ngsd_state_version: '1.0'\nstatus: executing\n---\n\n# Project State\n",
    )],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
        let Some(front) = subject.front.as_ref().filter(|front| front.close.is_some()) else {
            return Vec::new();
        };
        if subject.text.get(front.block.clone()).is_none_or(|block| !block.trim().is_empty()) {
            return Vec::new();
        }
        let finding = Finding::new(front.open.clone(), "nothing stands between the first two `---`");
        vec![finding.label("opened here").help("move the fields between them, or take this block out")]
    },
};
