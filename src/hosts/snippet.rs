//! What a user puts into a host's configuration: a snippet, and where it goes.
//!
//! The snippets are files beside this one, in their hosts' own languages, with `@program@` for the
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
    /// Writes a string so that the host's language reads it as that string.
    pub quote: fn(&str) -> String,
    /// The file that holds it, for a host that loads a whole directory.
    pub own_file: Option<OwnFile>,
}

/// A file of ours that a host loads by itself, so that nothing of its owner's is touched.
#[derive(Debug)]
pub struct OwnFile {
    /// Returns where the host looks for it.
    pub path: fn(&System) -> Result<PathBuf, Error>,
    /// What it holds, where that is not the snippet.
    pub text: Option<&'static str>,
}

impl Snippet {
    /// Returns its first line, which every version of it begins with.
    pub fn heading(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Returns what its own file holds, for a host that loads one by itself.
    pub fn own_text(&self, program: &str) -> String {
        let own = self.own_file.as_ref().and_then(|file| file.text);
        filled(own.unwrap_or(self.text), &(self.quote)(program), &(self.quote)("/"))
    }

    /// Returns it with the path of the program and the directory to look from filled in.
    pub fn filled(&self, program: &str, dir: &str) -> String {
        filled(self.text, &(self.quote)(program), &(self.quote)(dir))
    }
}

/// Fills in the placeholders. What is filled in is not searched for them again.
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
