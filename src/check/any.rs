//! Rules for every state file, whatever its family.

use crate::{
    document::Syntax,
    family::rule::{Finding, Rule, Scope, Severity, front, words},
};

pub(super) const RULES: &[Rule] = &[EMPTY, MARK, NOT_UTF8, CONFLICT, CONTROL, TWICE];

const GOOD: &str = "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n";

const EMPTY: Rule = Rule {
    code: "SL001",
    severity: Severity::Warning,
    scope: Scope::Every,
    title: "the file is empty",
    page: "A state file with nothing in it shows nothing, and it hides every state file further up: the nearest \
           directory that holds a state file wins.\n\n\
           Remove the file, or let its tool write it again. An interrupted write often leaves an empty file; \
           the state may still be in version control or in a checkpoint.",
    fails: &[(".planning/STATE.md", "\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
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
    page: "The file begins with U+FEFF, a mark that some editors on Windows put at the start of a file. \
           Frontmatter is recognised only if `---` are the very first characters, so the status line finds \
           none and shows nothing; `JSON.parse` rejects the file.\n\n\
           Save the file as UTF-8 without a byte-order mark. `check --fix` removes the mark.",
    fails: &[(".planning/STATE.md", "\u{FEFF}---\ngsd_state_version: '1.0'\nstatus: executing\n---\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
        let bare = subject.text.trim_start_matches('\u{FEFF}');
        if bare == subject.text {
            return Vec::new();
        }
        // A second mark would become the first one once the one before it is removed.
        let mark = 0..subject.text.len().saturating_sub(bare.len());
        let finding = Finding::new(mark.clone(), "a byte-order mark before the first character");
        // What a family reads itself does not depend on the first character, and neither does a body without frontmatter.
        let is_harmless = match subject.family.syntax {
            Syntax::Own(_) => true,
            Syntax::Frontmatter { .. } => !bare.starts_with("---"),
            Syntax::Json | Syntax::Yaml | Syntax::Toml => false,
        };
        let finding = if is_harmless { finding.hint() } else { finding };
        vec![finding.help("save the file as UTF-8 without a byte-order mark").edit(mark, "")]
    },
};

const NOT_UTF8: Rule = Rule {
    code: "SL003",
    severity: Severity::Warning,
    scope: Scope::Every,
    title: "part of the file cannot be read as text",
    page: "Some bytes of the file are not UTF-8, or the file is larger than 1 MiB (4 MiB for a list of tasks in \
           JSON), which is all that stateline reads of a state file. Bytes that are not UTF-8 are shown as \
           `\u{FFFD}`, as in Node; everything after that is ignored. A program that saved such a file may have \
           written that character: then the text is lost, and the finding is a hint.\n\n\
           Save the file as UTF-8, and keep history out of it: a state file is a digest, not an archive. \
           `check --fix` never rewrites a file that it cannot read completely.",
    fails: &[(".planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: ex\u{FFFD}cuting\n---\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
        let at = subject.text.find('\u{FFFD}');
        let finding = match (at, subject.is_whole) {
            (Some(at), is_whole) => {
                let span = at..at.saturating_add('\u{FFFD}'.len_utf8());
                if is_whole {
                    Finding::new(span, "text was lost here when the file was saved before")
                        .hint()
                        .help("write the lost text again, in place of the U+FFFD")
                } else {
                    Finding::new(span, "these bytes are not UTF-8").help("save the file as UTF-8")
                }
            }
            (None, false) => {
                let message =
                    format!("only the first {} MiB of the file is read", subject.family.bytes_limit >> 20);
                Finding::new(subject.first_line(), message).help("move the history to another file")
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
    title: "unresolved merge conflict",
    page: "Git left conflict markers in the file: `<<<<<<<`, `=======` and `>>>>>>>`. Both versions are \
           there, so a key appears twice and the status line shows the last one; YAML and JSON parsers cannot \
           read the file at all.\n\n\
           Keep one version of each part, delete the markers, and commit.",
    fails: &[(
        ".planning/STATE.md",
        "---\ngsd_state_version: '1.0'\n<<<<<<< HEAD\nstatus: executing\n=======\nstatus: planning\n\
         >>>>>>> topic\n---\n",
    )],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
        let marks = |mark: &str| -> Vec<_> {
            front::lines(subject.text, 0).filter(|(_, line)| line.starts_with(mark)).collect()
        };
        // The first marker may have been deleted already.
        let marks =
            Some(marks("<<<<<<< ")).filter(|marks| !marks.is_empty()).unwrap_or_else(|| marks(">>>>>>> "));
        let Some((span, _)) = marks.first() else { return Vec::new() };
        // The rest of a conflict may have been deleted already.
        let is_whole = front::lines(subject.text, 0).any(|(_, line)| line.starts_with("======="));
        let finding = if is_whole {
            let message = format!("{} not resolved", words::counted(marks.len(), "merge conflict"));
            Finding::new(span.clone(), message).help("keep one version of each part and delete the markers")
        } else {
            let message = format!("{} left in the text", words::counted(marks.len(), "conflict marker"));
            Finding::new(span.clone(), message).help("delete the markers")
        };
        vec![finding]
    },
};

const CONTROL: Rule = Rule {
    code: "SL005",
    severity: Severity::Warning,
    scope: Scope::Every,
    title: "a character that controls the terminal",
    page: "The file contains a control character (such as escape, bell or backspace) or one that changes the \
           direction of text. Printed as it is, such a character can recolour, overwrite or reorder what a \
           terminal shows. stateline prints a space in its place, or drops it; other tools may not.\n\n\
           Delete the character. It usually comes from pasted terminal output.",
    fails: &[(".planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: \"\u{1b}[31mexecuting\"\n---\n")],
    passes: &[(".planning/STATE.md", GOOD)],
    find: |subject| {
        let found = subject.text.char_indices().find(|(_, character)| controls_terminal(*character));
        let Some((at, character)) = found else { return Vec::new() };
        let span = at..at.saturating_add(character.len_utf8());
        let message = format!("U+{:04X} controls the terminal", u32::from(character));
        vec![Finding::new(span, message).help("delete it; stateline shows a space or nothing in its place")]
    },
};

const TWICE: Rule = Rule {
    code: "SL006",
    severity: Severity::Warning,
    scope: Scope::Json,
    title: "a key appears twice in an object",
    page: "An object has the same key twice. Most programs use the last value and never see the first one, some \
           use the first, and some reject the file, so two tools can disagree about what the file says.\n\n\
           Keep one of the two, and delete the other.",
    fails: &[(
        ".claude/agent-state.json",
        "{\"orchestrator\": {\"status\": \"executing\", \"status\": \"failed\"}}\n",
    )],
    passes: &[(
        ".claude/agent-state.json",
        "{\"status\": \"executing\", \"current_step\": 5, \"total_steps\": 10}\n",
    )],
    find: |subject| {
        let found = subject.document.repeated_keys().into_iter().map(|(name, at)| {
            let key = format!("\"{name}\"");
            let is_plain = subject.text.get(at..).is_some_and(|text| text.starts_with(&key));
            let span = at..at.saturating_add(if is_plain { key.len() } else { 1 });
            let finding = Finding::new(span, format!("`{name}` appears twice in its object"));
            finding.label("again").help("keep one of the two; most programs use the last")
        });
        found.collect()
    },
};

/// Returns whether a character could change what a terminal shows.
fn controls_terminal(character: char) -> bool {
    let is_plain_blank = matches!(character, '\t' | '\n' | '\r');
    let turns = matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    turns || (character.is_control() && !is_plain_blank)
}
