//! What a user puts into a host's configuration: a snippet, and where it goes.
//!
//! The snippets are files next to this one, in their hosts' own languages, with `@program@` for the
//! path of the program and `@dir@` for a directory.

use std::path::PathBuf;

use crate::{error::Error, sys::System};

/// A snippet for one host.
#[derive(Debug)]
pub struct Snippet {
    /// What it does there, in one line.
    pub purpose: &'static str,
    /// Where it goes.
    pub goes: &'static str,
    /// The snippet, with its placeholders.
    pub text: &'static str,
    /// Quotes a string for the host's language.
    pub quote: fn(&str) -> String,
    /// The file that `install` writes, for a host that loads a whole directory.
    pub own_file: Option<OwnFile>,
}

/// A file of our own in a directory that the host loads, so that no file of the user's is changed.
#[derive(Debug)]
pub struct OwnFile {
    /// Returns where the host looks for it.
    pub path: fn(&System) -> Result<PathBuf, Error>,
    /// Its text, if that is not the snippet.
    pub text: Option<&'static str>,
}

impl Snippet {
    /// Returns its first line, which is the same in every version.
    pub fn heading(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Returns the text of the file that `install` writes.
    pub fn own_text(&self, program: &str) -> String {
        let own = self.own_file.as_ref().and_then(|file| file.text);
        filled(own.unwrap_or(self.text), &(self.quote)(program), &(self.quote)("/"))
    }

    /// Returns it with the path of the program and the directory to look from filled in.
    pub fn filled(&self, program: &str, dir: &str) -> String {
        filled(self.text, &(self.quote)(program), &(self.quote)(dir))
    }
}

/// Replaces the placeholders, but none in the values that it puts in.
fn filled(text: &str, program: &str, dir: &str) -> String {
    let pieces: Vec<String> = text.split("@program@").map(|piece| piece.replace("@dir@", dir)).collect();
    pieces.join(program)
}

/// Returns the user's home directory.
pub(super) fn home_dir(system: &System) -> Result<PathBuf, Error> {
    Ok(system.home().ok_or(Error::NoHome)?.to_owned())
}

/// Returns the directory for the user's configuration.
pub(super) fn config_dir(system: &System) -> Result<PathBuf, Error> {
    system.config_dir().ok_or(Error::NoHome)
}
