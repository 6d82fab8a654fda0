//! The phase, in any of the forms that people and tools write.

use super::{
    kind::StatusKind,
    name,
    pieces::Pieces,
    status::{Status, is_same_number},
};
use crate::{text, text::patterns};

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
];

/// How longer strings of that kind begin.
const OPENINGS: &[&str] = &[
    "in progress",
    "ready to ",
    "ready for ",
    "not started",
    "not yet",
    "all plans",
    "all complete",
    "complete ",
    "completed ",
    "plan ",
    "plans ",
    "context gathered",
    "executing ",
    "roadmapped",
];

/// How far into a line to look for the name of the phase.
const MOST_PIECES: usize = 8;

/// What is known about a phase.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Phase {
    /// Its number, which is text: `16.10`, `05`, `M3`.
    pub(super) number: String,
    /// The number of phases, if it is one: `8.2` is a phase.
    pub(super) total: Option<String>,
    /// Its name.
    pub(super) name: Option<String>,
    /// Its status, in the file's own words.
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
        let text = name::strip_ignoring_case(&text, "phase ").map_or(text.as_ref(), text::trim);
        let (number, rest) = number(text)?;
        let mut phase = Self { number: number.to_owned(), ..Self::default() };
        let rest = phase.take_total(rest);
        let mut pieces = Pieces::of(rest);
        // Text right after a total is about the phases, not the name of this one.
        if phase.total.is_some() && rest.trim_start().starts_with(char::is_alphanumeric) {
            phase.status = pieces.next().filter(|piece| is_status(piece)).map(str::to_owned);
            return Some(phase);
        }
        for piece in pieces.take(MOST_PIECES) {
            let piece = named(piece, &phase.number);
            if is_status(&piece) {
                phase.status = Some(piece);
                break;
            }
            if phase.name.is_some() {
                break;
            }
            phase.name = Some(piece).filter(|piece| is_name(piece));
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
        let is_free = Status::of(&value).kind == StatusKind::Other;
        is_free.then(|| Self { number: bare.to_owned(), ..Self::default() })
    }

    /// Copies name, total and status from `other` if it is about the same phase.
    pub(super) fn learn(&mut self, other: Self) {
        if !is_same_number(&self.number, &other.number) {
            return;
        }
        self.total = self.total.take().or(other.total);
        self.name = self.name.take().or(other.name);
        self.status = self.status.take().or(other.status);
    }

    /// Sets a name that was given next to the number.
    pub(super) fn call(&mut self, name: &str) {
        let name = named(name, &self.number);
        if is_name(&name) && !is_status(&name) {
            self.name = Some(name);
        }
    }

    /// Returns `Phase 5`, or `Phase 5/12` if five of twelve makes sense.
    pub(super) fn title(&self) -> String {
        let counted = |digits: &str| digits.parse::<u32>().ok();
        let total = self.total.as_deref().filter(|total| {
            counted(&self.number).zip(counted(total)).is_some_and(|(number, total)| number <= total)
        });
        match total {
            Some(total) => format!("Phase {}/{total}", self.number),
            None => format!("Phase {}", self.number),
        }
    }

    /// Removes `of 12` and returns the rest.
    fn take_total<'t>(&mut self, rest: &'t str) -> &'t str {
        let Some(found) = patterns::PHASE_TOTAL.matched(rest, 0) else { return rest };
        let digits = found.trim_start_matches(|character: char| !character.is_ascii_digit());
        self.total = Some(digits.to_owned());
        rest.strip_prefix(found).unwrap_or_default()
    }
}

/// Splits a string after the number that it begins with.
fn number(text: &str) -> Option<(&str, &str)> {
    let number = patterns::PHASE_NUMBER.matched(text, 0)?;
    let rest = text.strip_prefix(number)?;
    // `4th` is not a number, and `v1.2` is a milestone.
    let ends = rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '_');
    let is_version = number.starts_with(['v', 'V']) && !number.contains('-');
    (ends && !is_version).then_some((number, rest))
}

/// Returns a name without `Phase 5:` or `05-` before it and a word in capitals after it.
fn named(text: &str, number: &str) -> String {
    let text = name::without_markdown(text.into());
    let rest = name::strip_ignoring_case(&text, "phase ").unwrap_or(&text);
    let rest = match self::number(rest) {
        Some((repeated, rest)) if is_same_number(repeated, number) => rest,
        _ => text.as_ref(),
    };
    let rest = name::without_markdown(rest.into());
    let shout =
        rest.rsplit_once(' ').filter(|(_, last)| is_status(last) && !last.contains(char::is_lowercase));
    shout.map_or(rest.as_ref(), |(before, _)| before).to_owned()
}

/// Returns whether a piece can be a name: `5 of 6 in v27.1` is a count.
fn is_name(piece: &str) -> bool {
    let (first, rest) = piece.split_once(' ').unwrap_or((piece, ""));
    let is_count = rest.starts_with("of ") && first.bytes().all(|byte| byte.is_ascii_digit());
    !is_count && piece.contains(char::is_alphabetic) && !name::is_placeholder(piece)
}

/// Returns whether a piece is a status of the phase.
fn is_status(piece: &str) -> bool {
    let lower = piece.to_lowercase();
    if STANDINGS.contains(&lower.as_str()) || OPENINGS.iter().any(|opening| lower.starts_with(opening)) {
        return true;
    }
    let is_shouted = piece.contains(char::is_uppercase) && !piece.contains(char::is_lowercase);
    is_shouted && !matches!(Status::of(piece).kind, StatusKind::Other | StatusKind::Silent)
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
            ("4 - Dual VCO Architecture COMPLETE", "Phase 4", "Dual VCO Architecture", ""),
            ("v1.2-01 of 5 (Variables)", "Phase v1.2-01", "Variables", ""),
            ("M3 — Cleanup", "Phase M3", "Cleanup", ""),
            ("16.10", "Phase 16.10", "", ""),
            ("3A (Maps)", "Phase 3A", "Maps", ""),
            ("20-01", "Phase 20", "", ""),
            ("5 (TBD)", "Phase 5", "", ""),
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
