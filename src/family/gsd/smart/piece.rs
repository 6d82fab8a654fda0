//! Splits a piece of the text after a phase's number into its name and its status.

use super::{
    clause::clauses,
    kind, name,
    number::{is_date, is_number, is_plan_number, is_same_number, number},
    pieces::MOST_PIECES,
    status::Status,
};
use crate::text;

/// Strings after the number that are a status of the phase, in lower case.
const STATUS_WORDS: &[&str] = &[
    "complete",
    "completed",
    "done",
    "executing",
    "planning",
    "planned",
    "verifying",
    "discussing",
    "ready",
    "next",
    "next up",
    "current",
    "active",
    "shipped",
    "archived",
    "paused",
    "blocked",
    "pending",
    "last completed",
    "started",
    "starting",
    "roadmapped",
    "executed",
    "verified",
    "closed",
    "sealed",
    "code-complete",
    "finished",
    "skipped",
    "deferred",
    "wip",
    "up next",
    "on hold",
    "unplanned",
    "upcoming",
    "in flight",
    "inserted",
];

/// How longer strings of that kind begin.
const OPENINGS: &[&str] = &[
    "in progress",
    "ready to ",
    "ready for ",
    "not started",
    "not yet",
    "not planned",
    "all plans",
    "all phases",
    "all milestones",
    "wave ",
    "all complete",
    "all done",
    "milestone complete",
    "execution complete",
    "complete ",
    "completed ",
    "plan ",
    "plans ",
    "context gathered",
    "context captured",
    "executing ",
    "roadmapped",
    "shipped ",
    "awaiting ",
    "waiting ",
    "pending ",
    "needs ",
    "next: ",
    "next to ",
    "in flight ",
];

/// How a longer string, or a name with its status, ends. `planning` is missing: names end like that.
const ENDINGS: &[&str] = &[
    "complete",
    "completed",
    "in progress",
    "not started",
    "not yet started",
    "not planned",
    "not yet planned",
    "executing",
    "planned",
    "pending",
    "verified",
    "done",
];

/// Words for the place of a phase among others.
const PLACES: &[&str] = &[
    "last", "final", "first", "current", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    "ninth", "tenth",
];

/// Splits a piece into the name and the status, either of which may be missing.
pub(super) fn divided(piece: &str, number: &str) -> (Option<String>, Option<String>) {
    let is_mark = |one: char| is_tick(one) || text::is_blank(one);
    if piece.contains(is_tick) && piece.chars().all(is_mark) {
        return (None, Some("complete".to_owned()));
    }
    let name = named(piece, number);
    if is_status(&name) || is_preparation(&name) {
        return (None, Some(name));
    }
    // `next: Search Index`.
    if let Some(rest) =
        name::strip_ignoring_case(&name, "next: ").filter(|rest| rest.starts_with(char::is_uppercase))
    {
        let (name, _) = divided(rest, number);
        return (name, Some("next".to_owned()));
    }
    // `COMPLETE, Phase 2 NOT STARTED`.
    if name.split_once(", ").is_some_and(|(first, _)| is_usual_status(first)) {
        return (None, Some(name));
    }
    // `(Tool Use — IN PROGRESS)`, `(Auth, not yet planned)`.
    for stop in [" — ", " – ", " -- ", " - ", "; ", ", ", ": "] {
        let tails = name.match_indices(stop).take(MOST_PIECES);
        for (at, _) in tails {
            let (head, tail) = name.split_at_checked(at).unwrap_or((&name, ""));
            let tail = tail.strip_prefix(stop).unwrap_or(tail);
            let is_list = stop == ", ";
            // `COMPLETE; all 6 plans shipped`.
            let first = tail.split([';', ',']).next().unwrap_or(tail);
            if is_usual_status(tail) || !is_list && (is_status(tail) || is_usual_status(first)) {
                if let Some((head, _)) = shouted(head) {
                    let status = name.get(head.len()..).unwrap_or_default();
                    return (Some(head.to_owned()), Some(text::trim(status).to_owned()));
                }
                return (Some(head.to_owned()), Some(tail.to_owned()));
            }
        }
    }
    let lower = name.to_lowercase();
    let ending = ENDINGS.iter().find(|ending| lower.ends_with(**ending) && lower.len() > ending.len());
    if let Some((head, tail)) =
        ending.and_then(|ending| name.split_at_checked(name.len().checked_sub(ending.len())?))
        && head.ends_with(' ')
    {
        // `2 of 5 complete`, `2/5 plans complete`, `plan 1/3 complete`: not the phase.
        let count = name::strip_ignoring_case(head, "plan ").unwrap_or(head);
        if fraction(count).is_some_and(|(done, total)| done < total) {
            return (None, None);
        }
        // `08-01 complete; 08-02 pending` and `Plan 02 complete`: plans.
        let is_plan = name::strip_ignoring_case(head, "plan ").is_some_and(is_number);
        if is_plan || head.trim_end().rsplit(' ').next().is_some_and(is_plan_number) {
            return (None, Some(name));
        }
        return (Some(name::without_markdown(head.into()).into_owned()), Some(tail.to_owned()));
    }
    if let Some((head, status)) = shouted(&name) {
        return (Some(name::without_markdown(head.into()).into_owned()), Some(status.to_owned()));
    }
    (Some(name), None)
}

