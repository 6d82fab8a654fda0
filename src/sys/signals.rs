//! Signals that would end the program.

use std::sync::{Arc, atomic::AtomicBool};

use super::platform::signals as platform;

/// Lets a write past a limit fail like any other, instead of ending the program.
pub fn let_writes_fail() {
    platform::let_writes_fail();
}

/// Lets a write to a pipe without a reader fail like any other, instead of ending the program.
///
/// The line itself does not need this: it is only written if its reader is still there.
pub fn let_pipes_fail() {
    platform::let_pipes_fail();
}

/// Returns a flag that is set when the program is asked to end. From now on, such a signal does nothing else.
pub fn asked_to_end() -> Arc<AtomicBool> {
    platform::asked_to_end()
}

/// Holds back the signals that end the program, for a while: returns a flag that the first of them sets.
///
/// Once the flag is set, by a signal or by the caller, the next signal ends the program as usual. So a caller that has put
/// the terminal back sets the flag.
pub fn held_back() -> Arc<AtomicBool> {
    platform::held_back()
}

/// Stops the program until it is continued, as Ctrl-Z does. Where a program cannot be stopped, it returns at once.
pub fn suspend() {
    platform::suspend();
}
