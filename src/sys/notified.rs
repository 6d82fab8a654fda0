//! Watches directories on systems that report which file in them has changed.

use std::{io, path::Path, thread};

use notify::{
    ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _,
    event::{AccessKind, AccessMode},
};

use super::changes::Places;

pub(super) type Watcher = RecommendedWatcher;

/// Watches the directories; nothing else is needed for their files.
pub(super) fn watch(
    places: &Places,
    mut on_change: impl FnMut(Option<&Path>) + Send + 'static,
) -> io::Result<Watcher> {
    // The watcher starts a thread, and panics later if that fails. So try it here first.
    thread::Builder::new().spawn(|| ())?.join().unwrap_or_default();
    let on_event = move |event: notify::Result<Event>| match event {
        Ok(event) if event.need_rescan() => on_change(None),
        Ok(event) if is_change(event.kind) => event.paths.iter().for_each(|path| on_change(Some(path))),
        Ok(_) | Err(_) => {}
    };
    let mut watcher = notify::recommended_watcher(on_event).map_err(plain)?;
    for directory in places.whole.union(&places.partly) {
        match watcher.watch(directory, RecursiveMode::NonRecursive) {
            Err(error) if matches!(error.kind, ErrorKind::MaxFilesWatch) => return Err(plain(error)),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(watcher)
}

/// Returns whether an event may have changed a file. Reading it does not.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

/// Converts an error of the watcher to the system's error.
fn plain(error: notify::Error) -> io::Error {
    match error.kind {
        ErrorKind::Io(error) => error,
        ErrorKind::MaxFilesWatch => {
            io::Error::other("too many watched directories (raise `fs.inotify.max_user_watches`)")
        }
        _ => io::Error::other(error.to_string()),
    }
}
