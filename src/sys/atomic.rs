//! Puts a file in place as a whole: a reader sees the old content or the new, never a part.
//!
//! Everything that replaces a file goes through a draft: the content is written to a file with a random name in
//! the same directory, which then takes the name that it is for.

use std::{
    collections::hash_map::RandomState,
    ffi::{OsStr, OsString},
    hash::{BuildHasher, Hasher},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    listing,
    platform::{
        draft::{Draft, Folder},
        file::is_own,
    },
    signals,
};

/// What every draft's name begins with; 16 hexadecimal digits follow.
///
/// The name of the file itself is not part of it: that one may be as long as a name can be.
const PREFIX: &str = ".stateline-";

/// How many names are tried. Two equal ones need a broken random source, so more would not help.
const TRIES: usize = 4;

/// How long a draft must have been left alone to be taken for one that was left behind: no write takes that long.
pub const RESTED: Duration = Duration::from_hours(1);

/// Who can read a file that is made. The user's own mask can only take away from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// This user alone.
    Private,
    /// Everyone; this user alone can write to it.
    Shared,
}

/// Makes an empty file in the directory of `path`. It is removed again unless it takes a name.
pub(super) fn draft(path: &Path, access: Access) -> io::Result<Draft> {
    named_by(path, access, random_name)
}

fn named_by(path: &Path, access: Access, mut name: impl FnMut() -> OsString) -> io::Result<Draft> {
    // A full disk or a limit on the size of files must be an error, not the end of the process.
    signals::let_writes_fail();
    let mut folder = Folder::of(path)?;
    let mut tried = 0_usize;
    loop {
        tried = tried.saturating_add(1);
        folder = match folder.draft(name(), access) {
            Ok(draft) => return Ok(draft),
            Err((folder, error)) if error.kind() == io::ErrorKind::AlreadyExists && tried < TRIES => folder,
            Err((_, error)) => return Err(error),
        }
    }
}

/// Puts a file in place, whatever is there; a planted link is replaced, not followed.
pub fn put(path: &Path, content: &[u8], access: Access) -> io::Result<()> {
    let mut draft = draft(path, access)?;
    draft.fill(content)?;
    draft.rename(file_name(path)?)
}

/// Does the same, and returns when the disk has the content and the name.
pub fn put_durably(path: &Path, content: &[u8], access: Access) -> io::Result<()> {
    let mut draft = draft(path, access)?;
    draft.fill(content)?;
    draft.sync()?;
    draft.rename(file_name(path)?)?;
    draft.sync_names();
    Ok(())
}

/// Removes drafts that processes left behind when they were killed, and returns how many.
///
/// They are known by their names, and must be regular files of this user that were not written to for as long as
/// `rested`. It lists the directory, so the hook never calls it.
pub fn sweep(dir: &Path, rested: Duration) -> usize {
    let is_old_draft = |path: &PathBuf| {
        // Of a link, this is what is known of the link.
        let Ok(about) = path.symlink_metadata() else { return false };
        let age = about.modified().ok().and_then(|modified| modified.elapsed().ok());
        about.is_file() && is_own(&about) && age.is_some_and(|age| age >= rested)
    };
    let entries = listing::entries(dir, usize::MAX).unwrap_or_default().into_iter();
    let drafts = entries.filter(|(name, _)| is_draft(name)).map(|(name, _)| dir.join(name));
    drafts.filter(is_old_draft).filter(|path| std::fs::remove_file(path).is_ok()).count()
}

/// Reports whether a name is one that [`random_name`] makes.
fn is_draft(name: &OsStr) -> bool {
    let digits = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    digits.is_some_and(|digits| {
        digits.len() == 16 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Makes a name from the randomness that the system gives each process for its hash tables.
///
/// A process id would not do: in containers they repeat, and what a killed process left would be in the way.
fn random_name() -> OsString {
    let random = RandomState::new().build_hasher().finish();
    format!("{PREFIX}{random:016x}").into()
}

/// Returns the name of a file in its directory.
pub(super) fn file_name(path: &Path) -> io::Result<&OsStr> {
    path.file_name().ok_or_else(|| io::ErrorKind::InvalidInput.into())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::*;

    fn directory(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("stateline-atomic-{name}-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        dir
    }

    fn names(dir: &Path) -> Vec<OsString> {
        let mut names: Vec<OsString> =
            fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_name_that_is_taken_is_tried_no_second_time() {
        let dir = directory("taken");
        let left = [".stateline-0000000000000000", ".stateline-0000000000000001"];
        for name in left {
            fs::write(dir.join(name), "left behind").unwrap();
        }
        let mut next = (0..).map(|number| OsString::from(format!("{PREFIX}{number:016x}")));
        let mut draft = named_by(&dir.join("file"), Access::Private, || next.next().unwrap()).unwrap();
        draft.fill(b"new").unwrap();
        draft.rename(OsStr::new("file")).unwrap();
        drop(draft);
        assert_eq!(super::super::file::text(&dir.join("file"), 10).unwrap(), "new");
        assert_eq!(names(&dir), [left[0], left[1], "file"], "what others left is not removed");
        let stuck = named_by(&dir.join("file"), Access::Private, || left[0].into()).unwrap_err();
        assert_eq!(stuck.kind(), io::ErrorKind::AlreadyExists);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_draft_that_is_given_up_leaves_nothing() {
        let dir = directory("given-up");
        let mut draft = draft(&dir.join("file"), Access::Private).unwrap();
        draft.fill(b"new").unwrap();
        assert_eq!(names(&dir).len(), 1);
        drop(draft);
        assert_eq!(names(&dir), [""; 0]);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn names_do_not_repeat() {
        let mut names: Vec<OsString> = (0..1000).map(|_| random_name()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 1000);
    }

    #[test]
    fn only_old_drafts_are_swept() {
        let dir = directory("swept");
        let (old, young) = (".stateline-00000000000000aa", ".stateline-00000000000000bb");
        let others = [".stateline-00000000000000AA", ".stateline-1", "stateline-00000000000000aa"];
        for name in others.into_iter().chain([old, young]) {
            let file = File::create(dir.join(name)).unwrap();
            let hours = if name == young { 0 } else { 2 };
            let time = std::time::SystemTime::now() - Duration::from_hours(hours);
            file.set_modified(time).unwrap();
        }
        fs::create_dir(dir.join(".stateline-00000000000000cc")).unwrap();
        assert_eq!(sweep(&dir, RESTED), 1);
        assert_eq!(
            names(&dir),
            [
                ".stateline-00000000000000AA",
                young,
                ".stateline-00000000000000cc",
                ".stateline-1",
                "stateline-00000000000000aa"
            ]
        );
        fs::remove_dir_all(dir).unwrap();
    }
}
