//! Reads an `agent-state.json` up to the first error, and recognises files of other tools.

use std::borrow::Cow;

use super::bounds::{Bounds, integer};
use crate::{
    family::parts::Count,
    text::json::{Fault, Reader, Scalar},
    text::time,
};

/// What the line needs of a state. An empty or `null` value is treated as missing.
#[derive(Debug, Default)]
pub struct AgentFields<'a> {
    /// The status of the whole workflow.
    pub status: Cow<'a, str>,
    /// The current step, in the old format.
    pub step: Option<Step>,
    /// The document that describes the tasks.
    pub task_doc: Option<Cow<'a, str>>,
    /// The current phase, counted from 1.
    pub phase: Option<Step>,
    /// The current task.
    pub task: Option<Cow<'a, str>>,
    /// How many times that task was tried.
    pub iteration: Option<f64>,
    /// Whether everything is being done a second time.
    pub is_outer_loop: bool,
    /// The active agents.
    pub agents: Vec<Agent<'a>>,
    /// How many tasks are done; empty if the file breaks off within the lists of tasks.
    pub count: Count,
    /// The limits, and how much of them is used.
    pub bounds: Bounds<'a>,
    /// When the file says that it was last updated.
    pub updated: Option<i64>,
}

/// A position in a sequence, in integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The current one.
    pub number: f64,
    /// The total.
    pub total: Option<f64>,
}

/// An active agent.
#[derive(Debug, Default)]
pub struct Agent<'a> {
    /// Its type.
    pub kind: Option<Cow<'a, str>>,
    /// Its task.
    pub task: Option<Cow<'a, str>>,
    /// Whether it is blocked.
    pub is_blocked: bool,
}

/// The contents of the file, before it is known which tool wrote it.
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

/// A list, or the part of it that could be read.
#[derive(Debug)]
struct List<T> {
    items: Vec<T>,
    /// Whether it was read to its end.
    is_whole: bool,
}

/// The contents of `orchestrator`.
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

impl<'a> AgentFields<'a> {
    /// Reads everything before the first error; `None` if the file is not recognisably ours.
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

/// Returns the warnings in `safety_bounds`.
pub(super) fn warnings(bytes: &[u8]) -> Vec<String> {
    let mut warnings = Vec::new();
    Reader::after_mark(bytes).object(|key, value| match key {
        "safety_bounds" => {
            value.object(|key, value| match key {
                "warnings" => {
                    warnings.clear();
                    value.array(|item| warnings.extend(item.text().map(Cow::into_owned)));
                }
                _ => value.skip(),
            });
        }
        _ => value.skip(),
    });
    warnings
}

/// Which tool a file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// It has keys that only ours have.
    Ours,
    /// It is complete JSON without our keys, or not JSON at all.
    Foreign,
    /// It is empty, cut off or broken before that was clear.
    Unclear,
}

/// Determines which tool a file belongs to, from its first `bytes`.
pub(super) fn whose(bytes: &[u8]) -> Whose {
    let mut fields = Fields::default();
    let mut reader = Reader::after_mark(bytes);
    let is_object = reader.object(|key, value| match key {
        "orchestrator" => {
            fields.orchestrator = Orchestrator::read(value);
            if fields.orchestrator.status.is_some() {
                value.stop();
            }
        }
        "status" => fields.status = string(value),
        "current_step" => fields.current_step = integer(value),
        "total_steps" => fields.total_steps = integer(value),
        _ => value.skip(),
    });
    let is_old = fields.status.is_some() && fields.current_step.is_some() && fields.total_steps.is_some();
    match reader.fault() {
        _ if fields.orchestrator.status.is_some() || is_old => Whose::Ours,
        Some(Fault::Malformed) if !is_object => Whose::Foreign,
        Some(_) => Whose::Unclear,
        None => Whose::Foreign,
    }
}

impl<'a> Fields<'a> {
    fn read(bytes: &'a [u8]) -> Self {
        let mut fields = Self::default();
        let mut reader = Reader::after_mark(bytes);
        reader.object(|key, value| match key {
            "orchestrator" => fields.orchestrator = Orchestrator::read(value),
            "status" => fields.status = string(value),
            "current_step" => fields.current_step = integer(value),
            "total_steps" => fields.total_steps = integer(value),
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

    /// Counts each task once, even if it is in several lists.
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
            "current_phase" => read.current_phase = integer(value),
            "total_phases" => read.total_phases = integer(value),
            "current_task" => read.current_task = value.text(),
            "ralph_iteration" => read.iteration = integer(value),
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
    /// Reads a list; any other kind of value becomes an empty one.
    fn read<'a>(value: &mut Reader<'a>, one: fn(&mut Reader<'a>) -> T) -> Self {
        let mut items = Vec::new();
        value.array(|item| items.push(one(item)));
        Self { items, is_whole: value.fault().is_none() }
    }
}

/// Returns the phase for people: counted from 1, and never past the last one.
fn phase(current: Option<f64>, total: Option<f64>) -> Option<Step> {
    let number = current? + 1.0;
    match total {
        // Nothing to count.
        Some(0.0) => None,
        Some(total) => Some(Step { number: number.min(total), total: Some(total) }),
        None => Some(Step { number, total: None }),
    }
}

/// Returns what identifies a task: its id, else its name.
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

/// Reads a string and nothing else: the type is part of what makes a file ours.
fn string<'a>(value: &mut Reader<'a>) -> Option<Cow<'a, str>> {
    match value.scalar()? {
        Scalar::Text(text) => Some(text),
        Scalar::Null | Scalar::Bool(_) | Scalar::Number(_) => None,
    }
}
