//! Help and version, generated from the tables of commands and flags.

use std::{ffi::OsString, fmt::Write as _, io};

use super::{COMMANDS, Command, Failure, Flag, Terminal, named};
use crate::{
    error::{Error, Exit},
    options::FLAGS,
    text,
    text::listed,
    text::suggest::nearest,
};

/// The greatest width of a page.
const WIDTH: usize = 80;

/// The greatest width of a flag that has its purpose on the same line.
const FLAG_COLUMN: usize = 24;

/// The flag that every command takes besides its own.
pub(super) const HELP: Flag = Flag::switch("help", "show help; `--help` has examples").short('h');

/// What `-V` prints: the version, then the commit (of a release build) and the target.
const VERSION_LINE: &str =
    concat!("stateline ", env!("CARGO_PKG_VERSION"), " (", env!("STATELINE_BUILD"), ")");

/// The flag that the program takes if no command is named.
pub(super) const VERSION: Flag = Flag::switch("version", "show the version").short('V');

/// What `help` is for. It is not in the table of commands, because it is about that table.
pub(super) const PURPOSE: &str = "show the help of a command";

/// Example calls, each with what it does.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("stateline line", "the state of the workflow in this directory"),
    ("stateline line --style smart", "with age, PAUSED and BLOCKED"),
    ("stateline get @percent status", "single values, for a script"),
    ("stateline list --active ~/work", "the workflows in progress, newest first"),
    ("stateline install claude", "show the line in Claude Code"),
    ("stateline init bash", "show the line in a shell's prompt"),
    ("stateline preview", "everything that a line can show"),
    ("stateline help line", "the help of one command"),
];

/// Returns whether the first argument asks for the program's help or version.
pub(super) fn is_asked(argument: &str) -> bool {
    matches!(argument, "-h" | "--help" | "help" | "-V" | "--version")
}

/// Prints the version, the program's help, or the help of the command that `help` names.
pub(super) fn general(
    name: &str,
    arguments: &[OsString],
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    if matches!(name, "-V" | "--version") {
        terminal.out.line(VERSION_LINE)?;
        return Ok(Exit::Success);
    }
    let Some(topic) = arguments.first().filter(|_| name == "help") else {
        terminal.out.lines(&overview(name != "-h"))?;
        return Ok(Exit::Success);
    };
    page(about(topic)?, true, terminal)?;
    Ok(Exit::Success)
}

/// Returns the command of that name, or an error that suggests one.
pub(super) fn about(topic: &OsString) -> Result<&'static Command, Error> {
    let topic = topic.to_string_lossy().into_owned();
    named(&topic).ok_or_else(|| {
        let nearest = nearest(&topic, COMMANDS.iter().map(|command| command.name));
        Error::UnknownCommand { name: topic, nearest }
    })
}

/// Returns the flags of the hook.
///
/// `--file` and `--for` are not among them: the host's JSON says which directory and which host it is.
pub(super) fn hook_flags() -> impl Iterator<Item = &'static Flag> {
    FLAGS.iter().filter(|flag| !["file", "for"].contains(&flag.long))
}

/// Returns the flags of the line that a command takes as well.
pub(super) fn shared(command: &Command) -> impl Iterator<Item = &'static Flag> {
    FLAGS.iter().filter(|flag| command.shared.contains(&flag.long))
}

/// Returns the page about the program; the short one fits on a screen.
fn overview(long: bool) -> String {
    let mut out = String::from(
        "stateline prints the state of an AI coding workflow in one line.\n\
         Usage: stateline [FLAGS]            the status-line hook: JSON on standard input\n       \
         stateline COMMAND [FLAGS]    one of these:\n\n",
    );
    for command in COMMANDS {
        writeln!(out, "  {:<12} {}", command.name, command.purpose).unwrap_or_default();
    }
    if long {
        out.push_str("\nFlags of the hook:\n");
        flags(&mut out, hook_flags(), long);
        examples(&mut out, EXAMPLES);
    }
    out.push_str(if long {
        "\nMore: `stateline COMMAND -h`; the version: `stateline -V`\n"
    } else {
        "\nStart with `stateline setup`. More: `stateline --help`, `stateline COMMAND -h`\n"
    });
    out
}

