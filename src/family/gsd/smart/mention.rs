//! What the rest of the file says about a phase: its row in a table, and its name in the path of a file.

use super::{
    body::is_rule,
    evidence::Evidence,
    kind::{self, StatusKind},
    name,
    number::{is_later, is_same_number, number, whole},
    phase::Phase,
    read::split,
    status::Status,
};
use crate::text;

/// The most rows to read for the phase that was reached: each is looked for in the table.
pub(super) const MOST_ROWS: usize = 64;

/// The most words of the title of a phase in a list.
const MOST_WORDS: usize = 6;

/// The most lines above the first section to read.
const MOST_LINES: usize = 16;

/// How far ahead a phase of the same milestone may be.
const SOON: u64 = 8;

/// The most bytes of a file to search for the name of a phase.
const MOST: usize = 1 << 16;

impl<'a> Evidence<'a> {
    /// Returns the cells of a phase in a table of phases, and those at its head: `| 18 | Search | In Progress |`.
    fn row(&self, own: &str) -> Option<(Vec<&'a str>, Vec<&'a str>)> {
        let mut head: Option<Vec<&str>> = None;
        let mut lines = self.content.lines().map(str::trim).peekable();
        while let Some(line) = lines.next() {
            let Some(cells) = line.strip_prefix('|') else { continue };
            let cells = || cells.split('|').map(text::trim).collect::<Vec<_>>();
            if lines.peek().is_some_and(|next| is_rule(next)) {
                head = Some(cells()).filter(|head| has_status(head));
            } else if let Some(found) = &head
                // In a table of anything, the row itself has to say that it is a phase.
                && cells().first().is_some_and(|first| is_of_phases(found) || is_phase(first))
                && cells().first().is_some_and(|first| phase_in(first, own).is_some())
            {
                return Some((found.clone(), cells()));
            }
        }
        None
    }

    /// Returns the last phase that the table of the phases says is done or worked on.
    pub(super) fn last_row(&self) -> Option<Phase> {
        let numbers = self.content.lines().filter_map(|line| line.strip_prefix("| "));
        let phases = numbers.filter_map(|row| Phase::of(row.split('|').next()?));
        let is_begun = |phase: &Phase| {
            let status = self.status_in_table(&phase.number);
            status.is_some_and(|it| matches!(it.kind, StatusKind::Done | StatusKind::Working))
        };
        let last = phases.take(MOST_ROWS).filter(is_begun).last()?;
        Some(Phase { number: last.number, ..Phase::default() })
    }

    /// Returns whether a table lists a later phase of which nothing is done: `| 10. Search | — | — |`.
    pub(super) fn has_open_row_after(&self, phase: &Phase) -> bool {
        let is_empty = |cell: &str| cell.is_empty() || matches!(cell, "—" | "–" | "-" | "--" | "TBD");
        let is_open = |line: &str| {
            let (first, rest) = line.strip_prefix('|')?.split_once('|')?;
            // To read a phase takes time, so that comes last.
            if !rest.split('|').map(text::trim).all(is_empty) {
                return None;
            }
            let first = Phase::of(first)?;
            // A bare number may be anything.
            Some(first.name.is_some() && is_later(&first.number, &phase.number))
        };
        let lines = self.content.lines().filter(|line| line.starts_with('|') && !is_rule(line));
        lines.into_iter().any(|line| is_open(line).unwrap_or_default())
    }

