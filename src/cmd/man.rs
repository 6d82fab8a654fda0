//! `stateline man`: the manual, made from the tables of commands, flags and families.

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
    purpose: "print the manual, or a command's page of it",
    usage: "[COMMAND]",
    about: "Prints the page of the manual about the program, or about one of its commands, as roff.",
    examples: &[
        ("stateline man | man -l -", "read it"),
        ("stateline man list | man -l -", "read about `list`"),
        ("stateline man > /usr/local/share/man/man1/stateline.1", "install it"),
    ],
    flags: &[],
    shared: &[],
    operands: Some(Value::Among("COMMAND", super::names)),
    run,
};

/// The variables that the program looks at, each with what it does.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("COLUMNS", "how many cells the line may take, where `--width` does not say so"),
    ("NO_COLOR", "if set, no colour"),
    ("CLICOLOR_FORCE, FORCE_COLOR", "if set and not 0, colour even where the output is no terminal"),
    ("CLICOLOR", "if 0, no colour"),
    ("STATELINE_CONFIG", "a config instead of the usual ones, as `--config` names it"),
    ("STATELINE_NOW", "an RFC 3339 time instead of the clock, for tests"),
];

/// How long a line of the source may be.
const WIDTH: usize = 78;

/// What the exit codes mean.
const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "Done, or the answer is yes. The hook and `line` end so whatever is in the file."),
    ("1", "The answer is no: nothing found, a check failed."),
    ("2", "The call makes no sense."),
];

fn run(call: &Call, _host: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let page = match call.operands.as_slice() {
        [] => program(),
        [topic] => command(help::about(topic)?),
        [_, further, ..] => {
            return Err(Error::Unexpected {
                command: None,
                argument: further.to_string_lossy().into_owned(),
            }
            .into());
        }
    };
    terminal.out.data(page.as_bytes())?;
    Ok(Exit::Success)
}

/// Writes the page about the program.
fn program() -> String {
    let mut page = Page::new("stateline", "say where an AI coding workflow stands");
    page.section("SYNOPSIS");
    page.synopsis("stateline", "[FLAGS]");
    page.macro_line(".br");
    page.synopsis("stateline", "COMMAND [FLAGS]");
    page.section("DESCRIPTION");
    page.prose(
        "stateline reads the state file of an AI coding workflow and prints one line that says where the \
         work stands.\nWithout a command it is the hook of a status line: it reads the host's JSON from \
         standard input, and prints a line whatever happens.\nThe nearest directory upwards that holds a \
         state file counts; of several files in it, the one modified last.",
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
    page.section("ENVIRONMENT");
    page.table(ENVIRONMENT);
    page.section("EXIT STATUS");
    page.table(EXIT_CODES);
    page.text
}

/// Writes the page about a command.
fn command(command: &Command) -> String {
    let mut page = Page::new(&format!("stateline-{}", command.name), command.purpose);
    page.section("SYNOPSIS");
    page.synopsis(&format!("stateline {}", command.name), command.usage);
    page.section("DESCRIPTION");
    page.prose(&command.description());
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

    /// Begins an entry whose text follows.
    fn tagged(&mut self, tag: &str) {
        self.macro_line(".TP");
        self.macro_line(tag.trim_end());
    }

    /// Writes sentences, each beginning a line.
    fn prose(&mut self, text: &str) {
        let paragraphs = help::paragraphs(text);
        let sentences = paragraphs.iter().map(|paragraph| prose(paragraph).replace(". ", ".\n"));
        for sentence in sentences.collect::<Vec<String>>().join("\n").lines() {
            for line in text::wrapped(sentence, WIDTH).split('\n') {
                // A dot or an apostrophe would begin a request.
                let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
                self.macro_line(&format!("{guard}{line}"));
            }
        }
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

/// Writes what a purpose says as a sentence.
fn sentence(purpose: &str) -> String {
    let mut letters = purpose.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if purpose.ends_with(['.', '…']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// Writes a usage, what stands for something in italics: `[FLAGS] \fIFILE\fR`.
fn usage(usage: &str) -> String {
    let words = usage.split(' ').map(|word| {
        let is_name = word.len() > 1 && word.chars().all(|letter| letter.is_uppercase() || letter == '…');
        if is_name { format!("\\fI{}\\fR", literal(word)) } else { literal(word) }
    });
    words.collect::<Vec<String>>().join(" ")
}

/// Writes prose, what stands in backticks in bold.
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

/// Writes what is typed as it stands: a hyphen is no dash, a quote no ornament.
fn literal(text: &str) -> String {
    escaped(text).replace('-', "\\-").replace('\'', "\\(aq").replace('^', "\\(ha").replace('~', "\\(ti")
}

/// Writes what roff would take for its own, and what is not ASCII.
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
