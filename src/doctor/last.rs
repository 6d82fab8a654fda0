//! What the host sent last, where the hook was told to keep it.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::{Item, Look};
use crate::{
    hook::{self, record},
    sys::{System, file},
    time,
};

/// The most that is read of a record: what was sent can grow sixfold by being quoted.
const LIMIT: usize = 1 << 20;

/// How to have it kept.
const HOW: &str = "put ` --record` behind the command in the host's settings";

/// What a host sent, with its surroundings.
#[derive(Debug)]
pub struct Sent {
    /// When, in seconds since 1970.
    pub time: i64,
    /// How many bytes it sent.
    pub length: usize,
    /// The variables that decide on width and colour, as the host set them.
    pub environment: Map<String, Value>,
    /// What it sent.
    pub sent: String,
}

impl Sent {
    /// Reads the record, if there is one, and tells where it is kept.
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

    /// Returns it all as JSON, what was sent as the JSON that it is, if it is.
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

/// Tells what was sent, or how to have it kept.
pub(super) fn items(look: &Look<'_>) -> Vec<Item> {
    let Some((_, sent)) = Sent::read(look.system) else {
        return vec![Item::note("record", format!("nothing is kept; to have it kept, {HOW}"))];
    };
    let age = time::span(look.system.now().saturating_sub(sent.time));
    let payload: Value = serde_json::from_str(&sent.sent).unwrap_or_default();
    let fields = payload.as_object().map_or(0, Map::len);
    let (sender, width) = hook::sender(look.hosts, sent.sent.as_bytes());
    let version =
        payload.get("version").and_then(Value::as_str).map(|it| format!(" {it}")).unwrap_or_default();
    let text = format!("{age} ago, by {sender}{version}: {fields} fields, {} bytes", sent.length);
    let mut items = vec![if payload.is_object() {
        Item::well("record", text).fix("stateline doctor --record")
    } else {
        Item::finding("record", format!("{age} ago, {} bytes that are no JSON object", sent.length))
            .fix("stateline doctor --record")
    }];
    let columns = sent.environment.get("COLUMNS").and_then(Value::as_str);
    items.push(match (columns, width) {
        (_, Some(width)) => Item::well("width", format!("the host has {width} columns for the line, and says so")),
        (Some(columns), None) => Item::well("width", format!("COLUMNS={columns} arrives")),
        (None, None) => {
            let text = "COLUMNS does not arrive, so nothing is cut to fit; `--width N` behind the command helps \
                        (Claude Code sends it since 2.1.153)";
            Item::note("width", text)
        }
    });
    items.push(
        Item::note("record", "every run writes it anew; once you have seen it, take `--record` out again")
            .fix("stateline doctor --forget"),
    );
    items
}
