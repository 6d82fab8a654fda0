//! Watches by kqueue, which knows open files and not names: a directory reports that its list of names has changed,
//! but not that one of its files was written. So files are watched, too.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use kqueue::{EventFilter, FilterFlag, Ident};

use super::file;
use crate::sys::{changes::Places, listing};

/// How many files are watched: each is held open, and macOS allows 256 of those to a process.
const MOST: usize = 128;

/// How many names of a directory are considered.
const NAMES: usize = 1000;

/// How soon the thread notices that its watcher was dropped.
const SLICE: Duration = Duration::from_millis(200);

/// Ends its thread when it is dropped.
#[derive(Debug)]
pub(crate) struct Watcher(Arc<AtomicBool>);

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Watches the directories, the named paths, and as many files as can be held open.
pub(crate) fn watch(
    places: &Places,
    mut on_change: impl FnMut(Option<&Path>) + Send + 'static,
) -> io::Result<Watcher> {
    let mut queue = kqueue::Watcher::new()?;
    let named = places.whole.iter().chain(&places.partly).chain(&places.paths).cloned();
    let opened = |path: PathBuf| file::open(&path).ok().map(|file| (path, file));
    let mut held: Vec<(PathBuf, File)> = named.filter_map(opened).take(MOST.saturating_add(1)).collect();
    if held.len() > MOST {
        return Err(io::Error::other("too many directories"));
    }
    let listed = places.whole.iter().flat_map(|directory| files(directory));
    held.extend(listed.filter_map(opened).take(MOST.saturating_sub(held.len())));
    for (_, file) in &held {
        queue.add_file(file, EventFilter::EVFILT_VNODE, every_change())?;
    }
    queue.watch()?;
    let is_dropped = Arc::new(AtomicBool::new(false));
    let watcher = Watcher(Arc::clone(&is_dropped));
    thread::Builder::new().spawn(move || {
        while !is_dropped.load(Ordering::Relaxed) {
            let Some(event) = queue.poll(Some(SLICE)) else { continue };
            let path = match event.ident {
                Ident::Fd(descriptor) => path_of(&held, descriptor),
                _ => None,
            };
            on_change(path);
        }
    })?;
    Ok(watcher)
}

/// Returns the path that a descriptor was opened by.
fn path_of(held: &[(PathBuf, File)], descriptor: i32) -> Option<&Path> {
    use std::os::fd::AsRawFd;
    held.iter().find(|(_, file)| file.as_raw_fd() == descriptor).map(|(path, _)| path.as_path())
}

/// Returns the files of a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    listing::each(directory, NAMES, |name, kind| {
        if kind == listing::Kind::File {
            files.push(directory.join(name));
        }
    })
    .unwrap_or_default();
    files
}

fn every_change() -> FilterFlag {
    FilterFlag::NOTE_DELETE
        | FilterFlag::NOTE_WRITE
        | FilterFlag::NOTE_EXTEND
        | FilterFlag::NOTE_ATTRIB
        | FilterFlag::NOTE_LINK
        | FilterFlag::NOTE_RENAME
        | FilterFlag::NOTE_REVOKE
}
