//! Nushell.

use std::path::PathBuf;

use super::{HostRow, OwnFile, Snippet, quote};
use crate::{error::Error, sys::System};

pub(super) static ROW: HostRow = HostRow {
    name: "nushell",
    label: "Nushell",
    runs_as: Some("nu"),
    snippet: Some(Snippet {
        purpose: "at the right of the prompt, before PROMPT_COMMAND_RIGHT",
        goes: "Nushell reads its files before it runs anything, so write one that it loads automatically:\n\n  \
               mkdir ($nu.user-autoload-dirs | first)\n  \
               stateline init nushell | save -f ($nu.user-autoload-dirs | first | path join stateline.nu)",
        text: include_str!("nushell.nu"),
        quote: quote::double,
        own_file: Some(OwnFile { path: own_path, text: None }),
    }),
    ..HostRow::UNKNOWN
};

fn own_path(system: &System) -> Result<PathBuf, Error> {
    let base = system.native_config_dir().ok_or(Error::NoHome)?;
    Ok(base.join("nushell/autoload/stateline.nu"))
}
