//! What is watched: the search from a directory, or a file.

use std::path::PathBuf;

use super::output::{Found, Output};
use crate::{
    cmd::Call,
    config::{self, Config},
    error::Error,
    options::Options,
    select,
    sys::System,
    watch::{Plan, event::Seen},
};

/// Something that is watched.
pub(super) struct Target {
    /// The options that find its state.
    pub(super) options: Options,
    /// What it is called if there are several; `None` if it was not named.
    pub(super) name: Option<String>,
    /// What was last seen of it.
    pub(super) seen: Seen,
    /// What is shown of it.
    pub(super) shown: Option<Output>,
}

/// Returns what the call asks for. The paths are absolute, because the working directory may be removed later.
pub(super) fn targets(call: &Call, system: &System) -> Result<Vec<Target>, Error> {
    let here = system.dir().unwrap_or_default();
    let mut options = call.options.clone();
    match &options.file {
        Some(file) if file.as_os_str() == "-" => {
            return Err(Error::BadValue {
                flag: "--file".to_owned(),
                value: "-".to_owned(),
                wanted: "a file that can be watched".to_owned(),
            });
        }
        Some(file) => options.file = Some(here.join(file)),
        None => options.dir = Some(options.start(system).unwrap_or(here)),
    }
    if call.operands.is_empty() {
        return Ok(vec![Target::of(options, None)]);
    }
    if let (Some(_), Some(operand)) = (&call.options.file, call.operands.first()) {
        return Err(Error::Unexpected { command: None, argument: operand.to_string_lossy().into_owned() });
    }
    let base = options.dir.clone().unwrap_or_default();
    let operands = call.operands.iter().map(|operand| {
        let (path, name) = (base.join(operand), operand.to_string_lossy().into_owned());
        let options = match () {
            () if path.is_dir() => Options { dir: Some(path), ..options.clone() },
            () if path.exists() => Options { file: Some(path), ..options.clone() },
            () => return Err(Error::BadOperand { value: name, wanted: "a directory or a file".to_owned() }),
        };
        Ok(Target::of(options, Some(name)))
    });
    operands.collect()
}

impl Target {
    fn of(options: Options, name: Option<String>) -> Self {
        Self { options, name, seen: Seen::default(), shown: None }
    }

    /// Reads its settings and its state.
    pub(super) fn read(&self, system: &System) -> Found {
        let mut config = Config::load(system, self.options.config.as_deref());
        let state = select::shown(system, &self.options, &mut config);
        Found { config, state }
    }

    /// Returns what to watch: the states that the line can show, and the settings that apply to them.
    pub(super) fn plan(&self, system: &System, found: &Found) -> Plan {
        let (options, state) = (&self.options, found.state.as_ref());
        let mut plan = match (&options.file, &options.dir) {
            (None, Some(dir)) => Plan::search(system, dir, state, &found.config.workflows),
            _ => Plan::default(),
        };
        let root: Option<PathBuf> = state.and_then(|state| state.root.clone());
        let settings = config::files(system, options.config.as_deref(), root.as_deref());
        let settings = settings.iter().map(|file| file.path.as_path());
        for path in options.file.as_deref().into_iter().chain(settings) {
            plan.add_file(path);
        }
        plan
    }

    /// Returns whether it shows a state that is no longer there.
    pub(super) fn has_gone(&self, now: &Output) -> bool {
        now.is_nothing() && self.shown.as_ref().is_some_and(|shown| !shown.is_nothing())
    }

    /// Takes what it shows from now on, and returns whether that is something else. At the start, nothing is no news.
    pub(super) fn shows(&mut self, now: &Output) -> bool {
        let has_changed = match &self.shown {
            Some(before) => !before.says(now),
            None => !now.is_nothing(),
        };
        self.shown = Some(now.clone());
        has_changed
    }
}
