//! A new file beside another one, in a directory that is held open meanwhile.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Write},
    os::fd::OwnedFd,
    path::Path,
};

use rustix::fs::{AtFlags, FileType, Gid, Mode, OFlags, Stat, Uid};

use crate::sys::atomic::Access;

/// A file that has no name of its own yet. It is removed again unless it takes one.
#[derive(Debug)]
pub(crate) struct Draft {
    folder: OwnedFd,
    name: OsString,
    file: File,
    /// Whether it has taken another name, and there is nothing to remove.
    is_renamed: bool,
}

/// The directory that drafts are made in. Held open, so that another one cannot take its place.
#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

/// What is known about another file in the same directory.
pub(crate) struct Entry(Stat);

impl Folder {
    /// Opens the directory of a file.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self(rustix::fs::open(parent.unwrap_or(Path::new(".")), flags, Mode::empty())?))
    }

    /// Makes an empty file. It is always a new one: what another user has put there is never opened.
    ///
    /// The process's mask applies. Where the name is taken, the folder comes back for another try.
    pub(crate) fn draft(self, name: OsString, access: Access) -> Result<Draft, (Self, io::Error)> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match rustix::fs::openat(&self.0, &name, flags, mode(access)) {
            Ok(file) => Ok(Draft { folder: self.0, name, file: file.into(), is_renamed: false }),
            Err(error) => Err((self, error.into())),
        }
    }
}

impl Draft {
    /// Writes the content.
    pub(crate) fn fill(&mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)
    }

    /// Takes over the mode and the owner of the file that is replaced.
    pub(crate) fn resemble(&self, old: &Entry) -> io::Result<()> {
        let (user, group) = (Uid::from_raw(old.0.st_uid), Gid::from_raw(old.0.st_gid));
        // Only root can give a file away; for everyone else the owner is right already, or cannot be.
        rustix::fs::fchown(&self.file, Some(user), Some(group)).unwrap_or_default();
        Ok(rustix::fs::fchmod(&self.file, Mode::from_raw_mode(old.0.st_mode))?)
    }

    /// Waits until the content is on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Returns what is known about a file in the same directory, of a link itself where it is one.
    pub(crate) fn neighbour(&self, name: &OsStr) -> io::Result<Entry> {
        Ok(Entry(rustix::fs::statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    /// Takes a name, from the file that has it where there is one.
    pub(crate) fn rename(&mut self, name: &OsStr) -> io::Result<()> {
        rustix::fs::renameat(&self.folder, &self.name, &self.folder, name)?;
        self.is_renamed = true;
        Ok(())
    }

    /// Takes a name that no file has; one that has appeared meanwhile stays, and the error is `AlreadyExists`.
    pub(crate) fn link(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::linkat(&self.folder, &self.name, &self.folder, name, AtFlags::empty())?)
    }

    /// Waits until the names in the directory are on the disk, where the file system can do that.
    pub(crate) fn sync_names(&self) {
        rustix::fs::fsync(&self.folder).unwrap_or_default();
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_renamed {
            rustix::fs::unlinkat(&self.folder, &self.name, AtFlags::empty()).unwrap_or_default();
        }
    }
}

impl Entry {
    /// Reports whether it is a regular file.
    pub(crate) fn is_file(&self) -> bool {
        FileType::from_raw_mode(self.0.st_mode) == FileType::RegularFile
    }

    /// Reports whether both are the same file; another one may have taken its name.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.0.st_ino == other.0.st_ino
    }
}

const fn mode(access: Access) -> Mode {
    match access {
        Access::Private => Mode::from_bits_truncate(0o600),
        Access::Shared => Mode::from_bits_truncate(0o644),
    }
}
