//! The signals that a write can bring: the reader is gone, or a file may not grow.
//!
//! Each would end the program, which a host takes for a failure. Rust's own start, which sees to one of them, is
//! left out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nix::sys::signal::{SigSet, Signal};
use signal_hook::consts::{SIGPIPE, SIGXFSZ};

/// Whether a write brings an error now, and no signal.
static ARE_HELD: AtomicBool = AtomicBool::new(false);

/// Holds the signals back, so that a write fails like any other; one call for the whole run.
///
/// A program that is started later inherits that, so it is done as late as can be.
pub fn hold() {
    if ARE_HELD.swap(true, Ordering::Relaxed) {
        return;
    }
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGPIPE);
    signals.add(Signal::SIGXFSZ);
    signals.thread_block().unwrap_or_default();
}

/// Does the same by handlers, which a program that is started does not inherit: for whoever starts others.
pub fn handle() {
    for signal in [SIGPIPE, SIGXFSZ] {
        signal_hook::flag::register(signal, Arc::default()).map(|_| ()).unwrap_or_default();
    }
    ARE_HELD.store(true, Ordering::Relaxed);
}
