//! The list as a table that fits a width.

use super::Row;
use crate::{
    family::Style,
    line::{Join, Line, Paint, Painted, Rank, Tone},
    sys::System,
    text,
};

/// The number of spaces between two columns.
const GAP: usize = 2;

/// The least width of a useful line; other columns are left out to give it that.
const READABLE: usize = 20;

/// Below this width there is room for the lines alone.
const NARROW: usize = 8;

/// The width that a project's name gets before the line does.
const SHORT_NAME: usize = 12;

/// The greatest number of bytes in a cell of the table, so that a row is no longer than any other line.
const CELL_LIMIT: usize = text::LINE_LIMIT / 3;

/// What is above each column.
const HEADING: [&str; 4] = ["PROJECT", "FAMILY", "LINE", "AGE"];

/// A table, row by row. No row has a line end.
#[derive(Debug)]
pub struct Table {
    /// What is above the columns.
    pub heading: Painted,
    /// A row for each workflow.
    pub rows: Vec<Painted>,
}

/// The width of each column; 0 for one that is left out.
#[derive(Clone, Copy)]
struct Columns {
    project: usize,
    family: usize,
    line: Option<usize>,
    age: usize,
}

impl Columns {
    /// Divides the width. The lines get what they need before a long name does, so that one project with a
    /// long name does not shorten all lines. But a name gets a fifth of the width, so that it can be recognised.
    fn of(natural: Self, line: usize, width: Option<usize>) -> Self {
        let Some(width) = width else { return natural };
        if width < NARROW {
            return Self { project: 0, family: 0, line: Some(width), age: 0 };
        }
        let least = natural.project.min((width / 5).max(SHORT_NAME).min(width / 3).max(1));
        let left = |family: usize, age: usize| {
            let gaps = [1, family, age].iter().filter(|cells| **cells > 0).count().saturating_mul(GAP);
            width.saturating_sub(least).saturating_sub(family).saturating_sub(age).saturating_sub(gaps)
        };
        let Self { family, age, .. } = natural;
        let choices = [(family, age), (0, age), (0, 0)];
        let (family, age) =
            choices.into_iter().find(|(family, age)| left(*family, *age) >= READABLE).unwrap_or_default();
        let spare = left(family, age).saturating_sub(line.max(READABLE));
        let project = natural.project.min(least.saturating_add(spare));
        let line = left(family, age).saturating_sub(project.saturating_sub(least)).max(1);
        Self { project, family, line: Some(line), age }
    }
}

impl Table {
    /// Lays out the rows. If `has_heading`, the columns are wide enough for it.
    pub fn of(rows: &[&Row], system: &System, style: Style, paint: &Paint<'_>, has_heading: bool) -> Self {
        let paint = &Paint { limit: Some(CELL_LIMIT), ..*paint };
        let lines: Vec<Line<'_>> = rows.iter().map(|row| row.line(system, style, paint.color)).collect();
        let in_width = |line: &Line<'_>, width| line.paint(&Paint { width, color: false, ..*paint });
        let [project, family, line, age] = HEADING.map(|name| if has_heading { name.len() } else { 0 });
        let widest = lines.iter().map(|line| text::cells(&in_width(line, None))).max().unwrap_or_default();
        let natural = Columns {
            project: widest_of(rows, project, |row| text::cells(&row.name())),
            family: widest_of(rows, family, |row| row.state.family.id.len()),
            line: None,
            age: widest_of(rows, age, |row| row.shown_age(system).len()),
        };
        let columns = Columns::of(natural, widest.max(line), paint.width);
        let plain: Vec<usize> = lines.iter().map(|line| text::cells(&in_width(line, columns.line))).collect();
        let line_cells = plain.iter().copied().max().unwrap_or_default().max(line);
        let painted = rows.iter().zip(lines).zip(plain).map(|((row, line), taken)| {
            let line = (line.painted(&Paint { width: columns.line, ..*paint }), taken, line_cells);
            painted_row(row, line, columns, system, paint)
        });
        let rows = painted.collect();
        Self { heading: heading(columns, line_cells, paint), rows }
    }

    /// Returns all of it, with line ends.
    pub fn painted(&self, has_heading: bool) -> Painted {
        let mut out = Painted::default();
        for row in has_heading.then_some(&self.heading).into_iter().chain(&self.rows) {
            out.push(row);
            out.push_line_end();
        }
        out
    }
}

/// Returns the greatest width of a column.
fn widest_of(rows: &[&Row], least: usize, cells: impl Fn(&Row) -> usize) -> usize {
    rows.iter().map(|row| cells(row)).max().unwrap_or_default().max(least)
}

/// A cell, how many columns of the terminal it takes, and how many it gets.
type Cell = (Painted, usize, usize);

fn painted_row(row: &Row, line: Cell, columns: Columns, system: &System, paint: &Paint<'_>) -> Painted {
    let name = row.name();
    let project = text::cut_front(&name, columns.project);
    let (family, age) = (row.state.family.id, row.shown_age(system));
    let age_tone = if row.is_stale(system) { Tone::Yellow } else { Tone::Dim };
    // Alerts take time to find, and without colour they are not shown here.
    let tone = if paint.color { row.tone(system) } else { Tone::Plain };
    joined([
        (cell(tone, &project, paint), text::cells(&project), columns.project),
        (cell(Tone::Dim, family, paint), family.len(), columns.family),
        line,
        (cell(age_tone, &age, paint), age.len(), columns.age),
    ])
}

fn heading(columns: Columns, line: usize, paint: &Paint<'_>) -> Painted {
    let room = [columns.project, columns.family, columns.line.unwrap_or(line), columns.age];
    let widths = [columns.project, columns.family, line, columns.age];
    let mut at = 0;
    joined(HEADING.map(|name| {
        let (room, width) = (room.get(at).copied(), widths.get(at).copied());
        at = at.saturating_add(1);
        let name = text::cut(name, room.unwrap_or_default());
        (cell(Tone::Dim, &name, paint), text::cells(&name), width.unwrap_or_default())
    }))
}

/// Joins cells; those of a column that is left out are empty.
fn joined(cells: [Cell; 4]) -> Painted {
    let mut out = Painted::default();
    for (painted, taken, column) in cells.into_iter().filter(|(.., column)| *column > 0) {
        out.push(&painted);
        out.push_text(&" ".repeat(column.saturating_sub(taken).saturating_add(GAP)));
    }
    out.trim_end();
    out
}

/// Returns a text in a style.
pub fn cell(tone: Tone, text: &str, paint: &Paint<'_>) -> Painted {
    let mut line = Line::default();
    line.push_as(tone, Join::Bar, Rank::Name, text.to_owned());
    line.painted(&Paint { width: None, ..*paint })
}
