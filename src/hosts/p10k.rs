//! Powerlevel10k, a theme of zsh.

use super::{HostRow, Snippet, quote};

pub(super) static ROW: HostRow = HostRow {
    name: "p10k",
    label: "Powerlevel10k",
    snippet: Some(Snippet {
        purpose: "the first segment at the right of Powerlevel10k",
        goes: "At the end of ~/.p10k.zsh, or of ~/.zshrc after it:\n\n  eval \"$(stateline init p10k)\"",
        text: include_str!("p10k.zsh"),
        quote: quote::shell,
        own_file: None,
    }),
    mentions: &[(".p10k.zsh", "stateline init p10k")],
    ..HostRow::UNKNOWN
};
