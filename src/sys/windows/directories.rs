//! Directories by their names on Windows.

use std::path::PathBuf;

use super::paths;
use crate::sys::System;

/// Where programs keep a user's settings and what has to last, unless a variable of the XDG convention says otherwise.
pub(crate) fn base_dir(system: &System, usual: &str) -> Option<PathBuf> {
    let variable = if usual == ".config" { "APPDATA" } else { "LOCALAPPDATA" };
    let named = system.var(variable).map(PathBuf::from).filter(|dir| dir.is_absolute());
    named.or_else(|| {
        let below = if usual == ".config" { r"AppData\Roaming" } else { r"AppData\Local" };
        Some(system.home()?.join(below))
    })
}

/// Programs that follow the system's own convention use the same directory.
pub(crate) const NATIVE_CONFIG: Option<&str> = None;

/// Programs that follow the XDG convention elsewhere do not do so here.
pub(crate) const XDG_IS_USUAL: bool = false;

/// Where the machine's administrator keeps settings of Claude Code.
pub(crate) const MANAGED_CLAUDE: &str = r"C:\Program Files\ClaudeCode";

/// Returns the user's home directory. `HOME` is set only by Unix shells, and hosts do not look at it.
pub(crate) fn home(system: &System) -> Option<PathBuf> {
    let named = system.var("USERPROFILE").or_else(|| system.var("HOME"))?;
    Some(paths::native(named.into()))
}

/// Returns the directory for temporary files, chosen as Node chooses it.
pub(crate) fn temporary(system: &System) -> PathBuf {
    let named = ["TEMP", "TMP"].iter().find_map(|name| system.var(name));
    let named = named.map(PathBuf::from).unwrap_or_else(|| {
        let root = ["SystemRoot", "windir"].iter().find_map(|name| system.var(name));
        PathBuf::from(root.unwrap_or_else(|| r"C:\Windows".into())).join("temp")
    });
    // Joining the components again removes a separator at the end.
    named.components().collect()
}

/// Returns a path that this very program can be started by.
pub(crate) fn running() -> Option<PathBuf> {
    std::env::current_exe().ok()
}
