//! The rules for a spec of Kiro.

use super::MANNER;
use crate::family::{
    plan::{document::line_at, rules},
    rule::{Finding, Piece, Rule, Scope, Severity},
    text::checklist::{Checklist, Mark},
};

pub(super) const RULES: &[Rule] = &[UNMARKED, MARK, REPEATED, FORGOTTEN, SEVERAL];

const FILE: &str = ".kiro/specs/time-entry-crud/tasks.md";

/// A spec that no rule reports.
const GOOD: &[Piece] = &[(
    FILE,
    "# Implementation Plan\n\n- [x] 1. Store entries\n  - [x] 1.1 Add the table\n- [-] 2. Add the form\n- [ ]* 3. Add \
     tests\n",
)];

const UNMARKED: Rule = Rule {
    code: "SL740",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a list of tasks without boxes",
    page: "No line of `tasks.md` has a box, so neither Kiro nor the line can tell how much is done.\n\n\
           Write each task as an item with a box: `- [ ] 1. Store entries`.",
    fails: &[(FILE, "# Implementation Plan\n\n1. Store entries\n")],
    passes: GOOD,
    find: |subject| rules::unmarked(subject, &MANNER),
};

const MARK: Rule = Rule {
    code: "SL741",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a mark that Kiro does not know",
    page: "A box has a mark other than a space, `x`, `-` (in progress) or `~` (queued). Neither Kiro nor the line \
           counts such a task.\n\n\
           Use one of the known marks.",
    fails: &[(FILE, "# Implementation Plan\n\n- [x] 1. Store entries\n- [!] 2. Add the form\n")],
    passes: GOOD,
    find: |subject| rules::unknown_marks(subject, &MANNER),
};

const REPEATED: Rule = Rule {
    code: "SL742",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "two tasks have the same number",
    page: "Two tasks of a spec have the same number, so it is not clear which of them is to be done.\n\n\
           Give each task its own number.",
    fails: &[(FILE, "# Implementation Plan\n\n- [x] 1. Store entries\n- [ ] 1. Add the form\n")],
    passes: GOOD,
    find: |subject| rules::repeated(subject, &MANNER),
};

const FORGOTTEN: Rule = Rule {
    code: "SL743",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a task is ticked, but not all of its parts",
    page: "A task is done by its own box, but one of the tasks below it is open. If that one is indented, the line \
           counts it as done, too; if only its number says that it is below, the line counts it as open.\n\n\
           Tick the open one too, mark it as optional (`- [ ]*`), or take the tick from the task above it.",
    fails: &[(FILE, "# Implementation Plan\n\n- [x] 1. Store entries\n  - [ ] 1.1 Add the table\n")],
    passes: GOOD,
    find: |subject| {
        let plan = rules::plan(subject, &MANNER);
        // The plan has ticked what is below a task that is done.
        let list = Checklist::read(subject.text, MANNER.boxes);
        let (tasks, parents) = (&list.tasks, list.parents());
        let ticked = tasks
            .iter()
            .zip(parents)
            .enumerate()
            .filter(|(_, (task, is_parent))| *is_parent && task.mark == Mark::Done);
        let open = |(at, (parent, _)): (usize, _)| {
            let parent: &crate::family::text::checklist::Task<'_> = parent;
            let below = tasks.iter().zip(&plan.counts).skip(at.saturating_add(1));
            let mut below = below.take_while(|(task, _)| parent.holds(task));
            let (task, _) = below.find(|(task, counts)| **counts && task.mark != Mark::Done)?;
            let message = format!("this task is done, but the one on line {} is open", task.line);
            Some(Finding::new(line_at(subject.text, parent.at), message))
        };
        ticked.filter_map(open).collect()
    },
};

const SEVERAL: Rule = Rule {
    code: "SL744",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "several tasks are in progress",
    page: "More than one task is marked `[-]`. The line shows the first one. Most often the others were left behind by \
           a session that was interrupted.\n\n\
           Tick those that are done, and write `[ ]` in those that are not being worked on.",
    fails: &[(FILE, "# Implementation Plan\n\n- [-] 1. Store entries\n- [-] 2. Add the form\n")],
    passes: GOOD,
    find: |subject| {
        let plan = rules::plan(subject, &MANNER);
        let counted = plan.list.tasks.iter().zip(&plan.counts);
        let active = counted.filter(|(task, counts)| **counts && task.mark == Mark::Active);
        let finding = |(task, _): (&crate::family::text::checklist::Task<'_>, _)| {
            Finding::new(line_at(subject.text, task.at), "another task above is in progress, too")
        };
        active.skip(1).map(finding).collect()
    },
};
