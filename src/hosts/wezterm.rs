//! `WezTerm`.

use super::{HostRow, Snippet, quote};

pub(super) static ROW: HostRow = HostRow {
    name: "wezterm",
    label: "WezTerm",
    snippet: Some(Snippet {
        purpose: "at the right of the tab bar",
        goes: "In ~/.config/wezterm/wezterm.lua or ~/.wezterm.lua, before its last `return`. It replaces the\n\
               right status.",
        text: include_str!("wezterm.lua"),
        quote: quote::double,
        own_file: None,
    }),
    ..HostRow::UNKNOWN
};
