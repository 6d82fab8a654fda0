//! What no state file should have, whatever its family.

use crate::family::rule::{Finding, Rule, Scope, Severity, front, words};

pub(super) const RULES: &[Rule] = &[EMPTY, MARK, NOT_UTF8, CONFLICT, CONTROL];

const GOOD: &str = "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n";

const EMPTY: Rule = Rule {
    code: "SL001",
    severity: Severity::Warning,
    scope: Scope::Every,
    title: "the file is empty",
    page: "A state file with nothing in it shows nothing, and it hides every state further up: the nearest \
           directory that holds a state file is the one that counts.\n\n\
           Remove the file, or let its tool write it again. An empty file is often what a write that was \
           interrupted leaves behind; the state may be in version control or in a checkpoint.",
    fails: &[(".planning/STATE.md", "\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
        if !subject.text.trim_matches(crate::text::is_blank).is_empty() {
            return Vec::new();
        }
        vec![Finding::new(0..0, "the file is empty").help("remove it, or let its tool write it again")]
    },
};

const MARK: Rule = Rule {
    code: "SL002",
    severity: Severity::Error,
    scope: Scope::Every,
    title: "a byte-order mark before the first character",
    page: "The file begins with U+FEFF, the mark that some editors on Windows put before a text. \
           Frontmatter counts only if `---` are the very first characters, so the status line finds none \
           and shows nothing; `JSON.parse` refuses the file altogether.\n\n\
           Save the file as UTF-8 without a byte-order mark. `check --fix` takes the mark out.",
    fails: &[(".planning/STATE.md", "\u{FEFF}---\ngsd_state_version: '1.0'\nstatus: executing\n---\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
        let bare = subject.text.trim_start_matches('\u{FEFF}');
        if bare == subject.text {
            return Vec::new();
        }
        // Each of several would be the first one once those before it are gone.
        let mark = 0..subject.text.len().saturating_sub(bare.len());
        let finding = Finding::new(mark.clone(), "a byte-order mark stands before the first character");
        vec![finding.help("save the file as UTF-8 without a byte-order mark").edit(mark, "")]
    },
};

const NOT_UTF8: Rule = Rule {
    code: "SL003",
    severity: Severity::Warning,
    scope: Scope::Every,
    title: "not all of the file can be read as text",
    page: "Some bytes of the file are not UTF-8, or it is larger than the megabyte that stateline reads \
           of a state file. Bytes that are not UTF-8 are shown as `\u{FFFD}`, as Node shows them; what lies \
           beyond the megabyte is not seen at all.\n\n\
           Save the file as UTF-8, and keep history out of it: a state file is a digest, not an archive. \
           `check --fix` never rewrites a file that it cannot read as a whole.",
    fails: &[(".planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: ex\u{FFFD}cuting\n---\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
        let at = subject.text.find('\u{FFFD}');
        let finding = match (at, subject.is_whole) {
            (Some(at), _) => {
                let span = at..at.saturating_add('\u{FFFD}'.len_utf8());
                Finding::new(span, "these bytes are not UTF-8").help("save the file as UTF-8")
            }
            (None, false) => {
                Finding::new(subject.first_line(), "only the first megabyte of the file is read")
                    .help("move what is history to another file")
            }
            (None, true) => return Vec::new(),
        };
        vec![finding]
    },
};

const CONFLICT: Rule = Rule {
    code: "SL004",
    severity: Severity::Error,
    scope: Scope::Every,
    title: "the marks of a merge conflict",
    page: "Git left the marks of a merge that nobody finished: `<<<<<<<`, `=======` and `>>>>>>>`. Both \
           versions are in the file, so a key stands twice and the last one is shown; YAML and JSON cannot \
           read the file at all.\n\n\
           Choose a version of each part, take out the marks, and commit.",
    fails: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\n<<<<<<< HEAD\nstatus: executing\n=======\nstatus: planning\n\
         >>>>>>> topic\n---\n",
    )],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
        let is_mark = |line: &str| line.starts_with("<<<<<<< ");
        let marks: Vec<_> = front::lines(subject.text, 0).filter(|(_, line)| is_mark(line)).collect();
        let Some((span, _)) = marks.first() else { return Vec::new() };
        let message = format!("{} not resolved", words::counted(marks.len(), "merge conflict"));
        vec![Finding::new(span.clone(), message).help("choose a version of each part and take out the marks")]
    },
};

const CONTROL: Rule = Rule {
    code: "SL005",
    severity: Severity::Warning,
    scope: Scope::Every,
    title: "a character that steers the terminal",
    page: "The file has a control character (an escape, a bell, a backspace) or one that turns the direction \
           of writing. Printed raw, such a character can recolour, overwrite or reorder what a terminal \
           shows. stateline prints a blank in its place, or drops it; other tools may not.\n\n\
           Take the character out. It usually came in with coloured output that was pasted.",
    fails: &[(".planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: \"\u{1b}[31mexecuting\"\n---\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    look: |subject| {
        let found = subject.text.char_indices().find(|(_, character)| steers(*character));
        let Some((at, character)) = found else { return Vec::new() };
        let span = at..at.saturating_add(character.len_utf8());
        let message = format!("U+{:04X} steers the terminal", u32::from(character));
        vec![Finding::new(span, message).help("take it out; stateline shows a blank or nothing in its place")]
    },
};

/// Tells whether a character is one that text has no use for.
fn steers(character: char) -> bool {
    let is_plain_blank = matches!(character, '\t' | '\n' | '\r');
    let turns = matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    turns || (character.is_control() && !is_plain_blank)
}
