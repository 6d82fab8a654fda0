//! What a family gets to look for its state: the machine, a budget, and the ages after which plans are hidden.

use std::cell::Cell;

use super::{Ages, FAMILIES, Family};
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
    /// The workflows that the user declared.
    pub declared: Vec<&'static Family>,
    /// How many directories, from the first one upwards, have no folder of any family.
    pub bare: Cell<usize>,
}

impl<'s> Search<'s> {
    /// Begins a search.
    pub fn new(system: &'s System, ages: Ages) -> Self {
        Self { system, budget: Budget::for_a_prompt(), ages, declared: Vec::new(), bare: Cell::new(0) }
    }

    /// Looks for declared workflows, too.
    #[must_use]
    pub fn with(mut self, declared: &[&'static Family]) -> Self {
        self.declared = declared.to_vec();
        self
    }

    /// Returns the families to look for: every one, or only this one.
    pub fn families(
        &self,
        only: Option<&'static Family>,
    ) -> impl Iterator<Item = &'static Family> + use<'_, 's> {
        let every = FAMILIES.iter().chain(self.declared.iter().copied());
        every.filter(move |family| only.is_none_or(|only| only.id == family.id))
    }
}
