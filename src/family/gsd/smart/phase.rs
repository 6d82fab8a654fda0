//! The phase, in any of the forms that people and tools write.

use super::{
    clause::{clauses, is_date},
    kind::{self, StatusKind},
    name,
    number::is_same_number,
    pieces::Pieces,
    status::Status,
};
use crate::{family::gsd::patterns, text};

/// Strings after the number that are a status of the phase, in lower case.
const STANDINGS: &[&str] = &[
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
    "pending",
    "verified",
    "done",
];

/// Words for the place of a phase among others.
const PLACES: &[&str] = &[
    "last", "final", "first", "current", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    "ninth", "tenth",
];

/// How far into a line to look for the name of the phase.
const MOST_PIECES: usize = 8;

/// What is known about a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Phase {
    /// Its number, which is text: `16.10`, `05`, `M3`, `[CK.02] 05`.
    pub(super) number: String,
    /// The number of phases, if it is one: `8.2` is a phase.
    pub(super) total: Option<String>,
    /// Its name.
    pub(super) name: Option<String>,
    /// Its status, in the file's own words, with all that follows it.
    pub(super) status: Option<String>,
}

impl Phase {
    /// Parses what follows `Phase:`, or returns `None` if that is not a phase.
    ///
    /// phase = [`Phase `] number [`of ` total] *(`(` piece `)` / dash piece)
    ///
    /// A piece that is a status ends the search for the name.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = name::without_markdown(text.into());
        // Chinese and Japanese texts have wide parentheses.
        let text =
            if text.contains('（') { text.replace('（', " (").replace('）', ")").into() } else { text };
        // A command once wrote its own flag: `--phase (03)`.
        let flag = text.strip_prefix("phase (").and_then(|rest| rest.split_once(')'));
        let flagged = flag.map(|(number, rest)| format!("{number}{rest}"));
        let text = flagged.as_deref().unwrap_or(&text);
        let text = name::strip_ignoring_case(text, "phase ").map_or(text, text::trim);
        let (number, rest) = number(text)?;
        let mut phase = Self { number: number.to_owned(), ..Self::default() };
        let rest = phase.take_slug(rest);
        let rest = phase.take_total(rest);
        // Text right after a total is about the phases, unless it begins like a name.
        let after = rest.trim_start();
        let (after, rest) = after_version(after).map_or((after, rest), |rest| (rest, rest));
        if phase.total.is_some() && after.starts_with(char::is_lowercase) {
            phase.status = is_status(after).then(|| after.to_owned());
            return Some(phase);
        }
        let mut pieces = Pieces::of(rest);
        for _ in 0..MOST_PIECES {
            let Some(piece) = pieces.next() else { break };
            let (name, status) = divided(piece, &phase.number);
            // Prose begins.
            if name.as_deref().is_some_and(is_sentence) {
                break;
            }
            let is_count = name.as_deref().is_none_or(is_count);
            if phase.name.is_none() {
                phase.name = name.filter(|name| is_name(name));
            } else if status.is_none() && !is_count {
                break;
            }
            if let Some(status) = status {
                let rest = pieces.rest();
                phase.status = Some(if rest.is_empty() { status } else { format!("{status}; {rest}") });
                break;
            }
        }
        Some(phase)
    }

    /// Parses a value that must be a phase: if it has none of the forms, it is used as it is.
    pub(super) fn set(value: &str) -> Option<Self> {
        let value = name::name(value)?;
        // `title` adds the word again.
        let bare = name::strip_ignoring_case(&value, "phase ").map_or(value.as_ref(), text::trim);
        let has_form = |phase: &Self| {
            phase.number == bare || phase.total.is_some() || phase.name.is_some() || phase.status.is_some()
        };
        if let Some(phase) = Self::of(&value).filter(has_form) {
            return Some(phase);
        }
        let is_free = Status::of(&value, None).is_none_or(|status| status.kind == StatusKind::Other);
        is_free.then(|| Self { number: bare.to_owned(), ..Self::default() })
    }

    /// Copies name, total and status from `other` if it is about the same phase.
    pub(super) fn learn(&mut self, other: &Self) {
        if !is_same_number(&self.number, &other.number) {
            return;
        }
        self.total = self.total.take().or_else(|| other.total.clone());
        self.name = self.name.take().or_else(|| other.name.clone());
        self.status = self.status.take().or_else(|| other.status.clone());
    }

    /// Sets a name that was given next to the number.
    pub(super) fn call(&mut self, name: &str) {
        let (name, _) = divided(name, &self.number);
        if let Some(name) = name.filter(|name| is_name(name)) {
            self.name = Some(name);
        }
    }

    /// Returns `Phase 5`, or `Phase 5/12` if five of twelve makes sense.
    pub(super) fn title(&self) -> String {
        if self.number.starts_with('[') {
            return self.number.clone();
        }
        match self.counted() {
            Some((_, total)) => format!("Phase {}/{total}", self.number),
            None => format!("Phase {}", self.number),
        }
    }

    /// Returns whether its own status says that it is done.
    pub(super) fn is_done(&self) -> bool {
        let status = self.status.as_deref().and_then(|raw| Status::of(raw, Some(&self.number)));
        status.is_some_and(|status| status.kind == StatusKind::Done)
    }

    /// Returns whether the total says that phases are left after this one: also for `6.1 of 10`.
    pub(super) fn is_before_the_last(&self) -> bool {
        self.place().is_some_and(|(number, total)| number < total)
    }

    /// Returns the number without what follows its first dot, and the total.
    pub(super) fn place(&self) -> Option<(u32, u32)> {
        let counted = |digits: &str| digits.parse::<u32>().ok();
        let whole = counted(self.number.split('.').next()?)?;
        let total = counted(self.total.as_deref()?)?;
        (whole <= total).then_some((whole, total))
    }

    /// Returns the number and the total, if five of twelve makes sense.
    fn counted(&self) -> Option<(u32, u32)> {
        let counted = |digits: &str| digits.parse::<u32>().ok();
        let total = counted(self.total.as_deref()?)?;
        counted(&self.number).filter(|number| *number <= total).map(|number| (number, total))
    }

    /// Takes the name from `04-data-layer of 8`, and returns the rest.
    fn take_slug<'t>(&mut self, rest: &'t str) -> &'t str {
        let Some(slug) = rest.strip_prefix('-') else { return rest };
        let end =
            slug.find(|character: char| !character.is_alphanumeric() && character != '-' && character != '_');
        let (slug, tail) = slug.split_at_checked(end.unwrap_or(slug.len())).unwrap_or((slug, ""));
        if !is_name(slug) {
            return rest;
        }
        self.name = Some(slug.to_owned());
        tail
    }

    /// Removes `of 12` and returns the rest.
    fn take_total<'t>(&mut self, rest: &'t str) -> &'t str {
        let Some(found) = patterns::PHASE_TOTAL.matched(rest, 0) else {
            let of = rest.trim_start().strip_prefix("of ").map(str::trim_start);
            let unknown =
                of.and_then(|of| ["TBD", "?", "N", "X", "-1"].iter().find_map(|mark| of.strip_prefix(mark)));
            return unknown.filter(|rest| !rest.starts_with(char::is_alphanumeric)).unwrap_or(rest);
        };
        let digits = found.trim_start_matches(|character: char| !character.is_ascii_digit());
        self.total = Some(digits.to_owned());
        rest.strip_prefix(found).unwrap_or_default()
    }
}

