//! Every message about a call that fails: one variant per message.

use std::{fmt, path::PathBuf};

use crate::text;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command did its work, or the answer is yes.
    Success = 0,
    /// The answer is no: nothing was found, or a check failed.
    No = 1,
    /// The arguments are wrong.
    Misuse = 2,
}

/// A call that cannot be carried out.
#[derive(Debug, PartialEq, Eq)]
pub enum Error {
    /// There is no such command.
    UnknownCommand {
        /// The name that was given.
        name: String,
        /// The command that was probably meant.
        nearest: Option<&'static str>,
    },
    /// The command has no such flag.
    UnknownFlag {
        /// The command, or `None` for the hook.
        command: Option<&'static str>,
        /// The flag that was given.
        flag: String,
        /// The flag that was probably meant, with its dashes.
        nearest: Option<String>,
    },
    /// The flag has no value.
    MissingValue {
        /// The flag.
        flag: String,
    },
    /// The flag cannot have that value.
    BadValue {
        /// The flag.
        flag: String,
        /// The value that was given.
        value: String,
        /// The values that it takes.
        wanted: String,
    },
    /// There is no such host.
    UnknownHost {
        /// The command that takes a host.
        command: &'static str,
        /// The name that was given.
        name: String,
        /// The host that was probably meant.
        nearest: Option<&'static str>,
    },
    /// The command needs the name of a host.
    MissingHost {
        /// The hosts that it takes.
        hosts: Vec<&'static str>,
    },
    /// The flag works only for other hosts.
    OtherHosts {
        /// The flag, with its dashes.
        flag: String,
        /// The hosts that it is for.
        hosts: String,
    },
    /// The host loads no file that we could write, so the user has to edit its configuration.
    ByHand {
        /// The host.
        host: &'static str,
        /// What to add, and where.
        goes: &'static str,
    },
    /// Standard input is no terminal, so the user cannot be asked whether a file may be changed.
    CannotAsk {
        /// The file.
        path: PathBuf,
    },
    /// `setup` was run without a terminal.
    NotATerminal,
    /// The host's settings already have another status line.
    Occupied {
        /// The settings file.
        path: PathBuf,
        /// The command that it runs.
        command: String,
    },
    /// It is not safe to change this file of the user's.
    Refused {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// Another process is changing settings.
    Busy {
        /// The file that it has locked.
        path: PathBuf,
    },
    /// The user's home directory is unknown.
    NoHome,
    /// The file exists and must not be overwritten.
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A settings file that was named cannot be read.
    UnreadableConfig {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// There is no such setting, or it does not accept the value.
    BadSetting {
        /// The whole sentence.
        sentence: String,
    },
    /// The editor did not end well.
    EditorFailed {
        /// The command that was run.
        editor: String,
        /// What happened.
        why: String,
    },
    /// A file could not be written.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The command needs an argument.
    MissingOperand {
        /// The arguments that it takes.
        wanted: String,
    },
    /// The command cannot take that argument.
    BadOperand {
        /// The argument that was given.
        value: String,
        /// The arguments that it takes.
        wanted: String,
    },
    /// `--fix` was asked to change standard input.
    CannotFix,
    /// The system cannot watch files.
    CannotWatch {
        /// The system's error message.
        why: String,
    },
    /// The output could not be written.
    CannotWrite {
        /// The system's error message.
        why: String,
    },
    /// The command needs a terminal.
    NeedsTerminal {
        /// What needs it.
        what: &'static str,
        /// What to use elsewhere.
        instead: &'static str,
    },
    /// Two flags exclude each other.
    Conflict {
        /// One of the flags.
        one: &'static str,
        /// The other flag.
        other: &'static str,
    },
    /// There is no workflow to list.
    NoWorkflow {
        /// The kind of workflow that was looked for.
        wanted: &'static str,
        /// The directories that were searched.
        below: String,
    },
    /// The command takes no such argument.
    Unexpected {
        /// The command, or `None` for the hook.
        command: Option<&'static str>,
        /// The argument that was given.
        argument: String,
    },
    /// There is no such rule.
    UnknownRule {
        /// The code that was given.
        code: String,
    },
    /// The hook has recorded nothing of what a host sent.
    NoRecord,
    /// The directory of `-C` does not exist.
    NoDirectory {
        /// The directory that was given.
        dir: PathBuf,
    },
    /// There is no state to read.
    NoState {
        /// The directory where the search began.
        dir: PathBuf,
    },
    /// There is no state, and a user runs the hook in a terminal.
    NothingHere {
        /// The directory where the search began.
        dir: PathBuf,
    },
    /// There is a state, but the settings hide it.
    Hidden {
        /// The file of the state.
        path: PathBuf,
    },
    /// There is a state, but nothing to read in it.
    NoContent {
        /// The file or directory of the state.
        path: PathBuf,
        /// The fixed message that is shown instead of the state.
        notice: &'static str,
    },
    /// A file that was named cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The filter is not valid jq.
    BadFilter {
        /// The filter.
        filter: String,
        /// The number of characters before the error.
        column: usize,
        /// What is wrong there.
        why: String,
    },
    /// The filter cannot be run on this state.
    FailedFilter {
        /// The filter.
        filter: String,
        /// What went wrong.
        why: String,
    },
    /// The state has no such value.
    NoValue {
        /// The filter.
        filter: String,
        /// What to try instead.
        hint: Option<String>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand { name, nearest } => unknown(out, "command", name, *nearest, &help_of(None)),
            Self::UnknownFlag { command, flag, nearest } => {
                unknown(out, "flag", flag, nearest.as_deref(), &help_of(*command))
            }
            Self::MissingValue { flag } => write!(out, "`{flag}` needs a value"),
            Self::BadValue { flag, value, wanted } => {
                write!(out, "`{flag}` cannot be `{value}`; it takes {wanted}")
            }
            Self::UnknownHost { command, name, nearest } => {
                unknown(out, "host", name, *nearest, &format!("`stateline {command} -h`"))
            }
            Self::OtherHosts { flag, hosts } => write!(out, "`{flag}` is for {hosts}"),
            Self::ByHand { host, goes } => {
                write!(out, "{host} has no plugin directory, so add the line yourself. {goes}")
            }
            Self::CannotAsk { path } => {
                let path = path.display();
                write!(out, "not a terminal, so cannot ask about `{path}`; pass `--yes` or `--dry-run`")
            }
            Self::NotATerminal => out.write_str(
                "`setup` needs a terminal; `stateline install HOST` and `stateline config set KEY VALUE` do the same",
            ),
            Self::Occupied { path, command } => {
                let path = path.display();
                write!(
                    out,
                    "`{path}` already has a status line: `{command}`; `--wrap` keeps both, `--yes` replaces it"
                )
            }
            Self::Refused { path, why } => write!(out, "did not change `{}`: {why}", path.display()),
            Self::Busy { path } => write!(
                out,
                "another `stateline install` or `uninstall` has locked `{}`; try again when it has finished",
                path.display()
            ),
            Self::NoHome => write!(out, "cannot find your home directory; set `HOME`"),
            Self::MissingHost { hosts } => write!(out, "which host? {}", hosts.join(", ")),
            Self::Exists { path } => {
                write!(out, "`{}` already exists; edit it, or move it away first", path.display())
            }
            Self::UnreadableConfig { path, why } | Self::Unreadable { path, why } => {
                write!(out, "cannot read `{}`: {why}", path.display())
            }
            Self::BadSetting { sentence } => out.write_str(sentence),
            Self::EditorFailed { editor, why } => {
                write!(out, "the editor `{editor}` {why}; set `VISUAL` or `EDITOR` to another one")
            }
            Self::Unwritable { path, why } => write!(out, "cannot write `{}`: {why}", path.display()),
            Self::MissingOperand { wanted } => write!(out, "missing argument; expected {wanted}"),
            Self::BadOperand { value, wanted } => {
                write!(out, "unexpected argument `{value}`; expected {wanted}")
            }
            Self::CannotFix => out.write_str(
                "`--fix` cannot change standard input; name the file, or add `--dry-run` to see the difference",
            ),
            Self::CannotWatch { why } => write!(out, "cannot watch for changes: {why}"),
            Self::CannotWrite { why } => write!(out, "cannot write the output: {why}"),
            Self::NeedsTerminal { what, instead } => {
                write!(out, "`{what}` needs a terminal; use `{instead}` elsewhere")
            }
            Self::Conflict { one, other } => write!(out, "`{one}` and `{other}` cannot be used together"),
            Self::NoWorkflow { wanted, below } => write!(out, "no {wanted} below {below}"),
            Self::Unexpected { command, argument } => {
                write!(out, "unexpected argument `{argument}`; see {}", help_of(*command))
            }
            Self::UnknownRule { code } => {
                write!(out, "no rule `{code}`; `stateline explain rules` lists them")
            }
            Self::NoRecord => {
                write!(out, "nothing was recorded; add ` --record` to the command in the host's settings")
            }
            Self::NoDirectory { dir } => {
                write!(out, "no directory `{}`; `-C` needs one that exists", dir.display())
            }
            Self::NoState { dir } => {
                let dir = dir.display();
                write!(out, "no state file in `{dir}` or above; `stateline families` lists what is read")
            }
            Self::NothingHere { dir } => write!(
                out,
                "no state file in `{}` or above; `stateline families` lists what is read, `stateline setup` sets up the line",
                dir.display()
            ),
            Self::Hidden { path } => {
                write!(out, "the line hides `{}`; `stateline explain` says why", path.display())
            }
            Self::NoContent { path, notice } => write!(out, "{notice} in `{}`", path.display()),
            Self::BadFilter { filter, column, why } => {
                let (why, filter) = (text::shown(why.into()), text::shown(filter.into()));
                let (excerpt, column) = text::excerpt(&filter, *column);
                write!(out, "{why}\n  {excerpt}\n  {:column$}^", "")
            }
            Self::FailedFilter { filter, why } => write!(out, "`{filter}` failed: {why}"),
            Self::NoValue { filter, hint: Some(hint) } => write!(out, "no `{filter}`; {hint}"),
            Self::NoValue { filter, hint: None } => write!(out, "no value for `{filter}`"),
        }
    }
}

/// Writes that a name is not known, with the nearest one or else the call that lists them.
fn unknown(
    out: &mut fmt::Formatter<'_>,
    what: &str,
    name: &str,
    nearest: Option<&str>,
    list: &str,
) -> fmt::Result {
    match nearest {
        Some(nearest) => write!(out, "no {what} `{name}`; did you mean `{nearest}`?"),
        None => write!(out, "no {what} `{name}`; {list} lists them"),
    }
}

/// Returns the call that prints the help of a command, or of the hook.
fn help_of(command: Option<&str>) -> String {
    command.map_or("`stateline --help`".to_owned(), |command| format!("`stateline {command} --help`"))
}

impl std::error::Error for Error {}

impl Error {
    /// Names the command whose help lists what it takes.
    #[must_use]
    pub fn in_command(mut self, name: &'static str) -> Self {
        if let Self::UnknownFlag { command, .. } | Self::Unexpected { command, .. } = &mut self {
            *command = Some(name);
        }
        self
    }

