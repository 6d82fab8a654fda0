//! The settings of an agent, and the place in them that names its status-line command.

use std::path::{Path, PathBuf};

use super::{HostRow, OnWindows};
use crate::{
    error::Error,
    sys::{System, directories::XDG_IS_USUAL},
};

/// A host that runs a command for its status line.
#[derive(Clone, Copy, Debug)]
pub struct Agent {
    /// Its row.
    pub host: &'static HostRow,
    /// Where its settings name the command.
    pub settings: &'static AgentSettings,
}

/// Where the settings of an agent are, and what `install` puts into them.
#[derive(Debug)]
pub struct AgentSettings {
    /// Their directory, relative to the home directory.
    pub dir: &'static str,
    /// The variables that name another directory, each with the path below that directory.
    pub variables: &'static [(&'static str, &'static str)],
    /// The file with the user's settings.
    pub file: &'static str,
    /// The file with a project's settings, and the one next to it that is not committed.
    pub project: [Option<&'static str>; 2],
    /// The administrator's file, which overrides the others.
    pub managed: Option<fn() -> PathBuf>,
    /// The syntax of all these files.
    pub syntax: Syntax,
    /// The path of keys to the status line in the file.
    pub key: &'static [&'static str],
    /// The fields that the status line needs in addition to the command, even one that already exists.
    pub needed: &'static [(&'static str, &'static str)],
    /// The fields that a new status line gets in addition.
    pub usual: &'static [(&'static str, &'static str)],
    /// The settings that are needed elsewhere in the file.
    pub elsewhere: &'static [(&'static [&'static str], &'static str)],
    /// The key for the seconds between two runs.
    pub refresh: Option<&'static str>,
    /// The key for the blank cells at the sides.
    pub padding: Option<&'static str>,
    /// The key for the rows of its subagents.
    pub subagents: Option<&'static str>,
    /// The key that turns every status line off if it is `true`.
    pub switch_off: Option<&'static str>,
    /// Whether it notices a project's settings only after a restart, if their directory is new.
    pub is_late: bool,
    /// Whether the agent expands variables in its settings.
    pub expands: bool,
    /// The shell that runs the command on Windows.
    pub on_windows: OnWindows,
}

/// The syntax of a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON with comments.
    Jsonc,
    /// TOML.
    Toml,
}

/// Which of the settings files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The user's, for every project.
    User,
    /// The project's, shared with others.
    Project,
    /// The user's, for this project.
    Local,
}

impl Scope {
    /// Every scope by name.
    pub const NAMES: [(&'static str, Self); 3] =
        [("user", Self::User), ("project", Self::Project), ("local", Self::Local)];
}

/// The settings of Claude Code, which most agents have copied.
pub const LIKE_CLAUDE: AgentSettings = AgentSettings {
    dir: "",
    variables: &[],
    file: "settings.json",
    project: [None, None],
    managed: None,
    syntax: Syntax::Jsonc,
    key: &["statusLine"],
    needed: &[("type", "\"command\"")],
    usual: &[],
    elsewhere: &[],
    refresh: None,
    padding: Some("padding"),
    subagents: None,
    switch_off: Some("disableAllHooks"),
    is_late: false,
    expands: false,
    on_windows: OnWindows::Cmd,
};

impl AgentSettings {
    /// Returns the scopes that it has settings for.
    pub fn scopes(&self) -> Vec<&'static str> {
        let has = [true, self.project[0].is_some(), self.project[1].is_some()];
        Scope::NAMES.iter().zip(has).filter(|(_, has)| *has).map(|((name, _), _)| *name).collect()
    }

    /// Returns the variable that moves the user's settings, if it is set.
    pub fn moved_by(&self, system: &System) -> Option<&'static str> {
        self.variables().map(|(variable, _)| *variable).find(|variable| system.var(variable).is_some())
    }

    /// Returns the variables that move the settings on this system.
    fn variables(&self) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
        self.variables.iter().filter(|(variable, _)| XDG_IS_USUAL || !variable.starts_with("XDG_"))
    }

    /// Returns the file of the administrator.
    pub fn managed_file(&self) -> Option<PathBuf> {
        self.managed.map(|managed| managed())
    }

    /// Returns the file with its settings; `dir` is the project's directory.
    pub fn file(&self, system: &System, scope: Scope, dir: &Path) -> Result<Option<PathBuf>, Error> {
        let [project, local] = self.project;
        match scope {
            Scope::Project => return Ok(project.map(|file| dir.join(file))),
            Scope::Local => return Ok(local.map(|file| dir.join(file))),
            Scope::User => {}
        }
        let named = self.variables().find_map(|(variable, below)| {
            let named = PathBuf::from(system.var(variable)?);
            let named = if below.is_empty() { system.dir()?.join(named) } else { named };
            // The XDG specification says to ignore a relative path.
            named.is_absolute().then(|| if below.is_empty() { named.clone() } else { named.join(below) })
        });
        let dir = match named {
            Some(dir) => dir,
            None => system.home().ok_or(Error::NoHome)?.join(self.dir),
        };
        Ok(Some(dir.join(self.file)))
    }
}
