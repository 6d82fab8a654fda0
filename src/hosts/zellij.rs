//! Zellij, through its plugin zjstatus.

use super::{HostRow, Snippet, quote};
use crate::line::{Dialect, dialect};

pub(super) static ROW: HostRow = HostRow {
    name: "zellij",
    label: "Zellij (zjstatus)",
    snippet: Some(Snippet {
        purpose: "a command of the plugin zjstatus",
        goes: "In your layout, inside the block of the zjstatus plugin, with {command_stateline} in its\n\
               format_right. Zellij's own status bar cannot run a command.",
        text: include_str!("zellij.kdl"),
        quote: quote::shell_in_json,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    ..HostRow::UNKNOWN
};

/// In its render mode `raw`, zjstatus passes escape sequences on and interprets nothing else.
const DIALECT: Dialect = Dialect { name: "zjstatus", ..dialect::ANSI };
