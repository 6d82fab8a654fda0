//! The control sequences that we write ourselves: to a terminal, and never anywhere else.

use std::io;

use super::{Painted, output::Output};
use crate::text;

/// How a terminal shows a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// The sequence `OSC 9`: iTerm2, kitty, Ghostty and others.
    Nine,
    /// The sequence `OSC 777`: foot, rxvt-unicode.
    SevenSevenSeven,
}

impl Output<'_> {
    /// Moves to the beginning of the row that is `rows` rows up, and clears everything from there on.
    pub fn rewind(&mut self, rows: usize) -> io::Result<()> {
        match rows {
            0 => Ok(()),
            _ => self.control(&format!("\x1b[{rows}A\r\x1b[J")),
        }
    }

    /// Rings the terminal's bell.
    pub fn bell(&mut self) -> io::Result<()> {
        self.control("\x07")
    }

    /// Lets the terminal show a notification.
    pub fn notify(&mut self, channel: Channel, message: &str) -> io::Result<()> {
        let message = text::shown(message.into());
        match channel {
            // Other commands of `OSC 9` begin with a digit, and this never does.
            Channel::Nine => self.control(&format!("\x1b]9;stateline: {message}\x07")),
            Channel::SevenSevenSeven => {
                self.control(&format!("\x1b]777;notify;stateline;{}\x07", message.replace(';', ",")))
            }
        }
    }

    /// Switches to the terminal's second screen, without a cursor; what was on the first one stays there.
    pub fn enter_screen(&mut self) -> io::Result<()> {
        self.control("\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[H\x1b[2J")?;
        self.flush()
    }

    /// Switches back, with a cursor.
    pub fn leave_screen(&mut self) -> io::Result<()> {
        self.control("\x1b[?7h\x1b[?25h\x1b[?1049l")?;
        self.flush()
    }

    /// Clears the screen.
    pub fn clear_screen(&mut self) -> io::Result<()> {
        self.control("\x1b[H\x1b[2J")
    }

    /// Replaces a row of the screen; the first one is 0.
    pub fn screen_row(&mut self, row: usize, content: &Painted) -> io::Result<()> {
        // Cleared first: after a row that fills the screen, the cursor is still on its last character.
        self.control(&format!("\x1b[{};1H\x1b[2K", row.saturating_add(1)))?;
        self.painted(content)
    }

    fn control(&mut self, sequence: &str) -> io::Result<()> {
        if self.is_terminal { self.sink.write_all(sequence.as_bytes()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_cannot_end_its_sequence_early() {
        for (channel, expected) in [
            (Channel::Nine, "\x1b]9;stateline: a ]0;t b\x07"),
            (Channel::SevenSevenSeven, "\x1b]777;notify;stateline;a ]0,t b\x07"),
        ] {
            let mut sink = Vec::new();
            Output::new(&mut sink, true).notify(channel, "a\x1b]0;t\x07b").unwrap();
            assert_eq!(String::from_utf8(sink).unwrap(), expected);
        }
    }

    #[test]
    fn no_sequence_is_written_to_a_file() {
        let mut sink = Vec::new();
        let mut out = Output::new(&mut sink, false);
        out.bell().unwrap();
        out.rewind(3).unwrap();
        out.notify(Channel::Nine, "a").unwrap();
        out.enter_screen().unwrap();
        out.leave_screen().unwrap();
        assert_eq!(sink, b"");
    }
}
