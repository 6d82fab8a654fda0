//! The fields that `show` adds for an agent-state file.

use serde_json::{Map, Value};

use crate::{
    family::page::{
        Cell, Mark, Page,
        value::{at, fraction, items, joined, of, text},
    },
    line::Tone,
    text::counted,
};

/// How many learnings are shown: the last ones.
const LEARNINGS: usize = 5;

pub(super) fn page(state: &Value, companions: &Map<String, Value>, page: &mut Page) {
    fields(state, page);
    tasks(state, page);
    milestones(companions, page);
    learnings(companions, page);
    checkpoints(companions, page);
    locks(companions, page);
}

fn fields(state: &Value, page: &mut Page) {
    page.field("task document", of(state, "orchestrator.task_doc"));
    let number = |path: &str| at(state, path)?.parse::<u64>().ok();
    let total = number("orchestrator.total_phases");
    let phase = number("orchestrator.current_phase").map(|phase| {
        let phase = phase.saturating_add(1);
        total.map_or(phase, |total| phase.min(total.max(1))).to_string()
    });
    page.field("phase", fraction(phase, total.map(|total| total.to_string())));
    page.field("task", of(state, "orchestrator.current_task"));
    page.field(
        "iteration",
        fraction(
            at(state, "orchestrator.ralph_iteration"),
            at(state, "safety_bounds.max_iterations_per_task"),
        ),
    );
    page.field("cost", fraction(at(state, "safety_bounds.cost_so_far"), at(state, "safety_bounds.max_cost")));
    page.field(
        "time",
        fraction(at(state, "safety_bounds.elapsed_time"), at(state, "safety_bounds.max_time")),
    );
    page.field("step", fraction(at(state, "current_step"), at(state, "total_steps")));
    page.field("started", of(state, "orchestrator.start_time"));
    page.field("ended", of(state, "orchestrator.end_time"));
    let count =
        |name: &str, what: &str| Some(format!("{} {what}", at(state, &format!("supervisor.{name}"))?));
    page.field(
        "supervisor",
        joined(
            &[
                count("checks_performed", "checks"),
                count("conflicts_detected", "conflicts"),
                count("auto_fixes_applied", "fixes"),
                count("re_plans_triggered", "re-plans"),
            ],
            " · ",
        ),
    );
}

/// Shows every task once: done, in progress, pending.
fn tasks(state: &Value, page: &mut Page) {
    let (done, active, pending) =
        (items(state, "completed_tasks"), items(state, "active_agents"), items(state, "pending_tasks"));
    let in_hand: Vec<String> = active.iter().filter_map(|agent| at(agent, "task")).collect();
    let pending: Vec<&Value> = pending.iter().filter(|task| !in_hand.contains(&of(task, "task"))).collect();
    let all: Vec<(Mark, Vec<Cell>)> = done
        .iter()
        .map(|task| (Mark::Done, finished(task)))
        .chain(active.iter().map(|agent| (Mark::of(&of(agent, "status")).at_work(), working(agent, state))))
        .chain(pending.into_iter().map(|task| (Mark::Later, named(task))))
        .collect();
    if all.is_empty() {
        return;
    }
    page.heading("Tasks", format!("{} of {} done", done.len(), all.len()));
    page.items(&all, |page, (mark, cells)| page.item(*mark, cells.clone()));
}

/// Returns a task's id and name; some tools write both in one string.
fn named(task: &Value) -> Vec<Cell> {
    if let Some(text) = text(task) {
        let (id, name) = text.split_once(": ").unwrap_or(("", &text));
        return vec![Cell::new(Tone::Plain, id).wide(6), Cell::new(Tone::Plain, name)];
    }
    vec![Cell::new(Tone::Plain, of(task, "task")).wide(6), Cell::new(Tone::Plain, of(task, "name")).wide(44)]
}

fn finished(task: &Value) -> Vec<Cell> {
    let iterations = at(task, "iterations").map(|count| format!("{count}×"));
    let notes = joined(&[at(task, "cost"), at(task, "time_elapsed"), iterations], " · ");
    let mut cells = named(task);
    cells.push(Cell::new(Tone::Dim, notes));
    cells
}

