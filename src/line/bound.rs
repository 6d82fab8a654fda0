//! Keeps a line within its byte limit: invisible characters have no width, but they still fill a pipe.

use super::{Dialect, Paint, Span, paint};
use crate::text;

/// The shortest a span's text gets, in bytes, before whole spans are dropped instead.
const LEAST: usize = 16;

/// Paints the spans in at most `limit` bytes, by shortening the longest ones to a common length.
///
/// It shortens spans before they are painted, so it never cuts an escape sequence, a tag or a character.
#[cold]
pub(super) fn painted(spans: &[Span<'_>], paint: &Paint<'_>, limit: usize) -> String {
    let mut spans = spans;
    while !spans.is_empty() {
        let (mut best, mut low, mut high) = (None, LEAST, limit);
        while low <= high {
            let most = low.midpoint(high);
            let out = shortened(spans, paint, most);
            if out.len() <= limit {
                best = Some(out);
                low = most.saturating_add(1);
            } else {
                high = most.saturating_sub(1);
            }
        }
        if let Some(best) = best {
            return best;
        }
        // Markup and separators alone exceed the limit.
        spans = spans.get(..spans.len() / 2).unwrap_or_default();
    }
    String::new()
}

/// Paints the spans, each with at most `most` bytes of text after escaping.
fn shortened(spans: &[Span<'_>], paint: &Paint<'_>, most: usize) -> String {
    let mut shortened = spans.to_vec();
    for span in &mut shortened {
        let fits = fitting(&span.text, paint.dialect, most);
        if fits < span.text.len() {
            span.text = text::bounded(std::mem::take(&mut span.text), fits);
        }
    }
    paint::painted(&shortened, paint)
}

/// Returns how many bytes of `text` fit into `most` bytes once the dialect has escaped them.
fn fitting(text: &str, dialect: &Dialect, most: usize) -> usize {
    let mut written = 0_usize;
    for (at, character) in text.char_indices() {
        written = written.saturating_add(dialect.length(character));
        if written > most {
            return at;
        }
    }
    text.len()
}
