//! `stateline preview`: shows the line in every situation and theme, from built-in samples.

use std::path::Path;

use super::{Call, Command, Failure, Terminal};
use crate::{
    config::Config,
    error::Exit,
    family::{Ask, FAMILIES, Family, Sample, Source, Style, Work},
    hook::sample,
    line::{Join, Line, Paint, Painted, Rank, Theme, Tone},
    options::flag::{Flag, Value},
    select::State,
    sys::{System, streams},
};

pub(super) const COMMAND: Command = Command {
    name: "preview",
    purpose: "show every line that there is, from samples",
    usage: "[FLAGS]",
    about: "Shows the line in Claude Code, then the state of every family in every situation, from built-in\n\
            samples, as this terminal would show it. With `--theme all`, every theme.",
    examples: &[
        ("stateline preview", "everything"),
        ("stateline preview --theme all", "every theme"),
        ("stateline preview --as gsd --style compact", "one family, in its short form"),
    ],
    flags: &[Flag::with("theme", Value::Among("THEME", themes), "this theme, or all of them")],
    shared: &["as", "style", "width", "color", "config", "now"],
    operands: None,
    run,
};

/// The value of `--theme` that means every theme.
const ALL: &str = "all";

/// The width of the column with the names of the situations.
const SCENE_COLUMN: usize = 22;

/// The least width of the column with the lines; in less, each line is below the name of its situation.
const LINE_COLUMN: usize = 30;

/// What the samples are shown with.
struct Preview<'c> {
    system: &'c System,
    config: &'c Config,
    style: Style,
    width: Option<usize>,
    paint: Paint<'c>,
}

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let mut config = Config::load(system, call.options.config.as_deref());
    let theme = call.text("theme");
    let families: Vec<&Family> = FAMILIES
        .iter()
        .filter(|family| call.options.family.is_none_or(|only| only.id == family.id))
        .collect();
    if theme.as_deref() == Some(ALL) {
        for (index, theme) in Theme::ALL.iter().enumerate() {
            config.set_theme(theme);
            gap(terminal, index)?;
            Preview::new(call, system, &config).gallery(terminal, theme, &families)?;
        }
        return end(terminal, "Choose one:", "stateline config set theme NAME");
    }
    if let Some(theme) = theme.as_deref().and_then(Theme::named) {
        config.set_theme(theme);
    }
    let preview = Preview::new(call, system, &config);
    terminal.out.painted(&preview.heading("In Claude Code"))?;
    for (family, sample) in highlights(&families, system.now()) {
        preview.session(terminal, family, sample)?;
    }
    for family in families {
        gap(terminal, 1)?;
        terminal.out.painted(&preview.heading(family.id))?;
        for sample in in_order(family, system.now()) {
            preview.situation(terminal, family, sample)?;
        }
    }
    end(terminal, "Install it:", "stateline install claude; `stateline install -h` lists the other hosts")
}

fn themes() -> Vec<&'static str> {
    Theme::ALL.iter().map(|theme| theme.name).chain([ALL]).collect()
}

fn gap(terminal: &mut Terminal<'_>, index: usize) -> Result<(), Failure> {
    if index > 0 {
        terminal.out.line("")?;
    }
    Ok(())
}

fn end(terminal: &mut Terminal<'_>, title: &str, command: &str) -> Result<Exit, Failure> {
    gap(terminal, 1)?;
    terminal.out.line(format_args!("{title} {command}"))?;
    Ok(Exit::Success)
}

/// Returns the samples of a family in the order in which users meet them: work, then trouble, then the end.
fn in_order(family: &Family, now: i64) -> Vec<&'static Sample> {
    let mut samples: Vec<&Sample> = family.samples.iter().collect();
    samples.sort_by_key(|sample| order(family, sample, now));
    samples
}

