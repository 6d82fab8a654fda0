//! `stateline line`: the state alone, for prompts, tmux and editors.

use std::{io::Read, path::Path};

use super::{Call, Command, Failure, Terminal};
use crate::{
    config::Config,
    error::Exit,
    family::Style,
    file::STATE_LIMIT,
    hook,
    host::Host,
    line::{
        Line, Paint, Painted,
        dialect::{Record, Report},
    },
    options::Options,
    state::State,
    text::LINE_LIMIT,
};

pub(super) const COMMAND: Command = Command {
    name: "line",
    purpose: "print the state alone, for a prompt, tmux or an editor",
    usage: "[FLAGS]",
    about: "Prints where the workflow in this directory stands, and nothing where there is none.\n\
            It never reads standard input, except with `-f -`, and exits with 0 whatever is in the file.\n\
            `--for HOST` writes it so that HOST shows it as it is and runs nothing of it.\n\
            HOST is one of: @dialects@.",
    examples: &[
        ("stateline line", "the nearest state, from here upwards"),
        ("stateline line -C ~/work/shop", "the nearest state, from there upwards"),
        ("stateline line -f STATE.md --as gsd", "this file"),
        ("stateline line --style compact", "the short form"),
        ("stateline line --width 40", "in 40 cells at most"),
        ("stateline line --for tmux", "escaped and coloured for tmux; `init` prints whole snippets"),
        ("stateline line --for json", "one JSON object, for a script"),
    ],
    flags: &[],
    shared: &["dir", "file", "as", "style", "for", "width", "color", "config", "now"],
    operands: None,
    run,
};

fn run(call: &Call, host: &Host, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    terminal.out.painted(&line(&call.options, host))?;
    Ok(Exit::Success)
}

/// Returns the line and its end, or nothing where there is no state to show.
pub(super) fn line(options: &Options, host: &Host) -> Painted {
    let (config, state) = configured(options, host);
    written(options, &config, state.as_ref(), host)
}

/// Writes the line of a state, or of the lack of one, and its end.
pub(super) fn written(options: &Options, config: &Config, state: Option<&State>, host: &Host) -> Painted {
    let style = options.style.or(config.style).unwrap_or_default();
    match (options.dialect.record, state) {
        (None, None) => Painted::default(),
        (None, Some(state)) => {
            let mut line = painted(state.view(host, style).line, options, config, host);
            if !line.is_empty() {
                line.push_line_end();
            }
            line
        }
        (Some(record), None) => Painted::json(&record(None)),
        (Some(record), Some(state)) => recorded(record, state, style, &paint(options, config, host), host),
    }
}

fn paint<'c>(options: &Options, config: &'c Config, host: &Host) -> Paint<'c> {
    Paint { dress: config.dress(host), ..options.paint(host, options.dialect.shows_color) }
}

/// Writes a line as its host wants it.
fn painted(mut line: Line<'_>, options: &Options, config: &Config, host: &Host) -> Painted {
    let paint = paint(options, config, host);
    if paint.color {
        line.color_by_rank();
        config.color("state", &mut line, 0);
    }
    line.painted(&paint)
}

/// Writes the record of a state: more than one line of it is wanted there.
///
/// A record is one line, too. Quotes and escapes make its texts longer, so those that do not fit are tried
/// in fewer bytes.
fn recorded(record: Record, state: &State, style: Style, paint: &Paint<'_>, host: &Host) -> Painted {
    let within = |limit: usize| {
        Painted::json(&recorded_within(record, state, style, &Paint { limit: Some(limit), ..*paint }, host))
    };
    let limits = [LINE_LIMIT / 2, LINE_LIMIT / 4, LINE_LIMIT / 8, LINE_LIMIT / 16];
    let fits = |painted: &Painted| painted.len() <= LINE_LIMIT;
    limits.into_iter().map(within).find(fits).unwrap_or_else(|| within(LINE_LIMIT / 32))
}

/// Writes the record of a state with so many bytes for each of its texts.
fn recorded_within(record: Record, state: &State, style: Style, paint: &Paint<'_>, host: &Host) -> String {
    let plain = Paint { limit: paint.limit, ..Paint::default() };
    let view = state.view(host, style);
    let full = state.view(host, Style::Full).line;
    let short = state.view(host, Style::Compact).line;
    let scene = view.scene.and_then(|scene| state.family.scenes.get(scene));
    let line = view.line.paint(paint);
    if line.is_empty() {
        return record(None);
    }
    record(Some(&Report {
        line: &line,
        whole: view.line.paint(&plain),
        short: short.paint(&plain),
        family: state.family.id,
        scene: scene.map(|scene| scene.name),
        percent: view.line.percent().or_else(|| full.percent()),
        alert: view.line.is_alert(),
        path: state.path.as_deref(),
        color: paint.color,
    }))
}

/// Reads the settings, and the state that the line is about by them.
pub(super) fn configured(options: &Options, host: &Host) -> (Config, Option<State>) {
    let mut config = Config::load(host, options.config.as_deref(), &hook::segment::NAMES);
    let state = named_or(options, host, |dir| hook::nearest(host, options, &mut config, dir));
    (config, state)
}

/// Reads the settings, and the state that counts by them, though it be too old for the line.
pub(super) fn counting(options: &Options, host: &Host) -> (Config, Option<State>) {
    let mut config = Config::load(host, options.config.as_deref(), &hook::segment::NAMES);
    let state = named_or(options, host, |dir| hook::preferred(host, options, &mut config, dir));
    (config, state)
}

/// Reads the state that the flags ask for.
pub(super) fn state(options: &Options, host: &Host) -> Option<State> {
    counting(options, host).1
}

/// Reads the state that is named, or else the one that is nearest to where to look from.
fn named_or(options: &Options, host: &Host, nearest: impl FnOnce(&Path) -> Option<State>) -> Option<State> {
    match &options.file {
        Some(path) if path.as_os_str() == "-" => State::text(host, piped(), options.family),
        Some(path) => State::file(path, options.family),
        None if !options.starts_somewhere(host) => None,
        None => nearest(&options.start(host)?),
    }
}

/// Reads standard input to its end, for whoever asks for it by `-f -`.
pub(super) fn piped() -> Vec<u8> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(STATE_LIMIT).unwrap_or(u64::MAX);
    std::io::stdin().lock().take(limit).read_to_end(&mut bytes).unwrap_or_default();
    bytes
}
