//! Opens, reads and writes files.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io,
    os::windows::fs::{FileExt, OpenOptionsExt},
    path::Path,
    time::UNIX_EPOCH,
};

use crate::sys::file::About;

/// Opens a directory, too, so that it is reported as one and not as a denied access.
const BACKUP_SEMANTICS: u32 = 0x0200_0000;

/// Opens a link itself.
const OPEN_REPARSE_POINT: u32 = 0x0020_0000;

/// The server of a named pipe in the place of a file must not act as this user.
const IDENTIFICATION: u32 = 0x0001_0000;

/// The attribute of links and other files that lead elsewhere.
const REPARSE_POINT: u64 = 0x400;

/// A volume and the number of a file on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(u64, u64);

/// How much is read at once, at most.
const CHUNK: usize = 64 << 10;

/// Opens a file for reading. Other programs may write, rename or remove it in the meantime.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(BACKUP_SEMANTICS).security_qos_flags(IDENTIFICATION).open(path)
}

/// Returns what is known about an open file.
pub(crate) fn about(file: &File) -> io::Result<About> {
    // A device or a pipe has no size and no time.
    if !winapi_util::file::typ(file)?.is_disk() {
        return Ok(About { is_file: false, size: 0, modified: 0 });
    }
    let about = file.metadata()?;
    let since = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(About {
        is_file: about.is_file(),
        size: usize::try_from(about.len()).unwrap_or(usize::MAX),
        modified: i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
    })
}

/// Reads bytes from a place in a file into the spare room of `bytes`, and returns how many.
pub(crate) fn append_at(file: &File, bytes: &mut Vec<u8>, at: u64) -> io::Result<usize> {
    let before = bytes.len();
    let room = bytes.capacity().saturating_sub(before).min(CHUNK);
    bytes.resize(before.saturating_add(room), 0);
    let read = file.seek_read(bytes.get_mut(before..).unwrap_or_default(), at);
    bytes.truncate(before.saturating_add(*read.as_ref().unwrap_or(&0)));
    read
}

/// Returns `None`: here, reading before it is known to be a file could wait forever.
pub(crate) fn read_short(_: &File) -> Option<Vec<u8>> {
    None
}

/// Opens a file for reading and writing if it has one name and is no link.
///
/// Its owner is not checked: there is no safe call for that, and each user has a directory for temporary files.
pub(crate) fn open_own(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(OPEN_REPARSE_POINT)
        .security_qos_flags(IDENTIFICATION)
        .open(path)?;
    let is_disk = winapi_util::file::typ(&file)?.is_disk();
    let information = winapi_util::file::information(&file)?;
    let is_link = information.file_attributes() & REPARSE_POINT != 0;
    if is_disk && !is_link && information.number_of_links() == 1 {
        Ok(file)
    } else {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

/// Returns `Ok`: it was found out when the file was opened.
pub(crate) fn require_own(_: &File) -> io::Result<()> {
    Ok(())
}

/// Reads the beginning of a file.
pub(crate) fn read_start(file: &File, buffer: &mut [u8]) -> io::Result<usize> {
    file.seek_read(buffer, 0)
}

/// Overwrites the beginning of a file.
pub(crate) fn write_start(file: &File, content: &[u8]) -> io::Result<()> {
    let mut written = 0_usize;
    while let Some(rest) = content.get(written..).filter(|rest| !rest.is_empty()) {
        let at = u64::try_from(written).unwrap_or(u64::MAX);
        match file.seek_write(rest, at)? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            count => written = written.saturating_add(count),
        }
    }
    Ok(())
}

/// Opens a file to lock it, and creates it if it is missing; a link is refused.
pub(crate) fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).custom_flags(OPEN_REPARSE_POINT).open(path)?;
    if winapi_util::file::information(&file)?.file_attributes() & REPARSE_POINT != 0 {
        return Err(io::Error::other("it is a link"));
    }
    Ok(file)
}

/// Reports whether a path still leads to an open file.
pub(crate) fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    let held = id(file)?;
    Ok(id_at(path).is_ok_and(|named| named == held))
}

/// Returns the identity of the file at a path; for a link, of the link itself.
pub(super) fn id_at(path: &Path) -> io::Result<Id> {
    let flags = BACKUP_SEMANTICS | OPEN_REPARSE_POINT;
    id(&OpenOptions::new().access_mode(0).custom_flags(flags).open(path)?)
}

fn id(file: &File) -> io::Result<Id> {
    let information = winapi_util::file::information(file)?;
    Ok(Id(information.volume_serial_number(), information.file_index()))
}

/// Makes a link to a directory.
#[cfg(test)]
pub(crate) fn link_to_directory(target: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(target, link)
}

/// Creates a directory and its parents. Who can enter it follows from the first parent that exists.
pub(crate) fn create_private_dir(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)
}

/// Returns `true`: there is no safe call for the owner, and each user has directories of their own.
pub(crate) fn is_own(_: &Metadata) -> bool {
    true
}
