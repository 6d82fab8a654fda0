//! `stateline install HOST`: the line in a host's own settings.

use std::{ffi::OsString, path::PathBuf};

use super::{Call, Command, Failure, Flag, Terminal, Value, difference};
use crate::{
    error::{Error, Exit},
    hosts::{Agent, AgentSettings, HOSTS, HostRow, Scope, Snippet},
    install::{Change, Lock, Present, Settings, Wish, own::File},
    suggest,
    sys::{System, atomic, streams},
    text::listed,
};

pub(super) const COMMAND: Command = Command {
    name: "install",
    purpose: "put the line into a host's settings",
    usage: "HOST [FLAGS]",
    about: "Puts the line into HOST's own settings: shows the change, asks, keeps a copy, and leaves every\n\
            other byte as it was. HOST is an agent (@agents@)\n\
            or one that finds a file of ours by itself (@own-files@).\n\
            `stateline uninstall HOST` takes it out again. For the rest there is `stateline init HOST`.",
    examples: &[
        ("stateline install claude", "for every project"),
        ("stateline install claude --scope local", "for this project, and for nobody else"),
        ("stateline install claude --wrap", "beside the status line that is there already"),
        ("stateline install kimi --dry-run", "show the change only"),
        ("stateline install fish --yes", "without a question"),
    ],
    flags: &[
        SCOPE,
        Flag::switch("wrap", "keep the status line that is there, and show ours beside it"),
        Flag::switch("subagents", "for claude: show the rows of subagents, too"),
        Flag::with("refresh", Value::Named("SECONDS"), "run again after so many seconds; default 5"),
        Flag::with("padding", Value::Named("N"), "leave N cells blank at the sides"),
        YES,
        DRY_RUN,
    ],
    shared: &["dir", "color"],
    operands: Some(Value::Among("HOST", hosts)),
    run,
};

/// Whose settings are meant.
pub(super) const SCOPE: Flag =
    Flag::with("scope", Value::OneOf(&["user", "project", "local"]), "user (default), project or local");

/// Consent, given in advance.
pub(super) const YES: Flag = Flag::switch("yes", "do it without a question").short('y');

/// Nothing but a look.
pub(super) const DRY_RUN: Flag = Flag::switch("dry-run", "show the change, write nothing").short('n');

/// Where the line is to go.
pub(super) enum Target {
    /// Into the settings of an agent.
    Agent(Agent),
    /// Into a file of its own.
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
                return Err(Error::UnknownFlag { command: None, flag: format!("--{flag}") }.into());
            }
            let lock = early_lock(call, system)?;
            let Some(file) = File::find(system, row)? else {
                return Err(Error::ByHand { host: row.name, goes: snippet.goes }.into());
            };
            let change = file.installed(snippet, &program(system).to_string_lossy())?;
            let hint = format!("`stateline uninstall {}` takes it away", row.name);
            settle(&change, lock, &hint, call, system, terminal)
        }
    }
}

/// Puts the line into the settings of an agent.
fn settings(
    call: &Call,
    agent: Agent,
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let mut wish = wish(call, agent.settings)?;
    let lock = early_lock(call, system)?;
    let settings = found(call, agent, system)?;
    let path = settings.path().to_owned();
    match settings.present() {
        Present::Theirs(command) if !wish.wrap && !call.has("yes") && !call.has("dry-run") => {
            if !streams::input_is_terminal() {
                return Err(Error::Occupied { path, command }.into());
            }
            let question = format!(
                "`{}` has a status line already: `{command}`\nKeep it beside ours, replace it, or leave it \
                 alone? [k/r/N] ",
                path.display()
            );
            match ask(&question, terminal)?.as_str() {
                "k" | "keep" => wish.wrap = true,
                "r" | "replace" => {}
                _ => return unchanged(terminal),
            }
        }
        Present::Odd if wish.wrap => {
            let why = "its status line is no command that could be wrapped; `--yes` replaces it".to_owned();
            return Err(Error::Refused { path, why }.into());
        }
        _ => {}
    }
    let is_off = settings.is_switched_off();
    let change = settings.installed(&wish)?;
    let hint = format!("`{}` takes it out again", way_out(agent, &call.text("scope").unwrap_or_default()));
    let exit = settle(&change, lock, &hint, call, system, terminal)?;
    if is_off && exit == Exit::Success {
        let (label, path) = (agent.host.label, path.display());
        terminal.err.message(format_args!(
            "{label} shows no status line while `disableAllHooks` is on in `{path}`"
        ))?;
    }
    Ok(exit)
}

