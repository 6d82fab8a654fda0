//! A temporary file in the directory of another one.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, Metadata, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use super::file;
use crate::sys::atomic::Access;

/// How often a rename is tried, and the pause in between: a file that another program has open, such as a virus
/// scanner, cannot be replaced.
const TRIES: usize = 10;
const PAUSE: Duration = Duration::from_millis(2);

/// The error of the system for a file that another program has opened for itself.
const SHARING_VIOLATION: i32 = 32;

/// A file with a temporary name. It is removed again unless it is renamed.
#[derive(Debug)]
pub(crate) struct Draft {
    folder: PathBuf,
    name: OsString,
    file: File,
    /// Whether it was renamed, so that there is nothing to remove.
    is_renamed: bool,
}

/// The directory of the draft.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

/// What is known about another file in the same directory.
pub(crate) struct Entry {
    about: Metadata,
    id: Option<file::Id>,
}

impl Folder {
    /// Returns the directory of a file.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        if fs::metadata(parent)?.is_dir() {
            Ok(Self(parent.to_owned()))
        } else {
            Err(ErrorKind::NotADirectory.into())
        }
    }

    /// Creates an empty file. It never opens an existing one.
    ///
    /// Who can read it follows from the directory. If the name exists, it returns the folder for another try.
    pub(crate) fn draft(self, name: OsString, _: Access) -> Result<Draft, (Self, io::Error)> {
        match OpenOptions::new().write(true).create_new(true).open(self.0.join(&name)) {
            Ok(file) => Ok(Draft { folder: self.0, name, file, is_renamed: false }),
            Err(error) => Err((self, error)),
        }
    }
}

impl Draft {
    /// Writes the content.
    pub(crate) fn fill(&mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)
    }

    /// Does nothing: a new file gets the access list of its directory, and there is no safe call for another one.
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "it can fail on other systems")]
    pub(crate) fn resemble(&self, _: &Entry) -> io::Result<()> {
        Ok(())
    }

    /// Waits until the content is on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Returns what is known about a file in the same directory; for a link, about the link itself.
    pub(crate) fn neighbour(&self, name: &OsStr) -> io::Result<Entry> {
        let path = self.folder.join(name);
        let about = fs::symlink_metadata(&path)?;
        Ok(Entry { about, id: file::id_at(&path).ok() })
    }

    /// Renames it, and replaces a file of that name.
    pub(crate) fn rename(&mut self, name: &OsStr) -> io::Result<()> {
        let (from, to) = (self.folder.join(&self.name), self.folder.join(name));
        let mut renamed = fs::rename(&from, &to);
        for _ in 1..TRIES {
            if !renamed.as_ref().is_err_and(is_in_use) {
                break;
            }
            thread::sleep(PAUSE);
            renamed = fs::rename(&from, &to);
        }
        renamed?;
        self.is_renamed = true;
        Ok(())
    }

    /// Gives it a new name; fails with `AlreadyExists` if there is a file of that name.
    pub(crate) fn link(&self, name: &OsStr) -> io::Result<()> {
        fs::hard_link(self.folder.join(&self.name), self.folder.join(name))
    }

    /// Does nothing: Windows writes the names of a directory by itself.
    #[expect(clippy::unused_self, reason = "it does something on other systems")]
    pub(crate) fn sync_names(&self) {}
}

/// Reports whether an error says that another program has one of the files open.
fn is_in_use(error: &io::Error) -> bool {
    error.kind() == ErrorKind::PermissionDenied || error.raw_os_error() == Some(SHARING_VIOLATION)
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_renamed {
            fs::remove_file(self.folder.join(&self.name)).unwrap_or_default();
        }
    }
}

impl Entry {
    /// Reports whether it is a regular file.
    pub(crate) fn is_file(&self) -> bool {
        self.about.is_file()
    }

    /// Returns whether both are the same file, and not another one of the same name.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.id.is_some() && self.id == other.id
    }
}
