//! Reads a file, but never more of it than a status line may cost, and never waits for one.

use std::{
    fs::{self, File},
    io,
    path::{Component, Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, SystemTime},
};

use super::platform::{file as platform, paths};

/// The most that is read of a state file, in bytes: three times the largest seen in real projects.
pub const STATE_LIMIT: usize = 1 << 20;

/// A file that is being written grows by multiples of this, because buffers are usually whole pages.
const BLOCK: usize = 4 << 10;

/// A file that was written to less than this ago may not be complete.
const YOUNG: Duration = Duration::from_millis(100);

/// How often to check a file that is being written, and how long to wait in between.
const LOOKS: usize = 5;
const PAUSE: Duration = Duration::from_millis(1);

/// How many pauses all files of one run may cost together: the line is due in 150 ms.
const PAUSES: usize = 3 * LOOKS;

/// How many pauses this run has made.
static PAUSED: AtomicUsize = AtomicUsize::new(0);

/// A regular file, open for reading.
#[derive(Debug)]
pub struct Open {
    file: File,
    size: usize,
    modified: i64,
}

/// What is known about an open file.
#[derive(Clone, Copy, Debug)]
pub(super) struct About {
    pub(super) is_file: bool,
    pub(super) size: usize,
    /// When it was last written, in seconds since 1970.
    pub(super) modified: i64,
}

/// A file that is read, and overwritten in place if it is this user's own.
#[derive(Debug)]
pub struct Own(File);

impl Own {
    /// Opens a file; a link is refused.
    pub fn at(path: &Path) -> io::Result<Self> {
        platform::open_own(path).map(Self)
    }

    /// Reads the beginning of the file, and returns how many bytes that is.
    pub fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        platform::read_start(&self.0, buffer)
    }

    /// Overwrites the beginning of the file, unless another user could have put it there, or it has a second name.
    pub fn write(&self, content: &[u8]) -> io::Result<()> {
        platform::require_own(&self.0)?;
        platform::write_start(&self.0, content)
    }
}

impl Open {
    /// Opens `path` if it is a regular file.
    ///
    /// It does not block, because a FIFO in its place might never answer.
    pub fn at(path: &Path) -> io::Result<Self> {
        Self::of(platform::open(path)?)
    }

