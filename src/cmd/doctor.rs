//! `stateline doctor`: whether the line gets to where it is looked at.

use std::fs;

use super::{Call, Command, Failure, Flag, Terminal};
use crate::{
    config::Config,
    doctor::{self, Look, Report, Sent},
    error::{Error, Exit},
    hook::record,
    hosts::HOSTS,
    select,
    sys::{System, file, streams},
};

pub(super) const COMMAND: Command = Command {
    name: "doctor",
    purpose: "find out why a host does not show the line",
    usage: "[FLAGS]",
    about: "Looks at what is installed where, which settings file wins, whether the command in it runs and how\n\
            long that takes, at the state and the settings of this directory, and at the terminal. A command of\n\
            your own settings is run with a sample on its standard input; one of a project's settings only if\n\
            it is this program. Each finding has the command that mends it. It changes nothing, and exits with\n\
            1 where something is wrong.\n\
            What a host sends is kept only where the hook is called with `--record`: the last of it, for your\n\
            eyes only. `doctor --record` prints it, `doctor --forget` removes it.",
    examples: &[
        ("stateline doctor", "all of it, on one screen"),
        ("stateline doctor --json", "for programs"),
        ("stateline doctor --record", "what the host sent last, if it was kept"),
        ("stateline doctor --forget", "remove what was kept"),
    ],
    flags: &[
        Flag::switch("json", "print JSON"),
        Flag::switch("record", "print what the host sent last"),
        Flag::switch("forget", "remove what the host sent last"),
    ],
    shared: &["dir", "as", "style", "width", "color", "config", "now"],
    operands: None,
    run,
};

/// How wide the page is where nobody says, and at most.
const WIDTH: usize = 80;
const WIDEST: usize = 100;

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if call.has("record") {
        let Some((_, sent)) = Sent::read(system) else { return Err(Error::NoRecord.into()) };
        terminal.out.json(&format!("{:#}\n", sent.json()))?;
        return Ok(Exit::Success);
    }
    if call.has("forget") {
        return forget(system, terminal);
    }
    let options = &call.options;
    let dir = options.start(system).unwrap_or_else(|| "/".into());
    let mut config = Config::load(system, options.config.as_deref());
    if let Some(here) = select::here(system, &dir, options.family) {
        config.join(&here.root);
    }
    let program = system.program().unwrap_or_else(|| env!("CARGO_PKG_NAME").into());
    let report = Report::of(&Look { hosts: HOSTS, system, options, config: &config, dir: &dir, program });
    let paint = options.paint(system, false);
    let width = paint.width.or_else(streams::output_width).unwrap_or(WIDTH).clamp(40, WIDEST);
    if call.has("json") {
        terminal.out.json(&doctor::json(&report))?;
    } else {
        terminal.out.painted(&doctor::page(&report, &paint, width))?;
    }
    Ok(if report.findings() == 0 { Exit::Success } else { Exit::No })
}

/// Removes what the hook kept.
fn forget(system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let Some(path) = record::place(system).filter(|path| fs::symlink_metadata(path).is_ok()) else {
        return Err(Error::NoRecord.into());
    };
    if let Err(error) = fs::remove_file(&path) {
        return Err(Error::Unwritable { path, why: file::why(&error) }.into());
    }
    terminal.out.line(format_args!("removed {}", path.display()))?;
    Ok(Exit::Success)
}