/// Returns the command that takes the line out of the settings of a scope.
pub(super) fn way_out(agent: Agent, scope: &str) -> String {
    let scope = if matches!(scope, "" | "user") { String::new() } else { format!(" --scope {scope}") };
    format!("stateline uninstall {}{scope}", agent.host.name)
}

/// Reads what is wanted beside the line, as far as the agent has it.
fn wish(call: &Call, agent: &AgentSettings) -> Result<Wish, Error> {
    let number = |flag: &'static str, name: Option<&str>, least: u32, of: fn(&AgentSettings) -> bool| {
        let Some(value) = call.text(flag) else { return Ok(None) };
        if name.is_none() {
            return Err(others(flag, of));
        }
        let is_number = value.parse().is_ok_and(|number: u32| number >= least);
        let wanted = format!("a number from {least} on");
        if is_number {
            Ok(Some(value))
        } else {
            Err(Error::BadValue { flag: format!("--{flag}"), value, wanted })
        }
    };
    if call.has("subagents") && agent.subagents.is_none() {
        return Err(others("subagents", |agent| agent.subagents.is_some()));
    }
    Ok(Wish {
        wrap: call.has("wrap"),
        subagents: call.has("subagents"),
        refresh: number("refresh", agent.refresh, 1, |agent| agent.refresh.is_some())?,
        padding: number("padding", agent.padding, 0, |agent| agent.padding.is_some())?,
    })
}

fn others(flag: &'static str, has: fn(&AgentSettings) -> bool) -> Error {
    let hosts = listed(HOSTS.agents().filter(|agent| has(agent.settings)).map(|agent| agent.host.name));
    let flag = match flag {
        "refresh" => "--refresh",
        "padding" => "--padding",
        _ => "--subagents",
    };
    Error::OtherHosts { flag, hosts }
}

/// Returns the settings that the call is about.
pub(super) fn found(call: &Call, agent: Agent, system: &System) -> Result<Settings, Error> {
    let named = call.text("scope").unwrap_or_else(|| "user".to_owned());
    of_scope(named, call, agent, system)
}

/// Returns the settings of a scope.
pub(super) fn of_scope(named: String, call: &Call, agent: Agent, system: &System) -> Result<Settings, Error> {
    let scope = Scope::NAMES.iter().find(|(name, _)| *name == named).map_or(Scope::User, |(_, scope)| *scope);
    let dir = call.options.start(system).unwrap_or_else(|| "/".into());
    Settings::find(system, agent, scope, &dir, program(system))?.ok_or_else(|| Error::BadValue {
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
        [_, further, ..] => return Err(unexpected(further)),
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

fn unexpected(argument: &OsString) -> Error {
    Error::Unexpected { command: None, argument: argument.to_string_lossy().into_owned() }
}

/// Takes the lock before anything is read, where no question comes in between: then two commands at once both
/// succeed, one after the other. While a question is open, others must not be kept waiting.
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
        // There may be a record that has outlived what it was about.
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
        terminal.err.message(format_args!("{warning}; `chmod g-w` takes that away"))?;
    }
    let [before, after] = change.texts();
    difference::show(&change.shown_path(), &before, &after, call.options.paint(system, false), terminal)?;
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
            terminal.out.line(format_args!("`{path}` is changed, and a copy kept in `{copy}`"))?;
        }
        None if change.removes() => terminal.out.line(format_args!("`{path}` is removed"))?,
        None => terminal.out.line(format_args!("`{path}` is written"))?,
    }
    if !hint.is_empty() {
        terminal.out.line(hint)?;
    }
    Ok(Exit::Success)
}

/// Asks, and returns the answer in small letters.
fn ask(question: &str, terminal: &mut Terminal<'_>) -> Result<String, Failure> {
    terminal.out.flush()?;
    terminal.err.question(question)?;
    Ok(streams::answer().trim().to_lowercase())
}

fn unchanged(terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    terminal.err.message("nothing was changed")?;
    Ok(Exit::No)
}

/// Returns the path that settings run the program by.
fn program(system: &System) -> PathBuf {
    system.program().unwrap_or_else(|| env!("CARGO_PKG_NAME").into())
}

/// Returns what can be installed into.
pub(super) fn hosts() -> Vec<&'static str> {
    HOSTS.installable()
}
