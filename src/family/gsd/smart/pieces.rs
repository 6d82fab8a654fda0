//! Splits the text after the number of a phase at its dashes and parentheses.

use crate::text;

/// Where a piece of that text ends.
const BREAKS: &[&str] = &["—", "–", " - ", " -- ", " (", ";", ". ", "→", " | ", " · ", " ✓", " ✅", "! "];

/// How far into a line to look for the name of the phase.
pub(super) const MOST_PIECES: usize = 8;

/// The pieces of the text after the number.
#[derive(Debug)]
pub(super) struct Pieces<'t> {
    rest: &'t str,
}

impl<'t> Pieces<'t> {
    /// Starts at the beginning of a string.
    pub(super) const fn of(rest: &'t str) -> Self {
        Self { rest }
    }

    /// Returns what has not been split yet.
    pub(super) fn rest(&self) -> &'t str {
        self.rest.trim_start_matches([')', ' ', '.', ';', ',', '!'])
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let is_joint = |character: char| {
            text::is_blank(character)
                || matches!(character, '—' | '–' | '-' | ':' | '→' | '|' | '·' | ';' | ',' | '.' | ')' | '!')
        };
        let rest = self.rest.trim_start_matches(is_joint);
        if rest.is_empty() {
            return None;
        }
        if let Some(inside) = rest.strip_prefix('(') {
            let end = closing(inside);
            self.rest = inside.get(end..).unwrap_or_default();
            return inside.get(..end);
        }
        // `st. mary's` goes on, and so does `dev→prod`.
        let is_end = |at: usize, mark: &str| {
            let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
            let after = after.strip_prefix(mark).unwrap_or_default();
            match mark {
                ". " => !after.starts_with(char::is_lowercase),
                "→" => !before.ends_with(char::is_lowercase) || !after.starts_with(char::is_lowercase),
                _ => true,
            }
        };
        let first = |mark: &&str| rest.match_indices(*mark).map(|(at, _)| at).find(|at| is_end(*at, mark));
        let end = BREAKS.iter().filter_map(first).min().unwrap_or(rest.len());
        self.rest = rest.get(end..).unwrap_or_default();
        rest.get(..end)
    }
}

/// Returns where the open parenthesis closes.
fn closing(inside: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in inside.char_indices() {
        match character {
            '(' => depth = depth.saturating_add(1),
            ')' if depth == 0 => return at,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    inside.len()
}
