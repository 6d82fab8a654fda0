//! `stateline get --fields`: the fields of a state, for people and for completions.

use serde_json::Value;

use super::{Call, Failure, Terminal, open};
use crate::{
    document::Step,
    error::Exit,
    query::{self, common::CommonFields},
    sys::{System, streams},
    text,
};

/// How deep fields are listed, and how many.
const DEEPEST: usize = 4;
const MOST: usize = 300;

/// The widest value to show, in columns.
const WIDEST: usize = 60;

/// Lists the fields, one per line: for people in two columns, for programs with a tab in between.
pub(super) fn list(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let options = call.pointed()?;
    let (config, state, document) = open::opened(&options, system)?;
    let common = CommonFields::of(system, &state, &document, config.state_style(&options));
    let mut rows = Vec::new();
    for (name, _) in query::fields() {
        if let Some(value) = common.field(name) {
            rows.push((format!("@{name}"), shown(&value)));
        }
    }
    collect(&document.value, &mut Vec::new(), &mut rows);
    let width = rows.iter().map(|(name, _)| text::cells(name)).max().unwrap_or_default();
    for (name, value) in &rows {
        if streams::output_is_terminal() {
            terminal.out.line(format_args!("{name:width$}  {value}"))?;
        } else {
            terminal.out.data(format!("{}\t{value}\n", text::shown(name.as_str().into())).as_bytes())?;
        }
    }
    Ok(Exit::Success)
}

/// Collects the paths of a value and of what is in it.
fn collect<'v>(value: &'v Value, path: &mut Vec<Step<'v>>, rows: &mut Vec<(String, String)>) {
    let Value::Object(fields) = value else { return };
    for (name, inner) in fields {
        if rows.len() >= MOST || path.len() >= DEEPEST {
            return;
        }
        path.push(Step::Key(name));
        rows.push((query::path::written(path), shown(inner)));
        collect(inner, path, rows);
        path.pop();
    }
}

/// Returns a value on one line, as short as a description.
fn shown(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => text::counted(items.len(), "item"),
        Value::Object(fields) => text::counted(fields.len(), "field"),
        other => other.to_string(),
    };
    text::cut(&text::shown(text.as_str().into()), WIDEST)
}
