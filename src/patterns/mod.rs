//! The patterns of the hot readers as tables that were made when the program was built.

mod list;

pub use list::PATTERNS;

include!(concat!(env!("OUT_DIR"), "/patterns.rs"));

/// One pattern, ready to be tried at a place in a text.
#[derive(Debug)]
pub struct Pattern {
    /// The column of each byte.
    classes: &'static [u8; 256],
    /// How many columns there are.
    width: usize,
    /// The next state, by state and column.
    next: &'static [u8],
    /// For each state: [`ENDED_BEFORE`] and [`ENDS_HERE`].
    ends: &'static [u8],
}

/// The state that nothing leads out of.
const DEAD: u8 = 1;

/// A match ended before the byte that led here.
const ENDED_BEFORE: u8 = 1;

/// A match ends here if the text does.
const ENDS_HERE: u8 = 2;

impl Pattern {
    /// Returns where the match that begins at `at` ends, or `None` if none begins there.
    pub fn end(&self, text: &str, at: usize) -> Option<usize> {
        let mut state = 0;
        let mut end = None;
        for (offset, &byte) in text.as_bytes().get(at..)?.iter().enumerate() {
            let class = self.classes.get(usize::from(byte))?;
            let cell = usize::from(state).wrapping_mul(self.width).wrapping_add(usize::from(*class));
            state = *self.next.get(cell)?;
            if state == DEAD {
                return end;
            }
            if self.ends.get(usize::from(state))? & ENDED_BEFORE != 0 {
                end = Some(at.wrapping_add(offset));
            }
        }
        if self.ends.get(usize::from(state))? & ENDS_HERE != 0 { Some(text.len()) } else { end }
    }

    /// Returns the text of the match that begins at `at`.
    pub fn matched<'t>(&self, text: &'t str, at: usize) -> Option<&'t str> {
        text.get(at..self.end(text, at)?)
    }
}
