//! The flags that the hook and `line` share, and how arguments are read.

mod argument;
pub mod flag;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    vec,
};

use lexopt::Parser;

pub(crate) use argument::{Argument, argument, unexpected, unknown, value};

use crate::{
    error::Error,
    family::{self, FAMILIES, Family, Style},
    hosts::HOSTS,
    line::{Dialect, Paint},
    options::flag::{Flag, Value},
    sys::{System, file, streams},
    text,
    text::time,
};

/// The flags of a call.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The directory to look from.
    pub dir: Option<PathBuf>,
    /// The file to read.
    pub file: Option<PathBuf>,
    /// The only family to look for.
    pub family: Option<&'static Family>,
    /// The name of a family that is not one of ours, until the settings are read.
    pub workflow: Option<String>,
    /// The style of the line.
    pub style: Option<Style>,
    /// How the host wants the line written.
    pub dialect: &'static Dialect,
    /// The greatest width, in columns.
    pub width: Option<usize>,
    /// How many columns of the terminal the host keeps for itself.
    pub margin: Option<usize>,
    /// Whether to use colour.
    pub color: Color,
    /// The time to use instead of the clock.
    pub now: Option<i64>,
    /// The config to read instead of the user's.
    pub config: Option<PathBuf>,
    /// Whether to keep what the host sends.
    pub record: bool,
    /// The command whose output goes before the line.
    pub wrap: Option<OsString>,
    /// The greatest number of rows, those of the other command included.
    pub rows: Option<usize>,
    /// How long to wait for the other command, in milliseconds.
    pub wait: Option<u64>,
    /// Whether to print the parts of the line as JSON.
    pub json: bool,
}

/// Who reads its flags on every prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// The hook.
    Hook,
    /// `line`, which also takes a directory or a file.
    Line,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// If the output shows it.
    #[default]
    Auto,
    /// In any case.
    Always,
    /// In no case.
    Never,
}

impl Color {
    /// Every choice by name.
    const NAMES: [&'static str; 3] = ["auto", "always", "never"];
}

/// Every flag, for help and completions.
pub const FLAGS: &[Flag] = &[
    Flag::with("dir", Value::Directory, "start in DIR instead of the working directory").short('C'),
    Flag::with("file", Value::File, "read this file, whatever its name; `-` is standard input").short('f'),
    Flag::with("as", Value::Among("FAMILY", families), "only this family; `stateline families` lists them"),
    Flag::with(
        "style",
        Value::Among("STYLE", styles),
        "the style of the line: full (default), compact or smart",
    ),
    Flag::with(
        "for",
        Value::Among("HOST", dialects),
        "write it for HOST: plain (default), ansi, zsh, tmux, json…",
    ),
    Flag::with("width", Value::Named("N"), "at most N columns wide"),
    Flag::with(
        "color",
        Value::Among("WHEN", || Color::NAMES.to_vec()),
        "use colour: auto (default), always or never",
    ),
    Flag::with("config", Value::File, "use this config instead of the usual ones; `none` for none"),
    Flag::with("now", Value::Named("TIME"), "use this RFC 3339 time instead of the clock"),
    Flag::with(
        "wrap",
        Value::Named("COMMAND"),
        "show the state next to the output of COMMAND, which gets the same input",
    ),
    Flag::with("margin", Value::Named("N"), "the host keeps N columns of its terminal; `install` writes it"),
    Flag::with("rows", Value::Named("N"), "with --wrap: the host shows at most N rows"),
    Flag::with("wait", Value::Named("MS"), "with --wrap: wait at most MS milliseconds; default 2000"),
    Flag::switch("record", "keep what the host sends, for `stateline doctor --record`"),
];

/// The flags that only the hook has.
const HOOK_ONLY: [&str; 5] = ["wrap", "margin", "rows", "wait", "record"];

impl Options {
    /// Reads flags; reports the first wrong one, and sets the others.
    pub fn read(arguments: vec::IntoIter<OsString>, caller: Caller) -> (Self, Option<Error>) {
        // Most hosts and prompts pass no flags.
        if arguments.as_slice().is_empty() {
            (Self::default(), None)
        } else {
            Self::read_some(arguments, caller)
        }
    }

