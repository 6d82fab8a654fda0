//! What needs the user's attention in a workflow.

use std::collections::HashSet;

use crate::{
    family::Style,
    line::{Alert, Line},
    select::State,
    sys::System,
};

/// The kinds of alerts, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The work has failed, or its state file is broken.
    Failed,
    /// The work cannot go on before a person does something.
    Blocked,
    /// The work was interrupted.
    Paused,
    /// Something was due before now.
    Overdue,
    /// A limit of cost, time or iterations is near.
    Limit,
    /// Anything else that the line highlights.
    Other,
}

impl Kind {
    /// Every kind by name.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("failed", Self::Failed),
        ("blocked", Self::Blocked),
        ("paused", Self::Paused),
        ("overdue", Self::Overdue),
        ("limit", Self::Limit),
        ("other", Self::Other),
    ];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, kind)| *kind == self).map_or("other", |(name, _)| name)
    }

    /// Returns the kind of a reason.
    const fn of(reason: Option<Alert>) -> Self {
        match reason {
            Some(Alert::Failed | Alert::Corrupted) => Self::Failed,
            Some(Alert::Blocked) => Self::Blocked,
            Some(Alert::Paused) => Self::Paused,
            Some(Alert::Overdue) => Self::Overdue,
            Some(Alert::NearLimit) => Self::Limit,
            None => Self::Other,
        }
    }
}

/// The alerts of a workflow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alerts {
    /// Their kinds, the most urgent first; empty if there is no alert.
    pub kinds: Vec<Kind>,
    /// What the line or the file says about them.
    pub texts: Vec<String>,
}

impl Alerts {
    /// Finds the alerts of a state.
    pub fn of(system: &System, state: &State) -> Self {
        let lines = [Style::Full, Style::Smart].map(|style| state.view(system, style).line);
        let mut kinds: Vec<Kind> = lines.iter().flat_map(Line::reasons).map(Kind::of).collect();
        let warnings = state.reading().map(|reading| reading.warnings(system.now())).unwrap_or_default();
        let mut texts: Vec<String> = lines.iter().flat_map(Line::alerts).chain(warnings).collect();
        let mut seen = HashSet::new();
        texts.retain(|text| seen.insert(text.clone()));
        // A warning may say more about what the line shows.
        let all = texts.clone();
        texts.retain(|text| !all.iter().any(|other| other != text && other.starts_with(text.as_str())));
        if kinds.is_empty() && !texts.is_empty() {
            kinds.push(Kind::Other);
        }
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() > 1 {
            // It belongs to one of the others: `BLOCKED auth-core +1`.
            kinds.retain(|kind| *kind != Kind::Other);
        }
        Self { kinds, texts }
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns what they say in one line, or their kind if they say nothing.
    pub fn text(&self) -> String {
        if self.texts.is_empty() {
            return self.kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" · ");
        }
        self.texts.join(" · ")
    }

    /// Returns what distinguishes these alerts from others. Ages and percentages grow by themselves, so they are left out.
    pub fn key(&self) -> String {
        let names = self.kinds.iter().map(|kind| kind.name());
        let words = self.texts.iter().flat_map(|text| text.split(' ')).filter(|word| !is_amount(word));
        names.chain(words).collect::<Vec<_>>().join(" ")
    }
}

/// amount = 1*digit `%` / 1*( 1*digit unit )
fn is_amount(word: &str) -> bool {
    let ends = word.ends_with(['%', 's', 'm', 'h', 'd']);
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '%' | 's' | 'm' | 'h' | 'd');
    ends && word.starts_with(|first: char| first.is_ascii_digit()) && word.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alert_that_only_grows_older_is_the_same_alert() {
        let alerts = |text: &str| Alerts { kinds: vec![Kind::Overdue], texts: vec![text.to_owned()] };
        assert_eq!(alerts("poll overdue 12m").key(), alerts("poll overdue 1h2m").key());
        assert_eq!(alerts("⚠ cost 92%").key(), alerts("⚠ cost 95%").key());
        assert_ne!(alerts("BLOCKED 2.1").key(), alerts("BLOCKED 2.2").key());
        assert_ne!(alerts("BLOCKED auth").key(), alerts("BLOCKED pay").key());
    }

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        for (name, kind) in Kind::NAMES {
            assert_eq!(kind.name(), name);
        }
    }
}
