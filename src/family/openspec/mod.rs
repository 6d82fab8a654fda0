//! `OpenSpec`: one folder for each change to the specification, with a list of tasks.

use std::path::Path;

use super::{
    Ask, Family, Fields, Found, SceneInfo, Search, Style,
    companion::{Companion, MARKDOWN_SCHEMA, markdown},
    no_differences,
    plan::{
        self, Manner, Plan, folders,
        line::{item, named, push_progress},
        reading::{PlanFile, Shape},
    },
    rule::Subject,
    text::checklist::Boxes,
};
use crate::{
    document::Syntax,
    line::{Join, Line, Rank},
    sys::file::{self, STATE_LIMIT},
    text::counted,
};

mod rules;
mod samples;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "openspec",
    lives: "openspec/changes/NAME/tasks.md, or proposal.md",
    shows: "the change in hand, its progress, the next task, how many other changes there are",
    files: &["openspec/changes/*/tasks.md", "openspec/changes/*/proposal.md"],
    places: &["openspec", "openspec/changes", "openspec/changes/*"],
    names: &[],
    is_plan: true,
    syntax: Syntax::Own(|text, path| plan::document::read(text, path, &MANNER)),
    scenes: SCENES,
    smart_scenes: None,
    fields: Fields { every: &["name", "done", "total"], smart: &[] },
    choice: Some(
        "The change whose tasks were written last wins; of those written at once one that is half done; if it is done, one \
         that is half done and was written less than `plans.done_days` before it",
    ),
    limit: None,
    bytes_limit: STATE_LIMIT,
    is_likely,
    find,
    read: |source| Box::new(PlanFile::read(&source, &SHAPE)),
    why_bar,
    differences: no_differences,
    hides_bar: &[],
    preferences: None,
    rules: &[rules::RULES],
    schema: |_| &[],
    page: plan::page::page,
    companions: &[PROPOSAL, plan::DESIGN],
    samples: samples::SAMPLES,
    declared: None,
};

/// `OpenSpec` itself counts every box, also in blocks of code.
const MANNER: Manner = Manner {
    boxes: Boxes { has_samples: false, has_marks: false },
    files: &["tasks.md", "proposal.md"],
    titles: &[("Change:", "proposal.md"), ("Proposal", "proposal.md")],
    has_parents: false,
    is_own_id: None,
    group_level: 6,
    number: None,
};

static SHAPE: Shape = Shape {
    manner: &MANNER,
    holds,
    compose,
    statuses: &["done", "open", "unmarked", "proposed"],
    reasons: |_| Vec::new(),
};

const DONE: usize = 0;
const TASKS: usize = 1;
const UNMARKED: usize = 2;

const SCENES: &[SceneInfo] = &[
    SceneInfo { name: "done", trigger: "every task is done", fields: &["done", "total"] },
    SceneInfo { name: "tasks", trigger: "tasks are open", fields: &["done", "total"] },
    SceneInfo { name: "unmarked", trigger: "no task has a box", fields: &["total"] },
    SceneInfo { name: "proposed", trigger: "there is no tasks.md yet", fields: &[] },
];

/// Why the change is made.
const PROPOSAL: Companion = Companion {
    name: "proposal",
    about: "openspec: the text of `proposal.md`",
    schema: MARKDOWN_SCHEMA,
    read: |found, _| markdown(found, "proposal.md"),
};

/// Looks for the change in hand; finished ones are in `archive`.
fn find(search: &Search<'_>, dir: &Path) -> Option<Found> {
    folders::find(search, &file::below(dir, "openspec/changes"), "archive", &MANNER)
}

fn holds(plan: &Plan<'_>) -> Vec<bool> {
    let (has_tasks, total) = (plan.has_tasks(&MANNER), plan.count.total);
    vec![plan.is_done(), plan.is_open(), has_tasks && total == 0, !has_tasks]
}

fn compose<'a>(plan: &Plan<'a>, scene: usize, ask: &Ask) -> Line<'a> {
    let mut line = named(plan);
    push_progress(&mut line, plan, ask.style);
    match scene {
        DONE => line.push(Join::Dot, Rank::Active, "ready to archive"),
        TASKS => line.push(Join::Dot, Rank::Active, plan.current().map(item).unwrap_or_default()),
        UNMARKED => line.push(Join::Dot, Rank::Active, "tasks unmarked"),
        _ => line.push(Join::Dot, Rank::Active, "proposed"),
    }
    if plan.others > 0 && ask.style != Style::Compact {
        line.push_amount(Join::Dot, Rank::Detail, format!("+{}", counted(plan.others, "change")));
    }
    line
}

fn why_bar(subject: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    plan::line::why_bar(subject, &MANNER, percent, "boxes are ticked")
}

/// Returns whether a string has numbered tasks below numbered headings, as `OpenSpec` writes them.
fn is_likely(text: &str) -> bool {
    let begins = |line: &str, begin: &str| {
        line.strip_prefix(begin).is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    let has = |begin: &str| text.lines().take(200).any(|line| begins(line, begin));
    has("## ") && (has("- [ ] ") || has("- [x] "))
}
