//! Which state applies, and why: the hook and every command ask here, and `explain` prints the answer.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use crate::{
    config::Config,
    error::Error,
    family::{FAMILIES, Family, Search},
    options::Options,
    sys::{System, file::STATE_LIMIT},
    text,
};

mod here;
mod preferences;
mod search;
mod state;
mod trace;
mod why;

pub use here::{Here, here};
pub use preferences::{FoundPreferences, preferences};
pub use search::{Found, is_home, upwards};
pub use state::State;
pub use trace::{Directory, Presence, Session, Spot, Trace, trace};

/// Reads the state that the line shows: not one that the settings call too old, and no plan that is not worked on.
///
/// `config` has the user's settings; the project's are joined to it.
pub fn shown(system: &System, options: &Options, config: &mut Config) -> Option<State> {
    let is_named = options.file.is_some();
    read(system, options, config).filter(|state| is_named || is_shown(system, config, state))
}

/// Reads the settings, and the state that applies: the file that was named, else the nearest one.
pub fn selected(system: &System, options: &Options) -> (Config, Option<State>) {
    let mut config = Config::load(system, options.config.as_deref());
    let state = read(system, options, &mut config);
    (config, state)
}

/// Reads the state that applies.
fn read(system: &System, options: &Options, config: &mut Config) -> Option<State> {
    match &options.file {
        Some(path) if path.as_os_str() == "-" => State::text(system, piped(options.family), options.family),
        Some(path) => {
            let family = options.family.or_else(|| config.workflow_of(system, path));
            State::file(path, family).map(|state| state.with_ages(config.ages))
        }
        None if !options.starts_somewhere(system) => None,
        None => options.start(system).and_then(|dir| nearest(system, options, config, &dir)),
    }
}

/// Reads the state that applies in a directory, after its project's settings.
pub fn nearest(system: &System, options: &Options, config: &mut Config, dir: &Path) -> Option<State> {
    let search = Search::new(system, config.ages).with(&config.workflows);
    here(&search, dir, options.family, config)?.read(config)
}

/// Looks up the workflow that `--as` names, if no family of our own has that name.
pub fn resolve(system: &System, options: &mut Options) -> Result<(), Error> {
    match options.workflow.take() {
        None => Ok(()),
        Some(value) => resolve_named(system, options, value),
    }
}

/// Looks up a workflow in the user's settings. Few calls name one, so it is not inlined.
#[inline(never)]
fn resolve_named(system: &System, options: &mut Options, value: String) -> Result<(), Error> {
    let workflows = Config::load(system, options.config.as_deref()).workflows;
    options.family = workflows.iter().copied().find(|family| family.id == value);
    if options.family.is_some() {
        return Ok(());
    }
    let ids = FAMILIES.iter().chain(workflows).map(|family| family.id);
    Err(Error::BadValue { flag: "--as".to_owned(), value, wanted: text::listed(ids) })
}

/// Returns the directory of the project whose state applies in a directory.
pub fn root(system: &System, options: &Options, dir: &Path) -> Option<PathBuf> {
    let mut config = Config::load(system, options.config.as_deref());
    let search = Search::new(system, config.ages).with(&config.workflows);
    here(&search, dir, options.family, &mut config).map(|here| here.root)
}

/// Returns whether the line shows a state that was found.
pub fn is_shown(system: &System, config: &Config, state: &State) -> bool {
    state.hidden.is_none() && !config.is_outdated(system, state.modified)
}

/// Reads standard input to its end, for `-f -`.
#[inline(never)]
pub fn piped(family: Option<&Family>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let limit = family.map_or(STATE_LIMIT, |family| family.bytes_limit);
    let limit = u64::try_from(limit).unwrap_or(u64::MAX);
    std::io::stdin().lock().take(limit).read_to_end(&mut bytes).unwrap_or_default();
    bytes
}
