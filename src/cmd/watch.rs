//! `stateline watch`: prints the line again whenever it changes.

use std::{io, time::Duration};

use serde_json::{Map, Value, json};

use super::{Call, Command, Failure, Flag, Terminal, line};
use crate::{
    config::{self, Config},
    error::{Error, Exit},
    line::{Paint, Painted},
    options::Options,
    select::{self, State},
    sys::{System, streams},
    text::time,
    watch::{Plan, Watch, Woken},
};

pub(super) const COMMAND: Command = Command {
    name: "watch",
    purpose: "print the line again whenever it changes",
    usage: "[FLAGS]",
    about: "Prints the line, and prints it again when it changes; an empty line means that the state is gone.\n\
            If there is no state yet, it waits for one. It ends on an interrupt, or when its output is closed.",
    examples: &[
        ("stateline watch", "follow the nearest state"),
        ("stateline watch -C ~/work/shop --style smart", "the state of another project"),
        ("stateline watch --json | jq -r .scene", "for a program: an object for each change"),
    ],
    flags: &[Flag::switch("json", "print an object per line: time, line, scene, family, path, percent")],
    shared: &["dir", "file", "as", "style", "for", "width", "color", "config", "now"],
    operands: None,
    run,
};

/// How often the line is made again while no file changes: some lines show an age.
const TICK: Duration = Duration::from_mins(1);

/// How long a state may be missing before an empty line is printed: some editors remove a file to write it.
const GRACE: Duration = Duration::from_millis(300);

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if !streams::output_is_open() {
        return Err(Error::CannotWrite { why: "standard output is closed".to_owned() }.into());
    }
    let options = absolute(&call.options, system)?;
    let failed = |error: io::Error| Error::CannotWatch { why: error.to_string() };
    let mut watch = Watch::new().map_err(failed)?;
    let mut printed = None;
    loop {
        // Watch first and read after that, so that no change in between is missed.
        let (_, planned) = select::shown(system, &options);
        watch.look_at(plan(&options, system, planned.as_ref())).map_err(failed)?;
        let (config, state) = select::shown(system, &options);
        let path = |state: Option<&State>| state.and_then(|state| state.path.clone());
        if path(state.as_ref()) != path(planned.as_ref()) {
            continue;
        }
        let output = |state| output(call, &options, &config, state, system);
        let (now, nothing) = (output(state.as_ref()), output(None));
        // At the start, do not print that there is no state.
        if printed.as_ref().unwrap_or(&nothing) != &now {
            let woken = if now == nothing { watch.sleep(GRACE) } else { Woken::Clock };
            match woken {
                Woken::End => return Ok(Exit::Success),
                Woken::Change => continue,
                Woken::Clock => {}
            }
            print(system, terminal, &now)?;
            printed = Some(now);
        }
        if watch.sleep(TICK) == Woken::End {
            return Ok(Exit::Success);
        }
    }
}

/// Makes the path to watch absolute, because the working directory may be removed later.
fn absolute(options: &Options, system: &System) -> Result<Options, Error> {
    let here = system.dir().unwrap_or_default();
    let mut options = options.clone();
    match &options.file {
        Some(file) if file.as_os_str() == "-" => {
            return Err(Error::BadValue {
                flag: "--file".to_owned(),
                value: "-".to_owned(),
                wanted: "a file that can be watched".to_owned(),
            });
        }
        Some(file) => options.file = Some(here.join(file)),
        None => options.dir = Some(options.start(system).unwrap_or(here)),
    }
    Ok(options)
}

/// Returns what to watch: the states that the line can show, and the settings that apply to them.
fn plan(options: &Options, system: &System, state: Option<&State>) -> Plan {
    let mut plan = match (&options.file, &options.dir) {
        (None, Some(dir)) => Plan::search(system, dir, state),
        _ => Plan::default(),
    };
    let settings =
        config::files(system, options.config.as_deref(), state.and_then(|state| state.root.as_deref()));
    let settings = settings.iter().map(|file| file.path.as_path());
    for path in options.file.as_deref().into_iter().chain(settings) {
        plan.add_file(path);
    }
    plan
}

/// What is printed for a state, or for the lack of one.
#[derive(PartialEq)]
enum Output {
    /// The line with its end; empty if there is no state.
    Line(Painted),
    /// The JSON object, without its time.
    Object(Map<String, Value>),
}

/// Returns what to print for a state, or for none.
fn output(call: &Call, options: &Options, config: &Config, state: Option<&State>, system: &System) -> Output {
    if !call.has("json") {
        return Output::Line(line::written(options, config, state, system));
    }
    let style = config.state_style(options);
    let view = state.map(|state| state.view(system, style));
    let scene = || state?.family.scene_name(view.as_ref()?);
    let fields = [
        ("line", json!(view.as_ref().map(|view| view.line.paint(&Paint::default())).unwrap_or_default())),
        ("scene", json!(scene())),
        ("family", json!(state.map(|state| state.family.id))),
        ("path", json!(state.and_then(|state| state.path.as_ref()).map(|path| path.to_string_lossy()))),
        ("percent", json!(state.and_then(|state| state.percent(system)))),
    ];
    Output::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Prints it and flushes, because a reader may wait for it.
fn print(system: &System, terminal: &mut Terminal<'_>, output: &Output) -> Result<(), Failure> {
    match output {
        Output::Line(line) if line.is_empty() => terminal.out.line("")?,
        Output::Line(line) => terminal.out.painted(line)?,
        Output::Object(fields) => {
            let mut object = Map::from_iter([("time".to_owned(), json!(time::written(system.now())))]);
            object.extend(fields.clone());
            terminal.out.json(&format!("{}\n", Value::Object(object)))?;
        }
    }
    Ok(terminal.out.flush()?)
}
