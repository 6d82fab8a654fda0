//! Ctrl-C, and the end of the session or of the console.

use std::{
    io,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// What is called when the program is asked to end.
static LISTENERS: Mutex<Vec<Box<dyn FnMut() + Send>>> = Mutex::new(Vec::new());

/// Calls `listener` from now on when the program is asked to end, which then does not end by itself.
///
/// A process can have only one handler, so that all listeners share it.
pub(super) fn listen(listener: impl FnMut() + Send + 'static) -> io::Result<()> {
    static FAILED: OnceLock<Option<String>> = OnceLock::new();
    let call_all = || {
        let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.iter_mut().for_each(|listener| listener());
    };
    LISTENERS.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(listener));
    match FAILED.get_or_init(|| ctrlc::set_handler(call_all).err().map(|error| error.to_string())) {
        Some(why) => Err(io::Error::other(why.as_str())),
        None => Ok(()),
    }
}

/// Does nothing: a write never ends the program here.
pub(crate) fn let_writes_fail() {}

/// Does nothing: a pipe without a reader never ends the program here.
pub(crate) fn let_pipes_fail() {}

/// Does nothing: a program cannot be stopped and continued by the user.
pub(crate) fn suspend() {}

/// Returns the flag of the signals that are held back, and lowers it.
pub(crate) fn held_back() -> Arc<AtomicBool> {
    static HELD: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let held = HELD.get_or_init(|| {
        let held = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&held);
        listen(move || {
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
    listen(move || set.store(true, Ordering::Relaxed)).unwrap_or_default();
    asked
}
