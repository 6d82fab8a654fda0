//! A lock that allows one change of a host's settings at a time, per user.
//!
//! The settings and their record must not change between reading and writing, so `install` and `uninstall`
//! wait for each other. The kernel releases the lock when a process dies.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use crate::{
    error::Error,
    sys::{System, file},
};

/// How long to wait for another process. A change takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to wait between two attempts.
const PAUSE: Duration = Duration::from_millis(2);

/// The right to change settings and records, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Kept open, because closing it releases the lock.
    _file: File,
    /// Directories to remove together with the lock, if they are empty.
    pub(super) spare: Vec<PathBuf>,
}

impl Lock {
    /// Waits for the lock, up to a time limit.
    pub fn take(system: &System) -> Result<Self, Error> {
        Self::within(&base(system)?)
    }

    /// Waits for the lock of the records in a directory.
    pub(super) fn within(base: &Path) -> Result<Self, Error> {
        let path = base.join("install.lock");
        let unwritable = |error: &io::Error| Error::Unwritable { path: path.clone(), why: file::why(error) };
        let mut spare = Vec::new();
        let begun = Instant::now();
        loop {
            if let Some(file) = attempt(&path, &mut spare).map_err(|error| unwritable(&error))? {
                return Ok(Self { path, _file: file, spare });
            }
            if begun.elapsed() > PATIENCE {
                return Err(Error::Busy { path });
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is removed while the lock is held. A process that waits for it notices that, and starts
        // over with a new file.
        fs::remove_file(&self.path).unwrap_or_default();
        // Inner directories before outer ones.
        self.spare.sort_unstable_by(|one, other| other.cmp(one));
        for dir in &self.spare {
            fs::remove_dir(dir).unwrap_or_default();
        }
    }
}

/// Tries to lock the file; `None` if another process holds the lock or has just removed the file.
fn attempt(path: &Path, spare: &mut Vec<PathBuf>) -> io::Result<Option<File>> {
    let Some(dir) = path.parent() else { return Err(io::ErrorKind::InvalidInput.into()) };
    spare.extend(dir.ancestors().take(missing(dir)).map(Path::to_owned));
    file::create_private_dir(dir)?;
    let file = match file::open_lock(path) {
        Ok(file) => file,
        // The directory went with another process's lock.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        // Some network file systems have no locks. Go on without one: the file is still compared with what
        // was read, right before it is replaced.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            return Ok(Some(file));
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    Ok(file::is_named(&file, path)?.then_some(file))
}

/// Returns the directory that everything of this kind is kept below.
pub(super) fn base(system: &System) -> Result<PathBuf, Error> {
    system.state_dir().ok_or(Error::NoHome)
}

/// Counts the directories on the way to a path that are not there yet.
pub(super) fn missing(dir: &Path) -> usize {
    dir.ancestors().take_while(|dir| fs::symlink_metadata(dir).is_err()).count()
}