/// Returns what follows the milestone after a total: `in v5.0 (Search)`.
fn after_version(rest: &str) -> Option<&str> {
    let (version, rest) = rest.strip_prefix("in ")?.split_once(' ')?;
    kind::is_version(&version.to_lowercase()).then_some(rest)
}

/// Splits a string after the number that it begins with.
fn number(text: &str) -> Option<(&str, &str)> {
    let number = patterns::PHASE_NUMBER.matched(text, 0)?;
    let end = number.len().saturating_add(suffix(number, text.strip_prefix(number)?));
    let (number, rest) = text.split_at_checked(end)?;
    // `4th` is not a number, and `v1.2` is a milestone.
    let ends = rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '_');
    let is_version = number.starts_with(['v', 'V']) && !number.contains('-');
    (ends && !is_version).then_some((number, rest))
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
    // `COMPLETE, Phase 2 NOT STARTED`.
    if name.split_once(", ").is_some_and(|(first, _)| is_standing(first)) {
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
            if is_standing(tail) || !is_list && (is_status(tail) || is_standing(first)) {
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
        // `2 of 5 complete`, `2/5 plans complete`: not the phase.
        if fraction(head).is_some_and(|(done, total)| done < total) {
            return (None, None);
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
        let ends = after.is_empty() || after.starts_with([',', '.']);
        (ends && is_shout(word) && is_status(word)).then_some((head, tail))
    })
}

