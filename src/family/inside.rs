//! Finds paths that lead out of a project. Its files may come from someone else, so such paths are not followed.

use std::{fs, path::Path};

/// Returns whether a path below a project's directory leads out of it, because a part of it is a symbolic link.
pub(super) fn leads_out(root: &Path, below: &Path) -> bool {
    let mut at = root.to_owned();
    let has_link = below.iter().any(|part| {
        at.push(part);
        at.is_symlink()
    });
    // Without a link there is nothing to resolve, which saves system calls.
    has_link && {
        let real = fs::canonicalize(root.join(below)).ok().zip(fs::canonicalize(root).ok());
        real.is_some_and(|(path, root)| !path.starts_with(root))
    }
}