    /// Returns the lines between the frontmatter and the first section.
    pub(super) fn lines_above_sections(&self) -> impl Iterator<Item = &'a str> {
        let (_, body) = split(self.content).unwrap_or(("", self.content));
        body.lines().take(MOST_LINES).take_while(|line| !line.starts_with("## "))
    }

    /// Returns whether the file mentions a phase soon after this one, in whatever words: `addressed in Phase 9`.
    pub(super) fn mentions_later(&self, phase: &Phase) -> bool {
        let Some(own) = whole(&phase.number) else { return false };
        let is_soon = |number: u64| number > own && number <= own.saturating_add(SOON);
        let named = ["Phase ", "Phases "].into_iter().flat_map(|word| self.content.split(word).skip(1));
        let digits = |rest: &str| {
            let end = rest.find(|one: char| !one.is_ascii_digit()).unwrap_or(rest.len());
            rest.get(..end)?.parse().ok()
        };
        named.filter_map(digits).any(is_soon)
    }

    /// Returns whether the table of the phases says that a later phase waits: `| 10. Search | Pending |`.
    pub(super) fn has_waiting_row_after(&self, phase: &Phase) -> bool {
        let rows = self.content.lines().filter_map(|line| line.strip_prefix("| "));
        let phases = rows.filter_map(|row| Phase::of(row.split('|').next()?));
        let mut later = phases.filter(|it| is_later(&it.number, &phase.number)).take(MOST_ROWS);
        later.any(|it| self.status_in_table(&it.number).is_some_and(|it| it.kind == StatusKind::Waiting))
    }

    /// Returns what the table of the phases says about a phase.
    pub(super) fn status_in_table(&self, own: &str) -> Option<Status> {
        let (head, cells) = self.row(own)?;
        // A row for each plan says nothing about the phase.
        if head.iter().any(|cell| cell.eq_ignore_ascii_case("plan")) {
            return None;
        }
        let column = head.iter().position(|cell| cell.eq_ignore_ascii_case("status"))?;
        let cell = cells.get(column)?;
        let words = cell.trim_start_matches(|one: char| !one.is_alphanumeric());
        let cell = if words.is_empty() { marked(cell)? } else { words };
        let is_known =
            |it: &Status| matches!(it.kind, StatusKind::Working | StatusKind::Waiting | StatusKind::Done);
        Status::of(cell, None).filter(is_known)
    }

    /// Returns how many phases the table with this phase says are done, and how many it has.
    pub(super) fn phases_in_table(&self, own: &str) -> Option<(u64, u64)> {
        let phases = self.table_of(own)?;
        let is_done = |phase: &&Phase| {
            self.status_in_table(&phase.number).is_some_and(|status| status.kind == StatusKind::Done)
        };
        let done = phases.iter().filter(is_done).count();
        Some((u64::try_from(done).ok()?, u64::try_from(phases.len()).ok()?))
    }

    /// Returns whether a table has this many phases, and this one is the last, and does not wait.
    pub(super) fn ends_table(&self, own: &str, all: u64) -> bool {
        let phases = self.table_of(own).unwrap_or_default();
        let is_last = phases.last().is_some_and(|last| is_same_number(&last.number, own));
        let waits = || self.status_in_table(own).is_some_and(|row| row.kind == StatusKind::Waiting);
        is_last && u64::try_from(phases.len()) == Ok(all) && !waits()
    }

    /// Returns whether GSD has added the row that it writes when a phase is complete: `| 16 | 1 | - | - |`.
    pub(super) fn has_row_of_completion(&self, own: &str) -> bool {
        self.content.lines().filter(|line| line.ends_with(" | - | - |")).any(|line| {
            let number = line.strip_prefix("| ").and_then(|rest| rest.split(' ').next());
            number.is_some_and(|number| is_same_number(number, own))
        })
    }

    /// Returns whether a table begins with this phase, which is not the first of all.
    pub(super) fn begins_table(&self, own: &str) -> bool {
        let phases = self.table_of(own).unwrap_or_default();
        whole(own) > Some(1) && phases.first().is_some_and(|first| is_same_number(&first.number, own))
    }

    /// Returns the phases of the table that has this one.
    fn table_of(&self, own: &str) -> Option<Vec<Phase>> {
        let lines: Vec<&str> = self.content.lines().map(str::trim).collect();
        let mut tables = lines.split(|line| !line.starts_with('|'));
        let phase = |line: &&str| Phase::of(line.strip_prefix('|')?.split('|').next()?);
        let has_own = |table: &&[&str]| {
            let mut phases = table.iter().filter_map(phase);
            table.get(1).is_some_and(|line| is_rule(line)) && phases.any(|it| is_same_number(&it.number, own))
        };
        let table = tables.find(has_own)?;
        let phases: Vec<Phase> = table.iter().filter_map(phase).take(MOST_ROWS).collect();
        // Several rows for one phase are of its parts.
        let mut pairs = phases.windows(2);
        let is_part =
            |pair: &[Phase]| matches!(pair, [one, other] if is_same_number(&one.number, &other.number));
        (!pairs.any(is_part)).then_some(phases)
    }

    /// Returns the name of a phase in the table of the phases: `| 18. Search | …`, `| 18 | Search | …`.
    pub(super) fn name_in_table(&self, own: &str) -> Option<String> {
        let (head, cells) = self.row(own)?;
        let is_name =
            |cell: &&str| ["name", "phase", "milestone"].iter().any(|name| cell.eq_ignore_ascii_case(name));
        let own_cell = phase_in(cells.first()?, own).filter(|phase| phase.name.is_some());
        let phase = own_cell.or_else(|| {
            let mut phase = Phase::of(own)?;
            phase.call(head.get(1).filter(|cell| is_name(cell)).and_then(|_| cells.get(1).copied())?);
            Some(phase)
        });
        // `Phase 12 P01` is a plan, `Phase 12 Issue` is elsewhere, and `planning` would be read as the state.
        let is_other =
            |name: &str| ["issue", "pr", "branch"].iter().any(|what| name.eq_ignore_ascii_case(what));
        let is_telling =
            |name: &str| !kind::decides(&name.to_lowercase()) && !is_plan(name) && !is_other(name);
        phase?.name.filter(|name| is_telling(name))
    }

    /// Returns the name of a phase in a list of them: `- Phase 18: Search (4 requirements)`, next to phase 17 or 19.
    ///
    /// Decisions are also listed by phase, but they are sentences.
    pub(super) fn name_in_list(&self, own: &str) -> Option<String> {
        let listed =
            |line: &'a str| number(line.strip_prefix("- ")?.trim_start_matches('*').strip_prefix("Phase ")?);
        let own_number = whole(own).filter(|_| !own.contains('.'))?;
        let mut before = None;
        let mut lines = self.content.lines().peekable();
        while let Some(line) = lines.next() {
            let found = listed(line);
            let neighbours = before.into_iter().chain(lines.peek().and_then(|next| listed(next)));
            let is_beside =
                neighbours.filter_map(|(other, _)| whole(other)).any(|it| it.abs_diff(own_number) == 1);
            before = found;
            let name = found
                .filter(|(it, _)| is_beside && is_same_number(it, own))
                .and_then(|(_, rest)| rest.strip_prefix(": "));
            let Some(name) = name else { continue };
            let end = [" (", " — ", " - ", "**"]
                .iter()
                .filter_map(|end| name.find(end))
                .min()
                .unwrap_or(name.len());
            let name = name.get(..end).filter(|name| is_title(name))?;
            let mut phase = Phase::of(own)?;
            phase.call(name);
            return phase.name;
        }
        None
    }

    /// Returns the name of a phase from the path of its directory: `phases/07-search/`.
    ///
    /// If work on it has begun, notes name it, too: `Phase 07-search P01`, `Completed 07-search plan 01`. Before that, they are of an earlier
    /// milestone, and so may be one of two names.
    pub(super) fn slug(&self, own: &str, is_begun: bool) -> Option<&'a str> {
        let content = self.content.get(..self.content.floor_char_boundary(MOST)).unwrap_or_default();
        let openings = if is_begun { ["phases/", "Phase ", "Completed "].as_slice() } else { &["phases/"] };
        let mut slugs = openings.iter().flat_map(|opening| {
            let places = content.match_indices(opening);
            places.filter_map(|(at, _)| slug(content.get(at.saturating_add(opening.len())..)?, own))
        });
        let first = slugs.next()?;
        slugs.all(|other| other == first).then_some(first)
    }
}

