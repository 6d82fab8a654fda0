//! How a status reads next to the phase and the milestone that the line shows.

use super::{
    kind::{self, StatusKind},
    name,
    next::step,
    number::{is_number, is_same_number},
    status::Status,
};

/// Words that need another one after them.
const LEADING: &[&str] = &["for", "to", "on", "of", "in", "with", "at", "before", "after", "until"];

impl Status {
    /// Removes a word that the line already shows.
    pub(super) fn forget(&mut self, said: &str) {
        if self.words.contains(said) && self.words.contains(' ') {
            let mut words: Vec<&str> = self.words.split(' ').filter(|word| *word != said).collect();
            // `defining requirements for v3.0`, `executing milestone v2.0`.
            let is_working = self.kind == StatusKind::Working;
            while words
                .last()
                .is_some_and(|last| LEADING.contains(last) || is_working && *last == "milestone")
            {
                words.pop();
            }
            let words = words.join(" ");
            words.trim_start_matches(|one: char| !one.is_alphanumeric()).clone_into(&mut self.words);
            // `v1.1 shipped`.
            if self.kind == StatusKind::Over && !self.words.contains(' ') {
                self.words = format!("milestone {}", self.words);
            }
        }
    }

    /// Removes the name of the milestone, which the line already shows, from words that say that it is over.
    pub(super) fn forget_name(&mut self, name: &str) {
        let rest = name::strip_ignoring_case(&self.words, name).map(str::trim);
        if let Some(rest) = rest.filter(|rest| self.kind == StatusKind::Over && !rest.is_empty()) {
            let rest = rest.strip_prefix("milestone ").unwrap_or(rest);
            self.words = format!("milestone {rest}");
        }
    }

    /// Returns the words without the number of the phase that the line shows next to them.
    pub(super) fn without_number(&self, number: &str) -> String {
        let words: Vec<&str> = self.words.split(' ').collect();
        let Some(at) = words.iter().position(|word| *word == "phase") else { return self.words.clone() };
        let named = words.get(at.saturating_add(1)).filter(|word| is_number(word));
        let leads = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| LEADING.contains(word));
        // `phase 17 + 17.1 complete`.
        let is_part = |word: &&&str| is_number(word) || matches!(**word, "+" | "&" | "and");
        let list: Vec<&&str> = words.iter().skip(at.saturating_add(1)).take_while(is_part).collect();
        let is_last = list.len() > 2 && list.last().is_some_and(|last| is_same_number(last, number));
        let gone = match named {
            Some(_) if is_last => list.len().saturating_add(1),
            Some(named) if is_same_number(named, number) => 2,
            None if at == 0 => 1,
            _ => 0,
        };
        // `ready to discuss phase 4 or plan phase 4`.
        let choice = self.words.split_once(" or ").filter(|(_, other)| step(other).is_some());
        let choice = choice.filter(|_| named.is_some());
        if let Some((first, _)) = choice {
            return Self { words: first.to_owned(), ..self.clone() }.without_number(number);
        }
        // `ready for phase 4 or more tests` would lose one of the two.
        let is_listed =
            words.get(at.saturating_add(gone)).is_some_and(|word| matches!(*word, "or" | "and" | "&" | "+"));
        if gone == 0 || is_listed || leads && gone == 1 {
            return self.words.clone();
        }
        // `ready for phase 4` is just `ready`, but `ready for phase 4 planning` is `ready for planning`.
        let is_end = at.saturating_add(gone) == words.len();
        // `all 4 plans in phase 2 done` is `all 4 plans done`.
        let is_place = at.checked_sub(1).and_then(|at| words.get(at)) == Some(&"in");
        let is_gone = leads && (is_end || is_place);
        let before = words.iter().take(if is_gone { at.saturating_sub(1) } else { at });
        let after = words.iter().skip(at.saturating_add(gone));
        let words = before.chain(after).copied().collect::<Vec<_>>().join(" ");
        // `Phase 5 is the next target`.
        if words == "ready for transition" {
            return "ready to start".to_owned();
        }
        if matches!(words.as_str(), "awaiting" | "waiting") {
            return "not started".to_owned();
        }
        let verb = ["is the ", "is ", "are "].iter().find_map(|verb| words.strip_prefix(verb));
        verb.map(str::to_owned).unwrap_or(words)
    }
}

/// Returns whether the words continue `Phase 5 export-api` as one sentence.
pub(super) fn reads_on(words: &str) -> bool {
    let first = words.split(' ').next().unwrap_or_default();
    let opens = matches!(first, "in" | "on" | "under" | "fully");
    // Words about another phase are a separate sentence.
    let mut after_phase = words.split(' ').skip_while(|word| *word != "phase").skip(1);
    (opens || kind::decides(first)) && !after_phase.next().is_some_and(is_number)
}
