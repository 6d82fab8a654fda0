//! Starship.

use super::{HostRow, Snippet, quote};
use crate::line::{Dialect, dialect};

pub(super) static ROW: HostRow = HostRow {
    name: "starship",
    label: "Starship",
    readme: Some("`stateline init starship >> ~/.config/starship.toml`"),
    snippet: Some(Snippet {
        purpose: "a custom module",
        goes: "At the end of ~/.config/starship.toml:\n\n  stateline init starship >> ~/.config/starship.toml\n\n\
               The default format shows it among the custom modules; in a format of your own it is\n\
               ${custom.stateline}. In Claude Code, `starship statusline claude-code` shows it with:\n\n  \
               [profiles]\n  \
               claude-code = \"$claude_model$git_branch${custom.stateline}$claude_context$claude_cost\"",
        text: include_str!("starship.toml"),
        quote: quote::shell_in_json,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    // Its `command_timeout`.
    limit: Some(500),
    mentions: &[(".config/starship.toml", "[custom.stateline]")],
    ..HostRow::UNKNOWN
};

/// Starship escapes for its shell and colours by its own `style`.
const DIALECT: Dialect = Dialect { name: "starship", ..dialect::PLAIN };
