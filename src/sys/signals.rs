//! What the system reports to a program by ending it, unless it is prepared.

use std::sync::{Arc, atomic::AtomicBool};

use super::platform::signals as platform;

/// Lets a write that goes past a limit fail like any other, instead of ending the program.
pub fn let_writes_fail() {
    platform::let_writes_fail();
}

/// Returns a flag that is set when the program is asked to end; from now on, that no longer ends it.
pub fn asked_to_end() -> Arc<AtomicBool> {
    platform::asked_to_end()
}
