//! Opens, reads and writes files by the system's own calls.

use std::{
    fs::{self, DirBuilder, File, Metadata},
    io,
    os::unix::fs::{DirBuilderExt, FileExt, MetadataExt},
    path::Path,
};

use rustix::{
    buffer::spare_capacity,
    fs::{FileType, Mode, OFlags},
};

use crate::sys::file::About;

/// Opens a file for reading, without blocking, because a FIFO in its place might never answer.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::open(path, flags, Mode::empty())?))
}

/// Returns what is known about an open file.
pub(crate) fn about(file: &File) -> io::Result<About> {
    let stat = rustix::fs::fstat(file)?;
    Ok(About {
        is_file: FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile,
        size: usize::try_from(stat.st_size).unwrap_or_default(),
        modified: stat.st_mtime,
    })
}

/// Reads bytes from a place in a file into the spare room of `bytes`, and returns how many.
pub(crate) fn append_at(file: &File, bytes: &mut Vec<u8>, at: u64) -> io::Result<usize> {
    Ok(rustix::io::pread(file, spare_capacity(bytes), at)?)
}

/// Reads a whole file that is short, with one call instead of two. `None` for any other: a longer one, an empty one,
/// which may be about to be written, and one without positions, such as a FIFO.
pub(crate) fn read_short(file: &File) -> Option<Vec<u8>> {
    const ROOM: usize = 1 << 10;
    let mut bytes = Vec::with_capacity(ROOM);
    let count = rustix::io::pread(file, spare_capacity(&mut bytes), 0).ok()?;
    (1..ROOM).contains(&count).then(|| {
        // It is the last block that was allocated, so that what comes next gets the rest of it.
        bytes.shrink_to_fit();
        bytes
    })
}

/// Opens a file for reading and writing if it is no link.
pub(crate) fn open_own(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::open(path, flags, Mode::empty())?))
}

/// Returns an error unless a file is a regular one of this user's own, with one name.
pub(crate) fn require_own(file: &File) -> io::Result<()> {
    let stat = rustix::fs::fstat(file)?;
    let is_plain = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile && stat.st_nlink == 1;
    if is_plain && stat.st_uid == rustix::process::geteuid().as_raw() {
        Ok(())
    } else {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

/// Reads the beginning of a file.
pub(crate) fn read_start(file: &File, buffer: &mut [u8]) -> io::Result<usize> {
    file.read_at(buffer, 0)
}

/// Overwrites the beginning of a file.
pub(crate) fn write_start(file: &File, content: &[u8]) -> io::Result<()> {
    file.write_all_at(content, 0)
}

/// Opens a file to lock it, and creates it if it is missing; a link is refused.
pub(crate) fn open_lock(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR)?))
}

/// Reports whether a path still leads to an open file.
pub(crate) fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    let (held, named) = (file.metadata()?, fs::symlink_metadata(path));
    Ok(named.is_ok_and(|named| (named.dev(), named.ino()) == (held.dev(), held.ino())))
}

/// Makes a link to a directory.
#[cfg(test)]
pub(crate) fn link_to_directory(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

/// Creates a directory that only this user can enter, and its parents.
pub(crate) fn create_private_dir(dir: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(dir)
}

/// Reports whether a file belongs to this user.
pub(crate) fn is_own(about: &Metadata) -> bool {
    about.uid() == rustix::process::geteuid().as_raw()
}
