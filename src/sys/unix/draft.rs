//! A temporary file in the directory of another one, which is kept open in the meantime.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Write},
    os::fd::OwnedFd,
    path::Path,
};

use rustix::fs::{AtFlags, FileType, Gid, Mode, OFlags, Stat, Uid};

use crate::sys::atomic::Access;

/// A file with a temporary name. It is removed again unless it is renamed.
#[derive(Debug)]
pub(crate) struct Draft {
    folder: OwnedFd,
    name: OsString,
    file: File,
    /// Whether it was renamed, so that there is nothing to remove.
    is_renamed: bool,
}

/// The directory of the draft. It is kept open, so that it cannot be replaced by another one.
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

    /// Creates an empty file. It never opens an existing one, which may come from another user.
    ///
    /// The umask applies. If the name exists, it returns the folder for another try.
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

    /// Copies the mode and the owner of the file that is replaced.
    pub(crate) fn resemble(&self, old: &Entry) -> io::Result<()> {
        let (user, group) = (Uid::from_raw(old.0.st_uid), Gid::from_raw(old.0.st_gid));
        // Only root can change an owner; for other users it is right already, or cannot be.
        rustix::fs::fchown(&self.file, Some(user), Some(group)).unwrap_or_default();
        Ok(rustix::fs::fchmod(&self.file, Mode::from_raw_mode(old.0.st_mode))?)
    }

    /// Waits until the content is on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Returns what is known about a file in the same directory; for a link, about the link itself.
    pub(crate) fn neighbour(&self, name: &OsStr) -> io::Result<Entry> {
        Ok(Entry(rustix::fs::statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    /// Renames it, and replaces a file of that name.
    pub(crate) fn rename(&mut self, name: &OsStr) -> io::Result<()> {
        rustix::fs::renameat(&self.folder, &self.name, &self.folder, name)?;
        self.is_renamed = true;
        Ok(())
    }

    /// Gives it a new name; fails with `AlreadyExists` if there is a file of that name.
    pub(crate) fn link(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::linkat(&self.folder, &self.name, &self.folder, name, AtFlags::empty())?)
    }

    /// Waits until the names in the directory are on the disk, if the file system supports that.
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

    /// Returns whether both are the same file, and not another one of the same name.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.0.st_ino == other.0.st_ino
    }
}

const fn mode(access: Access) -> Mode {
    match access {
        Access::Private => Mode::from_bits_truncate(0o600),
        Access::Shared => Mode::from_bits_truncate(0o644),
        Access::Program => Mode::from_bits_truncate(0o755),
    }
}
