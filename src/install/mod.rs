//! Adds the line to the settings of a host, and removes it again without a trace.
//!
//! It reads the file, computes the new text, and only then writes the whole file at once. The original is
//! kept, so that the change can be undone.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use crate::{
    error::Error,
    hook::wrapped::PATIENCE,
    hosts::{Agent, Scope, Syntax},
    sys::{System, file},
    text,
};

mod change;
mod command;
pub mod doctor;
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
use command::Own;

/// What is wrong with a settings file, and where.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EditFault {
    line: usize,
    column: usize,
    why: String,
}

impl EditFault {
    fn at(text: &str, at: usize, why: String) -> Self {
        let text::Place { line, column } = text::place(text, at);
        Self { line, column, why }
    }
}

impl fmt::Display for EditFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}, column {}: {}", self.line, self.column, self.why)
    }
}

/// A value to be written.
#[derive(Clone, Debug)]
pub(crate) enum Made {
    /// A string.
    Text(String),
    /// A value in the file's own syntax.
    Raw(String),
    /// Fields in this order.
    Object(Vec<(String, Self)>),
}

/// What a host's settings show now.
#[derive(Debug, PartialEq, Eq)]
pub enum Present {
    /// No status line.
    Nothing,
    /// Ours.
    Ours,
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
    program: String,
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
            Says::Ours(_) => Present::Ours,
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
        if self.agent.settings.expands && names_variable(&self.program) {
            let why = format!(
                "{} would expand a variable in `{}`; install from another path",
                self.agent.host.label, self.program
            );
            return Err(refused(&self.found.path, &why));
        }
        let is_ours = self.present() == Present::Ours;
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

    /// Returns the text with the status line in it.
    fn with_line(&self, request: &Request) -> Result<String, EditFault> {
        let (syntax, key) = (self.agent.settings.syntax, self.agent.settings.key);
        let own = self.own(&self.text);
        let theirs = if own.is_some() { self.original() } else { Some(self.text.clone()) };
        let theirs = theirs.filter(|text| request.wrap && self.own(text).is_none());
        let theirs = theirs.and_then(|text| self.command(&text));
        let margin = self.margin(request);
        let command = match (own, theirs) {
            // Keep flags that were added by hand.
            (Some(own), theirs) if theirs.is_none() || own.wrapped().is_some() => {
                let is_current = own.runs(&self.program);
                let renewed = own.renewed(&self.program);
                let padded = if request.padding.is_some() {
                    own.with_margin(&self.program, margin)
                } else {
                    renewed.clone()
                };
                if is_current && padded == renewed {
                    return Ok(self.text.clone());
                }
                padded
            }
            (_, Some(theirs)) => command::wrapping(&self.program, self.agent.host, &theirs, margin),
            (_, None) => command::alone(&self.program, margin),
        };
        let at = joined(key, "command");
        if self.command(&self.text).is_none() && syntax == Syntax::Jsonc {
            return syntax.put(&self.text, key, &self.fresh(command));
        }
        let text = syntax.put(&self.text, &at, &Made::Text(command))?;
        let mut needed = self.agent.settings.needed.iter();
        needed.try_fold(text, |text, (name, raw)| with(syntax, text, &joined(key, name), raw))
    }

    /// Returns the columns that the host keeps for itself with the padding that is in effect, unless they are those
    /// that it keeps without one, which the hook knows.
    fn margin(&self, request: &Request) -> Option<usize> {
        let (agent, margin) = (self.agent.settings, self.agent.host.margin);
        let set = || agent.syntax.raw(&self.text, &joined(agent.key, agent.padding?));
        let padding = request.padding.clone().or_else(set)?.parse().ok()?;
        Some(margin.columns(padding)).filter(|columns| *columns != margin.columns(0))
    }

    /// Returns the text with the other options applied.
    fn with_rest(&self, text: String, request: &Request) -> Result<String, EditFault> {
        let (agent, syntax) = (self.agent.settings, self.agent.settings.syntax);
        let mut text = text;
        for (name, value) in [(agent.refresh, &request.refresh), (agent.padding, &request.padding)] {
            if let (Some(name), Some(value)) = (name, value) {
                text = with(syntax, text, &joined(agent.key, name), value)?;
            }
        }
        if let (Some(name), true) =
            (agent.refresh, self.own(&text).is_some_and(|own| own.wrapped().is_some()))
        {
            let (at, least) = (joined(agent.key, name), self.agent.host.least_refresh(PATIENCE));
            let is_short = |raw: String| raw.parse().is_ok_and(|seconds: f64| seconds < f64::from(least));
            if syntax.raw(&text, &at).is_some_and(is_short) {
                text = with(syntax, text, &at, &least.to_string())?;
            }
        }
        for (path, raw) in agent.elsewhere {
            text = with(syntax, text, path, raw)?;
        }
        let Some(key) = agent.subagents.filter(|_| request.subagents) else { return Ok(text) };
        let command = format!("{} subagents", command::alone(&self.program, None));
        if syntax.string(&text, &[key, "command"]).as_ref() == Some(&command) {
            return Ok(text);
        }
        let made = [("type", Made::Text("command".to_owned())), ("command", Made::Text(command))];
        let made = made.map(|(name, made)| (name.to_owned(), made)).to_vec();
        syntax.put(&text, &[key], &Made::Object(made))
    }

