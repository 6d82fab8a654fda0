//! The commands: one file each, with the command's flags, its help and the function that runs it.
//!
//! The hook and `line` run on every prompt, so they are recognized first and read their flags by hand.
//! Every other command is looked up in [`COMMANDS`], which is also what help, completions and the man
//! pages are made from.

use std::{ffi::OsString, io, mem::ManuallyDrop, vec};

use crate::{
    error::{Error, Exit},
    git, hook,
    hosts::HOSTS,
    line::Painted,
    line::output,
    options::{Caller, Options},
    query, select,
    sys::{
        System, signals,
        streams::{self, Input},
    },
    text::suggest,
};

mod by_hand;
mod call;
mod check;
mod completions;
mod config;
mod configs;
mod difference;
mod doctor;
mod explain;
mod families;
mod fields;
mod get;
mod help;
mod init;
mod install;
mod lasting;
mod limited;
mod line;
mod list;
mod man;
mod open;
mod preview;
mod question;
mod setup;
mod show;
mod subagents;
mod target;
mod uninstall;
mod watch;

pub use crate::{
    line::output::Terminal,
    options::flag::{Flag, Value},
};
pub use call::Call;

/// A command: every way to call the program except the hook.
#[derive(Debug)]
pub struct Command {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for, in one line.
    pub purpose: &'static str,
    /// What follows the name: `[FLAGS] FILTER…`.
    pub usage: &'static str,
    /// What it does, in a few lines. A name of `LISTS` is where that list goes.
    pub about: &'static str,
    /// Example calls, each with what it does.
    pub examples: &'static [(&'static str, &'static str)],
    /// Its own flags.
    pub flags: &'static [Flag],
    /// The flags of the line that it takes as well, by their long names.
    pub shared: &'static [&'static str],
    /// The arguments that it takes besides flags, if any.
    pub operands: Option<Value>,
    /// Runs it.
    pub run: fn(&Call, &System, &mut Terminal<'_>) -> Result<Exit, Failure>,
}

/// Every command, in the order of the help.
pub static COMMANDS: &[Command] = &[
    line::COMMAND,
    get::COMMAND,
    show::COMMAND,
    check::COMMAND,
    explain::COMMAND,
    list::COMMAND,
    watch::COMMAND,
    setup::COMMAND,
    init::COMMAND,
    install::COMMAND,
    uninstall::COMMAND,
    doctor::COMMAND,
    config::COMMAND,
    subagents::COMMAND,
    preview::COMMAND,
    families::COMMAND,
    completions::COMMAND,
    man::COMMAND,
];

/// Writes the names in a list.
type Names = fn() -> String;

/// The lists that the description of a command can refer to.
const LISTS: [(&str, Names); 5] = [
    ("@agents@", || HOSTS.agent_names().join(", ")),
    ("@own-files@", || HOSTS.own_file_names().join(", ")),
    ("@snippets@", || HOSTS.snippet_names().join(", ")),
    ("@dialects@", || HOSTS.dialect_names().join(", ")),
    ("@companions@", || {
        query::companions().map(|name| format!("`@{name}`")).collect::<Vec<String>>().join(", ")
    }),
];

/// What the long pages of some commands say in addition.
const MORE: [(&str, &str); 2] = [(list::COMMAND.name, list::MORE), (watch::COMMAND.name, watch::MORE)];

impl Command {
    /// Returns what its long page says in addition, if it does.
    pub fn more(&self) -> Option<&'static str> {
        MORE.iter().find(|(name, _)| *name == self.name).map(|(_, more)| *more)
    }

    /// Returns what it does, in a few lines.
    pub fn description(&self) -> String {
        let about = self.about.to_owned();
        LISTS.iter().fold(about, |about, (mark, names)| about.replace(mark, &names()))
    }
}

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// An error with a message for the user.
    Error(Error),
    /// The output could not be written.
    Write(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

/// Runs the hook or the command that the arguments name.
pub fn run(mut arguments: vec::IntoIter<OsString>, system: &mut System) -> Exit {
    let first = arguments.as_slice().first().and_then(|first| first.to_str());
    let Some(name) = first.filter(|first| !first.starts_with('-') || help::is_asked(first)) else {
        return run_hook(arguments, system);
    };
    if name == "line" {
        arguments.next();
        return run_line(arguments, system);
    }
    if name == git::COMMAND {
        arguments.next();
        return run_git(arguments, system);
    }
    run_named(arguments, system)
}

/// Runs any other command.
///
/// This and the next functions are not inlined, so that a prompt has only the variables of one of them on the stack: the
/// kernel adds each page of it when it is first used.
#[inline(never)]
fn run_named(mut arguments: vec::IntoIter<OsString>, system: &mut System) -> Exit {
    let name = arguments.next().unwrap_or_default();
    let (name, arguments) = (name.to_string_lossy(), arguments.collect());
    signals::let_pipes_fail();
    signals::let_writes_fail();
    output::with_terminal(|terminal| {
        let result = dispatch(&name, arguments, system, terminal);
        finish(result, terminal)
    })
}

/// Finds the command, reads its arguments and runs it.
fn dispatch(
    name: &str,
    arguments: Vec<OsString>,
    system: &mut System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    if help::is_asked(name) {
        return help::general(name, &arguments, terminal);
    }
    let Some(command) = named(name) else {
        let nearest = suggest::nearest(name, COMMANDS.iter().map(|command| command.name));
        return Err(Error::UnknownCommand { name: name.to_owned(), nearest }.into());
    };
    if let Some(asked) = arguments.iter().find(|argument| *argument == "-h" || *argument == "--help") {
        if command.name == init::COMMAND.name && init::page(&arguments, terminal)? {
            return Ok(Exit::Success);
        }
        help::page(command, asked == "--help", terminal)?;
        return Ok(Exit::Success);
    }
    run_command(command, arguments, system, terminal).map_err(|failure| match failure {
        Failure::Error(error) => Failure::Error(error.in_command(command.name)),
        failure @ Failure::Write(_) => failure,
    })
}

/// Reads the arguments of a command and runs it.
fn run_command(
    command: &'static Command,
    arguments: Vec<OsString>,
    system: &mut System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let mut call = Call::read(command, arguments)?;
    select::resolve(system, &mut call.options)?;
    if let Some(dir) = call.options.dir.as_ref().filter(|_| !call.options.starts_somewhere(system)) {
        return Err(Error::NoDirectory { dir: dir.clone() }.into());
    }
    if command.shared.contains(&"config") && !REPORTING.contains(&command.name) {
        refuse_unreadable_config(&call.options, system)?;
    }
    call.options.set_clock(system);
    (command.run)(&call, system, terminal)
}

/// The commands that report a config that cannot be read themselves, or write it.
const REPORTING: [&str; 3] = [check::COMMAND.name, config::COMMAND.name, doctor::COMMAND.name];

/// Returns an error if a flag or the variable names a config that cannot be read.
fn refuse_unreadable_config(options: &Options, system: &System) -> Result<(), Error> {
    match crate::config::unreadable(system, options.config.as_deref()) {
        Some((path, why)) => Err(Error::UnreadableConfig { path, why }),
        None => Ok(()),
    }
}

/// Returns the names of the commands.
fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|command| command.name).collect()
}

