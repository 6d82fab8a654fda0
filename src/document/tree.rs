//! The positions of all values: a tree of byte ranges with the same shape as the values.

use std::{collections::HashMap, ops::Range};

use once_cell::unsync::OnceCell;
use serde_json::Value;

use super::Step;

/// The key with which YAML merges another map.
const MERGE: &str = "<<";

/// How many aliases are followed in a row, because they can form a cycle.
const ALIAS_LIMIT: usize = 64;

/// How many entries of a map are searched one by one; a larger map gets an index.
const SMALL: usize = 16;

/// All values, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// For each large map, the last entry of every name. It is made when it is first needed: a tree is
    /// complete by then.
    large: OnceCell<HashMap<usize, HashMap<String, usize>>>,
}

/// One value.
#[derive(Debug)]
pub(super) struct Node {
    /// Its byte range.
    pub(super) span: Range<usize>,
    /// Its kind.
    pub(super) kind: NodeKind,
}

/// The kind of a value.
#[derive(Debug)]
pub(super) enum NodeKind {
    /// A scalar, with its byte range without quotes.
    Scalar(Range<usize>),
    /// A list of values.
    List(Vec<usize>),
    /// Keys and their values.
    Map(Vec<Entry>),
    /// An alias of another value; `None` if that is unknown.
    Alias(Option<usize>),
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Entry {
    /// The key as a string.
    pub(super) name: String,
    /// The byte range of the key.
    pub(super) key: Range<usize>,
    /// The value.
    pub(super) value: usize,
}

/// A value that was looked for.
#[derive(Debug)]
pub(super) struct TreePlace<'t> {
    /// The value.
    pub(super) node: &'t Node,
    /// The byte range of its key, if it has one.
    pub(super) key: Option<&'t Range<usize>>,
}

impl Tree {
    /// Adds a value and returns its number.
    pub(super) fn push(&mut self, span: Range<usize>, kind: NodeKind) -> usize {
        self.nodes.push(Node { span, kind });
        self.nodes.len().saturating_sub(1)
    }

