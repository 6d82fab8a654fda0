//! The system's limits on a process.

use rustix::process::{Resource, Rlimit};

/// Reports whether the limit on the stack is below `least` bytes.
pub(crate) fn has_small_stack(least: usize) -> bool {
    let limit = rustix::process::getrlimit(Resource::Stack).current;
    limit.is_some_and(|size| size < u64::try_from(least).unwrap_or(u64::MAX))
}

/// Sets limits that cannot be raised again. Files that are mapped are no part of the memory.
pub(crate) fn confine(memory: u64, seconds: u64) {
    for (resource, most) in [
        (Resource::Cpu, seconds),
        (Resource::Data, memory),
        // No file can be written, and a crash leaves no core file.
        (Resource::Fsize, 0),
        (Resource::Core, 0),
        // No process and no further thread can be started. (The system does not hold root to it.)
        (Resource::Nproc, 0),
    ] {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        rustix::process::setrlimit(resource, limit).unwrap_or_default();
    }
}

/// Lowers the limits on memory and on computing, and has no core file written.
pub(crate) fn lower(memory: u64, seconds: u64) {
    for (resource, most) in [(Resource::As, memory), (Resource::Cpu, seconds), (Resource::Core, 0)] {
        let now = rustix::process::getrlimit(resource);
        let current = Some(now.current.map_or(most, |limit| limit.min(most)));
        // The hard limit leaves room for the signal that says which one was met.
        let limit = Rlimit { current, maximum: now.maximum };
        rustix::process::setrlimit(resource, limit).unwrap_or_default();
    }
}
