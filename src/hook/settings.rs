//! The line's options in GSD's own `.planning/config.json`.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{
    select,
    sys::{
        System,
        file::{self, Open, STATE_LIMIT},
    },
    text::json::{Reader, Scalar},
};

/// The options that are on.
#[derive(Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of GSD's")]
pub(super) struct Settings {
    /// Show the last slash command.
    pub(super) show_last_command: bool,
    /// Show the context meter after the model instead of at the end.
    pub(super) context_in_front: bool,
    /// Show the compact state.
    pub(super) compact: bool,
    /// Show the number of tokens in the meter.
    pub(super) show_context_tokens: bool,
    /// Show the git branch and its changes.
    pub(super) show_git: bool,
    /// Show how many commits the state is behind.
    pub(super) show_state_freshness: bool,
    /// The project contains other repositories, whose commits are not in its own history.
    pub(super) has_sub_repositories: bool,
}

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

/// The options of the line in the order of [`Settings`].
const NAMES: [&str; 6] = [
    "show_last_command",
    "context_position",
    "state_format",
    "show_context_tokens",
    "show_git",
    "show_state_freshness",
];

impl Settings {
    /// Reads the nearest configuration, upwards from `dir`; a broken file is read as an empty one.
    ///
    /// The first `bare` directories are known to have no folder of any family, so none for this file either.
    pub(super) fn nearest(system: &System, dir: &Path, bare: usize) -> Option<Self> {
        Self::located(system, dir, bare).map(|(_, settings)| settings)
    }

    /// Does the same, and returns its path.
    pub(super) fn located(system: &System, dir: &Path, bare: usize) -> Option<(PathBuf, Self)> {
        let home = system.home();
        for dir in select::upwards(dir, home).skip(bare) {
            let path = file::below(dir, ".planning/config.json");
            match Open::at(&path).and_then(|open| open.head(STATE_LIMIT)) {
                Ok(bytes) => return Some((path, Self::read(&bytes).unwrap_or_default())),
                Err(error)
                    if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
                Err(_) => break,
            }
        }
        None
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut choices: [Choice<'_>; NAMES.len()] = Default::default();
        let (mut spelled_out, mut nested, mut plain) = (None, None, None);
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
            _ => match key
                .strip_prefix("statusline.")
                .and_then(|name| NAMES.iter().position(|known| *known == name))
            {
                Some(at) => set(
                    &mut choices,
                    at,
                    |choice, scalar| (choice.is_flat, choice.flat) = (true, scalar),
                    value,
                ),
                None => value.skip(),
            },
        });
        if !reader.finished() {
            return None;
        }
        let [last_command, position, format, tokens, git, freshness] = &choices;
        Some(Self {
            show_last_command: last_command.is_on(),
            context_in_front: position.says("front"),
            compact: format.says("compact"),
            show_context_tokens: tokens.is_on(),
            show_git: git.is_on(),
            show_state_freshness: freshness.is_on(),
            has_sub_repositories: spelled_out.or(nested).flatten().or(plain.flatten()).unwrap_or_default(),
        })
    }
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