    /// Adds a value and everything in it, and returns its number.
    pub(super) fn push_values<'v>(
        &mut self,
        value: &'v Value,
        path: &mut Vec<Step<'v>>,
        span: &impl Fn(&[Step<'_>]) -> Range<usize>,
    ) -> usize {
        let place = span(path);
        // A value that was computed is not written as it is, so it is no scalar.
        let number = self.push(place.clone(), NodeKind::List(Vec::new()));
        let mut below = |tree: &mut Self, step: Step<'v>, value: &'v Value| {
            path.push(step);
            let number = tree.push_values(value, path, span);
            path.pop();
            number
        };
        let kind = match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                NodeKind::List(items.map(|(at, item)| below(self, Step::Index(at), item)).collect())
            }
            Value::Object(entries) => {
                let entry = |(name, value): (&'v String, &'v Value)| {
                    let value = below(self, Step::Key(name), value);
                    Entry { name: name.clone(), key: place.start..place.start, value }
                };
                NodeKind::Map(entries.iter().map(entry).collect())
            }
            _ => return number,
        };
        if let Some(node) = self.node_mut(number) {
            node.kind = kind;
        }
        number
    }

    /// Returns a value by its number.
    pub(super) fn node(&self, number: usize) -> Option<&Node> {
        self.nodes.get(number)
    }

    /// Returns a value by its number, for changing it.
    pub(super) fn node_mut(&mut self, number: usize) -> Option<&mut Node> {
        self.nodes.get_mut(number)
    }

    /// Returns the entries of every map.
    pub(super) fn maps(&self) -> impl Iterator<Item = &[Entry]> {
        self.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Map(entries) => Some(entries.as_slice()),
            _ => None,
        })
    }

    /// Returns the entries of a map.
    pub(super) fn entries(&self, number: usize) -> Option<&[Entry]> {
        match &self.node(self.followed(number)?)?.kind {
            NodeKind::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Returns the byte range of a scalar without its quotes.
    pub(super) fn scalar(&self, number: usize) -> Option<Range<usize>> {
        match &self.node(self.followed(number)?)?.kind {
            NodeKind::Scalar(raw) => Some(raw.clone()),
            _ => None,
        }
    }

    /// Converts every byte offset with `place`.
    pub(super) fn moved(&mut self, place: impl Fn(usize) -> usize) {
        let shift = |range: &mut Range<usize>| *range = place(range.start)..place(range.end);
        for node in &mut self.nodes {
            shift(&mut node.span);
            match &mut node.kind {
                NodeKind::Scalar(raw) => shift(raw),
                NodeKind::Map(entries) => entries.iter_mut().for_each(|entry| shift(&mut entry.key)),
                NodeKind::List(_) | NodeKind::Alias(_) => {}
            }
        }
    }

    /// Returns the byte ranges of all scalars.
    pub(super) fn scalars(&self) -> impl Iterator<Item = &Range<usize>> {
        self.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Scalar(_))).map(|node| &node.span)
    }

    /// Returns the byte ranges of all scalars, with and without quotes, for changing them.
    pub(super) fn scalars_mut(&mut self) -> impl Iterator<Item = (&mut Range<usize>, &mut Range<usize>)> {
        self.nodes.iter_mut().filter_map(|node| match &mut node.kind {
            NodeKind::Scalar(raw) => Some((&mut node.span, raw)),
            _ => None,
        })
    }

    /// Follows a path from the outermost value.
    pub(super) fn find(&self, path: &[Step<'_>]) -> Option<TreePlace<'_>> {
        let mut number = self.followed(0)?;
        let mut key = None;
        for step in path {
            (number, key) = match step {
                Step::Key(name) => self.entry(number, name).map(|entry| (entry.value, Some(&entry.key)))?,
                Step::Index(index) => (self.item(number, *index)?, None),
            };
            number = self.followed(number)?;
        }
        Some(TreePlace { node: self.node(number)?, key })
    }

    /// Returns the last entry with that key, or the one from a merged map.
    pub(super) fn entry(&self, map: usize, name: &str) -> Option<&Entry> {
        self.entry_within(map, name, ALIAS_LIMIT)
    }

    fn entry_within(&self, map: usize, name: &str, reach: usize) -> Option<&Entry> {
        let map = self.followed(map)?;
        let NodeKind::Map(entries) = &self.node(map)?.kind else { return None };
        let own = if entries.len() > SMALL {
            self.large().get(&map)?.get(name).and_then(|index| entries.get(*index))
        } else {
            entries.iter().rfind(|entry| entry.name == name)
        };
        if own.is_some() {
            return own;
        }
        let reach = reach.checked_sub(1)?;
        let merged = entries.iter().filter(|entry| entry.name == MERGE);
        merged.into_iter().find_map(|entry| match &self.node(self.followed(entry.value)?)?.kind {
            NodeKind::List(items) => items.iter().find_map(|item| self.entry_within(*item, name, reach)),
            _ => self.entry_within(entry.value, name, reach),
        })
    }

    /// Returns the index of every large map.
    fn large(&self) -> &HashMap<usize, HashMap<String, usize>> {
        self.large.get_or_init(|| {
            let maps = self.nodes.iter().enumerate().filter_map(|(number, node)| match &node.kind {
                NodeKind::Map(entries) if entries.len() > SMALL => Some((number, entries)),
                _ => None,
            });
            let named = |entries: &Vec<Entry>| {
                entries.iter().enumerate().map(|(at, one)| (one.name.clone(), at)).collect()
            };
            maps.map(|(number, entries)| (number, named(entries))).collect()
        })
    }

    /// Returns an item of a list.
    pub(super) fn item(&self, list: usize, index: usize) -> Option<usize> {
        let NodeKind::List(items) = &self.node(self.followed(list)?)?.kind else { return None };
        items.get(index).copied()
    }

    /// Returns the value that an alias refers to; any other value is returned itself.
    fn followed(&self, number: usize) -> Option<usize> {
        let mut number = number;
        for _ in 0..ALIAS_LIMIT {
            match self.node(number)?.kind {
                NodeKind::Alias(target) => number = target?,
                _ => return Some(number),
            }
        }
        None
    }
}
