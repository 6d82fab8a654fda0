//! Neovim.

use std::path::PathBuf;

use super::{HostRow, OwnFile, Snippet, quote, snippet::config_dir};
use crate::{
    error::Error,
    line::{Dialect, Tone, dialect::Ink},
    sys::System,
};

pub(super) static ROW: HostRow = HostRow {
    name: "nvim",
    label: "Neovim",
    snippet: Some(Snippet {
        purpose: "at the end of the status line",
        goes: "Neovim loads it from there:\n\n  \
               stateline init nvim > ~/.config/nvim/plugin/stateline.lua\n\n\
               For lualine, its first lines say what to add to a section.",
        text: include_str!("nvim.lua"),
        quote: quote::double,
        own_file: Some(OwnFile { path: own_path, text: None }),
    }),
    dialect: Some(DIALECT),
    ..HostRow::UNKNOWN
};

/// For `%{%…%}` in 'statusline', and for lualine, which uses it.
pub(super) const DIALECT: Dialect = Dialect {
    name: "nvim",
    shows_color: true,
    escapes: &[('%', "%%")],
    ink: Ink::Groups(group),
    record: None,
};

/// Returns the highlight groups around a tone; an undefined group looks like the rest of the line.
const fn group(tone: Tone) -> (&'static str, &'static str) {
    match tone {
        Tone::Plain | Tone::Own(_) => ("", ""),
        Tone::Dim | Tone::Faded => ("%#StatelineFaint#", "%*"),
        Tone::Bold => ("%#StatelineStrong#", "%*"),
        Tone::Green => ("%#StatelineProgress#", "%*"),
        Tone::Cyan => ("%#StatelineActive#", "%*"),
        Tone::Yellow | Tone::Orange | Tone::BoldYellow => ("%#StatelineWarning#", "%*"),
        Tone::Red | Tone::BoldRed | Tone::BlinkingRed => ("%#StatelineAlert#", "%*"),
    }
}

fn own_path(system: &System) -> Result<PathBuf, Error> {
    let name = system.var("NVIM_APPNAME").unwrap_or_else(|| "nvim".into());
    Ok(config_dir(system)?.join(name).join("plugin/stateline.lua"))
}
