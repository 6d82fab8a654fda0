//! Writes whole files: a reader sees the old content or the new one, never a part.
//!
//! Everything that replaces a file goes through a draft: the content is written to a file with a random name in
//! the same directory, which is then renamed.

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
/// The name of the final file is not part of it, because that may already have the greatest length.
const PREFIX: &str = ".stateline-";

/// How many names are tried. Two equal names mean a broken random source, so more would not help.
const TRIES: usize = 4;

/// How old a draft must be to be removed as a leftover: no write takes that long.
pub const RESTED: Duration = Duration::from_hours(1);

/// Who can read a new file. The user's umask can only restrict that further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Only this user.
    Private,
    /// Everyone; only this user can write to it.
    Shared,
    /// The same, and everyone can run it.
    Program,
}

/// Creates an empty file in the directory of `path`. It is removed again unless it is renamed.
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

/// Writes a file, and replaces what is there; a link is replaced, not followed.
pub fn put(path: &Path, content: &[u8], access: Access) -> io::Result<()> {
    let mut draft = draft(path, access)?;
    draft.fill(content)?;
    draft.rename(file_name(path)?)
}

/// Does the same, and returns when content and name are on the disk.
pub fn put_durably(path: &Path, content: &[u8], access: Access) -> io::Result<()> {
    let mut draft = draft(path, access)?;
    draft.fill(content)?;
    draft.sync()?;
    draft.rename(file_name(path)?)?;
    draft.sync_names();
    Ok(())
}

/// Removes the drafts of processes that were killed, and returns how many.
///
/// They are recognised by their names, and must be regular files of this user that were last written at least
/// `rested` ago. It lists the directory, so the hook never calls it.
pub fn sweep(dir: &Path, rested: Duration) -> usize {
    let is_old_draft = |path: &PathBuf| {
        // For a link, this is about the link itself.
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

/// Makes a random name, from the random keys that each process gets for its hash tables.
///
/// A process id is not enough: ids repeat in containers, and the draft of a killed process would be in the way.
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
        let others = [".stateline-00000000000000DD", ".stateline-1", "stateline-00000000000000aa"];
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
                ".stateline-00000000000000DD",
                young,
                ".stateline-00000000000000cc",
                ".stateline-1",
                "stateline-00000000000000aa"
            ]
        );
        fs::remove_dir_all(dir).unwrap();
    }
}
