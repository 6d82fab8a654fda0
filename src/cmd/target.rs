//! The files that `check` is asked about, read as a whole.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{Call, configs::is_config};
use crate::{
    check::{self, Breach, Subject, report},
    config::Config,
    error::Error,
    family::Family,
    hook,
    state::State,
    sys::{
        System,
        file::{self, Open, STATE_LIMIT},
    },
};

/// A state file that is to be checked.
pub(super) struct Target {
    pub(super) family: &'static Family,
    pub(super) path: Option<PathBuf>,
    /// The directory from which downwards no link may lead elsewhere.
    pub(super) base: PathBuf,
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    pub(super) text: String,
    pub(super) modified: i64,
    pub(super) is_whole: bool,
}

/// Returns the states to check: those that were named, else the one that counts.
pub(super) fn targets(call: &Call, system: &System) -> Result<Vec<Result<Target, Error>>, Error> {
    let here = system.dir();
    if !call.operands.is_empty() {
        let states = call.operands.iter().filter(|operand| !is_config(operand));
        return Ok(states.map(|operand| named(Path::new(operand), call, system)).collect());
    }
    let dir = call.options.start(system).unwrap_or_else(|| PathBuf::from("."));
    let found = nearest(&dir, call, system, here.as_deref());
    Ok(vec![Ok(found?)])
}

/// Reads what was named: a file, a directory or standard input.
fn named(path: &Path, call: &Call, system: &System) -> Result<Target, Error> {
    let here = system.dir();
    if path.as_os_str() == "-" {
        let bytes = super::line::piped();
        let state =
            State::text(system, bytes.clone(), call.options.family).ok_or_else(|| unreadable(path))?;
        return Ok(Target::new(
            state.family,
            None,
            PathBuf::new(),
            "standard input".to_owned(),
            bytes,
            system.now(),
        ));
    }
    if path.is_dir() {
        let dir = here.as_deref().map_or_else(|| path.to_owned(), |here| here.join(path));
        return nearest(&dir, call, system, here.as_deref());
    }
    let state = State::file(path, call.options.family).ok_or_else(|| unreadable(path))?;
    let (bytes, modified) = read(path)?;
    let name = report::name(path, here.as_deref());
    Ok(Target::new(state.family, Some(path.to_owned()), here.unwrap_or_default(), name, bytes, modified))
}

/// Reads the state that counts for a directory.
fn nearest(dir: &Path, call: &Call, system: &System, here: Option<&Path>) -> Result<Target, Error> {
    let options = &call.options;
    let mut config = Config::load(system, options.config.as_deref(), &hook::segment::NAMES);
    let Some(state) = hook::preferred(system, options, &mut config, dir) else {
        return Err(Error::NoState { dir: dir.to_owned() });
    };
    let path = state.path.clone().unwrap_or_default();
    if let Err(notice) = state.content() {
        return Err(Error::NoContent { path, notice });
    }
    let (bytes, modified) = read(&path)?;
    let name = report::name(&path, here);
    Ok(Target::new(state.family, Some(path), state.root.unwrap_or_default(), name, bytes, modified))
}

/// Reads a file and when it was written; one byte more than the limit tells that there is more.
fn read(path: &Path) -> Result<(Vec<u8>, i64), Error> {
    let cannot = |error: io::Error| Error::Unreadable { path: path.to_owned(), why: file::why(&error) };
    let open = Open::at(path).map_err(cannot)?;
    let modified = open.modified();
    Ok((open.head(STATE_LIMIT.saturating_add(1)).map_err(cannot)?, modified))
}

fn unreadable(path: &Path) -> Error {
    match read(path) {
        Err(error) => error,
        Ok(_) => Error::Unreadable { path: path.to_owned(), why: "it changed while it was read".to_owned() },
    }
}

impl Target {
    fn new(
        family: &'static Family,
        path: Option<PathBuf>,
        base: PathBuf,
        name: String,
        mut bytes: Vec<u8>,
        modified: i64,
    ) -> Self {
        let is_all = bytes.len() <= STATE_LIMIT;
        bytes.truncate(STATE_LIMIT);
        let is_whole = is_all && std::str::from_utf8(&bytes).is_ok();
        let text = file::decoded(bytes.clone());
        Self { family, path, base, name, bytes, text, modified, is_whole }
    }

    /// Returns every breach in it.
    pub(super) fn breaches(&self, system: &System) -> Vec<Breach> {
        self.breaches_of(&self.text, system)
    }

    /// Returns every breach that it would have with another text.
    pub(super) fn breaches_of(&self, text: &str, system: &System) -> Vec<Breach> {
        let document = self.family.document(text);
        let mut subject = Subject::new(self.family, self.path.as_deref(), text, &document);
        (subject.now, subject.modified, subject.is_whole) = (system.now(), self.modified, self.is_whole);
        check::breaches(&subject)
    }
}
