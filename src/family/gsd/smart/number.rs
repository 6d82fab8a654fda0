//! Numbers of phases and plans, which are text: `05`, `16.10`, `3A`, `07-02`.

use crate::family::gsd::patterns;

/// Returns whether two numbers are the same phase: `05` and `5`, but not `16.1` and `16.10`.
pub(super) fn is_same_number(one: &str, other: &str) -> bool {
    bare(one).trim_start_matches('0').eq_ignore_ascii_case(bare(other).trim_start_matches('0'))
}

/// The first number of the backlog.
pub(super) const BACKLOG: u64 = 999;

/// Returns the integer before the first dot.
pub(super) fn whole(number: &str) -> Option<u64> {
    number.split('.').next()?.parse().ok()
}

/// Returns a number without the bracket id before it: `[CK.02] 05` is `05`.
fn bare(number: &str) -> &str {
    number.rsplit_once("] ").map_or(number, |(_, number)| number)
}

/// Returns whether a word contains a number.
pub(super) fn is_number(word: &str) -> bool {
    word.contains(|character: char| character.is_ascii_digit())
}

/// Returns whether a word is the number of a plan: the phase, a dash and the plan.
pub(super) fn is_plan_number(word: &str) -> bool {
    let Some((phase, plan)) = word.split_once('-') else { return false };
    // `19-P02`.
    let plan = plan.strip_prefix(['P', 'p']).unwrap_or(plan);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    phase.starts_with(|first: char| first.is_ascii_digit())
        && phase.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && is_digits(plan)
}

/// Returns whether a word is the number of a plan without its phase: `P02`.
pub(super) fn is_plan_code(word: &str) -> bool {
    let digits = word.strip_prefix(['P', 'p']).filter(|digits| digits.len() > 1);
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether the first number is a later phase than the second: `10` than `9.1`, `9b` than `9`.
pub(super) fn is_later(one: &str, other: &str) -> bool {
    match (parts(bare(one)), parts(bare(other))) {
        (Some(one), Some(other)) => one > other,
        _ => false,
    }
}

/// Returns the numbers between the dots, each with its letter.
fn parts(number: &str) -> Option<Vec<(u64, String)>> {
    let part = |part: &str| {
        let (digits, letter) =
            part.split_at_checked(part.find(|one: char| !one.is_ascii_digit()).unwrap_or(part.len()))?;
        let is_letter = letter.len() <= 1 && letter.bytes().all(|byte| byte.is_ascii_alphabetic());
        Some((digits.parse().ok().filter(|_| is_letter)?, letter.to_ascii_lowercase()))
    };
    number.split('.').map(part).collect()
}

/// Splits a string after the number that it begins with.
pub(super) fn number(text: &str) -> Option<(&str, &str)> {
    let number = patterns::PHASE_NUMBER.matched(text, 0)?;
    let end = number.len().saturating_add(suffix(number, text.strip_prefix(number)?));
    let (number, rest) = text.split_at_checked(end)?;
    // `4th` is not a number, and `v1.2` is a milestone.
    let ends = rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '_');
    let is_version = number.starts_with(['v', 'V']) && !number.contains('-');
    (ends && !is_version).then_some((number, rest))
}

/// Returns the number of a phase that is written with the name of its directory: `07-search`.
pub(super) fn without_slug(word: &str) -> &str {
    let is_slug =
        |rest: &str| rest.strip_prefix('-').is_some_and(|name| name.starts_with(char::is_alphabetic));
    number(word).filter(|(_, rest)| is_slug(rest)).map_or(word, |(number, _)| number)
}

/// Returns how long the rest of the number is: `-A` in `08-A`, `-40` in `38-40`, but nothing of `20-01`.
fn suffix(number: &str, rest: &str) -> usize {
    let Some(tail) = rest.strip_prefix('-') else { return 0 };
    let is_part = |one: char| one.is_alphanumeric() || matches!(one, '-' | '_' | '.');
    let end = tail.find(|one: char| !is_part(one)).unwrap_or(tail.len());
    let part = tail.get(..end).unwrap_or(tail);
    let is_letter = part.len() == 1 && part.starts_with(|one: char| one.is_ascii_uppercase());
    let is_range = !part.starts_with('0')
        && number.parse::<u32>().is_ok_and(|first| part.parse::<u32>().is_ok_and(|last| first < last));
    if is_letter || is_range { end.saturating_add(1) } else { 0 }
}

/// Returns whether a word is a date.
pub(super) fn is_date(word: &str) -> bool {
    word.len() == 10
        && word
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() })
}

/// Returns whether a text is only ids of requirements: `AUTH-01, AUTH-02`.
pub(super) fn is_ids(text: &str) -> bool {
    let is_id = |word: &str| {
        word.split_once('-').is_some_and(|(letters, digits)| {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            letters.starts_with(|first: char| first.is_ascii_uppercase())
                && letters.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
                && is_number
        })
    };
    text.split([',', ' ', '/', '+']).filter(|word| !word.is_empty()).all(is_id)
}

/// Returns each `8/15` or `8 of 15`, with what is before and after it.
pub(super) fn fractions(value: &str) -> impl Iterator<Item = (&str, u64, u64, &str)> {
    let places = value.match_indices('/').chain(value.match_indices(" of "));
    places.filter_map(move |(at, joint)| {
        let (before, after) = value.split_at_checked(at)?;
        let before = before.trim_end();
        let after = after.strip_prefix(joint)?.trim_start();
        let start = before.trim_end_matches(|last: char| last.is_ascii_digit()).len();
        let end =
            after.len().saturating_sub(after.trim_start_matches(|first: char| first.is_ascii_digit()).len());
        // `8.5/9`.
        if before.get(..start)?.ends_with('.') {
            return None;
        }
        let (done, total): (u64, u64) = (before.get(start..)?.parse().ok()?, after.get(..end)?.parse().ok()?);
        (done <= total).then_some((before.get(..start)?, done, total, after.get(end..)?))
    })
}
