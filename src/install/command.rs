//! Writes the command for a host's settings, and recognizes it later.

use std::{env::consts::EXE_SUFFIX, path::Path};

use crate::{
    hook::wrapped::PATIENCE,
    hosts::{Agent, HostRow, Shell},
    sys::System,
};

/// This program, as the settings of a host name it.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// Its path.
    pub(super) path: String,
    /// The shell that runs the command.
    shell: Shell,
}

/// A command that runs this program, split into words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Own {
    words: Vec<String>,
}

impl Own {
    /// Returns the command whose output is shown together with ours.
    pub(super) fn wrapped(&self) -> Option<&str> {
        let mut words = self.words.iter();
        let flag = words.find(|word| *word == "--wrap" || word.starts_with("--wrap="))?;
        flag.strip_prefix("--wrap=").or_else(|| words.next().map(String::as_str))
    }

    /// Returns the command for our line alone, with the flags that were added by hand.
    pub(super) fn unwrapped(mut self, program: &Program) -> String {
        for flag in ["--wrap", "--rows", "--wait"] {
            self.words.retain(|word| !word.strip_prefix(flag).is_some_and(|rest| rest.starts_with('=')));
            self.remove(flag);
        }
        self.renewed(program)
    }

    /// Removes a flag and its value.
    fn remove(&mut self, flag: &str) {
        if let Some(at) = self.words.iter().position(|word| word == flag) {
            self.words.drain(at..self.words.len().min(at.saturating_add(2)));
        }
    }

    /// Returns the same command with the current path of the program.
    pub(super) fn renewed(&self, program: &Program) -> String {
        let rest = self.words.iter().skip(1).map(String::as_str);
        program.shell.command([program.path.as_str()].into_iter().chain(rest))
    }

    /// Does the same, and replaces the margin.
    pub(super) fn with_margin(mut self, program: &Program, margin: Option<usize>) -> String {
        self.remove(MARGIN);
        with_margin(self.renewed(program), margin)
    }

    /// Returns whether it runs that program.
    pub(super) fn runs(&self, program: &Program) -> bool {
        self.words.first().is_some_and(|first| *first == program.path)
    }
}

/// The flag for the columns that a host keeps for itself.
const MARGIN: &str = "--margin";

impl Program {
    /// Returns the program for the settings of an agent on this machine.
    pub(super) fn of(system: &System, agent: Agent, path: String) -> Self {
        Self { path, shell: agent.settings.on_windows.shell(system) }
    }

    /// Reads a command, if it runs this program or another version of it.
    pub(super) fn own(&self, command: &str) -> Option<Own> {
        let words = self.shell.split(command)?;
        let first = words.first()?;
        let name = Path::new(first).file_name()?.to_str()?;
        let is_named = name.strip_suffix(EXE_SUFFIX).unwrap_or(name) == env!("CARGO_PKG_NAME");
        (*first == self.path || is_named).then_some(Own { words })
    }

    /// Writes the command that shows only our line.
    pub(super) fn alone(&self, margin: Option<usize>) -> String {
        with_margin(self.shell.command([self.path.as_str()]), margin)
    }

    /// Writes the command that shows our line together with another program's.
    pub(super) fn wrapping(&self, host: &HostRow, theirs: &str, margin: Option<usize>) -> String {
        let rows = host.rows.map(|rows| format!(" --rows {rows}")).unwrap_or_default();
        let patience = host.patience(PATIENCE);
        let wait =
            if patience < PATIENCE { format!(" --wait {}", patience.as_millis()) } else { String::new() };
        let command = self.shell.command([&self.path, "--wrap", theirs]);
        with_margin(format!("{command}{rows}{wait}"), margin)
    }
}

fn with_margin(command: String, margin: Option<usize>) -> String {
    match margin {
        Some(margin) => format!("{command} {MARGIN} {margin}"),
        None => command,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::HOSTS;

    fn program(path: &str) -> Program {
        Program { path: path.to_owned(), shell: Shell::Posix }
    }

    #[test]
    fn a_wrapped_command_is_read_back_unchanged() {
        let claude = HOSTS.named("claude").unwrap();
        let (here, elsewhere) = (program("/opt/my tools/stateline"), program("/elsewhere"));
        for theirs in ["npx ccstatusline", "jq -r '\"[\\(.model.id)]\"'", "it's $HOME `x` \\ \"y\"", ""] {
            let command = here.wrapping(claude, theirs, None);
            let own = elsewhere.own(&command).unwrap();
            assert_eq!(own.wrapped(), Some(theirs));
            assert_eq!(own.renewed(&here), command);
            let padded = here.wrapping(claude, theirs, Some(8));
            assert_eq!(own.with_margin(&here, Some(8)), padded);
            let own = elsewhere.own(&padded).unwrap();
            assert_eq!(own.with_margin(&here, None), command);
        }
    }

    #[test]
    fn only_commands_that_run_the_program_are_ours() {
        assert!(program("/x").own("~/.local/bin/stateline --style smart").is_some());
        assert!(program("/opt/renamed one").own("'/opt/renamed one'").is_some());
        for theirs in ["node stateline.js", "echo stateline", "/usr/bin/stateline-old", "'unclosed", ""] {
            assert_eq!(program("/x/stateline").own(theirs), None, "{theirs}");
        }
    }
}
