//! Versions of milestones: `v1.2`, `2.0`, `v4.1-search`.

use super::{kind, name, number};
use crate::text;

/// Returns whether the first version is later: `v2.1` than `v2.0`, also with words after it: `v2.1-search`.
pub(super) fn is_later_version(one: &str, other: &str) -> bool {
    let core = |version: &'_ str| name::bare(version).split(['-', '+']).next().map(str::to_owned);
    core(one).zip(core(other)).is_some_and(|(one, other)| number::is_later(&one, &other))
}

/// Returns the version that a sentence names, if it names only one.
pub(super) fn only_version(text: &str) -> Option<&str> {
    if !text.contains(['v', 'V']) {
        return None;
    }
    let mut words = text
        .split(|one: char| {
            text::is_blank(one) || matches!(one, '(' | ')' | ',' | ':' | ';' | '*' | '–' | '—')
        })
        .filter(|word| word.contains('.') && kind::is_version(&word.to_lowercase()));
    let first = words.next()?;
    words.all(|word| word.eq_ignore_ascii_case(first)).then_some(first)
}

/// Splits a sentence that begins with a milestone after its version: `Milestone v1.2 Search — Phase 5`.
pub(super) fn opening(value: &str) -> Option<(&str, &str)> {
    let value = value.trim_start_matches(['*', '_', ' ']);
    let value = name::strip_ignoring_case(value, "milestone ").unwrap_or(value);
    // `M6 v2.5 — Search` has two.
    let second = value.split_once(' ').filter(|(code, _)| code.starts_with('M') && is_version(code));
    let value = second.map(|(_, rest)| rest).filter(|rest| rest.starts_with('v')).unwrap_or(value);
    let end = value
        .find(|one: char| text::is_blank(one) || matches!(one, ',' | ':' | ';' | '*' | ')'))
        .unwrap_or(value.len());
    let (first, rest) = value.split_at_checked(end)?;
    let is_milestone = first.starts_with(['v', 'V']) && is_version(first);
    is_milestone.then_some((first.trim_end_matches('.'), rest))
}

/// Returns whether a word is a version: `v1.2`, `2.0`, `M3`, but not a plain word.
pub(super) fn is_version(word: &str) -> bool {
    let digits = word.trim_start_matches(|first: char| first.is_ascii_alphabetic());
    // `1 - Search` is a list number, not a version.
    let is_bare = digits.len() == word.len() && !digits.contains('.');
    !is_bare
        && word.len().saturating_sub(digits.len()) <= 1
        && digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '.' | '-' | '+'))
}
