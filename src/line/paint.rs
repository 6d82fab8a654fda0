//! Turns spans into the bytes to print, with colours and in the dialect of the host.

use std::borrow::Cow;

use super::{Appearance, Dialect, Join, Span, Style, blocks, theme::Blocks};
use crate::text;

/// Ends a link.
const LINK_END: &str = "\x1b]8;;\x07";

/// The style of a span, where colours are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// The terminal's default.
    #[default]
    Plain,
    /// Fainter than the rest.
    Dim,
    /// Faint because it is out of date, or about something else.
    Faded,
    /// Stronger than the rest.
    Bold,
    /// All is well.
    Green,
    /// In progress.
    Cyan,
    /// Needs attention.
    Yellow,
    /// Close to the limit.
    Orange,
    /// An error.
    Red,
    /// An error that stops the work.
    BoldRed,
    /// The work waits, or will stop soon.
    BoldYellow,
    /// A limit that is reached.
    BlinkingRed,
    /// The user's own style.
    Own(Style),
}

impl Tone {
    /// Returns the parameters of the escape sequence, as the published hook writes them.
    pub(super) const fn code(self) -> Option<&'static str> {
        match self {
            Self::Plain | Self::Own(_) => None,
            Self::Dim | Self::Faded => Some("2"),
            Self::Bold => Some("1"),
            Self::Green => Some("32"),
            Self::Cyan => Some("36"),
            Self::Yellow => Some("33"),
            Self::Orange => Some("38;5;208"),
            Self::Red => Some("31"),
            Self::BoldRed => Some("1;31"),
            Self::BoldYellow => Some("1;33"),
            Self::BlinkingRed => Some("5;31"),
        }
    }
}

/// What the output can show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint<'d> {
    /// Whether it shows colours.
    pub color: bool,
    /// Its width in columns.
    pub width: Option<usize>,
    /// The most bytes of a line, if not [`crate::text::LINE_LIMIT`].
    pub limit: Option<usize>,
    /// How it expects the line to be escaped and coloured.
    pub dialect: &'static Dialect,
    /// The user's choices about appearance, if there are any.
    pub appearance: Option<Appearance<'d>>,
}

impl Paint<'_> {
    /// Returns the blocks that the segments are drawn in, if they are.
    pub(super) fn blocks(&self) -> Option<&'static Blocks> {
        let blocks = self.appearance.as_ref()?.theme.blocks?;
        // In less room, the edges of the blocks would leave nothing for the text.
        let has_room = self.width.is_none_or(|width| width >= blocks::LEAST);
        (has_room && self.color && self.dialect.takes_themes()).then_some(blocks)
    }

    /// Writes the text of a span, with what is before it.
    pub(super) fn write(&self, out: &mut String, span: &Span<'_>) {
        let Some(extra) = &span.extra else { return self.dialect.write(out, &span.text) };
        self.dialect.write(out, &extra.lead);
        if extra.link.is_empty() || !self.color || !self.dialect.takes_links() {
            return self.dialect.write(out, &span.text);
        }
        out.push_str("\x1b]8;;");
        out.push_str(&extra.link);
        out.push('\x07');
        self.dialect.write(out, &span.text);
        out.push_str(LINK_END);
    }

    /// Returns what separates a span from those before it: for the right side, all the space that is left.
    #[cold]
    fn joint(&self, spans: &[Span<'_>], join: Join) -> Cow<'_, str> {
        let text = join.text(self.appearance.as_ref());
        match self.width {
            Some(width) if join == Join::Fill => {
                // The first span has no join, unless it is at the right end.
                let joins = spans.iter().skip(1).map(|span| span.join).filter(|join| *join != Join::Fill);
                let joins = joins.map(|join| text::cells(join.text(self.appearance.as_ref())));
                let texts = spans.iter().map(Span::cells);
                " ".repeat(width.saturating_sub(joins.chain(texts).sum())).into()
            }
            _ => text.into(),
        }
    }
}

/// Joins the spans; neighbours of the same style share one escape sequence.
pub(super) fn painted(spans: &[Span<'_>], paint: &Paint<'_>) -> String {
    if let (Some(blocks), Some(appearance)) = (paint.blocks(), &paint.appearance) {
        return blocks::painted(spans, paint, blocks, appearance.depth);
    }
    let room: usize = spans.iter().map(|span| span.text.len().saturating_add(16)).sum();
    let mut out = String::with_capacity(room);
    let mut open = Tone::Plain;
    for (index, span) in spans.iter().enumerate() {
        let tone = if paint.color { span.tone } else { Tone::Plain };
        let goes_on = index > 0 && matches!(span.join, Join::Word | Join::Dot);
        if !(goes_on && tone == open) {
            close(&mut out, &mut open, paint.dialect);
        }
        if span.join == Join::Fill {
            let space = paint.joint(spans, span.join);
            // Claude Code removes blanks at the start of a line, unless a style stands before them.
            if index == 0 && paint.color && paint.width.is_some() {
                paint.dialect.close(&mut out, Tone::Dim);
            }
            if index > 0 || paint.width.is_some() {
                paint.dialect.write(&mut out, &space);
            }
        } else if index > 0 {
            paint.dialect.write(&mut out, span.join.text(paint.appearance.as_ref()));
        }
        if open == Tone::Plain && tone != Tone::Plain {
            paint.dialect.open(&mut out, tone);
            open = tone;
        }
        paint.write(&mut out, span);
    }
    close(&mut out, &mut open, paint.dialect);
    out
}

/// Ends the style that is open.
fn close(out: &mut String, open: &mut Tone, dialect: &Dialect) {
    if *open != Tone::Plain {
        dialect.close(out, *open);
        *open = Tone::Plain;
    }
}
