//! Plain paths: `progress.percent`, `modules_status[0].id`, `node_states.N-001.status`.

use serde_json::Value;

use crate::document::Step;

/// Parses a plain path, or returns `None` if `text` is something else.
///
/// path = \[`.`\] step *( `.` step / `[` index `]` ); step = 1*( letter / digit / `_` / `-` ) / `"` text `"`
pub fn steps(text: &str) -> Option<Vec<Step<'_>>> {
    let mut rest = text.strip_prefix('.').unwrap_or(text);
    let mut steps = Vec::new();
    let begins_bare =
        rest.starts_with(|first: char| first.is_alphabetic() || matches!(first, '_' | '"' | '['));
    if !begins_bare && rest.len() == text.len() {
        return None;
    }
    while !rest.is_empty() {
        let (step, after) = step(rest)?;
        steps.push(step);
        rest = match after.strip_prefix('.') {
            Some("") => return None,
            Some(next) => next,
            None if after.is_empty() || after.starts_with('[') => after,
            None => return None,
        };
    }
    (!steps.is_empty()).then_some(steps)
}

/// Splits the first step off.
fn step(text: &str) -> Option<(Step<'_>, &str)> {
    if let Some(inside) = text.strip_prefix('[') {
        let (index, after) = inside.split_once(']')?;
        if let Some(name) = index.strip_prefix('"').and_then(|name| name.strip_suffix('"')) {
            return (!name.contains(['"', '\\'])).then_some((Step::Key(name), after));
        }
        return index.parse().ok().map(|index| (Step::Index(index), after));
    }
    if let Some(inside) = text.strip_prefix('"') {
        let (name, after) = inside.split_once('"')?;
        return (!name.contains('\\')).then_some((Step::Key(name), after));
    }
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    let end = text.find(|letter| !is_name(letter)).unwrap_or(text.len());
    let (name, after) = text.split_at_checked(end)?;
    (!name.is_empty()).then_some((Step::Key(name), after))
}

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
