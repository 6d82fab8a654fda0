//! Hosts that read a whole directory, so that a file of ours in it touches nothing of their owner's.

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
    /// What every version of it begins with.
    heading: &'static str,
}

impl File {
    /// Looks for the file of a host, if the host is one that has it.
    pub fn find(system: &System, row: &HostRow) -> Result<Option<Self>, Error> {
        let Some((snippet, own)) = row.snippet.as_ref().zip(row.own_file()) else { return Ok(None) };
        let path = (own.path)(system)?;
        Ok(Some(Self { found: Found::at(system, path)?, heading: snippet.heading() }))
    }

    /// Tells what is there.
    pub fn present(&self) -> Present {
        match &self.found.before {
            None => Present::Nothing,
            Some(held) if held.starts_with(self.heading.as_bytes()) => Present::Ours,
            Some(held) => Present::Theirs(file::decoded(held.clone())),
        }
    }

    /// Returns the change that puts it there.
    pub fn installed(self, snippet: &Snippet, program: &str) -> Result<Change, Error> {
        let is_ours = self.present() == Present::Ours;
        if matches!(self.present(), Present::Theirs(_)) {
            return Err(refused(&self.found.path, "it is not one of ours; move it away"));
        }
        let after = snippet.own_text(program).into_bytes();
        if self.found.before.as_ref() != Some(&after) {
            self.refuse_edited()?;
        }
        Ok(self.found.to(after, is_ours))
    }

    /// Returns the change that takes it away.
    pub fn uninstalled(self) -> Result<Change, Error> {
        self.refuse_edited()?;
        let after = if self.present() == Present::Ours { None } else { self.found.before.clone() };
        Ok(self.found.back_to(after))
    }

    /// Refuses a file of ours that has something of its owner's in it.
    fn refuse_edited(&self) -> Result<(), Error> {
        let known = self.found.record.as_ref().zip(self.found.before.as_ref());
        let is_edited = known.is_some_and(|(record, held)| !record.wrote.contains(&record::hash(held)));
        if is_edited && self.present() == Present::Ours {
            return Err(refused(&self.found.path, "it was changed since it was installed; move it away"));
        }
        Ok(())
    }
}
