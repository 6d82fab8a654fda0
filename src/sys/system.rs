//! The only access to the program's environment: variables, working directory, home, clock.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use super::{file, platform::directories as platform};
use once_cell::race::OnceBox;

/// The environment of the program: variables, working directory, home, clock.
#[derive(Debug, Default)]
pub struct System {
    vars: Option<Vec<(OsString, OsString)>>,
    dir: Option<PathBuf>,
    now: Option<i64>,
    /// Looked up once, because half a dozen places need it in each run.
    pub(super) home: OnceBox<Option<PathBuf>>,
}

impl System {
    /// Returns the local time of day after a number of seconds, with the day if it is not within the next 20 hours.
    pub fn clock(&self, seconds: i64) -> Option<String> {
        let at = jiff::Timestamp::from_second(self.now().saturating_add(seconds)).ok()?;
        let format = if seconds < 20 * 3600 { "%H:%M" } else { "%a %H:%M" };
        Some(at.to_zoned(self.zone()).strftime(format).to_string())
    }

    /// Returns the time zone: that of `TZ`, else the system's.
    fn zone(&self) -> jiff::tz::TimeZone {
        let named =
            self.text("TZ").and_then(|name| jiff::tz::TimeZone::get(name.trim_start_matches(':')).ok());
        named.unwrap_or_else(jiff::tz::TimeZone::system)
    }

    /// Returns the machine that this process runs on.
    pub fn process() -> Self {
        Self::default()
    }

    /// Returns a made-up machine, for tests: these variables, this directory, this time.
    pub fn made_up(vars: &[(&str, &str)], dir: &Path, now: i64) -> Self {
        let vars = vars.iter().map(|(name, value)| (name.into(), value.into())).collect();
        Self { vars: Some(vars), dir: Some(dir.to_owned()), now: Some(now), home: OnceBox::new() }
    }

    /// Returns an environment variable that is set and not empty.
    pub fn var(&self, name: &str) -> Option<OsString> {
        let value = match &self.vars {
            None => super::start::variable(name),
            Some(vars) => vars.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()),
        };
        value.filter(|value| !value.is_empty())
    }

    /// Returns an environment variable as text.
    pub fn text(&self, name: &str) -> Option<String> {
        self.var(name).map(|value| file::decoded(value.into_encoded_bytes()))
    }

    /// Returns all environment variables as text.
    pub fn variables(&self) -> Vec<(String, String)> {
        let all = self.vars.clone().unwrap_or_else(|| std::env::vars_os().collect());
        let text = |value: OsString| file::decoded(value.into_encoded_bytes());
        all.into_iter().map(|(name, value)| (text(name), text(value))).collect()
    }

    /// Returns the working directory, unless it was removed.
    #[expect(clippy::disallowed_methods, reason = "only this type asks the system")]
    pub fn dir(&self) -> Option<PathBuf> {
        self.dir.clone().or_else(|| std::env::current_dir().ok())
    }

    /// Returns a path to run this program again.
    ///
    /// It is the path that was used to call it, if that still leads here: it may be a link that will point to the
    /// next version, when this file is gone.
    pub fn program(&self) -> Option<PathBuf> {
        let running = std::env::current_exe().ok()?;
        let called = PathBuf::from(super::start::arguments().next()?);
        let leads_here = |path: &PathBuf| file::canonical(path).is_ok_and(|path| path == running);
        let candidates: Vec<PathBuf> = if called.components().count() > 1 {
            // Joining the components again removes `./`.
            vec![self.dir()?.join(called).components().collect()]
        } else {
            let path = self.var("PATH").unwrap_or_default();
            std::env::split_paths(&path)
                .filter(|dir| dir.is_absolute())
                .map(|dir| dir.join(&called))
                .collect()
        };
        candidates.into_iter().find(leads_here).or(Some(running)).map(file::portable)
    }

    /// Returns the file that this process was started from, to start it again; a made-up machine has none.
    pub fn running(&self) -> Option<PathBuf> {
        if self.vars.is_some() {
            return None;
        }
        platform::running()
    }

    /// Returns the seconds since 1970.
    pub fn now(&self) -> i64 {
        self.now.unwrap_or_else(super::start::seconds)
    }

    /// Stops the clock at a time.
    pub fn stop_clock(&mut self, now: i64) {
        self.now = Some(now);
    }
}
