//! Reads an `agent-state.json`, as far as it goes, and tells it from somebody else's.

use std::borrow::Cow;

use super::bounds::{Bounds, whole};
use crate::{
    family::parts::Count,
    json::{Fault, Reader, Scalar},
    time,
};

/// What the line needs of a state. An empty or `null` value is an absent one.
#[derive(Debug, Default)]
pub struct State<'a> {
    /// The stage of the whole.
    pub status: Cow<'a, str>,
    /// Where it stands, by the old format.
    pub step: Option<Step>,
    /// The document that is worked through.
    pub task_doc: Option<Cow<'a, str>>,
    /// The phase that is being worked on, counted from 1.
    pub phase: Option<Step>,
    /// The task that is being worked on.
    pub task: Option<Cow<'a, str>>,
    /// How often that was tried.
    pub iteration: Option<f64>,
    /// Whether all is gone through once more.
    pub is_outer_loop: bool,
    /// The agents at work.
    pub agents: Vec<Agent<'a>>,
    /// How many tasks are done; nothing where the file breaks off among them.
    pub count: Count,
    /// What may be spent and what was.
    pub bounds: Bounds<'a>,
    /// When the state says that it was last updated.
    pub updated: Option<i64>,
}

/// A place in a sequence, in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Which one.
    pub number: f64,
    /// Of how many.
    pub total: Option<f64>,
}

/// An agent at work.
#[derive(Debug, Default)]
pub struct Agent<'a> {
    /// What kind it is.
    pub kind: Option<Cow<'a, str>>,
    /// The task that it works on.
    pub task: Option<Cow<'a, str>>,
    /// Whether it cannot go on.
    pub is_blocked: bool,
}

/// What stands in the file, before it is known whose it is.
#[derive(Debug, Default)]
struct Fields<'a> {
    orchestrator: Orchestrator<'a>,
    status: Option<Cow<'a, str>>,
    current_step: Option<f64>,
    total_steps: Option<f64>,
    agents: List<Agent<'a>>,
    completed: List<Option<Cow<'a, str>>>,
    pending: List<Option<Cow<'a, str>>>,
    bounds: Bounds<'a>,
    updated: Option<i64>,
    is_whole: bool,
}

/// A list, or what there is of one.
#[derive(Debug)]
struct List<T> {
    items: Vec<T>,
    /// Whether the file goes on behind it.
    is_whole: bool,
}

/// What stands under `orchestrator`.
#[derive(Debug, Default)]
struct Orchestrator<'a> {
    status: Option<Cow<'a, str>>,
    task_doc: Option<Cow<'a, str>>,
    current_phase: Option<f64>,
    total_phases: Option<f64>,
    current_task: Option<Cow<'a, str>>,
    iteration: Option<f64>,
    is_outer_loop: bool,
}

impl<'a> State<'a> {
    /// Reads all that stands before the first trouble; `None` if nothing says that the file is ours.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let fields = Fields::read(bytes);
        let count = fields.count();
        let Fields { orchestrator, bounds, updated, .. } = fields;
        if let Some(status) = orchestrator.status {
            return Some(Self {
                status,
                step: None,
                task_doc: orchestrator.task_doc,
                phase: phase(orchestrator.current_phase, orchestrator.total_phases),
                task: orchestrator.current_task.filter(|task| !task.ends_with("/0")),
                iteration: orchestrator.iteration.filter(|iteration| *iteration > 0.0),
                is_outer_loop: orchestrator.is_outer_loop,
                agents: fields.agents.items,
                count,
                bounds,
                updated,
            });
        }
        let (status, number, total) = (fields.status?, fields.current_step?, fields.total_steps?);
        let step = Some(Step { number, total: Some(total) });
        Some(Self { status, step, updated, ..Self::default() })
    }
}

/// Whose a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// It has what only ours have.
    Ours,
    /// It is JSON to its end and has nothing of ours, or it is no JSON from the start.
    Foreign,
    /// It is empty, cut off or broken before that could be told.
    Untold,
}

/// Tells whose a file is, as far as `bytes` go.
pub(super) fn whose(bytes: &[u8]) -> Whose {
    let mut fields = Fields::default();
    let mut reader = Reader::behind_mark(bytes);
    let is_object = reader.object(|key, value| match key {
        "orchestrator" => {
            fields.orchestrator = Orchestrator::read(value);
            if fields.orchestrator.status.is_some() {
                value.stop();
            }
        }
        "status" => fields.status = string(value),
        "current_step" => fields.current_step = whole(value),
        "total_steps" => fields.total_steps = whole(value),
        _ => value.skip(),
    });
    let is_old = fields.status.is_some() && fields.current_step.is_some() && fields.total_steps.is_some();
    match reader.fault() {
        _ if fields.orchestrator.status.is_some() || is_old => Whose::Ours,
        Some(Fault::Malformed) if !is_object => Whose::Foreign,
        Some(_) => Whose::Untold,
        None => Whose::Foreign,
    }
}

