//! Lists a directory, however long it is, at the least cost that the system allows.

use std::{io, path::Path};

use rustix::fs::{FileType, Mode, OFlags};

/// How much of the list is read at once: about a thousand names.
#[cfg(target_os = "linux")]
const LISTING: usize = 64 << 10;

/// Hands over the name and the kind of everything in `dir`, in no order, `.` and `..` among it.
///
/// Nothing is allocated for a name, and no file is looked at: the kind may be unknown.
pub fn each(dir: &Path, mut each: impl FnMut(&[u8], FileType)) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let dir = rustix::fs::open(dir, flags, Mode::empty())?;
    #[cfg(target_os = "linux")]
    {
        let mut listing: Vec<u8> = Vec::with_capacity(LISTING);
        let mut entries = rustix::fs::RawDir::new(dir, listing.spare_capacity_mut());
        while let Some(entry) = entries.next() {
            let entry = entry?;
            each(entry.file_name().to_bytes(), entry.file_type());
        }
    }
    #[cfg(not(target_os = "linux"))]
    for entry in rustix::fs::Dir::new(dir)? {
        let entry = entry?;
        each(entry.file_name().to_bytes(), entry.file_type());
    }
    Ok(())
}
