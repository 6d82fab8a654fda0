//! Everything that is written to standard output or standard error goes through this module.
//!
//! A command cannot print raw text by mistake: it gets an [`Output`], which cleans text. Only [`Painted`]
//! text, and data for a pipe, is written unchanged.

use std::{
    borrow::Cow,
    fmt::Display,
    io::{self, Write},
};

use crate::{
    error::Error,
    line::{Painted, Row},
    sys::{signals, streams},
    text::{self, LINE_LIMIT},
};

/// One of the two standard streams.
#[expect(missing_debug_implementations, reason = "writers cannot be formatted")]
pub struct Output<'w> {
    pub(super) sink: &'w mut dyn Write,
    pub(super) is_terminal: bool,
}

/// The output streams of a command.
#[expect(missing_debug_implementations, reason = "writers cannot be formatted")]
pub struct Terminal<'t> {
    /// Standard output, for results.
    pub out: Output<'t>,
    /// Standard error, for messages.
    pub err: Output<'t>,
}

impl<'w> Output<'w> {
    /// Writes to `sink`. Raw data is never written to a terminal.
    pub fn new(sink: &'w mut dyn Write, is_terminal: bool) -> Self {
        Self { sink, is_terminal }
    }

    /// Prints one line of text.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        let text = text.to_string();
        self.row(&text)?;
        self.end()
    }

    /// Prints several lines of text; its line ends are kept.
    pub fn lines(&mut self, text: &str) -> io::Result<()> {
        self.each_row(text, Self::row)
    }

    /// Prints painted text.
    pub fn painted(&mut self, painted: &Painted) -> io::Result<()> {
        self.each_row(painted, |out, row| {
            if row.len() <= LINE_LIMIT {
                return out.sink.write_all(row.as_bytes());
            }
            out.sink.write_all(Row::read(row).painted().as_bytes())
        })
    }

    /// Prints JSON, with all control characters escaped.
    pub fn json(&mut self, json: &str) -> io::Result<()> {
        self.sink.write_all(Painted::json(json).as_bytes())
    }

    /// Prints data for a program: unchanged into a pipe or a file, cleaned on a terminal.
    pub fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.is_terminal {
            return self.sink.write_all(bytes);
        }
        self.lines(&String::from_utf8_lossy(bytes))
    }

    /// Prints a message of one line.
    pub fn message(&mut self, message: impl Display) -> io::Result<()> {
        self.line(format_args!("stateline: {message}"))
    }

    /// Prints the message of an error.
    pub fn error(&mut self, error: &Error) -> io::Result<()> {
        let message = format!("stateline: {error}");
        if !error.is_drawn() {
            return self.line(message);
        }
        self.lines(&message)?;
        self.end()
    }

    /// Prints a question without a final line end, so that the user answers on its last line.
    pub fn question(&mut self, question: &str) -> io::Result<()> {
        self.lines(question)?;
        self.flush()
    }

    /// Flushes the stream.
    pub fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    fn row(&mut self, text: &str) -> io::Result<()> {
        let row = text::bounded(text::shown(Cow::Borrowed(text)), LINE_LIMIT);
        self.sink.write_all(row.as_bytes())
    }

    fn end(&mut self) -> io::Result<()> {
        self.sink.write_all(b"\n")
    }

    fn each_row(&mut self, text: &str, row: impl Fn(&mut Self, &str) -> io::Result<()>) -> io::Result<()> {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.end()?;
            }
            row(self, line)?;
        }
        Ok(())
    }
}

/// Runs a command with the standard streams of this process.
pub fn with_terminal<T>(run: impl FnOnce(&mut Terminal<'_>) -> T) -> T {
    let (mut out, mut err) = (io::stdout().lock(), io::stderr().lock());
    run(&mut Terminal {
        out: Output::new(&mut out, streams::output_is_terminal()),
        err: Output::new(&mut err, true),
    })
}

/// Prints the message of an error outside of a command.
pub fn complain(error: &Error) {
    signals::let_pipes_fail();
    Output::new(&mut io::stderr(), true).error(error).unwrap_or_default();
}

/// Prints a line for a prompt, and gives up if it is not read.
///
/// A pipe that stays full would block the host forever, so poll it first, and write no more at once than
/// a pipe that is ready accepts.
pub fn prompt(line: &Painted) {
    signals::let_writes_fail();
    streams::write_prompt(line.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(is_terminal: bool, print: impl FnOnce(&mut Output<'_>) -> io::Result<()>) -> String {
        let mut sink = Vec::new();
        print(&mut Output::new(&mut sink, is_terminal)).unwrap();
        String::from_utf8(sink).unwrap()
    }

    const HOSTILE: &str = "a\x1b]0;t\x07b\nc\u{9b}2J\u{200f}\u{61c}";

    #[test]
    fn text_is_cleaned_for_terminals_and_pipes() {
        for is_terminal in [false, true] {
            assert_eq!(printed(is_terminal, |out| out.line(HOSTILE)), "a ]0;t b c 2J\n");
            assert_eq!(printed(is_terminal, |out| out.lines(HOSTILE)), "a ]0;t b\nc 2J");
            assert_eq!(printed(is_terminal, |out| out.message(HOSTILE)), "stateline: a ]0;t b c 2J\n");
            assert_eq!(
                printed(is_terminal, |out| out.json("{\"a\": \"\u{9b}\u{200f}\"}\n")),
                "{\"a\": \"\\u009b\\u200f\"}\n"
            );
        }
    }

    #[test]
    fn data_is_raw_only_in_a_pipe() {
        assert_eq!(printed(false, |out| out.data(HOSTILE.as_bytes())), HOSTILE);
        assert_eq!(printed(true, |out| out.data(HOSTILE.as_bytes())), "a ]0;t b\nc 2J");
    }

    #[test]
    fn no_row_is_longer_than_the_limit() {
        let long = format!("{}\nend", "\u{200b}".repeat(340_000));
        for print in [
            printed(false, |out| out.lines(&long)),
            printed(false, |out| out.painted(&Painted::rendered(&long))),
            printed(true, |out| out.data(long.as_bytes())),
        ] {
            let rows: Vec<usize> = print.split('\n').map(str::len).collect();
            assert!(matches!(rows.as_slice(), [first, 3] if *first <= LINE_LIMIT), "{rows:?}");
        }
    }
}
