//! Phases that were added to the roadmap, by the notes that GSD writes: `Phase 7 added: Search`.

use super::{
    evidence::Evidence,
    kind,
    next::Next,
    number::{is_later, is_same_number, number},
    phase::Phase,
    stop::is_counted,
};

/// The most notes to keep.
pub(super) const MOST: usize = 64;

/// The first number of the backlog.
const BACKLOG: u64 = 999;

/// The longest name to take from a note, in bytes: what is longer is a description.
const LONGEST: usize = 100;

/// The shortest name of a directory that may be cut: GSD cuts at 60.
const CUT: usize = 55;

/// Where a name ends, and a description begins.
const ENDS: &[&str] = &[" — ", " – ", " -- ", " - ", " (", ". ", ": ", "; "];

/// A phase that was added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Added<'a> {
    number: &'a str,
    /// Its name, maybe with a description.
    about: &'a str,
}

impl<'a> Added<'a> {
    /// Reads a note, without the mark of the list.
    pub(super) fn of(note: &'a str) -> Option<Self> {
        let (number, rest) = number(note.strip_prefix("Phase ")?)?;
        let rest = rest.trim_start_matches(['*', ' ']);
        let after = rest.strip_prefix("added").or_else(|| rest.strip_prefix("inserted"))?;
        let (_, about) = after.split_once(':')?;
        Some(Self { number, about: about.trim_start_matches(['*', ' ']) })
    }

    /// Returns the name, if it is short enough for one.
    fn name(&self) -> Option<&'a str> {
        let end = ENDS.iter().filter_map(|end| self.about.find(end)).min().unwrap_or(self.about.len());
        let name = self.about.get(..end)?.trim_end_matches(['.', ' ', '\r']);
        // `continuation of the gap closure` is a remark.
        (name.len() <= LONGEST && name.starts_with(char::is_uppercase)).then_some(name)
    }

    /// Returns whether the note says that nothing is left of the phase.
    fn is_settled(&self) -> bool {
        const GONE: &[&str] = &["removed", "deferred", "dropped", "cancelled", "superseded"];
        let lower = self.about.to_lowercase();
        lower
            .split(|one: char| !one.is_alphanumeric())
            .any(|word| kind::is_done(word) || GONE.contains(&word))
    }
}

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
        let whole = |number: &str| number.split('.').next()?.parse::<u64>().ok();
        let own = whole(&phase.number)?;
        // Phases may be worked on in any order, but an inserted one is next.
        let most = if self.front.progress.is_open() { own } else { own.saturating_add(1) };
        let is_next = |it: &&Added<'_>| whole(it.number).is_some_and(|it| it <= most);
        let next = self.added_after(phase).find(is_next)?;
        Some(Next::Phase { step: "", number: next.number.to_owned() })
    }

    fn added_after(&self, phase: &Phase) -> impl Iterator<Item = &Added<'_>> {
        let is_planned =
            |number: &str| number.split('.').next()?.parse::<u64>().ok().filter(|whole| *whole < BACKLOG);
        let is_left = move |it: &&Added<'_>| {
            is_later(it.number, &phase.number)
                && is_planned(it.number).is_some()
                && !it.is_settled()
                && !is_counted(it.number, phase, &self.front.progress)
        };
        self.body.added.iter().filter(is_left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_with_its_name() {
        for (note, wanted) in [
            ("Phase 7 added: Fare Search", Some(("7", Some("Fare Search")))),
            ("Phase 7 added: Fare Search — all of it, again", Some(("7", Some("Fare Search")))),
            ("Phase 3.1 inserted after Phase 3: Fixes (URGENT)", Some(("3.1", Some("Fixes")))),
            ("Phase 7 added and done", None),
            ("Phase 7: Fare Search", None),
        ] {
            let found = Added::of(note);
            assert_eq!(found.as_ref().map(|it| (it.number, it.name())), wanted, "{note}");
        }
    }
}
