//! Makes a line fit a width: shortens its parts, and leaves out those that matter least.
//!
//! Every part has a few forms, from nothing to its whole text. A step to the next longer form is an upgrade.
//! [`UPGRADES`] lists them, the most useful first, and each is made if the line then still fits. So an upgrade
//! weighs more than all after it together, and the line has the greatest weight of all lines that fit.
//! It follows that a wider line never weighs less, and that no part that was left out would have fitted.

use std::borrow::Cow;

use super::{Appearance, Join, Rank, Shape, Span};
use crate::text;

/// A length of text. What is a little longer is not cut, if it fits, because that would save almost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// Enough to recognise a word. Of a bar, the number; an amount is whole.
    Crumb,
    /// Enough for a short name.
    Short,
    /// Enough for a few words.
    Phrase,
    /// Enough for a sentence. `Phase` is written out, a bar is drawn.
    Sentence,
    /// Everything.
    Whole,
}

/// Every upgrade, from the most useful to the least. The shorter lengths of a rank come before its longer ones,
/// and the first length of each rank before the last one of any text.
const UPGRADES: &[(Rank, Length)] = &[
    (Rank::Alert, Length::Crumb),
    (Rank::Active, Length::Crumb),
    (Rank::Alert, Length::Short),
    (Rank::Active, Length::Short),
    (Rank::Alert, Length::Phrase),
    (Rank::Progress, Length::Crumb),
    (Rank::Meter, Length::Crumb),
    (Rank::Lead, Length::Crumb),
    (Rank::Active, Length::Phrase),
    (Rank::Lead, Length::Short),
    (Rank::Directory, Length::Crumb),
    (Rank::Model, Length::Crumb),
    (Rank::Directory, Length::Short),
    (Rank::Model, Length::Short),
    (Rank::Detail, Length::Crumb),
    (Rank::Active, Length::Sentence),
    (Rank::Alert, Length::Sentence),
    (Rank::Progress, Length::Whole),
    (Rank::Meter, Length::Whole),
    (Rank::Name, Length::Crumb),
    (Rank::Name, Length::Short),
    (Rank::Detail, Length::Short),
    (Rank::Git, Length::Crumb),
    (Rank::Extra, Length::Crumb),
    (Rank::Notice, Length::Crumb),
    (Rank::LastCommand, Length::Crumb),
    (Rank::Git, Length::Short),
    (Rank::Extra, Length::Short),
    (Rank::Lead, Length::Phrase),
    (Rank::Name, Length::Phrase),
    (Rank::Model, Length::Phrase),
    (Rank::Directory, Length::Phrase),
    (Rank::Detail, Length::Phrase),
    (Rank::Git, Length::Phrase),
    (Rank::Alert, Length::Whole),
    (Rank::Active, Length::Whole),
    (Rank::Lead, Length::Whole),
    (Rank::Name, Length::Whole),
    (Rank::Detail, Length::Whole),
    (Rank::Directory, Length::Whole),
    (Rank::Model, Length::Whole),
    (Rank::Git, Length::Whole),
    (Rank::Extra, Length::Whole),
    (Rank::Notice, Length::Whole),
    (Rank::LastCommand, Length::Whole),
];

/// A span with the spans that are tightly joined to it, which are shown only together.
#[derive(Debug)]
struct Part {
    /// The index of the first span.
    start: usize,
    /// The index after the last span.
    end: usize,
    join: Join,
    rank: Rank,
    shape: Shape,
    /// The width of the whole text of the first span.
    whole: usize,
    /// The width of its shorter form, if it has one, else of the whole text.
    brief: usize,
    /// The width of the other spans and of the icon, which are never shortened.
    tail: usize,
    /// The width that the first span gets; `None` if the part is left out.
    room: Option<usize>,
    /// Whether it is all that the line shows, cut to the width.
    is_alone: bool,
}

/// The parts of a line while it is being fitted.
#[derive(Debug)]
struct Fit {
    parts: Vec<Part>,
    joins: JoinWidths,
    width: usize,
}

/// The width of each join, in the order of [`Join`].
type JoinWidths = [usize; 6];

/// Returns the spans that fit into `width` columns; `None` if all of them do as they are.
pub(super) fn fitted<'a>(
    spans: &[Span<'a>],
    width: usize,
    appearance: Option<&Appearance<'_>>,
) -> Option<Vec<Span<'a>>> {
    let joins = join_widths(appearance);
    let joined = |(index, span): (usize, &Span<'_>)| {
        let join = if index == 0 { 0 } else { width_of(joins, span.join) };
        span.cells().saturating_add(join)
    };
    let whole = spans.iter().enumerate().map(joined).fold(0, usize::saturating_add);
    (whole > width).then(|| shortened(spans, width, joins))
}

