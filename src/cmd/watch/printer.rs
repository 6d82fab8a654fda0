//! Prints the lines: in place on a terminal, else one after the other.

use serde_json::{Map, Value, json};

use super::{output::Text, target::Target};
use crate::{
    cmd::{Call, Failure, Terminal},
    line::Painted,
    sys::{System, screen, streams},
    text::{self, time},
    watch::runner::Report,
};

/// What is shown in place of a line that is not there.
const NOTHING: &str = "no state";

/// How many rows of a command's output are printed.
const MOST_ROWS: usize = 100;

/// Prints the lines.
pub(super) struct Printer {
    /// Whether the lines are replaced where they are.
    is_in_place: bool,
    /// How many rows were printed, to be replaced.
    rows: usize,
    /// What is in those rows.
    block: Painted,
}

impl Printer {
    pub(super) fn of(call: &Call, targets: usize) -> Self {
        let is_text = !call.has("json") && call.options.dialect.record.is_none();
        // What has scrolled away cannot be replaced.
        let has_room = screen::size().is_some_and(|(_, height)| targets < height);
        let is_in_place = is_text && has_room && streams::output_is_terminal();
        Self { is_in_place, rows: 0, block: Painted::default() }
    }

    /// Returns the width of a line, if it is limited.
    pub(super) fn width(&self, targets: &[Target]) -> Option<usize> {
        let width = streams::output_width().filter(|_| self.is_in_place)?;
        let name = name_cells(targets);
        Some(width.saturating_sub(if name > 0 { name.saturating_add(2) } else { 0 }).max(1))
    }

    /// Prints what has changed.
    pub(super) fn print(
        &mut self,
        terminal: &mut Terminal<'_>,
        system: &System,
        targets: &[Target],
        changed: &[bool],
    ) -> Result<(), Failure> {
        if self.is_in_place {
            let mut block = Painted::default();
            for target in targets {
                block.push(&row(target, targets, NOTHING));
            }
            if block != self.block {
                terminal.out.rewind(self.rows)?;
                terminal.out.painted(&block)?;
                (self.rows, self.block) = (targets.len(), block);
            }
            return Ok(());
        }
        for (target, _) in targets.iter().zip(changed).filter(|(_, has_changed)| **has_changed) {
            match target.shown.as_ref().map(|shown| &shown.text) {
                Some(Text::Object(fields)) => {
                    let time = [("time".to_owned(), json!(time::written(system.now())))];
                    let object: Map<String, Value> = time.into_iter().chain(fields.clone()).collect();
                    terminal.out.json(&format!("{}\n", Value::Object(object)))?;
                }
                _ => terminal.out.painted(&row(target, targets, ""))?,
            }
        }
        Ok(())
    }

    /// Prints a message above the lines that are in place.
    pub(super) fn message(&mut self, terminal: &mut Terminal<'_>, message: &str) -> Result<(), Failure> {
        self.above(terminal, |terminal| terminal.err.message(message))
    }

    /// Prints what became of a command.
    pub(super) fn report(&mut self, terminal: &mut Terminal<'_>, report: &Report) -> Result<(), Failure> {
        self.above(terminal, |terminal| {
            for line in report.printed.lines().take(MOST_ROWS) {
                terminal.err.line(line)?;
            }
            report.failure.iter().try_for_each(|failure| terminal.err.message(failure))
        })
    }

    /// Prints something where the lines are, and the lines again below it.
    fn above(
        &self,
        terminal: &mut Terminal<'_>,
        print: impl FnOnce(&mut Terminal<'_>) -> std::io::Result<()>,
    ) -> Result<(), Failure> {
        terminal.out.rewind(self.rows)?;
        terminal.out.flush()?;
        print(terminal)?;
        if self.is_in_place {
            terminal.out.painted(&self.block)?;
        }
        Ok(terminal.out.flush()?)
    }
}

/// Returns the row of a target with its end. If there are several targets, its name is in front of it.
fn row(target: &Target, targets: &[Target], nothing: &str) -> Painted {
    let mut out = Painted::default();
    let is_record = target.options.dialect.record.is_some();
    if let Some(name) = target.name.as_deref().filter(|_| targets.len() > 1 && !is_record) {
        let width = name_cells(targets);
        let name = text::shown(name.into());
        let name = text::cut_front(&name, width);
        out.push_text(&name);
        out.push_text(&" ".repeat(width.saturating_sub(text::cells(&name)).saturating_add(2)));
    }
    match target.shown.as_ref().map(|shown| &shown.text) {
        Some(Text::Line(line)) if !line.is_empty() => out.push(line),
        _ => {
            out.push_text(nothing);
            out.trim_end();
            out.push_line_end();
        }
    }
    out
}

/// Returns how wide the column of the names is: as wide as the longest one, but no wider than a third of the terminal.
fn name_cells(targets: &[Target]) -> usize {
    if targets.len() < 2 {
        return 0;
    }
    let most = streams::output_width().map_or(usize::MAX, |width| width / 3).max(1);
    let names = targets.iter().filter_map(|target| target.name.as_deref());
    names.map(|name| text::cells(&text::shown(name.into()))).max().unwrap_or_default().min(most)
}
