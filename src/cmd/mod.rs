//! The commands: one file each, with its help and its run side by side.

use std::{
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};

use crate::{error::Error, hook, host::Host, options::Options};

mod families;
mod help;
mod line;
mod preview;

/// A command beside the hook.
struct Command {
    name: &'static str,
    /// What it is good for, in one line.
    purpose: &'static str,
    /// How it is called and what it does, for `--help`.
    help: &'static str,
    run: fn(&Options, &Host) -> String,
}

/// Every command.
static COMMANDS: &[Command] = &[line::COMMAND, preview::COMMAND, families::COMMAND];

/// The exit code for a call that makes no sense.
const MISUSE: u8 = 2;

/// Runs what the arguments ask for.
pub fn run(arguments: impl Iterator<Item = OsString>, mut host: Host) -> ExitCode {
    let mut arguments = arguments.peekable();
    let name = arguments
        .peek()
        .and_then(|first| first.to_str())
        .filter(|first| !first.starts_with('-') || is_question(first));
    let Some(name) = name.map(str::to_owned) else { return run_hook(arguments, host) };
    arguments.next();
    if let Some(answer) = help::general(&name) {
        return finish(&answer);
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        let nearest = help::nearest(&name, COMMANDS.iter().map(|command| command.name));
        return misused(&Error::UnknownCommand { name, nearest });
    };
    let arguments: Vec<OsString> = arguments.collect();
    if arguments.iter().any(|argument| argument == "-h" || argument == "--help") {
        return finish(&help::of(command));
    }
    let (options, wrong) = Options::read(arguments.into_iter());
    if let Some(error) = wrong {
        return misused(&error);
    }
    options.set_clock(&mut host);
    finish(&(command.run)(&options, &host))
}

/// Runs the hook, which answers whatever it is told.
fn run_hook(arguments: impl Iterator<Item = OsString>, mut host: Host) -> ExitCode {
    let (options, wrong) = Options::read(arguments);
    if let Some(error) = wrong {
        complain(&error);
    }
    options.set_clock(&mut host);
    finish(&hook::run(&host, &options))
}

/// Tells whether a first argument that looks like a flag asks about the program.
fn is_question(argument: &str) -> bool {
    matches!(argument, "-h" | "--help" | "-V" | "--version")
}

/// Prints the answer. A reader that went away is no trouble of ours.
fn finish(answer: &str) -> ExitCode {
    let mut stdout = io::stdout().lock();
    stdout.write_all(answer.as_bytes()).and_then(|()| stdout.flush()).unwrap_or_default();
    ExitCode::SUCCESS
}

fn misused(error: &Error) -> ExitCode {
    complain(error);
    ExitCode::from(MISUSE)
}

fn complain(error: &Error) {
    writeln!(io::stderr(), "stateline: {error}").unwrap_or_default();
}
