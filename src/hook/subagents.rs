//! The rows of Claude Code's subagents: one JSON object per task.

use std::borrow::Cow;

use super::{nearest, segment};
use crate::{
    config::Config,
    line::{Join, Line, Paint, Rank, Tone},
    options::Options,
    select::State,
    sys::{System, file, streams},
    text::json::{self, Fault, Reader},
    text::time,
    text::{self, LINE_LIMIT},
};

/// One task of the list.
#[derive(Debug, Default)]
struct Task<'a> {
    id: Option<Cow<'a, str>>,
    name: Option<Cow<'a, str>>,
    label: Option<Cow<'a, str>>,
    description: Option<Cow<'a, str>>,
    kind: Option<Cow<'a, str>>,
    status: Option<Cow<'a, str>>,
    model: Option<Cow<'a, str>>,
    dir: Option<Cow<'a, str>>,
    effort: Option<Cow<'a, str>>,
    begun: Option<f64>,
    tokens: f64,
    window: f64,
}

/// The input of the host.
#[derive(Debug, Default)]
struct Sent<'a> {
    tasks: Vec<Task<'a>>,
    columns: Option<f64>,
    dir: Option<Cow<'a, str>>,
}

/// The state of a directory, and the configuration of its project.
struct Project {
    dir: String,
    config: Config,
    state: Option<State>,
}

/// Reads what the host sends and returns a row for each task.
pub fn rows(system: &System, options: &Options) -> String {
    if streams::input_is_terminal() {
        return String::new();
    }
    let mut input = streams::Input::default();
    loop {
        let is_all = !input.read();
        if let Some(rows) = answer(system, options, input.bytes(), is_all) {
            return rows;
        }
    }
}

/// Returns the rows for the bytes received so far; `None` if they are not complete yet.
pub fn answer(system: &System, options: &Options, bytes: &[u8], is_all: bool) -> Option<String> {
    match Sent::read(bytes) {
        (sent, None) => Some(written(system, options, &sent)),
        (_, Some(Fault::Truncated)) if !is_all => None,
        // Rows for half of the list would hide those of the other half.
        (_, Some(_)) => Some(String::new()),
    }
}

fn written(system: &System, options: &Options, sent: &Sent<'_>) -> String {
    let mut places: Vec<Project> = Vec::new();
    let mut rows = String::new();
    for task in &sent.tasks {
        let Some(id) = &task.id else { continue };
        let dir = task.dir.as_ref().or(sent.dir.as_ref()).map_or("", |dir| dir);
        if !places.iter().any(|place| place.dir == dir) {
            places.push(Project::at(system, options, dir));
        }
        let Some(place) = places.iter().find(|place| place.dir == dir) else { continue };
        let paint = options.paint(system, true);
        let width = options.width.or_else(|| sent.width()).or(paint.width);
        let paint = Paint { width, appearance: place.config.appearance(system), ..paint };
        let (id, line) = (text::escaped(&json::quoted(id)), task.line(system, options, place));
        let within = |limit: usize| {
            let content = json::quoted(&line.paint(&Paint { limit: Some(limit), ..paint }));
            format!("{{\"id\":{id},\"content\":{content}}}\n")
        };
        // The byte limit applies to the whole row, and quoting makes its content longer.
        let limits = [LINE_LIMIT / 2, LINE_LIMIT / 4, LINE_LIMIT / 8];
        let row = limits.into_iter().map(within).find(|row| row.len() <= LINE_LIMIT);
        rows.push_str(&row.unwrap_or_else(|| within(LINE_LIMIT / 16)));
    }
    rows
}

impl<'a> Sent<'a> {
    fn read(bytes: &'a [u8]) -> (Self, Option<Fault>) {
        let mut sent = Self::default();
        let mut reader = Reader::after_mark(bytes);
        reader.object(|key, value| match key {
            "columns" => sent.columns = value.number(),
            "cwd" => sent.dir = value.text(),
            "tasks" => {
                sent.tasks.clear();
                value.array(|item| sent.tasks.push(Task::read(item)));
            }
            _ => value.skip(),
        });
        (sent, reader.fault())
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be a small number"
    )]
    fn width(&self) -> Option<usize> {
        self.columns.filter(|columns| (1.0..10_000.0).contains(columns)).map(|columns| columns as usize)
    }
}

