//! Shows what the host sent last, if the hook runs with `--record`.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::{Context, Item};
use crate::{
    hook::{self, record},
    sys::{System, file},
    text::time,
};

/// The most bytes that are read of a record: quoting can make what was sent six times longer.
const LIMIT: usize = 1 << 20;

/// How to record it.
const HOW: &str = "add ` --record` to the command in the host's settings";

/// What a host sent, with its environment.
#[derive(Debug)]
pub struct Sent {
    /// When, in seconds since 1970.
    pub time: i64,
    /// How many bytes it sent.
    pub length: usize,
    /// The environment variables that decide on width and colour.
    pub environment: Map<String, Value>,
    /// What it sent.
    pub sent: String,
}

impl Sent {
    /// Reads the record, if there is one, and returns it with its path.
    pub fn read(system: &System) -> Option<(PathBuf, Self)> {
        let path = record::place(system)?;
        let text = file::text(&path, LIMIT).ok()?;
        Some((path, Self::of(serde_json::from_str(&text).ok()?)?))
    }

    fn of(mut record: Map<String, Value>) -> Option<Self> {
        let (Value::String(sent), Value::Object(environment)) =
            (record.remove("sent")?, record.remove("environment")?)
        else {
            return None;
        };
        let length = usize::try_from(record.get("length")?.as_u64()?).ok()?;
        Some(Self { time: record.get("time")?.as_i64()?, length, environment, sent })
    }

    /// Returns the record as JSON. What was sent is a string only if it is not valid JSON.
    pub fn json(&self) -> Value {
        let payload = serde_json::from_str::<Value>(&self.sent);
        let payload = payload.unwrap_or_else(|_| Value::String(self.sent.clone()));
        serde_json::json!({
            "time": time::written(self.time),
            "length": self.length,
            "environment": self.environment,
            "payload": payload,
        })
    }
}

/// Reports what was sent, or how to record it.
pub(super) fn items(context: &Context<'_>) -> Vec<Item> {
    let Some((_, sent)) = Sent::read(context.system) else {
        return vec![Item::note("record", format!("nothing is recorded; to record it, {HOW}"))];
    };
    let age = time::span(context.system.now().saturating_sub(sent.time));
    let payload: Value = serde_json::from_str(&sent.sent).unwrap_or_default();
    let fields = payload.as_object().map_or(0, Map::len);
    let (sender, width) = hook::sender(context.hosts, sent.sent.as_bytes());
    let version =
        payload.get("version").and_then(Value::as_str).map(|it| format!(" {it}")).unwrap_or_default();
    let text = format!("{age} ago, by {sender}{version}: {fields} fields, {} bytes", sent.length);
    let mut items = vec![if payload.is_object() {
        Item::well("record", text).fix("stateline doctor --record")
    } else {
        Item::finding("record", format!("{age} ago, {} bytes that are not a JSON object", sent.length))
            .fix("stateline doctor --record")
    }];
    let columns = sent.environment.get("COLUMNS").and_then(Value::as_str);
    items.push(match (columns, width) {
        (_, Some(width)) => {
            Item::well("width", format!("the host sends the width of the line: {width} columns"))
        }
        (Some(columns), None) => Item::well("width", format!("the host sets COLUMNS={columns}")),
        (None, None) => {
            let text = "the host does not set COLUMNS, so the line is not cut to fit; add `--width N` to the \
                        command (Claude Code sets COLUMNS since 2.1.153)";
            Item::note("width", text)
        }
    });
    items.push(
        Item::note(
            "record",
            "every run overwrites it; remove `--record` from the command once you have seen it",
        )
        .fix("stateline doctor --forget"),
    );
    items
}
