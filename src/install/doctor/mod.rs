//! Finds out why a host does not show the line, and what to do about it.
//!
//! Each part checks one thing and returns what it found, with a mark and, if possible, the command that
//! fixes it. Nothing here changes anything.

use std::path::{Path, PathBuf};

use crate::{config::Config, hosts::Hosts, options::Options, sys::System};

mod here;
mod hosts;
mod last;
mod program;
mod report;
mod run;
mod terminal;

pub use last::Sent;
pub use report::{json, page};

/// What is examined.
#[derive(Debug)]
pub struct Context<'l> {
    /// The hosts to context for.
    pub hosts: Hosts,
    /// The environment, the clock and the home directory.
    pub system: &'l System,
    /// The flags of the call.
    pub options: &'l Options,
    /// The settings of the line.
    pub config: &'l Config,
    /// The directory to examine.
    pub dir: &'l Path,
    /// The path of this program.
    pub program: PathBuf,
}

/// The findings, part by part.
#[derive(Debug)]
pub struct Report {
    /// The parts, in the order in which they are shown.
    pub parts: Vec<Part>,
}

/// The findings about one thing.
#[derive(Debug)]
pub struct Part {
    /// Its heading.
    pub title: &'static str,
    /// What was found.
    pub items: Vec<Item>,
}

/// One thing that was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// Whether it is good or bad.
    pub mark: Mark,
    /// What it is about, in a word or two.
    pub about: String,
    /// What was found.
    pub text: String,
    /// The command that fixes it, or that shows more.
    pub fix: Option<String>,
}

/// Whether something is good or bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Good.
    Well,
    /// Good to know, but not a problem.
    Note,
    /// No problem yet, but worth a look.
    Warning,
    /// A problem.
    Finding,
}

impl Mark {
    /// Returns its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Well => "ok",
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Finding => "finding",
        }
    }
}

impl Item {
    fn new(mark: Mark, about: &str, text: impl Into<String>) -> Self {
        Self { mark, about: about.to_owned(), text: text.into(), fix: None }
    }

    fn well(about: &str, text: impl Into<String>) -> Self {
        Self::new(Mark::Well, about, text)
    }

    fn note(about: &str, text: impl Into<String>) -> Self {
        Self::new(Mark::Note, about, text)
    }

    fn warning(about: &str, text: impl Into<String>) -> Self {
        Self::new(Mark::Warning, about, text)
    }

    fn finding(about: &str, text: impl Into<String>) -> Self {
        Self::new(Mark::Finding, about, text)
    }

    fn fix(mut self, command: impl Into<String>) -> Self {
        self.fix = Some(command.into());
        self
    }
}

impl Report {
    /// Checks everything.
    pub fn of(context: &Context<'_>) -> Self {
        let parts = vec![
            Part { title: "This program", items: program::items(context) },
            Part { title: "Hosts", items: hosts::items(context) },
            Part { title: "This directory", items: here::items(context) },
            Part { title: "This terminal", items: terminal::items(context) },
            Part { title: "Last input from the host", items: last::items(context) },
        ];
        Self { parts }
    }

    /// Counts the problems.
    pub fn findings(&self) -> usize {
        self.count(Mark::Finding)
    }

    /// Counts what has a mark.
    fn count(&self, mark: Mark) -> usize {
        self.parts.iter().flat_map(|part| &part.items).filter(|item| item.mark == mark).count()
    }
}
