//! Ctrl-C, and the end of the session or of the console.

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

/// Does nothing: a write never ends the program here.
pub(crate) fn let_writes_fail() {}

/// Does nothing: a program cannot be stopped and continued by the user.
pub(crate) fn suspend() {}

/// Returns the flag of the signals that are held back, and lowers it.
pub(crate) fn held_back() -> Arc<AtomicBool> {
    static HELD: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let held = HELD.get_or_init(|| {
        let held = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&held);
        ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
                #[expect(clippy::exit, reason = "the handler runs in a thread of its own")]
                std::process::exit(130);
            }
        })
        .unwrap_or_default();
        held
    });
    held.store(false, Ordering::Relaxed);
    Arc::clone(held)
}

/// Returns a flag that is set when the user or the system asks the program to end.
pub(crate) fn asked_to_end() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&asked);
    ctrlc::set_handler(move || set.store(true, Ordering::Relaxed)).unwrap_or_default();
    asked
}
