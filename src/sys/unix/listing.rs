//! Lists a directory by the system's own calls.

#[cfg(target_os = "linux")]
use std::os::fd::OwnedFd;
use std::{ffi::OsStr, io, os::unix::ffi::OsStrExt, path::Path};

#[cfg(target_os = "linux")]
use rustix::fs::RawDir;
use rustix::fs::{FileType, Mode, OFlags};

use crate::sys::listing::Kind;

/// How much of the list is read at first: about fifty names.
#[cfg(target_os = "linux")]
const FIRST: usize = 2 << 10;

/// How much of a longer list is read at once: about two thousand names.
#[cfg(target_os = "linux")]
const LISTING: usize = 128 << 10;

/// Lists a directory until there are no more names, `most` were listed, or `each` returns `false`.
pub(crate) fn list(dir: &Path, most: usize, mut each: impl FnMut(&OsStr, Kind) -> bool) -> io::Result<()> {
    let mut left = most;
    let mut goes_on = |name: &[u8], kind: FileType| {
        // The directory itself, and the one that it is in.
        if matches!(name, b"." | b"..") {
            return true;
        }
        left = left.saturating_sub(1);
        each(OsStr::from_bytes(name), kind_of(kind)) && left > 0
    };
    all(dir, &mut goes_on)
}

/// Lists a directory until there are no more names, or `goes_on` returns `false`.
#[inline(never)]
fn all(dir: &Path, goes_on: &mut dyn FnMut(&[u8], FileType) -> bool) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let dir = rustix::fs::open(dir, flags, Mode::empty())?;
    #[cfg(target_os = "linux")]
    {
        // Two calls read a short list: the second one reports its end. What comes after it can use the same memory again,
        // where a buffer on the stack would need a page that nothing else uses.
        if some(&dir, Vec::with_capacity(FIRST), 2, goes_on)? {
            some(&dir, Vec::with_capacity(LISTING), usize::MAX, goes_on)?;
        }
    }
    #[cfg(not(target_os = "linux"))]
    for entry in rustix::fs::Dir::new(dir)? {
        let entry = entry?;
        if !goes_on(entry.file_name().to_bytes(), entry.file_type()) {
            break;
        }
    }
    Ok(())
}

/// Lists the names that `calls` system calls return. Returns `false` if these were all, or `goes_on` returned `false`.
#[cfg(target_os = "linux")]
fn some(
    dir: &OwnedFd,
    mut buffer: Vec<u8>,
    mut calls: usize,
    goes_on: &mut dyn FnMut(&[u8], FileType) -> bool,
) -> io::Result<bool> {
    let mut entries = RawDir::new(dir, buffer.spare_capacity_mut());
    while !entries.is_buffer_empty() || calls > 0 {
        if entries.is_buffer_empty() {
            calls = calls.saturating_sub(1);
        }
        let Some(entry) = entries.next() else { return Ok(false) };
        let entry = entry?;
        if !goes_on(entry.file_name().to_bytes(), entry.file_type()) {
            return Ok(false);
        }
    }
    Ok(true)
}

const fn kind_of(kind: FileType) -> Kind {
    match kind {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Directory,
        FileType::Symlink => Kind::Link,
        FileType::Unknown => Kind::Unknown,
        _ => Kind::Other,
    }
}
