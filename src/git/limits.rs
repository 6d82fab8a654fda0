//! What the process that reads a repository may use.

use std::{thread, time::Duration};

use super::PATIENCE;
use crate::sys::limits;

/// The most memory, in bytes; the files that are mapped do not count.
const MEMORY: u64 = 1 << 30;

/// The most processor time, in seconds; the system knows no smaller unit.
const SECONDS: u64 = 2;

/// How long the process may go on after its parent should have ended it.
const GRACE: Duration = Duration::from_millis(100);

/// Limits this process for the rest of its life. A limit that the system does not know is left out.
pub(super) fn set() {
    // The parent ends this process in time, unless it was itself ended first.
    let watch = || {
        thread::sleep(PATIENCE.saturating_add(GRACE));
        end();
    };
    if let Ok(watchdog) = thread::Builder::new().stack_size(64 << 10).spawn(watch) {
        drop(watchdog);
    }
    limits::confine(MEMORY, SECONDS);
}

#[expect(clippy::exit, reason = "the main thread may wait in a system call for ever")]
fn end() {
    std::process::exit(1);
}
