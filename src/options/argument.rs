//! Reads arguments one by one: which are flags, and which are not.

use std::ffi::{OsStr, OsString};

use lexopt::{Arg, Parser};

use crate::{error::Error, text::suggest};

/// One of a call's arguments.
pub(crate) enum Argument {
    /// A flag as it was written, without a value: `-f` or `--file`.
    Flag(String),
    /// What is not a flag, or follows `--`.
    Operand(OsString),
}

/// Returns the next argument.
pub(crate) fn argument(arguments: &mut Parser) -> Result<Option<Argument>, Error> {
    match arguments.next() {
        Ok(Some(Arg::Short(letter))) => Ok(Some(Argument::Flag(['-', letter].iter().collect()))),
        Ok(Some(Arg::Long(name))) => Ok(Some(Argument::Flag(["--", name].concat()))),
        Ok(Some(Arg::Value(operand))) => Ok(Some(Argument::Operand(operand))),
        Ok(None) => Ok(None),
        Err(lexopt::Error::UnexpectedValue { option, value }) => {
            let value = value.to_string_lossy().into_owned();
            Err(Error::BadValue { flag: option, value, wanted: "no value".to_owned() })
        }
        Err(error) => Err(Error::Unexpected { command: None, argument: error.to_string() }),
    }
}

/// Returns the value of a flag, byte for byte.
pub(crate) fn value(flag: &str, arguments: &mut Parser) -> Result<OsString, Error> {
    arguments.value().map_err(|_| Error::MissingValue { flag: flag.to_owned() })
}

/// Returns the error of a flag that is not among the known ones, which are written without dashes.
///
/// A value that is attached to it is no second mistake.
pub(crate) fn unknown<'k>(flag: &str, arguments: &mut Parser, known: impl Iterator<Item = &'k str>) -> Error {
    drop(arguments.optional_value());
    let name = flag.trim_start_matches('-');
    let nearest = suggest::nearest(name, known.chain(["help"])).map(|name| format!("--{name}"));
    Error::UnknownFlag { command: None, flag: flag.to_owned(), nearest }
}

/// Returns the error of an argument that nothing takes.
pub(crate) fn unexpected(operand: &OsStr) -> Error {
    Error::Unexpected { command: None, argument: operand.to_string_lossy().into_owned() }
}
