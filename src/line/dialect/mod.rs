//! How a line is written: which characters have to be escaped, and how a colour is written.
//!
//! The text of a line is untrusted. A host that runs or expands what it is given gets it so that it
//! shows what was typed; the tests of `tests/hosts.rs` ask the hosts themselves. The dialects of single
//! hosts are in `hosts/`.

use super::{Look, Style};

mod general;
mod record;

pub use general::{ANSI, PLAIN};
pub use record::Report;
pub(crate) use record::{class, record};

/// One way to write a line.
#[derive(Debug)]
pub struct Dialect {
    /// Its name, for `--for`.
    pub name: &'static str,
    /// Whether the host shows colours although it is no terminal.
    pub shows_color: bool,
    /// The characters that mean something to the host, each with what is written to have it shown.
    pub escapes: &'static [(char, &'static str)],
    /// How a colour is written.
    pub ink: Ink,
    /// Puts the line, or the lack of one, into a record, for a host that reads records.
    pub record: Option<Record>,
}

/// Writes the record of a line, or of the lack of one.
pub type Record = fn(Option<&Report<'_>>) -> String;

/// How a colour is written.
#[derive(Debug)]
pub enum Ink {
    /// Not at all: the host has its own ways.
    None,
    /// By escape sequences, each between two marks that say it takes no room.
    Sequences(&'static str, &'static str),
    /// By tags of its own: what begins a look and what ends it.
    Tags(fn(Look) -> (&'static str, &'static str), fn(Style) -> (String, String)),
    /// By groups whose colours are the host's own to choose.
    Groups(fn(Look) -> (&'static str, &'static str)),
}

/// The dialects for no host alone that `--for` names before those of the hosts.
pub static FIRST: &[Dialect] = &[PLAIN, ANSI];

/// Those that it names after them.
pub static LAST: &[Dialect] = &[record::JSON];

/// The default: text as it is.
static DEFAULT: Dialect = PLAIN;

impl Default for &'static Dialect {
    fn default() -> Self {
        &DEFAULT
    }
}

impl Dialect {
    /// Writes a string so that the host shows it as it is.
    #[inline]
    pub(crate) fn write(&self, out: &mut String, text: &str) {
        if self.escapes.is_empty() {
            out.push_str(text);
            return;
        }
        for character in text.chars() {
            match self.escapes.iter().find(|(special, _)| *special == character) {
                Some((_, written)) => out.push_str(written),
                None => out.push(character),
            }
        }
    }

    /// Returns how many bytes a character is written in.
    pub(super) fn length(&self, character: char) -> usize {
        let escape = self.escapes.iter().find(|(special, _)| *special == character);
        escape.map_or_else(|| character.len_utf8(), |(_, written)| written.len())
    }

    /// Begins a look.
    pub(super) fn open(&self, out: &mut String, look: Look) {
        match (&self.ink, look) {
            (Ink::None, _) | (_, Look::Plain) => {}
            (Ink::Sequences(before, behind), Look::Own(style)) => {
                sequence(out, before, &style.parameters(), behind);
            }
            (Ink::Sequences(before, behind), _) => {
                sequence(out, before, look.code().unwrap_or_default(), behind);
            }
            (Ink::Tags(_, own), Look::Own(style)) => out.push_str(&own(style).0),
            (Ink::Tags(tags, _) | Ink::Groups(tags), _) => out.push_str(tags(look).0),
        }
    }

    /// Ends a look.
    pub(super) fn close(&self, out: &mut String, look: Look) {
        match (&self.ink, look) {
            (Ink::None, _) => {}
            (Ink::Sequences(before, behind), _) => sequence(out, before, "0", behind),
            (Ink::Tags(_, own), Look::Own(style)) => out.push_str(&own(style).1),
            (Ink::Tags(tags, _) | Ink::Groups(tags), _) => out.push_str(tags(look).1),
        }
    }

    /// Returns whether it can write any colour, rather than only what a look means.
    pub(super) fn takes_styles(&self) -> bool {
        matches!(self.ink, Ink::Sequences(..) | Ink::Tags(..))
    }
}

/// Writes an escape sequence between its marks.
fn sequence(out: &mut String, before: &str, code: &str, behind: &str) {
    // Most have no marks, and a copy of nothing costs as much as one of something.
    if !before.is_empty() {
        out.push_str(before);
    }
    out.push_str("\x1b[");
    out.push_str(code);
    out.push('m');
    if !behind.is_empty() {
        out.push_str(behind);
    }
}
