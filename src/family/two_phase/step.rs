//! The path to a value: keys and items, as the readers of blocks and of brackets both build it.

const BLANKS: [char; 2] = [' ', '\t'];

/// How many steps deep to look for values; the ones that are shown need four.
pub(super) const DEEPEST: usize = 32;

/// One step on the path to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Into a map, by key.
    Key(&'a str),
    /// Into a list, by index from 0.
    Item(usize),
}

/// Returns the name in a key, without its colon and quotes.
pub(super) fn name(key: &str) -> &str {
    let key = key.trim_end_matches(BLANKS);
    let key = key.strip_suffix(':').unwrap_or(key).trim_end_matches(BLANKS);
    let inside = |quote: char| key.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(key)
}
