//! Keeps what the host sent last, for `stateline doctor`: only where the hook is called with `--record`.
//!
//! What a host sends names directories and sessions, so nobody but its owner may read it, and no more
//! than the last of it is kept.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    json::quoted,
    sys::{
        System,
        atomic::{self, Access},
        file,
    },
};

/// The most that is kept: four times the longest that any host is known to send.
const LIMIT: usize = 64 << 10;

/// The variables that are kept beside it: those that decide on width and colour.
const VARIABLES: [&str; 8] =
    ["COLUMNS", "LINES", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"];

/// The variable that keeps a run from being recorded: `doctor` must not take its own sample for a host's.
pub const NOT_NOW: &str = "STATELINE_NO_RECORD";

/// Returns where it is kept.
pub fn place(system: &System) -> Option<PathBuf> {
    Some(system.state_dir()?.join("sent.json"))
}

/// Keeps what was sent, in place of what was sent before; a failure is nobody's business here.
pub(super) fn keep(system: &System, sent: &[u8]) {
    let Some(path) = place(system).filter(|_| system.var(NOT_NOW).is_none()) else { return };
    let Some(dir) = path.parent() else { return };
    let made = file::create_private_dir(dir);
    // A link would lead to where somebody else wants it.
    if made.is_ok() && !is_link(dir) {
        atomic::put(&path, written(system, sent).as_bytes(), Access::Private).unwrap_or_default();
    }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink())
}

/// Writes the record as JSON; what was sent may not be, so it stands there as a text.
fn written(system: &System, sent: &[u8]) -> String {
    let mut out = format!("{{\"time\":{},\"length\":{},\"environment\":{{", system.now(), sent.len());
    let variables = VARIABLES.iter().filter_map(|name| Some((name, system.text(name)?)));
    for (index, (name, value)) in variables.enumerate() {
        let comma = if index > 0 { "," } else { "" };
        write!(out, "{comma}{}:{}", quoted(name), quoted(&value)).unwrap_or_default();
    }
    let sent = file::decoded(sent.get(..LIMIT).unwrap_or(sent).to_vec());
    writeln!(out, "}},\"sent\":{}}}", quoted(&sent)).unwrap_or_default();
    out
}