/// Splits a name before a status in capitals: `Store Assets COMPLETE, awaiting review`.
fn shouted(name: &str) -> Option<(&str, &str)> {
    let blanks = name.match_indices(' ').take(MOST_PIECES.saturating_mul(2));
    blanks.map(|(at, _)| at).find_map(|at| {
        let (head, tail) = name.split_at_checked(at)?;
        let tail = tail.trim_start();
        let (word, after) = tail.split_at_checked(tail.find([' ', ',', '.']).unwrap_or(tail.len()))?;
        // `Phase COMPLETE handling` is a name.
        let ends = after.is_empty() || after.starts_with([',', '.']) || is_date(after.trim_start());
        (ends && is_shout(word) && is_status(word)).then_some((head, tail))
    })
}

/// Returns whether a piece begins with another phase.
pub(super) fn is_other(piece: &str, own: &str) -> bool {
    let text = name::without_markdown(piece.into());
    let rest = name::strip_ignoring_case(&text, "phase ");
    rest.and_then(number).is_some_and(|(number, _)| !is_same_number(number, own))
}

/// Returns a name without `Phase 5:` or `05-` before it.
fn named(text: &str, number: &str) -> String {
    let text = name::without_markdown(text.into());
    let rest = name::strip_ignoring_case(&text, "phase ").unwrap_or(&text);
    // `4/5 plans complete` in phase 4 does not repeat its number.
    let is_other = rest.split(' ').next().is_some_and(is_plan_number) || fraction(rest).is_some();
    let rest = match self::number(rest) {
        Some((repeated, rest)) if is_same_number(repeated, number) && !is_other => rest,
        _ => text.as_ref(),
    };
    let rest = name::without_markdown(rest.into());
    rest.trim_end_matches(|last: char| is_tick(last) || text::is_blank(last)).to_owned()
}

/// Returns whether a piece is about what was prepared: `roadmap defined, ready to plan Phase 29`.
fn is_preparation(piece: &str) -> bool {
    let first = clauses(piece).into_iter().next();
    first.is_some_and(|clause| kind::is_prepared(&clause.words.to_lowercase()))
}

/// Returns whether a piece can be a name, and not a sentence.
pub(super) fn is_name(piece: &str) -> bool {
    let is_place = PLACES.iter().any(|place| place.eq_ignore_ascii_case(piece));
    let is_version = kind::is_version(&piece.to_lowercase());
    // `6 of 8 (v1.1 phases: 6, 7, 8)`.
    let is_range = piece.to_lowercase().contains("phases: ");
    !is_count(piece)
        && !kind::is_done(&piece.to_lowercase())
        && !is_sentence(piece)
        // `Phase 6 — (next phase, Phase 5 complete)`.
        && name::strip_ignoring_case(piece, "next phase").is_none()
        && !is_place
        && !is_last_phase(piece)
        && !is_version
        && !is_range
        && piece.contains(char::is_alphabetic)
        && !name::is_placeholder(piece)
}

