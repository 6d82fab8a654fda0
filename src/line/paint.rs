//! Turns spans into the bytes that a place wants: colour or none.

use super::{Join, Span};

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
    /// Worth a look.
    Yellow,
    /// Nearly too late.
    Orange,
    /// Wrong.
    Red,
    /// Act now.
    BlinkingRed,
}

impl Look {
    /// Returns the parameters of the escape sequence, as the published hook writes them.
    const fn code(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Dim => Some("2"),
            Self::Bold => Some("1"),
            Self::Green => Some("32"),
            Self::Yellow => Some("33"),
            Self::Orange => Some("38;5;208"),
            Self::Red => Some("31"),
            Self::BlinkingRed => Some("5;31"),
        }
    }
}

/// What the place where the line lands can do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    /// Whether it shows colours.
    pub color: bool,
    /// How many cells there are.
    pub width: Option<usize>,
}

/// Joins the spans; neighbours that belong together share one escape sequence.
pub(super) fn painted(spans: &[Span<'_>], paint: &Paint) -> String {
    let room: usize = spans.iter().map(|span| span.text.len().saturating_add(16)).sum();
    let mut out = String::with_capacity(room);
    let mut open = None;
    for (index, span) in spans.iter().enumerate() {
        let code = span.look.code().filter(|_| paint.color);
        let goes_on = index > 0 && matches!(span.join, Join::Word | Join::Dot);
        if !(goes_on && code == open) {
            close(&mut out, &mut open);
        }
        if index > 0 {
            out.push_str(span.join.text());
        }
        if let (None, Some(code)) = (open, code) {
            out.push_str("\x1b[");
            out.push_str(code);
            out.push('m');
            open = Some(code);
        }
        out.push_str(&span.text);
    }
    close(&mut out, &mut open);
    out
}

/// Ends the escape sequence that is open.
fn close(out: &mut String, open: &mut Option<&'static str>) {
    if open.take().is_some() {
        out.push_str("\x1b[0m");
    }
}
