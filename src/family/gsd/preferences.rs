//! GSD's own options for its line, in `.planning/config.json`.

use crate::{
    family::{Preferences, PreferencesFile},
    text::json::{Reader, Scalar},
};

pub(super) const FILE: PreferencesFile = PreferencesFile { path: ".planning/config.json", read };

/// One option, written flat as `statusline.x` or nested; the flat one wins.
#[derive(Default)]
struct Choice<'a> {
    is_flat: bool,
    flat: Option<Scalar<'a>>,
    nested: Option<Scalar<'a>>,
}

impl Choice<'_> {
    fn value(&self) -> Option<&Scalar<'_>> {
        if self.is_flat { self.flat.as_ref() } else { self.nested.as_ref() }
    }

    fn is_on(&self) -> bool {
        self.value() == Some(&Scalar::Bool(true))
    }

    fn says(&self, word: &str) -> bool {
        matches!(self.value(), Some(Scalar::Text(text)) if text == word)
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
    let (mut convention, mut code) = (None, None);
    let mut reader = Reader::new(bytes);
    reader.object(|key, value| match key {
        "statusline" => {
            // A second object with that name replaces the first.
            for choice in &mut choices {
                choice.nested = None;
            }
            if value.peek() != Some(b'{') {
                return value.skip();
            }
            value.object(|name, value| match NAMES.iter().position(|known| *known == name) {
                Some(at) => set(&mut choices, at, |choice, scalar| choice.nested = scalar, value),
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
        "phase_id_convention" => convention = value.scalar(),
        "project_code" => code = value.scalar(),
        _ => match key
            .strip_prefix("statusline.")
            .and_then(|name| NAMES.iter().position(|known| *known == name))
        {
            Some(at) => {
                set(&mut choices, at, |choice, scalar| (choice.is_flat, choice.flat) = (true, scalar), value);
            }
            None => value.skip(),
        },
    });
    if !reader.finished() {
        return None;
    }
    let project_code = match (convention, code) {
        (Some(Scalar::Text(convention)), Some(Scalar::Text(code))) if convention == "bracket" => {
            Some(code.into_owned())
        }
        _ => None,
    };
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

fn set<'a>(
    choices: &mut [Choice<'a>],
    at: usize,
    put: impl FnOnce(&mut Choice<'a>, Option<Scalar<'a>>),
    value: &mut Reader<'a>,
) {
    let scalar = value.scalar();
    if let Some(choice) = choices.get_mut(at) {
        put(choice, scalar);
    }
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
