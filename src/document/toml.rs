//! Reads TOML; a line that is not valid does not affect the rest.

use std::ops::Range;

use serde_json::{Map, Number, Value};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::tree::{Entry, NodeKind, Tree};

/// How many problems are reported.
const MOST: usize = 20;

/// The result of reading a file.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) value: Value,
    pub(super) tree: Tree,
    /// Where something is not TOML, and why.
    pub(super) complaints: Vec<(usize, String)>,
}

/// Reads a file; it never fails.
pub(super) fn read(text: &str) -> Read {
    let (table, errors) = DeTable::parse_recoverable(text);
    let complaint = |error: &toml::de::Error| {
        let at = error.span().map_or(text.len(), |span| span.start);
        (at, error.message().lines().collect::<Vec<_>>().join(", "))
    };
    let complaints = errors.iter().take(MOST).map(complaint).collect();
    let mut tree = Tree::default();
    let (_, value) = map(text, 0..text.len(), table.get_ref(), &mut tree);
    Read { value, tree, complaints }
}

/// Converts a table, and returns its number in the tree.
fn map(text: &str, span: Range<usize>, table: &DeTable<'_>, tree: &mut Tree) -> (usize, Value) {
    let number = tree.push(span, NodeKind::Map(Vec::new()));
    let (mut entries, mut values) = (Vec::new(), Map::new());
    for (key, value) in table {
        let (place, converted) = converted(text, value, tree);
        let name = key.get_ref().to_string();
        entries.push(Entry { name: name.clone(), key: key.span(), value: place });
        values.insert(name, converted);
    }
    if let Some(node) = tree.node_mut(number) {
        node.kind = NodeKind::Map(entries);
    }
    (number, Value::Object(values))
}

fn converted(text: &str, value: &Spanned<DeValue<'_>>, tree: &mut Tree) -> (usize, Value) {
    let span = value.span();
    match value.get_ref() {
        DeValue::Table(table) => map(text, span, table, tree),
        DeValue::Array(items) => {
            let number = tree.push(span, NodeKind::List(Vec::new()));
            let (mut places, mut values) = (Vec::new(), Vec::new());
            for item in items {
                let (place, item) = converted(text, item, tree);
                places.push(place);
                values.push(item);
            }
            if let Some(node) = tree.node_mut(number) {
                node.kind = NodeKind::List(places);
            }
            (number, Value::Array(values))
        }
        scalar => {
            let written = text.get(span.clone()).unwrap_or_default();
            let quote = usize::from(scalar.is_str() && written.len() > 1);
            let raw = span.start.saturating_add(quote)..span.end.saturating_sub(quote);
            (tree.push(span, NodeKind::Scalar(raw)), in_json(scalar, written))
        }
    }
}

/// Converts a scalar; a number that JSON does not know, and a time, become strings.
fn in_json(scalar: &DeValue<'_>, written: &str) -> Value {
    match scalar {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(truth) => Value::Bool(*truth),
        _ => match serde_json::from_str::<Number>(written) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::String(written.to_owned()),
        },
    }
}
