//! Ctrl-C, and the end of the session or of the console.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Does nothing: a write never ends the program here.
pub(crate) fn let_writes_fail() {}

/// Does nothing: a program cannot be stopped and continued by the user.
pub(crate) fn suspend() {}

/// Returns a flag that is set when the user or the system asks the program to end.
pub(crate) fn asked_to_end() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&asked);
    ctrlc::set_handler(move || set.store(true, Ordering::Relaxed)).unwrap_or_default();
    asked
}
