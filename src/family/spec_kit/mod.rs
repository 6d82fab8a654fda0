//! Spec Kit: one folder for each feature, with a specification, a plan and a list of tasks; and runs of workflows.

use std::path::Path;

use super::{
    Ask, Family, Fields, Found, SceneInfo, Search, Style,
    companion::{self, Companion, MARKDOWN_SCHEMA, markdown},
    no_differences,
    plan::{
        self, Manner, Plan,
        line::{item, push_progress},
        reading::{PlanFile, Shape},
    },
    rule::Subject,
    text::{checklist::Boxes, phrase},
};
use crate::{
    document::{Document, Syntax},
    line::{Join, Line, Rank},
    sys::file::STATE_LIMIT,
};

mod feature;
mod pointer;
mod rules;
mod run;
mod samples;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "spec-kit",
    lives: "specs/NAME/tasks.md, or plan.md, or spec.md, next to .specify",
    shows: "the feature in hand, its progress, the phase, the next task; a workflow that runs or failed",
    files: &[
        "specs/*/tasks.md",
        "specs/*/plan.md",
        "specs/*/spec.md",
        ".specify/specs/*/tasks.md",
        ".specify/specs/*/plan.md",
        ".specify/specs/*/spec.md",
        ".specify/workflows/runs/*/state.json",
    ],
    places: &[
        ".specify",
        ".specify/workflows/runs",
        ".specify/workflows/runs/*",
        "specs",
        "specs/*",
        ".specify/specs",
        ".specify/specs/*",
    ],
    names: &[],
    is_plan: true,
    syntax: Syntax::Own(document),
    scenes: SCENES,
    smart_scenes: None,
    fields: Fields {
        every: &["name", "done", "total", "workflow_id", "status", "current_step_id"],
        smart: &[],
    },
    choice: Some(
        "A workflow that runs wins, else the feature that `SPECIFY_FEATURE_DIRECTORY` or `.specify/feature.json` names, \
         else that of the branch, else the one with the highest number; one that is done, or was left for a day, gives \
         way to one that was worked on later",
    ),
    limit: None,
    bytes_limit: STATE_LIMIT,
    is_likely,
    find,
    read: |source| {
        if is_run(source.text) {
            Box::new(run::RunFile::read(&source))
        } else {
            Box::new(PlanFile::read(&source, &SHAPE))
        }
    },
    why_bar,
    differences: no_differences,
    hides_bar: &[],
    preferences: None,
    rules: &[rules::RULES],
    schema: |_| &[],
    page: plan::page::page,
    companions: &[SPEC, CHECKLISTS],
    samples: samples::SAMPLES,
    declared: None,
};

const MANNER: Manner = Manner {
    boxes: Boxes { has_samples: true, has_marks: false },
    files: &["tasks.md", "plan.md", "spec.md"],
    titles: &[("Implementation Plan", "plan.md"), ("Feature Specification", "spec.md")],
    has_parents: false,
    is_own_id: Some(is_task_id),
    group_level: 2,
    number: Some(feature::number),
};

static SHAPE: Shape = Shape {
    manner: &MANNER,
    holds,
    compose,
    statuses: &["failed", "paused", "running", "done", "open", "unmarked", "planned", "specified"],
    reasons: feature::reasons,
};

const DONE: usize = 3;
const TASKS: usize = 4;
const UNMARKED: usize = 5;
const PLANNED: usize = 6;

const SCENES: &[SceneInfo] = &[
    SceneInfo { name: "run failed", trigger: "the workflow that ran last failed", fields: &["status"] },
    SceneInfo { name: "run paused", trigger: "the workflow that ran last is paused", fields: &["status"] },
    SceneInfo { name: "running", trigger: "a workflow runs", fields: &["status"] },
    SceneInfo { name: "done", trigger: "every task is done", fields: &["done", "total"] },
    SceneInfo { name: "tasks", trigger: "tasks are open", fields: &["done", "total"] },
    SceneInfo { name: "unmarked", trigger: "no task has a box", fields: &["total"] },
    SceneInfo { name: "planned", trigger: "there is a plan.md, but no tasks.md yet", fields: &[] },
    SceneInfo { name: "specified", trigger: "there is a spec.md alone", fields: &[] },
];

/// How many columns of a heading the line shows.
const PHASE: usize = 28;

/// What is to be built.
const SPEC: Companion = Companion {
    name: "spec",
    about: "spec-kit: the text of `spec.md`",
    schema: MARKDOWN_SCHEMA,
    read: |found, _| markdown(found, "spec.md"),
};

/// The checklists for the quality of the specification.
const CHECKLISTS: Companion = Companion {
    name: "checklists",
    about: "spec-kit: the files in `checklists/`",
    schema: companion::LISTING_SCHEMA,
    read: |found, _| companion::listing(&found.dir()?.join("checklists")),
};

/// Looks for the workflow that runs, else for the feature in hand.
fn find(search: &Search<'_>, dir: &Path) -> Option<Found> {
    let run = run::newest(search, dir);
    if let Some((run, false)) = run {
        return Some(run);
    }
    let feature = feature::in_hand(search, dir).map(|feature| feature.found(0));
    // A failure no longer matters once the tasks were changed after it.
    match (run, feature) {
        (Some((run, _)), Some(feature)) if feature.modified > run.modified => Some(feature),
        (Some((run, _)), _) => Some(run),
        (None, feature) => feature,
    }
}

