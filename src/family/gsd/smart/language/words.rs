//! Splits a piece of a value into its words and numbers, and looks the words up.

use super::{
    fold,
    hashed::{self, WORDS},
};

/// The most letters of a phrase.
const LONGEST: usize = 28;

/// The fewest letters before an ending.
const SHORTEST_STEM: usize = 4;

/// The most letters of an ending, and those that Latin ones have: `bloqueadores` is not `bloqueado`.
const ENDING: (usize, &str) = (3, "aeiosy");

/// English words that other languages use, too.
const SHARED: &[&str] =
    &["phase", "phases", "plan", "plans", "milestone", "roadmap", "wave", "uat", "complete", "status"];

/// Words that join others, and say nothing by themselves.
const GLUE: &[&str] = &["~", "&", "in", "with"];

/// A part of a piece.
#[derive(Clone, Copy)]
pub(super) struct Part<'t> {
    /// What is written.
    pub(super) raw: &'t str,
    /// What it means, if it is a word of another language.
    pub(super) english: Option<&'static str>,
    /// Whether it is a number, or a word that is English already.
    is_shared: bool,
    /// Whether no blank is before it.
    pub(super) is_joined: bool,
}

/// A letter of a piece.
#[derive(Clone, Copy)]
struct Letter {
    at: usize,
    /// Without its accent.
    plain: char,
    /// With its accent.
    lower: char,
}

impl Part<'_> {
    /// Returns whether it is a word, and not glue.
    pub(super) fn is_word(&self) -> bool {
        self.english.is_some_and(|english| !GLUE.contains(&english))
    }

    /// Returns whether it is known, and not glue.
    pub(super) fn is_known(&self) -> bool {
        self.is_shared || self.is_word()
    }

    /// Returns whether it is the number of a phase.
    pub(super) fn is_number(&self) -> bool {
        self.is_shared && self.raw.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    }
}

/// Splits a piece into its words and numbers; glue between known words is left out, or English.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    with_glue(&every_part(text))
}

fn every_part(text: &str) -> Vec<Part<'_>> {
    let letter = |(at, written): (usize, char)| {
        fold::plain(written).map(|plain| Letter { at, plain, lower: fold::lower(written) })
    };
    let letters: Vec<Letter> = text.char_indices().filter_map(letter).collect();
    let place = |index: usize| letters.get(index).map_or(text.len(), |letter| letter.at);
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut index = 0;
    let mut is_joined = false;
    while let Some(Letter { at, plain, .. }) = letters.get(index).copied() {
        if plain == ' ' {
            is_joined = false;
            index = index.saturating_add(1);
            continue;
        }
        let found = phrase(&letters, index);
        let (english, end) =
            found.map_or_else(|| (None, word(&letters, index)), |(word, end)| (Some(word), end));
        let raw = text.get(at..place(end)).unwrap_or_default();
        let is_number = raw.bytes().any(|byte| byte.is_ascii_digit()) && raw.is_ascii();
        let is_shared = is_number || SHARED.iter().any(|shared| shared.eq_ignore_ascii_case(raw));
        parts.push(Part { raw, english, is_shared: is_shared && english.is_none(), is_joined });
        is_joined = true;
        index = end;
    }
    parts
}

/// Returns where the word ends that begins at an index: at a blank, or where the script changes.
fn word(letters: &[Letter], start: usize) -> usize {
    let is_dense = |index: usize| letters.get(index).is_some_and(|letter| fold::is_dense(letter.plain));
    let mut end = start.saturating_add(1);
    while letters.get(end).is_some_and(|letter| letter.plain != ' ') && !is_dense(start) && !is_dense(end) {
        end = end.saturating_add(1);
    }
    end
}

/// Returns the longest known phrase that begins at an index, and where it ends.
fn phrase(letters: &[Letter], start: usize) -> Option<(&'static str, usize)> {
    let mut best = None;
    let (mut plain, mut lower) = (hashed::EMPTY, hashed::EMPTY);
    for (length, letter) in letters.iter().skip(start).take(LONGEST).enumerate() {
        plain = hashed::with(plain, letter.plain);
        lower = hashed::with(lower, letter.lower);
        let end = start.saturating_add(length).saturating_add(1);
        let stop = word_end(letters, end);
        let found = if stop == end {
            WORDS.get(plain).or_else(|| WORDS.get(lower).filter(|_| lower != plain))
        } else if length >= SHORTEST_STEM && is_ending(letters.get(end..stop).unwrap_or_default()) {
            WORDS.get(hashed::with(plain, '*'))
        } else {
            None
        };
        best = found.map(|english| (english, stop)).or(best);
    }
    best
}

fn is_ending(letters: &[Letter]) -> bool {
    let (longest, latin) = ENDING;
    letters.len() <= longest && letters.iter().all(|it| !it.plain.is_ascii() || latin.contains(it.plain))
}

/// Returns where the word goes on to that may end at an index: to itself, if it does.
fn word_end(letters: &[Letter], end: usize) -> usize {
    let letter = |index: usize| letters.get(index).map(|letter| letter.plain);
    if end.checked_sub(1).and_then(letter).is_none_or(fold::is_dense) {
        return end;
    }
    let mut stop = end;
    while letter(stop).is_some_and(|one| (one.is_alphanumeric() || one == '\'') && !fold::is_dense(one)) {
        stop = stop.saturating_add(1);
    }
    stop
}

/// Leaves out the glue between known words, and makes unknown words of other glue.
fn with_glue<'t>(parts: &[Part<'t>]) -> Vec<Part<'t>> {
    let is_glue = |part: &Part<'_>| part.english.is_some_and(|english| GLUE.contains(&english));
    let mut out: Vec<Part<'t>> = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        if !is_glue(part) {
            out.push(*part);
            continue;
        }
        let before = parts.iter().take(at).rev().find(|part| !is_glue(part));
        let after = parts.iter().skip(at).find(|part| !is_glue(part));
        let is_between = before.is_none_or(Part::is_known) && after.is_some_and(Part::is_known);
        let is_count = before.is_some_and(Part::is_number) && after.is_some_and(Part::is_number);
        match part.english {
            Some("&") if is_between && before.is_some() => out.push(Part { english: Some(","), ..*part }),
            Some("~") if is_between && is_count => out.push(Part { english: Some("of"), ..*part }),
            Some("~") if is_between => {}
            Some("in" | "with") if is_between && before.is_some() => out.push(*part),
            _ => out.push(Part { english: None, ..*part }),
        }
    }
    out
}
