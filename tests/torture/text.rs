//! The texts of `cases.json`: strings with names in them, and what would be too long or too odd to write out.

use serde_json::{Map, Value};

use super::Cases;

/// The text of each name, and the payload that a case changes.
pub struct Texts {
    names: Vec<(String, String)>,
    payload: Map<String, Value>,
}

impl Texts {
    /// Takes the texts of the file and those that differ from run to run; a later one may use an earlier one.
    pub fn new(cases: &Cases, here: &[(&str, String)]) -> Self {
        let here = here.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let mut texts = Self { names: here.collect(), payload: Map::new() };
        for (name, value) in cases["texts"].as_object().unwrap() {
            let value = texts.named(value.as_str().unwrap());
            texts.names.push((name.clone(), value));
        }
        texts.payload.clone_from(cases["payload"].as_object().unwrap());
        texts
    }

    /// Returns a string with `@NAME@` replaced by its text.
    pub fn named(&self, text: &str) -> String {
        let replaced =
            |text: String, (name, value): &(String, String)| text.replace(&format!("@{name}@"), value);
        self.names.iter().fold(text.to_owned(), replaced)
    }

    /// Returns the string that a value describes, which must be UTF-8.
    pub fn string(&self, value: &Value) -> String {
        String::from_utf8(self.bytes(value)).unwrap()
    }

    /// Returns the bytes that a value describes: a string, a list of parts, or an object with one of the keys below.
    pub fn bytes(&self, value: &Value) -> Vec<u8> {
        let object = match value {
            Value::String(text) => return self.named(text).into_bytes(),
            Value::Array(parts) => return parts.iter().flat_map(|part| self.bytes(part)).collect(),
            Value::Object(object) => object,
            _ => panic!("{value} is not a string"),
        };
        let (kind, inner) = object.iter().next().unwrap();
        let part = |at: usize| self.string(&inner[at]);
        let text = match kind.as_str() {
            "repeat" => part(0).repeat(usize::try_from(inner[1].as_u64().unwrap()).unwrap()),
            "replace" => part(0).replace(&part(1), &part(2)),
            "before" => part(0).split_once(&part(1)).unwrap().0.to_owned(),
            "from" => part(0).split_once(&part(1)).map(|(_, rest)| part(1) + rest).unwrap(),
            "fields" => {
                (0..inner.as_u64().unwrap()).fold(String::new(), |text, at| text + &format!("\"k{at}\":1,"))
            }
            "latin1" => {
                return self.string(inner).chars().map(|letter| u8::try_from(letter).unwrap()).collect();
            }
            "utf16" => return self.string(inner).encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "payload" => self.changed(inner, object),
            "open_payload" => self.changed(inner, object).strip_suffix('}').unwrap().to_owned(),
            "rest_of_payload" => self.changed(inner, object).strip_prefix('{').unwrap().to_owned(),
            "every_field" => self.every(&|value| flattened(value, inner)),
            "every_section" => self.every(&|_| inner.clone()),
            _ => panic!("{value} is not a string"),
        };
        text.into_bytes()
    }

    /// Returns the payload with some fields changed, and without those that `object` names.
    fn changed(&self, changes: &Value, object: &Map<String, Value>) -> String {
        let mut payload = self.payload.clone();
        payload.extend(changes.as_object().unwrap().clone());
        let without = object.get("without").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        payload.retain(|name, _| without.iter().all(|left_out| left_out != name));
        self.filled(&Value::Object(payload)).to_string()
    }

    fn every(&self, change: &dyn Fn(&Value) -> Value) -> String {
        let changed = self.payload.iter().map(|(name, value)| (name.clone(), change(value)));
        Value::Object(changed.collect()).to_string()
    }

    /// Returns a value with the names in its strings replaced.
    fn filled(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.named(text).into(),
            Value::Array(items) => items.iter().map(|item| self.filled(item)).collect(),
            Value::Object(fields) => {
                fields.iter().map(|(name, value)| (name.clone(), self.filled(value))).collect()
            }
            other => other.clone(),
        }
    }
}

/// Returns `value` in place of everything that is not an object.
fn flattened(whole: &Value, value: &Value) -> Value {
    match whole {
        Value::Object(fields) => {
            fields.iter().map(|(name, inner)| (name.clone(), flattened(inner, value))).collect()
        }
        _ => value.clone(),
    }
}
