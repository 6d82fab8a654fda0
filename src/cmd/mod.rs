//! The commands: one file each, with its flags, its help and its run side by side.
//!
//! The hook and `line` are run on every prompt, so they are told apart first and read their flags by
//! hand; everything else comes from the table, which help, completions and man pages are made from.

use std::{
    ffi::OsString,
    io::{self, Write},
};

use crate::{
    error::{Error, Exit},
    hook,
    host::{self, Host},
    options::Options,
    signals, suggest, text,
};

mod call;
#[cfg(feature = "commands")]
mod check;
#[cfg(feature = "commands")]
mod completions;
#[cfg(feature = "commands")]
mod config;
#[cfg(feature = "commands")]
mod configs;
#[cfg(feature = "commands")]
mod difference;
#[cfg(feature = "commands")]
mod doctor;
#[cfg(feature = "commands")]
mod explain;
#[cfg(feature = "commands")]
mod families;
#[cfg(feature = "commands")]
mod get;
mod help;
#[cfg(feature = "commands")]
mod init;
#[cfg(feature = "commands")]
mod install;
#[cfg(feature = "commands")]
mod limited;
mod line;
#[cfg(feature = "commands")]
mod list;
#[cfg(feature = "commands")]
mod man;
#[cfg(feature = "commands")]
mod open;
#[cfg(feature = "commands")]
mod preview;
#[cfg(feature = "commands")]
mod show;
mod subagents;
#[cfg(feature = "commands")]
mod target;
#[cfg(feature = "commands")]
mod uninstall;
#[cfg(feature = "commands")]
mod watch;

pub use crate::flag::{Flag, Value};
pub use call::Call;

/// A command beside the hook.
#[derive(Debug)]
pub struct Command {
    /// What it is called.
    pub name: &'static str,
    /// What it is good for, in one line.
    pub purpose: &'static str,
    /// What follows the name: `[FLAGS] FILTER…`.
    pub usage: &'static str,
    /// What it does, in a few lines.
    pub about: &'static str,
    /// Calls to learn from, each with what it does.
    pub examples: &'static [(&'static str, &'static str)],
    /// The flags that are its own.
    pub flags: &'static [Flag],
    /// The flags of the line that it takes too, by their long names.
    pub shared: &'static [&'static str],
    /// What it takes beside flags, if anything.
    pub operands: Option<Value>,
    /// Does it.
    pub run: fn(&Call, &Host, &mut Terminal<'_>) -> Result<Exit, Failure>,
}

/// Every command, in the order of the help.
pub static COMMANDS: &[Command] = &[
    line::COMMAND,
    #[cfg(feature = "commands")]
    get::COMMAND,
    #[cfg(feature = "commands")]
    show::COMMAND,
    #[cfg(feature = "commands")]
    check::COMMAND,
    #[cfg(feature = "commands")]
    explain::COMMAND,
    #[cfg(feature = "commands")]
    list::COMMAND,
    #[cfg(feature = "commands")]
    watch::COMMAND,
    #[cfg(feature = "commands")]
    init::COMMAND,
    #[cfg(feature = "commands")]
    install::COMMAND,
    #[cfg(feature = "commands")]
    uninstall::COMMAND,
    #[cfg(feature = "commands")]
    doctor::COMMAND,
    #[cfg(feature = "commands")]
    config::COMMAND,
    subagents::COMMAND,
    #[cfg(feature = "commands")]
    preview::COMMAND,
    #[cfg(feature = "commands")]
    families::COMMAND,
    #[cfg(feature = "commands")]
    completions::COMMAND,
    #[cfg(feature = "commands")]
    man::COMMAND,
];

/// Where a command writes.
#[expect(missing_debug_implementations, reason = "writers have nothing to show")]
pub struct Terminal<'t> {
    /// Answers.
    pub out: &'t mut dyn Write,
    /// Messages.
    pub err: &'t mut dyn Write,
}

