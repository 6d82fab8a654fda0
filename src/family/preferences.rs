//! What a workflow's own settings ask for, where the user's settings leave it open.

/// What a workflow's own settings ask for, for the line of the hook.
#[derive(Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Preferences {
    /// Show the last slash command.
    pub show_last_command: bool,
    /// Show the context meter after the model instead of at the end.
    pub context_in_front: bool,
    /// Show the compact state.
    pub compact: bool,
    /// Show the number of tokens in the meter.
    pub show_context_tokens: bool,
    /// Show the git branch and its changes.
    pub show_git: bool,
    /// Show how many commits the state is behind.
    pub show_state_freshness: bool,
    /// The project contains other repositories, whose commits are not in its own history.
    pub has_sub_repositories: bool,
    /// The project's code, if its phases have ids with it.
    pub project_code: Option<String>,
}

/// A file with a workflow's own settings.
#[derive(Clone, Copy, Debug)]
pub struct PreferencesFile {
    /// Where it is, below a project's directory.
    pub path: &'static str,
    /// Reads it; `None` if it is broken.
    pub read: fn(&[u8]) -> Option<Preferences>,
}
