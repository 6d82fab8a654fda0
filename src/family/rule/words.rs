//! How findings put things into words.

use serde_json::Value;

/// Lists names as a sentence does: `a`, `b` or `c`.
pub fn either(names: &[&str]) -> String {
    crate::text::listed(names.iter().copied())
}

/// Says how many there are: `1 module`, `2 modules`.
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Says what a value is.
pub fn what(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(number) if number.is_f64() => "a number with a point",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