/// Returns whether a piece says only which phase it is: `final milestone phase`.
fn is_last_phase(piece: &str) -> bool {
    let lower = piece.to_lowercase();
    let first = lower.split(' ').next().unwrap_or_default();
    PLACES.contains(&first) && lower.ends_with(" phase")
}

/// Returns whether a piece has a verb: `execution is complete`.
pub(super) fn is_sentence(piece: &str) -> bool {
    let is_verb = |word: &str| matches!(word, "is" | "are" | "has" | "remains");
    // `bump. Closes the gate of Phase 2.`
    let mut ends = piece.split(". ").skip(1);
    piece.split(' ').any(is_verb)
        || piece.ends_with('.') && ends.any(|next| next.starts_with(char::is_uppercase))
}

/// Returns whether a piece says when something happened: `deployed 2026-04-26`.
pub(super) fn is_event(piece: &str) -> bool {
    piece.split_once(' ').is_some_and(|(_, rest)| rest.split(' ').any(is_date))
}

/// Returns whether a piece counts phases: `5 of 6 in v27.1`, `second of 5 in v5.0`.
pub(super) fn is_count(piece: &str) -> bool {
    let (first, rest) = piece.split_once(' ').unwrap_or((piece, ""));
    let is_place = PLACES.iter().any(|place| place.eq_ignore_ascii_case(first));
    rest.starts_with("of ") && is_place || fraction(piece).is_some()
}

/// Returns the numbers of `2 of 5` or `2/5` at the start of a piece.
fn fraction(piece: &str) -> Option<(u32, u32)> {
    let digits = |text: &str| text.find(|one: char| !one.is_ascii_digit()).unwrap_or(text.len());
    let (done, rest) = piece.split_at_checked(digits(piece))?;
    let rest = rest.strip_prefix('/').or_else(|| rest.strip_prefix(" of "))?;
    Some((done.parse().ok()?, rest.get(..digits(rest))?.parse().ok()?))
}

/// Returns whether a character means that something is done.
const fn is_tick(character: char) -> bool {
    matches!(character, '✓' | '✔' | '✅' | '☑' | '\u{FE0F}')
}

/// Returns whether a string is in capitals.
fn is_shout(text: &str) -> bool {
    text.contains(char::is_uppercase) && !text.contains(char::is_lowercase)
}

/// Returns whether a piece is a status of the phase.
pub(super) fn is_status(piece: &str) -> bool {
    // `GATING` is a remark.
    let is_known = |status: &Status| {
        status.says_what_happens() && (status.words.contains(' ') || !is_remark(&status.words))
    };
    is_usual_status(piece) || is_shout(piece) && Status::of(piece, None).as_ref().is_some_and(is_known)
}

/// Returns whether a word in `-ing` says what a phase is, and not what happens to it.
fn is_remark(word: &str) -> bool {
    matches!(word, "gating" | "blocking" | "existing" | "ongoing" | "recurring" | "standing")
}

/// Returns whether a piece is one of the usual words for a status, in capitals or not.
pub(super) fn is_usual_status(piece: &str) -> bool {
    let is_edge = |edge: char| !edge.is_alphanumeric();
    let bare = piece.trim_matches(is_edge);
    // `SKIPPED 2026-04-30`.
    let bare = bare.rsplit_once(' ').filter(|(_, last)| is_date(last)).map_or(bare, |(bare, _)| bare);
    let bare = bare.trim_end_matches(is_edge);
    let lower = bare.to_lowercase().replace('_', " ");
    let opens = |opening: &str| {
        let is_phrase = opening.trim_end().contains(' ');
        lower.starts_with(opening) && (is_phrase || !is_title(bare))
    };
    STATUS_WORDS.contains(&lower.as_str()) || OPENINGS.iter().any(|opening| opens(opening))
}

/// Returns whether a piece is a name that begins with a word for a status: `Complete Parser Removal`.
fn is_title(piece: &str) -> bool {
    let mut words = piece.split(' ');
    let is_shouted = words.next().is_none_or(is_shout);
    let second = words.next().unwrap_or_default();
    let is_part = ["Phase", "Plan", "Plans", "Wave", "Next", "Milestone"].contains(&second);
    !is_shouted && !is_part && second.starts_with(char::is_uppercase)
}
