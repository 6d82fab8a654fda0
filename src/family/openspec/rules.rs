//! The rules for a change of `OpenSpec`.

use super::MANNER;
use crate::family::{
    plan::rules,
    rule::{Finding, Piece, Rule, Scope, Severity},
};

pub(super) const RULES: &[Rule] = &[UNMARKED, MARK, REPEATED, ALONE];

const FILE: &str = "openspec/changes/add-dark-mode/tasks.md";

/// A change that no rule reports.
const GOOD: &[Piece] = &[
    (FILE, "## 1. Theme\n\n- [x] 1.1 Add the colours\n- [ ] 1.2 Add the switch\n"),
    ("openspec/changes/add-dark-mode/proposal.md", "# Change: add dark mode\n"),
];

const UNMARKED: Rule = Rule {
    code: "SL730",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a list of tasks without boxes",
    page: "No line of `tasks.md` has a box, so neither OpenSpec nor the line can tell how much is done.\n\n\
           Write each task as an item with a box: `- [ ] 1.1 Add the colours`.",
    fails: &[(FILE, "# Tasks\n\n### Task 1: add the colours\n")],
    passes: GOOD,
    find: |subject| rules::unmarked(subject, &MANNER),
};

const MARK: Rule = Rule {
    code: "SL731",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a mark that OpenSpec does not count",
    page: "A box has a mark other than a space, `x` or `X`. OpenSpec does not count such a line at all, neither as \
           open nor as done, and neither does the line.\n\n\
           If the task was given up, that may be what you want. Otherwise use `[ ]` or `[x]`.",
    fails: &[(FILE, "## 1. Theme\n\n- [x] 1.1 Add the colours\n- [-] 1.2 Add the switch\n")],
    passes: GOOD,
    find: |subject| rules::unknown_marks(subject, &MANNER),
};

const REPEATED: Rule = Rule {
    code: "SL732",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "two tasks have the same number",
    page: "Two tasks of a change have the same number, so it is not clear which of them a message or a commit is \
           about.\n\n\
           Give each task its own number.",
    fails: &[(FILE, "## 1. Theme\n\n- [x] 1.1 Add the colours\n- [ ] 1.1 Add the switch\n")],
    passes: GOOD,
    find: |subject| rules::repeated(subject, &MANNER),
};

const ALONE: Rule = Rule {
    code: "SL733",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a change without a proposal",
    page: "The folder of a change has tasks, but no `proposal.md`. `openspec validate` and `openspec show` start from \
           the proposal.\n\n\
           Write a `proposal.md` next to `tasks.md` that says why the change is made and what it changes.",
    fails: &[(FILE, "## 1. Theme\n\n- [ ] 1.1 Add the colours\n")],
    passes: GOOD,
    find: |subject| {
        let is_alone = subject.dir().is_some_and(|dir| dir.is_dir() && !dir.join("proposal.md").exists());
        let finding = || Finding::new(subject.first_line(), "there is no `proposal.md` next to this file");
        is_alone.then(finding).into_iter().collect()
    },
};
