//! Turns spans into the bytes to print, with colours and in the dialect of the host.

use super::{Appearance, Dialect, Join, Rank, Span, Style};

/// The style of a span, where colours are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// The terminal's default.
    #[default]
    Plain,
    /// Fainter than the rest.
    Dim,
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
            Self::Dim => Some("2"),
            Self::Bold => Some("1"),
            Self::Green => Some("32"),
            Self::Cyan => Some("36"),
            Self::Yellow => Some("33"),
            Self::Orange => Some("38;5;208"),
            Self::Red => Some("31"),
            Self::BoldRed => Some("1;31"),
            Self::BlinkingRed => Some("5;31"),
        }
    }

    /// Returns the style that a rank has in every line.
    pub(super) const fn usual(rank: Rank) -> Self {
        if matches!(rank, Rank::Alert) { Self::BoldRed } else { Self::Plain }
    }

    /// Returns the style for a rank, for a line without styles of its own.
    pub(super) const fn of(rank: Rank) -> Self {
        match rank {
            Rank::Alert => Self::BoldRed,
            Rank::Active => Self::Cyan,
            Rank::Progress => Self::Green,
            // The rest keeps the host's style: text that is dim in one theme is invisible in another.
            _ => Self::Plain,
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

/// Joins the spans; neighbours of the same style share one escape sequence.
pub(super) fn painted(spans: &[Span<'_>], paint: &Paint<'_>) -> String {
    let room: usize = spans.iter().map(|span| span.text.len().saturating_add(16)).sum();
    let mut out = String::with_capacity(room);
    let mut open = Tone::Plain;
    for (index, span) in spans.iter().enumerate() {
        let tone = if paint.color { span.tone } else { Tone::Plain };
        let goes_on = index > 0 && matches!(span.join, Join::Word | Join::Dot);
        if !(goes_on && tone == open) {
            close(&mut out, &mut open, paint.dialect);
        }
        if index > 0 {
            paint.dialect.write(&mut out, span.join.text(paint.appearance.as_ref()));
        }
        if open == Tone::Plain && tone != Tone::Plain {
            paint.dialect.open(&mut out, tone);
            open = tone;
        }
        paint.dialect.write(&mut out, &span.text);
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
