//! Keeps the original content of a changed file, until the change is undone.
//!
//! The copy is not kept next to the file, because that may be in a project or a repository, where a stray
//! file is unwelcome. Settings can contain keys, so only the user can read the copy.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use sha1_smol::Sha1;

use super::lock::{self, Lock};
use crate::{
    error::Error,
    sys::{
        System,
        atomic::{self, Access},
        file, listing,
    },
};

/// The largest file that is changed, in bytes.
pub(super) const LIMIT: usize = 8 << 20;

/// What is recorded about a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// The original content, if the file existed.
    pub(super) before: Option<Vec<u8>>,
    /// The hashes of what was written, the latest first. An earlier one is still in the file if the process
    /// was killed after it wrote the record and before it wrote the file.
    pub(super) wrote: Vec<String>,
    /// How many directories were created for the file.
    pub(super) made: usize,
}

/// The directory with the record of one file.
#[derive(Debug)]
pub(super) struct RecordPath {
    dir: PathBuf,
}

impl RecordPath {
    /// Returns the directory for a file, by its path.
    pub(super) fn of(system: &System, target: &Path) -> Result<Self, Error> {
        let name: String = hash(target.as_os_str().as_encoded_bytes()).chars().take(16).collect();
        Ok(Self { dir: lock::base(system)?.join("install").join(name) })
    }

    /// Returns the directory of all records.
    pub(super) fn base(&self) -> &Path {
        self.dir.ancestors().nth(2).unwrap_or(&self.dir)
    }

    /// Returns the directory of this record.
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the path of the copy of the file.
    pub(super) fn copy(&self) -> PathBuf {
        self.dir.join("before")
    }

    fn about(&self) -> PathBuf {
        self.dir.join("about")
    }

    /// Reads the record, if there is one.
    ///
    /// A record that cannot be read is an error. If it were treated as missing, it would be removed.
    pub(super) fn load(&self) -> io::Result<Option<Record>> {
        let about = match file::text(&self.about(), file::STATE_LIMIT) {
            Ok(about) => about,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut lines = about.lines();
        let mut field = |name: &str| lines.next()?.strip_prefix(name);
        let fields = (field("wrote "), field("made ").and_then(|made| made.parse().ok()), field("before "));
        let (Some(wrote), Some(made), Some(before)) = fields else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let wrote = wrote.split(' ').map(str::to_owned).collect();
        let before = match before {
            "something" => Some(file::Open::at(&self.copy())?.head(LIMIT)?),
            _ => None,
        };
        Ok(Some(Record { before, wrote, made }))
    }

    /// Writes the record; the copy first, because the rest is useless without it.
    ///
    /// It is on the disk before the file itself is changed. A record of a file that was never changed does no
    /// harm: nothing in the file is ours, so the next `install` writes a new one and `uninstall` removes it.
    pub(super) fn save(&self, record: &Record, target: &Path, lock: &Lock) -> io::Result<()> {
        // The lock has created missing parent directories.
        let own = lock::missing(&self.dir).saturating_add(lock.spare.len());
        file::create_private_dir(&self.dir)?;
        if let Some(before) = &record.before {
            atomic::put_durably(&self.copy(), before, Access::Private)?;
        }
        let kept = self.kept().unwrap_or(own);
        let about = format!(
            "wrote {}\nmade {}\nbefore {}\nkept {kept}\nfile {}\n",
            record.wrote.join(" "),
            record.made,
            if record.before.is_some() { "something" } else { "nothing" },
            target.display()
        );
        atomic::put_durably(&self.about(), about.as_bytes(), Access::Private)
    }

    /// Removes the record, with the directories that were created for it, and those of `made` that are
    /// empty. Directories that other records still need are listed in a file, and removed with the last one.
    pub(super) fn remove(&self, made: Vec<PathBuf>, lock: &mut Lock) {
        // The two innermost directories only contain records.
        let kept = self.kept().unwrap_or_default().max(2);
        // The copy is removed last, so that no record is left without it.
        fs::remove_file(self.about()).unwrap_or_default();
        if !self.about().exists() {
            fs::remove_file(self.copy()).unwrap_or_default();
        }
        let list = self.dir.with_file_name("made");
        // Only a process with the lock writes here, so any leftovers are from one that was killed.
        for dir in self.dir.ancestors().take(2) {
            atomic::sweep(dir, Duration::ZERO);
        }
        let listed = file::text(&list, file::STATE_LIMIT).unwrap_or_default();
        fs::remove_file(&list).unwrap_or_default();
        let mut dirs = made;
        dirs.extend(self.dir.ancestors().take(kept).map(Path::to_owned));
        dirs.extend(listed.lines().map(PathBuf::from));
        // Inner directories before outer ones.
        dirs.sort_unstable_by(|one, other| other.cmp(one));
        dirs.dedup();
        dirs.retain(|dir| fs::remove_dir(dir).is_err() && dir.is_dir());
        let has_others = list.parent().is_some_and(|all| listing::any(all, |_, _| true).unwrap_or(false));
        // A name with a line break would be read as two names.
        let names = dirs.iter().filter_map(|dir| dir.to_str()).filter(|name| !name.contains('\n'));
        let listed: String = names.flat_map(|name| [name, "\n"]).collect();
        if !has_others {
            // The lock is in one of them, so they are removed with it.
            lock.spare.extend(dirs);
        } else if !listed.is_empty() {
            atomic::put(&list, listed.as_bytes(), Access::Private).unwrap_or_default();
        }
    }

    /// Returns how many directories were created for the record.
    fn kept(&self) -> Option<usize> {
        let about = file::text(&self.about(), file::STATE_LIMIT).ok()?;
        about.lines().find_map(|line| line.strip_prefix("kept ")?.parse().ok())
    }
}

/// Returns the directory of all records.
pub(super) fn hash(content: &[u8]) -> String {
    Sha1::from(content).digest().to_string()
}
