//! `stateline line`: the state alone, for prompts, tmux and editors.

use std::mem::ManuallyDrop;

use serde_json::json;

use super::{Call, Command, Failure, Flag, Terminal, Value};
use crate::{
    config::Config,
    error::Exit,
    family::Style,
    line::{
        Line, Paint, Painted,
        dialect::{Record, Report},
    },
    options::Options,
    select::{self, State},
    sys::{System, streams},
    text::LINE_LIMIT,
};

pub(super) const COMMAND: Command = Command {
    name: "line",
    purpose: "print the state alone, for a prompt, tmux or an editor",
    usage: "[FLAGS] [DIR | FILE]",
    about: "Prints the state of the workflow in this directory, or in DIR, and nothing if there is none.\n\
            It never reads standard input, except with `-f -`, and exits with 0 whatever is in the file.\n\
            `--for HOST` escapes it so that HOST shows it unchanged and runs nothing in it.\n\
            HOST is one of: @dialects@.",
    examples: &[
        ("stateline line", "the nearest state, from here upwards"),
        ("stateline line ~/work/shop", "the nearest state, from there upwards"),
        ("stateline line -f STATE.md --as gsd", "this file"),
        ("stateline line --style compact", "the short form"),
        ("stateline line --width 40", "at most 40 columns wide"),
        ("stateline line --for tmux", "escaped and coloured for tmux; `init` prints whole snippets"),
        ("stateline line --json", "its parts and what each is, for a program"),
    ],
    flags: &[Flag::switch("json", "print the parts of the line as JSON, with what each is")],
    shared: &["dir", "file", "as", "style", "for", "width", "color", "config", "now"],
    operands: Some(Value::File),
    run,
};

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let options = call.pointed()?;
    let print = if call.has("json") { parts } else { line };
    terminal.out.painted(&print(&options, system))?;
    Ok(Exit::Success)
}

/// Returns the parts of the line as JSON, with everything that `--for json` has.
pub(super) fn parts(options: &Options, system: &System) -> Painted {
    let mut config = Config::load(system, options.config.as_deref());
    let state = select::shown(system, options, &mut config);
    let style = config.state_style(options);
    let paint = paint(options, &config, system);
    let view = state.as_ref().map(|state| state.view(system, style)).filter(|view| !view.line.is_empty());
    let shown = state.as_ref().zip(view.as_ref());
    let parts = view.iter().flat_map(|view| view.line.described(&paint)).map(|part| {
        json!({"kind": part.kind, "text": part.text, "separator": part.separator, "percent": part.percent})
    });
    let json = json!({
        "line": view.as_ref().map(|view| view.line.paint(&Paint { color: false, ..paint })),
        "family": shown.map(|(state, _)| state.family.id),
        "scene": shown.and_then(|(state, view)| state.family.scene_name(view)),
        "style": Style::NAMES.iter().find(|(_, known)| *known == style).map(|(name, _)| name),
        "percent": shown.and_then(|(state, _)| state.percent(system)),
        "alert": view.as_ref().is_some_and(|view| view.line.is_alert()),
        "path": shown.and_then(|(state, _)| state.path.as_ref()).map(|path| path.to_string_lossy()),
        "parts": parts.collect::<Vec<serde_json::Value>>(),
    });
    let json = if streams::output_is_terminal() { format!("{json:#}\n") } else { format!("{json}\n") };
    Painted::json(&json)
}

/// Returns the line and its end, or nothing if there is no state to show.
pub(super) fn line(options: &Options, system: &System) -> Painted {
    // The process ends with the line: to give its memory back first would only cost time.
    let mut config = ManuallyDrop::new(Config::load(system, options.config.as_deref()));
    let state = ManuallyDrop::new(select::shown(system, options, &mut config));
    written(options, &config, state.as_ref(), system)
}

/// Writes the line of a state, or of the lack of one, and its end.
pub(super) fn written(options: &Options, config: &Config, state: Option<&State>, system: &System) -> Painted {
    let style = config.state_style(options);
    match (options.dialect.record, state) {
        (None, None) => Painted::default(),
        (None, Some(state)) => {
            let mut line = painted(state.view(system, style).line, options, config, system);
            if !line.is_empty() {
                line.push_line_end();
            }
            line
        }
        (Some(record), None) => Painted::json(&record(None)),
        (Some(record), Some(state)) => {
            recorded(record, state, style, &paint(options, config, system), system)
        }
    }
}

fn paint<'c>(options: &Options, config: &'c Config, system: &System) -> Paint<'c> {
    Paint { appearance: config.appearance(system), ..options.paint(system, options.dialect.shows_color) }
}

/// Writes a line as its host wants it.
fn painted(mut line: Line<'_>, options: &Options, config: &Config, system: &System) -> Painted {
    let paint = paint(options, config, system);
    if paint.color {
        line.color_by_rank();
        config.color("state", &mut line, 0);
    }
    line.painted(&paint)
}

/// Writes the record of a state, which has more fields than the line.
///
/// A record is one line, too. Quotes and escapes make its texts longer, so those that do not fit are tried
/// in fewer bytes.
fn recorded(record: Record, state: &State, style: Style, paint: &Paint<'_>, system: &System) -> Painted {
    let within = |limit: usize| {
        Painted::json(&recorded_within(record, state, style, &Paint { limit: Some(limit), ..*paint }, system))
    };
    let limits = [LINE_LIMIT / 2, LINE_LIMIT / 4, LINE_LIMIT / 8, LINE_LIMIT / 16];
    let fits = |painted: &Painted| painted.len() <= LINE_LIMIT;
    limits.into_iter().map(within).find(fits).unwrap_or_else(|| within(LINE_LIMIT / 32))
}

/// Writes the record of a state; each of its texts is within the limit of `paint`.
fn recorded_within(
    record: Record,
    state: &State,
    style: Style,
    paint: &Paint<'_>,
    system: &System,
) -> String {
    let plain = Paint { limit: paint.limit, ..Paint::default() };
    let view = state.view(system, style);
    let full = state.view(system, Style::Full).line;
    let short = state.view(system, Style::Compact).line;
    let line = view.line.paint(paint);
    if line.is_empty() {
        return record(None);
    }
    record(Some(&Report {
        line: &line,
        whole: view.line.paint(&plain),
        short: short.paint(&plain),
        family: state.family.id,
        scene: state.family.scene_name(&view),
        percent: view.line.percent().or_else(|| full.percent()),
        alert: view.line.is_alert(),
        path: state.path.as_deref(),
        color: paint.color,
    }))
}
