//! `stateline watch`: the line again whenever it changes.

use std::{path::PathBuf, time::Duration};

use serde_json::json;

use super::{Call, Command, Failure, Flag, Terminal};
use crate::{
    error::{Error, Exit},
    host::Host,
    line::Paint,
    state::State,
    text, time,
    watch::{Plan, Watch, Woken},
};

pub(super) const COMMAND: Command = Command {
    name: "watch",
    purpose: "print the line again whenever it changes",
    usage: "[FLAGS]",
    about: "Prints the line, and prints it again when it changes; an empty line says that the state is gone.\n\
            Where there is no state yet it waits for one. It ends on an interrupt, or when nobody reads \
            any more.",
    examples: &[
        ("stateline watch", "follow the nearest state"),
        ("stateline watch -C ~/work/shop --style smart", "that of another project"),
        ("stateline watch --json | jq -r .scene", "for a program: an object for each change"),
    ],
    flags: &[Flag::switch("json", "an object a line: time, line, scene, family, path, percent")],
    shared: &["dir", "file", "as", "style", "width", "color", "now"],
    operands: None,
    run,
};

/// How often the line is made again while no file changes: some lines tell the time.
const TICK: Duration = Duration::from_mins(1);

/// How long a state may be away before it is said to be gone: some editors remove a file to write it.
const GRACE: Duration = Duration::from_millis(300);

/// Where the state is looked for.
enum Target {
    Directory(PathBuf),
    File(PathBuf),
}

fn run(call: &Call, host: &Host, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let target = Target::of(call, host)?;
    let failed = |error: std::io::Error| Error::CannotWatch { why: error.to_string() };
    let mut watch = Watch::new().map_err(failed)?;
    let mut said = sentence(call, host, None);
    loop {
        // First the watch, then the look: what changes in between is noticed.
        let planned = target.state(call, host);
        watch.look_at(target.plan(host, planned.as_ref())).map_err(failed)?;
        let state = target.state(call, host);
        let path = |state: Option<&State>| state.and_then(|state| state.path.clone());
        if path(state.as_ref()) != path(planned.as_ref()) {
            continue;
        }
        let now = sentence(call, host, state.as_ref());
        if now != said {
            let woken = if now == sentence(call, host, None) { watch.sleep(GRACE) } else { Woken::Clock };
            match woken {
                Woken::End => return Ok(Exit::Success),
                Woken::Change => continue,
                Woken::Clock => {}
            }
            say(call, host, terminal, &now)?;
            said = now;
        }
        if watch.sleep(TICK) == Woken::End {
            return Ok(Exit::Success);
        }
    }
}

impl Target {
    /// Settles the place once: the working directory may be removed.
    fn of(call: &Call, host: &Host) -> Result<Self, Error> {
        let here = host.dir().unwrap_or_default();
        match &call.options.file {
            Some(file) if file.as_os_str() == "-" => Err(Error::BadValue {
                flag: "--file".to_owned(),
                value: "-".to_owned(),
                wanted: "a file that can be watched".to_owned(),
            }),
            Some(file) => Ok(Self::File(here.join(file))),
            None => Ok(Self::Directory(call.options.start(host).unwrap_or(here))),
        }
    }

    fn state(&self, call: &Call, host: &Host) -> Option<State> {
        match self {
            Self::Directory(dir) => State::nearest(host, dir, call.options.family),
            Self::File(file) => State::file(file, call.options.family),
        }
    }

    fn plan(&self, host: &Host, state: Option<&State>) -> Plan {
        match self {
            Self::File(file) => {
                let mut plan = Plan::default();
                plan.add_file(file);
                plan
            }
            Self::Directory(dir) => Plan::search(host, dir, state),
        }
    }
}

/// Returns what there is to say of a state: the line, or all of an object but its time.
fn sentence(call: &Call, host: &Host, state: Option<&State>) -> String {
    let style = call.options.style.unwrap_or_default();
    let view = state.map(|state| state.view(host, style));
    if !call.has("json") {
        let paint = call.options.paint(host, false);
        return view.map(|view| view.line.paint(&paint)).unwrap_or_default();
    }
    let scene = || state?.family.scenes.get(view.as_ref()?.scene?).map(|scene| scene.name);
    let object = json!({
        "line": view.as_ref().map(|view| view.line.paint(&Paint::default())).unwrap_or_default(),
        "scene": scene(),
        "family": state.map(|state| state.family.id),
        "path": state.and_then(|state| state.path.as_ref()).map(|path| path.to_string_lossy()),
        "percent": view.as_ref().and_then(|view| view.line.percent()),
    });
    text::escaped(&object.to_string())
}

/// Writes it where it is read at once.
fn say(call: &Call, host: &Host, terminal: &mut Terminal<'_>, sentence: &str) -> Result<(), Failure> {
    match sentence.strip_prefix('{').filter(|_| call.has("json")) {
        Some(rest) => writeln!(terminal.out, "{{\"time\":\"{}\",{rest}", time::written(host.now()))?,
        None => writeln!(terminal.out, "{sentence}")?,
    }
    Ok(terminal.out.flush()?)
}
