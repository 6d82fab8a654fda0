//! The directories for settings, states and temporary files.
//!
//! A variable of the XDG convention applies only if it names an absolute directory, as the convention requires.

use std::path::{Path, PathBuf};

use super::{System, file, platform::directories as platform};

/// Whether programs usually follow the XDG convention on this system.
pub const XDG_IS_USUAL: bool = platform::XDG_IS_USUAL;

impl System {
    /// Returns the user's home directory.
    pub fn home(&self) -> Option<&Path> {
        self.home.get_or_init(|| Box::new(platform::home(self))).as_deref()
    }

    /// Returns the directory for settings, those of other programs included: `XDG_CONFIG_HOME` or `~/.config`.
    pub fn config_dir(&self) -> Option<PathBuf> {
        self.base_dir("XDG_CONFIG_HOME", ".config")
    }

    /// Returns the directory for settings of a program that follows the system's own convention first.
    pub fn native_config_dir(&self) -> Option<PathBuf> {
        let is_named = self.var("XDG_CONFIG_HOME").is_some();
        let native = platform::NATIVE_CONFIG.filter(|_| !is_named);
        native.map_or_else(|| self.config_dir(), |below| Some(file::below(self.home()?, below)))
    }

    /// Returns our own directory for what has to last: `XDG_STATE_HOME` or `~/.local/state`, and our name.
    pub fn state_dir(&self) -> Option<PathBuf> {
        Some(file::below(&self.base_dir("XDG_STATE_HOME", ".local/state")?, "stateline"))
    }

    /// Returns the directory for temporary files, chosen as Node chooses it.
    pub fn temporary(&self) -> PathBuf {
        platform::temporary(self)
    }

    fn base_dir(&self, variable: &str, usual: &str) -> Option<PathBuf> {
        let named = self.var(variable).map(|dir| file::native(dir.into())).filter(|dir| dir.is_absolute());
        named.or_else(|| platform::base_dir(self, usual))
    }
}

/// Returns where the machine's administrator keeps settings of Claude Code.
pub fn managed_claude() -> &'static Path {
    Path::new(platform::MANAGED_CLAUDE)
}
