//! fish.

use std::path::PathBuf;

use super::{HostRow, OwnFile, Snippet, quote, snippet::config_dir};
use crate::{
    error::Error,
    line::{Dialect, dialect},
    sys::System,
};

pub(super) static ROW: HostRow = HostRow {
    name: "fish",
    label: "fish",
    snippet: Some(Snippet {
        purpose: "at the right of the prompt, before fish_right_prompt",
        goes: "In ~/.config/fish/config.fish:\n\n  stateline init fish | source",
        text: include_str!("fish.fish"),
        quote: quote::fish,
        own_file: Some(OwnFile { path: own_path, text: Some(include_str!("fish-own.fish")) }),
    }),
    dialect: Some(DIALECT),
    mentions: &[(".config/fish/config.fish", "stateline init fish")],
    ..HostRow::UNKNOWN
};

/// fish shows text unchanged, and ignores escape sequences when it measures the prompt.
const DIALECT: Dialect = Dialect { name: "fish", ..dialect::ANSI };

fn own_path(system: &System) -> Result<PathBuf, Error> {
    Ok(config_dir(system)?.join("fish/conf.d/stateline.fish"))
}
