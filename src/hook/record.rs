//! Saves what the host sent last, for `stateline doctor`. Only if the hook is called with `--record`.
//!
//! The data names directories and sessions, so the file is readable by its owner only, and only the last
//! input is kept.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    sys::{
        System,
        atomic::{self, Access},
        file,
    },
    text::json::quoted,
};

/// The most bytes that are kept: four times the longest input that any known host sends.
const LIMIT: usize = 64 << 10;

/// The environment variables that are kept with it: those that decide on width and colour.
const VARIABLES: [&str; 8] =
    ["COLUMNS", "LINES", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"];

/// Turns recording off: when `doctor` runs the hook, its sample must not look like a host's input.
pub const NOT_NOW: &str = "STATELINE_NO_RECORD";

/// Returns the path of the record.
pub fn place(system: &System) -> Option<PathBuf> {
    Some(system.state_dir()?.join("sent.json"))
}

/// Saves what was sent, replacing the record before it. Errors are ignored: the line is more important.
pub(super) fn keep(system: &System, sent: &[u8]) {
    let Some(path) = place(system).filter(|_| system.var(NOT_NOW).is_none()) else { return };
    let Some(dir) = path.parent() else { return };
    let made = file::create_private_dir(dir);
    // A link could lead anywhere.
    if made.is_ok() && !is_link(dir) {
        atomic::put(&path, written(system, sent).as_bytes(), Access::Private).unwrap_or_default();
    }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink())
}

/// Writes the record as JSON. The input may not be valid JSON, so it is stored as a string.
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
