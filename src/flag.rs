//! What a flag is to help, completions and the reader of arguments.

/// A flag of a command.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its one letter, if it has one.
    pub short: Option<char>,
    /// Its name, without the dashes.
    pub long: &'static str,
    /// What it takes, if anything.
    pub value: Option<Value>,
    /// What it is good for, in one line.
    pub purpose: &'static str,
}

/// What a flag takes.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One of the words of a table, called this.
    Among(&'static str, fn() -> Vec<&'static str>),
    /// A file.
    File,
    /// A directory.
    Directory,
    /// Anything else, called this.
    Named(&'static str),
}

impl Value {
    /// Returns what help calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneOf(_) => "WORD",
            Self::File => "FILE",
            Self::Directory => "DIR",
            Self::Named(name) | Self::Among(name, _) => name,
        }
    }

    /// Returns the words that it can be, where they can be listed.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Self::OneOf(words) => words.to_vec(),
            Self::Among(_, words) => words(),
            Self::File | Self::Directory | Self::Named(_) => Vec::new(),
        }
    }
}

impl Flag {
    /// Makes a flag that stands alone.
    pub const fn switch(long: &'static str, purpose: &'static str) -> Self {
        Self { short: None, long, value: None, purpose }
    }

    /// Makes a flag that takes a value.
    pub const fn with(long: &'static str, value: Value, purpose: &'static str) -> Self {
        Self { short: None, long, value: Some(value), purpose }
    }

    /// Gives it a letter.
    #[must_use]
    pub const fn short(mut self, letter: char) -> Self {
        self.short = Some(letter);
        self
    }

    /// Returns the words that it can take, unless its purpose names them all.
    pub fn untold(&self) -> Vec<&'static str> {
        let words = self.value.map(Value::words).unwrap_or_default();
        if words.iter().all(|word| self.purpose.contains(word)) { Vec::new() } else { words }
    }

    /// Writes it as help does: `-C, --dir DIR`.
    pub fn synopsis(&self) -> String {
        let short = self.short.map_or("    ".to_owned(), |letter| format!("-{letter}, "));
        let value = self.value.map(|value| format!(" {}", value.name())).unwrap_or_default();
        format!("{short}--{}{value}", self.long)
    }
}
