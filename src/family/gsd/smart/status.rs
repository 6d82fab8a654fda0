//! A status in a few words, and its meaning.

use super::{
    kind::{self, StatusKind},
    name,
};
use crate::text;

/// Words that need another one after them.
const LEADING: &[&str] = &["for", "to", "on", "of", "in", "with", "at", "before", "after", "until"];

/// A status in words.
#[derive(Debug)]
pub(super) struct Status {
    /// The first clause, in lower case if it was in capitals or a title.
    pub(super) words: String,
    /// Its meaning.
    pub(super) kind: StatusKind,
}

impl Status {
    /// Parses a status in any form.
    pub(super) fn of(raw: &str) -> Self {
        let text = name::without_markdown(raw.into());
        let words = spoken(clause(&text));
        let kind = kind::of(&words, &text);
        Self { words, kind }
    }

    /// Removes a word that the line already shows.
    pub(super) fn forget(&mut self, said: &str) {
        if self.words.contains(said) && self.words.contains(' ') {
            let words: Vec<&str> = self.words.split(' ').filter(|word| *word != said).collect();
            self.words = words.join(" ");
        }
    }

    /// Returns the words without the number of the phase that the line shows next to them.
    pub(super) fn without_number(&self, number: &str) -> String {
        let words: Vec<&str> = self.words.split(' ').collect();
        let Some(at) = words.iter().position(|word| *word == "phase") else { return self.words.clone() };
        let named = words.get(at.saturating_add(1)).filter(|word| is_number(word));
        let leads = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| LEADING.contains(word));
        let gone = match named {
            Some(named) if is_same_number(named, number) => 2,
            None if at == 0 => 1,
            _ => 0,
        };
        if gone == 0 || leads {
            return self.words.clone();
        }
        let before = words.iter().take(at);
        let after = words.iter().skip(at.saturating_add(gone));
        before.chain(after).copied().collect::<Vec<_>>().join(" ")
    }
}

/// Returns whether the words continue `Phase 5 export-api` as one sentence.
pub(super) fn reads_on(words: &str) -> bool {
    let first = words.split(' ').next().unwrap_or_default();
    let opens = matches!(first, "in" | "on" | "under");
    // Words about another phase are a separate sentence.
    (opens || kind::decides(first)) && !words.split(' ').any(|word| word == "phase")
}

/// Returns whether two numbers are the same phase: `05` and `5`, but not `16.1` and `16.10`.
pub(super) fn is_same_number(one: &str, other: &str) -> bool {
    one.trim_start_matches('0').eq_ignore_ascii_case(other.trim_start_matches('0'))
}

/// Returns whether a word is the number of a phase.
fn is_number(word: &str) -> bool {
    word.contains(|character: char| character.is_ascii_digit())
}

/// Cuts a sentence after its first clause.
fn clause(text: &str) -> &str {
    let text = text.trim_start_matches(|first: char| !first.is_alphanumeric());
    let marks = text.find(['—', '–', '(', ';', ',', '→', '|', '!', '…']);
    // These end a clause only before a blank: `v1.2` and `ready-to-plan` are single words.
    let stops = [". ", ": ", " - ", " -- ", " + "].iter().filter_map(|stop| text.find(stop));
    let end = stops.chain(marks).min().unwrap_or(text.len());
    let clause = text.get(..end).unwrap_or(text);
    clause.trim_end_matches(|last: char| !last.is_alphanumeric() && last != '%')
}

/// Writes snake case, kebab case, titles and capitals as plain words.
fn spoken(clause: &str) -> String {
    let is_joined = !clause.contains(text::is_blank);
    let parts = clause.split(|character: char| {
        text::is_blank(character) || character == '_' || is_joined && character == '-'
    });
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let is_loud = |word: &&str| is_number(word) || !word.contains(char::is_lowercase);
    let is_shouted = parts.iter().all(is_loud);
    let is_title = |word: &str| word.chars().skip(1).all(|letter| !letter.is_uppercase());
    let small = |word: &&str| {
        if is_shouted || is_title(word) { word.to_lowercase() } else { (*word).to_owned() }
    };
    parts.iter().map(small).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_becomes_a_few_plain_words() {
        for (raw, words, kind) in [
            ("executing", "executing", StatusKind::Working),
            ("in_progress", "in progress", StatusKind::Working),
            ("in-progress", "in progress", StatusKind::Working),
            ("In Progress — wave 2 of 3, 4 plans left", "in progress", StatusKind::Working),
            ("🟡 IN PROGRESS - Task 1.5.1 Complete", "in progress", StatusKind::Working),
            ("Ready to plan", "ready to plan", StatusKind::Waiting),
            ("ready_to_plan", "ready to plan", StatusKind::Waiting),
            ("defining_requirements", "defining requirements", StatusKind::Working),
            ("roadmapped", "roadmapped", StatusKind::Waiting),
            ("planned", "planned", StatusKind::Waiting),
            ("active", "active", StatusKind::Working),
            ("phase_3_active", "phase 3 active", StatusKind::Working),
            ("Not started", "not started", StatusKind::Waiting),
            ("Planning complete", "planning complete", StatusKind::Waiting),
            ("Phase complete — ready for verification", "phase complete", StatusKind::Waiting),
            ("Phase 07 Complete", "phase 07 complete", StatusKind::Done),
            ("Plan 06-01 complete. Debug bridge next", "plan 06-01 complete", StatusKind::Done),
            ("All plans complete", "all plans complete", StatusKind::Done),
            ("completed", "completed", StatusKind::Done),
            ("Complete ✅", "complete", StatusKind::Done),
            ("milestone_complete", "milestone complete", StatusKind::Over),
            ("✅ **MILESTONE COMPLETE**", "milestone complete", StatusKind::Over),
            ("v1.2 MILESTONE SHIPPED", "v1.2 milestone shipped", StatusKind::Over),
            ("Awaiting next milestone", "awaiting next milestone", StatusKind::Over),
            (
                "Milestone v1.2 archived, ready for next milestone",
                "milestone v1.2 archived",
                StatusKind::Over,
            ),
            ("archived", "archived", StatusKind::Over),
            ("Phase 6 shipped", "phase 6 shipped", StatusKind::Done),
            ("STOPPED", "stopped", StatusKind::Paused),
            ("On hold: budget", "on hold", StatusKind::Paused),
            ("BLOCKED on review", "BLOCKED on review", StatusKind::Blocked),
            ("Blocked", "blocked", StatusKind::Blocked),
            ("unblocked", "unblocked", StatusKind::Other),
            ("almost done", "almost done", StatusKind::Working),
            ("Ready for UAT", "ready for UAT", StatusKind::Waiting),
            ("unknown", "unknown", StatusKind::Silent),
            ("—", "", StatusKind::Silent),
            ("Phase 5 concluída — aprovada", "phase 5 concluída", StatusKind::Other),
        ] {
            let status = Status::of(raw);
            assert_eq!((status.words.as_str(), status.kind), (words, kind), "{raw}");
        }
    }

    #[test]
    fn a_status_does_not_repeat_the_phase_next_to_it() {
        for (raw, wanted) in [
            ("Executing Phase 04", "executing"),
            ("Executing Phase 5", "executing phase 5"),
            ("Phase 4 complete", "complete"),
            ("Phase complete", "complete"),
            ("Ready to plan phase 4", "ready to plan"),
            ("Ready for phase 4", "ready for phase 4"),
            ("executing", "executing"),
        ] {
            assert_eq!(Status::of(raw).without_number("4"), wanted, "{raw}");
        }
    }
}
