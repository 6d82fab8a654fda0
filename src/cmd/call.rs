//! Sorts a command's arguments into flags, their values and operands.

use std::ffi::{OsStr, OsString};

use lexopt::Parser;

use super::{Command, Value};
use crate::{
    error::Error,
    options::{self, Argument, FLAGS, Options},
    text::listed,
};

/// The arguments of a command.
#[derive(Debug)]
pub struct Call {
    /// The flags that it shares with the line.
    pub options: Options,
    /// The arguments that are neither a flag nor the value of one.
    pub operands: Vec<OsString>,
    given: Vec<(&'static str, Option<OsString>)>,
}

impl Call {
    /// Makes the call of a command that another command runs.
    pub fn new(options: Options, operands: Vec<OsString>) -> Self {
        Self { options, operands, given: Vec::new() }
    }

    /// Reads the arguments of a command; after `--`, nothing is a flag.
    pub fn read(command: &Command, arguments: Vec<OsString>) -> Result<Self, Error> {
        let mut call = Self::new(Options::default(), Vec::new());
        let mut arguments = Parser::from_args(arguments);
        while let Some(argument) = options::argument(&mut arguments)? {
            match argument {
                Argument::Flag(flag) => call.take(command, &flag, &mut arguments)?,
                Argument::Operand(operand) => call.operands.push(operand),
            }
        }
        match call.operands.first() {
            Some(operand) if command.operands.is_none() => {
                Err(Error::Unexpected { command: None, argument: operand.to_string_lossy().into_owned() })
            }
            _ => Ok(call),
        }
    }

    /// Takes one flag: the command's own, or one that it shares with the line.
    fn take(&mut self, command: &Command, name: &str, rest: &mut Parser) -> Result<(), Error> {
        let matches = |long: &str, short: Option<char>| {
            name.strip_prefix("--") == Some(long)
                || short.is_some_and(|letter| {
                    name.strip_prefix('-').is_some_and(|name| name.chars().eq([letter]))
                })
        };
        let Some(flag) = command.flags.iter().find(|flag| matches(flag.long, flag.short)) else {
            let is_shared = FLAGS
                .iter()
                .any(|flag| command.shared.contains(&flag.long) && matches(flag.long, flag.short));
            if (is_shared || name == "--no-color") && self.options.take(name, rest)? {
                return Ok(());
            }
            let known = command.flags.iter().map(|flag| flag.long).chain(command.shared.iter().copied());
            return Err(options::unknown(name, rest, known));
        };
        let value = flag.value.map(|_| options::value(name, rest)).transpose()?;
        let words = flag.value.map(Value::words).unwrap_or_default();
        if let Some(given) = &value
            && !words.is_empty()
            && !words.iter().any(|word| given == word)
        {
            let (flag, value) = (name.to_owned(), given.to_string_lossy().into_owned());
            return Err(Error::BadValue { flag, value, wanted: listed(words.into_iter()) });
        }
        self.given.push((flag.long, value));
        Ok(())
    }

    /// Returns the flags, with the only argument as the directory or the file to look at.
    pub fn pointed(&self) -> Result<Options, Error> {
        let mut options = self.options.clone();
        for operand in &self.operands {
            options.point_at(operand.clone())?;
        }
        Ok(options)
    }

    /// Returns whether a flag was given.
    pub fn has(&self, long: &str) -> bool {
        self.given.iter().any(|(name, _)| *name == long)
    }

    /// Returns a flag's value; if it was given several times, the last one.
    pub fn value(&self, long: &str) -> Option<&OsStr> {
        self.given.iter().rev().find(|(name, _)| *name == long)?.1.as_deref()
    }

    /// Returns all values of a flag that can be given several times.
    pub fn values(&self, long: &str) -> Vec<&OsStr> {
        self.given
            .iter()
            .filter(|(name, _)| *name == long)
            .filter_map(|(_, value)| value.as_deref())
            .collect()
    }

    /// Returns a flag's value as a string.
    pub fn text(&self, long: &str) -> Option<String> {
        self.value(long).map(|value| value.to_string_lossy().into_owned())
    }
}
