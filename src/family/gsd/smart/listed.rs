//! The current phase by the table or the list of all phases, where nothing else names one.

use super::{
    body::is_rule,
    evidence::Evidence,
    kind::StatusKind,
    label::Topic,
    mention::{MOST_ROWS, is_of_phases, is_phase},
    name,
    number::whole,
    phase::Phase,
    piece::{divided, is_name},
    status::{Status, Subject},
};
use crate::text;

/// The fewest phases of a table: one alone may be an example.
const FEW: usize = 2;

/// One of the phases, and what is said of it.
#[derive(Debug)]
struct Row {
    phase: Phase,
    kind: StatusKind,
}

impl Evidence<'_> {
    /// Returns the phase that is under way by the only table of the phases, else the first one that is not done.
    ///
    /// What a status says of it counts more than the table, but one that says that all is done does not fit.
    pub(super) fn listed_phase(&self) -> Option<Phase> {
        let said = [self.front.status.as_deref(), self.label(Topic::Status)];
        let mut kinds = said.into_iter().flatten().filter_map(|raw| Status::of(raw, None)).map(|it| it.kind);
        if !kinds.all(StatusKind::is_active) {
            return None;
        }
        let rows = self.only_table()?;
        let is = |kind: StatusKind| move |row: &Row| row.kind == kind;
        let at = rows
            .iter()
            .position(is(StatusKind::Working))
            .or_else(|| rows.iter().position(|row| row.kind != StatusKind::Done))?;
        // A table that was never updated.
        let done = rows.iter().filter(|row| row.kind == StatusKind::Done).count();
        let counted = self.front.progress.completed_phases;
        if counted.is_some_and(|counted| u64::try_from(done) != Ok(counted)) {
            return None;
        }
        let is_any_done = rows.iter().any(is(StatusKind::Done));
        let row = rows.get(at)?;
        let words = match row.kind {
            StatusKind::Waiting if is_any_done => "next",
            StatusKind::Waiting => "not started",
            StatusKind::Blocked => "blocked",
            StatusKind::Paused => "paused",
            _ => "in progress",
        };
        let is_silent = said.into_iter().flatten().next().is_none();
        let total = u64::try_from(rows.len()).ok();
        // Those that are left may be missing if all others have begun.
        let is_whole = at.saturating_add(1) < rows.len();
        let ends = rows.first().and_then(|row| whole(&row.phase.number)) == Some(1)
            && rows.last().and_then(|row| whole(&row.phase.number)) == total;
        Some(Phase {
            status: is_silent.then(|| words.to_owned()),
            total: total.filter(|_| ends && is_whole).map(|total| total.to_string()),
            ..row.phase.clone()
        })
    }

    /// Returns the rows of the table of the phases, if there is only one and all of it is known.
    fn only_table(&self) -> Option<Vec<Row>> {
        let lines: Vec<&str> = self.content.lines().map(str::trim).collect();
        let tables = lines.split(|line| !line.starts_with('|')).filter(|lines| is_table(lines)).map(table);
        let lists = lines.split(|line| task(line).is_none()).filter(|lines| lines.len() >= FEW).map(list);
        let mut all = tables.chain(lists);
        let rows = all.next()?;
        let rows = rows.filter(|_| all.next().is_none())?;
        (rows.len() >= FEW).then_some(rows)
    }
}

/// Returns whether lines are a table of phases with states.
fn is_table(lines: &[&str]) -> bool {
    let Some(head) = lines.first().map(|line| cells(line)) else { return false };
    let is_head = |name: &str| head.iter().any(|cell| cell.eq_ignore_ascii_case(name));
    let is_first = head.first().is_some_and(|first| *first == "#" || is_phase(first)) && is_of_phases(&head);
    lines.get(1).is_some_and(|line| is_rule(line)) && is_first && is_head("status") && !is_head("plan")
}

/// Returns the rows of such a table, or nothing if one of them is not known.
fn table(lines: &[&str]) -> Option<Vec<Row>> {
    let head = cells(lines.first()?);
    let status = head.iter().position(|cell| cell.eq_ignore_ascii_case("status"))?;
    lines.iter().skip(2).take(MOST_ROWS).map(|line| row(&head, &cells(line), status)).collect()
}

