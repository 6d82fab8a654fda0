//! `stateline init HOST`: prints the snippet that makes a host show the line.

use std::ffi::OsString;

use super::{Call, Command, Failure, Terminal, Value};
use crate::{
    error::{Error, Exit},
    hosts::{HOSTS, Snippet},
    sys::System,
    text::suggest,
};

pub(super) const COMMAND: Command = Command {
    name: "init",
    purpose: "print the snippet for a shell, bar or editor",
    usage: "HOST [-C DIR]",
    about: "Prints a snippet for HOST, with the path of this program filled in.\n\
            `stateline init HOST -h` says where it goes. HOST is one of: @snippets@.",
    examples: &[
        ("eval \"$(stateline init bash)\"", "in ~/.bashrc"),
        ("stateline init fish | source", "in config.fish"),
        ("stateline init tmux -h", "where the snippet for tmux goes"),
        ("stateline init waybar -C ~/work/shop", "a bar has no directory of its own"),
    ],
    flags: &[],
    shared: &["dir"],
    operands: Some(Value::Among("HOST", || HOSTS.snippet_names())),
    run,
};

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let snippet = match call.operands.as_slice() {
        [] => return Err(Error::MissingHost { hosts: HOSTS.snippet_names() }.into()),
        [name] => asked(name)?,
        [_, further, ..] => {
            let argument = further.to_string_lossy().into_owned();
            return Err(Error::Unexpected { command: Some(COMMAND.name), argument }.into());
        }
    };
    // If the program's path is unknown, its name is still found on PATH.
    let program = system.program().unwrap_or_else(|| env!("CARGO_PKG_NAME").into());
    let dir = call.options.start(system).unwrap_or_else(|| "/".into());
    let text = snippet.filled(&program.to_string_lossy(), &dir.to_string_lossy());
    terminal.out.data(text.as_bytes())?;
    Ok(Exit::Success)
}

/// Prints where a snippet goes, if the arguments name one.
pub(super) fn page(arguments: &[OsString], terminal: &mut Terminal<'_>) -> Result<bool, Failure> {
    let Some((host, snippet)) = arguments.iter().find_map(|argument| HOSTS.snippet(argument.to_str()?))
    else {
        return Ok(false);
    };
    terminal.out.lines(&format!(
        "Usage: stateline init {}\n\nPrints the snippet for {}: {}.\n\n{}\n",
        host.name, host.name, snippet.purpose, snippet.goes
    ))?;
    Ok(true)
}

fn asked(name: &OsString) -> Result<&'static Snippet, Error> {
    let name = name.to_string_lossy();
    let found = HOSTS.snippet(&name).map(|(_, snippet)| snippet);
    found.ok_or_else(|| Error::UnknownHost {
        command: COMMAND.name,
        name: name.clone().into_owned(),
        nearest: suggest::nearest(&name, HOSTS.snippet_names().into_iter()),
    })
}
