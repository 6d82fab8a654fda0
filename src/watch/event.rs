//! What happens to a workflow while it is watched: a change, an alert, its end.

use crate::{family::Work, list::alert::Alerts, select::State, sys::System};

/// Something that a command can be run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// What is shown has changed.
    Change,
    /// There is an alert that was not there before, or not when the watch began.
    Alert,
    /// The work is over, and was not before.
    Complete,
}

impl Event {
    /// Every event by name.
    pub const NAMES: [(&'static str, Self); 3] =
        [("alert", Self::Alert), ("complete", Self::Complete), ("change", Self::Change)];

    /// Returns the event of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, event)| *event)
    }
}

/// What was last seen of a workflow.
#[derive(Debug, Default)]
pub struct Seen {
    /// What distinguishes its alerts from others; empty if there are none.
    alerts: String,
    /// Whether its work is over; `None` if there is no state.
    is_over: Option<bool>,
    /// Whether it was looked at before.
    is_known: bool,
}

impl Seen {
    /// Looks at a workflow, and returns what has happened to it. `has_changed` says whether it is shown differently.
    pub fn look(
        &mut self,
        system: &System,
        state: Option<&State>,
        has_changed: bool,
    ) -> (Vec<Event>, Alerts) {
        let alerts = state.map(|state| Alerts::of(system, state)).unwrap_or_default();
        let key = if alerts.is_empty() { String::new() } else { alerts.key() };
        let is_over = state.and_then(State::work).map(|work| matches!(work, Work::Over | Work::Finished));
        let mut events = Vec::new();
        if has_changed && self.is_known {
            events.push(Event::Change);
        }
        if !key.is_empty() && key != self.alerts {
            events.push(Event::Alert);
        }
        if is_over == Some(true) && self.is_over == Some(false) {
            events.push(Event::Complete);
        }
        *self = Self { alerts: key, is_over, is_known: true };
        (events, alerts)
    }
}
