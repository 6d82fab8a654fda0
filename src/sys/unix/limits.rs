//! The system's limits on a process.

use rustix::process::{Resource, Rlimit};

/// Reports whether the limit on the stack is below `least` bytes.
pub(crate) fn has_small_stack(least: usize) -> bool {
    let limit = rustix::process::getrlimit(Resource::Stack).current;
    limit.is_some_and(|size| size < u64::try_from(least).unwrap_or(u64::MAX))
}

/// Sets limits that cannot be raised again. Memory-mapped files are not limited.
pub(crate) fn confine(memory: u64, seconds: u64) {
    for (resource, most) in [
        (Resource::Cpu, seconds),
        (Resource::Data, memory),
        // No file can be written, and a crash leaves no core file.
        (Resource::Fsize, 0),
        (Resource::Core, 0),
        // No process and no further thread can be started. (This does not apply to root.)
        (Resource::Nproc, 0),
    ] {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        rustix::process::setrlimit(resource, limit).unwrap_or_default();
    }
}

/// Lowers the limits on memory and processor time, and prevents a core file.
pub(crate) fn lower(memory: u64, seconds: u64) {
    for (resource, most) in [(Resource::As, memory), (Resource::Cpu, seconds), (Resource::Core, 0)] {
        let now = rustix::process::getrlimit(resource);
        let current = Some(now.current.map_or(most, |limit| limit.min(most)));
        // The hard limit stays higher, so that the signal of the soft limit says which one was met.
        let limit = Rlimit { current, maximum: now.maximum };
        rustix::process::setrlimit(resource, limit).unwrap_or_default();
    }
}
