//! Plain paths into a value: `progress.percent`, `modules_status[0].id`, `node_states.N-001.status`.

use super::Step;

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
