//! Values that only some segments read. They are kept unparsed, so that they cost nothing if unused.

use std::borrow::Cow;

use crate::text::json::Reader;

/// The number of such values.
const COUNT: usize = 21;

/// The unparsed values, by [`place`]; empty if not sent.
#[derive(Debug, Default)]
pub(super) struct Extras<'a>([&'a [u8]; COUNT]);

/// Returns the index of a value in [`Extras`].
const fn place(name: &str) -> Option<usize> {
    Some(match name.as_bytes() {
        b"cost" => 0,
        b"rate_limits" => 1,
        b"prompt_cache" => 2,
        b"session_name" => 3,
        b"worktree" => 4,
        b"pr" => 5,
        b"vim" => 6,
        b"agent" => 7,
        b"effort" => 8,
        b"version" => 9,
        b"conversation_title" => 10,
        b"quota" => 11,
        b"ai_used" => 12,
        b"git" => 13,
        b"gitBranch" => 14,
        b"output_style" => 15,
        b"permission_mode" => 16,
        b"permissionMode" => 17,
        b"planMode" => 18,
        b"allow_all_enabled" => 19,
        b"autorun" => 20,
        _ => return None,
    })
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
