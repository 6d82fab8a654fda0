//! The fields that every state has in addition to those in its file: `@line`, `@status`, `@body.…`.

use crate::family::FAMILIES;

/// The fields that every state has, each with its description.
const COMMON: &[(&str, &str)] = &[
    ("line", "the line"),
    ("scene", "the situation that the line shows"),
    ("status", "the status in one documented word"),
    ("percent", "how much is done"),
    ("family", "the family of the file"),
    ("path", "the file"),
];

/// Returns the names of the companion documents, of any family.
pub fn companions() -> impl Iterator<Item = &'static str> {
    fields().into_iter().skip(COMMON.len()).map(|(name, _)| name)
}

/// Returns each field with its description: the common ones, then the companion documents.
pub fn fields() -> Vec<(&'static str, &'static str)> {
    let mut fields = COMMON.to_vec();
    for companion in FAMILIES.iter().flat_map(|family| family.companions) {
        if !fields.iter().any(|(name, _)| *name == companion.name) {
            fields.push((companion.name, companion.about));
        }
    }
    fields
}

/// A filter with every `@field` replaced.
pub(super) struct Code {
    pub(super) text: String,
    /// The start of each replacement, its length, and the length of what it replaces.
    replaced: Vec<(usize, usize, usize)>,
}

impl Code {
    /// Maps an offset back to the filter as it was given.
    pub(super) fn origin(&self, at: usize) -> usize {
        let mut shift = 0_usize;
        for &(start, new, old) in &self.replaced {
            if at < start {
                break;
            }
            let inside = at < start.saturating_add(new);
            if inside {
                return start.saturating_sub(shift);
            }
            shift = shift.saturating_add(new).saturating_sub(old);
        }
        at.saturating_sub(shift)
    }
}

/// Lists the fields that a filter names.
pub fn named(filter: &str) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = pieces(filter).into_iter().filter_map(|(_, name)| name).collect();
    names.dedup();
    names
}

/// Writes each `@field` as an access to the variable.
pub(super) fn substituted(filter: &str, variable: &str) -> Code {
    let mut code = Code { text: String::new(), replaced: Vec::new() };
    for (piece, name) in pieces(filter) {
        match name {
            None => code.text.push_str(piece),
            Some(name) => {
                let new = format!("{variable}.{name}");
                code.replaced.push((code.text.len(), new.len(), piece.len()));
                code.text.push_str(&new);
            }
        }
    }
    code
}

/// Splits a filter around each `@field`; inside a string, `@` is an ordinary character.
fn pieces(filter: &str) -> Vec<(&str, Option<&'static str>)> {
    let mut pieces = Vec::new();
    let (mut from, mut in_text, mut is_escaped) = (0, false, false);
    for (at, character) in filter.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if in_text => is_escaped = true,
            '"' => in_text = !in_text,
            '@' if !in_text => {
                let Some((name, end)) = field(filter, at) else { continue };
                pieces.push((filter.get(from..at).unwrap_or_default(), None));
                pieces.push((filter.get(at..end).unwrap_or_default(), Some(name)));
                from = end;
            }
            _ => {}
        }
    }
    pieces.push((filter.get(from..).unwrap_or_default(), None));
    pieces
}

/// Returns the field whose name starts at `at`, and where the name ends.
fn field(filter: &str, at: usize) -> Option<(&'static str, usize)> {
    let rest = filter.get(at.saturating_add(1)..)?;
    let length = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(rest.len());
    let word = rest.get(..length)?;
    let (name, _) = fields().into_iter().find(|(name, _)| *name == word)?;
    Some((name, at.saturating_add(1).saturating_add(length)))
}
