//! GSD's own options for its line, in `.planning/config.json`.

use std::borrow::Cow;

use crate::{
    family::{Preferences, PreferencesFile},
    text::json::{Reader, Scalar},
};

pub(super) const FILE: PreferencesFile = PreferencesFile { path: ".planning/config.json", read };

/// One option, written flat as `statusline.x` or nested; the flat one wins. Most files have few, so they are kept unparsed.
#[derive(Clone, Copy, Default)]
struct Choice<'a> {
    flat: Option<&'a [u8]>,
    nested: &'a [u8],
}

impl Choice<'_> {
    fn value(&self) -> &[u8] {
        self.flat.unwrap_or(self.nested)
    }

    fn is_on(&self) -> bool {
        self.value() == b"true"
    }

    fn says(&self, word: &str) -> bool {
        text(self.value()).is_some_and(|text| text == word)
    }
}

/// Returns an unparsed value, if it is a string.
fn text(raw: &[u8]) -> Option<Cow<'_, str>> {
    match Reader::new(raw).scalar()? {
        Scalar::Text(text) => Some(text),
        Scalar::Null | Scalar::Bool(_) | Scalar::Number(_) => None,
    }
}

/// The options of the line in the order of [`Preferences`].
const NAMES: [&str; 6] = [
    "show_last_command",
    "context_position",
    "state_format",
    "show_context_tokens",
    "show_git",
    "show_state_freshness",
];

fn read(bytes: &[u8]) -> Option<Preferences> {
    let mut choices: [Choice<'_>; NAMES.len()] = Default::default();
    let (mut spelled_out, mut nested, mut plain) = (None, None, None);
    let (mut convention, mut code): (&[u8], &[u8]) = (&[], &[]);
    let mut reader = Reader::new(bytes);
    reader.object(|key, value| match key {
        "statusline" => {
            // A second object with that name replaces the first.
            for choice in &mut choices {
                choice.nested = &[];
            }
            if value.peek() != Some(b'{') {
                return value.skip();
            }
            value.object(|name, value| match named(&mut choices, name) {
                Some(choice) => choice.nested = value.raw(),
                None => value.skip(),
            });
        }
        "planning" => {
            nested = None;
            value.object(|name, value| match name {
                "sub_repos" => nested = Some(items(value)),
                _ => value.skip(),
            });
        }
        "planning.sub_repos" => spelled_out = Some(items(value)),
        "sub_repos" => plain = Some(items(value)),
        "phase_id_convention" => convention = value.raw(),
        "project_code" => code = value.raw(),
        _ => match key.strip_prefix("statusline.").and_then(|name| named(&mut choices, name)) {
            Some(choice) => choice.flat = Some(value.raw()),
            None => value.skip(),
        },
    });
    if !reader.finished() {
        return None;
    }
    let has_code = text(convention).is_some_and(|convention| convention == "bracket");
    let project_code = if has_code { text(code).map(Cow::into_owned) } else { None };
    let [last_command, position, format, tokens, git, freshness] = &choices;
    Some(Preferences {
        show_last_command: last_command.is_on(),
        context_in_front: position.says("front"),
        compact: format.says("compact"),
        show_context_tokens: tokens.is_on(),
        show_git: git.is_on(),
        show_state_freshness: freshness.is_on(),
        has_sub_repositories: spelled_out.or(nested).flatten().or(plain.flatten()).unwrap_or_default(),
        project_code,
    })
}

/// Returns the option with a name.
fn named<'c, 'a>(choices: &'c mut [Choice<'a>], name: &str) -> Option<&'c mut Choice<'a>> {
    choices.get_mut(NAMES.iter().position(|known| *known == name)?)
}

/// Returns whether the next value is a list that is not empty; `None` if it is null.
fn items(value: &mut Reader<'_>) -> Option<bool> {
    let is_null = value.peek() == Some(b'n');
    let mut any = false;
    value.array(|item| {
        item.skip();
        any = true;
    });
    (!is_null).then_some(any)
}
