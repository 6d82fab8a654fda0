//! Values that only some segments read. They are kept unparsed, so that they cost nothing if unused.

use std::borrow::Cow;

use crate::text::json::Reader;

/// How many such values there are.
const COUNT: usize = 21;

/// The unparsed values, each at the place of its name; empty if not sent.
#[derive(Debug, Default)]
pub(super) struct Extras<'a>([&'a [u8]; COUNT]);

/// Returns the index of a value in [`Extras`].
///
/// The compiler looks at the length first, so that few names are compared, and those as numbers.
fn place(name: &str) -> Option<usize> {
    Some(match name {
        "cost" => 0,
        "rate_limits" => 1,
        "prompt_cache" => 2,
        "session_name" => 3,
        "worktree" => 4,
        "pr" => 5,
        "vim" => 6,
        "agent" => 7,
        "effort" => 8,
        "version" => 9,
        "conversation_title" => 10,
        "quota" => 11,
        "ai_used" => 12,
        "git" => 13,
        "gitBranch" => 14,
        "output_style" => 15,
        "permission_mode" => 16,
        "permissionMode" => 17,
        "planMode" => 18,
        "allow_all_enabled" => 19,
        "autorun" => 20,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_its_own_place() {
        let names = [
            "cost",
            "rate_limits",
            "prompt_cache",
            "session_name",
            "worktree",
            "pr",
            "vim",
            "agent",
            "effort",
            "version",
            "conversation_title",
            "quota",
            "ai_used",
            "git",
            "gitBranch",
            "output_style",
            "permission_mode",
            "permissionMode",
            "planMode",
            "allow_all_enabled",
            "autorun",
        ];
        assert_eq!(names.map(place), std::array::from_fn::<_, COUNT, _>(Some));
        let others = ["", "os", "cos", "costs", "c\0", "conversation_title_", "conversation_titl", "pr\0\0"];
        assert_eq!(others.map(place), [None; 8]);
    }
}
