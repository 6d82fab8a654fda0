//! The shells that run the command of a host's settings: how they split a line into words, and how to quote a word.

use std::process::Command;

use super::quote;
use crate::sys::{System, process};

/// A shell that a host runs its command with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// `sh` and its relatives; on Windows that of Git.
    Posix,
    /// `PowerShell`.
    PowerShell,
    /// `cmd.exe`.
    Cmd,
}

/// How a host runs its command on Windows. Everywhere else it uses a POSIX shell, or splits words as one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnWindows {
    /// In Git Bash if that is installed, else in `PowerShell`.
    GitBash,
    /// In `cmd.exe`.
    Cmd,
}

impl OnWindows {
    /// Returns the shell that the host uses on this machine.
    pub fn shell(self, system: &System) -> Shell {
        match self {
            _ if process::HAS_POSIX_SHELL => Shell::Posix,
            Self::GitBash if process::has_git_bash(system) => Shell::Posix,
            Self::GitBash => Shell::PowerShell,
            Self::Cmd => Shell::Cmd,
        }
    }
}

impl Shell {
    /// Returns the shell that people usually have on this system.
    pub fn usual() -> Self {
        if process::HAS_POSIX_SHELL { Self::Posix } else { Self::PowerShell }
    }

    /// Returns a process that runs a line in this shell.
    pub fn run(self, line: &str) -> Command {
        match self {
            Self::Posix => process::posix_shell(line.as_ref()),
            Self::PowerShell => process::powershell(line.as_ref()),
            Self::Cmd => process::shell(line.as_ref()),
        }
    }

    /// Writes a line that runs a command with an empty payload.
    pub fn trial(self, command: &str) -> String {
        match self {
            Self::Posix | Self::PowerShell => format!("echo '{{}}' | {command}"),
            Self::Cmd => format!("echo {{}} | {command}"),
        }
    }

    /// Writes a line that opens a file in the user's editor.
    pub fn edit(self, path: &str) -> String {
        match self {
            Self::Posix => format!("\"${{EDITOR:-{}}}\" {}", process::USUAL_EDITOR, quote::shell(path)),
            Self::PowerShell | Self::Cmd => self.command([process::USUAL_EDITOR, path]),
        }
    }

    /// Writes a line that puts a directory first on `PATH`.
    pub fn path_with(self, dir: &str) -> String {
        match self {
            Self::Posix => format!("export PATH={}:\"$PATH\"", quote::shell(dir)),
            Self::PowerShell => format!("$env:Path = {} + $env:Path", quote::doubled(&format!("{dir};"))),
            Self::Cmd => format!("set \"PATH={dir};%PATH%\""),
        }
    }

    /// Writes a command; the first word is the program.
    pub fn command<'w>(self, words: impl IntoIterator<Item = &'w str>) -> String {
        let mut words = words.into_iter();
        let program = words.next().unwrap_or_default();
        let mut command = self.program(program);
        for word in words {
            command.push(' ');
            command.push_str(&self.word(word));
        }
        command
    }

    /// Writes the program, the first word.
    fn program(self, program: &str) -> String {
        match self {
            Self::Posix => self.word(program),
            // A string in quotes is only a value unless it is called.
            Self::PowerShell if is_plain(program) => program.to_owned(),
            Self::PowerShell => format!("& {}", quote::doubled(program)),
            // Without quotes, a slash begins an option.
            Self::Cmd => quoted_for_cmd(program),
        }
    }

    /// Quotes a word, if needed, so that it is read as one word.
    fn word(self, text: &str) -> String {
        match self {
            _ if is_plain(text) => text.to_owned(),
            Self::Posix => quote::shell(text),
            Self::PowerShell => quote::doubled(text),
            Self::Cmd => quoted_for_cmd(text),
        }
    }

    /// Splits a command into words as the shell does; `None` if a quote is not closed.
    pub fn split(self, command: &str) -> Option<Vec<String>> {
        match self {
            Self::Posix => shlex::split(command),
            Self::PowerShell => {
                let command = command.trim_start();
                split_powershell(command.strip_prefix('&').unwrap_or(command))
            }
            Self::Cmd => split_arguments(&without_carets(command)),
        }
    }
}

/// Returns whether every shell reads a text as one word and unchanged.
fn is_plain(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:@,=".contains(&byte);
    // Zsh expands `=name` to the path of a command.
    !text.is_empty() && text.bytes().all(is_plain) && !text.starts_with('=')
}

