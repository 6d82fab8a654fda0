//! Finds out what is installed where, and which of several settings files wins. It only reads.

use std::path::{Path, PathBuf};

use super::{MARK, command::Program, joined, record::LIMIT};
use crate::{
    hosts::{Agent, AgentSettings, Hosts, Scope},
    sys::{
        System,
        file::{self, Open},
    },
};

/// Whose settings a file has; the first one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The administrator's.
    Managed,
    /// The user's, for one project.
    Local,
    /// A project's, shared with others.
    Project,
    /// The user's.
    User,
}

/// The settings of one agent.
#[derive(Debug)]
pub struct Surveyed {
    /// The agent.
    pub agent: Agent,
    /// Its files that exist, the one that wins first.
    pub files: Vec<SettingsFile>,
}

/// A settings file that exists.
#[derive(Debug)]
pub struct SettingsFile {
    /// Whose it is.
    pub owner: Owner,
    /// Its path.
    pub path: PathBuf,
    /// Its status line.
    pub says: Says,
    /// The setting in it that turns every status line off.
    pub switched_off_by: Option<&'static str>,
    /// The seconds between two runs.
    pub refresh: Option<f64>,
}

/// The status line in a settings file.
#[derive(Debug, PartialEq, Eq)]
pub enum Says {
    /// None.
    Nothing,
    /// A command that runs this program, or another version of it.
    Ours(String),
    /// Another command.
    Theirs(String),
    /// Something that is not a command.
    Odd,
    /// The file cannot be read, for this reason.
    Unreadable(String),
}

impl Owner {
    /// Returns its name, as in `--scope`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Managed => "managed",
            Self::Local => "local",
            Self::Project => "project",
            Self::User => "user",
        }
    }
}

/// Finds the settings of every agent that is installed; `dir` is the project's directory.
pub fn survey(hosts: Hosts, system: &System, dir: &Path, program: &str) -> Vec<Surveyed> {
    hosts.agents().filter_map(|agent| surveyed(system, agent, dir, program)).collect()
}

/// Finds the settings of an agent; `None` if it does not even have a directory.
fn surveyed(system: &System, agent: Agent, dir: &Path, program: &str) -> Option<Surveyed> {
    let settings = agent.settings;
    let program = Program::of(system, agent, program.to_owned());
    let of = |scope: Scope| settings.file(system, scope, dir).ok().flatten();
    let user = of(Scope::User);
    let places = [
        (Owner::Managed, settings.managed_file()),
        (Owner::Local, of(Scope::Local)),
        (Owner::Project, of(Scope::Project)),
        (Owner::User, user.clone()),
    ];
    let files: Vec<SettingsFile> = places
        .into_iter()
        .filter_map(|(owner, path)| settings_file(settings, owner, path?, &program))
        .collect();
    let is_there = !files.is_empty() || user.as_deref().and_then(Path::parent).is_some_and(Path::is_dir);
    is_there.then_some(Surveyed { agent, files })
}

/// Reads a file, if it exists.
fn settings_file(
    agent: &AgentSettings,
    owner: Owner,
    path: PathBuf,
    program: &Program,
) -> Option<SettingsFile> {
    let read = Open::at(&path).and_then(|open| open.head(LIMIT));
    let text = match read {
        Ok(bytes) => file::decoded(bytes),
        Err(_) if !path.exists() => return None,
        Err(error) => {
            let says = Says::Unreadable(file::why(&error));
            return Some(SettingsFile { owner, path, says, switched_off_by: None, refresh: None });
        }
    };
    let text = text.strip_prefix(MARK).unwrap_or(&text);
    let says = said(agent, text, program);
    let switched_off_by = match says {
        Says::Unreadable(_) => None,
        _ => switched_off_by(agent, text),
    };
    let refresh =
        agent.refresh.and_then(|name| agent.syntax.raw(text, &joined(agent.key, name))?.parse().ok());
    Some(SettingsFile { owner, path, says, switched_off_by, refresh })
}

/// Returns the setting that turns every status line off, if the text has it.
pub(super) fn switched_off_by(agent: &AgentSettings, text: &str) -> Option<&'static str> {
    agent.switch_off.filter(|key| agent.syntax.raw(text, &[key]).as_deref() == Some("true"))
}

/// Returns the status line in the text of a settings file.
pub(super) fn said(agent: &AgentSettings, text: &str, program: &Program) -> Says {
    if let Err(fault) = agent.syntax.check(text) {
        return Says::Unreadable(fault.to_string());
    }
    match agent.syntax.string(text, &joined(agent.key, "command")) {
        Some(command) if program.own(&command).is_some() => Says::Ours(command),
        Some(command) => Says::Theirs(command),
        None if agent
            .syntax
            .raw(text, agent.key)
            .is_none_or(|raw| matches!(raw.as_str(), "null" | "{}" | "")) =>
        {
            Says::Nothing
        }
        None => Says::Odd,
    }
}
