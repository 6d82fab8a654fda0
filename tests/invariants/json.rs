//! Our JSON reader against `serde_json`.

use serde_json::{Map, Value};
use stateline::text::json::{Fault, Reader, Scalar};

use super::text;
use crate::harness::Random;

/// How deep `serde_json` goes, and with it this comparison.
const DEPTH: usize = 100;

/// Compares both readers on a string, and on its beginnings.
pub fn holds(bytes: &[u8]) {
    let text = text(bytes);
    if text.matches(['[', '{']).count() > DEPTH {
        let mut reader = Reader::new(bytes);
        reader.skip();
        return;
    }
    if assert_agreement(&text) {
        assert_a_cut_is_reported(&text);
    }
}

/// A cut is not reported as an error: the rest may still come.
fn assert_a_cut_is_reported(text: &str) {
    if !text.trim_start().starts_with(['{', '[']) {
        return;
    }
    let cut = Random::of(text.as_bytes()).below(text.trim_end().len());
    for read_part in [|reader: &mut Reader<'_>| reader.skip(), |reader: &mut Reader<'_>| drop(read(reader))] {
        let mut reader = Reader::new(&text.as_bytes()[..cut]);
        read_part(&mut reader);
        assert_eq!(reader.fault(), Some(Fault::Truncated), "{:?}", &text[..text.floor_char_boundary(cut)]);
    }
}

/// Returns the value of a string that is JSON and has no key twice, which readers disagree about.
pub fn without_repeats(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    (keys_of(&value) == written_keys(text)).then_some(value)
}

fn keys_of(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(keys_of).sum(),
        Value::Object(entries) => entries.len() + entries.values().map(keys_of).sum::<usize>(),
        _ => 0,
    }
}

/// Counts the keys of a string that is JSON: outside of strings, each has its colon.
fn written_keys(text: &str) -> usize {
    let (mut count, mut in_string, mut is_escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b':' if !in_string => count += 1,
            _ => {}
        }
    }
    count
}

/// Reads a value of any kind with our reader, by all of its doors.
pub fn read(reader: &mut Reader<'_>) -> Value {
    match reader.peek() {
        Some(b'{') => {
            let mut map = Map::new();
            assert!(reader.object(|key, value| {
                let key = key.to_owned();
                map.insert(key, read(value));
            }));
            Value::Object(map)
        }
        Some(b'[') => {
            let mut list = Vec::new();
            assert!(reader.array(|item| list.push(read(item))));
            Value::Array(list)
        }
        _ => match reader.scalar() {
            None | Some(Scalar::Null) => Value::Null,
            Some(Scalar::Bool(truth)) => Value::Bool(truth),
            Some(Scalar::Number(digits)) => serde_json::from_str(digits).unwrap_or(Value::Null),
            Some(Scalar::Text(text)) => Value::String(text.into_owned()),
        },
    }
}

/// Writes U+FFFD for each half of a surrogate pair, which `serde_json` refuses and JavaScript takes.
fn with_whole_pairs(text: &str) -> String {
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).unwrap())
    };
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            (Some(_), _) => 6,
            // An escaped backslash does not begin another escape.
            (None, _) if first == '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            (None, _) => first.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// Compares both readers on one string and returns whether it is JSON.
#[track_caller]
pub fn assert_agreement(text: &str) -> bool {
    let theirs = serde_json::from_str::<Value>(&with_whole_pairs(text));
    // A number beyond every bound is a number to JavaScript.
    let out_of_range = theirs.as_ref().is_err_and(|error| error.to_string().contains("out of range"));
    let mut reader = Reader::new(text.as_bytes());
    let ours = read(&mut reader);
    let is_whole = reader.finished();
    let mut skipping = Reader::new(text.as_bytes());
    skipping.skip();
    assert_eq!(skipping.finished(), is_whole, "skipping and reading differ on {text:?}");
    assert_eq!(skipping.fault(), reader.fault(), "skipping and reading differ on {text:?}");
    if out_of_range {
        return false;
    }
    assert_eq!(is_whole, theirs.is_ok(), "{text:?}: {theirs:?}");
    if let Ok(theirs) = theirs {
        assert_eq!(ours, theirs, "{text:?}");
    }
    is_whole
}
