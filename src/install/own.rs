//! For hosts that read all files of a directory: installs a file of our own, and changes no other.

use super::{
    Change, Present,
    change::{Found, refused},
    record,
};
use crate::{
    error::Error,
    hosts::{HostRow, Snippet},
    sys::{System, file},
};

/// A file of ours in a host's directory.
#[derive(Debug)]
pub struct File {
    found: Found,
    /// The first line of every version of it.
    heading: &'static str,
}

impl File {
    /// Reads the file of a host; `None` if the host has no such directory.
    pub fn find(system: &System, row: &HostRow) -> Result<Option<Self>, Error> {
        let Some((snippet, own)) = row.snippet.as_ref().zip(row.own_file()) else { return Ok(None) };
        let path = (own.path)(system)?;
        Ok(Some(Self { found: Found::at(system, path)?, heading: snippet.heading() }))
    }

    /// Returns whose file is there now.
    pub fn present(&self) -> Present {
        match &self.found.before {
            None => Present::Nothing,
            Some(held) if held.starts_with(self.heading.as_bytes()) => Present::Ours,
            Some(held) => Present::Theirs(file::decoded(held.clone())),
        }
    }

    /// Returns the change that installs it.
    pub fn installed(self, snippet: &Snippet, program: &str) -> Result<Change, Error> {
        let is_ours = self.present() == Present::Ours;
        if matches!(self.present(), Present::Theirs(_)) {
            return Err(refused(&self.found.path, "it was not written by stateline; move it away"));
        }
        let after = snippet.own_text(program).into_bytes();
        if self.found.before.as_ref() != Some(&after) {
            self.refuse_edited()?;
        }
        Ok(self.found.to(after, is_ours))
    }

    /// Returns the change that removes it.
    pub fn uninstalled(self) -> Result<Change, Error> {
        self.refuse_edited()?;
        let after = if self.present() == Present::Ours { None } else { self.found.before.clone() };
        Ok(self.found.back_to(after))
    }

    /// Returns an error if the user has edited our file.
    fn refuse_edited(&self) -> Result<(), Error> {
        let known = self.found.record.as_ref().zip(self.found.before.as_ref());
        let is_edited = known.is_some_and(|(record, held)| !record.wrote.contains(&record::hash(held)));
        if is_edited && self.present() == Present::Ours {
            return Err(refused(&self.found.path, "it was changed since it was installed; move it away"));
        }
        Ok(())
    }
}
