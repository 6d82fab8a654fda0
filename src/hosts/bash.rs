//! bash.

use super::{HostRow, Snippet, quote};
use crate::line::{
    Dialect,
    dialect::{self, Ink},
};

pub(super) static ROW: HostRow = HostRow {
    name: "bash",
    label: "bash",
    readme: Some("`eval \"$(stateline init bash)\"` at the end of `~/.bashrc`"),
    snippet: Some(Snippet {
        purpose: "a row above the prompt",
        goes: "At the end of ~/.bashrc:\n\n  eval \"$(stateline init bash)\"",
        text: include_str!("bash.bash"),
        quote: quote::shell,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    mentions: &[(".bashrc", "stateline init bash")],
    ..HostRow::UNKNOWN
};

/// The output of `$(…)` in `PS1` is not expanded again. These marks around an escape sequence work only there.
const DIALECT: Dialect =
    Dialect { name: "bash", shows_color: true, ink: Ink::Sequences("\x01", "\x02"), ..dialect::PLAIN };
