//! Limits the memory and the time of the process that reads a repository.

use std::{thread, time::Duration};

use rustix::process::{Resource, Rlimit};

use super::PATIENCE;

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
    for (resource, most) in [
        (Resource::Cpu, SECONDS),
        (Resource::Data, MEMORY),
        // No file can be written, and a crash leaves no core file.
        (Resource::Fsize, 0),
        (Resource::Core, 0),
        // No process and no further thread can be started. (Does not apply to root.)
        (Resource::Nproc, 0),
    ] {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        rustix::process::setrlimit(resource, limit).unwrap_or_default();
    }
}

#[expect(clippy::exit, reason = "the main thread may be blocked in a system call forever")]
fn end() {
    std::process::exit(1);
}
