//! Kiro: one folder for each specification, with requirements, a design and a list of tasks.

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
};

mod rules;
mod samples;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "kiro",
    lives: ".kiro/specs/NAME/tasks.md, or design.md, or requirements.md",
    shows: "the spec in hand, its progress, the task in progress or the next one",
    files: &[
        ".kiro/specs/*/tasks.md",
        ".kiro/specs/*/design.md",
        ".kiro/specs/*/requirements.md",
        ".kiro/specs/*/bugfix.md",
    ],
    places: &[".kiro", ".kiro/specs", ".kiro/specs/*"],
    names: &[],
    is_plan: true,
    syntax: Syntax::Own(|text, path| plan::document::read(text, path, &MANNER)),
    scenes: SCENES,
    smart_scenes: None,
    fields: Fields { every: &["name", "done", "total"], smart: &[] },
    choice: Some(
        "The spec whose tasks were written last wins; of those written at once one that is half done; if it is done, one \
         that is half done and was written less than `plans.done_days` before it",
    ),
    limit: None,
    bytes_limit: STATE_LIMIT,
    is_likely: |text| {
        let is_tasks = |line: &str| line.trim_start().starts_with("- _Requirements:");
        text.starts_with("# Implementation Plan") && text.lines().any(is_tasks)
    },
    find,
    read: |source| Box::new(PlanFile::read(&source, &SHAPE)),
    why_bar,
    differences: no_differences,
    hides_bar: &[],
    preferences: None,
    rules: &[rules::RULES],
    schema: |_| &[],
    page: plan::page::page,
    companions: &[REQUIREMENTS, plan::DESIGN],
    samples: samples::SAMPLES,
    declared: None,
};

const MANNER: Manner = Manner {
    boxes: Boxes { has_samples: true, has_marks: true },
    files: &["tasks.md", "design.md", "requirements.md", "bugfix.md"],
    titles: &[("Design", "design.md"), ("Requirements", "requirements.md"), ("Bugfix", "bugfix.md")],
    has_parents: true,
    is_own_id: None,
    group_level: 6,
    number: None,
};

static SHAPE: Shape = Shape {
    manner: &MANNER,
    holds,
    compose,
    statuses: &["done", "in_progress", "open", "unmarked", "designed", "requirements"],
    reasons: |_| Vec::new(),
};

const DONE: usize = 0;
const ACTIVE: usize = 1;
const NEXT: usize = 2;
const UNMARKED: usize = 3;
const DESIGNED: usize = 4;

const SCENES: &[SceneInfo] = &[
    SceneInfo {
        name: "done",
        trigger: "every task is done, optional ones aside",
        fields: &["done", "total"],
    },
    SceneInfo { name: "in progress", trigger: "a task is marked `[-]`", fields: &["done", "total"] },
    SceneInfo { name: "next", trigger: "tasks are open", fields: &["done", "total"] },
    SceneInfo { name: "unmarked", trigger: "no task has a box", fields: &["total"] },
    SceneInfo { name: "designed", trigger: "there is a design.md, but no tasks.md yet", fields: &[] },
    SceneInfo { name: "requirements", trigger: "there is no design.md yet", fields: &[] },
];

/// What is to be built.
const REQUIREMENTS: Companion = Companion {
    name: "requirements",
    about: "kiro: the text of `requirements.md`",
    schema: MARKDOWN_SCHEMA,
    read: |found, _| markdown(found, "requirements.md"),
};

/// Looks for the spec in hand.
fn find(search: &Search<'_>, dir: &Path) -> Option<Found> {
    folders::find(search, &file::below(dir, ".kiro/specs"), "", &MANNER)
}

fn holds(plan: &Plan<'_>) -> Vec<bool> {
    let (has_tasks, total) = (plan.has_tasks(&MANNER), plan.count.total);
    let is_open = plan.is_open();
    let is_designed = plan.file == "design.md";
    vec![
        plan.is_done(),
        is_open && plan.is_active,
        is_open,
        has_tasks && total == 0,
        is_designed,
        !has_tasks && !is_designed,
    ]
}

fn compose<'a>(plan: &Plan<'a>, scene: usize, ask: &Ask) -> Line<'a> {
    let mut line = named(plan);
    push_progress(&mut line, plan, ask.style);
    let current = || plan.current().map(item).unwrap_or_default();
    let active = match scene {
        DONE => "tasks done".to_owned(),
        ACTIVE => current(),
        NEXT => format!("next {}", current()),
        UNMARKED => "tasks unmarked".to_owned(),
        DESIGNED => "designed".to_owned(),
        _ => plan.file.trim_end_matches(".md").to_owned(),
    };
    line.push(Join::Dot, Rank::Active, active);
    line
}

fn why_bar(subject: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    let done = "tasks are done; those with tasks of their own, and optional ones that are open, do not count";
    plan::line::why_bar(subject, &MANNER, percent, done)
}
