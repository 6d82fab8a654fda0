//! Values that only some segments read. They are kept unparsed, so that they cost nothing if unused.

use std::borrow::Cow;

use crate::text::json::Reader;

/// The length of the longest name.
const LONGEST: usize = 18;

/// The names of such values, with zeros at their ends. As they are not strings, they are in one place of the program.
const NAMES: [[u8; LONGEST]; 21] = [
    padded("cost"),
    padded("rate_limits"),
    padded("prompt_cache"),
    padded("session_name"),
    padded("worktree"),
    padded("pr"),
    padded("vim"),
    padded("agent"),
    padded("effort"),
    padded("version"),
    padded("conversation_title"),
    padded("quota"),
    padded("ai_used"),
    padded("git"),
    padded("gitBranch"),
    padded("output_style"),
    padded("permission_mode"),
    padded("permissionMode"),
    padded("planMode"),
    padded("allow_all_enabled"),
    padded("autorun"),
];

/// Returns a name with zeros at its end.
const fn padded(name: &str) -> [u8; LONGEST] {
    let mut padded = [0; LONGEST];
    let (start, _) = padded.split_at_mut(name.len());
    start.copy_from_slice(name.as_bytes());
    padded
}

/// The unparsed values, in the order of the names; empty if not sent.
#[derive(Debug, Default)]
pub(super) struct Extras<'a>([&'a [u8]; NAMES.len()]);

/// Returns the index of a value in [`Extras`].
fn place(name: &str) -> Option<usize> {
    let name = name.as_bytes();
    // A zero of its own is no end.
    let first = name.first().filter(|_| !name.contains(&0))?;
    let is_it = |known: &[u8; LONGEST]| {
        // Most names differ in their first letter.
        known.first() == Some(first)
            && known.strip_prefix(name).is_some_and(|rest| rest.first().is_none_or(|byte| *byte == 0))
    };
    NAMES.iter().position(is_it)
}

impl<'a> Extras<'a> {
    /// Keeps the next value and returns `true`, if it is one of these; otherwise does not read it.
    pub(super) fn keep(&mut self, name: &str, value: &mut Reader<'a>) -> bool {
        let extra = place(name).and_then(|at| self.0.get_mut(at));
        extra.map(|extra| *extra = value.raw()).is_some()
    }

    /// Returns a reader at the start of a value.
    pub(super) fn reader(&self, name: &str) -> Option<Reader<'a>> {
        let extra = self.0.get(place(name)?)?;
        (!extra.is_empty()).then(|| Reader::new(extra))
    }

    /// Returns the text of a value.
    pub(super) fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        self.reader(name)?.text()
    }

    /// Returns the text of a field of an object.
    pub(super) fn field(&self, name: &str, field: &str) -> Option<Cow<'a, str>> {
        let mut found = None;
        self.reader(name)?
            .object(|key, value| if key == field { found = value.text() } else { value.skip() });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_its_own_place() {
        let name = |padded: &[u8; LONGEST]| String::from_utf8_lossy(padded).trim_end_matches('\0').to_owned();
        let places: Vec<Option<usize>> = NAMES.iter().map(|padded| place(&name(padded))).collect();
        assert_eq!(places, (0..NAMES.len()).map(Some).collect::<Vec<_>>());
        let others = ["", "os", "cos", "costs", "c\0", "conversation_title_", "conversation_titl", "pr\0\0"];
        assert_eq!(others.map(place), [None; 8]);
    }
}
