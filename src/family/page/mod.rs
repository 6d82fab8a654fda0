//! A page for a terminal: fields with labels, headings, lists with marks, in a given width.

pub mod value;

use crate::{
    line::{Alert, Join, Line, Paint, Painted, Rank, Tone},
    text::{self, time},
};

/// The width of a label in columns, with the gap after it.
const LABEL: usize = 20;

/// The left margin of everything but headings.
const MARGIN: &str = "  ";

/// The width of a progress bar on a page, in columns.
const BAR: usize = 40;

/// The separator between the parts of a line, where it may be broken.
const DOT: &str = " · ";

/// The least width of what follows the columns of a row.
const LEAST: usize = 8;

/// The most items of a list to show; the rest is only counted.
const ITEM_LIMIT: usize = 12;

/// The most bytes of a value to show, because characters of zero width never fill the row.
const VALUE_LIMIT: usize = 2 << 10;

/// A page that is being written.
#[derive(Debug, Default)]
pub struct Page {
    rows: Vec<Vec<Cell>>,
    /// The current time, if times are shown relative to it.
    now: Option<i64>,
    /// The width that it will have, if that is known.
    width: Option<usize>,
}

/// A piece of text with its style, and its width if it is in a column.
#[derive(Clone, Debug)]
pub struct Cell {
    tone: Tone,
    text: String,
    column: Option<usize>,
}

/// The status of an item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is done.
    Done,
    /// It is in progress.
    Active,
    /// It failed, or cannot go on.
    Wrong,
    /// It waits for the user.
    Waiting,
    /// It comes later.
    Later,
    /// It has no status.
    Plain,
}

impl Mark {
    /// Returns the mark for a status, in the words of any family.
    pub fn of(status: &str) -> Self {
        let status = status.to_lowercase().replace([' ', '-'], "_");
        match status.as_str() {
            "complete" | "completed" | "done" | "verified" | "skipped" | "approved" => Self::Done,
            "failed" | "blocked" | "aborted" => Self::Wrong,
            "paused" => Self::Waiting,
            "" | "pending" | "planned" | "waiting" | "archived" => Self::Later,
            _ => Self::Active,
        }
    }

    /// Returns the mark for work in progress, even if it is waiting.
    #[must_use]
    pub fn at_work(self) -> Self {
        if matches!(self, Self::Wrong | Self::Waiting) { self } else { Self::Active }
    }

    const fn sign(self) -> (&'static str, Tone) {
        match self {
            Self::Done => ("✓", Tone::Green),
            Self::Active => ("▸", Tone::Cyan),
            Self::Wrong => ("✗", Alert::Failed.tone()),
            Self::Waiting => ("‖", Alert::Paused.tone()),
            Self::Later => ("·", Tone::Dim),
            Self::Plain => ("•", Tone::Dim),
        }
    }
}

impl Cell {
    /// Makes a cell that is as wide as its text.
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, text: text.into(), column: None }
    }

    /// Sets the width of its column.
    #[must_use]
    pub fn wide(mut self, cells: usize) -> Self {
        self.column = Some(cells);
        self
    }
}

impl Page {
    /// Begins a page of `width` columns that shows times relative to `now`, such as `2h ago`.
    pub fn at(now: i64, width: usize) -> Self {
        Self { rows: Vec::new(), now: Some(now), width: Some(width) }
    }

    /// Adds a row of cells.
    pub fn row(&mut self, mut cells: Vec<Cell>) {
        for cell in cells.iter_mut().filter(|_| self.now.is_some()) {
            cell.text = time::relative(&cell.text, self.now.unwrap_or_default());
        }
        self.rows.push(cells);
    }

    /// Adds an empty row, but never two.
    pub fn gap(&mut self) {
        if self.rows.last().is_some_and(|row| !row.is_empty()) {
            self.rows.push(Vec::new());
        }
    }

    /// Adds a labelled text, unless it is empty.
    pub fn field(&mut self, label: &str, text: impl Into<String>) {
        self.field_as(Tone::Plain, label, text);
    }

    /// Adds a labelled text in its own style.
    pub fn field_as(&mut self, tone: Tone, label: &str, text: impl Into<String>) {
        let text: String = text.into();
        if !text.trim().is_empty() {
            let label = Cell::new(Tone::Dim, format!("{MARGIN}{label}")).wide(LABEL);
            self.row(vec![label, Cell::new(tone, text)]);
        }
    }

