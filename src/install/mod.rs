//! Adds the line to the settings of a host, and removes it again without a trace.
//!
//! It reads the file, computes the new text, and only then writes the whole file at once. The original is
//! kept, so that the change can be undone.

use std::path::{Path, PathBuf};

use crate::{
    error::Error,
    hosts::{Agent, Scope},
    sys::{System, file},
};

mod change;
mod command;
pub mod doctor;
mod edits;
mod fault;
mod jsonc;
mod lock;
pub mod origin;
pub mod own;
mod record;
mod survey;
mod syntax;
mod toml;

pub use change::Change;
pub use lock::Lock;
pub use survey::{Owner, Says, SettingsFile, Surveyed, survey};

use change::{Found, refused};
use command::{Own, Program};
pub(crate) use fault::{EditFault, Made};

/// What a host's settings show now.
#[derive(Debug, PartialEq, Eq)]
pub enum Present {
    /// No status line.
    Nothing,
    /// Ours.
    Ours,
    /// Ours, together with the output of this other command.
    Both(String),
    /// The output of this other command.
    Theirs(String),
    /// Something that is not a command.
    Odd,
}

/// The options of an installation.
#[derive(Debug, Default)]
pub struct Request {
    /// Show the existing line together with ours.
    pub wrap: bool,
    /// Also show the rows of subagents.
    pub subagents: bool,
    /// The seconds between two runs.
    pub refresh: Option<String>,
    /// The columns to leave blank.
    pub padding: Option<String>,
}

/// The settings of an agent.
#[derive(Debug)]
pub struct Settings {
    agent: Agent,
    program: Program,
    found: Found,
    /// The text without its byte-order mark.
    text: String,
    has_mark: bool,
}

const MARK: char = '\u{FEFF}';

impl Settings {
    /// Reads the settings of an agent; `dir` is the project's directory.
    pub fn find(
        system: &System,
        agent: Agent,
        scope: Scope,
        dir: &Path,
        program: PathBuf,
    ) -> Result<Option<Self>, Error> {
        let Some(path) = agent.settings.file(system, scope, dir)? else { return Ok(None) };
        let found = Found::at(system, path)?;
        let program = program.into_os_string().into_string().map_err(|program| {
            refused(&found.path, &format!("the path `{}` cannot be written into it", program.display()))
        })?;
        let held = found.before.clone().unwrap_or_default();
        let text = String::from_utf8(held).map_err(|_| refused(&found.path, "it is not UTF-8"))?;
        let has_mark = text.starts_with(MARK);
        let text = text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text);
        let program = Program::of(system, agent, program);
        let settings = Self { agent, program, found, text, has_mark };
        agent.settings.syntax.check(&settings.text).map_err(|fault| settings.refused(&fault))?;
        Ok(Some(settings))
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.found.path
    }

    /// Returns what is shown now.
    pub fn present(&self) -> Present {
        match survey::said(self.agent.settings, &self.text, &self.program) {
            Says::Ours(command) => {
                let own = self.program.own(&command);
                own.and_then(|own| own.wrapped().map(str::to_owned)).map_or(Present::Ours, Present::Both)
            }
            Says::Theirs(command) => Present::Theirs(command),
            Says::Odd => Present::Odd,
            Says::Nothing | Says::Unreadable(_) => Present::Nothing,
        }
    }

    /// Returns the setting in the file that turns every status line off, if there is one.
    pub fn switched_off_by(&self) -> Option<&'static str> {
        survey::switched_off_by(self.agent.settings, &self.text)
    }

    /// Returns the change that adds the line.
    pub fn installed(self, request: &Request) -> Result<Change, Error> {
        if self.agent.settings.expands && names_variable(&self.program.path) {
            let why = format!(
                "{} would expand a variable in `{}`; install from another path",
                self.agent.host.label, self.program.path
            );
            return Err(refused(&self.found.path, &why));
        }
        let is_ours = matches!(self.present(), Present::Ours | Present::Both(_));
        let after = self.with_line(request).and_then(|text| self.with_rest(text, request));
        let after = after.map_err(|fault| self.refused(&fault))?;
        let after = self.marked(after);
        Ok(self.found.to(after, is_ours))
    }

    /// Returns the change that removes the line.
    pub fn uninstalled(self) -> Result<Change, Error> {
        let original = self.original();
        let record = self.found.record.as_ref();
        let is_as_written = record
            .zip(self.found.before.as_ref())
            .is_some_and(|(record, held)| record.wrote.contains(&record::hash(held)));
        let had_ours = original.as_deref().is_some_and(|text| self.own(text).is_some());
        if let (true, false, Some(record)) = (is_as_written, had_ours, record) {
            let before = record.before.clone();
            return Ok(self.found.back_to(before));
        }
        let original = original.filter(|_| !had_ours);
        let after = self.without_line(original.as_deref()).map_err(|fault| self.refused(&fault))?;
        // We created the file for the line, and the line was in it until now.
        let is_made = record.is_some_and(|record| record.before.is_none()) && after != self.text;
        let after = (!(is_made && self.agent.settings.syntax.is_empty(&after))).then(|| self.marked(after));
        let after = after.filter(|_| self.found.before.is_some());
        Ok(self.found.back_to(after))
    }

    /// Returns the text before anything of ours was in it, if it is known.
    fn original(&self) -> Option<String> {
        let record = self.found.record.as_ref()?;
        let text = file::decoded(record.before.clone().unwrap_or_default());
        Some(text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text))
    }

    /// Returns the status line in `text`, if it is ours.
    fn own(&self, text: &str) -> Option<Own> {
        self.program.own(&self.command(text)?)
    }

    fn command(&self, text: &str) -> Option<String> {
        self.agent.settings.syntax.string(text, &joined(self.agent.settings.key, "command"))
    }

    fn marked(&self, text: String) -> Vec<u8> {
        if self.has_mark { format!("{MARK}{text}").into_bytes() } else { text.into_bytes() }
    }

    fn refused(&self, fault: &EditFault) -> Error {
        refused(&self.found.path, &fault.to_string())
    }
}

fn joined<'k>(key: &[&'k str], name: &'k str) -> Vec<&'k str> {
    key.iter().copied().chain([name]).collect()
}

/// Returns whether `text` contains something like a variable: `$NAME`.
fn names_variable(text: &str) -> bool {
    text.split('$').skip(1).any(|rest| {
        rest.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '{')
    })
}
