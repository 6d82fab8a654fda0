//! One file to change: its old content, its new content, and whether it is safe to change.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    lock::{self, Lock},
    record::{self, Record, RecordPath},
};
use crate::{
    error::Error,
    sys::{
        System, atomic,
        file::{self, Open},
        rewrite::{self, Refusal},
        trust,
    },
};

/// A file as it was found.
#[derive(Debug)]
pub(super) struct Found {
    /// Its path.
    pub(super) path: PathBuf,
    /// The path without symbolic links. A link is kept, and the file that it points to is written.
    target: PathBuf,
    /// Its content, if it exists.
    pub(super) before: Option<Vec<u8>>,
    place: RecordPath,
    /// The record of an earlier change.
    pub(super) record: Option<Record>,
    home: Option<PathBuf>,
}

/// A file and its new content.
#[derive(Debug)]
pub struct Change {
    found: Found,
    after: Option<Vec<u8>>,
    /// Whether the old content is already ours, so that the original is only in the record.
    is_ours: bool,
    /// Whether the record is no longer needed.
    ends: bool,
}

impl Found {
    /// Reads a file and the record of an earlier change.
    pub(super) fn at(system: &System, path: PathBuf) -> Result<Self, Error> {
        let target = target(&path)?;
        let before = held(&path, &target)?;
        let place = RecordPath::of(system, &target)?;
        let record = place.load().map_err(|error| {
            let (dir, why) = (place.dir().display(), file::why(&error));
            refused(&path, &format!("its record in `{dir}` cannot be read: {why}; move that directory away"))
        })?;
        let home = system.home().map(Path::to_owned);
        Ok(Self { path, target, before, place, record, home })
    }

    /// Returns an error if the file or its record has changed since it was read.
    fn refuse_changed(&self) -> Result<(), Error> {
        let record = self.place.load();
        if record.is_ok_and(|record| record == self.record) && held(&self.path, &self.target)? == self.before
        {
            return Ok(());
        }
        Err(refused(&self.path, &Refusal::Changed.to_string()))
    }

    /// Returns the change to content of ours; `is_ours` is whether the old content is ours, too.
    pub(super) fn to(self, after: Vec<u8>, is_ours: bool) -> Change {
        Change { found: self, after: Some(after), is_ours, ends: false }
    }

    /// Returns the change back to content without anything of ours.
    pub(super) fn back_to(self, after: Option<Vec<u8>>) -> Change {
        Change { found: self, after, is_ours: true, ends: true }
    }
}

