//! Whether the line gets to where it is looked at, and if not, what to do about it.
//!
//! Each part looks at one thing and returns what it found, with a mark and, where there is something to
//! mend, the command that mends it. Nothing here changes anything.

use std::path::{Path, PathBuf};

use crate::{config::Config, hosts::Hosts, options::Options, sys::System};

mod here;
mod hosts;
mod last;
mod program;
mod run;
mod tell;
mod terminal;

pub use last::Sent;
pub use tell::{json, page};

/// What a look is at.
#[derive(Debug)]
pub struct Look<'l> {
    /// The hosts to look for.
    pub hosts: Hosts,
    /// The machine.
    pub system: &'l System,
    /// The flags of the call.
    pub options: &'l Options,
    /// The settings of the line.
    pub config: &'l Config,
    /// The directory to look from.
    pub dir: &'l Path,
    /// The path that this program can be run by again.
    pub program: PathBuf,
}

/// What was found, part by part.
#[derive(Debug)]
pub struct Report {
    /// The parts in the order in which they are told.
    pub parts: Vec<Part>,
}

/// What was found out about one thing.
#[derive(Debug)]
pub struct Part {
    /// What it is about.
    pub title: &'static str,
    /// What was found.
    pub items: Vec<Item>,
}

/// One thing that was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// How it stands.
    pub mark: Mark,
    /// What it is about, in a word or two.
    pub about: String,
    /// What was found.
    pub text: String,
    /// The command that mends it, or that leads on.
    pub fix: Option<String>,
}

/// How something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// As it should.
    Well,
    /// Worth knowing, and nothing to mend.
    Note,
    /// Wrong.
    Finding,
}

impl Mark {
    /// Returns what it is called for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Well => "ok",
            Self::Note => "note",
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

    fn finding(about: &str, text: impl Into<String>) -> Self {
        Self::new(Mark::Finding, about, text)
    }

    fn fix(mut self, command: impl Into<String>) -> Self {
        self.fix = Some(command.into());
        self
    }
}

impl Report {
    /// Looks at everything.
    pub fn of(look: &Look<'_>) -> Self {
        let parts = vec![
            Part { title: "This program", items: program::items(look) },
            Part { title: "Hosts", items: hosts::items(look) },
            Part { title: "This directory", items: here::items(look) },
            Part { title: "This terminal", items: terminal::items(look) },
            Part { title: "What the host sent last", items: last::items(look) },
        ];
        Self { parts }
    }

    /// Counts what is wrong.
    pub fn findings(&self) -> usize {
        let items = self.parts.iter().flat_map(|part| &part.items);
        items.filter(|item| item.mark == Mark::Finding).count()
    }
}
