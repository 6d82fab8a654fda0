//! The agents' workflow: `.claude/agent-state.json`. Other tools use this name for other files.

use std::{borrow::Cow, path::Path};

use super::{
    Activity, Ask, Content, Family, Fields, Found, Measures, Reading, Search, Source, Style, View, Work,
    no_differences, parts, rule::Subject,
};
use crate::{
    document::Syntax,
    line::{Join, Line, Rank},
    sys::file::{self, Open, STATE_LIMIT},
};

pub mod bounds;
mod companions;
pub mod line;
mod page;
pub mod read;
mod rules;
mod samples;

pub use line::Scene;
pub use read::AgentFields;
use read::Whose;

/// How much to read to recognise a file: ours have their distinctive keys at the beginning.
const GLANCE: usize = 1 << 10;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "agent-state",
    lives: ".claude/agent-state.json",
    shows: "task document, progress, phase, task, cost and time against their limits",
    files: &[".claude/agent-state.json"],
    places: &[".claude"],
    names: &["agent-state.json"],
    is_plan: false,
    bytes_limit: STATE_LIMIT,
    syntax: Syntax::Json,
    scenes: Scene::INFO,
    smart_scenes: None,
    fields: Fields {
        every: &[
            "orchestrator.task_doc",
            "completed_tasks",
            "active_agents",
            "pending_tasks",
            "orchestrator.status",
            "orchestrator.current_phase",
            "orchestrator.total_phases",
            "orchestrator.current_task",
            "orchestrator.ralph_iteration",
            "safety_bounds.cost_so_far",
            "safety_bounds.max_cost",
            "safety_bounds.elapsed_time",
            "safety_bounds.max_time",
            "status",
            "current_step",
            "total_steps",
        ],
        smart: &[],
    },
    choice: None,
    limit: None,
    is_likely,
    find,
    read: |source| Box::new(AgentFile { source, state: AgentFields::read(source.text.as_bytes()) }),
    why_bar,
    hides_bar: &["SL406"],
    differences: no_differences,
    rules: rules::ALL,
    schema: rules::schema::fields,
    page: page::page,
    companions: companions::ALL,
    samples: samples::SAMPLES,
    preferences: None,
    declared: None,
};

/// Looks for the file, and skips one that belongs to another tool.
fn find(search: &Search<'_>, dir: &Path) -> Option<Found> {
    let path = file::below(dir, ".claude/agent-state.json");
    let open = Open::at(&path).ok()?;
    let mut bytes = Vec::new();
    open.read_on(&mut bytes, GLANCE).ok()?;
    let mut whose = read::whose(&bytes);
    // Skip a file if recognising it needs more reading than a prompt can afford.
    if whose != Whose::Ours && bytes.len() == GLANCE && !search.budget.takes(open.size().min(STATE_LIMIT)) {
        return None;
    }
    if whose == Whose::Ours || bytes.len() == GLANCE {
        open.read_on(&mut bytes, STATE_LIMIT).ok()?;
        if whose != Whose::Ours {
            whose = read::whose(&bytes);
        }
    }
    // A half-written file of this name is more likely ours than not.
    (whose != Whose::Foreign).then(|| Found {
        path,
        modified: open.modified(),
        content: Content::Bytes(bytes),
        others: 0,
    })
}

/// A file of that name; `state` is `None` if it belongs to another tool or cannot be read.
#[derive(Debug)]
struct AgentFile<'a> {
    source: Source<'a>,
    state: Option<AgentFields<'a>>,
}

impl AgentFile<'_> {
    /// Returns whether the file cannot be read, so that it may be ours.
    fn is_unreadable(&self) -> bool {
        self.state.is_none() && read::whose(self.source.text.as_bytes()) == Whose::Unclear
    }
}

impl<'a> Reading<'a> for AgentFile<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        let Some(state) = &self.state else {
            let mut line = Line::default();
            if self.is_unreadable() {
                line.push(Join::Dot, Rank::Lead, FAMILY.id);
                parts::push_unreadable(&mut line, self.source.modified, ask.now);
            }
            return View::new(None, line);
        };
        let line = match ask.style {
            Style::Full | Style::Smart => line::full(state, self.source.modified, ask),
            Style::Compact => line::compact(state),
        };
        View::new(Some(Scene::of(state) as usize), line)
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        let holds = |scene: &Scene| self.state.as_ref().is_some_and(|state| scene.holds(state));
        Scene::ALL.iter().map(holds).collect()
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        self.state.as_ref().map(|state| state.status.clone())
    }

    fn warnings(&self, _now: i64) -> Vec<String> {
        read::warnings(self.source.text.as_bytes())
    }

    fn measures(&self) -> Measures {
        let Some(state) = &self.state else { return Measures::default() };
        let used = state.bounds.used(state.iteration);
        Measures {
            count: state.count,
            cost: state.bounds.cost.as_ref().and_then(|cost| cost.value),
            limits: used.map(|(name, used, limit)| (name, used / limit)).collect(),
        }
    }

    fn activity(&self) -> Activity {
        let unread = || Activity { in_flight: self.is_unreadable(), touched: self.source.modified };
        self.state.as_ref().map_or_else(unread, |state| line::activity(state, self.source.modified))
    }

    fn work(&self) -> Work {
        let is_over = self.state.as_ref().is_some_and(|state| Scene::of(state) == Scene::Complete);
        if is_over { Work::Over } else { Work::InFlight }
    }
}

/// Explains where the bar's percentage comes from, or why there is no bar.
fn why_bar(_: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    match percent {
        Some(_) => "the share of completed tasks",
        None => "there are no tasks to count, or no bar in this situation",
    }
    .to_owned()
}

/// Returns whether a string looks like one of our files.
fn is_likely(text: &str) -> bool {
    read::whose(text.as_bytes()) == Whose::Ours
}