impl Change {
    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.found.path
    }

    /// Returns the path of the file and, for a symbolic link, the path that it points to.
    pub fn shown_path(&self) -> String {
        let (path, target) = (&self.found.path, &self.found.target);
        let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.file_type().is_symlink());
        if is_link {
            format!("{} -> {}", path.display(), target.display())
        } else {
            path.display().to_string()
        }
    }

    /// Returns whether there is nothing to do.
    pub fn is_none(&self) -> bool {
        self.found.before == self.after
    }

    /// Returns the text before and after.
    pub fn texts(&self) -> [String; 2] {
        [&self.found.before, &self.after].map(|bytes| file::decoded(bytes.clone().unwrap_or_default()))
    }

    /// Returns whether the file is removed.
    pub fn removes(&self) -> bool {
        self.after.is_none()
    }

    /// Returns the path of the backup copy, if there is one.
    pub fn copy(&self) -> Option<PathBuf> {
        let keeps = if self.is_ours {
            self.found.record.as_ref()?.before.is_some()
        } else {
            self.found.before.is_some()
        };
        (keeps && !self.ends).then(|| self.found.place.copy())
    }

    /// Returns warnings about what other users could do to the file, or an error if it is not safe.
    ///
    /// It also checks the record, because its content is written back into the file.
    pub fn trusted(&self) -> Result<Vec<String>, Error> {
        let found = &self.found;
        let check =
            |path: &Path| trust::check(path, found.home.as_deref()).map_err(|why| refused(&found.path, &why));
        let mut warnings = check(&found.path)?;
        let more = check(found.place.dir())?;
        warnings.extend(more.into_iter().filter(|warning| !warnings.contains(warning)).collect::<Vec<_>>());
        Ok(warnings)
    }

    /// Changes the file, or leaves it unchanged in case of an error.
    ///
    /// `lock` was taken before the file was read. Without it, the lock is taken now, and it is an error if
    /// the file has changed since it was read.
    pub fn write(&self, lock: Option<Lock>) -> Result<(), Error> {
        let (found, place) = (&self.found, &self.found.place);
        if self.is_none() && !(self.ends && place.dir().exists()) {
            return Ok(());
        }
        let mut lock = if let Some(lock) = lock {
            lock
        } else {
            let lock = Lock::within(place.base())?;
            found.refuse_changed()?;
            lock
        };
        if !self.is_none() {
            self.trusted()?;
            self.exchange(&mut lock)?;
        }
        if self.ends {
            let made = found.record.as_ref().map_or(0, |record| record.made);
            let parents = found.target.ancestors().skip(1).take(made);
            place.remove(parents.map(Path::to_owned).collect(), &mut lock);
        }
        Ok(())
    }

    /// Removes temporary files that killed processes left in the directory of the file.
    pub fn sweep(&self) {
        if let Some(dir) = self.found.target.parent() {
            atomic::sweep(dir, atomic::RESTED);
        }
    }

    /// Replaces the content, and records the old one unless it is ours.
    fn exchange(&self, lock: &mut Lock) -> Result<(), Error> {
        let found = &self.found;
        let parent = found.target.parent().unwrap_or(Path::new("/"));
        let unwritable =
            |error: &io::Error| Error::Unwritable { path: found.path.clone(), why: file::why(error) };
        let made = lock::missing(parent);
        let written = match (&found.before, &self.after) {
            (_, Some(after)) => self.put(after, made, lock),
            (Some(before), None) => rewrite::remove(&found.target, before),
            (None, None) => Ok(()),
        };
        if written.is_err() {
            self.take_back(made, lock);
        }
        written.map_err(|refusal| match refusal {
            Refusal::Machine(error) => unwritable(&error),
            other => refused(&found.path, &other.to_string()),
        })
    }

    /// Writes the record before the file, so that nothing is lost if the process is killed in between.
    fn put(&self, after: &[u8], made: usize, lock: &Lock) -> Result<(), Refusal> {
        let found = &self.found;
        self.remember(after, made, lock)?;
        fs::create_dir_all(found.target.parent().unwrap_or(Path::new("/")))?;
        match &found.before {
            Some(before) => rewrite::exchange(&found.target, before, after),
            None => rewrite::create(&found.target, after),
        }
    }

    /// Removes what this process wrote before it failed: the directories and the record.
    ///
    /// An older record is restored, because it may be the only copy of the user's status line.
    fn take_back(&self, made: usize, lock: &mut Lock) {
        let found = &self.found;
        let parents: Vec<PathBuf> = found.target.ancestors().skip(1).take(made).map(Path::to_owned).collect();
        match &found.record {
            Some(known) => {
                found.place.save(known, &found.target, lock).unwrap_or_default();
                lock.spare.extend(parents);
            }
            None if self.ends => {}
            None => found.place.remove(parents, lock),
        }
    }

    /// Records the content that the file had before anything of ours was in it.
    fn remember(&self, after: &[u8], made: usize, lock: &Lock) -> io::Result<()> {
        let found = &self.found;
        if self.ends {
            return Ok(());
        }
        let mut wrote = vec![record::hash(after)];
        let record = match &found.record {
            Some(known) if self.is_ours => {
                // Keep the hash of the current content, which stays there if this process is killed.
                let now = found.before.as_deref().map(record::hash);
                wrote.extend(now.filter(|now| known.wrote.contains(now) && !wrote.contains(now)));
                Record { before: known.before.clone(), wrote, made: known.made }
            }
            // The user added our line by hand, so it is unknown what it replaced.
            None if self.is_ours => return Ok(()),
            known => {
                // Directories created by an earlier change may still exist.
                let made = known.as_ref().map_or(made, |known| made.max(known.made));
                Record { before: found.before.clone(), wrote, made }
            }
        };
        found.place.save(&record, &found.target, lock)
    }
}

/// Returns the path without symbolic links, which identifies the record of the file.
fn target(path: &Path) -> Result<PathBuf, Error> {
    let target = trust::resolved(path).map_err(|error| refused(path, &file::why(&error)))?;
    if fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink()) && !target.exists() {
        return Err(refused(path, "it is a broken symbolic link"));
    }
    Ok(target)
}

/// Returns the content of a file, if it exists.
fn held(path: &Path, target: &Path) -> Result<Option<Vec<u8>>, Error> {
    let open = match Open::at(target) {
        Ok(open) => open,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::Unreadable { path: path.to_owned(), why: file::why(&error) }),
    };
    let held = open.head(record::LIMIT).map_err(|error| refused(path, &file::why(&error)))?;
    if held.len() >= record::LIMIT {
        return Err(refused(path, "it is too large"));
    }
    Ok(Some(held))
}

pub(super) fn refused(path: &Path, why: &str) -> Error {
    Error::Refused { path: path.to_owned(), why: why.to_owned() }
}
