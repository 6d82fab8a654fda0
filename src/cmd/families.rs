//! `stateline families`: lists the state files that the program reads.

use super::{Call, Command, Failure, Terminal};
use crate::{config::Config, error::Exit, family::FAMILIES, sys::System};

pub(super) const COMMAND: Command = Command {
    name: "families",
    purpose: "list the families of state files",
    usage: "",
    about: "Lists each family of state files: its name for `--as`, where its files are, what its line shows.\n\
            Workflows that you declared come last.",
    examples: &[],
    flags: &[],
    shared: &["config"],
    operands: None,
    run,
};

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let declared = Config::load(system, call.options.config.as_deref()).workflows;
    for family in FAMILIES.iter().chain(declared) {
        terminal.out.line(format_args!("{:<12} {}", family.id, family.lives))?;
        terminal.out.line(format_args!("{:13}{}", "", family.shows))?;
    }
    Ok(Exit::Success)
}
