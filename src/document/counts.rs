//! Counts that a status line reads although YAML does not see them.

use serde_json::Value;

use super::entry::Key;

/// Counts below a key that a family's line reads even without a space after their colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The key that they are below.
    pub below: &'static str,
    /// Their names.
    pub names: &'static [&'static str],
}

impl Counts {
    /// Returns the line and column of the first count without a space after its colon.
    ///
    /// YAML reads it as part of a string or of another key.
    pub(super) fn hidden(self, block: &str, value: &Value) -> Option<(usize, usize)> {
        let parent = value.get(self.below).filter(|parent| parent.is_string() || parent.is_object())?;
        let is_parent = |line: &str| line.strip_prefix(self.below).is_some_and(|rest| rest.starts_with(':'));
        let lines = block.split('\n').enumerate().skip_while(|(_, line)| !is_parent(line));
        let below = lines.skip(1).take_while(|(_, line)| line.starts_with([' ', '\t']));
        let mut margin = None;
        below.filter(|(_, line)| !line.trim().is_empty()).find_map(|(number, line)| {
            let indent = line.len().saturating_sub(line.trim_start().len());
            // A line with more indent belongs to a string or to a map.
            if indent != *margin.get_or_insert(indent) {
                return None;
            }
            let key = Key::of(line).filter(|key| key.is_tight() && self.names.contains(&key.name))?;
            let is_hidden =
                parent.get(key.name).is_none() && key.rest.starts_with(|it: char| it.is_ascii_digit());
            is_hidden.then(|| (number, key.rest_column()))
        })
    }
}