/// Why a command could not go on.
#[derive(Debug)]
pub enum Failure {
    /// There is a sentence for it.
    Told(Error),
    /// The answer could not be written.
    Write(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Told(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

/// Runs what the arguments ask for.
pub fn run(arguments: impl Iterator<Item = OsString>, mut host: Host) -> Exit {
    let mut arguments = arguments.peekable();
    let first = arguments.peek().and_then(|first| first.to_str());
    let Some(name) = first.filter(|first| !first.starts_with('-') || help::is_asked(first)) else {
        return run_hook(arguments, host);
    };
    if name == "line" {
        arguments.next();
        return run_line(arguments, host);
    }
    let name = name.to_owned();
    arguments.next();
    signals::handle();
    let arguments: Vec<OsString> = arguments.collect();
    let (mut out, mut err) = (io::stdout().lock(), io::stderr().lock());
    let mut terminal = Terminal { out: &mut out, err: &mut err };
    let result = dispatch(&name, arguments, &mut host, &mut terminal);
    finish(result, &mut terminal)
}

/// Finds the command and hands it its arguments.
fn dispatch(
    name: &str,
    arguments: Vec<OsString>,
    host: &mut Host,
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
        #[cfg(feature = "commands")]
        if command.name == init::COMMAND.name && init::page(&arguments, terminal)? {
            return Ok(Exit::Success);
        }
        help::page(command, asked == "--help", terminal)?;
        return Ok(Exit::Success);
    }
    let call = Call::read(command, arguments)?;
    if let Some(dir) = call.options.dir.as_ref().filter(|_| !call.options.starts_somewhere(host)) {
        return Err(Error::NoDirectory { dir: dir.clone() }.into());
    }
    call.options.set_clock(host);
    (command.run)(&call, host, terminal)
}

/// Returns what the commands are called.
#[cfg(feature = "commands")]
fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|command| command.name).collect()
}

/// Returns the command of that name.
pub fn named(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Turns the end of a command into an exit code, with a word on what went wrong.
///
/// A reader that went away has had enough: that is no failure.
fn finish(result: Result<Exit, Failure>, terminal: &mut Terminal<'_>) -> Exit {
    let result = result.and_then(|exit| terminal.out.flush().map(|()| exit).map_err(Failure::Write));
    match result {
        Ok(exit) => exit,
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(Failure::Write(error)) => tell(&Error::CannotWrite { why: error.to_string() }, terminal),
        Err(Failure::Told(error)) => tell(&error, terminal),
    }
}

fn tell(error: &Error, terminal: &mut Terminal<'_>) -> Exit {
    writeln!(terminal.err, "stateline: {}", text::shown_lines(&error.to_string())).unwrap_or_default();
    error.exit()
}

/// Runs the hook, which answers whatever it is told.
fn run_hook(arguments: impl Iterator<Item = OsString>, mut host: Host) -> Exit {
    let (options, wrong) = Options::read(arguments);
    if let Some(error) = wrong {
        complain(&error);
    }
    options.set_clock(&mut host);
    #[cfg(feature = "commands")]
    if let Some(theirs) = &options.wrap {
        return print(&hook::wrapped::run(&host, &options, theirs));
    }
    print(&hook::run(&host, &options))
}

/// Runs `line`, the other one that a prompt waits for.
fn run_line(arguments: impl Iterator<Item = OsString>, mut host: Host) -> Exit {
    let mut asked = None;
    let arguments = arguments.inspect(|argument| {
        if argument == "-h" || argument == "--help" {
            asked.get_or_insert(argument == "--help");
        }
    });
    let (options, wrong) = Options::read(arguments);
    if let Some(long) = asked {
        signals::handle();
        let mut terminal = Terminal { out: &mut io::stdout().lock(), err: &mut io::stderr().lock() };
        let result = help::page(&line::COMMAND, long, &mut terminal).map(|()| Exit::Success);
        return finish(result.map_err(Failure::Write), &mut terminal);
    }
    if let Some(error) = wrong.or_else(|| options.of_hook()) {
        complain(&error);
        return Exit::Misuse;
    }
    options.set_clock(&mut host);
    print(&line::line(&options, &host))
}

/// Prints the answer of a prompt's run. A reader that went away is no trouble of ours.
fn print(answer: &str) -> Exit {
    host::print(answer.as_bytes());
    Exit::Success
}

fn complain(error: &Error) {
    writeln!(io::stderr(), "stateline: {}", text::shown_lines(&error.to_string())).unwrap_or_default();
}
