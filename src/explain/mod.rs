//! Why the line says what it says: where it was looked, what was found, which scene and values count.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{
    check::{self, Breach, Difference, Node, Subject},
    document::Document,
    format::{
        Ask, Family, Style,
        gsd::{State, in_body},
    },
    host::Host,
    line::Paint,
    state,
};

mod bar;
mod json;
mod page;
mod search;
mod tell;

pub use json::json;
pub use page::page;
pub use search::{Directory, Search, Session, Spot, Standing, search};
pub use tell::{Names, found, nothing};

/// What each family's line is made of, beside what its scenes look at.
const FIELDS: &[(&str, &[&str])] = &[
    (
        "gsd",
        &[
            "milestone",
            "milestone_name",
            "progress.percent",
            "progress.completed_phases",
            "progress.total_phases",
            "status",
            "active_phase",
            "next_action",
            "next_phases",
        ],
    ),
    (
        "two-phase",
        &[
            "status",
            "plan_phase_complete",
            "requirements_sections",
            "modules",
            "modules_status",
            "modules_completed",
            "modules_total",
            "current_module",
            "active_assignments",
            "all_modules_complete",
            "verification_mode",
            "verification_loops_remaining",
        ],
    ),
    (
        "wf-player",
        &[
            "template_name",
            "template_id",
            "session_id",
            "node_states",
            "status",
            "current_node",
            "current_batch",
            "execution_plan",
            "last_checkpoint",
            "updated_at",
        ],
    ),
    (
        "agent-state",
        &[
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
    ),
];

/// What the smart line of a STATE.md takes in beside them.
const SMART: &[&str] = &[
    "current_phase",
    "current_phase_name",
    "progress.completed_plans",
    "progress.total_plans",
    "paused_at",
    "last_updated",
    "last_activity",
];

/// A state, explained.
#[derive(Debug)]
pub struct Explanation {
    /// The family.
    pub family: &'static Family,
    /// Where the state is kept, unless it came in by standard input.
    pub path: Option<PathBuf>,
    /// When it was last written.
    pub modified: i64,
    /// The line.
    pub line: String,
    /// The scenes in order.
    pub scenes: Vec<Scene>,
    /// What the line is made of, where the file has it.
    pub values: Vec<Field>,
    /// Why there is a bar, or none.
    pub bar: String,
    /// What YAML reads otherwise than the line.
    pub differences: Vec<(usize, Difference)>,
    /// What YAML or JSON could not read: lines and reasons.
    pub complaints: Vec<(usize, String)>,
    /// What `check` says, with the lines.
    pub breaches: Vec<(usize, Breach)>,
}

/// A scene, with whether it holds.
#[derive(Debug)]
pub struct Scene {
    /// What it is called.
    pub name: &'static str,
    /// When it holds, in words.
    pub trigger: &'static str,
    /// Whether it does.
    pub holds: bool,
    /// Whether it is the one that is shown.
    pub is_shown: bool,
    /// What it looks at.
    pub fields: Vec<Field>,
}

/// A field and what it holds.
#[derive(Clone, Debug)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// What it holds, for people; `None` if it is missing.
    pub value: Option<String>,
    /// The line it stands on.
    pub line: Option<usize>,
    /// Whether the line, which reads by patterns, does not see it.
    pub is_unseen: bool,
}

/// Explains a state that was read.
pub fn explained(host: &Host, state: &state::State, text: &str, style: Style) -> Explanation {
    let document = Document::read(state.family, text);
    let mut subject = Subject::new(state.family, state.path.as_deref(), text, &document);
    (subject.now, subject.modified) = (host.now(), state.modified);
    let view = state.view(host, style);
    let name = state.path.as_deref().and_then(|path| state.family.name_of(path));
    let holding =
        (state.family.holding)(text, &Ask { style, now: host.now(), modified: state.modified, name });
    let is_smart = style == Style::Smart && state.family.id == "gsd";
    let field = |name: &&'static str| field(&subject, name, is_smart);
    let scenes = state.family.scenes_of(style).iter().enumerate().map(|(index, scene)| Scene {
        name: scene.name,
        trigger: scene.trigger,
        // What is left for all others holds only where none of them does.
        holds: match scene.name {
            "fallback" => view.scene == Some(index),
            _ => holding.get(index).copied().unwrap_or_default(),
        },
        is_shown: view.scene == Some(index),
        fields: scene.fields.iter().map(field).collect(),
    });
    let fields =
        FIELDS.iter().find(|(id, _)| *id == state.family.id).map(|(_, fields)| *fields).unwrap_or_default();
    let smart: &[&str] = if is_smart { SMART } else { &[] };
    let values = fields.iter().chain(smart).map(field).filter(|field| field.value.is_some());
    let body = match state.family.id {
        "gsd" if is_smart => smart_body_fields(text),
        "gsd" => body_fields(&subject),
        _ => Vec::new(),
    };
    let differences = if state.family.id == "gsd" { check::differences(&subject) } else { Vec::new() };
    let line_of = |at: usize| check::report::place(text, at).line;
    let breaches = check::breaches(&subject);
    Explanation {
        family: state.family,
        path: state.path.clone(),
        modified: state.modified,
        scenes: scenes.collect(),
        values: values.chain(body).collect(),
        bar: bar::why(&subject, view.line.percent(), &breaches, is_smart),
        line: view.line.paint(&Paint::default()),
        differences: differences.into_iter().map(|one| (line_of(one.span.start), one)).collect(),
        complaints: document.complaints.iter().map(|one| (one.line, one.why.clone())).collect(),
        breaches: breaches.into_iter().map(|one| (line_of(one.finding.span.start), one)).collect(),
    }
}

