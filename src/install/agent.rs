//! The agents whose settings name a status-line command, and what each of them wants there.

use std::path::{Path, PathBuf};

use super::{Fault, Made, jsonc, toml};
use crate::{error::Error, host::Host, init::quote};

/// An agent that runs a command for its status line.
#[derive(Debug)]
pub struct Agent {
    /// What `install` calls it.
    pub name: &'static str,
    /// What its makers call it.
    pub label: &'static str,
    /// Where its settings are, relative to the home directory.
    dir: &'static str,
    /// The variables that name another directory, each with what comes below it.
    variables: &'static [(&'static str, &'static str)],
    /// The file with the user's settings.
    file: &'static str,
    /// The file with a project's settings, and the one beside it that is not shared.
    project: [Option<&'static str>; 2],
    pub(super) syntax: Syntax,
    /// The way to the status line in the file.
    pub(super) key: &'static [&'static str],
    /// What stands beside the command, in a status line that is there already, too.
    pub(super) needed: &'static [(&'static str, &'static str)],
    /// What stands beside the command in a new one.
    pub(super) usual: &'static [(&'static str, &'static str)],
    /// What has to be set elsewhere in the file.
    pub(super) elsewhere: &'static [(&'static [&'static str], &'static str)],
    /// What it calls the seconds between two runs.
    pub refresh: Option<&'static str>,
    /// What it calls the blank cells at the sides.
    pub padding: Option<&'static str>,
    /// The key for the rows of its subagents.
    pub subagents: Option<&'static str>,
    /// How many rows it shows, where that is known to be few.
    pub(super) rows: Option<u8>,
    /// How many milliseconds it leaves to a command that is wrapped, where it has little patience.
    pub(super) wait: Option<u16>,
    /// Whether it puts variables of the environment into its settings.
    pub(super) expands: bool,
}

/// The syntax of a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    Jsonc,
    Toml,
}

/// Whose settings are meant.
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

/// What most of them have in common.
const LIKE_CLAUDE: Agent = Agent {
    name: "",
    label: "",
    dir: "",
    variables: &[],
    file: "settings.json",
    project: [None, None],
    syntax: Syntax::Jsonc,
    key: &["statusLine"],
    needed: &[("type", "\"command\"")],
    usual: &[],
    elsewhere: &[],
    refresh: None,
    padding: Some("padding"),
    subagents: None,
    rows: None,
    wait: None,
    expands: false,
};

/// Every agent, in the order of the help.
pub static AGENTS: &[Agent] = &[
    Agent {
        name: "claude",
        label: "Claude Code",
        dir: ".claude",
        variables: &[("CLAUDE_CONFIG_DIR", "")],
        project: [Some(".claude/settings.json"), Some(".claude/settings.local.json")],
        // Nothing happens in the session while a subagent writes the state.
        usual: &[("refreshInterval", "5")],
        refresh: Some("refreshInterval"),
        subagents: Some("subagentStatusLine"),
        ..LIKE_CLAUDE
    },
    Agent {
        name: "cursor",
        label: "Cursor CLI",
        dir: ".cursor",
        variables: &[("CURSOR_CONFIG_DIR", ""), ("XDG_CONFIG_HOME", "cursor")],
        file: "cli-config.json",
        // It kills what has not ended after 2 seconds.
        wait: Some(1500),
        ..LIKE_CLAUDE
    },
    Agent {
        name: "copilot",
        label: "GitHub Copilot CLI",
        dir: ".copilot",
        variables: &[("COPILOT_HOME", "")],
        usual: &[("refreshInterval", "5")],
        elsewhere: &[(&["footer", "showCustom"], "true")],
        refresh: Some("refreshInterval"),
        rows: Some(1),
        ..LIKE_CLAUDE
    },
    Agent {
        name: "qwen",
        label: "Qwen Code",
        dir: ".qwen",
        project: [Some(".qwen/settings.json"), Some(".qwen/settings.local.json")],
        key: &["ui", "statusLine"],
        // Without the last, every colour becomes a dim grey.
        usual: &[("refreshInterval", "5"), ("respectUserColors", "true")],
        refresh: Some("refreshInterval"),
        padding: None,
        rows: Some(2),
        expands: true,
        ..LIKE_CLAUDE
    },
    Agent {
        name: "antigravity",
        label: "Antigravity CLI",
        dir: ".gemini/antigravity-cli",
        needed: &[("type", "\"command\""), ("enabled", "true")],
        usual: &[("stack_with_default", "true")],
        padding: None,
        ..LIKE_CLAUDE
    },
    Agent {
        name: "droid",
        label: "Factory Droid",
        dir: ".factory",
        project: [Some(".factory/settings.json"), None],
        needed: &[],
        rows: Some(1),
        ..LIKE_CLAUDE
    },
    Agent {
        name: "kimi",
        label: "Kimi Code",
        dir: ".kimi-code",
        variables: &[("KIMI_CODE_HOME", "")],
        file: "tui.toml",
        syntax: Syntax::Toml,
        key: &["status_line"],
        needed: &[],
        padding: None,
        rows: Some(1),
        // It kills what has not ended after 300 ms, and shows its own line instead.
        wait: Some(220),
        ..LIKE_CLAUDE
    },
    Agent {
        name: "codebuddy",
        label: "CodeBuddy Code",
        dir: ".codebuddy",
        project: [Some(".codebuddy/settings.json"), Some(".codebuddy/settings.local.json")],
        rows: Some(1),
        ..LIKE_CLAUDE
    },
];

