//! What the notes say about phases that were added to the roadmap: their names, and that they are left to do.

use super::{
    counted::is_counted,
    evidence::Evidence,
    next::Next,
    note::Added,
    number::{BACKLOG, is_later, is_same_number, whole},
    phase::Phase,
};

/// The shortest name of a directory that may be cut: GSD cuts at 60.
const CUT: usize = 55;

impl Evidence<'_> {
    /// Returns the name with which a phase was added, unless two phases of this number were.
    pub(super) fn added_name(&self, own: &str) -> Option<String> {
        let notes = self.body.added.iter().filter(|it| is_same_number(it.number, own));
        let mut names = notes.map(Added::name);
        let first = names.next()??;
        let mut phase = Phase::of(own)?;
        phase.call(first);
        phase.name.filter(|_| names.all(|other| other == Some(first)))
    }

    /// Returns the whole name of a phase whose directory has only the start of it.
    pub(super) fn whole_name(&self, phase: &Phase) -> Option<String> {
        let cut = phase.name.as_deref().filter(|name| name.len() >= CUT && !name.contains(' '))?;
        let whole = self.added_name(&phase.number)?;
        let words = whole.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty());
        let slug = words.collect::<Vec<_>>().join("-").to_lowercase();
        slug.starts_with(cut).then_some(whole)
    }

    /// Returns whether a phase was added after this one that is neither counted as done nor in the backlog.
    pub(super) fn is_added_after(&self, phase: &Phase) -> bool {
        self.added_after(phase).next().is_some()
    }

    /// Returns the phase that was added right after this one, unless it is counted that others are left.
    pub(super) fn next_added(&self, phase: &Phase) -> Option<Next> {
        let own = whole(&phase.number)?;
        // Phases may be worked on in any order, but an inserted one is next.
        let most = if self.front.progress.is_open() { own } else { own.saturating_add(1) };
        // Phase 5.1 comes after phase 5, which is not done at phase 4.
        let last = |it: &Added<'_>| if it.number.contains('.') { own } else { most };
        let is_next = |it: &&Added<'_>| whole(it.number).is_some_and(|whole| whole <= last(it));
        let next = self.added_after(phase).find(is_next)?;
        Some(Next::Phase { step: "", number: next.number.to_owned() })
    }

    /// Returns whether a plan of an inserted phase is named, so that it was worked on: `28.1-01`.
    fn has_plan_of(&self, number: &str) -> bool {
        number.contains('.') && self.content.contains(&format!("{number}-0"))
    }

    fn added_after(&self, phase: &Phase) -> impl Iterator<Item = &Added<'_>> {
        let is_planned = |number: &str| whole(number).is_some_and(|whole| whole < BACKLOG);
        let is_left = move |it: &&Added<'_>| {
            is_later(it.number, &phase.number)
                && is_planned(it.number)
                && !it.is_settled()
                && !is_counted(it.number, phase, &self.front.progress)
                && self.last_row_of(it.number).is_none()
                && !self.has_plan_of(it.number)
        };
        self.body.added.iter().filter(is_left)
    }
}
