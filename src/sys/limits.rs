//! What this process may use.

use super::platform::limits as platform;

/// Reports whether this process has less stack than `least` bytes.
pub fn has_small_stack(least: usize) -> bool {
    platform::has_small_stack(least)
}

/// Limits this process for the rest of its life: memory in bytes, processor time in seconds, no file to
/// write, no other process.
///
/// A limit that the system does not know is left out.
pub fn confine(memory: u64, seconds: u64) {
    platform::confine(memory, seconds);
}

/// Limits the memory in bytes and the seconds of computing; a limit that is lower already stays.
pub fn lower(memory: u64, seconds: u64) {
    platform::lower(memory, seconds);
}