    /// Returns the text without anything of ours; `original` is the original text, if it is known.
    fn without_line(&self, original: Option<&str>) -> Result<String, EditFault> {
        let (agent, syntax) = (self.agent.settings, self.agent.settings.syntax);
        let mut text = self.without_repeats(self.text.clone(), original)?;
        let is_ours = text != self.text || self.own(&text).is_some();
        if let Some(own) = self.own(&text) {
            let theirs = original.and_then(|original| self.command(original));
            text = match (theirs, own.wrapped()) {
                (Some(_), _) => {
                    let text = restored(syntax, text, &joined(agent.key, "command"), original)?;
                    agent.needed.iter().try_fold(text, |text, (name, _)| {
                        restored(syntax, text, &joined(agent.key, name), original)
                    })?
                }
                (None, Some(wrapped)) => {
                    syntax.put(&text, &joined(agent.key, "command"), &Made::Text(wrapped.to_owned()))?
                }
                _ if syntax == Syntax::Toml => syntax.take(&text, &joined(agent.key, "command"))?,
                _ => restored(syntax, text, agent.key, original)?,
            };
        }
        for (path, _) in agent.elsewhere.iter().filter(|_| is_ours && self.found.record.is_some()) {
            text = restored(syntax, text, path, original)?;
        }
        let Some(key) = agent.subagents else { return Ok(text) };
        let rows = syntax.string(&text, &[key, "command"]);
        let is_ours = rows.is_some_and(|command| Own::read(&command, &self.program).is_some());
        if is_ours { restored(syntax, text, &[key], original) } else { Ok(text) }
    }

    /// Removes our value of a key that the user has added a second time.
    ///
    /// Hosts read the last of two equal keys. The one that is not ours was added by the user, and stays.
    fn without_repeats(&self, text: String, original: Option<&str>) -> Result<String, EditFault> {
        let (syntax, key) = (self.agent.settings.syntax, self.agent.settings.key);
        let command = joined(key, "command");
        let is_ours = |raw: &str| {
            // The value is an object with a command, or the command itself.
            let command = syntax.string(raw, &["command"]).or_else(|| syntax.string(raw, &[]));
            command.is_some_and(|command| Own::read(&command, &self.program).is_some())
        };
        let mut text = text;
        for path in [key, &command] {
            let expected = original.map_or(1, |original| syntax.all(original, path).len().max(1));
            loop {
                let all = syntax.all(&text, path);
                let ours = all.iter().position(|raw| is_ours(raw));
                let Some(ours) = ours.filter(|_| all.len() > expected) else { break };
                text = syntax.take_one(&text, path, ours)?;
            }
        }
        Ok(text)
    }

    /// Returns a new status line, for settings that have none.
    fn fresh(&self, command: String) -> Made {
        let raw = |(name, raw): &(&str, &str)| ((*name).to_owned(), Made::Raw((*raw).to_owned()));
        let mut fields: Vec<(String, Made)> = self.agent.settings.needed.iter().map(raw).collect();
        let at = fields.len().min(1);
        fields.insert(at, ("command".to_owned(), Made::Text(command)));
        fields.extend(self.agent.settings.usual.iter().map(raw));
        Made::Object(fields)
    }

    /// Returns the text before anything of ours was in it, if it is known.
    fn original(&self) -> Option<String> {
        let record = self.found.record.as_ref()?;
        let text = file::decoded(record.before.clone().unwrap_or_default());
        Some(text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text))
    }

    /// Returns the status line in `text`, if it is ours.
    fn own(&self, text: &str) -> Option<Own> {
        Own::read(&self.command(text)?, &self.program)
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

/// Sets a value, given in the file's syntax, unless it is set already.
fn with(syntax: Syntax, text: String, path: &[&str], raw: &str) -> Result<String, EditFault> {
    if syntax.raw(&text, path).as_deref() == Some(raw) {
        return Ok(text);
    }
    syntax.put(&text, path, &Made::Raw(raw.to_owned()))
}

/// Restores the original value, or removes the value with the objects around it that are new, too.
fn restored(
    syntax: Syntax,
    text: String,
    path: &[&str],
    original: Option<&str>,
) -> Result<String, EditFault> {
    let was = |path: &[&str]| original.and_then(|original| syntax.raw(original, path));
    if let Some(raw) = was(path) {
        return with(syntax, text, path, &raw);
    }
    let mut text = syntax.take(&text, path)?;
    let mut around = path.split_last().map(|(_, around)| around).unwrap_or_default();
    while !around.is_empty() && original.is_some() && was(around).is_none() {
        if !syntax.raw(&text, around).is_some_and(|raw| syntax.is_empty(&raw)) {
            break;
        }
        text = syntax.take(&text, around)?;
        around = around.split_last().map(|(_, around)| around).unwrap_or_default();
    }
    Ok(text)
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
