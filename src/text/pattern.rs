//! Runs a pattern that the build compiled to a table. A family that reads with patterns keeps a list of them.

/// One compiled pattern. Only the build makes these (`build.rs`).
#[derive(Debug)]
pub struct Pattern {
    /// The column of each byte.
    pub classes: &'static [u8; 256],
    /// How many columns there are.
    pub width: usize,
    /// The next state, by state and column, or `DEAD`.
    pub next: &'static [u8],
    /// The first of the states, up to the last one, that mean that a match ended before the byte that led there.
    pub ended_from: u8,
    /// For each state, whether a match ends there if the text ends.
    pub ends_here: &'static [bool],
}

/// No match is possible any more.
const DEAD: u8 = u8::MAX;

impl Pattern {
    /// Returns where the match that begins at `at` ends, or `None` if none begins there.
    pub fn end(&self, text: &str, at: usize) -> Option<usize> {
        let mut state = 0_u8;
        let mut end = None;
        for (offset, &byte) in text.as_bytes().get(at..)?.iter().enumerate() {
            let column = usize::from(*self.classes.get(usize::from(byte))?);
            state = *self.next.get(usize::from(state).wrapping_mul(self.width).wrapping_add(column))?;
            // Both cases are rare, so test them with one comparison.
            if state >= self.ended_from {
                if state == DEAD {
                    return end;
                }
                end = Some(at.wrapping_add(offset));
            }
        }
        if *self.ends_here.get(usize::from(state))? { Some(text.len()) } else { end }
    }

    /// Returns the text of the match that begins at `at`.
    pub fn matched<'t>(&self, text: &'t str, at: usize) -> Option<&'t str> {
        text.get(at..self.end(text, at)?)
    }
}