impl Project {
    fn at(system: &System, options: &Options, dir: &str) -> Self {
        let mut config = Config::load(system, options.config.as_deref());
        let state = match dir {
            "" => None,
            _ => nearest(system, options, &mut config, &file::native(dir.into())),
        };
        Self { dir: dir.to_owned(), config, state }
    }
}

impl<'a> Task<'a> {
    fn read(value: &mut Reader<'a>) -> Self {
        let mut task = Self::default();
        value.object(|key, value| match key {
            "id" => task.id = value.text(),
            "name" => task.name = value.text(),
            "label" => task.label = value.text(),
            "description" => task.description = value.text(),
            "type" => task.kind = value.text(),
            "status" => task.status = value.text(),
            "model" => task.model = value.text(),
            "cwd" => task.dir = value.text(),
            "effort" => task.effort = value.text(),
            "contextWindowSize" => task.window = value.number().unwrap_or_default(),
            "startTime" => task.begun = moment(value),
            "tokenCount" => task.tokens = value.number().unwrap_or_default(),
            _ => value.skip(),
        });
        task
    }

    /// Composes the row: name, description, state, status, age, tokens, model and effort.
    fn line<'s>(&'s self, system: &System, options: &Options, place: &'s Project) -> Line<'s> {
        let text = |text: &'s Option<Cow<'a, str>>| text.as_deref().unwrap_or_default();
        let name = [&self.label, &self.name, &self.kind].into_iter().map(text).find(|name| !name.is_empty());
        let mut line = Line::default();
        line.push_as(Tone::Bold, Join::Bar, Rank::Active, name.unwrap_or("task"));
        // Only the description distinguishes tasks of the same kind. Claude Code often sends it twice.
        let description = Some(text(&self.description)).filter(|text| Some(*text) != name);
        line.push_as(Tone::Dim, Join::Dot, Rank::Active, description.unwrap_or_default());
        if let Some(state) = &place.state {
            // The row is about the task; the state is that of the whole project.
            let state = state.view(system, place.config.state_style(options)).line;
            line.append_below(Rank::Detail, Tone::Dim, Join::Bar, state);
        }
        if let Some(status) = &self.status {
            let tone = match status.as_ref() {
                "failed" | "error" | "killed" => Tone::Red,
                "completed" => Tone::Green,
                _ => Tone::Dim,
            };
            // This is the usual status, so it is not shown.
            if status != "running" {
                line.push_as(tone, Join::Bar, Rank::Progress, status.as_ref());
            }
        }
        line.push_amount_as(Tone::Dim, Join::Bar, Rank::Extra, self.age(system));
        line.push_amount_as(Tone::Dim, Join::Bar, Rank::Extra, segment::tokens(self.tokens));
        line.push_amount_as(Tone::Dim, Join::Word, Rank::Extra, self.used());
        line.push_as(Tone::Dim, Join::Bar, Rank::Extra, segment::short_model(text(&self.model)));
        line.push_as(Tone::Dim, Join::Word, Rank::Extra, self.effort());
        line
    }

    /// Returns how much of its context is in use: `(38%)`.
    fn used(&self) -> String {
        let percent = self.tokens / self.window * 100.0;
        let is_known = self.window > 0.0 && self.tokens > 0.0;
        if is_known { format!("({}%)", segment::rounded(percent).min(100.0)) } else { String::new() }
    }

    /// Returns its effort: a level, or a number of tokens.
    fn effort(&self) -> String {
        let effort = self.effort.as_deref().unwrap_or_default();
        json::number(effort).map_or_else(|| effort.to_owned(), segment::tokens)
    }

    /// Returns how long it has been running.
    #[expect(clippy::cast_possible_truncation, reason = "a time out of range saturates")]
    fn age(&self, system: &System) -> String {
        let age = self.begun.map(|begun| system.now().saturating_sub(begun as i64)).filter(|age| *age >= 0);
        age.map(time::span).unwrap_or_default()
    }
}

/// Reads a time in seconds since 1970: a date, or a number of seconds or milliseconds.
#[expect(clippy::cast_precision_loss, reason = "a float represents seconds exactly")]
fn moment(value: &mut Reader<'_>) -> Option<f64> {
    let text = value.text()?;
    let by_text = || time::seconds(&text).map(|seconds| seconds as f64);
    // Numbers past the year 5000 are milliseconds.
    let in_seconds = |number: f64| if number > 1e11 { number / 1000.0 } else { number };
    json::number(&text).map(in_seconds).or_else(by_text)
}