    fn of(file: File) -> io::Result<Self> {
        let about = platform::about(&file)?;
        if !about.is_file {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let about = settled(&file, about)?;
        Ok(Self { file, size: about.size, modified: about.modified })
    }

    /// Returns when the file was last written, in seconds since 1970.
    pub fn modified(&self) -> i64 {
        self.modified
    }

    /// Returns how many bytes the file had when it was opened.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Reads the beginning of the file, `limit` bytes at most.
    pub fn head(self, limit: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.read_on(&mut bytes, limit)?;
        Ok(bytes)
    }

    /// Reads the bytes after those that `bytes` already has, until there are `limit`.
    pub fn read_on(&self, bytes: &mut Vec<u8>, limit: usize) -> io::Result<()> {
        self.fill(bytes, 0, self.size.min(limit))?;
        let is_cut = bytes.len() < self.size.min(limit);
        let has_grown = self.size < limit && bytes.len() > self.size;
        if is_cut || has_grown {
            // It was written to since it was opened.
            let size = settled(&self.file, platform::about(&self.file)?)?.size;
            bytes.clear();
            self.fill(bytes, 0, size.min(limit))?;
        }
        bytes.truncate(limit);
        Ok(())
    }

    /// Reads the end of the file, `limit` bytes at most.
    pub fn tail(self, limit: usize) -> io::Result<Vec<u8>> {
        let start = self.size.saturating_sub(limit);
        let mut bytes = Vec::new();
        self.fill(&mut bytes, start, self.size.saturating_sub(start))?;
        Ok(bytes)
    }

    /// Reads from `start` until there are `expected` bytes; fewer if the file is shorter, more if it has grown.
    fn fill(&self, bytes: &mut Vec<u8>, start: usize, expected: usize) -> io::Result<()> {
        // One more byte, which is used only if the file has grown.
        bytes.reserve_exact(expected.saturating_sub(bytes.len()).saturating_add(1));
        while bytes.len() < expected {
            let at = u64::try_from(start.saturating_add(bytes.len())).unwrap_or(u64::MAX);
            match platform::append_at(&self.file, bytes, at) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Waits a moment for a file that is being written: one that is empty, or that ends with a full buffer.
///
/// Most programs truncate a state file before they write it, and a line that is made in between would show nothing.
/// There is no wait for a file that is older, or whose size is not a multiple of a buffer.
fn settled(file: &File, mut about: About) -> io::Result<About> {
    for _ in 0..LOOKS {
        let ends_at_block = about.size.is_multiple_of(BLOCK);
        if !ends_at_block || !paused(file) {
            break;
        }
        about = platform::about(file)?;
    }
    Ok(about)
}

/// Waits a moment if a file was written just now; `false` if it was not, or this run may not wait any longer.
#[inline(never)] // Few files end with a full buffer.
fn paused(file: &File) -> bool {
    let waits = is_young(file) && may_pause();
    if waits {
        thread::sleep(PAUSE);
    }
    waits
}

/// Takes one pause from those that this run has left; `false` if there are none.
fn may_pause() -> bool {
    PAUSED.fetch_add(1, Ordering::Relaxed) < PAUSES
}

/// Begins another run, which has all its pauses left: `watch` makes one line after the other.
pub(super) fn begin_run() {
    PAUSED.store(0, Ordering::Relaxed);
}

/// Returns whether a file was written a moment ago.
fn is_young(file: &File) -> bool {
    let written = file.metadata().and_then(|about| about.modified());
    written.is_ok_and(|written| written.elapsed().is_ok_and(|age| age < YOUNG))
}

/// Opens a file to lock it, and creates it if it is missing; only this user can read it.
pub fn open_lock(path: &Path) -> io::Result<File> {
    platform::open_lock(path)
}

/// Reports whether a path still leads to an open file: it may have been removed or replaced since.
pub fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    platform::is_named(file, path)
}

/// Creates a directory that only this user can enter, and its missing parents.
pub fn create_private_dir(dir: &Path) -> io::Result<()> {
    platform::create_private_dir(dir)
}

/// Reads the beginning of a regular file, `limit` bytes at most.
pub fn head(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let file = platform::open(path)?;
    match platform::read_short(&file) {
        Some(bytes) if bytes.len() <= limit => Ok(bytes),
        _ => Open::of(file)?.head(limit),
    }
}

/// Reads the beginning of a file as text; bytes that are not UTF-8 become U+FFFD, as in Node.
pub fn text(path: &Path, limit: usize) -> io::Result<String> {
    Ok(decoded(head(path, limit)?))
}

/// Converts bytes to text; those that are not UTF-8 become U+FFFD, as in Node.
pub fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Returns a path in the form of this system: Git Bash on Windows writes `/c/Users` for `C:\\Users`.
pub fn native(path: PathBuf) -> PathBuf {
    paths::native(path)
}

/// Returns a path in the form that every shell reads: with `/` on Windows, too.
pub fn portable(path: PathBuf) -> PathBuf {
    paths::portable(path)
}

/// Makes a link to a directory, for tests.
#[cfg(test)]
pub(crate) fn link_to_directory(target: &Path, link: &Path) -> io::Result<()> {
    platform::link_to_directory(target, link)
}

/// Resolves the links of a path, which must exist.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    paths::canonical(path)
}

/// Resolves each `..` in a path, so that its parents are real directories.
pub fn above_resolved(path: PathBuf) -> PathBuf {
    if !path.components().any(|part| part == Component::ParentDir) {
        return path;
    }
    // If it does not exist, resolve the path as text.
    canonical(&path).unwrap_or_else(|_| {
        path.components().fold(PathBuf::new(), |mut resolved, part| {
            if part == Component::ParentDir {
                resolved.pop();
            } else {
                resolved.push(part);
            }
            resolved
        })
    })
}

/// Returns a path below a directory; unlike [`Path::join`] it allocates only once.
pub fn below(dir: &Path, name: &str) -> PathBuf {
    let length = dir.as_os_str().len().saturating_add(name.len()).saturating_add(1);
    let mut path = PathBuf::with_capacity(length);
    path.push(dir);
    paths::push(&mut path, name);
    path
}

/// Returns the modification time of a file that is not open.
pub fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// Returns when a regular file that is not empty was last written, in seconds since 1970.
pub fn written(path: &Path) -> Option<i64> {
    let about = fs::metadata(path).ok().filter(|about| about.is_file() && about.len() > 0)?;
    let since = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH);
    Some(since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX)))
}

/// Returns a path for people: below the home directory it begins with `~`.
pub fn homely(path: &Path, home: Option<&Path>) -> String {
    match home.and_then(|home| path.strip_prefix(home).ok()) {
        Some(below) if below.as_os_str().is_empty() => "~".to_owned(),
        Some(below) => format!("~/{}", portable(below.to_owned()).display()),
        None => portable(path.to_owned()).display().to_string(),
    }
}

/// Returns why a file cannot be read, for people.
pub fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::InvalidInput => "not a regular file".to_owned(),
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 16 sessions that are written at once would cost 80 pauses if each file had its own.
    #[test]
    fn all_files_share_one_budget_of_pauses() {
        begin_run();
        let granted = (0..16 * LOOKS).filter(|_| may_pause()).count();
        assert_eq!(granted, PAUSES);
        begin_run();
        assert!(may_pause());
    }
}