fn working(agent: &Value, state: &Value) -> Vec<Cell> {
    let id = of(agent, "task");
    let name = items(state, "pending_tasks")
        .iter()
        .find(|task| of(task, "task") == id)
        .and_then(|task| at(task, "name"));
    let iteration = at(agent, "iteration").map(|iteration| format!("iter {iteration}"));
    let notes = joined(&[at(agent, "type"), at(agent, "status"), iteration], " · ");
    let name = Cell::new(Tone::Plain, name.unwrap_or_default()).wide(30);
    vec![Cell::new(Tone::Plain, id).wide(6), name, Cell::new(Tone::Dim, notes)]
}

fn milestones(companions: &Map<String, Value>, page: &mut Page) {
    let Some(Value::Array(milestones)) = companions.get("milestones") else { return };
    page.heading("Milestones", milestones.len().to_string());
    page.items(milestones, |page, milestone| {
        let notes = joined(&[at(milestone, "completed"), at(milestone, "issue_url")], " · ");
        let name = at(milestone, "name").unwrap_or_else(|| format!("phase {}", of(milestone, "phase")));
        page.item(Mark::Done, [Cell::new(Tone::Plain, name).wide(24), Cell::new(Tone::Dim, notes)]);
    });
}

fn learnings(companions: &Map<String, Value>, page: &mut Page) {
    let Some(Value::Array(learnings)) = companions.get("learnings") else { return };
    let skipped = learnings.len().saturating_sub(LEARNINGS);
    let remark = if skipped == 0 {
        learnings.len().to_string()
    } else {
        format!("the last {LEARNINGS} of {}", learnings.len())
    };
    page.heading("Learnings", remark);
    for learning in learnings.iter().skip(skipped) {
        let mark =
            if at(learning, "type").as_deref() == Some("antipattern") { Mark::Wrong } else { Mark::Plain };
        let lesson = at(learning, "lesson").or_else(|| at(learning, "broken")).unwrap_or_default();
        page.item(mark, [Cell::new(Tone::Dim, of(learning, "task")).wide(6), Cell::new(Tone::Plain, lesson)]);
    }
}

fn checkpoints(companions: &Map<String, Value>, page: &mut Page) {
    let Some(Value::Array(checkpoints)) = companions.get("checkpoints") else { return };
    page.heading("Checkpoints", checkpoints.len().to_string());
    page.items(checkpoints, |page, checkpoint| {
        let broken = at(checkpoint, "broken").map(|_| "broken".to_owned());
        let missing = checkpoint.get("file").is_none().then(|| "no file".to_owned());
        let sha = at(checkpoint, "git_sha").map(|sha| sha.chars().take(10).collect());
        let task = at(checkpoint, "task").map(|task| format!("task {task}"));
        let mark = if broken.is_some() || missing.is_some() { Mark::Wrong } else { Mark::Plain };
        let name = at(checkpoint, "file").or_else(|| at(checkpoint, "state_snapshot")).unwrap_or_default();
        let notes = joined(&[broken, missing, task, at(checkpoint, "timestamp"), sha], " · ");
        page.item(mark, [Cell::new(Tone::Plain, name).wide(24), Cell::new(Tone::Dim, notes)]);
    });
}

fn locks(companions: &Map<String, Value>, page: &mut Page) {
    let Some(locks) = companions.get("locks") else { return };
    let held: Vec<(String, String)> = match locks.get("locks").unwrap_or(locks) {
        Value::Object(locks) => {
            locks.iter().map(|(file, holder)| (file.clone(), holder_of(holder))).collect()
        }
        Value::Array(locks) => locks.iter().map(|lock| (file_of(lock), holder_of(lock))).collect(),
        _ => Vec::new(),
    };
    if held.is_empty() {
        return;
    }
    page.heading("Locks", counted(held.len(), "file"));
    page.items(&held, |page, (file, holder)| {
        page.item(
            Mark::Active,
            [Cell::new(Tone::Plain, file.clone()).wide(40), Cell::new(Tone::Dim, holder.clone())],
        );
    });
}

fn file_of(lock: &Value) -> String {
    ["file", "path", "name"]
        .iter()
        .find_map(|name| at(lock, name))
        .unwrap_or_else(|| text(lock).unwrap_or_default())
}

fn holder_of(lock: &Value) -> String {
    let named = ["agent", "holder", "owner", "locked_by", "task"].iter().find_map(|name| at(lock, name));
    named.or_else(|| text(lock)).unwrap_or_default()
}
