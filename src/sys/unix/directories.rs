//! Directories by their names on Unix.

use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use crate::sys::{System, file};

/// Where programs that follow the system's own convention keep settings, below the home directory.
pub(crate) const NATIVE_CONFIG: Option<&str> =
    if cfg!(target_os = "macos") { Some("Library/Application Support") } else { None };

/// Whether programs usually follow the XDG convention. On macOS, some do only if their users ask for it.
pub(crate) const XDG_IS_USUAL: bool = !cfg!(target_os = "macos");

/// Where the machine's administrator keeps settings of Claude Code.
pub(crate) const MANAGED_CLAUDE: &str =
    if cfg!(target_os = "macos") { "/Library/Application Support/ClaudeCode" } else { "/etc/claude-code" };

/// Returns a directory of the XDG convention for which no variable is set.
pub(crate) fn base_dir(system: &System, usual: &str) -> Option<PathBuf> {
    Some(file::below(system.home()?, usual))
}

/// Returns the user's home directory: `HOME`, or else what the password file says.
pub(crate) fn home(system: &System) -> Option<PathBuf> {
    system.var("HOME").map(PathBuf::from).or_else(listed_home)
}

/// Returns the directory for temporary files, chosen as Node chooses it.
pub(crate) fn temporary(system: &System) -> PathBuf {
    let named = ["TMPDIR", "TMP", "TEMP"].iter().find_map(|name| system.var(name));
    let named = named.unwrap_or_else(|| OsString::from("/tmp"));
    match named.as_bytes().strip_suffix(b"/") {
        Some(stripped) if !stripped.is_empty() => OsStr::from_bytes(stripped).into(),
        _ => named.into(),
    }
}

/// Returns a path that this very program can be started by.
pub(crate) fn running() -> Option<PathBuf> {
    // The link leads to the same program even if another was put in its place since.
    let link = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") { Some(link.to_owned()) } else { std::env::current_exe().ok() }
}

/// Looks up this user's home directory in the password file.
///
/// The C library's look-up loads plug-ins, which a static program cannot.
#[inline(never)] // Nearly every user has `HOME`.
fn listed_home() -> Option<PathBuf> {
    let user = rustix::process::getuid().as_raw().to_string();
    let listing = file::text(Path::new("/etc/passwd"), file::STATE_LIMIT).ok()?;
    listing.lines().find_map(|line| {
        let mut fields = line.split(':');
        (fields.nth(2)? == user).then(|| fields.nth(2).filter(|home| !home.is_empty()).map(PathBuf::from))?
    })
}