/// Prints a command's page; the long one has examples.
pub(super) fn page(command: &Command, long: bool, terminal: &mut Terminal<'_>) -> io::Result<()> {
    let mut out = String::new();
    let usage = format!("Usage: stateline {} {}", command.name, command.usage);
    writeln!(out, "{}\n", usage.trim_end()).unwrap_or_default();
    for paragraph in paragraphs(&command.description()) {
        writeln!(out, "{}", text::wrapped(&paragraph, WIDTH)).unwrap_or_default();
    }
    if !command.flags.is_empty() || !command.shared.is_empty() {
        out.push_str("\nFlags:\n");
        flags(&mut out, command.flags.iter().chain(shared(command)), long);
    }
    if long {
        for piece in pieces(command.more().unwrap_or_default()) {
            let text = match piece {
                Piece::Prose(paragraph) => text::wrapped(&paragraph, WIDTH),
                Piece::Code(code) => code,
            };
            writeln!(out, "\n{text}").unwrap_or_default();
        }
        examples(&mut out, command.examples);
    }
    terminal.out.lines(&out)
}

/// Lists flags; the long list has the values that each can take.
fn flags<'f>(out: &mut String, flags: impl Iterator<Item = &'f Flag>, long: bool) {
    let flags: Vec<(String, &Flag)> = flags.map(|flag| (flag.synopsis(), flag)).collect();
    let widest = flags.iter().map(|(synopsis, _)| synopsis.len()).filter(|width| *width <= FLAG_COLUMN).max();
    let column = widest.unwrap_or(FLAG_COLUMN).saturating_add(4);
    for (synopsis, flag) in &flags {
        let mut about = text::wrapped(flag.purpose, WIDTH.saturating_sub(column));
        let words = flag.unlisted_words();
        if long && !words.is_empty() {
            let words = format!("One of {}.", listed(words.into_iter()));
            about.push('\n');
            about.push_str(&text::wrapped(&words, WIDTH.saturating_sub(column)));
        }
        let mut label = format!("  {synopsis}");
        if label.len().saturating_add(2) > column {
            writeln!(out, "{label}").unwrap_or_default();
            label.clear();
        }
        for line in about.split('\n') {
            writeln!(out, "{label:column$}{line}").unwrap_or_default();
            label.clear();
        }
    }
}

/// Lists examples, each with what it does after it, or below it if there is no room.
fn examples(out: &mut String, examples: &[(&str, &str)]) {
    if examples.is_empty() {
        return;
    }
    out.push_str("\nExamples:\n");
    let column = examples.iter().map(|(call, _)| text::cells(call)).max().unwrap_or_default();
    let widest = examples.iter().map(|(_, purpose)| text::cells(purpose)).max().unwrap_or_default();
    let fits = column.saturating_add(widest).saturating_add(4) <= WIDTH;
    for (call, purpose) in examples {
        if fits {
            writeln!(out, "  {call:column$}  {purpose}").unwrap_or_default();
        } else {
            writeln!(out, "  {call}\n      {purpose}").unwrap_or_default();
        }
    }
}

/// A part of what a long page says.
pub(super) enum Piece {
    /// A paragraph.
    Prose(String),
    /// Lines that are printed as they are.
    Code(String),
}

/// Splits text into paragraphs and code; each line of code is indented.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let is_code = |line: &str| line.starts_with("  ");
    let lines: Vec<&str> = text.lines().collect();
    let groups = lines.chunk_by(|one, other| is_code(one) == is_code(other));
    let pieces = groups.flat_map(|group| {
        let text = group.join("\n");
        if is_code(&text) {
            return vec![Piece::Code(text)];
        }
        paragraphs(&text).into_iter().map(Piece::Prose).collect()
    });
    pieces.collect()
}

/// Joins lines into paragraphs: a line that does not end with `.`, `:` or `}` continues on the next one.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in text.lines() {
        match paragraphs.last_mut() {
            Some(last) if !last.ends_with(['.', ':', '}']) => {
                last.push(' ');
                last.push_str(line);
            }
            _ => paragraphs.push(line.to_owned()),
        }
    }
    paragraphs
}
