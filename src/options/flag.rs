//! The description of a flag, for help, completions and argument parsing.

/// A flag of a command.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its one letter, if it has one.
    pub short: Option<char>,
    /// Its name, without the dashes.
    pub long: &'static str,
    /// Its value, if it takes one.
    pub value: Option<Value>,
    /// What it does, in one line.
    pub purpose: &'static str,
}

/// The value of a flag.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One of the words of a table, with its name in help.
    Among(&'static str, fn() -> Vec<&'static str>),
    /// One of the words of a table, each with what it means, or else a file.
    Described(&'static str, fn() -> Vec<(&'static str, &'static str)>),
    /// One of the words that the command itself lists if it is given this flag, with its name in help.
    Listed(&'static str, &'static str),
    /// A file.
    File,
    /// A directory.
    Directory,
    /// Anything else, with its name in help.
    Named(&'static str),
}

impl Value {
    /// Returns its name in help.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneOf(_) => "WORD",
            Self::File => "FILE",
            Self::Directory => "DIR",
            Self::Named(name) | Self::Among(name, _) | Self::Described(name, _) | Self::Listed(name, _) => {
                name
            }
        }
    }

    /// Returns the words that are allowed; empty if they cannot be listed.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Self::OneOf(words) => words.to_vec(),
            Self::Among(_, words) => words(),
            Self::Described(_, words) => words().into_iter().map(|(word, _)| word).collect(),
            Self::File | Self::Directory | Self::Named(_) | Self::Listed(..) => Vec::new(),
        }
    }
}

impl Flag {
    /// Returns a flag without a value.
    pub const fn switch(long: &'static str, purpose: &'static str) -> Self {
        Self { short: None, long, value: None, purpose }
    }

    /// Returns a flag with a value.
    pub const fn with(long: &'static str, value: Value, purpose: &'static str) -> Self {
        Self { short: None, long, value: Some(value), purpose }
    }

    /// Adds a short form.
    #[must_use]
    pub const fn short(mut self, letter: char) -> Self {
        self.short = Some(letter);
        self
    }

    /// Returns the words that it accepts, unless its description lists them all.
    pub fn unlisted_words(&self) -> Vec<&'static str> {
        let words = self.value.map(Value::words).unwrap_or_default();
        if words.iter().all(|word| self.purpose.contains(word)) { Vec::new() } else { words }
    }

    /// Formats it for help: `-C, --dir DIR`.
    pub fn synopsis(&self) -> String {
        let short = self.short.map_or("    ".to_owned(), |letter| format!("-{letter}, "));
        let value = self.value.map(|value| format!(" {}", value.name())).unwrap_or_default();
        format!("{short}--{}{value}", self.long)
    }
}
