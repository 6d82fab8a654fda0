//! The notes that GSD writes when a phase is added to the roadmap: `Phase 7 added: Search`.

use super::{kind, number::number};

/// The most notes to keep.
pub(super) const MOST: usize = 64;

/// The longest name to take from a note, in bytes: what is longer is a description.
const LONGEST: usize = 100;

/// Where a name ends, and a description begins.
const ENDS: &[&str] = &[" — ", " – ", " -- ", " - ", " (", ". ", ": ", "; "];

/// A phase that was added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Added<'a> {
    pub(super) number: &'a str,
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
    pub(super) fn name(&self) -> Option<&'a str> {
        let end = ENDS.iter().filter_map(|end| self.about.find(end)).min().unwrap_or(self.about.len());
        let name = self.about.get(..end)?.trim_end_matches(['.', ' ', '\r']);
        // `continuation of the gap closure` is a remark.
        (name.len() <= LONGEST && name.starts_with(char::is_uppercase)).then_some(name)
    }

    /// Returns whether the note says that nothing is left of the phase.
    pub(super) fn is_settled(&self) -> bool {
        const GONE: &[&str] = &["removed", "deferred", "dropped", "cancelled", "superseded"];
        let lower = self.about.to_lowercase();
        lower
            .split(|one: char| !one.is_alphanumeric())
            .any(|word| kind::is_done(word) || GONE.contains(&word))
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
