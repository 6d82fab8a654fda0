//! The hosts: the programs that show the line, with everything that is known about each.
//!
//! A host is one file here with one row, and the row's name in [`HOSTS`]. `install`, `init`, `--for`,
//! `doctor`, the reader of payloads, help, completions, the manual and README's table all read the rows.

use std::time::Duration;

use crate::line::{
    Dialect,
    dialect::{FIRST, LAST},
};

mod agent;
pub mod quote;
mod sender;
mod shell;
mod snippet;

mod antigravity;
mod bash;
mod claude;
mod codebuddy;
mod copilot;
mod cursor;
mod droid;
mod elvish;
mod emacs;
mod fish;
mod i3bar;
mod kimi;
mod nushell;
mod nvim;
mod oh_my_posh;
mod p10k;
mod polybar;
mod powershell;
mod qwen;
mod starship;
mod tmux;
mod vim;
mod waybar;
mod wezterm;
mod zellij;
mod zsh;

pub use agent::{Agent, AgentSettings, LIKE_CLAUDE, Scope, Syntax};
pub use sender::{AS_CLAUDE, Field, Meaning, Sender, Usage};
pub use shell::{OnWindows, Shell};
pub use snippet::{OwnFile, Snippet};

/// What is known about one host.
#[derive(Debug)]
pub struct HostRow {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its full name, for README's table and for messages.
    pub label: &'static str,
    /// The program, if it has another name than the host.
    pub runs_as: Option<&'static str>,
    /// How to set it up, for README's table, if `install` or `init -h` is not enough.
    pub readme: Option<&'static str>,
    /// Where its settings name a command. A host that has them is an agent.
    pub settings: Option<AgentSettings>,
    /// What an agent sends on standard input.
    pub sender: Option<Sender>,
    /// What the user adds to the configuration of a host that is not an agent.
    pub snippet: Option<Snippet>,
    /// How the line is written for `--for`.
    pub dialect: Option<Dialect>,
    /// The most rows that it shows, if that is known to be a small number.
    pub rows: Option<u8>,
    /// After how many milliseconds it kills the command, if that is known.
    pub limit: Option<u16>,
    /// How many of the terminal's columns it does not leave to the line, if that was measured.
    pub margin: Margin,
    /// Whether the line is fitted to the host's terminal, because the host sends no width.
    pub asks_terminal: bool,
    /// Files in the home directory by which `doctor` recognises a setup, each with the words to look for.
    pub mentions: &'static [(&'static str, &'static str)],
}

/// The columns of the terminal that a host does not leave to the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margin {
    /// How many it always keeps.
    pub always: u8,
    /// How many it keeps for each step of its padding.
    pub per_padding: u8,
}

impl Margin {
    /// Returns how many columns the host keeps with this padding.
    pub fn columns(self, padding: usize) -> usize {
        usize::from(self.per_padding).saturating_mul(padding).saturating_add(self.always.into())
    }
}

/// A table of hosts.
#[derive(Clone, Copy, Debug)]
pub struct Hosts {
    /// The hosts that run a command from their settings, in the order of the help. If a payload fits
    /// several of them, the first wins.
    pub agents: &'static [&'static HostRow],
    /// The hosts that have a snippet, in the order of the help.
    pub others: &'static [&'static HostRow],
}

/// The host of a payload that has the mark of no other.
pub static USUAL: &HostRow = &claude::ROW;

/// Every host.
pub static HOSTS: Hosts = Hosts {
    agents: &[
        &claude::ROW,
        &cursor::ROW,
        &copilot::ROW,
        &qwen::ROW,
        &antigravity::ROW,
        &droid::ROW,
        &kimi::ROW,
        &codebuddy::ROW,
    ],
    others: &[
        &bash::ROW,
        &zsh::ROW,
        &fish::ROW,
        &nushell::ROW,
        &powershell::ROW,
        &elvish::ROW,
        &tmux::ROW,
        &starship::ROW,
        &p10k::ROW,
        &oh_my_posh::ROW,
        &wezterm::ROW,
        &zellij::ROW,
        &nvim::ROW,
        &vim::ROW,
        &emacs::ROW,
        &waybar::ROW,
        &i3bar::ROW,
        &polybar::ROW,
    ],
};