    /// Reads flags, of which there is at least one.
    #[inline(never)]
    fn read_some(arguments: vec::IntoIter<OsString>, caller: Caller) -> (Self, Option<Error>) {
        let mut options = Self::default();
        let mut arguments = Parser::from_args(arguments);
        let mut wrong = None;
        loop {
            let taken = match argument(&mut arguments) {
                Ok(None) => break,
                Ok(Some(Argument::Flag(flag))) => options.take_for(caller, &flag, &mut arguments),
                Ok(Some(Argument::Operand(operand))) if caller == Caller::Line => options.point_at(operand),
                Ok(Some(Argument::Operand(operand))) => Err(unexpected(&operand)),
                Err(error) => Err(error),
            };
            if let Err(error) = taken {
                wrong.get_or_insert(error);
            }
        }
        (options, wrong)
    }

    /// Takes a flag of the hook or of `line`; each has some that the other does not have.
    fn take_for(&mut self, caller: Caller, flag: &str, rest: &mut Parser) -> Result<(), Error> {
        let is_of_hook = |name: &str| HOOK_ONLY.contains(&name);
        if caller == Caller::Line && flag == "--json" {
            self.json = true;
            return Ok(());
        }
        let is_others = caller == Caller::Line && flag.strip_prefix("--").is_some_and(is_of_hook);
        if is_others {
            return Err(unknown(flag, rest, [].into_iter()));
        }
        if self.take(flag, rest)? {
            return Ok(());
        }
        let own =
            FLAGS.iter().map(|flag| flag.long).filter(|name| caller == Caller::Hook || !is_of_hook(name));
        Err(unknown(flag, rest, own.chain((caller == Caller::Line).then_some("json"))))
    }

    /// Uses an argument that names a directory or a file, unless a flag or another argument names one, too.
    pub fn point_at(&mut self, operand: OsString) -> Result<(), Error> {
        if self.dir.is_some() || self.file.is_some() {
            return Err(unexpected(&operand));
        }
        let path = PathBuf::from(operand);
        let is_input = path.as_os_str() == "-";
        if !is_input && !path.exists() {
            return Err(Error::Unreadable { path, why: "no such file".to_owned() });
        }
        if !is_input && path.is_dir() {
            self.dir = Some(path);
        } else {
            self.file = Some(path);
        }
        Ok(())
    }

