//! Runs a pattern that the build compiled to a table. A family that reads with patterns keeps a list of them.

/// One compiled pattern. Only the build makes these (`build.rs`).
#[derive(Debug)]
pub struct Pattern {
    /// The column of each byte.
    pub classes: &'static [u8; 256],
    /// How many columns there are.
    pub width: usize,
    /// The start of the next state's row, by row and column, with the bits `IS_DEAD` and `ENDED_BEFORE`.
    pub next: &'static [u16],
    /// For each state, whether a match ends there if the text ends.
    pub ends_here: &'static [bool],
}

/// No match is possible any more.
const IS_DEAD: u16 = 1 << 15;

/// A match ended before the byte that led here.
const ENDED_BEFORE: u16 = 1 << 14;

impl Pattern {
    /// Returns where the match that begins at `at` ends, or `None` if none begins there.
    pub fn end(&self, text: &str, at: usize) -> Option<usize> {
        let (classes, table) = (self.classes, self.next);
        let mut row = 0;
        let mut end = None;
        for (offset, &byte) in text.as_bytes().get(at..)?.iter().enumerate() {
            let class = classes.get(usize::from(byte))?;
            let next = *table.get(usize::from(row).wrapping_add(usize::from(*class)))?;
            row = next & !(IS_DEAD | ENDED_BEFORE);
            // Both flags are rare, so test them with one comparison.
            if next != row {
                if next & IS_DEAD != 0 {
                    return end;
                }
                end = Some(at.wrapping_add(offset));
            }
        }
        let state = usize::from(row).checked_div(self.width)?;
        if *self.ends_here.get(state)? { Some(text.len()) } else { end }
    }

    /// Returns the text of the match that begins at `at`.
    pub fn matched<'t>(&self, text: &'t str, at: usize) -> Option<&'t str> {
        text.get(at..self.end(text, at)?)
    }
}
