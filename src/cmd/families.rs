//! `stateline families`: lists the state files that the program reads.

use super::{Call, Command, Failure, Terminal};
use crate::{error::Exit, family::FAMILIES, sys::System};

pub(super) const COMMAND: Command = Command {
    name: "families",
    purpose: "list the families of state files",
    usage: "",
    about: "Lists each family of state files: its name for `--as`, where its files are, what its line shows.",
    examples: &[],
    flags: &[],
    shared: &[],
    operands: None,
    run,
};

fn run(_call: &Call, _system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    for family in FAMILIES {
        terminal.out.line(format_args!("{:<12} {}", family.id, family.lives))?;
        terminal.out.line(format_args!("{:13}{}", "", family.shows))?;
    }
    Ok(Exit::Success)
}
