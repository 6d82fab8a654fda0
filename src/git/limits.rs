//! Limits the memory and the time of the process that reads a repository.

use std::{thread, time::Duration};

use super::PATIENCE;
use crate::sys::limits;

/// The most memory, in bytes, without memory-mapped files.
const MEMORY: u64 = 1 << 30;

/// The most processor time, in seconds, the smallest unit of this limit.
const SECONDS: u64 = 2;

/// How long the process may run on after its parent should have killed it.
const GRACE: Duration = Duration::from_millis(100);

/// Limits this process until it exits. A limit that the system does not support is skipped.
pub(super) fn set() {
    // The parent kills this process in time, unless the parent was killed first.
    let watch = || {
        thread::sleep(PATIENCE.saturating_add(GRACE));
        end();
    };
    if let Ok(watchdog) = thread::Builder::new().stack_size(64 << 10).spawn(watch) {
        drop(watchdog);
    }
    limits::confine(MEMORY, SECONDS);
}

#[expect(clippy::exit, reason = "the main thread may be blocked in a system call forever")]
fn end() {
    std::process::exit(1);
}
