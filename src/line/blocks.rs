//! Draws segments as blocks with a background each and arrows between them, as a powerline does.

use super::{Join, Paint, Span, Style, Tone, style::Depth, theme::Blocks};
use crate::text;

/// The columns that the blocks need in addition to the separators: a blank before the first, a blank and an arrow after
/// the last.
pub(super) const EDGES: usize = 3;

/// The least width of a line in blocks.
pub(super) const LEAST: usize = 12;

/// A segment in its block.
struct Block<'s, 'a> {
    spans: &'s [Span<'a>],
    style: Style,
    /// Whether it is at the right end of the line.
    is_right: bool,
}

/// Draws the spans in blocks; a block begins at each bar. Few themes have them, so it is not inlined.
#[inline(never)]
pub(super) fn painted(spans: &[Span<'_>], paint: &Paint<'_>, blocks: &Blocks, depth: Depth) -> String {
    let mut row: Vec<Block<'_, '_>> = Vec::new();
    let mut is_right = false;
    for group in spans.chunk_by(|_, next| !matches!(next.join, Join::Bar | Join::Fill)) {
        let Some(first) = group.first() else { continue };
        is_right |= first.join == Join::Fill && paint.width.is_some();
        let style = blocks.style(first.rank, depth).within(depth);
        row.push(Block { spans: group, style, is_right });
    }
    let mut out = String::with_capacity(row.len().saturating_mul(96));
    for (index, block) in row.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| row.get(before));
        if block.is_right {
            let is_begun = before.is_some_and(|before| before.is_right);
            if !is_begun {
                paint.dialect.write(&mut out, &" ".repeat(rest(&row, paint)));
            }
            let ground = before.filter(|before| before.is_right).map(|before| before.style);
            arrow(&mut out, paint, blocks.begin, block.style, ground);
        }
        block.draw(&mut out, paint);
        if !block.is_right {
            let next = row.get(index.saturating_add(1)).filter(|next| !next.is_right);
            arrow(&mut out, paint, blocks.end, block.style, next.map(|next| next.style));
        }
    }
    out
}

impl Block<'_, '_> {
    fn draw(&self, out: &mut String, paint: &Paint<'_>) {
        let mut open = Tone::Own(self.style);
        for (index, span) in self.spans.iter().enumerate() {
            let tone = Tone::Own(over(self.style, span.tone));
            if index == 0 {
                paint.dialect.open(out, tone);
                paint.dialect.write(out, " ");
            } else {
                paint.dialect.write(out, span.join.text(paint.appearance.as_ref()));
                if tone != open {
                    paint.dialect.close(out, open);
                    paint.dialect.open(out, tone);
                }
            }
            open = tone;
            paint.write(out, span);
        }
        paint.dialect.write(out, " ");
        paint.dialect.close(out, open);
    }

    /// Returns its width, with its arrow.
    fn cells(&self, paint: &Paint<'_>) -> usize {
        let joint = |span: &Span<'_>| text::cells(span.join.text(paint.appearance.as_ref()));
        let joints: usize = self.spans.iter().skip(1).map(joint).sum();
        let texts: usize = self.spans.iter().map(Span::cells).sum();
        joints.saturating_add(texts).saturating_add(EDGES)
    }
}

/// Returns how many columns are left between the left and the right side.
fn rest(row: &[Block<'_, '_>], paint: &Paint<'_>) -> usize {
    let used = row.iter().map(|block| block.cells(paint)).sum();
    paint.width.map_or(0, |width| width.saturating_sub(used))
}

/// Draws an arrow in the colour of a block's background, on the background of its neighbour. Between equal backgrounds, a
/// thin one.
fn arrow(out: &mut String, paint: &Paint<'_>, arrow: [&str; 2], of: Style, on: Option<Style>) {
    let background = on.and_then(|neighbour| neighbour.background);
    let is_same = background == of.background;
    let color = if is_same { of.color } else { of.background };
    let tone = Tone::Own(Style { color, background, ..Style::NONE });
    let [wide, thin] = arrow;
    paint.dialect.open(out, tone);
    paint.dialect.write(out, if is_same { thin } else { wide });
    paint.dialect.close(out, tone);
}

/// Returns the style of a span in a block.
fn over(block: Style, tone: Tone) -> Style {
    let Tone::Own(own) = tone else { return block };
    Style {
        color: own.color.or(block.color),
        background: own.background.or(block.background),
        bold: own.bold || block.bold,
        ..own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Appearance, Bar, Level, Line, Rank, Row, Theme, dialect::ANSI};

    #[test]
    fn no_line_in_blocks_is_too_wide_and_its_right_side_ends_with_the_width() {
        let theme = Theme::named("powerline").unwrap();
        let (levels, joints) = ([None; Level::ALL.len()], theme.joints);
        let appearance =
            |depth, ascii| Some(Appearance { theme, depth, levels, joints, bar: Bar::default(), ascii });
        let mut count = 0;
        for right in [false, true] {
            let mut line = Line::default();
            line.push_as(Tone::Dim, Join::Bar, Rank::Model, "Opus 5 日本語");
            line.push_as(Tone::Dim, Join::Bar, Rank::Lead, "v2.0");
            line.push_bar(Join::Word, Some(59));
            line.push(Join::Dot, Rank::Alert, "BLOCKED auth-core");
            let start = line.len();
            line.push_as(Tone::Dim, Join::Bar, Rank::Directory, "shop");
            line.begin_segment(start, right);
            line.lead(start, "\u{F07C} ");
            let start = line.len();
            line.push_meter(Tone::Green, Join::Space, Rank::Meter, 41);
            line.begin_segment(start, false);
            for (depth, ascii) in [(Depth::Sixteen, false), (Depth::Indexed, true), (Depth::Rgb, false)] {
                for width in 1..=300 {
                    let paint = Paint {
                        color: true,
                        width: Some(width),
                        dialect: &ANSI_HERE,
                        appearance: appearance(depth, ascii),
                        ..Paint::default()
                    };
                    let cells = Row::read(&line.paint(&paint)).cells();
                    assert!(cells <= width, "{width}: {cells}");
                    assert!(!right || width < 40 || cells == width, "{width}: {cells}");
                    count += 1;
                }
            }
        }
        assert_eq!(count, 1800);
    }

    static ANSI_HERE: crate::line::Dialect = ANSI;
}
