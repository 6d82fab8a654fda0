//! `stateline init HOST`: the snippet that makes a host show the line.

use std::ffi::OsString;

use super::{Call, Command, Failure, Terminal, Value};
use crate::{
    error::{Error, Exit},
    init::{SNIPPETS, Snippet, named},
    suggest,
    sys::System,
};

pub(super) const COMMAND: Command = Command {
    name: "init",
    purpose: "print what makes a shell, bar or editor show the line",
    usage: "HOST [-C DIR]",
    about: "Prints a snippet for HOST, with the path of this program filled in.\n\
            `stateline init HOST -h` says where it goes. HOST is one of: bash, zsh, fish, nushell, powershell,\n\
            elvish, tmux, starship, p10k, oh-my-posh, wezterm, zellij, nvim, vim, emacs, waybar, i3bar,\n\
            polybar.",
    examples: &[
        ("eval \"$(stateline init bash)\"", "in ~/.bashrc"),
        ("stateline init fish | source", "in config.fish"),
        ("stateline init tmux -h", "where the snippet for tmux goes"),
        ("stateline init waybar -C ~/work/shop", "a bar has no directory of its own"),
    ],
    flags: &[],
    shared: &["dir"],
    operands: Some(Value::Among("HOST", || hosts().collect())),
    run,
};

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let snippet = match call.operands.as_slice() {
        [] => return Err(Error::MissingHost { hosts: hosts().collect() }.into()),
        [name] => asked(name)?,
        [_, further, ..] => {
            return Err(Error::Unexpected {
                command: None,
                argument: further.to_string_lossy().into_owned(),
            }
            .into());
        }
    };
    // Without a path of its own, the program is still found by its name.
    let program = system.program().unwrap_or_else(|| env!("CARGO_PKG_NAME").into());
    let dir = call.options.start(system).unwrap_or_else(|| "/".into());
    let text = snippet.filled(&program.to_string_lossy(), &dir.to_string_lossy());
    terminal.out.data(text.as_bytes())?;
    Ok(Exit::Success)
}

/// Writes where a snippet goes, if the arguments name one.
pub(super) fn page(arguments: &[OsString], terminal: &mut Terminal<'_>) -> Result<bool, Failure> {
    let Some(snippet) = arguments.iter().find_map(|argument| named(argument.to_str()?)) else {
        return Ok(false);
    };
    terminal.out.lines(&format!(
        "Usage: stateline init {}\n\nPrints the snippet for {}: {}.\n\n{}\n",
        snippet.host, snippet.host, snippet.purpose, snippet.goes
    ))?;
    Ok(true)
}

fn asked(name: &OsString) -> Result<&'static Snippet, Error> {
    let name = name.to_string_lossy();
    named(&name).ok_or_else(|| Error::UnknownHost {
        command: COMMAND.name,
        name: name.clone().into_owned(),
        nearest: suggest::nearest(&name, hosts()),
    })
}

fn hosts() -> impl Iterator<Item = &'static str> {
    SNIPPETS.iter().map(|snippet| snippet.host)
}
