//! `stateline list --watch`: a live table on the whole screen.

use std::{io, sync::mpsc::Receiver, time::Duration};

use crate::{
    cmd::{Call, Failure, Terminal},
    config::Config,
    error::{Error, Exit},
    line::{Paint, Painted},
    list::{Query, Row},
    show::Whole,
    sys::{
        System,
        screen::{self, Input, Raw},
        signals, streams,
    },
    text,
    watch::{
        Watch, Woken,
        fleet::Fleet,
        live::{Action, Live, Scenery},
    },
};

/// How often the ages are drawn again.
const TICK: Duration = Duration::from_secs(10);

/// The size of a terminal that does not tell.
const SIZE: (usize, usize) = (80, 24);

/// Shows the table until the user quits or the program is asked to end.
pub(super) fn run(
    call: &Call,
    query: &Query,
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    for other in ["--format", "--json", "--output", "--fail-on"] {
        if call.has(other.trim_start_matches('-')) {
            return Err(Error::Conflict { one: "--watch", other }.into());
        }
    }
    if !streams::output_is_terminal() || !streams::input_is_terminal() {
        let (what, instead) = ("list --watch", "stateline watch --json");
        return Err(Error::NeedsTerminal { what, instead }.into());
    }
    if !query.directories(system).iter().any(|root| root.is_dir()) {
        for fault in query.gather(system).faults {
            terminal.err.message(fault)?;
        }
        return Err(super::none(call).into());
    }
    let failed = |error: io::Error| Error::CannotWatch { why: error.to_string() };
    let mut watch = Watch::new().map_err(failed)?;
    watch.hear_terminal().map_err(failed)?;
    let mut fleet = Fleet::new(system, query.clone());
    fleet.begin(&mut watch).map_err(failed)?;
    let raw = Raw::begin().map_err(failed)?;
    let inputs = screen::inputs(watch.bell().map_err(failed)?).map_err(failed)?;
    let mut app = App { call, system, raw: Some(raw), inputs, drawn: Vec::new() };
    terminal.out.enter_screen()?;
    let result = app.show(&mut watch, &mut fleet, terminal);
    // The terminal may be gone, which is no failure.
    terminal.out.leave_screen().unwrap_or_default();
    drop(app);
    result.map(|()| Exit::Success)
}

struct App<'a> {
    call: &'a Call,
    system: &'a System,
    /// It is there while the screen is ours.
    raw: Option<Raw>,
    inputs: Receiver<Input>,
    /// The rows that are on the screen.
    drawn: Vec<Painted>,
}

impl App<'_> {
    fn show(
        &mut self,
        watch: &mut Watch,
        fleet: &mut Fleet<'_>,
        terminal: &mut Terminal<'_>,
    ) -> Result<(), Failure> {
        let config = Config::load(self.system, self.call.options.config.as_deref());
        let paint = self.call.options.paint(self.system, false);
        let paint = Paint { appearance: config.appearance(self.system), ..paint };
        let style = config.state_style(&self.call.options);
        let (system, mut live) = (self.system, Live::default());
        let details =
            |row: &Row, width: usize| page(row, system, style, &Paint { width: None, ..paint }, width);
        loop {
            let notice = notice(watch, fleet);
            let scenery = Scenery { rows: &fleet.rows, notice, system, style, paint, details: &details };
            let mut action = Action::Draw;
            while let (Action::Draw | Action::Redraw, Ok(input)) = (action, self.inputs.try_recv()) {
                action = live.press(input, &scenery);
                if action == Action::Redraw {
                    self.drawn.clear();
                }
            }
            match action {
                Action::Quit => return Ok(()),
                Action::Suspend => suspend(&mut self.raw, &mut self.drawn, terminal)?,
                Action::Draw | Action::Redraw => {}
            }
            let (width, height) = screen::size().unwrap_or(SIZE);
            draw(&mut self.drawn, live.frame(&scenery, width, height), terminal)?;
            match watch.sleep_lightly(TICK.min(fleet.rest(watch))) {
                Woken::End => return Ok(()),
                Woken::Suspend => suspend(&mut self.raw, &mut self.drawn, terminal)?,
                Woken::Change | Woken::Clock => {}
            }
            fleet.update(watch).map_err(|error| Error::CannotWatch { why: error.to_string() })?;
        }
    }
}

/// Gives the terminal back, stops, and takes it again when the program is continued.
fn suspend(
    raw: &mut Option<Raw>,
    drawn: &mut Vec<Painted>,
    terminal: &mut Terminal<'_>,
) -> Result<(), Failure> {
    terminal.out.leave_screen()?;
    *raw = None;
    signals::suspend();
    *raw = Some(Raw::begin()?);
    terminal.out.enter_screen()?;
    drawn.clear();
    Ok(())
}

/// Writes the rows that differ from those on the screen.
fn draw(drawn: &mut Vec<Painted>, frame: Vec<Painted>, terminal: &mut Terminal<'_>) -> io::Result<()> {
    if drawn.len() != frame.len() {
        terminal.out.clear_screen()?;
        drawn.clear();
    }
    for (index, row) in frame.iter().enumerate() {
        if drawn.get(index) != Some(row) {
            terminal.out.screen_row(index, row)?;
        }
    }
    *drawn = frame;
    terminal.out.flush()
}

/// Returns what the user should know.
fn notice(watch: &Watch, fleet: &Fleet<'_>) -> Option<String> {
    let unreadable = match fleet.faults.as_slice() {
        [] => None,
        [fault] => Some(fault.clone()),
        faults => Some(format!("cannot read {} directories", faults.len())),
    };
    let polls = watch.polls().map(|why| format!("{why}; reading the files from time to time"));
    let parts: Vec<String> = polls.into_iter().chain(unreadable).collect();
    (!parts.is_empty()).then(|| text::shown(parts.join(" · ").into()).into_owned())
}

/// Returns everything about a workflow, as `show` prints it.
fn page(row: &Row, system: &System, style: crate::family::Style, paint: &Paint<'_>, width: usize) -> Painted {
    match row.state.content() {
        Ok(content) => {
            let document = row.state.family.document(content);
            Whole::of(system, &row.state, &document, style).page(system, paint, width)
        }
        Err(notice) => Painted::text(notice),
    }
}
