//! Limits on this process, as far as they can be had.

use std::{process, thread, time::Duration};

/// The exit code of a process that has used up its time, as the system itself has it for a job.
pub(super) const OUT_OF_TIME: i32 = 1816;

/// Returns `false`: the size of the stack is part of the program.
pub(crate) fn has_small_stack(_: usize) -> bool {
    false
}

/// Ends this process after some seconds. There is no safe call for the other limits.
pub(crate) fn confine(_: u64, seconds: u64) {
    end_after(seconds);
}

/// Does the same.
pub(crate) fn lower(_: u64, seconds: u64) {
    end_after(seconds);
}

#[expect(clippy::exit, reason = "the main thread may never end by itself")]
fn end_after(seconds: u64) {
    let watch = move || {
        thread::sleep(Duration::from_secs(seconds));
        process::exit(OUT_OF_TIME);
    };
    // Without a thread there is no limit.
    thread::Builder::new().spawn(watch).map(drop).unwrap_or_default();
}
