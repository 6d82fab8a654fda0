//! Lists a directory.

use std::{ffi::OsStr, fs, io, path::Path};

use crate::sys::listing::Kind;

/// Lists a directory until there are no more names, `most` were listed, or `each` returns `false`.
pub(crate) fn list(dir: &Path, most: usize, mut each: impl FnMut(&OsStr, Kind) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(dir)?.take(most) {
        let entry = entry?;
        // The list has the kind, so that this examines no file.
        let kind = entry.file_type().map_or(Kind::Unknown, Kind::from);
        if !each(&entry.file_name(), kind) {
            break;
        }
    }
    Ok(())
}
