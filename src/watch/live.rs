//! The live table: what is shown of the workflows, and what the keys do.

use std::{cmp::Ordering, path::PathBuf};

use crate::{
    family::Style,
    line::{Paint, Painted, Tone},
    list::{
        Row,
        table::{Table, cell},
    },
    sys::{System, screen::Input},
    text,
};

/// What the last row of the screen says.
const KEYS: &str = "↑↓ move · Enter details · s sort · / filter · a alerts only · q quit";

/// What it says below the details.
const DETAIL_KEYS: &str = "↑↓ scroll · Escape back · q quit";

/// What is in front of the row that is selected, and of the others.
const MARKS: [&str; 2] = ["> ", "  "];

/// The order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sort {
    /// Those with an alert first, then those in flight; the last one changed first.
    #[default]
    Alerts,
    /// The last one changed first.
    Age,
    /// By name.
    Name,
    /// The least done first.
    Progress,
}

impl Sort {
    const fn name(self) -> &'static str {
        match self {
            Self::Alerts => "alerts",
            Self::Age => "age",
            Self::Name => "name",
            Self::Progress => "progress",
        }
    }

    const fn next(self) -> Self {
        match self {
            Self::Alerts => Self::Age,
            Self::Age => Self::Name,
            Self::Name => Self::Progress,
            Self::Progress => Self::Alerts,
        }
    }

    fn compare(self, one: &Row, other: &Row, system: &System) -> Ordering {
        let urgency = |row: &Row| {
            let kind = row.alerts(system).kinds.first().copied();
            (kind.is_none(), kind, !row.activity.in_flight || row.is_stale(system), !row.activity.in_flight)
        };
        let by = match self {
            Self::Alerts => urgency(one).cmp(&urgency(other)),
            Self::Age => Ordering::Equal,
            Self::Name => one.project.cmp(&other.project),
            Self::Progress => one.state.percent(system).cmp(&other.state.percent(system)),
        };
        by.then_with(|| one.newer(other))
    }
}

/// What the program has to do after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Draw.
    Draw,
    /// Clear the screen and draw.
    Redraw,
    /// Stop until it is continued.
    Suspend,
    /// End.
    Quit,
}

/// What distinguishes a workflow from others.
type Key = (&'static str, Option<PathBuf>);

/// The state of the table.
#[derive(Debug, Default)]
pub struct Live {
    sort: Sort,
    filter: String,
    /// Whether keys go into the filter.
    is_typing: bool,
    alerts_only: bool,
    selected: Option<Key>,
    /// The first row of the table, or of the details, that is on the screen.
    top: usize,
    /// Whether the details of the selected row are shown.
    has_details: bool,
    /// How many rows of the table or of the details there are, and how many are on the screen, as drawn last.
    drawn: (usize, usize),
}

/// What the table is drawn from.
#[expect(missing_debug_implementations, reason = "a function cannot be formatted")]
pub struct Scenery<'s> {
    /// The workflows.
    pub rows: &'s [Row],
    /// What the user should know.
    pub notice: Option<String>,
    /// The environment.
    pub system: &'s System,
    /// The style of the lines.
    pub style: Style,
    /// The colours; the width is that of the screen.
    pub paint: Paint<'s>,
    /// Returns everything about a workflow, for a page of that width.
    pub details: &'s dyn Fn(&Row, usize) -> Painted,
}

impl Live {
    /// Does what a key asks for.
    pub fn press(&mut self, input: Input, scenery: &Scenery<'_>) -> Action {
        match input {
            Input::Interrupt => return Action::Quit,
            Input::Suspend => return Action::Suspend,
            Input::Resized => return Action::Redraw,
            _ if self.is_typing => self.type_filter(input),
            Input::Char('q') => return Action::Quit,
            _ if self.has_details => self.press_in_details(input),
            _ => self.press_in_table(input, scenery),
        }
        Action::Draw
    }

    fn type_filter(&mut self, input: Input) {
        match input {
            Input::Char(character) => self.filter.push(character),
            Input::Backspace => drop(self.filter.pop()),
            Input::Enter => self.is_typing = false,
            Input::Escape => {
                self.filter.clear();
                self.is_typing = false;
            }
            _ => {}
        }
    }

    fn press_in_details(&mut self, input: Input) {
        let (count, page) = self.drawn;
        match moved(input, self.top, page) {
            Some(top) => self.top = top.min(count.saturating_sub(page)),
            None if matches!(input, Input::Escape | Input::Enter | Input::Backspace) => {
                (self.has_details, self.top) = (false, 0);
            }
            None => {}
        }
    }

    fn press_in_table(&mut self, input: Input, scenery: &Scenery<'_>) {
        let visible = self.visible(scenery);
        let at = self.position(&visible);
        if let Some(to) = moved(input, at, self.drawn.1) {
            let to = to.min(visible.len().saturating_sub(1));
            self.selected = visible.get(to).map(|row| key(row));
            return;
        }
        match input {
            Input::Enter if !visible.is_empty() => {
                self.selected = visible.get(at).map(|row| key(row));
                (self.has_details, self.top) = (true, 0);
            }
            Input::Char('s') => self.sort = self.sort.next(),
            Input::Char('a') => self.alerts_only = !self.alerts_only,
            Input::Char('/') => self.is_typing = true,
            Input::Escape => self.filter.clear(),
            _ => {}
        }
    }