    /// Takes one flag, and its value from the arguments after it; `false` if there is no such flag.
    pub(crate) fn take(&mut self, flag: &str, rest: &mut Parser) -> Result<bool, Error> {
        match flag {
            "--no-color" => self.color = Color::Never,
            "--record" => self.record = true,
            "-C" | "--dir" | "-f" | "--file" | "--as" | "--style" | "--for" | "--width" | "--color"
            | "--config" | "--now" | "--wrap" | "--margin" | "--rows" | "--wait" => {
                self.set(flag, value(flag, rest)?)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set(&mut self, flag: &str, value: OsString) -> Result<(), Error> {
        let text = value.to_string_lossy().into_owned();
        let bad = |wanted: String| Error::BadValue { flag: flag.to_owned(), value: text.clone(), wanted };
        match flag {
            "-C" | "--dir" => self.dir = Some(file::native(value.into())),
            "-f" | "--file" => self.file = Some(file::native(value.into())),
            "--config" => self.config = Some(file::native(value.into())),
            "--as" => {
                self.family = family::family(&text);
                // It may be a workflow that the settings declare, which are not read yet.
                self.workflow = self.family.is_none().then_some(text);
            }
            "--style" => {
                let style = Style::NAMES.iter().find(|(name, _)| *name == text);
                let wanted = || text::listed(styles().into_iter());
                self.style = Some(style.ok_or_else(|| bad(wanted()))?.1);
            }
            "--for" => {
                let wanted = || text::listed(dialects().into_iter());
                self.dialect = HOSTS.dialect(&text).ok_or_else(|| bad(wanted()))?;
            }
            "--width" => {
                let width = text.parse().ok().filter(|width| *width > 0);
                self.width = Some(width.ok_or_else(|| bad("a number of columns".to_owned()))?);
            }
            "--wrap" => self.wrap = Some(value),
            "--margin" => {
                self.margin = Some(text.parse().map_err(|_| bad("a number of columns".to_owned()))?);
            }
            "--rows" => {
                let rows = text.parse().ok().filter(|rows| *rows > 0);
                self.rows = Some(rows.ok_or_else(|| bad("a number of rows".to_owned()))?);
            }
            "--wait" => {
                self.wait = Some(text.parse().map_err(|_| bad("a number of milliseconds".to_owned()))?);
            }
            "--color" => {
                self.color = match text.as_str() {
                    "auto" => Color::Auto,
                    "always" => Color::Always,
                    "never" => Color::Never,
                    _ => return Err(bad(text::listed(Color::NAMES.into_iter()))),
                }
            }
            _ => {
                let now = time::seconds(&text);
                self.now = Some(now.ok_or_else(|| bad("a time such as 2026-01-15T12:30:00Z".to_owned()))?);
            }
        }
        Ok(())
    }

    /// Returns the directory to look from.
    pub fn start(&self, system: &System) -> Option<PathBuf> {
        match &self.dir {
            None => system.dir(),
            Some(dir) => Some(named_start(dir, system)),
        }
    }

    /// Returns whether the directory to look from exists. A missing one must not be answered from its parent.
    pub fn starts_somewhere(&self, system: &System) -> bool {
        self.dir.as_ref().is_none_or(|dir| exists(&named_start(dir, system)))
    }

    /// Decides on colour and width: flags first, then what the host's environment says.
    pub fn paint(&self, system: &System, shows_color: bool) -> Paint<'static> {
        Paint { width: self.width.or_else(|| columns(system)), ..self.paint_unbounded(system, shows_color) }
    }

    /// Decides on colour alone.
    pub fn paint_unbounded(&self, system: &System, shows_color: bool) -> Paint<'static> {
        Paint { color: self.color(system, shows_color), dialect: self.dialect, ..Paint::default() }
    }

    /// Decides on colour; the order is that of the conventions `NO_COLOR` and `CLICOLOR`.
    fn color(&self, system: &System, shows_color: bool) -> bool {
        let forced = |name: &str, off: &[&str]| {
            system.var(name).is_some_and(|value| off.iter().all(|off| value != *off))
        };
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if system.var("NO_COLOR").is_some() => false,
            Color::Auto if forced("CLICOLOR_FORCE", &["0"]) || forced("FORCE_COLOR", &["0", "false"]) => true,
            Color::Auto if system.var("CLICOLOR").is_some_and(|value| value == "0") => false,
            Color::Auto if system.var("TERM").is_some_and(|value| value == "dumb") => false,
            Color::Auto => shows_color || streams::output_is_terminal(),
        }
    }

    /// Stops the system's clock where a time was given.
    pub fn set_clock(&self, system: &mut System) {
        let given = self.now.or_else(|| time::seconds(&system.text("STATELINE_NOW")?));
        if let Some(now) = given {
            system.stop_clock(now);
        }
    }
}

/// Returns the directory that was named. Few calls name one, so it is not inlined.
#[inline(never)]
fn named_start(dir: &Path, system: &System) -> PathBuf {
    file::above_resolved(system.dir().map_or_else(|| dir.to_owned(), |here| here.join(dir)))
}

/// Returns whether a directory that was named exists, without the room on the stack that this takes.
#[inline(never)]
fn exists(dir: &Path) -> bool {
    dir.exists()
}

/// Returns how many columns the environment names.
pub fn columns(system: &System) -> Option<usize> {
    system.text("COLUMNS")?.parse().ok().filter(|columns| *columns > 0)
}

/// Returns what the families are called.
fn families() -> Vec<&'static str> {
    FAMILIES.iter().map(|family| family.id).collect()
}

/// Returns the names of the dialects that a line can be written in.
fn dialects() -> Vec<&'static str> {
    HOSTS.dialect_names()
}

/// Returns what the styles are called.
fn styles() -> Vec<&'static str> {
    Style::NAMES.iter().map(|(name, _)| *name).collect()
}