    /// Adds a status line, broken between its parts if it is too long.
    pub fn line(&mut self, parts: &[String], width: usize) {
        let mut row = MARGIN.to_owned();
        for part in parts {
            let is_first = row.trim().is_empty();
            let joined = if is_first { format!("{row}{part}") } else { format!("{row}{DOT}{part}") };
            if is_first || text::cells(&joined) <= width {
                row = joined;
                continue;
            }
            self.wrapped(&row, width);
            row = format!("{MARGIN}{MARGIN}{}{part}", DOT.trim_start());
        }
        self.wrapped(&row, width);
    }

    /// Adds a part of a line, broken between words if even one part is too long.
    fn wrapped(&mut self, part: &str, width: usize) {
        let indent = MARGIN.len().saturating_mul(2);
        for (index, row) in text::wrapped(part, width.saturating_sub(indent)).lines().enumerate() {
            let margin = if index == 0 { "" } else { MARGIN };
            self.row(vec![Cell::new(Tone::Plain, format!("{margin}{margin}{row}"))]);
        }
    }

    /// Adds a bar across the page.
    pub fn bar(&mut self, percent: u8) {
        // The number after it has two blanks and at most four characters.
        let room = self.width.map_or(BAR, |width| width.saturating_sub(LABEL).saturating_sub(6));
        let bar = BAR.min(room);
        let full = usize::from(percent.min(100)).saturating_mul(bar) / 100;
        let empty = bar.saturating_sub(full);
        self.row(vec![
            Cell::new(Tone::Dim, format!("{MARGIN}progress")).wide(LABEL),
            Cell::new(Tone::Green, "█".repeat(full)),
            Cell::new(Tone::Dim, "░".repeat(empty)),
            Cell::new(Tone::Bold, format!("  {}%", percent.min(100))),
        ]);
    }

    /// Adds a heading with a remark.
    pub fn heading(&mut self, title: &str, remark: impl Into<String>) {
        self.gap();
        self.row(vec![Cell::new(Tone::Bold, title), Cell::new(Tone::Dim, format!("  {}", remark.into()))]);
    }

    /// Adds an item of a list: its mark and its cells.
    pub fn item(&mut self, mark: Mark, cells: impl IntoIterator<Item = Cell>) {
        let (sign, tone) = mark.sign();
        let mut row = vec![Cell::new(tone, format!("{MARGIN}{sign} "))];
        row.extend(cells);
        self.row(row);
    }

    /// Adds the first items, and counts the rest.
    pub fn items<T>(&mut self, items: &[T], mut add: impl FnMut(&mut Self, &T)) {
        for item in items.iter().take(ITEM_LIMIT) {
            add(self, item);
        }
        let left = items.len().saturating_sub(ITEM_LIMIT);
        if left > 0 {
            self.row(vec![Cell::new(Tone::Dim, format!("{MARGIN}  … and {left} more"))]);
        }
    }

    /// Writes the page in `width` columns.
    pub fn painted(&self, paint: &Paint<'_>, width: usize) -> Painted {
        let mut out = Painted::default();
        for row in &self.rows {
            let mut row = row_painted(&narrowed(row, width), paint, width);
            row.trim_end();
            row.push_line_end();
            out.push(&row);
        }
        out
    }
}

/// Halves the columns of a row until something is left for what follows them.
fn narrowed(row: &[Cell], width: usize) -> Vec<Cell> {
    let columns = |row: &[Cell]| row.iter().filter_map(|cell| cell.column).fold(0, usize::saturating_add);
    let mut row = row.to_vec();
    while columns(&row).saturating_add(LEAST) > width && row.iter().any(|cell| cell.column > Some(2)) {
        for column in row.iter_mut().filter_map(|cell| cell.column.as_mut()) {
            *column = (*column / 2).max(2);
        }
    }
    row
}

/// Writes a row, and cuts what does not fit.
fn row_painted(row: &[Cell], paint: &Paint<'_>, width: usize) -> Painted {
    let mut line = Line::default();
    let mut room = width;
    for (index, cell) in row.iter().enumerate() {
        let shown = text::bounded(text::shown(cell.text.as_str().into()), VALUE_LIMIT);
        let is_last = row.len() == index.saturating_add(1);
        let mut text = match cell.column {
            // A column keeps one blank before the next one.
            Some(column) if !is_last => text::cut(&shown, column.min(room).saturating_sub(1)),
            _ => text::cut(&shown, room),
        };
        if let Some(column) = cell.column.filter(|_| !is_last) {
            text.push_str(&" ".repeat(column.saturating_sub(text::cells(&text))));
        }
        room = room.saturating_sub(text::cells(&text));
        line.push_as(cell.tone, Join::Tight, Rank::Name, text);
    }
    line.painted(&Paint { width: None, ..*paint })
}