    /// Returns the rows that are wanted, in order.
    fn visible<'s>(&self, scenery: &Scenery<'s>) -> Vec<&'s Row> {
        let wanted = self.filter.to_lowercase();
        let is_wanted = |row: &&Row| {
            let has_text = |text: &str| text.to_lowercase().contains(&wanted);
            (!self.alerts_only || !row.alerts(scenery.system).is_empty())
                && (wanted.is_empty()
                    || has_text(&row.project)
                    || has_text(row.state.family.id)
                    || has_text(&row.plain_line(scenery.system, scenery.style)))
        };
        let mut visible: Vec<&Row> = scenery.rows.iter().filter(is_wanted).collect();
        visible.sort_by(|one, other| self.sort.compare(one, other, scenery.system));
        visible
    }

    /// Returns which of the rows is selected; the first if the selected one is gone.
    fn position(&self, visible: &[&Row]) -> usize {
        let is_selected = |row: &&Row| self.selected.as_ref().is_some_and(|selected| *selected == key(row));
        visible.iter().position(is_selected).unwrap_or_default()
    }

    /// Draws the screen: a row each, as many as it has.
    pub fn frame(&mut self, scenery: &Scenery<'_>, width: usize, height: usize) -> Vec<Painted> {
        let paint = Paint { width: Some(width), ..scenery.paint };
        let visible = self.visible(scenery);
        let at = self.position(&visible);
        let keys = if self.has_details { DETAIL_KEYS } else { KEYS };
        // A screen with few rows shows workflows before anything else.
        let mut above = Vec::new();
        let mut below = Vec::new();
        if height >= 4 {
            above.push(cell(Tone::Bold, &text::cut(&self.title(&visible, scenery), width), &paint));
        }
        if let Some(notice) = scenery.notice.as_ref().filter(|_| height >= 6) {
            below.push(cell(Tone::Yellow, &text::cut(notice, width), &paint));
        }
        if height >= 5 {
            below.push(cell(Tone::Dim, &text::cut(keys, width), &paint));
        }
        let room = height.saturating_sub(above.len()).saturating_sub(below.len());
        let selected = visible.get(at).filter(|_| self.has_details);
        self.has_details = selected.is_some();
        let mut middle = if let Some(row) = selected {
            self.page(&(scenery.details)(row, width), room)
        } else {
            self.table(&visible, at, room, scenery, &paint)
        };
        middle.resize(room, Painted::default());
        above.into_iter().chain(middle).chain(below).collect()
    }

    /// Returns the first row: how many there are, and what is left out.
    fn title(&self, visible: &[&Row], scenery: &Scenery<'_>) -> String {
        let alerts = scenery.rows.iter().filter(|row| !row.alerts(scenery.system).is_empty()).count();
        let all = text::counted(scenery.rows.len(), "workflow");
        let mut parts = match visible.len() {
            shown if shown == scenery.rows.len() => vec![all],
            shown => vec![format!("{shown} of {all}")],
        };
        parts.push(text::counted(alerts, "alert"));
        parts.push(format!("by {}", self.sort.name()));
        if self.alerts_only {
            parts.push("alerts only".to_owned());
        }
        if self.is_typing || !self.filter.is_empty() {
            let cursor = if self.is_typing { "_" } else { "" };
            parts.push(format!("filter: {}{cursor}", self.filter));
        }
        parts.join(" · ")
    }

    /// Returns the part of the table that is on the screen.
    fn table(
        &mut self,
        visible: &[&Row],
        at: usize,
        room: usize,
        scenery: &Scenery<'_>,
        paint: &Paint<'_>,
    ) -> Vec<Painted> {
        let has_heading = room >= 3;
        let page = if has_heading { room.saturating_sub(1) } else { room };
        // The selected row stays on the screen.
        self.top = self.top.min(at).max(at.saturating_add(1).saturating_sub(page));
        self.top = self.top.min(visible.len().saturating_sub(page));
        self.drawn = (visible.len(), page);
        let shown: Vec<&Row> = visible.iter().skip(self.top).take(page).copied().collect();
        let has_mark = paint.width.is_some_and(|width| width >= 20);
        let mark_cells = if has_mark { 2 } else { 0 };
        let width = paint.width.map(|width| width.saturating_sub(mark_cells).max(1));
        let table = Table::of(&shown, scenery.system, scenery.style, &Paint { width, ..*paint }, has_heading);
        let selected = at.saturating_sub(self.top);
        let marked = |(index, row): (Option<usize>, Painted)| {
            let mark = if index == Some(selected) { MARKS[0] } else { MARKS[1] };
            let mut out = if has_mark { cell(Tone::Bold, mark, paint) } else { Painted::default() };
            out.push(&row);
            out
        };
        let heading = has_heading.then_some((None, table.heading));
        let rows = table.rows.into_iter().enumerate().map(|(index, row)| (Some(index), row));
        heading.into_iter().chain(rows).map(marked).collect()
    }

    /// Returns the part of a page that is on the screen.
    fn page(&mut self, page: &Painted, room: usize) -> Vec<Painted> {
        let rows: Vec<&str> = page.lines().collect();
        self.drawn = (rows.len(), room);
        self.top = self.top.min(rows.len().saturating_sub(room));
        rows.into_iter().skip(self.top).take(room).map(Painted::rendered).collect()
    }
}

/// Returns where a key leads to from a row, if it is one that moves.
fn moved(input: Input, at: usize, page: usize) -> Option<usize> {
    Some(match input {
        Input::Up | Input::Char('k') => at.saturating_sub(1),
        Input::Down | Input::Char('j') => at.saturating_add(1),
        Input::PageUp => at.saturating_sub(page),
        Input::PageDown | Input::Char(' ') => at.saturating_add(page),
        Input::Home => 0,
        Input::End => usize::MAX,
        _ => return None,
    })
}

fn key(row: &Row) -> Key {
    (row.state.family.id, row.state.path.clone())
}
