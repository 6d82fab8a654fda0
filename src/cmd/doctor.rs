//! `stateline doctor`: finds out why a host does not show the line.

use std::fs;

use super::{Call, Command, Failure, Flag, Terminal};
use crate::{
    config::Config,
    error::{Error, Exit},
    hook::record,
    hosts::HOSTS,
    install::doctor::{self, Context, Report, Sent},
    select,
    sys::{System, file, streams},
};

pub(super) const COMMAND: Command = Command {
    name: "doctor",
    purpose: "find out why a host does not show the line",
    usage: "[FLAGS]",
    about: "Checks what is installed where, which settings file wins, whether the command in it runs and how\n\
            long that takes, the state and the settings of this directory, and the terminal. A command from\n\
            your own settings is run with a sample on its standard input; one from a project's settings only\n\
            if it is this program. Each finding names the command that fixes it. It changes nothing. The exit\n\
            code is 1 if there is a finding.\n\
            If the hook is called with `--record`, it keeps the last input that the host sent, in a file that\n\
            only you can read. `doctor --record` prints that input, `doctor --forget` deletes it.",
    examples: &[
        ("stateline doctor", "everything, on one screen"),
        ("stateline doctor --json", "for programs"),
        ("stateline doctor --record", "the last input from the host, if recorded"),
        ("stateline doctor --forget", "delete the recorded input"),
    ],
    flags: &[
        Flag::switch("json", "print JSON"),
        Flag::switch("record", "print the last input from the host"),
        Flag::switch("forget", "delete the last input from the host"),
    ],
    shared: &["dir", "as", "style", "width", "color", "config", "now"],
    operands: None,
    run,
};

/// The width of the page if the output is no terminal and no width is given.
const WIDTH: usize = 80;

/// The greatest width of the page.
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
    // Joins the project's settings.
    drop(select::nearest(system, options, &mut config, &dir));
    let program = system.program().unwrap_or_else(|| env!("CARGO_PKG_NAME").into());
    let report = Report::of(&Context { hosts: HOSTS, system, options, config: &config, dir: &dir, program });
    let paint = options.paint(system, false);
    let width = paint.width.or_else(streams::output_width).unwrap_or(WIDTH).clamp(40, WIDEST);
    if call.has("json") {
        terminal.out.json(&doctor::json(&report))?;
    } else {
        terminal.out.painted(&doctor::page(&report, &paint, width))?;
    }
    Ok(if report.findings() == 0 { Exit::Success } else { Exit::No })
}

/// Deletes the input that the hook recorded.
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
