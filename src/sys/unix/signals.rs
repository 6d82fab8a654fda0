//! Keeps a failed write from ending the program, which a host would take for a crash.
//!
//! Two signals can do that: `SIGPIPE`, for a pipe without a reader, and `SIGXFSZ`, for a file that would grow
//! past the user's limit (`ulimit -f`). A handler, unlike a blocked or ignored signal, is not inherited by the programs
//! that we start.

use std::sync::{
    Arc, Once, OnceLock,
    atomic::{AtomicBool, Ordering},
};

use rustix::process::{Resource, getrlimit};
use signal_hook::consts::{SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGTSTP, SIGXFSZ};

/// Lets a write past the limit on the size of files fail like any other.
///
/// A limit is rare and a handler takes several system calls, so it is set up only where there is a limit.
pub(crate) fn let_writes_fail() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if getrlimit(Resource::Fsize).current.is_some() {
            signal_hook::flag::register(SIGXFSZ, Arc::default()).map(|_| ()).unwrap_or_default();
        }
    });
}

/// Lets a write to a pipe without a reader fail like any other. Rust does that itself before `main`, except on Linux,
/// where the C library calls our `main` directly.
pub(crate) fn let_pipes_fail() {
    static ONCE: Once = Once::new();
    if cfg!(target_os = "linux") {
        ONCE.call_once(|| {
            signal_hook::flag::register(SIGPIPE, Arc::default()).map(|_| ()).unwrap_or_default();
        });
    }
}

/// Returns a flag that is set by the signals that end a program.
pub(crate) fn asked_to_end() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&asked)).map(|_| ()).unwrap_or_default();
    }
    asked
}

/// Returns the flag of the signals that are held back, and lowers it.
pub(crate) fn held_back() -> Arc<AtomicBool> {
    static HELD: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let held = HELD.get_or_init(|| {
        let held = Arc::new(AtomicBool::new(false));
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            // In this order: the first signal finds the flag lowered, and raises it.
            signal_hook::flag::register_conditional_default(signal, Arc::clone(&held))
                .map(|_| ())
                .unwrap_or_default();
            signal_hook::flag::register(signal, Arc::clone(&held)).map(|_| ()).unwrap_or_default();
        }
        held
    });
    held.store(false, Ordering::Relaxed);
    Arc::clone(held)
}

/// Stops this process as `SIGTSTP` does without a handler, and returns when it is continued.
pub(crate) fn suspend() {
    signal_hook::low_level::emulate_default_handler(SIGTSTP).unwrap_or_default();
}
