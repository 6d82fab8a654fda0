//! `stateline uninstall HOST`: removes the line from a host's settings.

use super::{
    Call, Command, Failure, Terminal, Value,
    install::{DRY_RUN, SCOPE, Target, YES, early_lock, found, hosts, of_scope, settle, target, way_out},
    lasting,
};
use crate::{
    error::{Error, Exit},
    hosts::Agent,
    install::{Present, own::File},
    sys::System,
};

pub(super) const COMMAND: Command = Command {
    name: "uninstall",
    purpose: "remove the line from a host's settings",
    usage: "HOST [FLAGS]",
    about: "Removes what `stateline install HOST` added, and restores the status line that was there\n\
            before. A file that was created for the line is removed, and so is the copy of the old file.\n\
            Other changes made to the file since then are kept.",
    examples: &[
        ("stateline uninstall claude", "from the user's settings"),
        ("stateline uninstall claude --scope local", "from your own settings for this project"),
        ("stateline uninstall fish --dry-run", "only show the change"),
    ],
    flags: &[SCOPE, YES, DRY_RUN],
    shared: &["dir", "color"],
    operands: Some(Value::Among("HOST", hosts)),
    run,
};

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let target = target(call, COMMAND.name)?;
    let lock = early_lock(call, system)?;
    let change = match target {
        Target::Agent(agent) => {
            let change = found(call, agent, system, lasting::of(system))?.uninstalled()?;
            let hint = if change.is_none() { elsewhere(call, agent, system) } else { None };
            let exit = settle(&change, lock, "", call, system, terminal)?;
            if let Some(hint) = hint {
                terminal.out.line(hint)?;
            }
            return Ok(exit);
        }
        Target::Own(row, snippet) => match File::find(system, row)? {
            Some(file) => file.uninstalled()?,
            None => return Err(Error::ByHand { host: row.name, goes: snippet.goes }.into()),
        },
    };
    settle(&change, lock, "", call, system, terminal)
}

/// Returns a hint if the line is in other settings of the agent.
fn elsewhere(call: &Call, agent: Agent, system: &System) -> Option<String> {
    agent.settings.scopes().into_iter().find_map(|scope| {
        let settings = of_scope(scope.to_owned(), call, agent, system, lasting::of(system)).ok()?;
        let path = settings.path().display().to_string();
        matches!(settings.present(), Present::Ours | Present::Both(_))
            .then(|| format!("the line is in `{path}`; `{}` removes it", way_out(agent, scope)))
    })
}
