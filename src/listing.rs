//! Lists a directory, however long it is, at the least cost that the system allows.

use std::{io, path::Path};

use rustix::fs::{FileType, Mode, OFlags};

/// How much of the list is read at once: about a thousand names.
#[cfg(target_os = "linux")]
const LISTING: usize = 64 << 10;

/// How many names a prompt has time for: ten times what anybody is known to have in one directory.
pub const FOR_A_PROMPT: usize = 100_000;

/// Hands over the name and the kind of everything in `dir`, in no order, `.` and `..` among it, `most` at most.
///
/// Nothing is allocated for a name, and no file is looked at: the kind may be unknown.
pub fn each(dir: &Path, most: usize, mut each: impl FnMut(&[u8], FileType)) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let dir = rustix::fs::open(dir, flags, Mode::empty())?;
    #[cfg(target_os = "linux")]
    {
        let mut listing: Vec<u8> = Vec::with_capacity(LISTING);
        let mut entries = rustix::fs::RawDir::new(dir, listing.spare_capacity_mut());
        for _ in 0..most {
            let Some(entry) = entries.next() else { break };
            let entry = entry?;
            each(entry.file_name().to_bytes(), entry.file_type());
        }
    }
    #[cfg(not(target_os = "linux"))]
    for entry in rustix::fs::Dir::new(dir)?.take(most) {
        let entry = entry?;
        each(entry.file_name().to_bytes(), entry.file_type());
    }
    Ok(())
}