/// Quotes a word for `cmd.exe` and for the program that it starts.
///
/// Only the program knows `\"` for a quote inside quotes, and `%` is special even there. So if the word has one of
/// them, a caret before each special character keeps `cmd.exe` from reading any of them.
fn quoted_for_cmd(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut backslashes = 0_usize;
    for letter in text.chars() {
        match letter {
            '\\' => backslashes = backslashes.saturating_add(1),
            '"' => {
                // Twice the backslashes before it, and one for the quote itself.
                quoted.extend(std::iter::repeat_n('\\', backslashes.saturating_add(1)));
                backslashes = 0;
            }
            _ => backslashes = 0,
        }
        quoted.push(letter);
    }
    quoted.extend(std::iter::repeat_n('\\', backslashes));
    quoted.push('"');
    if !text.contains(['"', '%']) {
        return quoted;
    }
    let is_special = |letter: char| "\"%^&|<>()!".contains(letter);
    quoted.chars().flat_map(|letter| is_special(letter).then_some('^').into_iter().chain([letter])).collect()
}

/// Returns a command as `cmd.exe` passes it on: outside of quotes, a caret makes the next character an ordinary one.
fn without_carets(command: &str) -> String {
    let mut passed = String::with_capacity(command.len());
    let mut letters = command.chars();
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '^' if !is_quoted => passed.extend(letters.next()),
            _ => {
                is_quoted ^= letter == '"';
                passed.push(letter);
            }
        }
    }
    passed
}

/// Splits a command as programs on Windows do: a quote begins or ends a part in which blanks do not separate words, and
/// only before a quote does a backslash escape.
fn split_arguments(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut is_quoted, mut backslashes) = (Vec::new(), None, false, 0_usize);
    for letter in command.chars() {
        if letter == '\\' {
            word.get_or_insert_with(String::new).push(letter);
            backslashes = backslashes.saturating_add(1);
            continue;
        }
        match letter {
            '"' => {
                let word = word.get_or_insert_with(String::new);
                // Of the backslashes before a quote, half are meant; an odd one escapes it.
                word.truncate(word.len().saturating_sub(backslashes.div_ceil(2)));
                if backslashes.is_multiple_of(2) {
                    is_quoted = !is_quoted;
                } else {
                    word.push(letter);
                }
            }
            ' ' | '\t' if !is_quoted => words.extend(word.take()),
            _ => word.get_or_insert_with(String::new).push(letter),
        }
        backslashes = 0;
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

/// word = 1*( "'" *( char / "''" ) "'" / %x22 *char %x22 / char )
fn split_powershell(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word) = (Vec::new(), None);
    let mut letters = command.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_with(String::new);
                loop {
                    let inside = letters.next()?;
                    if inside == letter && letters.next_if_eq(&letter).is_none() {
                        break;
                    }
                    word.push(inside);
                }
            }
            _ => word.get_or_insert_with(String::new).push(letter),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "C:/Users/Jo Doe/stateline.exe";

    #[test]
    fn each_shell_gets_the_command_in_its_own_form() {
        for (shell, plain, spaced) in [
            (Shell::Posix, "C:/bin/stateline.exe --margin 8", "'C:/Users/Jo Doe/stateline.exe' --wrap 'a b'"),
            (
                Shell::PowerShell,
                "C:/bin/stateline.exe --margin 8",
                "& 'C:/Users/Jo Doe/stateline.exe' --wrap 'a b'",
            ),
            (
                Shell::Cmd,
                "\"C:/bin/stateline.exe\" --margin 8",
                "\"C:/Users/Jo Doe/stateline.exe\" --wrap \"a b\"",
            ),
        ] {
            assert_eq!(shell.command(["C:/bin/stateline.exe", "--margin", "8"]), plain);
            assert_eq!(shell.command([PATH, "--wrap", "a b"]), spaced);
        }
    }

    #[test]
    fn a_command_is_split_into_the_words_that_it_was_made_of() {
        let texts = [
            "npx ccstatusline",
            "node \"C:/x y/line.js\" --a",
            "it's $HOME `x` \\ \"y\"",
            "echo 100% | sort & ver > x ^ %PATH%",
            "ends with \\",
            "a\\\"b",
            "''",
            "",
        ];
        for shell in [Shell::Posix, Shell::PowerShell, Shell::Cmd] {
            for text in texts {
                let command = shell.command([PATH, "--wrap", text, "--rows", "2"]);
                let words = shell.split(&command).unwrap();
                assert_eq!(words, [PATH, "--wrap", text, "--rows", "2"], "{shell:?}: {command}");
            }
            assert_eq!(shell.split("'it\" is open"), None, "{shell:?}");
        }
    }

    #[test]
    fn a_path_with_backslashes_is_read_as_windows_writes_it() {
        let words = Shell::Cmd.split(r#"C:\bin\stateline.exe -C "C:\x y\\" --a"#).unwrap();
        assert_eq!(words, [r"C:\bin\stateline.exe", "-C", r"C:\x y\", "--a"]);
    }
}
