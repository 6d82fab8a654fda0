//! `stateline install HOST`: adds the line to a host's own settings.

use std::{ffi::OsString, path::PathBuf};

use super::{Call, Command, Failure, Flag, Terminal, Value, difference, lasting, question::ask};
use crate::{
    error::{Error, Exit},
    hosts::{Agent, AgentSettings, HOSTS, HostRow, Scope, Snippet},
    install::{Change, Lock, Present, Request, Settings, own::File},
    sys::{System, atomic, streams},
    text::listed,
    text::suggest,
};

pub(super) const COMMAND: Command = Command {
    name: "install",
    purpose: "add the line to a host's settings",
    usage: "HOST [FLAGS]",
    about: "Adds the line to HOST's own settings: shows the change, asks, keeps a copy, and leaves every\n\
            other byte as it was. HOST is an agent (@agents@)\n\
            or a program that loads the files of a directory (@own-files@).\n\
            `stateline uninstall HOST` removes it again. For all others there is `stateline init HOST`.",
    examples: &[
        ("stateline install claude", "for every project"),
        ("stateline install claude --scope local", "for this project, on your machine only"),
        ("stateline install claude --wrap", "next to the status line that you have"),
        ("stateline install kimi --dry-run", "only show the change"),
        ("stateline install fish --yes", "without asking"),
    ],
    flags: &[
        SCOPE,
        Flag::switch("wrap", "keep the status line that you have, and add ours to it"),
        Flag::switch("subagents", "for claude: show the rows of subagents as well"),
        Flag::with(
            "refresh",
            Value::Named("SECONDS"),
            "run again every SECONDS seconds; default 5, with --wrap at least 3",
        ),
        Flag::with("padding", Value::Named("N"), "leave N columns blank at the sides"),
        YES,
        DRY_RUN,
    ],
    shared: &["dir", "color"],
    operands: Some(Value::Among("HOST", hosts)),
    run,
};

/// The flag that selects whose settings to change.
pub(super) const SCOPE: Flag =
    Flag::with("scope", Value::OneOf(&["user", "project", "local"]), "user (default), project or local");

/// The flag that answers every question with yes.
pub(super) const YES: Flag = Flag::switch("yes", "do it without asking").short('y');

/// The flag that shows a change without making it.
pub(super) const DRY_RUN: Flag = Flag::switch("dry-run", "show the change, write nothing").short('n');

/// Where the line is installed.
pub(super) enum Target {
    /// In the settings of an agent.
    Agent(Agent),
    /// In a file of its own that the host loads.
    Own(&'static HostRow, &'static Snippet),
}

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let target = target(call, COMMAND.name)?;
    match target {
        Target::Agent(agent) => settings(call, agent, system, terminal),
        Target::Own(row, snippet) => {
            let wrong =
                ["wrap", "subagents", "refresh", "padding", "scope"].iter().find(|flag| call.has(flag));
            if let Some(flag) = wrong {
                return Err(others(flag).into());
            }
            let lock = early_lock(call, system)?;
            let Some(file) = File::find(system, row)? else {
                return Err(Error::ByHand { host: row.name, goes: snippet.goes }.into());
            };
            let program = lasting::program(call, system, terminal)?;
            let change = file.installed(snippet, &program.to_string_lossy())?;
            let hint = format!("`stateline uninstall {}` removes it", row.name);
            settle(&change, lock, &hint, call, system, terminal)
        }
    }
}

