//! `stateline subagents`: prints a row for each of Claude Code's subagents, with the state of its directory.

use super::{Call, Command, Failure, Terminal};
use crate::{error::Exit, hook::subagents, sys::System};

pub(super) const COMMAND: Command = Command {
    name: "subagents",
    purpose: "print a row for each of Claude Code's subagents",
    usage: "[FLAGS]",
    about: "Reads what Claude Code sends to its `subagentStatusLine` on standard input and prints one JSON\n\
            object per task: its id, and a row with its name, the state of the workflow in its directory,\n\
            how long it has been running and how many tokens it uses. In Claude Code's settings.json:\n\
            \"subagentStatusLine\": {\"type\": \"command\", \"command\": \"/path/to/stateline subagents\"}",
    examples: &[],
    flags: &[],
    shared: &["as", "style", "width", "color", "config", "now"],
    operands: None,
    run,
};

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    terminal.out.json(&subagents::rows(system, &call.options))?;
    Ok(Exit::Success)
}
