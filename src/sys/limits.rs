//! Limits on this process.

use super::platform::limits as platform;

/// Reports whether this process has less stack than `least` bytes.
pub fn has_small_stack(least: usize) -> bool {
    platform::has_small_stack(least)
}

/// Limits this process for the rest of its life: memory in bytes, processor time in seconds, no file to
/// write, no other process.
///
/// A limit that the system does not support is skipped.
pub fn confine(memory: u64, seconds: u64) {
    platform::confine(memory, seconds);
}

/// Limits the memory in bytes and the processor time in seconds, unless the limit is already lower.
pub fn lower(memory: u64, seconds: u64) {
    platform::lower(memory, seconds);
}
