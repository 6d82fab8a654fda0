//! The documented schema of a family, and how a file differs from it.

use serde_json::Value;

use super::{Finding, Node, Subject, words};
use crate::text::{suggest, time};

/// A documented field.
#[derive(Debug)]
pub struct Field {
    name: &'static str,
    kind: FieldKind,
    need: Need,
}

/// Whether a field is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// It is required, and not null.
    Required,
    /// It is required, but may be null.
    Nullable,
    /// It may be missing or null.
    Optional,
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// Any value.
    Anything,
    /// A string.
    Text,
    /// An integer that is not negative.
    Integer,
    /// A boolean.
    Boolean,
    /// A time in ISO 8601.
    Time,
    /// A time in ISO 8601, or only its day.
    TimeOrDay,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// An object with these fields.
    Object(&'static [Field]),
    /// A list.
    List(&'static Self),
    /// An object whose values all have one kind.
    Each(&'static Self),
}

/// How a file differs from its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A field is missing.
    Missing,
    /// It has the wrong type.
    Type,
    /// It is not one of the documented words.
    Word,
    /// It is not a time.
    Time,
}

/// A difference from the schema.
#[derive(Debug)]
pub struct SchemaFault {
    way: Way,
    finding: Finding,
}

/// Makes a required field.
pub const fn required(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind, need: Need::Required }
}

/// Makes a required field that may be null.
pub const fn nullable(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind, need: Need::Nullable }
}

/// Makes an optional field.
pub const fn optional(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind, need: Need::Optional }
}

/// Returns every difference between a file and the schema of its family.
pub fn faults(subject: &Subject<'_>) -> Vec<SchemaFault> {
    let fields = (subject.family.schema)(subject);
    let mut faults = Vec::new();
    let root = subject.root();
    // A file that could not be read at all is reported by other rules.
    let is_readable =
        if subject.family.is_json() { subject.unreadable().is_none() } else { subject.has_frontmatter() };
    if !is_readable {
        return faults;
    }
    if root.value().and_then(Value::as_object).is_some_and(|object| !object.is_empty()) {
        object(&root, fields, &mut faults);
    }
    faults
}

/// Returns the differences of one kind, for the rule that reports them.
pub fn of(subject: &Subject<'_>, way: Way) -> Vec<Finding> {
    subject
        .schema_faults()
        .iter()
        .filter(|fault| fault.way == way)
        .map(|fault| fault.finding.clone())
        .collect()
}

fn object(node: &Node<'_>, fields: &'static [Field], faults: &mut Vec<SchemaFault>) {
    for field in fields {
        let child = node.key(field.name);
        match (child.value(), field.need) {
            (Some(value), _) => check(&child, value, &field.kind, faults),
            (None, Need::Required) => faults.push(missing(node, &child)),
            (None, Need::Nullable) if !child.is_there() => faults.push(missing(node, &child)),
            (None, _) => {}
        }
    }
}

fn missing(parent: &Node<'_>, child: &Node<'_>) -> SchemaFault {
    let (name, nothing) = (child.name(), if child.is_there() { "null" } else { "missing" });
    let finding = Finding::new(parent.span(), format!("`{name}` is {nothing}")).label("in here");
    SchemaFault { way: Way::Missing, finding: finding.help(format!("add `{name}`; it is required")) }
}

fn check(node: &Node<'_>, value: &Value, kind: &'static FieldKind, faults: &mut Vec<SchemaFault>) {
    match (kind, value) {
        (FieldKind::Anything, _)
        | (FieldKind::Text, Value::String(_))
        | (FieldKind::Boolean, Value::Bool(_)) => {}
        (FieldKind::Integer, Value::Number(number)) if number.as_u64().is_some() => {}
        (FieldKind::Time | FieldKind::TimeOrDay, Value::String(text)) => {
            let is_day = || {
                matches!(kind, FieldKind::TimeOrDay) && time::seconds(&format!("{text}T00:00:00Z")).is_some()
            };
            if time::seconds(text).is_none() && !is_day() {
                let message = format!("`{}` is not a valid time", node.name());
                let help = "write it in ISO 8601: 2026-01-15T12:30:00Z";
                faults.push(SchemaFault {
                    way: Way::Time,
                    finding: Finding::new(node.span(), message).help(help),
                });
            }
        }
        (FieldKind::OneOf(words), Value::String(word)) => {
            if !words.contains(&word.as_str()) {
                faults.push(SchemaFault { way: Way::Word, finding: unknown_word(node, word, words) });
            }
        }
        (FieldKind::Object(fields), Value::Object(_)) => object(node, fields, faults),
        (FieldKind::List(member), Value::Array(_)) => {
            for item in node.items() {
                check(&item, item.value().unwrap_or(&Value::Null), member, faults);
            }
        }
        (FieldKind::Each(member), Value::Object(_)) => {
            for (_, item) in node.entries() {
                check(&item, item.value().unwrap_or(&Value::Null), member, faults);
            }
        }
        (kind, value) => faults.push(SchemaFault { way: Way::Type, finding: wrong_type(node, value, kind) }),
    }
}

fn wrong_type(node: &Node<'_>, value: &Value, kind: &FieldKind) -> Finding {
    let wanted = wanted(kind);
    let message = format!("`{}` is {}; expected {wanted}", node.name(), words::what(value));
    Finding::new(node.span(), message).label(format!("not {wanted}"))
}

fn unknown_word(node: &Node<'_>, word: &str, words: &[&str]) -> Finding {
    let message = format!("`{}` is `{word}`; expected {}", node.name(), words::either(words));
    let nearest = suggest::nearest(word, words.iter().copied());
    let finding = Finding::new(node.span(), message);
    match nearest {
        Some(nearest) => finding.help(format!("did you mean `{nearest}`?")),
        None => finding,
    }
}

/// Returns a kind in words.
fn wanted(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Anything => "anything",
        FieldKind::Text | FieldKind::OneOf(_) => "a string",
        FieldKind::Integer => "an integer",
        FieldKind::Boolean => "a boolean",
        FieldKind::Time | FieldKind::TimeOrDay => "a time in quotes",
        FieldKind::Object(_) | FieldKind::Each(_) => "an object",
        FieldKind::List(_) => "a list",
    }
}
