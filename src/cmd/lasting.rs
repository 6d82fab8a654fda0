//! Chooses the path that a host's settings get: one that still leads to the program tomorrow.

use std::path::{Path, PathBuf};

use super::{Call, Failure, Terminal, question::ask};
use crate::{
    error::Error,
    install::origin::{Lasting, Origin},
    sys::{
        System,
        atomic::{self, Access},
        file, streams,
    },
};

/// The largest program that is copied.
const LIMIT: usize = 256 << 20;

/// Returns a path of this program that lasts; copies the program out of a cache if the user agrees.
pub(super) fn program(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<PathBuf, Failure> {
    let program = of(system);
    let Some(origin) = Origin::of(&program).filter(|origin| origin.lasting != Lasting::Stays) else {
        return Ok(program);
    };
    let path = system.var("PATH").unwrap_or_default();
    if let Some(stable) = origin.stable(&program, std::env::split_paths(&path)) {
        return Ok(file::portable(stable));
    }
    let home = system.home().filter(|_| origin.lasting == Lasting::Cache);
    let Some(home) = home else { return Ok(program) };
    let copy = home.join(".local").join("bin").join(program.file_name().unwrap_or_default());
    let copy = file::portable(copy);
    let (by, shown) = (origin.by, copy.display());
    if call.has("dry-run") {
        terminal.err.message(format_args!(
            "this program is in the cache of {by}, which may be cleared; it would be copied to `{shown}`"
        ))?;
        return Ok(copy);
    }
    if !call.has("yes") && streams::input_is_terminal() {
        let question = format!(
            "This program is in the cache of {by}, which may be cleared.\n\
             Copy it to `{shown}` and use that? [Y/n] "
        );
        if matches!(ask(&question, terminal)?.as_str(), "n" | "no") {
            return Ok(program);
        }
    }
    copy_to(&program, &copy)?;
    terminal.err.message(format_args!("copied the program from the cache of {by} to `{shown}`"))?;
    Ok(copy)
}

/// Returns the path of this program.
pub(super) fn of(system: &System) -> PathBuf {
    system.program().unwrap_or_else(|| env!("CARGO_PKG_NAME").into())
}

/// Copies the program, and replaces an older copy; a link belongs to another installer and stays.
fn copy_to(program: &Path, copy: &Path) -> Result<(), Error> {
    let refused = |why: String| Error::Refused { path: copy.to_owned(), why };
    let cannot = |error: std::io::Error| refused(format!("the program cannot be copied there: {error}"));
    if copy.symlink_metadata().is_ok_and(|about| !about.is_file()) {
        return Err(refused(
            "something else is there; remove it, or install stateline without a cache".to_owned(),
        ));
    }
    let content = file::Open::at(program).and_then(|file| file.head(LIMIT)).map_err(cannot)?;
    if let Some(dir) = copy.parent() {
        std::fs::create_dir_all(dir).map_err(cannot)?;
    }
    atomic::put_durably(copy, &content, Access::Program).map_err(cannot)
}
