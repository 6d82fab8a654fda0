//! Vim.

use std::path::PathBuf;

use super::{
    HostRow, OwnFile, Snippet, nvim, quote,
    snippet::{config_dir, home_dir},
};
use crate::{error::Error, line::Dialect, sys::System};

pub(super) static ROW: HostRow = HostRow {
    name: "vim",
    label: "Vim",
    snippet: Some(Snippet {
        purpose: "at the end of the status line",
        goes: "Vim 9 (or 8.2.2854) with jobs loads it from there:\n\n  \
               stateline init vim > ~/.vim/plugin/stateline.vim",
        text: include_str!("vim.vim"),
        quote: quote::doubled,
        own_file: Some(OwnFile { path: own_path, text: None }),
    }),
    dialect: Some(DIALECT),
    ..HostRow::UNKNOWN
};

/// It reads what Neovim reads.
const DIALECT: Dialect = Dialect { name: "vim", ..nvim::DIALECT };

fn own_path(system: &System) -> Result<PathBuf, Error> {
    let usual = home_dir(system)?.join(".vim");
    let other = config_dir(system)?.join("vim");
    // Vim reads the second only if the first does not exist, so creating the first would disable the second.
    let dir = if !usual.exists() && other.is_dir() { other } else { usual };
    Ok(dir.join("plugin/stateline.vim"))
}
