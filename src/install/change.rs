//! One file that is to be changed: what it holds, what it shall hold, and whether it may be touched.

use std::{
    fs, io,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
};

use super::record::{self, Place, Record};
use crate::{
    error::Error,
    file::{self, Open},
    host::Host,
    rewrite::{self, Refusal},
};

/// A file as it was found.
#[derive(Debug)]
pub(super) struct Found {
    /// What it is called.
    pub(super) path: PathBuf,
    /// Where it really is: a link stays one, and what it leads to is written.
    target: PathBuf,
    /// What it holds, if it is there.
    pub(super) before: Option<Vec<u8>>,
    place: Place,
    /// What is known of an earlier change.
    pub(super) record: Option<Record>,
}

/// What a file shall hold.
#[derive(Debug)]
pub struct Change {
    found: Found,
    after: Option<Vec<u8>>,
    /// What is there is ours already, so that what was before is what the record says.
    is_ours: bool,
    /// The record is of no more use.
    ends: bool,
}

impl Found {
    /// Looks at a file, and refuses one that others can tamper with.
    pub(super) fn at(host: &Host, path: PathBuf) -> Result<Self, Error> {
        let target = target(&path)?;
        let before = match Open::at(&target) {
            Ok(open) => Some(open.head(record::LIMIT).map_err(|error| refused(&path, &file::why(&error)))?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Error::Unreadable { path, why: file::why(&error) }),
        };
        if before.as_ref().is_some_and(|before| before.len() >= record::LIMIT) {
            return Err(refused(&path, "it is too large"));
        }
        let place = Place::of(host, &target)?;
        let record = place.load();
        Ok(Self { path, target, before, place, record })
    }

    /// Returns the change to something of ours; `is_ours` tells whether that was there before.
    pub(super) fn to(self, after: Vec<u8>, is_ours: bool) -> Change {
        Change { found: self, after: Some(after), is_ours, ends: false }
    }

    /// Returns the change back to what has nothing of ours.
    pub(super) fn back_to(self, after: Option<Vec<u8>>) -> Change {
        Change { found: self, after, is_ours: true, ends: true }
    }
}

impl Change {
    /// Returns what the file is called.
    pub fn path(&self) -> &Path {
        &self.found.path
    }

    /// Returns what the file is called and, behind a link, where it is.
    pub fn shown_path(&self) -> String {
        let (path, target) = (&self.found.path, &self.found.target);
        let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.file_type().is_symlink());
        if is_link {
            format!("{} -> {}", path.display(), target.display())
        } else {
            path.display().to_string()
        }
    }

    /// Tells whether there is nothing to do.
    pub fn is_none(&self) -> bool {
        self.found.before == self.after
    }

    /// Returns the text before and after.
    pub fn texts(&self) -> [String; 2] {
        [&self.found.before, &self.after].map(|bytes| file::decoded(bytes.clone().unwrap_or_default()))
    }

    /// Tells whether the file goes altogether.
    pub fn removes(&self) -> bool {
        self.after.is_none()
    }

    /// Returns where the copy of the file is kept, if there is one to keep.
    pub fn copy(&self) -> Option<PathBuf> {
        let keeps = if self.is_ours {
            self.found.record.as_ref()?.before.is_some()
        } else {
            self.found.before.is_some()
        };
        (keeps && !self.ends).then(|| self.found.place.copy())
    }

    /// Changes the file, or leaves it as it was.
    pub fn write(&self) -> Result<(), Error> {
        let (found, place) = (&self.found, &self.found.place);
        if !self.is_none() {
            refuse_tampering(&found.path, &found.target)?;
            self.exchange()?;
        }
        if self.ends {
            let made = found.record.as_ref().map_or(0, |record| record.made);
            let parents = found.target.ancestors().skip(1).take(made);
            place.remove(parents.map(Path::to_owned).collect());
        }
        Ok(())
    }

    /// Puts the new content in place of the old, with a record of the old where it is not ours.
    fn exchange(&self) -> Result<(), Error> {
        let found = &self.found;
        let parent = found.target.parent().unwrap_or(Path::new("/"));
        let unwritable =
            |error: &io::Error| Error::Unwritable { path: found.path.clone(), why: file::why(error) };
        let written = match (&found.before, &self.after) {
            (_, Some(after)) => {
                let made = record::missing(parent);
                self.remember(after, made).map_err(|error| unwritable(&error))?;
                fs::create_dir_all(parent).map_err(|error| unwritable(&error))?;
                match &found.before {
                    Some(before) => rewrite::exchange(&found.target, before, after),
                    None => rewrite::create(&found.target, after),
                }
            }
            (Some(before), None) => rewrite::remove(&found.target, before),
            (None, None) => Ok(()),
        };
        if written.is_err() && !self.is_ours {
            found.place.remove(Vec::new());
        }
        written.map_err(|refusal| match refusal {
            Refusal::Machine(error) => unwritable(&error),
            other => refused(&found.path, &other.to_string()),
        })
    }

    /// Writes down what the file held before anything of ours was in it.
    fn remember(&self, after: &[u8], made: usize) -> io::Result<()> {
        let found = &self.found;
        if self.ends {
            return Ok(());
        }
        let wrote = record::hash(after);
        let record = match &found.record {
            Some(known) if self.is_ours => Record { before: known.before.clone(), wrote, made: known.made },
            // Of a line of ours that was put in by hand, nobody knows what it replaced.
            None if self.is_ours => return Ok(()),
            known => {
                // Directories of an earlier time may be there still.
                let made = known.as_ref().map_or(made, |known| made.max(known.made));
                Record { before: found.before.clone(), wrote, made }
            }
        };
        found.place.save(&record, &found.target)
    }
}

/// Returns what a link leads to, or the path itself.
fn target(path: &Path) -> Result<PathBuf, Error> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.file_type().is_symlink() => {
            path.canonicalize().map_err(|_| refused(path, "it is a link that leads nowhere"))
        }
        _ => Ok(path.to_owned()),
    }
}

/// Refuses a file that belongs to somebody else, or one that anybody can put another in the place of.
fn refuse_tampering(path: &Path, target: &Path) -> Result<(), Error> {
    let own = rustix::process::geteuid().as_raw();
    if let Ok(about) = fs::metadata(target)
        && (about.uid() != own || about.permissions().mode() & 0o002 != 0)
    {
        let why = if about.uid() == own {
            "everybody can write to it; `chmod o-w` takes that away"
        } else {
            "it belongs to another user"
        };
        return Err(refused(path, why));
    }
    let parent = target.ancestors().skip(1).find_map(|parent| Some((parent, fs::metadata(parent).ok()?)));
    match parent {
        Some((parent, about)) if about.permissions().mode() & 0o002 != 0 => {
            let parent = parent.display();
            Err(refused(path, &format!("everybody can write to `{parent}`; `chmod o-w` takes that away")))
        }
        _ => Ok(()),
    }
}

pub(super) fn refused(path: &Path, why: &str) -> Error {
    Error::Refused { path: path.to_owned(), why: why.to_owned() }
}
