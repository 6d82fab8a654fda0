//! Makes a line fit a width: drops the least important spans, then shortens the longest one.

use super::{Appearance, Join, Rank, Span};
use crate::text;

/// The shortest that the active span is cut, in columns, while another span can be dropped instead.
const PHRASE: usize = 20;

/// Returns the spans that fit into `width` columns; as a last resort, one span's text is cut.
pub(super) fn fitted<'a>(
    spans: &[Span<'a>],
    width: usize,
    appearance: Option<&Appearance<'_>>,
) -> Vec<Span<'a>> {
    let mut kept = spans.to_vec();
    loop {
        let over = cells(&kept, appearance).saturating_sub(width);
        if over == 0 {
            return kept;
        }
        // Cut a long sentence before dropping a short name or a bar, which are more useful.
        let is_short = kept.iter().all(|span| span.rank <= Rank::Lead);
        if is_short && cut_active(&mut kept, over) {
            continue;
        }
        if !drop_least(&mut kept) && !cut_longest(&mut kept, over) {
            kept.pop();
        }
    }
}

/// Returns the width of the joined spans in columns.
fn cells(spans: &[Span<'_>], appearance: Option<&Appearance<'_>>) -> usize {
    let texts: usize = spans.iter().map(|span| text::cells(&span.text)).sum();
    let joins: usize = spans.iter().skip(1).map(|span| text::cells(span.join.text(appearance))).sum();
    texts.saturating_add(joins)
}

/// Drops the last of the least important spans, with the spans that are tightly joined to it.
///
/// Returns `false` if all spans have the same rank.
fn drop_least(spans: &mut Vec<Span<'_>>) -> bool {
    let (Some(least), Some(most)) =
        (spans.iter().map(|span| span.rank).max(), spans.iter().map(|span| span.rank).min())
    else {
        return false;
    };
    let is_due = |span: &Span<'_>| span.rank == least && span.join != Join::Tight;
    let Some(start) = spans.iter().rposition(is_due).filter(|_| least != most) else { return false };
    let hanging = spans.iter().skip(start).skip(1).take_while(|span| span.join == Join::Tight).count();
    let end = start.saturating_add(hanging);
    let join = spans.get(start).map(|span| span.join);
    spans.drain(start..=end.min(spans.len().saturating_sub(1)));
    // The next span takes over the stronger join: a name still starts a new part of the state after the
    // version before it was dropped.
    if let (Some(join), Some(next)) = (join, spans.get_mut(start)) {
        next.join = next.join.max(join);
    }
    true
}

/// Shortens the longest active span, if at least [`PHRASE`] columns of it remain.
fn cut_active(spans: &mut [Span<'_>], over: usize) -> bool {
    let active = spans.iter_mut().filter(|span| span.rank == Rank::Active);
    let Some(span) = active.max_by_key(|span| text::cells(&span.text)) else { return false };
    let room = text::cells(&span.text).saturating_sub(over);
    let is_phrase = room >= PHRASE;
    if is_phrase {
        span.text = text::cut(&span.text, room).into();
    }
    is_phrase
}

/// Shortens the longest span by `over` columns, unless almost nothing of it would remain.
fn cut_longest(spans: &mut [Span<'_>], over: usize) -> bool {
    const CRUMB: usize = 4;
    let alone = spans.len() == 1;
    let Some(span) = spans.iter_mut().max_by_key(|span| text::cells(&span.text)) else { return false };
    let room = text::cells(&span.text).saturating_sub(over);
    if !alone && room < CRUMB {
        return false;
    }
    let cut = text::cut(&span.text, room);
    // The caller repeats this, so report whether it made progress.
    let is_shorter = text::cells(&cut) < text::cells(&span.text);
    span.text = cut.into();
    is_shorter
}
