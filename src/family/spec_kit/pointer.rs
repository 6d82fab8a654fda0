//! The file that names the feature in hand. It may have come with the project, so it is not followed out of it.

use std::{
    borrow::Cow,
    fs,
    path::{Component, Path, PathBuf},
};

use crate::{family::inside::leads_out, sys::file, text::json::Reader};

/// The file that names the feature in hand, below the project's directory.
pub(super) const POINTER: &str = ".specify/feature.json";

/// The most bytes of the file to read.
const LIMIT: usize = 4 << 10;

/// Where a pointer leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pointed {
    /// To a path in the project, which need not exist.
    Inside(PathBuf),
    /// Out of the project, so it is not followed: the file may have come with the project.
    Outside,
}

/// Returns the folder that the pointer names, if it is in the project.
pub(super) fn pointed(root: &Path) -> Option<PathBuf> {
    match pointer(root)?.1 {
        Pointed::Inside(folder) => Some(folder),
        Pointed::Outside => None,
    }
}

/// Reads the pointer: what it says, and where that is.
pub(super) fn pointer(root: &Path) -> Option<(String, Pointed)> {
    let bytes = file::Open::at(&file::below(root, POINTER)).and_then(|open| open.head(LIMIT)).ok()?;
    let mut named = None;
    Reader::after_mark(&bytes).object(|key, value| match key {
        "feature_directory" => named = value.text().map(Cow::into_owned),
        _ => value.skip(),
    });
    let named = named.filter(|named| !named.trim().is_empty())?;
    let place = place(root, &named.replace('\\', "/"));
    Some((named, place))
}

/// Returns where a path from a pointer leads; links are followed.
fn place(root: &Path, named: &str) -> Pointed {
    let path = root.join(named);
    let real_root = || fs::canonicalize(root).ok();
    if path.components().any(|part| part == Component::ParentDir) {
        return Pointed::Outside;
    }
    let below = match path.strip_prefix(root) {
        Ok(below) => below.to_owned(),
        // The project may have been reached by a link.
        Err(_) => match real_root().and_then(|root| Some(path.strip_prefix(root).ok()?.to_owned())) {
            Some(below) => below,
            None => return Pointed::Outside,
        },
    };
    if leads_out(root, &below) { Pointed::Outside } else { Pointed::Inside(root.join(below)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_never_leads_out_of_the_project() {
        let root = Path::new("/no-such-directory/shop");
        let inside = |path: &str| Pointed::Inside(root.join(path));
        for (named, expected) in [
            ("specs/009-a", inside("specs/009-a")),
            ("./specs/009-a", inside("specs/009-a")),
            ("/no-such-directory/shop/specs/009-a", inside("specs/009-a")),
            ("../other/specs/009-a", Pointed::Outside),
            ("specs/../../other", Pointed::Outside),
            ("/etc", Pointed::Outside),
            ("/no-such-directory/shopping", Pointed::Outside),
        ] {
            assert_eq!(place(root, named), expected, "{named}");
        }
    }
}
