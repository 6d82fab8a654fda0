//! How a line is written for a host: which characters are escaped, and how colours are written.
//!
//! The text of a line is untrusted, and some hosts run or expand what they receive. A dialect escapes the
//! text so that the host shows it literally; `tests/hosts.rs` checks this with the real hosts. The
//! dialects of single hosts are in `hosts/`.

use super::{Style, Tone};

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
    /// Whether the host shows colours although it is not a terminal.
    pub shows_color: bool,
    /// The characters with a special meaning for the host, each with its escaped form.
    pub escapes: &'static [(char, &'static str)],
    /// How a colour is written.
    pub ink: Ink,
    /// Writes a record instead of a line, for a host that reads records.
    pub record: Option<Record>,
}

/// Writes the record of a line; `None` if there is no line.
pub type Record = fn(Option<&Report<'_>>) -> String;

/// How a colour is written.
#[derive(Debug)]
pub enum Ink {
    /// Not at all.
    None,
    /// By escape sequences, each between two marks that tell the host that it has no width.
    Sequences(&'static str, &'static str),
    /// By the host's own tags: one starts a style and one ends it.
    Tags(fn(Tone) -> (&'static str, &'static str), fn(Style) -> (String, String)),
    /// By highlight groups, whose colours the host chooses.
    Groups(fn(Tone) -> (&'static str, &'static str)),
}

/// The general dialects that `--for` lists before those of the hosts.
pub static FIRST: &[Dialect] = &[PLAIN, ANSI];

/// The general dialects that `--for` lists after those of the hosts.
pub static LAST: &[Dialect] = &[record::JSON];

/// The default: unescaped text.
static DEFAULT: Dialect = PLAIN;

impl Default for &'static Dialect {
    fn default() -> Self {
        &DEFAULT
    }
}

impl Dialect {
    /// Writes a string so that the host shows it literally.
    #[inline]
    pub(crate) fn write(&self, out: &mut String, text: &str) {
        if self.escapes.is_empty() {
            out.push_str(text);
        } else {
            self.write_escaped(out, text);
        }
    }

    /// Writes a string with its special characters escaped. Most hosts have none, so it is not inlined.
    #[inline(never)]
    fn write_escaped(&self, out: &mut String, text: &str) {
        for character in text.chars() {
            match self.escapes.iter().find(|(special, _)| *special == character) {
                Some((_, written)) => out.push_str(written),
                None => out.push(character),
            }
        }
    }

    /// Returns the length of a character in bytes once it is escaped.
    pub(super) fn length(&self, character: char) -> usize {
        let escape = self.escapes.iter().find(|(special, _)| *special == character);
        escape.map_or_else(|| character.len_utf8(), |(_, written)| written.len())
    }

    /// Starts a style.
    pub(super) fn open(&self, out: &mut String, tone: Tone) {
        match (&self.ink, tone.code()) {
            (Ink::None, _) => {}
            (Ink::Sequences(before, after), Some(code)) => sequence(out, before, code, after),
            _ => self.open_other(out, tone),
        }
    }

    /// Starts a style of the user's own, or of a host that has no codes. Few lines have one, so it is not inlined.
    #[inline(never)]
    fn open_other(&self, out: &mut String, tone: Tone) {
        match (&self.ink, tone) {
            (_, Tone::Plain) => {}
            (Ink::Sequences(before, after), Tone::Own(style)) => {
                sequence(out, before, &style.parameters(), after);
            }
            (Ink::Tags(_, own), Tone::Own(style)) => out.push_str(&own(style).0),
            (Ink::Tags(tags, _) | Ink::Groups(tags), _) => out.push_str(tags(tone).0),
            // Every other style has a code.
            (Ink::None | Ink::Sequences(..), _) => {}
        }
    }

    /// Ends a style.
    pub(super) fn close(&self, out: &mut String, tone: Tone) {
        match (&self.ink, tone) {
            (Ink::None, _) => {}
            (Ink::Sequences(before, after), _) => sequence(out, before, "0", after),
            (Ink::Tags(_, own), Tone::Own(style)) => out.push_str(&own(style).1),
            (Ink::Tags(tags, _) | Ink::Groups(tags), _) => out.push_str(tags(tone).1),
        }
    }

    /// Returns whether a link can be written: no host that counts the width of the line would count it right.
    pub(super) fn takes_links(&self) -> bool {
        matches!(self.ink, Ink::Sequences("", ""))
    }

    /// Returns whether it shows the colours of a theme. Those are made for terminals: on the background of a bar, one of
    /// them may vanish.
    pub(super) fn takes_themes(&self) -> bool {
        matches!(self.ink, Ink::Sequences(..))
    }

    /// Returns whether it can write any colour, and not only the meaning of a style.
    pub(super) fn takes_styles(&self) -> bool {
        matches!(self.ink, Ink::Sequences(..) | Ink::Tags(..))
    }
}

/// Writes an escape sequence between its marks.
fn sequence(out: &mut String, before: &str, code: &str, after: &str) {
    // Most dialects have no marks, and copying an empty string is not free.
    if !before.is_empty() {
        out.push_str(before);
    }
    out.push_str("\x1b[");
    out.push_str(code);
    out.push('m');
    if !after.is_empty() {
        out.push_str(after);
    }
}
