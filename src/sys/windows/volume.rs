//! What is known about the volume that a path is on.

use std::path::{Component, Path, Prefix};

/// Returns whether the volume of a path reports every change: a share does not, because others change it, too.
///
/// A drive may be a share as well; there is no safe call that says so.
pub(crate) fn reports_changes(path: &Path) -> bool {
    let prefix = path.components().next();
    !matches!(prefix, Some(Component::Prefix(prefix)) if matches!(prefix.kind(), Prefix::UNC(..) | Prefix::VerbatimUNC(..)))
}
