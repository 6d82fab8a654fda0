//! Reads values for a page, whatever their type is.

use serde_json::Value;

/// Returns the text of a scalar; null, an empty string, lists and maps have none.
pub fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty() && text != "null"),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// Returns the text at a path such as `orchestrator.status`.
pub fn at(value: &Value, path: &str) -> Option<String> {
    path.split('.').try_fold(value, |value, step| value.get(step)).and_then(text)
}

/// Returns the text at a path, or an empty string.
pub fn of(value: &Value, path: &str) -> String {
    at(value, path).unwrap_or_default()
}

/// Returns the items of a list at a path.
pub fn items<'v>(value: &'v Value, path: &str) -> &'v [Value] {
    let found = path.split('.').try_fold(value, |value, step| value.get(step));
    found.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Joins two strings, either of which may be missing: `47/84`, `47`.
pub fn fraction(done: Option<String>, total: Option<String>) -> String {
    match (done, total) {
        (Some(done), Some(total)) => format!("{done}/{total}"),
        (Some(one), None) => one,
        (None, Some(total)) => format!("?/{total}"),
        (None, None) => String::new(),
    }
}

/// Joins the strings that are not missing.
pub fn joined(texts: &[Option<String>], between: &str) -> String {
    texts.iter().flatten().map(String::as_str).collect::<Vec<&str>>().join(between)
}