/// Shortens a line that is too wide.
///
/// It is not inlined, so that a line that fits does not load the code for one that does not.
#[cold]
#[inline(never)]
fn shortened<'a>(spans: &[Span<'a>], width: usize, joins: JoinWidths) -> Vec<Span<'a>> {
    let mut fit = Fit::new(spans, width, joins);
    fit.upgrade();
    fit.fill();
    fit.spans(spans)
}

/// Returns the width of each join.
fn join_widths(appearance: Option<&Appearance<'_>>) -> JoinWidths {
    let cells = |join: Join| text::cells(join.text(appearance));
    [0, 1, 1, cells(Join::Dot), cells(Join::Bar), cells(Join::Fill)]
}

fn width_of(joins: JoinWidths, join: Join) -> usize {
    joins.get(join as usize).copied().unwrap_or_default()
}

impl Length {
    /// Returns how many of `cells` columns of text this length shows: the least, and what is tried first.
    fn of(self, cells: usize) -> [usize; 2] {
        let (cut, longest) = match self {
            Self::Crumb => (5, 7),
            Self::Short => (12, 15),
            Self::Phrase => (24, 30),
            Self::Sentence => (40, 48),
            Self::Whole => return [cells; 2],
        };
        [cells.min(cut), if cells <= longest { cells } else { cut }]
    }
}

