//! What comes after a phase that is done.

use super::{
    clause::{About, Clause},
    number::{is_later, is_number, is_plan_number},
};
use crate::text;

/// Words that begin a clause about the next step.
const NEXT: &[&str] = &[
    "ready",
    "next",
    "proceed",
    "proceeding",
    "moving",
    "move",
    "begin",
    "start",
    "advance",
    "advancing",
    "then",
    "up",
    "run",
];

/// What to do with the next phase, if a clause says it.
const STEPS: &[(&str, &str)] = &[
    ("plan", "plan "),
    ("planning", "plan "),
    ("execute", "execute "),
    ("execution", "execute "),
    ("discuss", "discuss "),
    ("verify", "verify "),
];

/// Words that say that a phase is no longer part of the milestone.
pub(super) const PUT_OFF: &[&str] =
    &["deferred", "postponed", "descoped", "cancelled", "canceled", "dropped"];

/// The most words of a clause about the next step.
const MOST_WORDS: usize = 6;

/// What comes after a phase that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Another phase, with what to do with it: `plan Phase 4`.
    Phase {
        /// The step with its blank, or nothing.
        step: &'static str,
        /// The number.
        number: String,
    },
    /// Words of the file.
    Words(String),
}

/// Returns what to do with a phase, if words say it: `plan `.
pub(super) fn step(words: &str) -> Option<&'static str> {
    let mut words = words.split(' ');
    words.find_map(|one| STEPS.iter().find(|(word, _)| *word == one)).map(|(_, step)| *step)
}

/// Returns what the command in a sentence does with a phase: `Execute /gsd:plan-phase 4` plans it.
pub(super) fn command_step(raw: &str) -> Option<&'static str> {
    let step = |word: &str| {
        let name = word.trim_matches('`').strip_suffix("-phase")?.rsplit([':', '-', '/']).next()?;
        STEPS.iter().find(|(step, _)| *step == name)
    };
    raw.split(' ').find_map(step).map(|(_, step)| *step)
}

/// Returns whether what follows the number of a phase says that it is not next: ` (Search) deferred to v2`.
pub(super) fn is_put_off(rest: &str) -> bool {
    let ends = [". ", ", ", "; ", " — ", " – ", " -- "];
    let end = ends.iter().filter_map(|end| rest.find(end)).min().unwrap_or(rest.len());
    let mut words = rest.get(..end).unwrap_or_default().split(|one: char| !one.is_alphanumeric());
    words.any(|word| PUT_OFF.contains(&word.to_lowercase().as_str()))
}

/// Returns the first step below a heading, if it is about a phase: `1. Run Phase 2: Search`, `Run /gsd:plan-phase 2`.
pub(super) fn first_step(below: &str) -> Option<&str> {
    const VERBS: &[&str] = &["run", "begin", "start", "execute", "plan", "discuss", "phase", "/gsd", "$gsd"];
    let line = below.lines().find(|line| !line.trim().is_empty()).filter(|line| !line.starts_with('#'))?;
    let step = text::trim(line).trim_start_matches(['-', '*', '+', '>', '`', '1', '.', ')', ' ']);
    let first = step.split([' ', ':', '-']).next()?.to_lowercase();
    let names = |word: &str| {
        step.split(word).nth(1).is_some_and(|rest| rest.starts_with(|one: char| one.is_ascii_digit()))
    };
    (VERBS.contains(&first.as_str()) && (names("Phase ") || names("-phase "))).then_some(step)
}

/// Returns the next step that a clause names.
pub(super) fn next(clause: &Clause, number: Option<&str>) -> Option<Next> {
    let first = clause.words.split(' ').next().unwrap_or_default();
    let last = clause.words.rsplit(' ').next().unwrap_or_default();
    let waits = matches!(first, "awaiting" | "pending") || last == "pending" || clause.has(&["pending"]);
    // `Phase 4 ready to start`.
    let is_ready = matches!(clause.about, About::Phase(_)) && clause.waits();
    if !(waits || is_ready || NEXT.contains(&first) || last == "next" || clause.follows_arrow) {
        return None;
    }
    if let About::Phase(named) = &clause.about {
        let is_past = number.is_some_and(|own| is_later(own, named));
        // `→ page renders as in Phase 5` is prose.
        let leads_on = !clause.follows_arrow || clause.words.split(' ').take(2).any(|word| word == "phase");
        if number.is_some() && !clause.is_foreign(number) || is_past || !(leads_on || NEXT.contains(&first)) {
            return None;
        }
        let step = step(&clause.words).unwrap_or_default();
        return Some(Next::Phase { step, number: named.clone() });
    }
    // `v2.0 code-complete pending UAT`.
    let pending = clause.words.find(" pending ").and_then(|at| clause.words.get(at.saturating_add(1)..));
    if let Some(pending) = pending.filter(|pending| pending.split(' ').count() <= 3) {
        return Next::words(pending);
    }
    (waits && first != last || first == "ready").then(|| Next::words(&clause.words))?
}

impl Next {
    /// Returns whether it is a plan: a phase that is done waits for none.
    pub(super) fn is_plan(&self) -> bool {
        let Self::Words(words) = self else { return false };
        let words: Vec<&str> = words.split(' ').collect();
        // `ready for plan 02`, but not `ready to plan`.
        let is_named = words
            .windows(2)
            .any(|pair| pair.first() == Some(&"plan") && pair.get(1).is_some_and(|it| is_number(it)));
        is_named || words.iter().any(|word| is_plan_number(word))
    }

    /// Returns words that say what a phase that is done waits for, if they are few.
    pub(super) fn words(words: &str) -> Option<Self> {
        (words.split(' ').count() <= MOST_WORDS).then(|| Self::Words(words.to_owned()))
    }
}
