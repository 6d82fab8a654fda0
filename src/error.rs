//! What can be wrong with a call, one variant a sentence.

use std::{fmt, path::PathBuf};

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
    /// There is something that must not be written over.
    Exists {
        /// What there is.
        path: PathBuf,
    },
    /// A file could not be read.
    Unreadable {
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
    /// The command takes no such argument.
    Unexpected {
        /// What was given.
        argument: String,
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
            Self::UnknownFlag { flag } => write!(out, "no flag `{flag}`; `stateline --help` lists them"),
            Self::MissingValue { flag } => write!(out, "`{flag}` needs a value"),
            Self::BadValue { flag, value, wanted } => {
                write!(out, "`{flag}` cannot be `{value}`; it takes {wanted}")
            }
            Self::UnknownHost { name, nearest: Some(nearest) } => {
                write!(out, "no host `{name}`; did you mean `{nearest}`?")
            }
            Self::UnknownHost { name, nearest: None } => {
                write!(out, "no host `{name}`; `stateline init -h` lists them")
            }
            Self::MissingHost { hosts } => write!(out, "which host? {}", hosts.join(", ")),
            Self::Exists { path } => {
                write!(out, "`{}` is there already; move it away, or edit it", path.display())
            }
            Self::Unreadable { path, why } => write!(out, "cannot read `{}`: {why}", path.display()),
            Self::Unwritable { path, why } => write!(out, "cannot write `{}`: {why}", path.display()),
            Self::Unexpected { argument } => {
                write!(out, "unexpected argument `{argument}`; `stateline --help` shows what it takes")
            }
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Returns how a command ends that meets it.
    pub fn exit(&self) -> Exit {
        match self {
            Self::UnknownCommand { .. }
            | Self::UnknownFlag { .. }
            | Self::MissingValue { .. }
            | Self::BadValue { .. }
            | Self::UnknownHost { .. }
            | Self::MissingHost { .. }
            | Self::Exists { .. }
            | Self::Unreadable { .. }
            | Self::Unwritable { .. }
            | Self::Unexpected { .. } => Exit::Misuse,
        }
    }
}
