//! The words that GSD uses for a status, and the one word that the compact line shows.

use std::borrow::Cow;

use crate::text;

/// How the compact line says that somebody has to act.
pub const PAUSED: &str = "PAUSED";

/// How long the first word of an unknown status may be, in UTF-16 units, as JavaScript counts.
const LONGEST_WORD: usize = 16;

/// Whole statuses of the vocabulary, lower case, with their canonical word.
const EXACT: &[(&str, &str)] = &[
    ("paused", "paused"),
    ("stopped", "paused"),
    ("executing", "executing"),
    ("in progress", "executing"),
    ("ready to execute", "executing"),
    ("planning", "planning"),
    ("ready to plan", "planning"),
    ("planning complete", "planning"),
    ("discussing", "discussing"),
    ("verifying", "verifying"),
    ("completed", "completed"),
    ("done", "completed"),
    ("complete", "completed"),
    ("phase complete", "completed"),
    ("phase complete — ready for verification", "verifying"),
    ("all phases complete", "completed"),
    ("milestone complete", "completed"),
    ("unknown", "unknown"),
];

/// Statuses with one variable word: what stands before and behind it.
const WITH_A_WORD: &[(&str, &str, &str)] = &[
    ("executing phase ", "", "executing"),
    ("planning phase ", "", "planning"),
    ("verifying phase ", "", "verifying"),
    ("phase ", " complete", "completed"),
    ("", " milestone complete", "completed"),
];

/// Returns the canonical word for a status that is, as a whole, one of the vocabulary.
pub fn canonical(status: &str) -> Option<&'static str> {
    let key = folded(status);
    if let Some((_, word)) = EXACT.iter().find(|(exact, _)| *exact == key) {
        return Some(word);
    }
    if is_ticked_complete(&key) {
        return Some("completed");
    }
    WITH_A_WORD
        .iter()
        .find(|(before, behind, _)| has_one_word_between(&key, before, behind))
        .map(|(.., word)| *word)
}

/// Returns the word that stands for a status on the compact line.
///
/// A status outside the vocabulary is cut to its first word: a guess from a word somewhere inside a
/// sentence would be wrong without looking wrong.
pub fn keyword(status: &str) -> Option<Cow<'_, str>> {
    match canonical(status) {
        Some("paused") => return Some(PAUSED.into()),
        Some(word) => return Some(word.into()),
        None => {}
    }
    let is_separator = |character: char| text::is_blank(character) || matches!(character, '-' | '–' | '—');
    let first = text::trim(status).split(is_separator).next()?;
    (!first.is_empty()).then(|| shortened(first))
}

/// Lowers the letters and makes each run of blanks one blank.
fn folded(status: &str) -> String {
    let lower = text::trim(status).to_lowercase();
    let words: Vec<&str> = lower.split(text::is_blank).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Tells whether `key` is `complete` with a tick behind it.
fn is_ticked_complete(key: &str) -> bool {
    let Some(tick) = key.strip_prefix("complete") else { return false };
    matches!(text::trim(tick), "✓" | "✔" | "✅" | "☑")
}

/// Tells whether a single word stands between two texts, and nothing else.
fn has_one_word_between(key: &str, before: &str, behind: &str) -> bool {
    let word = key.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
    word.is_some_and(|word| !word.is_empty() && !word.contains(text::is_blank))
}

/// Cuts a word as JavaScript does: half a surrogate pair is left as U+FFFD.
fn shortened(word: &str) -> Cow<'_, str> {
    let mut units = 0;
    for (at, character) in word.char_indices() {
        let next = character.len_utf16().saturating_add(units);
        if next > LONGEST_WORD {
            let kept = word.get(..at).unwrap_or_default();
            return if units < LONGEST_WORD { format!("{kept}\u{FFFD}").into() } else { kept.into() };
        }
        units = next;
    }
    word.into()
}
