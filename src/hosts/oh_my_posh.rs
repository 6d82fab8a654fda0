//! Oh My Posh.

use super::{HostRow, Snippet, quote};
use crate::line::{
    Dialect,
    dialect::{self, Ink},
};

pub(super) static ROW: HostRow = HostRow {
    name: "oh-my-posh",
    label: "Oh My Posh",
    snippet: Some(Snippet {
        purpose: "a segment of Oh My Posh",
        goes: "Needs Oh My Posh with the template function `cmd` (April 2026). In your theme, among the\n\
               \"segments\" of a block. In Claude Code, add it to the theme of `oh-my-posh claude --config THEME`.",
        text: include_str!("oh-my-posh.json"),
        quote: quote::shell_in_text_in_json,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    ..HostRow::UNKNOWN
};

/// It reads `<…>` as a colour or a link, before September 2026 also in the output of a command. The
/// character cannot be escaped, so it is replaced by a similar one.
const DIALECT: Dialect =
    Dialect { name: "oh-my-posh", escapes: &[('<', "‹"), ('>', "›")], ink: Ink::None, ..dialect::PLAIN };
