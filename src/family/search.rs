//! What a family gets to look for its state: the machine, a budget, and the ages after which plans are hidden.

use std::cell::Cell;

use super::Ages;
use crate::sys::{System, listing::Budget};

/// One search for a state, from a directory upwards.
#[derive(Debug)]
pub struct Search<'s> {
    /// The machine.
    pub system: &'s System,
    /// What the search may still cost.
    pub budget: Budget,
    /// The ages after which plans are hidden.
    pub ages: Ages,
    /// How many directories, from the first one upwards, have no folder of any family.
    pub bare: Cell<usize>,
}

impl<'s> Search<'s> {
    /// Begins a search.
    pub fn new(system: &'s System, ages: Ages) -> Self {
        Self { system, budget: Budget::for_a_prompt(), ages, bare: Cell::new(0) }
    }
}