impl HostRow {
    /// A host about which nothing is known, for a row to start from.
    pub const UNKNOWN: Self = Self {
        name: "",
        label: "",
        runs_as: None,
        readme: None,
        settings: None,
        sender: None,
        snippet: None,
        dialect: None,
        rows: None,
        limit: None,
        margin: Margin { always: 0, per_padding: 0 },
        asks_terminal: false,
        mentions: &[],
    };

    /// Returns the name of its program.
    pub fn program(&self) -> &'static str {
        self.runs_as.unwrap_or(self.name)
    }

    /// Returns what it sends; as Claude Code, if nothing else is known.
    pub fn sender(&'static self) -> &'static Sender {
        self.sender.as_ref().unwrap_or(&AS_CLAUDE)
    }

    /// Returns how long something may take that usually may take `usual`, so that the host still gets the line.
    pub fn patience(&self, usual: Duration) -> Duration {
        // A quarter of its limit is left for everything else.
        let share = |limit: u16| Duration::from_millis(u64::from(limit).saturating_mul(3) / 4);
        self.limit.map_or(usual, |limit| share(limit).min(usual))
    }

    /// Returns the shortest time between two runs, in seconds, if a run may take as long as `patience`.
    ///
    /// A host ends a run that is not finished when the next one is due, so a shorter time would never show any.
    pub fn least_refresh(&self, patience: Duration) -> u32 {
        u32::try_from(self.patience(patience).as_secs()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// Returns it as an agent, if it is one.
    pub fn agent(&'static self) -> Option<Agent> {
        Some(Agent { host: self, settings: self.settings.as_ref()? })
    }

    /// Returns the file that `install` writes for it, if it loads a whole directory.
    pub fn own_file(&self) -> Option<&OwnFile> {
        self.snippet.as_ref()?.own_file.as_ref()
    }

    /// Returns whether `install` can set it up.
    pub fn is_installable(&self) -> bool {
        self.settings.is_some() || self.own_file().is_some()
    }

    /// Returns how to set it up, as README's table has it.
    pub fn set_up(&self) -> String {
        match self.readme {
            Some(readme) => readme.to_owned(),
            None if self.is_installable() => format!("`stateline install {}`", self.name),
            None => format!("`stateline init {} -h`", self.name),
        }
    }
}

impl Hosts {
    /// Returns every host.
    pub fn all(self) -> impl Iterator<Item = &'static HostRow> {
        self.agents.iter().chain(self.others).copied()
    }

    /// Returns the host of that name.
    pub fn named(self, name: &str) -> Option<&'static HostRow> {
        self.all().find(|host| host.name == name)
    }

    /// Returns every agent.
    pub fn agents(self) -> impl Iterator<Item = Agent> {
        self.all().filter_map(HostRow::agent)
    }

    /// Returns every host that has a snippet.
    pub fn snippets(self) -> impl Iterator<Item = (&'static HostRow, &'static Snippet)> {
        self.all().filter_map(|host| Some((host, host.snippet.as_ref()?)))
    }

    /// Returns the host of that name and its snippet.
    pub fn snippet(self, name: &str) -> Option<(&'static HostRow, &'static Snippet)> {
        self.snippets().find(|(host, _)| host.name == name)
    }

    /// Returns every dialect: the general ones, and those of the hosts.
    pub fn dialects(self) -> impl Iterator<Item = &'static Dialect> {
        let own = self.all().filter_map(|host| host.dialect.as_ref());
        FIRST.iter().chain(own).chain(LAST)
    }

    /// Returns the dialect of that name.
    pub fn dialect(self, name: &str) -> Option<&'static Dialect> {
        self.dialects().find(|dialect| dialect.name == name)
    }

    /// Returns the names of the hosts that `install` can set up.
    pub fn installable(self) -> Vec<&'static str> {
        self.all().filter(|host| host.is_installable()).map(|host| host.name).collect()
    }

    /// Returns the names of the hosts that have a snippet.
    pub fn snippet_names(self) -> Vec<&'static str> {
        self.snippets().map(|(host, _)| host.name).collect()
    }

    /// Returns the names of the agents.
    pub fn agent_names(self) -> Vec<&'static str> {
        self.agents().map(|agent| agent.host.name).collect()
    }

    /// Returns the names of the hosts for which `install` writes a file of its own.
    pub fn own_file_names(self) -> Vec<&'static str> {
        self.all().filter(|host| host.own_file().is_some()).map(|host| host.name).collect()
    }

    /// Returns the names of the dialects.
    pub fn dialect_names(self) -> Vec<&'static str> {
        self.dialects().map(|dialect| dialect.name).collect()
    }
}