/// Returns the agent of that name.
pub fn named(name: &str) -> Option<&'static Agent> {
    AGENTS.iter().find(|agent| agent.name == name)
}

impl Agent {
    /// Returns the scopes that it has settings for.
    pub fn scopes(&self) -> Vec<&'static str> {
        let has = [true, self.project[0].is_some(), self.project[1].is_some()];
        Scope::NAMES.iter().zip(has).filter(|(_, has)| *has).map(|((name, _), _)| *name).collect()
    }

    /// Returns the variable that says where the user's settings are, if one does.
    pub fn moved_by(&self, host: &Host) -> Option<&'static str> {
        self.variables.iter().map(|(variable, _)| *variable).find(|variable| host.var(variable).is_some())
    }

    /// Returns the file with its settings; `dir` is the project's directory.
    pub(super) fn file(&self, host: &Host, scope: Scope, dir: &Path) -> Result<Option<PathBuf>, Error> {
        let [project, local] = self.project;
        match scope {
            Scope::Project => return Ok(project.map(|file| dir.join(file))),
            Scope::Local => return Ok(local.map(|file| dir.join(file))),
            Scope::User => {}
        }
        let named = self.variables.iter().find_map(|(variable, below)| {
            let named = PathBuf::from(host.var(variable)?);
            let named = if below.is_empty() { host.dir()?.join(named) } else { named };
            // By the convention for these directories, a relative one counts for nothing.
            named.is_absolute().then(|| if below.is_empty() { named.clone() } else { named.join(below) })
        });
        let dir = match named {
            Some(dir) => dir,
            None => host.home().ok_or(Error::NoHome)?.join(self.dir),
        };
        Ok(Some(dir.join(self.file)))
    }
}

impl Syntax {
    pub(super) fn check(self, text: &str) -> Result<(), Fault> {
        if self == Self::Toml { toml::check(text) } else { jsonc::check(text) }
    }

    pub(super) fn is_empty(self, text: &str) -> bool {
        if self == Self::Toml { toml::is_empty(text) } else { jsonc::is_empty(text) }
    }

    pub(super) fn string(self, text: &str, path: &[&str]) -> Option<String> {
        if self == Self::Toml { toml::string(text, path) } else { jsonc::string(text, path) }
    }

    pub(super) fn raw(self, text: &str, path: &[&str]) -> Option<String> {
        if self == Self::Toml { toml::raw(text, path) } else { jsonc::raw(text, path) }
    }

    /// Returns every value under a key; in TOML there is one at most.
    pub(super) fn all(self, text: &str, path: &[&str]) -> Vec<String> {
        if self == Self::Toml { toml::raw(text, path).into_iter().collect() } else { jsonc::all(text, path) }
    }

    pub(super) fn take_one(self, text: &str, path: &[&str], which: usize) -> Result<String, Fault> {
        if self == Self::Toml { toml::take(text, path) } else { jsonc::take_one(text, path, which) }
    }

    pub(super) fn put(self, text: &str, path: &[&str], made: &Made) -> Result<String, Fault> {
        if self == Self::Toml { toml::put(text, path, made) } else { jsonc::put(text, path, made) }
    }

    pub(super) fn take(self, text: &str, path: &[&str]) -> Result<String, Fault> {
        if self == Self::Toml { toml::take(text, path) } else { jsonc::take(text, path) }
    }
}

/// Writes a word so that a shell, or what splits words as one does, takes it for one.
pub(super) fn word(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:@,=".contains(&byte);
    // Zsh takes an equals sign in front for the path of a command.
    let is_bare = !text.is_empty() && text.bytes().all(is_plain) && !text.starts_with('=');
    if is_bare { text.to_owned() } else { quote::shell(text) }
}
