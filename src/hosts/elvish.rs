//! Elvish.

use super::{HostRow, Snippet, quote};

pub(super) static ROW: HostRow = HostRow {
    name: "elvish",
    label: "Elvish",
    snippet: Some(Snippet {
        purpose: "at the right of the prompt, before edit:rprompt",
        goes: "In ~/.config/elvish/rc.elv:\n\n  eval (stateline init elvish | slurp)",
        text: include_str!("elvish.elv"),
        quote: quote::doubled,
        own_file: None,
    }),
    mentions: &[(".config/elvish/rc.elv", "stateline init elvish")],
    ..HostRow::UNKNOWN
};