/// Adds the line to the settings of an agent.
fn settings(
    call: &Call,
    agent: Agent,
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let mut request = request(call, agent.settings)?;
    let lock = early_lock(call, system)?;
    let program = lasting::program(call, system, terminal)?;
    let settings = found(call, agent, system, program)?;
    let path = settings.path().to_owned();
    match settings.present() {
        Present::Theirs(command) | Present::Both(command)
            if !request.wrap && !call.has("yes") && !call.has("dry-run") =>
        {
            if !streams::input_is_terminal() {
                return Err(Error::Occupied { path, command }.into());
            }
            let question = format!(
                "`{}` already has a status line: `{command}`\n[k]eep both, [r]eplace it, or do [N]othing? ",
                path.display()
            );
            match ask(&question, terminal)?.as_str() {
                "k" | "keep" => request.wrap = true,
                "r" | "replace" => {}
                _ => return unchanged(terminal),
            }
        }
        Present::Odd if request.wrap => {
            let why =
                "its status line is not a command, so it cannot be wrapped; `--yes` replaces it".to_owned();
            return Err(Error::Refused { path, why }.into());
        }
        _ => {}
    }
    let switched_off_by = settings.switched_off_by();
    let change = settings.installed(&request)?;
    let hint = format!("`{}` removes it", way_out(agent, &call.text("scope").unwrap_or_default()));
    let exit = settle(&change, lock, &hint, call, system, terminal)?;
    if let Some(setting) = switched_off_by.filter(|_| exit == Exit::Success) {
        let (label, path) = (agent.host.label, path.display());
        terminal
            .err
            .message(format_args!("{label} shows no status line while `{setting}` is on in `{path}`"))?;
    }
    Ok(exit)
}

/// Returns the command that removes the line from the settings of a scope.
pub(super) fn way_out(agent: Agent, scope: &str) -> String {
    let scope = if matches!(scope, "" | "user") { String::new() } else { format!(" --scope {scope}") };
    format!("stateline uninstall {}{scope}", agent.host.name)
}

/// Reads the flags that change what is written, and refuses those that the agent does not have.
fn request(call: &Call, agent: &AgentSettings) -> Result<Request, Error> {
    let number = |flag: &str, name: Option<&str>, least: u32| {
        let Some(value) = call.text(flag) else { return Ok(None) };
        if name.is_none() {
            return Err(others(flag));
        }
        let is_number = value.parse().is_ok_and(|number: u32| number >= least);
        let wanted = format!("a number, at least {least}");
        if is_number {
            Ok(Some(value))
        } else {
            Err(Error::BadValue { flag: format!("--{flag}"), value, wanted })
        }
    };
    if call.has("subagents") && agent.subagents.is_none() {
        return Err(others("subagents"));
    }
    Ok(Request {
        wrap: call.has("wrap"),
        subagents: call.has("subagents"),
        refresh: number("refresh", agent.refresh, 1)?,
        padding: number("padding", agent.padding, 0)?,
    })
}

/// Returns the error of a flag that only other hosts have.
fn others(flag: &str) -> Error {
    let has = |agent: &AgentSettings| match flag {
        "subagents" => agent.subagents.is_some(),
        "refresh" => agent.refresh.is_some(),
        "padding" => agent.padding.is_some(),
        // `--scope` and `--wrap` are for every agent.
        _ => true,
    };
    let hosts = listed(HOSTS.agents().filter(|agent| has(agent.settings)).map(|agent| agent.host.name));
    Error::OtherHosts { flag: format!("--{flag}"), hosts }
}

/// Returns the settings that the call names.
pub(super) fn found(call: &Call, agent: Agent, system: &System, program: PathBuf) -> Result<Settings, Error> {
    let named = call.text("scope").unwrap_or_else(|| "user".to_owned());
    of_scope(named, call, agent, system, program)
}

/// Returns the settings of a scope.
pub(super) fn of_scope(
    named: String,
    call: &Call,
    agent: Agent,
    system: &System,
    program: PathBuf,
) -> Result<Settings, Error> {
    let scope = Scope::NAMES.iter().find(|(name, _)| *name == named).map_or(Scope::User, |(_, scope)| *scope);
    let dir = call.options.start(system).unwrap_or_else(|| "/".into());
    Settings::find(system, agent, scope, &dir, program)?.ok_or_else(|| Error::BadValue {
        flag: "--scope".to_owned(),
        value: named,
        wanted: format!("{} for {}", listed(agent.settings.scopes().into_iter()), agent.host.name),
    })
}

