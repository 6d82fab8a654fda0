//! Phrases that the messages of several rules share.

use serde_json::Value;

pub use crate::text::counted;

/// Joins names for a sentence: `a`, `b` or `c`.
pub fn either(names: &[&str]) -> String {
    crate::text::listed(names.iter().copied())
}

/// Returns the type of a value in words.
pub fn what(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number with a decimal point",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
