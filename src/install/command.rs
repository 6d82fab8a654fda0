//! Writes the command for a host's settings, and recognizes it later.

use std::path::Path;

use crate::{
    hook::wrapped::PATIENCE,
    hosts::{HostRow, quote},
};

/// A command that runs this program, split into words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Own {
    words: Vec<String>,
}

impl Own {
    /// Reads a command, if it runs this program or another version of it.
    pub(super) fn read(command: &str, program: &str) -> Option<Self> {
        let words = shlex::split(command)?;
        let first = words.first()?;
        let name = Path::new(first).file_name()?.to_str()?;
        (first == program || name == env!("CARGO_PKG_NAME")).then_some(Self { words })
    }

    /// Returns the command whose output is shown together with ours.
    pub(super) fn wrapped(&self) -> Option<&str> {
        let mut words = self.words.iter();
        let flag = words.find(|word| *word == "--wrap" || word.starts_with("--wrap="))?;
        flag.strip_prefix("--wrap=").or_else(|| words.next().map(String::as_str))
    }

    /// Returns the same command with the current path of the program.
    pub(super) fn renewed(&self, program: &str) -> String {
        let rest = self.words.iter().skip(1).map(String::as_str);
        [program].into_iter().chain(rest).map(word).collect::<Vec<_>>().join(" ")
    }

    /// Does the same, and replaces the margin.
    pub(super) fn with_margin(mut self, program: &str, margin: Option<usize>) -> String {
        if let Some(at) = self.words.iter().position(|word| word == MARGIN) {
            self.words.drain(at..self.words.len().min(at.saturating_add(2)));
        }
        with_margin(self.renewed(program), margin)
    }

    /// Returns whether it runs that program.
    pub(super) fn runs(&self, program: &str) -> bool {
        self.words.first().is_some_and(|first| first == program)
    }
}

/// The flag for the columns that a host keeps for itself.
const MARGIN: &str = "--margin";

/// Writes the command that shows only our line.
pub(super) fn alone(program: &str, margin: Option<usize>) -> String {
    with_margin(word(program), margin)
}

fn with_margin(command: String, margin: Option<usize>) -> String {
    match margin {
        Some(margin) => format!("{command} {MARGIN} {margin}"),
        None => command,
    }
}

/// Writes the command that shows our line together with another program's.
pub(super) fn wrapping(program: &str, host: &HostRow, theirs: &str, margin: Option<usize>) -> String {
    let rows = host.rows.map(|rows| format!(" --rows {rows}")).unwrap_or_default();
    let patience = host.patience(PATIENCE);
    let wait = if patience < PATIENCE { format!(" --wait {}", patience.as_millis()) } else { String::new() };
    with_margin(format!("{} --wrap {}{rows}{wait}", word(program), word(theirs)), margin)
}

/// Quotes a word, if needed, so that a shell reads it as one word.
fn word(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:@,=".contains(&byte);
    // Zsh expands `=name` to the path of a command.
    let is_bare = !text.is_empty() && text.bytes().all(is_plain) && !text.starts_with('=');
    if is_bare { text.to_owned() } else { quote::shell(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::HOSTS;

    #[test]
    fn a_wrapped_command_is_read_back_unchanged() {
        let claude = HOSTS.named("claude").unwrap();
        for theirs in ["npx ccstatusline", "jq -r '\"[\\(.model.id)]\"'", "it's $HOME `x` \\ \"y\"", ""] {
            let command = wrapping("/opt/my tools/stateline", claude, theirs, None);
            let own = Own::read(&command, "/elsewhere").unwrap();
            assert_eq!(own.wrapped(), Some(theirs));
            assert_eq!(own.renewed("/opt/my tools/stateline"), command);
            let padded = wrapping("/opt/my tools/stateline", claude, theirs, Some(8));
            assert_eq!(own.with_margin("/opt/my tools/stateline", Some(8)), padded);
            let own = Own::read(&padded, "/elsewhere").unwrap();
            assert_eq!(own.with_margin("/opt/my tools/stateline", None), command);
        }
    }

    #[test]
    fn only_commands_that_run_the_program_are_ours() {
        assert!(Own::read("~/.local/bin/stateline --style smart", "/x").is_some());
        assert!(Own::read("'/opt/renamed one'", "/opt/renamed one").is_some());
        for theirs in ["node stateline.js", "echo stateline", "/usr/bin/stateline-old", "'unclosed", ""] {
            assert_eq!(Own::read(theirs, "/x/stateline"), None, "{theirs}");
        }
    }
}
