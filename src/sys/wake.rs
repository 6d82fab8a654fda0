//! Sleeps until something happens, the program is asked to end, or its output is closed.

use std::{io, time::Duration};

use super::platform::wake as platform;

/// Why a sleep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// A bell was rung: something changed.
    Change,
    /// The time is up.
    Clock,
    /// The program is asked to end, or its output was closed.
    End,
    /// The program is asked to stop for a while. Only an alarm that [hears the terminal](Alarm::hear_terminal) says so.
    Suspend,
}

/// Lets one thread sleep until another one wakes it.
#[derive(Debug)]
pub struct Alarm(platform::Alarm);

/// Wakes the thread that sleeps.
#[derive(Debug)]
pub struct Bell(platform::Bell);

impl Alarm {
    /// Creates one that also wakes when the program is asked to end. From now on, such a signal does nothing else.
    pub fn new() -> io::Result<Self> {
        platform::Alarm::new().map(Self)
    }

    /// Wakes for what a terminal sends to the program, too: it was closed, or the program is to be suspended.
    ///
    /// A program that changes the terminal needs that to restore it. For others, a closed terminal may mean nothing:
    /// `nohup` lets them go on.
    pub fn hear_terminal(&mut self) -> io::Result<()> {
        self.0.hear_terminal()
    }

    /// Returns a bell that wakes the sleeper.
    pub fn bell(&self) -> io::Result<Bell> {
        self.0.bell().map(Bell)
    }

    /// Sleeps until anything happens, but no longer than `most`.
    pub fn sleep(&mut self, most: Duration) -> Woken {
        self.0.sleep(most)
    }
}

impl Bell {
    /// Wakes the sleeper, or prevents its next sleep.
    pub fn ring(&mut self) {
        self.0.ring();
    }
}
