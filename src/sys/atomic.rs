//! Puts a file in place as a whole: a reader sees the old content or the new, never a part.
//!
//! Everything that replaces a file goes through [`Draft`]: the content is written to a file with a random name in
//! the same directory, which then takes the name that it is for.

use std::time::Duration;
use std::{
    collections::hash_map::RandomState,
    ffi::{OsStr, OsString},
    fs::File,
    hash::{BuildHasher, Hasher},
    io::{self, Write},
    os::fd::OwnedFd,
    path::Path,
};

use rustix::fs::Stat;
use rustix::{
    fs::{AtFlags, Mode, OFlags},
    io::Errno,
};

use super::signals;

/// What every draft's name begins with; 16 hexadecimal digits follow.
///
/// The name of the file itself is not part of it: that one may be as long as a name can be.
pub(crate) const PREFIX: &str = ".stateline-";

/// How many names are tried. Two equal ones need a broken random source, so more would not help.
const TRIES: usize = 4;

/// How long a draft must have been left alone to be taken for one that was left behind: no write takes that long.
pub const RESTED: Duration = Duration::from_hours(1);

/// A file that has no name of its own yet. It is removed again unless it takes one.
#[derive(Debug)]
pub(crate) struct Draft {
    folder: OwnedFd,
    name: OsString,
    file: File,
    /// Whether it has taken another name, and there is nothing to remove.
    is_renamed: bool,
}

impl Draft {
    /// Makes an empty file in the directory of `path`, which the process's mask applies to.
    ///
    /// It is always a new file: something that another user has put there is never opened.
    pub(crate) fn beside(path: &Path, mode: u32) -> io::Result<Self> {
        Self::named_by(path, mode, random_name)
    }

    fn named_by(path: &Path, mode: u32, mut name: impl FnMut() -> OsString) -> io::Result<Self> {
        // A full disk or a limit on the size of files must be an error, not the end of the process.
        signals::let_writes_fail();
        let folder = folder(path)?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut tried = 0_usize;
        loop {
            let name = name();
            tried = tried.saturating_add(1);
            match rustix::fs::openat(&folder, &name, flags, Mode::from_bits_truncate(mode)) {
                Ok(file) => return Ok(Self { folder, name, file: file.into(), is_renamed: false }),
                Err(Errno::EXIST) if tried < TRIES => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Writes the content.
    pub(crate) fn fill(&mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)
    }

    /// Takes over the mode and the owner of the file that is replaced.
    pub(crate) fn resemble(&self, old: &Stat) -> io::Result<()> {
        let (user, group) = (rustix::fs::Uid::from_raw(old.st_uid), rustix::fs::Gid::from_raw(old.st_gid));
        // Only root can give a file away; for everyone else the owner is right already, or cannot be.
        rustix::fs::fchown(&self.file, Some(user), Some(group)).unwrap_or_default();
        Ok(rustix::fs::fchmod(&self.file, Mode::from_raw_mode(old.st_mode))?)
    }

    /// Waits until the content is on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Returns what is known of a file in the same directory, of a link itself where it is one.
    pub(crate) fn neighbour(&self, name: &OsStr) -> io::Result<Stat> {
        Ok(rustix::fs::statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW)?)
    }

    /// Takes a name, from the file that has it where there is one.
    pub(crate) fn rename(&mut self, name: &OsStr) -> io::Result<()> {
        rustix::fs::renameat(&self.folder, &self.name, &self.folder, name)?;
        self.is_renamed = true;
        Ok(())
    }

    /// Takes a name that no file has; one that has appeared meanwhile stays, and the error is `AlreadyExists`.
    pub(crate) fn link(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::linkat(&self.folder, &self.name, &self.folder, name, AtFlags::empty())?)
    }

    /// Waits until the names in the directory are on the disk, where the file system can do that.
    pub(crate) fn sync_names(&self) {
        rustix::fs::fsync(&self.folder).unwrap_or_default();
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_renamed {
            rustix::fs::unlinkat(&self.folder, &self.name, AtFlags::empty()).unwrap_or_default();
        }
    }
}

/// Puts a file in place, whatever is there; a planted link is replaced, not followed.
pub fn put(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    let mut draft = Draft::beside(path, mode)?;
    draft.fill(content)?;
    draft.rename(file_name(path)?)
}

/// Does the same, and returns when the disk has the content and the name.
pub fn put_durably(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    let mut draft = Draft::beside(path, mode)?;
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
    use std::os::unix::fs::MetadataExt;

    let own = rustix::process::geteuid().as_raw();
    let Ok(entries) = std::fs::read_dir(dir) else { return 0 };
    let is_old_draft = |entry: &std::fs::DirEntry| {
        // Of a link, this is what is known of the link.
        let Ok(about) = entry.metadata() else { return false };
        let age = about.modified().ok().and_then(|modified| modified.elapsed().ok());
        about.is_file() && about.uid() == own && age.is_some_and(|age| age >= rested)
    };
    let drafts = entries.flatten().filter(|entry| is_draft(&entry.file_name()) && is_old_draft(entry));
    drafts.filter(|entry| std::fs::remove_file(entry.path()).is_ok()).count()
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

/// Opens the directory of a file, so that another one cannot take its place meanwhile.
fn folder(path: &Path) -> io::Result<OwnedFd> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(parent, flags, Mode::empty())?)
}

/// Returns the name of a file in its directory.
pub(crate) fn file_name(path: &Path) -> io::Result<&OsStr> {
    path.file_name().ok_or_else(|| io::ErrorKind::InvalidInput.into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn directory(name: &str) -> std::path::PathBuf {
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
        let mut draft = Draft::named_by(&dir.join("file"), 0o600, || next.next().unwrap()).unwrap();
        draft.fill(b"new").unwrap();
        draft.rename(OsStr::new("file")).unwrap();
        drop(draft);
        assert_eq!(super::super::file::text(&dir.join("file"), 10).unwrap(), "new");
        assert_eq!(names(&dir), [left[0], left[1], "file"], "what others left is not removed");
        let stuck = Draft::named_by(&dir.join("file"), 0o600, || left[0].into()).unwrap_err();
        assert_eq!(stuck.kind(), io::ErrorKind::AlreadyExists);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_draft_that_is_given_up_leaves_nothing() {
        let dir = directory("given-up");
        let mut draft = Draft::beside(&dir.join("file"), 0o600).unwrap();
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
