//! What can be said about a path: where its links lead. Who else can write to it, there is no safe call for.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::paths;

/// Returns a path with its links resolved; the end of the path need not exist.
pub(crate) fn resolved(path: &Path) -> io::Result<PathBuf> {
    for there in path.ancestors() {
        match paths::canonical(there) {
            Ok(real) => {
                let rest = path.strip_prefix(there).unwrap_or(Path::new(""));
                // Joining an empty path would add a separator.
                return Ok(if rest.as_os_str().is_empty() { real } else { real.join(rest) });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(path.to_owned())
}

/// Returns no warning. Each user's profile is closed to other users, and there is no safe call for access lists.
#[expect(clippy::unnecessary_wraps, reason = "it refuses files on other systems")]
pub(crate) fn check(_: &Path, _: Option<&Path>) -> Result<Vec<String>, String> {
    Ok(Vec::new())
}