/// Returns the host that the call names.
pub(super) fn target(call: &Call, command: &'static str) -> Result<Target, Error> {
    let name = match call.operands.as_slice() {
        [] => return Err(Error::MissingHost { hosts: hosts() }),
        [name] => name.to_string_lossy(),
        [_, further, ..] => return Err(unexpected(command, further)),
    };
    let row = HOSTS.named(&name);
    if let Some(agent) = row.and_then(HostRow::agent) {
        return Ok(Target::Agent(agent));
    }
    if let Some((row, snippet)) = HOSTS.snippet(&name) {
        return Ok(Target::Own(row, snippet));
    }
    let nearest = suggest::nearest(&name, hosts().into_iter());
    Err(Error::UnknownHost { command, name: name.into_owned(), nearest })
}

fn unexpected(command: &'static str, argument: &OsString) -> Error {
    Error::Unexpected { command: Some(command), argument: argument.to_string_lossy().into_owned() }
}

/// Takes the lock before anything is read if there will be no question: then two commands at once both
/// succeed, one after the other. With a question the lock comes later, so that other commands do not wait for
/// the user.
pub(super) fn early_lock(call: &Call, system: &System) -> Result<Option<Lock>, Error> {
    let is_asked = !call.has("yes") || call.has("dry-run");
    if is_asked { Ok(None) } else { Lock::take(system).map(Some) }
}

/// Shows a change, asks, and writes it.
pub(super) fn settle(
    change: &Change,
    lock: Option<Lock>,
    hint: &str,
    call: &Call,
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let path = change.path().display();
    let (is_dry, is_asked) = (call.has("dry-run"), !call.has("yes"));
    if change.is_none() {
        // There may still be a record of a line that is gone.
        if !is_dry {
            change.write(lock)?;
        }
        terminal.out.line(format_args!("nothing to do in `{path}`"))?;
        return Ok(Exit::Success);
    }
    if !is_dry && is_asked && !streams::input_is_terminal() {
        return Err(Error::CannotAsk { path: change.path().to_owned() }.into());
    }
    for warning in change.trusted()? {
        terminal.err.message(format_args!("{warning}; `chmod g-w` prevents that"))?;
    }
    let [before, after] = change.texts();
    let paint = call.options.paint(system, false);
    let shown = difference::show(&change.shown_path(), &before, &after, paint, terminal)
        .and_then(|()| terminal.out.flush().map_err(Failure::Write));
    match shown {
        // With `--yes` the change is wanted, whether its output is read to the end or not.
        Err(Failure::Write(error)) if streams::is_unread(&error) && !is_dry && !is_asked => {}
        shown => shown?,
    }
    if is_dry {
        return Ok(Exit::Success);
    }
    if is_asked {
        let question = if change.removes() { "Remove" } else { "Change" };
        if !matches!(ask(&format!("{question} `{path}`? [y/N] "), terminal)?.as_str(), "y" | "yes") {
            return unchanged(terminal);
        }
    }
    change.write(lock)?;
    change.sweep();
    atomic::sweep(&system.temporary(), atomic::RESTED);
    match change.copy() {
        Some(copy) => {
            let copy = copy.display();
            terminal.out.line(format_args!("changed `{path}`; a copy of the old file is in `{copy}`"))?;
        }
        None if change.removes() => terminal.out.line(format_args!("removed `{path}`"))?,
        None => terminal.out.line(format_args!("wrote `{path}`"))?,
    }
    if !hint.is_empty() {
        terminal.out.line(hint)?;
    }
    Ok(Exit::Success)
}

fn unchanged(terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    terminal.err.message("nothing was changed")?;
    Ok(Exit::No)
}

/// Returns the names of the hosts that `install` can set up.
pub(super) fn hosts() -> Vec<&'static str> {
    HOSTS.installable()
}
