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

/// Returns the version of a milestone whose phases or whose start a heading announces, unless it is an old one.
pub(super) fn version_of_phases(heading: &str) -> Option<&str> {
    let heading = heading.trim_matches(['#', ' ', '\r']);
    let (version, rest) = heading.strip_prefix("Milestone ").unwrap_or(heading).split_once(' ')?;
    // `Phase Map`, `Phase Summary`.
    let is_phases =
        rest == "Phases" || rest.strip_prefix("Phase ").is_some_and(|what| !what.contains([' ', '1', '2']));
    let is_start = rest.starts_with("Initialization") && heading.starts_with("Milestone ");
    ((is_phases || is_start) && kind::is_version(version)).then_some(version)
}

/// Returns the version of the milestone that a note is about: `[Roadmap v1.2]: …`, `**By Phase (v1.2):**`,
/// `Milestone v1.2 started`, `See: PROJECT.md (updated for v1.2)`.
pub(super) fn version_of_note(line: &str) -> Option<&str> {
    // Most lines are rejected by a byte or two.
    let is_mark = |byte: &u8| matches!(byte, b'-' | b'*' | b'#' | b'>' | b' ' | b'[');
    let start = line.bytes().position(|byte| !is_mark(&byte))?;
    let note = line
        .get(start..)
        .filter(|note| matches!(note.as_bytes().first(), Some(b'R' | b'B' | b'M' | b'S' | b'v')))?;
    if let Some(reference) = note.strip_prefix("See:") {
        let (_, remark) = reference.split_once("PROJECT.md")?.1.split_once("(updated ")?;
        let is_start = remark.contains(" for v") || remark.contains("start");
        return only_version(remark).filter(|_| is_start && !remark.contains("close"));
    }
    let starts = ["Roadmap ", "By Phase (", "Milestone "];
    let (start, rest) =
        starts.iter().find_map(|start| Some((*start, note.strip_prefix(start)?))).unwrap_or(("", note));
    let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '.')?;
    let (version, after) = rest.split_at_checked(end)?;
    let is_about = match start {
        "Roadmap " => after.starts_with(']'),
        "By Phase (" => {
            let old = ["complete", "previous", "shipped", "summary", "not started"];
            let (state, _) = after.split_once(')')?;
            !old.iter().any(|old| state.contains(old))
        }
        "Milestone " => {
            after.starts_with(" started") || after.trim_end_matches(['*', ' ']).ends_with("IN PROGRESS")
        }
        _ => {
            line.contains('[') && ["roadmap]", "Roadmap]"].iter().any(|it| after.trim_start().starts_with(it))
        }
    };
    (is_about && version.contains('.') && kind::is_version(version)).then_some(version)
}

/// Returns whether a line shows work on a later milestone: `v2.0 Search: SHIPPED`, `Total plans completed: 4 (v2.0)`,
/// `- [v2.0]: Decided …`, `| 8 (v2.0) | 2 |`.
pub(super) fn is_later_work(line: &str, own: &str) -> bool {
    const DONE: &[&str] = &["shipped", "complete", "completed", "archived"];
    // `v2.0 begins when this is complete`.
    const BEFORE: &[&str] = &["begins", "starts", "when", "once", "until", "after", "not"];
    let is_later = |word: &str| word.contains('.') && kind::is_version(word) && is_later_version(word, own);
    let line = line.trim_start_matches(['-', '*', ' ', '#', '>']);
    let inside = |text: &'_ str, end: char| text.split_once(end).map(|(inside, _)| inside.to_owned());
    match line.as_bytes().first() {
        Some(b'v' | b'M') => opening(line).is_some_and(|(version, rest)| {
            let first = rest.split([';', '.']).next().unwrap_or_default().to_lowercase();
            let has = |list: &[&str]| {
                first.split(|one: char| !one.is_alphanumeric()).any(|word| list.contains(&word))
            };
            is_later(version) && has(DONE) && !has(BEFORE)
        }),
        Some(b'[') => {
            line.contains("]:")
                && line
                    .get(1..)
                    .and_then(|rest| inside(rest, ']'))
                    .is_some_and(|it| it.split(' ').next().is_some_and(is_later))
        }
        Some(b'T') => {
            let count = line.strip_prefix("Total plans completed:").and_then(|rest| rest.split_once('('));
            count.is_some_and(|(_, of)| of.split([' ', ')']).next().is_some_and(is_later))
        }
        Some(b'|') => {
            let first = line.trim_start_matches(['|', ' ']);
            let phases = first.split_once('|').and_then(|(cell, _)| cell.split_once(" ("));
            let is_number = first.starts_with(|first: char| first.is_ascii_digit());
            is_number && phases.and_then(|(_, of)| inside(of, ')')).is_some_and(|it| is_later(&it))
        }
        _ => false,
    }
}

/// Returns the later of two versions.
pub(super) fn later<'a>(one: Option<&'a str>, other: Option<&'a str>) -> Option<&'a str> {
    let is_later = one.zip(other).is_some_and(|(one, other)| is_later_version(other, one));
    if is_later { other } else { one.or(other) }
}

/// Returns a line that has the progress of one milestone: `v1.1 Progress: 40%`, `v1.1: [####......] 40%`,
/// `Progress (v1.1): 40%`.
pub(super) fn progress_of_version(line: &str) -> Option<&str> {
    // Most lines are rejected by a byte or two.
    let start = line.bytes().position(|byte| !matches!(byte, b' ' | b'*' | b'-' | b'['))?;
    if let Some(titled) = line.get(start..).and_then(|line| line.strip_prefix("Progress (")) {
        let (of, rest) = titled.split_once(')')?;
        let is_value = rest.trim_start_matches(['*', ' ']).starts_with(':');
        return (is_value && kind::is_version(of)).then(|| text::trim(titled));
    }
    let (lead, line) = line.split_at_checked(start).filter(|(_, line)| line.starts_with('v'))?;
    let (version, rest) = line.split_once(' ')?;
    let rest = rest.trim_start_matches("Milestone ");
    let is_bar = version.contains(':') || lead.ends_with('[');
    let is_progress = rest.starts_with("Progress:") || is_bar && is_percentage(rest);
    let version = version.trim_end_matches(['*', ':']);
    (is_progress && kind::is_version(version)).then(|| text::trim(line))
}

/// Returns whether a string begins with a percentage, maybe after a bar.
fn is_percentage(text: &str) -> bool {
    let Some((before, _)) = text.split_once('%') else { return false };
    let bar = before.trim_end_matches(|last: char| last.is_ascii_digit());
    bar.len() < before.len() && !bar.contains(char::is_alphanumeric)
}

/// Returns whether a line begins with a version, and a colon or a bar after it.
pub(super) fn is_milestone(line: &str) -> bool {
    let version = line.split([':', ' ']).next().map(str::to_lowercase);
    version.is_some_and(|version| kind::is_version(&version)) && line.contains(['[', ':'])
}
