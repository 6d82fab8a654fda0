//! `stateline man`: prints the man pages, generated from the tables of commands, flags and families.

use std::fmt::Write as _;

use super::{COMMANDS, Call, Command, Failure, Flag, Terminal, Value, help};
use crate::{
    error::{Error, Exit},
    family::FAMILIES,
    sys::System,
    text::{self, listed},
};

pub(super) const COMMAND: Command = Command {
    name: "man",
    purpose: "print the man page of the program or a command",
    usage: "[COMMAND]",
    about: "Prints the man page of the program, or of one of its commands, as roff.",
    examples: &[
        ("stateline man | man -l -", "read it"),
        ("stateline man list | man -l -", "read the page of `list`"),
        ("stateline man > /usr/local/share/man/man1/stateline.1", "install it"),
    ],
    flags: &[],
    shared: &[],
    operands: Some(Value::Among("COMMAND", super::names)),
    run,
};

/// The environment variables that the program reads, each with what it does.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("COLUMNS", "the greatest width of the line, in columns; `--width` wins over it"),
    ("NO_COLOR", "if set, no colour"),
    ("CLICOLOR_FORCE, FORCE_COLOR", "if set and not 0, colour even if the output is no terminal"),
    ("CLICOLOR", "if 0, no colour"),
    ("STATELINE_CONFIG", "a config instead of the usual ones, as with `--config`"),
    ("STATELINE_NOW", "an RFC 3339 time instead of the clock, for tests"),
];

/// The greatest width of a line of roff.
const WIDTH: usize = 78;

/// What the exit codes mean.
const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "Success, or the answer is yes. The hook and `line` exit with 0 whatever is in the file."),
    ("1", "The answer is no: nothing was found, or a check failed."),
    ("2", "The arguments are wrong."),
];

fn run(call: &Call, _system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let page = match call.operands.as_slice() {
        [] => program(),
        [topic] => command(help::about(topic)?),
        [_, further, ..] => {
            let argument = further.to_string_lossy().into_owned();
            return Err(Error::Unexpected { command: Some(COMMAND.name), argument }.into());
        }
    };
    terminal.out.data(page.as_bytes())?;
    Ok(Exit::Success)
}

/// Returns the page about the program.
fn program() -> String {
    let mut page = Page::new("stateline", "show the state of an AI coding workflow in one line");
    page.section("SYNOPSIS");
    page.synopsis("stateline", "[FLAGS]");
    page.macro_line(".br");
    page.synopsis("stateline", "COMMAND [FLAGS]");
    page.section("DESCRIPTION");
    page.prose(
        "stateline reads the state file of an AI coding workflow and prints the state in one line.\n\
         Without a command it is the hook of a status line: it reads the host's JSON from \
         standard input, and prints a line whatever happens.\nIt searches the working directory and its parents, \
         and uses the nearest directory that has a state file; if that has several, the one modified last.",
    );
    page.section("COMMANDS");
    for command in COMMANDS {
        page.tagged(&format!("\\fBstateline {}\\fR {}", literal(command.name), usage(command.usage)));
        page.prose(&sentence(command.purpose));
    }
    page.section("OPTIONS");
    page.flags(help::hook_flags().chain([&help::HELP, &help::VERSION]));
    page.section("EXAMPLES");
    page.examples(help::EXAMPLES);
    page.section("FILES");
    for family in FAMILIES {
        page.tagged(&format!("\\fB{}\\fR", literal(family.id)));
        page.prose(&format!("{}: {}", family.lives, sentence(family.shows)));
    }
    page.prose(
        "Workflows of your own are declared with [[workflow]] in config.toml; `stateline config --init` writes an example.",
    );
    page.section("ENVIRONMENT");
    page.table(ENVIRONMENT);
    page.section("EXIT STATUS");
    page.table(EXIT_CODES);
    page.text
}

/// Returns the page about a command.
fn command(command: &Command) -> String {
    let mut page = Page::new(&format!("stateline-{}", command.name), command.purpose);
    page.section("SYNOPSIS");
    page.synopsis(&format!("stateline {}", command.name), command.usage);
    page.section("DESCRIPTION");
    page.prose(&command.description());
    for piece in help::pieces(command.more().unwrap_or_default()) {
        match piece {
            help::Piece::Prose(paragraph) => page.prose(&paragraph),
            help::Piece::Code(code) => page.code(&code),
        }
    }
    page.section("OPTIONS");
    page.flags(command.flags.iter().chain(help::shared(command)).chain([&help::HELP]));
    if !command.examples.is_empty() {
        page.section("EXAMPLES");
        page.examples(command.examples);
    }
    page.section("SEE ALSO");
    page.prose("`stateline`(1)");
    page.text
}

