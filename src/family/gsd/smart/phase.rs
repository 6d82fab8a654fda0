//! The phase, in any of the forms that people and tools write.

use super::{
    kind::{self, StatusKind},
    name,
    number::{is_ids, is_same_number, number},
    piece::{divided, is_count, is_event, is_name, is_other, is_sentence, is_status},
    pieces::{MOST_PIECES, Pieces},
    status::Status,
    version::opening,
};
use crate::{family::gsd::patterns, text};

/// What is known about a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Phase {
    /// The word before its number, if that is not `Phase`. It is empty if the phase has a name instead of a number.
    pub(super) word: Option<&'static str>,
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
        let is_broken = name::has_broken_dash(text);
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
        if let Some(next) = after_arrow(rest) {
            let status = Some(format!("complete, ready for Phase {next}"));
            return Some(Self { status, ..phase });
        }
        let rest = phase.take_slug(rest);
        let rest = phase.take_total(rest);
        // `0 of 0` names no phase.
        if is_same_number(number, "0") && phase.total.as_deref() == Some("0") {
            return None;
        }
        // Text right after a total is about the phases, unless it begins like a name.
        let after = rest.trim_start();
        let (after, rest) = after_version(after).map_or((after, rest), |rest| (rest, rest));
        if phase.total.is_some() && after.starts_with(char::is_lowercase) {
            phase.status = is_status(after).then(|| after.to_owned());
            return Some(phase);
        }
        if let Some(inner) = phase.inner(after) {
            return Some(inner);
        }
        let mut pieces = Pieces::of(rest);
        // `07-search (Full-text search) — EXECUTING`: the second name does not end the search.
        let slug = phase.name.take();
        for _ in 0..MOST_PIECES {
            let Some(piece) = pieces.next() else { break };
            let (name, status) = match phase.total {
                Some(_) if after.starts_with('(') && is_title_of_done(piece) => {
                    (Some(piece.to_owned()), None)
                }
                _ => divided(piece, &phase.number),
            };
            // `Phase 29 COMPLETE` is about the phase before.
            if status.is_some() && is_other(piece, &phase.number) {
                continue;
            }
            // `Phase: 11 of 12 (v1.2 milestone)`.
            if opening(piece).is_some_and(|(_, rest)| rest.trim() == "milestone") {
                continue;
            }
            // Prose begins.
            let is_event = phase.name.is_none() && name.as_deref().is_some_and(is_event);
            if is_event || name.as_deref().is_some_and(is_sentence) {
                break;
            }
            let is_count = name.as_deref().is_none_or(is_count);
            if phase.name.is_none() {
                phase.name = name.filter(|name| is_name(name));
            } else if status.is_none() && !is_count && !is_ids(piece) {
                break;
            }
            if let Some(status) = status {
                let rest = pieces.rest();
                phase.status = Some(if rest.is_empty() { status } else { format!("{status}; {rest}") });
                break;
            }
        }
        // A name of a file in a broken encoding is as broken as its dashes.
        phase.name = slug.or(phase.name).filter(|name| !is_broken || name.is_ascii());
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
        // GSD cuts it at the first parenthesis that closes.
        let is_open = |name: &str| name.matches('(').count() > name.matches(')').count();
        let name = name.map(|name| if is_open(&name) { format!("{name})") } else { name });
        if let Some(name) = name.filter(|name| is_name(name)) {
            self.name = Some(name);
        }
    }

    /// Returns `Phase 5`, or `Phase 5/12` if five of twelve makes sense.
    pub(super) fn title(&self) -> String {
        if self.number.starts_with('[') {
            return self.number.clone();
        }
        let word = self.word.unwrap_or("Phase");
        let blank = if word.is_empty() { "" } else { " " };
        match self.counted() {
            Some((_, total)) => format!("{word}{blank}{}/{total}", self.number),
            None => format!("{word}{blank}{}", self.number),
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

    /// Returns whether the total says that this phase is the last one: `5 of 5`.
    pub(super) fn is_last(&self) -> bool {
        self.place().is_some_and(|(number, total)| number == total)
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

    /// Returns the phase that a place in a milestone means: `1 of 8 (Phase 48 — Search)`.
    fn inner(&self, after: &str) -> Option<Self> {
        let (inside, rest) = after.strip_prefix('(')?.split_once(')')?;
        let named = name::strip_ignoring_case(inside, "phase ").filter(|_| self.total.is_some())?;
        let (found, name) = number(named)?;
        let is_named = [" — ", " - ", ": "].iter().any(|joint| name.starts_with(joint));
        if !is_named || is_same_number(found, &self.number) {
            return None;
        }
        Self::of(&format!("{found} ({}){rest}", name.trim_start_matches([' ', '—', '-', ':'])))
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
        // `3 de 12`, as Spanish and Portuguese files have it.
        let of = rest.trim_start().strip_prefix("de ").unwrap_or_default();
        let end = of.find(|one: char| !one.is_ascii_digit()).unwrap_or(of.len());
        if let Some((total, rest)) = of.split_at_checked(end).filter(|(total, _)| !total.is_empty()) {
            self.total = Some(total.to_owned());
            return rest;
        }
        let Some(found) = patterns::PHASE_TOTAL.matched(rest, 0) else {
            let of = rest.trim_start().strip_prefix("of ").map(str::trim_start);
            let unknown =
                of.and_then(|of| ["TBD", "?", "N", "X", "-1"].iter().find_map(|mark| of.strip_prefix(mark)));
            return unknown.filter(|rest| !rest.starts_with(char::is_alphanumeric)).unwrap_or(rest);
        };
        let digits = found.trim_start_matches(|character: char| !character.is_ascii_digit());
        let after = rest.strip_prefix(found).unwrap_or_default();
        // `6 of 6–9` are the numbers of the first and the last.
        let last =
            after.strip_prefix(['–', '-']).filter(|last| last.starts_with(|one: char| one.is_ascii_digit()));
        // `2/3/4` is a list.
        if after.strip_prefix('/').is_some_and(|more| more.starts_with(|one: char| one.is_ascii_digit())) {
            return rest;
        }
        self.total = last.is_none().then(|| digits.to_owned());
        last.map_or(after, |last| last.trim_start_matches(|one: char| one.is_ascii_digit()))
    }
}

/// Returns whether a name ends with a word that would be a status elsewhere: `5 of 7 (Module 2 Complete)`.
fn is_title_of_done(piece: &str) -> bool {
    let head = piece.strip_suffix(" Complete");
    head.is_some_and(|head| head.contains(' ') && head.chars().all(|one| one.is_alphanumeric() || one == ' '))
}

/// Returns the next phase, if the line is about the way to it: `2 → 3 transition`.
fn after_arrow(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let next = rest.strip_prefix('→').or_else(|| rest.strip_prefix("->"))?;
    Some(number(next.trim_start())?.0)
}

/// Returns what follows the milestone after a number or a total: `in v5.0 (Search)`, `of v5.0 (Search)`.
fn after_version(rest: &str) -> Option<&str> {
    let rest = rest.strip_prefix("in ").or_else(|| rest.strip_prefix("of "))?;
    let (version, rest) = rest.split_once(' ')?;
    kind::is_version(&version.to_lowercase()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Phase {
        /// Returns title, name and status; what is missing is empty.
        pub(in super::super) fn parts(self) -> [String; 3] {
            [self.title(), self.name.unwrap_or_default(), self.status.unwrap_or_default()]
        }
    }

    #[test]
    fn every_form_of_a_phase_is_read() {
        for (text, title, name, status) in [
            ("5 (export-api) — EXECUTING", "Phase 5", "export-api", "EXECUTING"),
            ("5 of 12 (Export API)", "Phase 5/12", "Export API", ""),
            ("1 of 8 (Phase 48 — Export API) — EXECUTING", "Phase 48", "Export API", "EXECUTING"),
            ("4 of 4 (Phase 4 — Export API)", "Phase 4/4", "Export API", ""),
            ("5 of v1.2 (Export API)", "Phase 5", "Export API", ""),
            ("2/3/4 complete", "Phase 2", "", "complete"),
            ("5/12 (Export API)", "Phase 5/12", "Export API", ""),
            ("5 de 12 — Export API", "Phase 5/12", "Export API", ""),
            ("6 of 6–9 (Export API)", "Phase 6", "Export API", ""),
            ("9 — bath st. mary's walk", "Phase 9", "bath st. mary's walk", ""),
            ("5 of 7 (Complete CLI)", "Phase 5/7", "Complete CLI", ""),
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
            ("m2s3 (Ferry Fares) — COMPLETE", "Phase m2s3", "Ferry Fares", "COMPLETE"),
            ("m2s1.1 — Ferry Fares", "Phase m2s1.1", "Ferry Fares", ""),
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
            ("5 — Tool Use SEALED 2026-04-21", "Phase 5", "Tool Use", "SEALED 2026-04-21"),
            (
                "5 — Tool Use (05-01 complete; 05-02 pending)",
                "Phase 5",
                "Tool Use",
                "05-01 complete; 05-02 pending",
            ),
        ] {
            let phase = Phase::of(text).unwrap_or_else(|| panic!("{text} is a phase"));
            assert_eq!(phase.parts(), [title, name, status], "{text}");
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
            "0 of 0 (Planning)",
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