/// Returns the command of that name.
pub fn named(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Turns the result of a command into an exit code, and reports an error.
///
/// A broken pipe is no failure: the reader has all that it needs.
fn finish(result: Result<Exit, Failure>, terminal: &mut Terminal<'_>) -> Exit {
    let result = result.and_then(|exit| terminal.out.flush().map(|()| exit).map_err(Failure::Write));
    match result {
        Ok(exit) => exit,
        Err(Failure::Write(error)) if streams::is_unread(&error) => Exit::Success,
        Err(Failure::Write(error)) => report(&Error::CannotWrite { why: error.to_string() }, terminal),
        Err(Failure::Error(error)) => report(&error, terminal),
    }
}

fn report(error: &Error, terminal: &mut Terminal<'_>) -> Exit {
    terminal.err.error(error).unwrap_or_default();
    error.exit()
}

/// Runs the hook, which prints a line whatever its arguments are.
#[inline(never)]
fn run_hook(arguments: vec::IntoIter<OsString>, system: &mut System) -> Exit {
    let (options, wrong) = Options::read(arguments, Caller::Hook);
    let mut options = ManuallyDrop::new(options); // as in `run_line`
    if let Some(error) = wrong.or(select::resolve(system, &mut options).err()) {
        output::complain(&error);
    }
    options.set_clock(system);
    if let Some(theirs) = &options.wrap {
        return print(&hook::wrapped::run(system, &options, theirs));
    }
    match Input::begin() {
        Some(input) => print(&hook::run(system, &options, input)),
        None => by_hand::run(&options, system),
    }
}

/// Runs `line`, which a prompt waits for as it does for the hook.
#[inline(never)]
fn run_line(arguments: vec::IntoIter<OsString>, system: &mut System) -> Exit {
    let is_asked = |argument: &&OsString| *argument == "-h" || *argument == "--help";
    if let Some(asked) = arguments.as_slice().iter().find(is_asked) {
        return print_help(&line::COMMAND, asked == "--help");
    }
    let (options, wrong) = Options::read(arguments, Caller::Line);
    // The process ends with the line: to give its memory back first would only cost time.
    let mut options = ManuallyDrop::new(options);
    let wrong = wrong.or_else(|| refuse_unreadable_config(&options, system).err());
    if let Some(error) = wrong.or_else(|| select::resolve(system, &mut options).err()) {
        return refuse(error);
    }
    options.set_clock(system);
    if options.json {
        return print(&line::parts(&options, system));
    }
    print(&line::line(&options, system))
}

/// Reports an error of `line`. Not inlined, because the error takes much room on the stack.
#[inline(never)]
fn refuse(error: Error) -> Exit {
    let error = error.in_command(line::COMMAND.name);
    output::complain(&error);
    error.exit()
}

/// Prints the page of a command.
#[inline(never)]
fn print_help(command: &Command, long: bool) -> Exit {
    signals::let_pipes_fail();
    signals::let_writes_fail();
    output::with_terminal(|terminal| {
        let result = help::page(command, long, terminal).map(|()| Exit::Success);
        finish(result.map_err(Failure::Write), terminal)
    })
}

/// Reads a repository for the hook, which starts this process only for that.
#[inline(never)]
fn run_git(arguments: vec::IntoIter<OsString>, system: &System) -> Exit {
    let question: Vec<String> = arguments.filter_map(|argument| argument.into_string().ok()).collect();
    let question: Vec<&str> = question.iter().map(String::as_str).collect();
    match system.dir().and_then(|dir| git::answer(&question, &dir)) {
        Some(answer) => output::with_terminal(|terminal| {
            let written = terminal.out.data(answer.as_bytes()).and_then(|()| terminal.out.flush());
            if written.is_ok() { Exit::Success } else { Exit::No }
        }),
        None => Exit::No,
    }
}

/// Prints the line for a prompt. A broken pipe is no failure.
fn print(answer: &Painted) -> Exit {
    output::prompt(answer);
    Exit::Success
}
