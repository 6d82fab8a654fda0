//! Reads valid YAML: the values with `serde_yaml`, their positions with a second, event-based parser.

use std::collections::HashMap;

use once_cell::unsync::Lazy;
use serde_json::{Map, Number, Value};

use super::{
    events::{self, Bytes},
    tree::Tree,
};

/// Why YAML cannot be read, and where.
#[derive(Debug)]
pub(super) struct YamlFault {
    /// Byte offset.
    pub(super) at: usize,
    /// The reason.
    pub(super) why: String,
    /// Whether an alias has no anchor.
    pub(super) is_alias: bool,
}

/// Reads one YAML document.
pub(super) fn read(text: &str) -> Result<(Value, Tree), YamlFault> {
    let bytes = Bytes::of(text);
    let tree = events::tree(text, &bytes);
    if let Err(stop) = &tree
        && stop.is_refusal
    {
        return Err(YamlFault { at: bytes.offset(stop.at), why: stop.why.clone(), is_alias: false });
    }
    // If the two parsers disagree, `serde_yaml` is right, and there are no positions.
    let mut value = parse(text).map_err(|error| {
        let at = error.location().map_or(0, |location| location.index());
        let why = error.to_string();
        let is_alias = why.starts_with("unknown anchor");
        YamlFault { at, why: words(&why), is_alias }
    })?;
    let tree = tree.unwrap_or_default();
    if text.contains("<<") {
        // A merge of something that is not a map is left as it is.
        let unmerged = value.clone();
        if value.apply_merge().is_err() {
            value = unmerged;
        }
    }
    let value = in_json(text, &tree, Some(0), value);
    Ok((value, tree))
}

fn parse(text: &str) -> Result<serde_yaml::Value, serde_yaml::Error> {
    #[cfg(test)]
    work::add(text);
    serde_yaml::from_str(text)
}

/// Returns the positions of all values, for text that is valid YAML except for duplicate keys.
pub(super) fn places(text: &str) -> Option<Tree> {
    events::tree(text, &Bytes::of(text)).ok()
}

/// Removes the position from a message, because it is reported separately.
fn words(message: &str) -> String {
    let end = message.find(" at line ").unwrap_or(message.len());
    message.get(..end).unwrap_or(message).to_owned()
}

/// Converts a YAML value to JSON, with numbers as they are written.
fn in_json(text: &str, tree: &Tree, node: Option<usize>, value: serde_yaml::Value) -> Value {
    match value {
        serde_yaml::Value::Null => Value::Null,
        serde_yaml::Value::Bool(truth) => Value::Bool(truth),
        serde_yaml::Value::String(text) => Value::String(text),
        serde_yaml::Value::Number(number) => written(text, tree, node, &number),
        serde_yaml::Value::Sequence(items) => {
            let place = |index| node.and_then(|node| tree.item(node, index));
            items
                .into_iter()
                .enumerate()
                .map(|(index, item)| in_json(text, tree, place(index), item))
                .collect()
        }
        serde_yaml::Value::Mapping(entries) => {
            let places = node.and_then(|node| tree.entries(node)).unwrap_or_default();
            let by_name: Lazy<HashMap<&str, usize>, _> =
                Lazy::new(|| places.iter().map(|entry| (entry.name.as_str(), entry.value)).collect());
            let written = Lazy::new(|| written_keys(tree, node));
            let mut map = Map::new();
            for (index, (key, value)) in entries.into_iter().enumerate() {
                let name = match key {
                    serde_yaml::Value::String(name) => name,
                    key => name(&written, &key),
                };
                // Both parsers keep the order of the file. It differs only if keys were merged in.
                let child = match places.get(index) {
                    Some(entry) if entry.name == name => Some(entry.value),
                    _ => by_name.get(name.as_str()).copied(),
                };
                // An entry that the map itself does not have was merged in.
                let merged = || node.and_then(|node| tree.entry(node, &name)).map(|entry| entry.value);
                let child = child.or_else(merged);
                map.insert(name, in_json(text, tree, child, value));
            }
            Value::Object(map)
        }
        serde_yaml::Value::Tagged(tagged) => in_json(text, tree, node, tagged.value),
    }
}

/// Returns a number as it is written; one that is not valid in JSON, such as `0x1F`, becomes a string.
fn written(text: &str, tree: &Tree, node: Option<usize>, number: &serde_yaml::Number) -> Value {
    let raw = node.and_then(|node| tree.scalar(node)).and_then(|raw| text.get(raw));
    let digits = raw.map_or_else(|| number.to_string(), str::to_owned);
    match serde_json::from_str::<Number>(&digits) {
        Ok(number) => Value::Number(number),
        Err(_) => Value::String(digits),
    }
}

/// Returns a key that is not a string as it is written.
fn name(written: &HashMap<serde_yaml::Value, &str>, key: &serde_yaml::Value) -> String {
    match written.get(key) {
        Some(name) => (*name).to_owned(),
        None => serde_json::to_string(key).unwrap_or_else(|_| "?".to_owned()),
    }
}

/// Returns the keys of a map as they are written, by what they mean.
fn written_keys(tree: &Tree, node: Option<usize>) -> HashMap<serde_yaml::Value, &str> {
    let entries = node.and_then(|node| tree.entries(node)).unwrap_or_default();
    // The first of two keys with the same meaning is used.
    let keys = entries.iter().rev().filter_map(|entry| Some((parse(&entry.name).ok()?, &*entry.name)));
    keys.collect()
}

/// Counts the bytes that are parsed, so that tests can measure work without a clock.
#[cfg(test)]
pub(super) mod work {
    use std::cell::Cell;

    thread_local! {
        static PARSED: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn add(text: &str) {
        PARSED.with(|parsed| parsed.set(parsed.get().saturating_add(text.len())));
    }

    /// Returns how many bytes this thread has parsed as YAML.
    pub(crate) fn parsed() -> usize {
        PARSED.get()
    }
}