/// Returns a name without `Phase 5:` or `05-` before it.
fn named(text: &str, number: &str) -> String {
    let text = name::without_markdown(text.into());
    let rest = name::strip_ignoring_case(&text, "phase ").unwrap_or(&text);
    let rest = match self::number(rest) {
        Some((repeated, rest)) if is_same_number(repeated, number) => rest,
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
fn is_name(piece: &str) -> bool {
    let is_place = PLACES.iter().any(|place| place.eq_ignore_ascii_case(piece));
    let is_version = kind::is_version(&piece.to_lowercase());
    !is_count(piece)
        && !is_sentence(piece)
        && !is_place
        && !is_version
        && piece.contains(char::is_alphabetic)
        && !name::is_placeholder(piece)
}

/// Returns whether a piece has a verb: `execution is complete`.
fn is_sentence(piece: &str) -> bool {
    let is_verb = |word: &str| matches!(word, "is" | "are" | "has" | "remains");
    piece.split(' ').any(is_verb)
}

/// Returns whether a piece counts phases: `5 of 6 in v27.1`, `second of 5 in v5.0`.
fn is_count(piece: &str) -> bool {
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
fn is_status(piece: &str) -> bool {
    is_standing(piece)
        || is_shout(piece) && Status::of(piece, None).is_some_and(|status| status.is_standing())
}

/// Returns whether a piece is one of the usual words for a status, in capitals or not.
pub(super) fn is_standing(piece: &str) -> bool {
    let is_edge = |edge: char| !edge.is_alphanumeric();
    let bare = piece.trim_matches(is_edge);
    // `SKIPPED 2026-04-30`.
    let bare = bare.rsplit_once(' ').filter(|(_, last)| is_date(last)).map_or(bare, |(bare, _)| bare);
    let bare = bare.trim_end_matches(is_edge);
    let lower = bare.to_lowercase();
    let opens = |opening: &str| {
        let is_phrase = opening.trim_end().contains(' ');
        lower.starts_with(opening) && (is_phrase || !is_title(bare))
    };
    STANDINGS.contains(&lower.as_str()) || OPENINGS.iter().any(|opening| opens(opening))
}

/// Returns whether a piece is a name that begins with a word for a status: `Complete Parser Removal`.
fn is_title(piece: &str) -> bool {
    let mut words = piece.split(' ');
    let is_shouted = words.next().is_none_or(is_shout);
    let second = words.next().unwrap_or_default();
    let is_part = ["Phase", "Plan", "Plans", "Wave", "Next", "Milestone"].contains(&second);
    !is_shouted && !is_part && !is_shout(second) && second.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_phase_is_read() {
        for (text, title, name, status) in [
            ("5 (export-api) — EXECUTING", "Phase 5", "export-api", "EXECUTING"),
            ("5 of 12 (Export API)", "Phase 5/12", "Export API", ""),
            ("5/12 (Export API)", "Phase 5/12", "Export API", ""),
            ("7 of 9 (Export (new) API) -- COMPLETE", "Phase 7/9", "Export (new) API", "COMPLETE"),
            ("18 of 18 -- Card Tokens (COMPLETE)", "Phase 18/18", "Card Tokens", "COMPLETE"),
            ("5", "Phase 5", "", ""),
            ("05 — Export API", "Phase 05", "Export API", ""),
            ("5 - Export API", "Phase 5", "Export API", ""),
            ("5: Export API", "Phase 5", "Export API", ""),
            ("5 Export API", "Phase 5", "Export API", ""),
            ("8.1 of 8.2 (Export fixes)", "Phase 8.1", "Export fixes", ""),
            ("12 of 5", "Phase 12", "", ""),
            ("2 — COMPLETE", "Phase 2", "", "COMPLETE"),
            ("19 (last completed)", "Phase 19", "", "last completed"),
            ("4 of 4 (Phase 4 complete)", "Phase 4/4", "", "complete"),
            ("3 of 5 complete", "Phase 3/5", "", "complete"),
            ("01-registro-socios", "Phase 01", "registro-socios", ""),
            ("1 of 1 (01-concerns)", "Phase 1/1", "concerns", ""),
            (
                "Phase 20 (Streaming Tools) - Plan 20-01 Completed.",
                "Phase 20",
                "Streaming Tools",
                "Plan 20-01 Completed.",
            ),
            ("Phase 2 (HTTP Core) — **PLANNED**", "Phase 2", "HTTP Core", "PLANNED"),
            ("**21** — Daily report — **RUNNING: 5/7**", "Phase 21", "Daily report", "RUNNING: 5/7"),
            ("228 (5 of 6 in v27.1) (REST API + SDK)", "Phase 228", "REST API + SDK", ""),
            ("4 - Dual VCO Architecture COMPLETE", "Phase 4", "Dual VCO Architecture", "COMPLETE"),
            ("v1.2-01 of 5 (Variables)", "Phase v1.2-01", "Variables", ""),
            ("M3 — Cleanup", "Phase M3", "Cleanup", ""),
            ("16.10", "Phase 16.10", "", ""),
            ("3A (Maps)", "Phase 3A", "Maps", ""),
            ("20-01", "Phase 20", "", ""),
            ("38-40 (Routing Engine)", "Phase 38-40", "Routing Engine", ""),
            ("08-A Search Bar (1 of 1 complete)", "Phase 08-A", "Search Bar", "complete"),
            ("8 - Search Bar (1 of 2 complete)", "Phase 8", "Search Bar", ""),
            ("8 (1/2 plans complete) — Search Bar", "Phase 8", "Search Bar", ""),
            ("08-API (Search)", "Phase 08", "API", ""),
            ("08-sync (5 of 6) **BLOCKED - REPLANNING**", "Phase 08", "sync", "BLOCKED; - REPLANNING"),
            ("53 (second of 5 in v5.0)", "Phase 53", "", ""),
            ("8 of 10 (v1.7) — Data Modeling — In Progress", "Phase 8/10", "Data Modeling", "In Progress"),
            ("17 — SKIPPED 2026-04-30 (closed)", "Phase 17", "", "SKIPPED 2026-04-30; (closed)"),
            ("36 — 数据层（Not started）", "Phase 36", "数据层", "Not started"),
            ("Phase 4 complete! All tests pass", "Phase 4", "", "complete; All tests pass"),
            (
                "0 of 5 (roadmap defined, ready to plan Phase 29)",
                "Phase 0/5",
                "",
                "roadmap defined, ready to plan Phase 29",
            ),
            ("5 (TBD)", "Phase 5", "", ""),
            ("--phase (03) — EXECUTING", "Phase 03", "", "EXECUTING"),
            ("[CK.02] 05 (Export API) — EXECUTING", "[CK.02] 05", "Export API", "EXECUTING"),
            ("5 (Tool Use — IN PROGRESS)", "Phase 5", "Tool Use", "IN PROGRESS"),
            ("5 (Tool Use, not yet planned)", "Phase 5", "Tool Use", "not yet planned"),
            ("5 of 7 (not yet planned)", "Phase 5/7", "", "not yet planned"),
            ("5 (Tool use complete)", "Phase 5", "Tool use", "complete"),
            ("5 of 7 (Tool Use) ✓", "Phase 5/7", "Tool Use", "complete"),
            ("5 (UAT, QA & E2E)", "Phase 5", "UAT, QA & E2E", ""),
            ("5 (Complete Parser Removal)", "Phase 5", "Complete Parser Removal", ""),
            ("5 (Pending Orders Page)", "Phase 5", "Pending Orders Page", ""),
            ("5 (Ready to Plan)", "Phase 5", "", "Ready to Plan"),
            ("5 of TBD (Tool Use)", "Phase 5", "Tool Use", ""),
            ("05-tool-use of 7 (Tool Use — COMPLETE)", "Phase 05/7", "tool-use", "COMPLETE"),
            ("5 complete; next: Phase 6 (Export)", "Phase 5", "", "complete; next: Phase 6 (Export)"),
            ("5 of 7 Tool Use", "Phase 5/7", "Tool Use", ""),
        ] {
            let phase = Phase::of(text).unwrap_or_else(|| panic!("{text} is a phase"));
            let found = (phase.title(), phase.name.unwrap_or_default(), phase.status.unwrap_or_default());
            assert_eq!(found, (title.to_owned(), name.to_owned(), status.to_owned()), "{text}");
        }
    }

    #[test]
    fn text_that_is_not_a_phase_is_rejected() {
        for text in [
            "",
            "—",
            "None",
            "Not started (defining requirements)",
            "Milestone v1.2 complete",
            "All 13 phases complete",
            "v1.0 COMPLETE (11 phases shipped)",
            "Complete",
            "Defining roadmap",
            "4th of May",
        ] {
            assert_eq!(Phase::of(text), None, "{text}");
        }
    }

    #[test]
    fn an_explicit_phase_may_have_any_name() {
        for (value, title) in [
            ("4.5", Some("Phase 4.5")),
            ("M3", Some("Phase M3")),
            ("S-00", Some("Phase S-00")),
            ("cleanup", Some("Phase cleanup")),
            ("Phase 5: Hardening", Some("Phase 5")),
            ("Phase 5", Some("Phase 5")),
            ("phase cleanup", Some("Phase cleanup")),
            ("**Phase 5**", Some("Phase 5")),
            ("none", None),
            ("complete", None),
            ("Milestone v1.2 complete", None),
        ] {
            assert_eq!(Phase::set(value).map(|phase| phase.title()).as_deref(), title, "{value}");
        }
    }
}
