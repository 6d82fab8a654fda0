//! The state files that `check` is asked about.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use super::{Call, open};
use crate::{
    check::{
        self, Problem, Subject,
        fix::{self, Fixed},
        report,
    },
    config::Config,
    error::Error,
    options::Options,
    select::{self, State},
    sys::System,
};

/// Returns whether a path is that of a config: no state file is TOML, unless the user declared it.
pub(super) fn is_config(operand: &OsStr, call: &Call, system: &System) -> bool {
    let path = Path::new(operand);
    let config = || Config::load(system, call.options.config.as_deref());
    let is_declared = || config().workflow_of(system, path).is_some();
    path.extension().is_some_and(|kind| kind == "toml") && !is_declared()
}

/// A state file to check.
pub(super) struct Target {
    pub(super) state: State,
    /// The directory that the search for it began in, unless it was named.
    pub(super) start: Option<PathBuf>,
    /// The directory below which no link may lead elsewhere.
    pub(super) base: PathBuf,
    /// What it is called in the report.
    pub(super) name: String,
    /// Its text, or what the fixes have made of it.
    pub(super) text: String,
}

/// Returns the states to check: those that were named, else the one that applies here.
pub(super) fn targets(call: &Call, system: &System) -> Result<Vec<Result<Target, Error>>, Error> {
    if !call.operands.is_empty() {
        let states = call.operands.iter().filter(|operand| !is_config(operand, call, system));
        return Ok(states.map(|operand| named(Path::new(operand), call, system)).collect());
    }
    let dir = call.options.start(system).unwrap_or_else(|| PathBuf::from("."));
    Ok(vec![Ok(nearest(&dir, call, system)?)])
}

/// Reads what was named: a file, a directory or standard input.
fn named(path: &Path, call: &Call, system: &System) -> Result<Target, Error> {
    let is_input = path.as_os_str() == "-";
    if !is_input && path.is_dir() {
        // Without `.`, which a message should not show.
        let dir = system.dir().map_or_else(|| path.to_owned(), |here| here.join(path).components().collect());
        return nearest(&dir, call, system);
    }
    let options = Options { file: Some(path.to_owned()), ..call.options.clone() };
    let state = select::selected(system, &options).1.ok_or_else(|| open::missing(&options, system))?;
    let base = if is_input { PathBuf::new() } else { system.dir().unwrap_or_default() };
    Target::of(state, None, base, system)
}

/// Reads the state that applies in a directory.
fn nearest(dir: &Path, call: &Call, system: &System) -> Result<Target, Error> {
    let mut config = Config::load(system, call.options.config.as_deref());
    let state = select::nearest(system, &call.options, &mut config, dir)
        .ok_or_else(|| Error::NoState { dir: dir.to_owned() })?;
    let base = state.root.clone().unwrap_or_default();
    Target::of(state, Some(dir.to_owned()), base, system)
}

impl Target {
    fn of(state: State, start: Option<PathBuf>, base: PathBuf, system: &System) -> Result<Self, Error> {
        let here = system.dir();
        let name = state.path.as_deref().map(|path| report::name(path, here.as_deref()));
        let text = state
            .content()
            .map_err(|notice| Error::NoContent { path: state.path.clone().unwrap_or_default(), notice })?
            .to_owned();
        Ok(Self { state, start, base, name: name.unwrap_or_else(|| "standard input".to_owned()), text })
    }

    /// Returns the problems in it that are worth reading.
    pub(super) fn problems(&self, system: &System) -> Vec<Problem> {
        self.examined(&self.text, system, check::problems)
    }

    /// Fixes every problem that can be fixed, in its text alone.
    pub(super) fn fixed(&self, system: &System) -> Fixed {
        fix::repeatedly(&self.text, |text| self.examined(text, system, check::fixable))
    }

    /// Runs a check on it as if it had another text.
    fn examined(&self, text: &str, system: &System, check: fn(&Subject<'_>) -> Vec<Problem>) -> Vec<Problem> {
        let document = self.state.family.document_at(text, self.state.path.as_deref());
        check(&self.state.subject(system, text, &document))
    }
}