/// Looks a field up: `progress.percent`. The smart line reads it as YAML does, and so sees it.
fn field(subject: &Subject<'_>, name: &'static str, is_smart: bool) -> Field {
    let node = name.split('.').fold(subject.root(), |node, key| node.key(key));
    let value = shown(&node);
    let line = value.as_ref().map(|_| check::report::place(subject.text, node.span().start).line);
    let is_set = node.value().is_some() && value.as_deref() != Some("");
    let by_patterns = subject.family.id == "gsd" && !is_smart;
    let is_unseen = is_set && by_patterns && !is_seen(&State::read(subject.text), name);
    Field { name, value, line, is_unseen }
}

/// Tells whether the line sees a field of STATE.md.
fn is_seen(state: &State<'_>, name: &str) -> bool {
    match name {
        "milestone" => state.milestone.is_some(),
        "milestone_name" => state.milestone_name.is_some(),
        "progress.percent" => state.percent.is_some(),
        "progress.completed_phases" => state.completed_phases.is_some(),
        "progress.total_phases" => state.total_phases.is_some(),
        "status" => state.status.is_some(),
        "active_phase" => state.active_phase.is_some(),
        "next_action" => state.next_action.is_some(),
        "next_phases" => !state.next_phases.is_empty(),
        _ => true,
    }
}

/// Returns what the line takes from the body of STATE.md.
fn body_fields(subject: &Subject<'_>) -> Vec<Field> {
    let state = State::read(subject.text);
    let at = |label: &str| {
        subject.text.lines().position(|line| line.starts_with(label)).map(|at| at.saturating_add(1))
    };
    let phase = state.phase.map(|phase| Field {
        name: "Phase: in the body",
        value: Some(match phase.name {
            Some(name) => format!("{} of {} ({name})", phase.number, phase.total),
            None => format!("{} of {}", phase.number, phase.total),
        }),
        line: at("Phase:"),
        is_unseen: false,
    });
    let has_status = subject.root().key("status").value().is_some() && subject.has_frontmatter();
    let status = state.status.filter(|_| !has_status).map(|status| Field {
        name: "Status: in the body",
        value: Some(status.to_owned()),
        line: at("Status:"),
        is_unseen: false,
    });
    status.into_iter().chain(phase).collect()
}

/// Returns what the smart line takes from the body of STATE.md.
fn smart_body_fields(text: &str) -> Vec<Field> {
    let (phase, status) = in_body(text);
    let field = |name: &'static str, value: Option<&str>| {
        let value = value?;
        let at = value.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
        let line = Some(check::report::place(text, at).line);
        Some(Field { name, value: Some(value.to_owned()), line, is_unseen: false })
    };
    let status = field("Status: in the body", status);
    status.into_iter().chain(field("Phase: in the body", phase)).collect()
}

/// Returns what a field holds, for people: a scalar as it stands, a list or an object by its size.
fn shown(node: &Node<'_>) -> Option<String> {
    if !node.is_there() {
        return None;
    }
    let counted =
        |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    Some(match node.value() {
        None => "null".to_owned(),
        Some(Value::Array(items)) if items.iter().all(|item| item.is_string() || item.is_number()) => {
            let items: Vec<String> = node.items().filter_map(|item| item.written()).collect();
            format!("[{}]", items.join(", "))
        }
        Some(Value::Array(items)) => counted(items.len(), "member"),
        Some(Value::Object(entries)) => counted(entries.len(), "key"),
        Some(_) => node.written().unwrap_or_default(),
    })
}

/// Returns the families that were looked for.
fn wanted(only: Option<&Family>) -> impl Iterator<Item = &'static Family> {
    crate::format::FAMILIES.iter().filter(move |family| only.is_none_or(|only| only.id == family.id))
}

/// Returns a path as it is told: seen from the home directory where it lies there.
pub(crate) fn homely(path: &Path, home: Option<&Path>) -> String {
    match home.and_then(|home| path.strip_prefix(home).ok()) {
        Some(below) if below.as_os_str().is_empty() => "~".to_owned(),
        Some(below) => format!("~/{}", below.display()),
        None => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_says_what_its_line_is_made_of_and_where_it_is_looked_for() {
        for family in crate::format::FAMILIES {
            assert!(FIELDS.iter().any(|(id, _)| *id == family.id), "no fields of {}", family.id);
            assert!(!search::places(family).is_empty(), "no places of {}", family.id);
        }
    }
}