/// Reads a file as values: the state of a run, or the tasks of a feature.
fn document(text: &str, path: Option<&Path>) -> Document {
    if is_run(text) {
        Document::read(Syntax::Json, text, path)
    } else {
        plan::document::read(text, path, &MANNER)
    }
}

/// Returns whether a text is the state of a run, which is JSON.
fn is_run(text: &str) -> bool {
    text.trim_start_matches('\u{FEFF}').trim_start().starts_with('{')
}

/// id = "T" digits [lower]
fn is_task_id(id: &str) -> bool {
    id.strip_prefix('T').is_some_and(|number| number.starts_with(|digit: char| digit.is_ascii_digit()))
}

fn holds(plan: &Plan<'_>) -> Vec<bool> {
    let (has_tasks, total) = (plan.has_tasks(&MANNER), plan.count.total);
    let is_planned = plan.file == "plan.md";
    vec![
        false,
        false,
        false,
        plan.is_done(),
        plan.is_open(),
        has_tasks && total == 0,
        is_planned,
        !has_tasks && !is_planned,
    ]
}

fn compose<'a>(plan: &Plan<'a>, scene: usize, ask: &Ask) -> Line<'a> {
    let mut line = Line::default();
    let (number, name) = feature::split(&plan.name);
    match number {
        Some(number) => {
            line.push(Join::Dot, Rank::Lead, number.to_owned());
            line.push(Join::Word, Rank::Name, phrase::cut(name, PHASE).into_owned());
        }
        None => line.push(Join::Dot, Rank::Lead, phrase::cut(name, PHASE).into_owned()),
    }
    push_progress(&mut line, plan, ask.style);
    match scene {
        DONE => line.push(Join::Dot, Rank::Active, "tasks done"),
        TASKS => push_task(&mut line, plan, ask.style),
        UNMARKED => line.push(Join::Dot, Rank::Active, "tasks unmarked"),
        PLANNED => line.push(Join::Dot, Rank::Active, "planned"),
        _ => line.push(Join::Dot, Rank::Active, "specified"),
    }
    line
}

/// Adds the phase and the next task: `Phase 3 User Story 1 · next T024`.
fn push_task(line: &mut Line<'_>, plan: &Plan<'_>, style: Style) {
    let Some(task) = plan.current() else { return };
    // Some lists have one heading above all phases.
    let is_phase = |title: &&str| title.starts_with("Phase ");
    let named = plan.list.above(task).map(|heading| heading.title).find(is_phase);
    let heading = named.or_else(|| plan.list.heading(task, MANNER.group_level));
    let phase = heading.map(phase).unwrap_or_default();
    if style != Style::Compact {
        line.push_phase(Join::Dot, Rank::Detail, phase);
    }
    let item = task.id.filter(|id| is_task_id(id)).map_or_else(|| item(task), str::to_owned);
    let next = if style == Style::Compact { "" } else { "next " };
    line.push(Join::Dot, Rank::Active, format!("{next}{item}"));
}

/// Shortens a heading: `Phase 3: User Story 1 - Sign in (Priority: P1) 🎯 MVP` is `Phase 3 User Story 1`.
fn phase(heading: &str) -> String {
    let ends = [" - ", " – ", " — ", " (", "（", " 🎯"];
    let end = ends.iter().filter_map(|end| heading.find(end)).min();
    let short = end.and_then(|end| heading.get(..end)).unwrap_or(heading);
    let short = match short.split_once(": ") {
        Some((phase, name)) if phase.starts_with("Phase ") => format!("{phase} {name}"),
        _ => short.to_owned(),
    };
    phrase::cut(&short, PHASE).into_owned()
}

/// Explains where the bar's percentage comes from, or why there is no bar.
fn why_bar(subject: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    if is_run(subject.text) {
        return "a workflow does not say how many steps it has".to_owned();
    }
    plan::line::why_bar(subject, &MANNER, percent, "tasks are done")
}

/// Returns whether a string has tasks as Spec Kit numbers them, or is the state of a run.
fn is_likely(text: &str) -> bool {
    if is_run(text) {
        return text.contains("\"workflow_id\"") && text.contains("\"current_step_id\"");
    }
    let has_number = |line: &str| {
        let task = ["- [ ] ", "- [x] ", "- [X] "].iter().find_map(|begin| line.strip_prefix(begin));
        task.and_then(|task| task.split(' ').next()).is_some_and(|id| id.len() >= 4 && is_task_id(id))
    };
    text.lines().any(has_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_loses_what_a_line_has_no_room_for() {
        for (heading, expected) in [
            ("Phase 3: User Story 1 - Sign in (Priority: P1) 🎯 MVP", "Phase 3 User Story 1"),
            ("Phase 1: Setup (Shared Infrastructure)", "Phase 1 Setup"),
            ("Phase N: Polish & Cross-Cutting Concerns", "Phase N Polish & Cross-Cutt…"),
            ("Phase 2 — Parser", "Phase 2"),
            ("Setup: the tools", "Setup: the tools"),
            ("阶段三：用户故事（优先级）", "阶段三：用户故事"),
        ] {
            assert_eq!(phase(heading), expected);
        }
    }
}