impl<'a> Fields<'a> {
    fn read(bytes: &'a [u8]) -> Self {
        let mut fields = Self::default();
        let mut reader = Reader::behind_mark(bytes);
        reader.object(|key, value| match key {
            "orchestrator" => fields.orchestrator = Orchestrator::read(value),
            "status" => fields.status = string(value),
            "current_step" => fields.current_step = whole(value),
            "total_steps" => fields.total_steps = whole(value),
            "active_agents" => fields.agents = List::read(value, Agent::read),
            "completed_tasks" => fields.completed = List::read(value, task),
            "pending_tasks" => fields.pending = List::read(value, task),
            "safety_bounds" => fields.bounds = Bounds::read(value),
            "updated_at" => fields.updated = value.text().and_then(|time| time::seconds(&time)),
            _ => value.skip(),
        });
        fields.is_whole = reader.fault().is_none();
        fields
    }

    /// Counts the tasks, each once, however many lists it is in.
    fn count(&self) -> Count {
        let lists_are_whole = self.agents.is_whole && self.completed.is_whole && self.pending.is_whole;
        if !self.is_whole && !lists_are_whole {
            return Count::default();
        }
        let mut done: Vec<&str> = self.completed.items.iter().flatten().map(AsRef::as_ref).collect();
        let active = self.agents.items.iter().filter_map(|agent| agent.task.as_deref());
        let pending = self.pending.items.iter().flatten().map(AsRef::as_ref);
        let mut all: Vec<&str> = done.iter().copied().chain(active).chain(pending).collect();
        for tasks in [&mut done, &mut all] {
            tasks.sort_unstable();
            tasks.dedup();
        }
        Count { done: done.len(), total: all.len() }
    }
}

impl<'a> Orchestrator<'a> {
    fn read(value: &mut Reader<'a>) -> Self {
        let mut read = Self::default();
        value.object(|key, value| match key {
            "status" => read.status = string(value),
            "task_doc" => read.task_doc = value.text(),
            "current_phase" => read.current_phase = whole(value),
            "total_phases" => read.total_phases = whole(value),
            "current_task" => read.current_task = value.text(),
            "ralph_iteration" => read.iteration = whole(value),
            "outer_ralph" => read.is_outer_loop = value.scalar() == Some(Scalar::Bool(true)),
            _ => value.skip(),
        });
        read
    }
}

impl<'a> Agent<'a> {
    /// agent = object / the task alone
    fn read(value: &mut Reader<'a>) -> Self {
        if value.peek() != Some(b'{') {
            return Self { task: value.text().map(id), ..Self::default() };
        }
        let mut agent = Self::default();
        value.object(|key, value| match key {
            "type" => agent.kind = value.text(),
            "task" => agent.task = value.text().map(id),
            "status" => agent.is_blocked = value.text().as_deref() == Some("blocked"),
            _ => value.skip(),
        });
        agent
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { items: Vec::new(), is_whole: false }
    }
}

impl<T> List<T> {
    /// Reads a list; another kind of value is an empty one.
    fn read<'a>(value: &mut Reader<'a>, one: fn(&mut Reader<'a>) -> T) -> Self {
        let mut items = Vec::new();
        value.array(|item| items.push(one(item)));
        Self { items, is_whole: value.fault().is_none() }
    }
}

/// Returns the phase for people, who count from 1 and not past the last one.
fn phase(current: Option<f64>, total: Option<f64>) -> Option<Step> {
    let number = current? + 1.0;
    match total {
        // Nothing to count.
        Some(0.0) => None,
        Some(total) => Some(Step { number: number.min(total), total: Some(total) }),
        None => Some(Step { number, total: None }),
    }
}

/// Returns what a task is told apart by: its id, else its name.
///
/// task = object / string of an id, `:` and a name
fn task<'a>(value: &mut Reader<'a>) -> Option<Cow<'a, str>> {
    if value.peek() != Some(b'{') {
        return value.text().map(id);
    }
    let (mut task, mut name) = (None, None);
    value.object(|key, value| match key {
        "task" => task = value.text().map(id),
        "name" => name = value.text(),
        _ => value.skip(),
    });
    task.or(name)
}

/// Returns the id in `2.1: Create the endpoints`.
fn id(task: Cow<'_, str>) -> Cow<'_, str> {
    match task {
        Cow::Borrowed(text) => text.split_once(':').map_or(text, |(id, _)| id).trim().into(),
        Cow::Owned(text) => text.split_once(':').map_or(text.as_str(), |(id, _)| id).trim().to_owned().into(),
    }
}

/// Reads a string, and nothing that only could be one: the type tells whose file it is.
fn string<'a>(value: &mut Reader<'a>) -> Option<Cow<'a, str>> {
    match value.scalar()? {
        Scalar::Text(text) => Some(text),
        Scalar::Null | Scalar::Bool(_) | Scalar::Number(_) => None,
    }
}