impl Part {
    fn new(spans: &[Span<'_>], start: usize, end: usize) -> Option<Self> {
        let span = spans.get(start)?;
        let whole = text::cells(&span.text);
        let brief = if matches!(span.shape, Shape::Words | Shape::Amount | Shape::Gauge(_)) {
            whole
        } else {
            text::cells(&brief(span))
        };
        let tail: usize = spans.get(start.saturating_add(1)..end)?.iter().map(Span::cells).sum();
        let tail = tail.saturating_add(text::cells(span.lead()));
        let (join, rank, shape) = (span.join, span.rank, span.shape);
        Some(Self { start, end, join, rank, shape, whole, brief, tail, room: None, is_alone: false })
    }

    /// Returns how much of the first span this length shows: the least, and what is tried first.
    fn room_of(&self, length: Length) -> [usize; 2] {
        match (self.shape, length) {
            (_, Length::Whole)
            | (Shape::Amount | Shape::Gauge(_), _)
            | (Shape::Bar(_) | Shape::Meter(_), Length::Sentence) => [self.whole; 2],
            (Shape::Bar(_) | Shape::Meter(_), _) => [self.brief; 2],
            (Shape::Phase, Length::Sentence) | (Shape::Words, _) => length.of(self.whole),
            (Shape::Phase, _) => length.of(self.brief),
        }
    }

    /// Returns whether it gets room before all others: alerts, and what is being done.
    fn is_vital(&self) -> bool {
        matches!(self.rank, Rank::Alert | Rank::Active)
    }

    /// Returns whether it is vital and still too short.
    fn is_needy(&self) -> bool {
        let [least, _] = self.room_of(Length::Short);
        self.is_vital() && self.room.is_none_or(|room| room < least)
    }
}

impl Fit {
    fn new(spans: &[Span<'_>], width: usize, joins: JoinWidths) -> Self {
        let mut parts = Vec::with_capacity(spans.len());
        let mut start = 0;
        while start < spans.len() {
            let after = start.saturating_add(1);
            let tight = spans.iter().skip(after).take_while(|span| span.join == Join::Tight).count();
            let end = after.saturating_add(tight);
            parts.extend(Part::new(spans, start, end));
            start = end;
        }
        Self { parts, joins, width }
    }

    /// Returns the width of the parts that are shown, joined.
    fn cells(&self) -> usize {
        let (mut cells, mut join, mut is_first) = (0_usize, Join::Tight, true);
        for part in &self.parts {
            join = join.max(part.join);
            let Some(room) = part.room else { continue };
            if !is_first {
                cells = cells.saturating_add(width_of(self.joins, join));
            }
            cells = cells.saturating_add(room).saturating_add(part.tail);
            (join, is_first) = (Join::Tight, false);
        }
        cells
    }

    /// Makes every upgrade that fits. Until all vital parts have some room, a line shows no others.
    fn upgrade(&mut self) {
        let (mut used, mut is_vital, mut is_needy) = (0_usize, true, false);
        for &(rank, length) in UPGRADES {
            if is_vital && rank > Rank::Active {
                (is_vital, is_needy) = (false, self.parts.iter().any(Part::is_needy));
            }
            if is_needy && rank > Rank::Active {
                continue;
            }
            for index in 0..self.parts.len() {
                let Some(part) = self.parts.get(index).filter(|part| part.rank == rank) else { continue };
                let (before, [least, most]) = (part.room, part.room_of(length));
                // A later length adds to a part, but never brings back one that did not fit.
                let is_next = before.is_some() || length == Length::Crumb;
                if !is_next || before.is_some_and(|before| before >= most) {
                    continue;
                }
                let fits = self.give_if_it_fits(index, most, used);
                if let Some(cells) = fits.or_else(|| self.give_if_it_fits(index, least, used)) {
                    used = cells;
                }
            }
        }
    }

    /// Gives a part more room, unless the line is then too wide; `used` is its width now. Returns its new width.
    fn give_if_it_fits(&mut self, index: usize, room: usize, used: usize) -> Option<usize> {
        let before = self.parts.get(index)?.room;
        if before.is_some_and(|before| before >= room) {
            return None;
        }
        self.give(index, Some(room));
        // Only a new part changes the joins, so only then all parts are measured again.
        let cells = match before {
            Some(before) => used.saturating_add(room.saturating_sub(before)),
            None => self.cells(),
        };
        if cells > self.width {
            self.give(index, before);
            return None;
        }
        Some(cells)
    }

    /// Gives the columns that are left to the words that were cut, the most useful first.
    fn fill(&mut self) {
        if self.parts.iter().all(|part| part.room.is_none()) {
            // Not even a crumb of one part fits.
            let most_useful =
                (0..self.parts.len()).min_by_key(|index| self.parts.get(*index).map(|part| part.rank));
            if let Some(index) = most_useful {
                self.show_only(index);
            }
            return;
        }
        let mut left = self.width.saturating_sub(self.cells());
        for &(rank, _) in UPGRADES.iter().filter(|(_, length)| *length == Length::Whole) {
            for part in self.parts.iter_mut().filter(|part| part.rank == rank) {
                let is_words = matches!(part.shape, Shape::Words | Shape::Phase);
                if let Some(room) = part.room.filter(|room| is_words && *room < part.brief) {
                    let more = left.min(part.brief.saturating_sub(room));
                    part.room = Some(room.saturating_add(more));
                    left = left.saturating_sub(more);
                }
            }
        }
    }

    /// Shows as much of one part as there is room for.
    fn show_only(&mut self, index: usize) {
        if let Some(part) = self.parts.get_mut(index) {
            part.room = Some(self.width);
            (part.end, part.tail, part.is_alone) = (part.start.saturating_add(1), 0, true);
        }
    }

    fn give(&mut self, index: usize, room: Option<usize>) {
        if let Some(part) = self.parts.get_mut(index) {
            part.room = room;
        }
    }

    /// Returns the spans of the parts that are shown, cut to their room.
    fn spans<'a>(&self, spans: &[Span<'a>]) -> Vec<Span<'a>> {
        let mut shown: Vec<Span<'a>> = Vec::with_capacity(spans.len());
        let mut join = Join::Tight;
        for part in &self.parts {
            // A part takes over the stronger join of those before it that were left out: a name still starts the
            // state after its version is gone.
            join = join.max(part.join);
            let Some(room) = part.room else { continue };
            let start = shown.len();
            shown.extend(spans.get(part.start..part.end).unwrap_or_default().iter().cloned());
            if let Some(span) = shown.get_mut(start) {
                span.join = join;
                if part.is_alone {
                    span.extra = None;
                }
                if room < part.whole {
                    span.text = cut(span, room);
                }
            }
            join = Join::Tight;
        }
        shown
    }
}

/// Returns the shorter form of a span that has one.
fn brief<'a>(span: &Span<'a>) -> Cow<'a, str> {
    match span.shape {
        Shape::Words | Shape::Amount | Shape::Gauge(_) => span.text.clone(),
        Shape::Phase => {
            let number = span.text.strip_prefix("Phase ").or_else(|| span.text.strip_prefix("phase "));
            number.map_or_else(|| span.text.clone(), |number| format!("P{number}").into())
        }
        Shape::Bar(percent) | Shape::Meter(percent) => format!("{percent}%").into(),
    }
}

/// Returns what a span shows in less room than its whole text needs.
fn cut<'a>(span: &Span<'a>, room: usize) -> Cow<'a, str> {
    let brief = brief(span);
    if text::cells(&brief) <= room {
        return brief;
    }
    // Without room for its number, an amount is only a hint that there is one.
    let is_words = matches!(span.shape, Shape::Words | Shape::Phase);
    text::cut(&brief, if is_words { room } else { room.min(1) }).into()
}

#[cfg(test)]
mod tests;