    /// Returns whether the message has several lines. In all others, a newline is part of a name and is escaped.
    pub const fn is_drawn(&self) -> bool {
        matches!(self, Self::BadFilter { .. } | Self::ByHand { .. })
    }

    /// Returns the exit code of a command that fails with this error.
    pub fn exit(&self) -> Exit {
        match self {
            Self::UnknownCommand { .. }
            | Self::UnknownFlag { .. }
            | Self::MissingValue { .. }
            | Self::BadValue { .. }
            | Self::MissingOperand { .. }
            | Self::BadOperand { .. }
            | Self::CannotFix
            | Self::UnknownHost { .. }
            | Self::MissingHost { .. }
            | Self::OtherHosts { .. }
            | Self::CannotAsk { .. }
            | Self::NotATerminal
            | Self::Occupied { .. }
            | Self::Unexpected { .. }
            | Self::Exists { .. }
            | Self::UnreadableConfig { .. }
            | Self::BadSetting { .. }
            | Self::Unwritable { .. }
            | Self::UnknownRule { .. }
            | Self::NoDirectory { .. }
            | Self::NeedsTerminal { .. }
            | Self::Conflict { .. }
            | Self::BadFilter { .. } => Exit::Misuse,
            Self::NoState { .. }
            | Self::NoRecord
            | Self::ByHand { .. }
            | Self::Refused { .. }
            | Self::Busy { .. }
            | Self::EditorFailed { .. }
            | Self::NoHome
            | Self::CannotWatch { .. }
            | Self::CannotWrite { .. }
            | Self::NoWorkflow { .. }
            | Self::NothingHere { .. }
            | Self::Hidden { .. }
            | Self::NoContent { .. }
            | Self::Unreadable { .. }
            | Self::FailedFilter { .. }
            | Self::NoValue { .. } => Exit::No,
        }
    }
}