/// A page of the manual being written.
struct Page {
    text: String,
}

impl Page {
    fn new(name: &str, purpose: &str) -> Self {
        let mut page = Self { text: String::new() };
        let title = literal(&name.to_uppercase());
        page.macro_line(&format!(
            ".TH \"{title}\" \"1\" \"\" \"stateline {}\" \"User Commands\"",
            env!("CARGO_PKG_VERSION")
        ));
        page.section("NAME");
        writeln!(page.text, "{} \\- {}", literal(name), prose(purpose)).unwrap_or_default();
        page
    }

    fn macro_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn section(&mut self, name: &str) {
        self.macro_line(&format!(".SH \"{name}\""));
    }

    fn synopsis(&mut self, name: &str, rest: &str) {
        self.macro_line(format!("\\fB{}\\fR {}", literal(name), usage(rest)).trim_end());
    }

    /// Starts an entry; its text follows.
    fn tagged(&mut self, tag: &str) {
        self.macro_line(".TP");
        self.macro_line(tag.trim_end());
    }

    /// Writes sentences, each on a new line.
    fn prose(&mut self, text: &str) {
        let paragraphs = help::paragraphs(text);
        let sentences = paragraphs.iter().map(|paragraph| prose(paragraph).replace(". ", ".\n"));
        for sentence in sentences.collect::<Vec<String>>().join("\n").lines() {
            for line in text::wrapped(sentence, WIDTH).split('\n') {
                // A dot or an apostrophe at the start of a line would be a roff request.
                let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
                self.macro_line(&format!("{guard}{line}"));
            }
        }
    }

    fn code(&mut self, code: &str) {
        self.macro_line(".PP");
        self.macro_line(".nf");
        for line in code.lines() {
            self.macro_line(&literal(line));
        }
        self.macro_line(".fi");
    }

    fn flags<'f>(&mut self, flags: impl Iterator<Item = &'f Flag>) {
        for flag in flags {
            let short = flag.short.map(|letter| format!("\\fB\\-{letter}\\fR, ")).unwrap_or_default();
            let value = flag.value.map(|value| format!(" \\fI{}\\fR", value.name())).unwrap_or_default();
            self.tagged(&format!("{short}\\fB\\-\\-{}\\fR{value}", literal(flag.long)));
            self.prose(&sentence(flag.purpose));
            let words = flag.unlisted_words();
            if !words.is_empty() {
                self.prose(&format!("One of {}.", listed(words.into_iter())));
            }
        }
    }

    fn examples(&mut self, examples: &[(&str, &str)]) {
        for (call, purpose) in examples {
            self.tagged(&format!("\\fB{}\\fR", literal(call)));
            self.prose(&sentence(purpose));
        }
    }

    fn table(&mut self, rows: &[(&str, &str)]) {
        for (name, purpose) in rows {
            self.tagged(&format!("\\fB{}\\fR", literal(name)));
            self.prose(&sentence(purpose));
        }
    }
}

/// Turns a purpose into a sentence.
fn sentence(purpose: &str) -> String {
    let mut letters = purpose.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if purpose.ends_with(['.', '…']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// Writes a usage, with placeholders in italics: `[FLAGS] \fIFILE\fR`.
fn usage(usage: &str) -> String {
    let words = usage.split(' ').map(|word| {
        let is_name = word.len() > 1 && word.chars().all(|letter| letter.is_uppercase() || letter == '…');
        if is_name { format!("\\fI{}\\fR", literal(word)) } else { literal(word) }
    });
    words.collect::<Vec<String>>().join(" ")
}

/// Writes prose, with text between backticks in bold.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 0 {
            out.push_str(&escaped(part));
        } else {
            write!(out, "\\fB{}\\fR", literal(part)).unwrap_or_default();
        }
    }
    out
}

/// Writes what a user types: roff must not turn its hyphens and quotes into typographic ones.
fn literal(text: &str) -> String {
    escaped(text).replace('-', "\\-").replace('\'', "\\(aq").replace('^', "\\(ha").replace('~', "\\(ti")
}

/// Escapes backslashes, which roff would interpret, and everything that is not ASCII.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\e"),
            letter if letter.is_ascii() => out.push(letter),
            letter => write!(out, "\\[u{:04X}]", u32::from(letter)).unwrap_or_default(),
        }
    }
    out
}
