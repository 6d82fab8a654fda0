//! Turns spans into the bytes that a place wants: its colours or none, its way of writing.

use super::{Dialect, Dress, Join, Rank, Span, Style};

/// How a span looks where there is colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// As the terminal has it.
    #[default]
    Plain,
    /// Fainter than the rest.
    Dim,
    /// Stronger than the rest.
    Bold,
    /// All is well.
    Green,
    /// Under way.
    Cyan,
    /// Worth a look.
    Yellow,
    /// Nearly too late.
    Orange,
    /// Wrong.
    Red,
    /// Wrong, and stopped by it.
    BoldRed,
    /// Act now.
    BlinkingRed,
    /// What the user chose.
    Own(Style),
}

impl Look {
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

    /// Returns how a span looks by what it tells, in a line that has no looks of its own.
    pub(super) const fn of(rank: Rank) -> Self {
        match rank {
            Rank::Alert => Self::BoldRed,
            Rank::Active => Self::Cyan,
            Rank::Progress => Self::Green,
            // The rest stays as the host has it: what is dim in one theme is gone in another.
            _ => Self::Plain,
        }
    }
}

/// What the place where the line lands can do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint<'d> {
    /// Whether it shows colours.
    pub color: bool,
    /// How many cells there are.
    pub width: Option<usize>,
    /// How many bytes there are, where that is not [`crate::text::LINE_LIMIT`].
    pub limit: Option<usize>,
    /// How it wants the line written.
    pub dialect: &'static Dialect,
    /// What the user wants it to look like, where that is not the published look.
    pub dress: Option<Dress<'d>>,
}

/// Joins the spans; neighbours that belong together share one escape sequence.
pub(super) fn painted(spans: &[Span<'_>], paint: &Paint<'_>) -> String {
    let room: usize = spans.iter().map(|span| span.text.len().saturating_add(16)).sum();
    let mut out = String::with_capacity(room);
    let mut open = Look::Plain;
    for (index, span) in spans.iter().enumerate() {
        let look = if paint.color { span.look } else { Look::Plain };
        let goes_on = index > 0 && matches!(span.join, Join::Word | Join::Dot);
        if !(goes_on && look == open) {
            close(&mut out, &mut open, paint.dialect);
        }
        if index > 0 {
            paint.dialect.write(&mut out, span.join.text(paint.dress.as_ref()));
        }
        if open == Look::Plain && look != Look::Plain {
            paint.dialect.open(&mut out, look);
            open = look;
        }
        paint.dialect.write(&mut out, &span.text);
    }
    close(&mut out, &mut open, paint.dialect);
    out
}

/// Ends the look that is open.
fn close(out: &mut String, open: &mut Look, dialect: &Dialect) {
    if *open != Look::Plain {
        dialect.close(out, *open);
        *open = Look::Plain;
    }
}
