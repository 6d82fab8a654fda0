//! zsh.

use super::{HostRow, Snippet, quote};
use crate::line::{
    Dialect,
    dialect::{self, Ink},
};

pub(super) static ROW: HostRow = HostRow {
    name: "zsh",
    label: "zsh",
    readme: Some("`eval \"$(stateline init zsh)\"` at the end of `~/.zshrc`"),
    snippet: Some(Snippet {
        purpose: "at the right of the prompt, before RPROMPT",
        goes: "At the end of ~/.zshrc:\n\n  eval \"$(stateline init zsh)\"\n\n\
               With Powerlevel10k, use `stateline init p10k` instead.",
        text: include_str!("zsh.zsh"),
        quote: quote::shell,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    mentions: &[(".zshrc", "stateline init zsh")],
    ..HostRow::UNKNOWN
};

/// A percent sign begins an escape in any prompt of zsh.
const DIALECT: Dialect = Dialect {
    name: "zsh",
    shows_color: true,
    escapes: &[('%', "%%")],
    ink: Ink::Sequences("%{", "%}"),
    ..dialect::PLAIN
};
