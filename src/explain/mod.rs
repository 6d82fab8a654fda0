//! Explains the line: where the search went, what it found, which situation and which values apply.

use std::{borrow::Cow, path::PathBuf};

use serde_json::Value;

use crate::{
    check::{self, Problem},
    family::{
        Difference, Family, Fields, Style,
        rule::{Node, Subject},
    },
    line::Paint,
    select::State,
    sys::System,
    text::{self, counted},
};

mod bar;
mod human;
mod json;
mod page;

pub use human::{Names, found, nothing};
pub use json::json;
pub use page::page;

/// A state, explained.
#[derive(Debug)]
pub struct Explanation {
    /// The family.
    pub family: &'static Family,
    /// The state file, unless it came from standard input.
    pub path: Option<PathBuf>,
    /// When it was last written.
    pub modified: i64,
    /// When the state was last changed by its own account, else when it was written.
    pub touched: i64,
    /// The line; if the state is hidden, what it would be.
    pub line: String,
    /// Whether the line does not show the state.
    pub is_hidden: bool,
    /// The scenes, in order.
    pub scenes: Vec<ExplainedScene>,
    /// The fields that the line uses, with their positions.
    pub values: Vec<Field>,
    /// Which statement each part of the line was taken from, and why.
    pub reasons: Vec<ExplainedReason>,
    /// Why there is a bar, or why there is none.
    pub bar: String,
    /// The values that YAML reads differently from the line.
    pub differences: Vec<(usize, Difference)>,
    /// What YAML or JSON could not read: lines and reasons.
    pub complaints: Vec<(usize, String)>,
    /// What `check` reports, with line numbers.
    pub problems: Vec<(usize, Problem)>,
}

/// A scene, and whether it applies.
#[derive(Debug)]
pub struct ExplainedScene {
    /// Its name.
    pub name: &'static str,
    /// When it applies, in words.
    pub trigger: &'static str,
    /// Whether it applies.
    pub holds: bool,
    /// Whether it is the one on the line.
    pub is_shown: bool,
    /// The fields that decide.
    pub fields: Vec<Field>,
}

/// Why a part of the line says what it says.
#[derive(Debug)]
pub struct ExplainedReason {
    /// The part.
    pub part: &'static str,
    /// What it was taken from.
    pub from: Cow<'static, str>,
    /// The line number.
    pub line: Option<usize>,
    /// Why that wins.
    pub why: &'static str,
}

/// A field and its value.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its value, for people; `None` if it is missing.
    pub value: Option<String>,
    /// The line number.
    pub line: Option<usize>,
    /// Whether a parser finds the field but the line, which uses patterns, does not.
    pub is_unseen: bool,
}

/// Explains a state that was read.
pub fn explained(system: &System, state: &State, text: &str, style: Style) -> Explanation {
    let document = state.family.document_at(text, state.path.as_deref());
    let subject = state.subject(system, text, &document);
    let view = state.view(system, style);
    let reading = state.reading();
    let matching = reading.as_ref().map(|reading| reading.matching(style)).unwrap_or_default();
    let field = |name: &&'static str| {
        let is_seen = reading.as_ref().is_none_or(|reading| reading.sees(style, name));
        field(&subject, name, is_seen)
    };
    let scenes = state.family.scenes_of(style).iter().enumerate().map(|(index, scene)| ExplainedScene {
        name: scene.name,
        trigger: scene.trigger,
        // The fallback applies only if nothing else does.
        holds: match scene.name {
            "fallback" => view.scene == Some(index),
            _ => matching.get(index).copied().unwrap_or_default(),
        },
        is_shown: view.scene == Some(index),
        fields: scene.fields.iter().map(field).collect(),
    });
    let Fields { every, smart } = state.family.fields;
    let smart = if style == Style::Smart { smart } else { &[] };
    let values = every.iter().chain(smart).map(field).filter(|field| field.value.is_some());
    let line_of = |at: usize| text::place(text, at).line;
    let evidence = reading.as_ref().map(|reading| reading.evidence(style)).unwrap_or_default();
    let evidence = evidence.into_iter().map(|one| Field {
        name: one.name,
        value: Some(one.value),
        line: one.at.map(line_of),
        is_unseen: false,
    });
    let reasons = reading.as_ref().map(|reading| reading.reasons(style)).unwrap_or_default();
    let reasons = reasons.into_iter().map(|one| ExplainedReason {
        part: one.part,
        line: one.at.map_or_else(|| line_of_field(&subject, &one.from), |at| Some(line_of(at))),
        from: one.from,
        why: one.why,
    });
    let reasons = reasons.collect();
    let differences = (state.family.differences)(&subject);
    let problems = check::problems(&subject);
    Explanation {
        family: state.family,
        path: state.path.clone(),
        modified: state.modified,
        touched: state.activity().touched,
        scenes: scenes.collect(),
        values: values.chain(evidence).collect(),
        reasons,
        bar: bar::why(&subject, style, view.line.percent(), &problems),
        line: view.line.paint(&Paint::default()),
        is_hidden: false,
        differences: differences.into_iter().map(|one| (line_of(one.span.start), one)).collect(),
        complaints: document.complaints.iter().map(|one| (one.line, one.why.clone())).collect(),
        problems: problems.into_iter().map(|one| (line_of(one.finding.span.start), one)).collect(),
    }
}

/// Looks up a field such as `progress.percent`.
fn field(subject: &Subject<'_>, name: &'static str, is_seen: bool) -> Field {
    let node = node(subject, name);
    let value = shown(&node);
    let line = value.as_ref().map(|_| text::place(subject.text, node.span().start).line);
    let is_set = node.value().is_some() && value.as_deref() != Some("");
    Field { name: name.into(), value, line, is_unseen: is_set && !is_seen }
}

/// Returns the line of a field.
fn line_of_field(subject: &Subject<'_>, name: &str) -> Option<usize> {
    let node = node(subject, name);
    node.is_there().then(|| text::place(subject.text, node.span().start).line)
}

/// Returns the value of a field such as `progress.percent`.
fn node<'s>(subject: &'s Subject<'s>, name: &'s str) -> Node<'s> {
    name.split('.').fold(subject.root(), |node, key| node.key(key))
}

/// Returns a value for people: a scalar as it is written, a list or an object by its size.
fn shown(node: &Node<'_>) -> Option<String> {
    if !node.is_there() {
        return None;
    }
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

#[cfg(test)]
mod tests {
    #[test]
    fn every_family_lists_its_fields_and_its_files() {
        for family in crate::family::FAMILIES {
            assert!(!family.fields.every.is_empty(), "no fields of {}", family.id);
            assert!(!family.files.is_empty(), "no files of {}", family.id);
        }
    }
}
