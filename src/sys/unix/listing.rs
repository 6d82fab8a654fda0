//! Lists a directory by the system's own calls.

use std::{ffi::OsStr, io, os::unix::ffi::OsStrExt, path::Path};

use rustix::fs::{FileType, Mode, OFlags};

use crate::sys::listing::Kind;

/// How much of the list is read at once: about a thousand names.
#[cfg(target_os = "linux")]
const LISTING: usize = 64 << 10;

/// Lists a directory until there are no more names, `most` were listed, or `each` returns `false`.
pub(crate) fn list(dir: &Path, most: usize, mut each: impl FnMut(&OsStr, Kind) -> bool) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let dir = rustix::fs::open(dir, flags, Mode::empty())?;
    let mut left = most;
    let mut goes_on = |name: &[u8], kind: FileType| {
        // The directory itself, and the one that it is in.
        if matches!(name, b"." | b"..") {
            return true;
        }
        left = left.saturating_sub(1);
        each(OsStr::from_bytes(name), kind_of(kind)) && left > 0
    };
    #[cfg(target_os = "linux")]
    {
        let mut listing: Vec<u8> = Vec::with_capacity(LISTING);
        let mut entries = rustix::fs::RawDir::new(dir, listing.spare_capacity_mut());
        while let Some(entry) = entries.next() {
            let entry = entry?;
            if !goes_on(entry.file_name().to_bytes(), entry.file_type()) {
                break;
            }
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

const fn kind_of(kind: FileType) -> Kind {
    match kind {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Directory,
        FileType::Symlink => Kind::Link,
        FileType::Unknown => Kind::Unknown,
        _ => Kind::Other,
    }
}
