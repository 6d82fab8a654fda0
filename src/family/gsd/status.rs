//! The words that GSD uses for a status, and the single word that the compact line shows.

use std::borrow::Cow;

use crate::text;

/// The word for a pause on the compact line, in capitals because someone has to act.
pub const PAUSED: &str = "PAUSED";

/// The longest first word of an unknown status, in UTF-16 units, as JavaScript counts.
const LONGEST_WORD: usize = 16;

/// Complete statuses of the vocabulary, in lower case, with their canonical word.
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

/// Statuses with one variable word: the text before and after it.
const WITH_A_WORD: &[(&str, &str, &str)] = &[
    ("executing phase ", "", "executing"),
    ("planning phase ", "", "planning"),
    ("verifying phase ", "", "verifying"),
    ("phase ", " complete", "completed"),
    ("", " milestone complete", "completed"),
];

/// Returns the canonical word for a status that is exactly one of the vocabulary.
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
        .find(|(before, after, _)| has_one_word_between(&key, before, after))
        .map(|(.., word)| *word)
}

/// Returns the word for a status on the compact line.
///
/// A status outside the vocabulary is cut to its first word: a guess from some other word of a
/// sentence could be wrong, and the user could not see that.
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

/// Converts to lower case, and reduces each run of blanks to one.
fn folded(status: &str) -> String {
    let lower = text::trim(status).to_lowercase();
    let words: Vec<&str> = lower.split(text::is_blank).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Returns whether `key` is `complete` followed by a tick.
fn is_ticked_complete(key: &str) -> bool {
    let Some(tick) = key.strip_prefix("complete") else { return false };
    matches!(text::trim(tick), "✓" | "✔" | "✅" | "☑")
}

/// Returns whether `key` is `before`, a single word, and then `after`.
fn has_one_word_between(key: &str, before: &str, after: &str) -> bool {
    let word = key.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    word.is_some_and(|word| !word.is_empty() && !word.contains(text::is_blank))
}

/// Cuts a word as JavaScript does: half a surrogate pair becomes U+FFFD.
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
