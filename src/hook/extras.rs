//! Values that only some segments read. They are kept unparsed, so that they cost nothing if unused.

use std::borrow::Cow;

use crate::text::json::Reader;

/// The names of such values. They are one string, so that they are in one place of the program.
const NAMES: &str = "cost rate_limits prompt_cache session_name worktree pr vim agent effort version conversation_title \
                     quota ai_used git gitBranch output_style permission_mode permissionMode planMode \
                     allow_all_enabled autorun";

/// The number of such values.
const COUNT: usize = 21;

/// The unparsed values, in the order of the names; empty if not sent.
#[derive(Debug, Default)]
pub(super) struct Extras<'a>([&'a [u8]; COUNT]);

/// Returns the index of a value in [`Extras`].
fn place(name: &str) -> Option<usize> {
    NAMES.split(' ').position(|known| known == name)
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
        let places: Vec<Option<usize>> = NAMES.split(' ').map(place).collect();
        assert_eq!(places, (0..COUNT).map(Some).collect::<Vec<_>>());
        assert_eq!([place(""), place("cost rate_limits"), place("os")], [None; 3]);
    }
}