/// Returns 0 for work, 1 for trouble and 2 for the end of it.
fn order(family: &Family, sample: &Sample, now: i64) -> u8 {
    let reading = family.reading(Source::unnamed(sample.text, now));
    let is_alert = reading.view(&Ask { style: Style::Full, now }).line.is_alert();
    match reading.work() {
        _ if is_alert => 1,
        Work::InFlight | Work::Open => 0,
        Work::Over | Work::Finished => 2,
    }
}

/// Returns the first sample of work, of trouble and of the end, of the families that have one.
fn highlights(families: &[&'static Family], now: i64) -> Vec<(&'static Family, &'static Sample)> {
    let first = |wanted: u8| {
        let of = |family: &&'static Family| {
            let sample = family.samples.iter().find(|sample| order(family, sample, now) == wanted);
            sample.map(|sample| (*family, sample))
        };
        families.iter().find_map(of)
    };
    (0..=2).filter_map(first).collect()
}

impl<'c> Preview<'c> {
    fn new(call: &Call, system: &'c System, config: &'c Config) -> Self {
        let mut paint = Paint { appearance: config.appearance(system), ..call.options.paint(system, false) };
        paint.width = paint.width.or_else(streams::output_width);
        Self { system, config, style: config.state_style(&call.options), width: paint.width, paint }
    }

    /// Shows a theme: its name, and a session with work and one with trouble.
    fn gallery(
        &self,
        terminal: &mut Terminal<'_>,
        theme: &Theme,
        families: &[&'static Family],
    ) -> Result<(), Failure> {
        let mut name = self.painted(Tone::Bold, theme.name);
        name.push_text(&format!("  {}", theme.about));
        name.push_line_end();
        terminal.out.painted(&name)?;
        for (family, sample) in highlights(families, self.system.now()).into_iter().take(2) {
            self.session(terminal, family, sample)?;
        }
        Ok(())
    }

    /// Shows the line of the hook.
    fn session(
        &self,
        terminal: &mut Terminal<'_>,
        family: &'static Family,
        sample: &Sample,
    ) -> Result<(), Failure> {
        let state = State::text(self.system, sample.text.as_bytes().to_vec(), Some(family));
        let width = self.width.map(|width| width.saturating_sub(2).max(1));
        let paint = Paint { width, ..self.paint };
        terminal.out.painted(&Painted::text("  "))?;
        let dir = Path::new(sample::DIR);
        terminal.out.painted(&sample::painted(self.system, self.config, self.style, state, dir, &paint))?;
        terminal.out.line("")?;
        Ok(())
    }

    /// Shows the line of the state alone, after the name of the situation.
    fn situation(
        &self,
        terminal: &mut Terminal<'_>,
        family: &Family,
        sample: &Sample,
    ) -> Result<(), Failure> {
        let now = self.system.now();
        let reading = family.reading(Source::unnamed(sample.text, now));
        let mut line = reading.view(&Ask { style: self.style, now }).line;
        if self.paint.color {
            line.color_by_rank();
        }
        let is_narrow = self.width.is_some_and(|width| width < SCENE_COLUMN.saturating_add(LINE_COLUMN));
        let (name, indent) = if is_narrow {
            (format!("  {}", sample.scene), 4)
        } else {
            (format!("  {:<20}", sample.scene), SCENE_COLUMN)
        };
        let width = self.width.map(|width| width.saturating_sub(indent).max(1));
        terminal.out.painted(&self.painted(Tone::Dim, &name))?;
        if is_narrow {
            terminal.out.line("")?;
            terminal.out.painted(&Painted::text("    "))?;
        }
        terminal.out.painted(&line.painted(&Paint { width, ..self.paint }))?;
        terminal.out.line("")?;
        Ok(())
    }

    fn heading(&self, text: &str) -> Painted {
        let mut heading = self.painted(Tone::Bold, text);
        heading.push_line_end();
        heading
    }

    /// Returns text in a style, without the theme: it is not part of a line.
    fn painted(&self, tone: Tone, text: &str) -> Painted {
        let mut line = Line::default();
        line.push_as(tone, Join::Bar, Rank::Name, text.to_owned());
        line.painted(&Paint { width: None, appearance: None, ..self.paint })
    }
}