/// Returns the rows of a list of phases, or nothing if one of them is not a phase.
fn list(lines: &[&str]) -> Option<Vec<Row>> {
    let tasks = lines.iter().take(MOST_ROWS).filter_map(|line| task(line));
    let row = |(phase, kind)| Some(Row { phase: Phase { status: None, ..Phase::of(phase)? }, kind });
    tasks.map(row).collect()
}

/// Splits a task that is a phase into the phase and its state: `- [x] **Phase 1: Ferry Fares**`.
fn task(line: &str) -> Option<(&str, StatusKind)> {
    let item = line.strip_prefix(['-', '*'])?.trim_start();
    let (mark, rest) = item.strip_prefix('[')?.split_once("] ")?;
    let phase = rest.trim_start_matches(['*', '_']);
    let kind = match mark {
        "x" | "X" => StatusKind::Done,
        " " => StatusKind::Waiting,
        _ => return None,
    };
    name::strip_ignoring_case(phase, "phase ").is_some().then_some((phase, kind))
}

/// Returns the cells of a row.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(text::trim).collect()
}

/// Reads a row of the table of the phases.
fn row(head: &[&str], cells: &[&str], status: usize) -> Option<Row> {
    // `| # | Phase | Status |`.
    let own = usize::from(head.first() == Some(&"#"));
    let first = cells.get(own)?;
    let mut phase = Phase::of(first).or_else(|| Phase::of(&format!("{} {first}", cells.first()?)))?;
    let is_named = head.get(1).is_some_and(|head| {
        ["name", "phase", "title", "milestone"].iter().any(|name| head.eq_ignore_ascii_case(name))
            || !head.is_ascii()
    });
    if phase.name.is_none() && is_named {
        phase.name =
            cells.get(1).and_then(|cell| divided(cell, &phase.number).0).filter(|name| is_name(name));
    }
    let kind = kind(cells.get(status)?)?;
    Some(Row { phase: Phase { status: None, ..phase }, kind })
}

/// Returns what a cell says of a phase, in a word or by a mark.
fn kind(cell: &str) -> Option<StatusKind> {
    let words = cell.trim_start_matches(|one: char| !one.is_alphanumeric());
    // Elsewhere it is a placeholder.
    if words.eq_ignore_ascii_case("todo") {
        return Some(StatusKind::Waiting);
    }
    if words.is_empty() {
        return match cell.chars().next()? {
            '✓' | '✔' | '✅' | '☑' => Some(StatusKind::Done),
            '⬜' | '☐' | '○' | '⏳' => Some(StatusKind::Waiting),
            '🔄' | '🚧' | '◐' => Some(StatusKind::Working),
            _ => None,
        };
    }
    Status::of(words, None)
        .map(|status| match status.kind {
            // `Plan B done (2/3)`.
            StatusKind::Done if status.subject == Subject::Plan => StatusKind::Working,
            StatusKind::Over => StatusKind::Done,
            kind => kind,
        })
        .filter(|kind| !matches!(kind, StatusKind::Silent | StatusKind::Other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phase_under_way_is_found_in_a_table_or_a_list() {
        const HEAD: &str = "| # | Phase | Status |\n|---|---|---|\n";
        for (text, wanted) in [
            ("| 1 | Fares | Done |\n| 2 | Maps | In progress |\n| 3 | Bells | Todo |", Some("Phase 2/3")),
            ("| 1 | Fares | ✅ |\n| 2 | Maps | Pending |\n| 3 | Bells | ⬜ |", Some("Phase 2/3")),
            ("| 1 | Fares | Done |\n| 2 | Maps | Pending |", Some("Phase 2")),
            ("| 1 | Fares | Done |\n| 2 | Maps | Done |", None),
            ("| 1 | Fares | Done |\n| 2 | Maps | see notes |", None),
        ] {
            let text = format!("{HEAD}{text}\n");
            let phase = Evidence::read(&text).listed_phase();
            assert_eq!(phase.map(|phase| phase.title()).as_deref(), wanted, "{text}");
        }
        let list = "- [x] **Phase 1: Fares**\n- [ ] **Phase 2: Maps** (3 plans)\n- [ ] Phase 3: Bells\n";
        let parts = Evidence::read(list).listed_phase().map(Phase::parts);
        assert_eq!(parts, Some(["Phase 2/3", "Maps", "next"].map(str::to_owned)));
    }
}
