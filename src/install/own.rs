//! Hosts that read a whole directory, so that a file of ours in it touches nothing of their owner's.

use std::path::PathBuf;

use super::{
    Change, Present,
    change::{Found, refused},
    record,
};
use crate::{
    error::Error,
    init::Snippet,
    sys::{System, file},
};

/// The hosts that find a file of ours by themselves.
pub const HOSTS: [&str; 4] = ["fish", "nushell", "nvim", "vim"];

/// Returns where a host finds a file of ours by itself, if it is one that does.
pub fn place(system: &System, snippet: &Snippet) -> Result<Option<PathBuf>, Error> {
    let config = || system.config_dir().ok_or(Error::NoHome);
    Ok(Some(match snippet.host {
        "fish" => config()?.join("fish/conf.d/stateline.fish"),
        "nushell" => system.native_config_dir().ok_or(Error::NoHome)?.join("nushell/autoload/stateline.nu"),
        "nvim" => {
            let name = system.var("NVIM_APPNAME").unwrap_or_else(|| "nvim".into());
            config()?.join(name).join("plugin/stateline.lua")
        }
        "vim" => {
            let usual = system.home().ok_or(Error::NoHome)?.join(".vim");
            let other = config()?.join("vim");
            // Vim looks at the second only where the first is not there: making it would hide the other.
            let dir = if !usual.exists() && other.is_dir() { other } else { usual };
            dir.join("plugin/stateline.vim")
        }
        _ => return Ok(None),
    }))
}

/// A file of ours in a host's directory.
#[derive(Debug)]
pub struct File {
    found: Found,
    /// What every version of it begins with.
    heading: &'static str,
}

impl File {
    /// Looks for the file of a host, if the host is one that has it.
    pub fn find(system: &System, snippet: &Snippet) -> Result<Option<Self>, Error> {
        let Some(path) = place(system, snippet)? else { return Ok(None) };
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
        let after = snippet.standing(program).into_bytes();
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
