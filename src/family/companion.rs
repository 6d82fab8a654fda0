//! The documents that belong to a state file: its Markdown body, checkpoints, artifacts, logs.
//!
//! Each becomes one JSON value. A missing one is `None`; one that cannot be read says why. Only a limited
//! number of files is read, and a limited part of each.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::{Family, text::body};
use crate::{
    document::Document,
    sys::{
        file::{self, STATE_LIMIT},
        listing,
    },
};

/// A document that belongs to a state file.
#[derive(Debug)]
pub struct Companion {
    /// Its name after `@` in a filter.
    pub name: &'static str,
    /// What it is, for people.
    pub about: &'static str,
    /// The JSON Schema of its value, for `show --schema`.
    pub schema: &'static str,
    /// Reads it.
    pub read: fn(&StateFile<'_>, &Document) -> Option<Value>,
}

/// The state file, next to which its companions are.
#[derive(Clone, Copy, Debug)]
pub struct StateFile<'a> {
    /// Its path, unless it came from standard input.
    pub path: Option<&'a Path>,
}

impl<'a> StateFile<'a> {
    /// Returns the directory of the state file.
    pub fn dir(&self) -> Option<&'a Path> {
        self.path.and_then(Path::parent)
    }
}

/// The description of checkpoints, for every family that has them.
pub(super) const CHECKPOINTS: &str = "the checkpoint files next to the state";

/// The schema of checkpoints: what [`snapshots`] returns, and what a state lists about them.
pub(super) const CHECKPOINTS_SCHEMA: &str = r#"{
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "file": { "type": "string" },
            "snapshot": { "description": "The content of the file." },
            "broken": { "description": "Why the file cannot be read.", "type": "string" }
        }
    }
}"#;

/// The schema of a value that the file can have in any form, but not as `null`.
pub(super) const ANY_SCHEMA: &str = r#"{ "type": ["array", "object", "string", "number", "boolean"] }"#;

/// The Markdown below the frontmatter.
pub(super) const BODY: Companion = Companion {
    name: "body",
    about: "the sections of the Markdown body",
    schema: r#"{
        "description": "The sections of the Markdown body, by heading in snake case. A section of fields is an object, with its table under `table`; decisions, pending_todos and blockers are lists.",
        "type": "object",
        "properties": {
            "current_position": { "type": ["object", "array", "string"] },
            "performance_metrics": {
                "type": ["object", "array", "string"],
                "properties": { "table": { "type": "array", "items": { "type": "object" } } }
            },
            "decisions": { "type": "array", "items": { "type": ["string", "object"] } },
            "pending_todos": { "type": "array", "items": { "type": ["string", "object"] } },
            "blockers": { "type": "array", "items": { "type": ["string", "object"] } }
        },
        "additionalProperties": { "type": ["object", "array", "string"] }
    }"#,
    read: |_, document| Some(body::sections(document.body())).filter(has_something),
};

/// The schema of what [`markdown`] returns.
pub(super) const MARKDOWN_SCHEMA: &str = r#"{ "type": "string" }"#;

/// Reads a Markdown file next to the state.
pub(super) fn markdown(found: &StateFile<'_>, name: &str) -> Option<Value> {
    let text = file::text(&found.dir()?.join(name), STATE_LIMIT).ok()?;
    (!text.trim().is_empty()).then(|| Value::String(text))
}

/// Returns whether a value is neither null nor an empty list or object.
pub(super) fn has_something(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(entries) => !entries.is_empty(),
        Value::Null => false,
        _ => true,
    }
}

/// The most files of one kind to read: the last by name, which are the newest.
const FILE_LIMIT: usize = 200;

/// Reads a state file of the same family.
pub(super) fn document(family: &Family, path: &Path) -> Option<Value> {
    let text = file::text(path, STATE_LIMIT).ok()?;
    Some(family.document(&text).value)
}

/// Reads a JSON file; for a broken one, returns what is wrong with it.
pub(super) fn json(path: &Path) -> Option<Value> {
    let text = file::text(path, STATE_LIMIT).ok()?;
    Some(parsed(&text).unwrap_or_else(|why| json!({ "broken": why })))
}

/// Reads a file with one JSON value on each line; a broken line says what is wrong with it.
pub(super) fn lines(path: &Path) -> Option<Value> {
    let text = file::text(path, STATE_LIMIT).ok()?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let value = |(index, line): (usize, &str)| {
        parsed(line).unwrap_or_else(|_| json!({ "broken": line, "line": index.saturating_add(1) }))
    };
    Some(Value::Array(lines.map(value).collect()))
}

/// Reads the JSON files of a directory, each with its name.
pub(super) fn snapshots(dir: &Path, is_one: impl Fn(&str) -> bool) -> Option<Value> {
    let mut names = names(dir)?;
    names.retain(|name| is_one(name));
    let surplus = names.len().saturating_sub(FILE_LIMIT);
    let read = |name: &String| {
        let mut entry = Map::new();
        entry.insert("file".to_owned(), Value::String(name.clone()));
        match json(&dir.join(name))? {
            Value::Object(broken) if broken.len() == 1 && broken.contains_key("broken") => {
                entry.extend(broken);
            }
            snapshot => {
                entry.insert("snapshot".to_owned(), snapshot);
            }
        }
        Some(Value::Object(entry))
    };
    let read: Vec<Value> = names.iter().skip(surplus).filter_map(read).collect();
    (!read.is_empty()).then_some(Value::Array(read))
}

/// The schema of what [`listing`] returns.
pub(super) const LISTING_SCHEMA: &str = r#"{
    "type": "array",
    "items": {
        "type": "object",
        "required": ["file", "path", "bytes"],
        "additionalProperties": false,
        "properties": {
            "file": { "type": "string" },
            "path": { "type": "string" },
            "bytes": { "type": "integer", "minimum": 0 }
        }
    }
}"#;

/// Lists the files of a directory with their sizes.
pub(super) fn listing(dir: &Path) -> Option<Value> {
    let names = names(dir)?;
    let entry = |name: &String| {
        let bytes = std::fs::symlink_metadata(dir.join(name)).ok()?.len();
        Some(json!({ "file": name, "path": dir.join(name).to_string_lossy(), "bytes": bytes }))
    };
    let entries: Vec<Value> = names.iter().take(FILE_LIMIT).filter_map(entry).collect();
    (!entries.is_empty()).then_some(Value::Array(entries))
}

/// Returns the names in a directory, sorted.
fn names(dir: &Path) -> Option<Vec<String>> {
    let entries = listing::entries(dir, usize::MAX).ok()?;
    let mut names: Vec<String> =
        entries.iter().map(|(name, _)| name.to_string_lossy().into_owned()).collect();
    names.sort();
    Some(names)
}

/// Parses JSON, with or without a byte-order mark.
fn parsed(text: &str) -> Result<Value, String> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    serde_json::from_str(text).map_err(|error| error.to_string())
}
