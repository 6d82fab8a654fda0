//! What can be wrong with a call, one variant a sentence.

use std::{fmt, path::PathBuf};

use crate::text;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, or yes.
    Success = 0,
    /// No: nothing found, a check failed.
    No = 1,
    /// The call makes no sense.
    Misuse = 2,
}

/// A call that cannot be carried out.
#[derive(Debug, PartialEq, Eq)]
pub enum Error {
    /// There is no such command.
    UnknownCommand {
        /// What was asked for.
        name: String,
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// The command has no such flag.
    UnknownFlag {
        /// The command; the hook has none.
        command: Option<&'static str>,
        /// What was given.
        flag: String,
    },
    /// The flag stands without its value.
    MissingValue {
        /// The flag.
        flag: String,
    },
    /// The flag cannot have that value.
    BadValue {
        /// The flag.
        flag: String,
        /// What was given.
        value: String,
        /// What it takes.
        wanted: String,
    },
    /// There is no such host.
    UnknownHost {
        /// The command that was to know it.
        command: &'static str,
        /// What was asked for.
        name: String,
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// No host was named.
    MissingHost {
        /// Those that could be.
        hosts: Vec<&'static str>,
    },
    /// The flag makes no sense for the host.
    OtherHosts {
        /// The flag.
        flag: &'static str,
        /// Those that it is for.
        hosts: String,
    },
    /// The host reads no file that could be ours alone.
    ByHand {
        /// The host.
        host: &'static str,
        /// What goes where.
        goes: &'static str,
    },
    /// Nobody can be asked whether a file may be changed.
    CannotAsk {
        /// The file.
        path: PathBuf,
    },
    /// The host shows something else already.
    Occupied {
        /// The file that says so.
        path: PathBuf,
        /// The command.
        command: String,
    },
    /// A file of the user's is better not changed.
    Refused {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// Another process changes settings at the moment.
    Busy {
        /// The file that it has locked.
        path: PathBuf,
    },
    /// Nobody knows where the user is at home.
    NoHome,
    /// There is something that must not be written over.
    Exists {
        /// What there is.
        path: PathBuf,
    },
    /// A settings file that was named cannot be read.
    UnreadableConfig {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A file could not be written.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The command needs an argument.
    MissingOperand {
        /// What it takes.
        wanted: String,
    },
    /// The command cannot take that argument.
    BadOperand {
        /// What was given.
        value: String,
        /// What it takes.
        wanted: String,
    },
    /// Standard input was to be mended in place.
    CannotMend,
    /// The system lets nothing be watched.
    CannotWatch {
        /// Its word.
        why: String,
    },
    /// The answer could not be written.
    CannotWrite {
        /// The system's word.
        why: String,
    },
    /// There is no workflow to list.
    NoWorkflow {
        /// What kind of workflow was looked for.
        wanted: &'static str,
        /// Where.
        below: String,
    },
    /// The command takes no such argument.
    Unexpected {
        /// The command; the hook has none.
        command: Option<&'static str>,
        /// What was given.
        argument: String,
    },
    /// The command needs an argument.
    NoOperand {
        /// What it needs.
        wanted: &'static str,
    },
    /// There is no such rule.
    UnknownRule {
        /// What was asked for.
        code: String,
    },
    /// The hook has kept nothing of what a host sent.
    NoRecord,
    /// The directory to look from is none.
    NoDirectory {
        /// What was named.
        dir: PathBuf,
    },
    /// There is no state to read.
    NoState {
        /// Where the search began.
        dir: PathBuf,
    },
    /// There is a state, but nothing to read in it.
    NoContent {
        /// Where it is kept.
        path: PathBuf,
        /// What stands for it.
        notice: &'static str,
    },
    /// A file that was named cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's word.
        why: String,
    },
    /// The filter is not jq.
    BadFilter {
        /// The filter.
        filter: String,
        /// Characters before the place.
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
        /// What was asked for.
        filter: String,
        /// What to do about it.
        hint: Option<String>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand { name, nearest: Some(nearest) } => {
                write!(out, "no command `{name}`; did you mean `{nearest}`?")
            }
            Self::UnknownCommand { name, nearest: None } => {
                write!(out, "no command `{name}`; `stateline --help` lists them")
            }
            Self::UnknownFlag { command, flag } => {
                write!(out, "no flag `{flag}`; `stateline {}--help` lists them", before_flag(*command))
            }
            Self::MissingValue { flag } => write!(out, "`{flag}` needs a value"),
            Self::BadValue { flag, value, wanted } => {
                write!(out, "`{flag}` cannot be `{value}`; it takes {wanted}")
            }
            Self::UnknownHost { name, nearest: Some(nearest), .. } => {
                write!(out, "no host `{name}`; did you mean `{nearest}`?")
            }
            Self::UnknownHost { command, name, nearest: None } => {
                write!(out, "no host `{name}`; `stateline {command} -h` lists them")
            }
            Self::OtherHosts { flag, hosts } => write!(out, "`{flag}` is for {hosts}"),
            Self::ByHand { host, goes } => {
                write!(out, "{host} reads no file that is ours alone, so this is yours to do. {goes}")
            }
            Self::CannotAsk { path } => {
                let path = path.display();
                write!(out, "nobody is here to ask about `{path}`; `--yes` changes it, `--dry-run` shows how")
            }
            Self::Occupied { path, command } => {
                let path = path.display();
                write!(
                    out,
                    "`{path}` has a status line already: `{command}`; `--wrap` shows ours beside it, `--yes` \
                     replaces it"
                )
            }
            Self::Refused { path, why } => write!(out, "`{}` is left as it is: {why}", path.display()),
            Self::Busy { path } => write!(
                out,
                "another `stateline install` or `uninstall` has locked `{}`; run this again when it has ended",
                path.display()
            ),
            Self::NoHome => write!(out, "no home directory is known; set HOME"),
            Self::MissingHost { hosts } => write!(out, "which host? {}", hosts.join(", ")),
            Self::Exists { path } => {
                write!(out, "`{}` is there already; move it away, or edit it", path.display())
            }
            Self::UnreadableConfig { path, why } | Self::Unreadable { path, why } => {
                write!(out, "cannot read `{}`: {why}", path.display())
            }
            Self::Unwritable { path, why } => write!(out, "cannot write `{}`: {why}", path.display()),
            Self::MissingOperand { wanted } => write!(out, "an argument is missing; it takes {wanted}"),
            Self::BadOperand { value, wanted } => {
                write!(out, "unexpected argument `{value}`; it takes {wanted}")
            }
            Self::CannotMend => out.write_str(
                "`--fix` cannot change standard input; name the file, or add `--dry-run` to see the difference",
            ),
            Self::CannotWatch { why } => write!(out, "cannot watch for changes: {why}"),
            Self::CannotWrite { why } => write!(out, "cannot write the answer: {why}"),
            Self::NoWorkflow { wanted, below } => write!(out, "no {wanted} below {below}"),
            Self::Unexpected { command, argument } => {
                let command = before_flag(*command);
                write!(out, "unexpected argument `{argument}`; `stateline {command}--help` shows what it takes")
            }
            Self::NoOperand { wanted } => write!(out, "{wanted} is missing"),
            Self::UnknownRule { code } => {
                write!(out, "no rule `{code}`; `stateline explain rules` lists them")
            }
            Self::NoRecord => {
                write!(
                    out,
                    "nothing is kept of what a host sends; put ` --record` behind the command in its settings"
                )
            }
            Self::NoDirectory { dir } => {
                write!(out, "no directory `{}`; `-C` wants one to look from", dir.display())
            }
            Self::NoState { dir } => {
                let dir = dir.display();
                write!(out, "no state file in `{dir}` or above; `stateline families` lists what is read")
            }
            Self::NoContent { path, notice } => write!(out, "{notice} in `{}`", path.display()),
            Self::BadFilter { filter, column, why } => {
                let (why, filter) = (text::shown(why.into()), text::shown(filter.into()));
                let (excerpt, column) = text::excerpt(&filter, *column);
                write!(out, "{why}\n  {excerpt}\n  {:column$}^", "")
            }
            Self::FailedFilter { filter, why } => write!(out, "`{filter}` cannot be answered: {why}"),
            Self::NoValue { filter, hint: Some(hint) } => write!(out, "no `{filter}`; {hint}"),
            Self::NoValue { filter, hint: None } => write!(out, "no value for `{filter}`"),
        }
    }
}

impl std::error::Error for Error {}

/// Returns what precedes a flag of a command.
fn before_flag(command: Option<&str>) -> String {
    command.map(|command| format!("{command} ")).unwrap_or_default()
}

impl Error {
    /// Names the command whose help lists what it takes.
    #[must_use]
    pub fn in_command(mut self, name: &'static str) -> Self {
        if let Self::UnknownFlag { command, .. } | Self::Unexpected { command, .. } = &mut self {
            *command = Some(name);
        }
        self
    }

    /// Returns true if its message is drawn over several lines; in all others a line end is part of a name.
    pub const fn is_drawn(&self) -> bool {
        matches!(self, Self::BadFilter { .. } | Self::ByHand { .. })
    }

    /// Returns how a command ends that meets it.
    pub fn exit(&self) -> Exit {
        match self {
            Self::UnknownCommand { .. }
            | Self::UnknownFlag { .. }
            | Self::MissingValue { .. }
            | Self::BadValue { .. }
            | Self::MissingOperand { .. }
            | Self::BadOperand { .. }
            | Self::CannotMend
            | Self::UnknownHost { .. }
            | Self::MissingHost { .. }
            | Self::OtherHosts { .. }
            | Self::CannotAsk { .. }
            | Self::Occupied { .. }
            | Self::Unexpected { .. }
            | Self::Exists { .. }
            | Self::UnreadableConfig { .. }
            | Self::Unwritable { .. }
            | Self::NoOperand { .. }
            | Self::UnknownRule { .. }
            | Self::NoDirectory { .. }
            | Self::BadFilter { .. } => Exit::Misuse,
            Self::NoState { .. }
            | Self::NoRecord
            | Self::ByHand { .. }
            | Self::Refused { .. }
            | Self::Busy { .. }
            | Self::NoHome
            | Self::CannotWatch { .. }
            | Self::CannotWrite { .. }
            | Self::NoWorkflow { .. }
            | Self::NoContent { .. }
            | Self::Unreadable { .. }
            | Self::FailedFilter { .. }
            | Self::NoValue { .. } => Exit::No,
        }
    }
}
