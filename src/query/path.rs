//! Plain paths: `progress.percent`, `modules_status[0].id`, `node_states.N-001.status`.

use serde_json::Value;

pub use crate::document::path::steps;

use crate::document::Step;

/// Returns whether a filter can only be a path: it has no blank and no operator.
pub fn is_wordy(text: &str) -> bool {
    // `.a-b` is also a subtraction to jq.
    !(text.starts_with('.') && text.contains('-'))
}

/// Returns whether a word is a function of jq, such as `keys`.
pub fn is_function(word: &str) -> bool {
    let of_core = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
    let natives = jaq_core::funs::<jaq_core::data::JustLut<jaq_json::Val>>()
        .chain(jaq_std::funs())
        .chain(jaq_json::funs());
    of_core.into_iter().any(|known| known.name == word && known.args.is_empty())
        || natives.into_iter().any(|(name, arguments, _)| name == word && arguments.is_empty())
}

/// Adds the leading dot to a filter that begins with a key of the value: `modules[].id`.
pub(super) fn dotted(filter: &str, value: &Value) -> String {
    let end =
        filter.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(filter.len());
    let (name, after) = filter.split_at_checked(end).unwrap_or_default();
    let goes_on = after.trim_start().starts_with(['[', '.', '|', ',']) || after.trim().is_empty();
    let is_key = goes_on && !name.is_empty() && value.get(name).is_some();
    if is_key { format!(".{filter}") } else { filter.to_owned() }
}

/// Formats steps as a path.
pub fn written(steps: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            Step::Key(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            Step::Index(index) => {
                text.push('[');
                text.push_str(&index.to_string());
                text.push(']');
            }
        }
    }
    text
}
