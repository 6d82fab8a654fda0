//! The rules for a feature of Spec Kit.

use super::{
    MANNER,
    feature::root_of,
    is_run,
    pointer::{POINTER, Pointed, pointer},
};
use crate::family::{
    plan::rules,
    rule::{Finding, Piece, Rule, Scope, Severity, Subject},
};

pub(super) const RULES: &[Rule] = &[GONE, OUTSIDE, UNMARKED, MARK, REPEATED];

const FILE: &str = "specs/009-browser-api/tasks.md";
const TEXT: &str = "# Tasks: Browser API\n\n## Phase 1: Setup\n\n- [x] T001 Create the project\n- [ ] T002 [P] Add the linter\n";

/// A feature that no rule reports.
const GOOD: &[Piece] = &[(FILE, TEXT), (POINTER, "{\"feature_directory\": \"specs/009-browser-api\"}\n")];

const GONE: Rule = Rule {
    code: "SL720",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the pointer leads to a folder that is not there",
    page: "`.specify/feature.json` names a folder that does not exist. Spec Kit's commands and the line then fall back \
           on the branch or on the highest number, which may be another feature.\n\n\
           Set `feature_directory` to the folder of the feature in hand, or remove the file.",
    fails: &[(FILE, TEXT), (POINTER, "{\"feature_directory\": \"specs/008-gone\"}\n")],
    passes: GOOD,
    find: |subject| {
        found(subject, |named, place| {
            let is_gone = matches!(place, Pointed::Inside(folder) if !folder.is_dir());
            is_gone.then(|| format!("`{POINTER}` names `{named}`, which is not there"))
        })
    },
};

const OUTSIDE: Rule = Rule {
    code: "SL721",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the pointer leads out of the project",
    page: "`.specify/feature.json` names a folder outside of the project. The file may have come with the project, so \
           the line does not follow it; most often it was written on another machine.\n\n\
           Write a path relative to the project, such as `specs/009-browser-api`. To show a folder elsewhere, set \
           `SPECIFY_FEATURE_DIRECTORY` in your environment.",
    fails: &[(FILE, TEXT), (POINTER, "{\"feature_directory\": \"../elsewhere/specs/008-a\"}\n")],
    passes: GOOD,
    find: |subject| {
        found(subject, |named, place| {
            let is_outside = *place == Pointed::Outside;
            is_outside.then(|| format!("`{POINTER}` names `{named}`, which is not in the project"))
        })
    },
};

const UNMARKED: Rule = Rule {
    code: "SL722",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a list of tasks without boxes",
    page: "No line of `tasks.md` has a box, so the line cannot tell how much is done.\n\n\
           Write each task as an item with a box: `- [ ] T001 Create the project`.",
    fails: &[(FILE, "# Tasks: Browser API\n\nCreate the project.\n")],
    passes: GOOD,
    find: |subject| if is_run(subject.text) { Vec::new() } else { rules::unmarked(subject, &MANNER) },
};

const MARK: Rule = Rule {
    code: "SL723",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a mark that is neither open nor done",
    page: "A box has a mark other than a space, `x` or `X`. The line counts such a task neither as open nor as done.\n\n\
           Use `[ ]` or `[x]`.",
    fails: &[(FILE, "# Tasks\n\n- [x] T001 Create the project\n- [~] T002 Add the linter\n")],
    passes: GOOD,
    find: |subject| rules::unknown_marks(subject, &MANNER),
};

const REPEATED: Rule = Rule {
    code: "SL724",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "two tasks have the same number",
    page: "Two tasks of a feature have the same number, so it is not clear which of them `next T002` means, or which \
           one to tick.\n\n\
           Give each task its own number.",
    fails: &[(FILE, "# Tasks\n\n- [x] T001 Create the project\n- [ ] T001 Add the linter\n")],
    passes: GOOD,
    find: |subject| rules::repeated(subject, &MANNER),
};

/// Returns a finding about the pointer of the project that a feature belongs to.
fn found(subject: &Subject<'_>, message: impl Fn(&str, &Pointed) -> Option<String>) -> Vec<Finding> {
    let root = subject.dir().and_then(root_of);
    let Some((named, place)) = root.and_then(pointer) else { return Vec::new() };
    let finding = |message| Finding::new(subject.first_line(), message).help(format!("change `{POINTER}`"));
    message(&named, &place).map(finding).into_iter().collect()
}
