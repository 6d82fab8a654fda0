//! Help and version, made from the tables of commands and flags.

use std::{ffi::OsString, fmt::Write as _, io};

use super::{COMMANDS, Command, Failure, Flag, Terminal, named};
use crate::{
    error::{Error, Exit},
    options::FLAGS,
    suggest::nearest,
};

/// Tells whether a first argument asks about the program itself.
pub(super) fn is_asked(argument: &str) -> bool {
    matches!(argument, "-h" | "--help" | "help" | "-V" | "--version")
}

/// Answers a question about the program itself.
pub(super) fn general(
    name: &str,
    arguments: &[OsString],
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    if matches!(name, "-V" | "--version") {
        writeln!(terminal.out, "stateline {}", env!("CARGO_PKG_VERSION"))?;
        return Ok(Exit::Success);
    }
    let Some(topic) = arguments.first() else {
        terminal.out.write_all(overview().as_bytes())?;
        return Ok(Exit::Success);
    };
    let topic = topic.to_string_lossy().into_owned();
    let Some(command) = named(&topic) else {
        let nearest = nearest(&topic, COMMANDS.iter().map(|command| command.name));
        return Err(Error::UnknownCommand { name: topic, nearest }.into());
    };
    page(command, true, terminal)?;
    Ok(Exit::Success)
}

/// Writes the page that fits one screen.
fn overview() -> String {
    let mut out = String::from(
        "stateline prints one line that says where an AI coding workflow stands.\n\n\
         Usage: stateline [FLAGS]            the status-line hook: JSON on standard input\n       \
         stateline COMMAND [FLAGS]\n\nCommands:\n",
    );
    for command in COMMANDS {
        writeln!(out, "  {:<12} {}", command.name, command.purpose).unwrap_or_default();
    }
    out.push_str("\nFlags of the hook:\n");
    // Without the file and the host: the hook has the host's word for where it is and what it is.
    flags(&mut out, FLAGS.iter().filter(|flag| !["file", "for"].contains(&flag.long)));
    out.push_str("\n`stateline help COMMAND` tells more about one of them, `--version` the version.\n");
    out
}

/// Writes a command's page, with its examples where the long one is wanted.
pub(super) fn page(command: &Command, long: bool, terminal: &mut Terminal<'_>) -> io::Result<()> {
    let mut out = String::new();
    let usage = format!("Usage: stateline {} {}", command.name, command.usage);
    writeln!(out, "{}\n\n{}", usage.trim_end(), command.about).unwrap_or_default();
    if !command.flags.is_empty() || !command.shared.is_empty() {
        out.push_str("\nFlags:\n");
        flags(&mut out, command.flags.iter().chain(shared(command)));
    }
    if long && !command.examples.is_empty() {
        out.push_str("\nExamples:\n");
        let width = command.examples.iter().map(|(call, _)| call.chars().count()).max().unwrap_or_default();
        for (call, purpose) in command.examples {
            writeln!(out, "  {call:width$}  {purpose}").unwrap_or_default();
        }
    }
    terminal.out.write_all(out.as_bytes())
}

/// Returns the flags of the line that a command takes too.
pub(super) fn shared(command: &Command) -> impl Iterator<Item = &'static Flag> {
    FLAGS.iter().filter(|flag| command.shared.contains(&flag.long))
}

fn flags<'f>(out: &mut String, flags: impl Iterator<Item = &'f Flag>) {
    for flag in flags {
        writeln!(out, "  {:<22} {}", flag.synopsis(), flag.purpose).unwrap_or_default();
    }
}