/// Returns the name at the start of a string, after the number of this phase.
fn slug<'t>(text: &'t str, own: &str) -> Option<&'t str> {
    let end = text.find(|one: char| !one.is_ascii_digit() && one != '.')?;
    let (number, rest) = text.split_at_checked(end)?;
    let slug = rest.strip_prefix('-').filter(|_| is_same_number(number, own))?;
    let end = slug.find(|one: char| !one.is_alphanumeric() && one != '-')?;
    let (slug, after) = slug.split_at_checked(end)?;
    let is_name = slug.starts_with(char::is_alphabetic) && slug.len() > 2;
    (is_name && after.starts_with(['/', ']', ' ', '`'])).then_some(slug)
}

/// Returns whether words are a title: a few, of which each long one begins with a capital letter.
pub(super) fn is_title(words: &str) -> bool {
    let is_small = |word: &str| word.len() > 3 && word.starts_with(char::is_lowercase);
    words.split(' ').count() <= MOST_WORDS && !words.split(' ').any(is_small) && !words.is_empty()
}

/// Returns whether a word is the number of a plan in GSD's table of plans: `P01`.
fn is_plan(name: &str) -> bool {
    name.strip_prefix('P').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether the head of a table is that of phases.
pub(super) fn is_of_phases(head: &[&str]) -> bool {
    head.iter().take(2).any(|cell| is_phase(cell))
}

/// Returns whether the head of a table has a column for the status.
fn has_status(head: &[&str]) -> bool {
    head.iter().any(|cell| cell.eq_ignore_ascii_case("status"))
}

/// Returns whether a cell begins with the word.
pub(super) fn is_phase(cell: &str) -> bool {
    name::strip_ignoring_case(cell.trim_matches('*'), "phase").is_some()
}

/// Returns what a cell means that has only a mark.
fn marked(cell: &str) -> Option<&'static str> {
    Some(match cell.trim_matches(['*', ' ', '\u{fe0f}']) {
        "✓" | "✔" | "✅" => "complete",
        "◆" | "◐" => "in progress",
        "○" => "pending",
        _ => return None,
    })
}

/// Returns the phase in the first cell of a row, if it is this one.
fn phase_in(cell: &str, own: &str) -> Option<Phase> {
    // To read a phase takes time, and a table may have many rows.
    if !cell.contains(own.trim_start_matches('0')) {
        return None;
    }
    // `| Phase 3 Execution - Plan 01 | Complete |` is about a plan.
    if cell.contains(" Plan ") {
        return None;
    }
    Phase::of(cell).filter(|phase| is_same_number(&phase.number, own))
}
