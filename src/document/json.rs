//! Reads JSON with `serde_json`. If that fails, reads everything before the error.

use std::ops::Range;

use serde_json::{Map, Value};

use super::tree::{Entry, NodeKind, Tree};
use crate::text::json::{Fault, Reader, Scalar};

/// How deep values may be nested; `serde_json` has the same limit.
const DEPTH_LIMIT: usize = 127;

/// The result of reading JSON.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) value: Value,
    pub(super) tree: Tree,
    /// Where reading failed, and why.
    pub(super) complaint: Option<(usize, &'static str)>,
}

/// Reads JSON, as far as it is valid.
pub(super) fn read(text: &str) -> Read {
    let (tree, complaint) = tree(text);
    let whole = if complaint.is_none() { serde_json::from_str(text).ok() } else { None };
    let value = whole.unwrap_or_else(|| value(text, &tree, 0));
    Read { value, tree, complaint }
}

/// A list or map that has not ended yet.
struct Open {
    number: usize,
    end: u8,
    first: bool,
}

/// Returns the position of every value. Open brackets are kept in a list: recursion could overflow the stack.
fn tree(text: &str) -> (Tree, Option<(usize, &'static str)>) {
    let mut reader = Reader::new(text.as_bytes());
    let mut tree = Tree::default();
    let mut open: Vec<Open> = Vec::new();
    let mut key: Option<(String, Range<usize>)> = None;
    let mut too_deep = None;
    loop {
        let begun = next_value(&mut reader, &mut tree, open.len(), &mut too_deep);
        if let Some(number) = begun {
            attach(&mut tree, open.last().map(|open| open.number), key.take(), number);
            let end = match tree.node(number).map(|node| &node.kind) {
                Some(NodeKind::Map(_)) => Some(b'}'),
                Some(NodeKind::List(_)) => Some(b']'),
                _ => None,
            };
            open.extend(end.map(|end| Open { number, end, first: true }));
        }
        if !goes_on(&mut reader, &mut tree, &mut open, &mut key) {
            break;
        }
    }
    let at = reader.offset();
    let complaint = match reader.fault() {
        Some(Fault::Truncated) => Some((at, "the file ends in the middle of a value")),
        Some(Fault::Malformed) => Some((at, "invalid JSON from here on; everything before it was used")),
        None if !reader.finished() => Some((reader.offset(), "something follows the end of the JSON value")),
        None => too_deep.map(|at| (at, "values are nested too deeply; this one was left out")),
    };
    (tree, complaint)
}

/// Reads a scalar, or the beginning of a list or map.
fn next_value(
    reader: &mut Reader<'_>,
    tree: &mut Tree,
    depth: usize,
    too_deep: &mut Option<usize>,
) -> Option<usize> {
    let first = reader.peek();
    let start = reader.offset();
    match first {
        Some(b'{' | b'[') if depth >= DEPTH_LIMIT => {
            too_deep.get_or_insert(start);
            reader.skip();
            None
        }
        Some(b'{') => {
            reader.advance();
            Some(tree.push(start..start, NodeKind::Map(Vec::new())))
        }
        Some(b'[') => {
            reader.advance();
            Some(tree.push(start..start, NodeKind::List(Vec::new())))
        }
        _ => {
            let scalar = reader.scalar()?;
            let end = reader.offset();
            // A number at the end of a truncated list or map may be incomplete.
            if depth > 0
                && matches!(scalar, Scalar::Number(_))
                && reader.peek().is_none()
                && end == reader.offset()
            {
                return None;
            }
            let quote = usize::from(first == Some(b'"'));
            let bare = start.saturating_add(quote)..end.saturating_sub(quote);
            Some(tree.push(start..end, NodeKind::Scalar(bare)))
        }
    }
}

/// Adds a value to the list or map that is open.
fn attach(tree: &mut Tree, parent: Option<usize>, key: Option<(String, Range<usize>)>, number: usize) {
    let Some(parent) = parent.and_then(|parent| tree.node_mut(parent)) else { return };
    match (&mut parent.kind, key) {
        (NodeKind::Map(entries), Some((name, key))) => entries.push(Entry { name, key, value: number }),
        (NodeKind::List(items), _) => items.push(number),
        _ => {}
    }
}

/// Moves to the next value, past the ends of lists and maps; returns `false` if there is none.
fn goes_on(
    reader: &mut Reader<'_>,
    tree: &mut Tree,
    open: &mut Vec<Open>,
    key: &mut Option<(String, Range<usize>)>,
) -> bool {
    while let Some(top) = open.last_mut() {
        if reader.goes_on(top.end, &mut top.first) {
            if top.end == b'}' {
                reader.peek();
                let start = reader.offset();
                let Some(name) = reader.key() else { return false };
                // Only the beginning is asked for.
                *key = Some((name.into_owned(), start..start));
            }
            return true;
        }
        if let Some(node) = tree.node_mut(top.number) {
            node.span.end = reader.offset();
        }
        if reader.fault().is_some() {
            return false;
        }
        open.pop();
    }
    false
}

/// Builds the value from the part that could be read.
fn value(text: &str, tree: &Tree, number: usize) -> Value {
    let Some(node) = tree.node(number) else { return Value::Null };
    match &node.kind {
        NodeKind::Scalar(_) => {
            let written = text.get(node.span.clone()).unwrap_or_default();
            serde_json::from_str(written).unwrap_or_else(|_| Value::String(written.to_owned()))
        }
        NodeKind::List(items) => items.iter().map(|item| value(text, tree, *item)).collect(),
        NodeKind::Map(entries) => {
            let entry = |entry: &Entry| (entry.name.clone(), value(text, tree, entry.value));
            Value::Object(entries.iter().map(entry).collect::<Map<_, _>>())
        }
        NodeKind::Alias(_) => Value::Null,
    }
}
