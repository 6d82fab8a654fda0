//! The user's choices about appearance: theme, separators, the bar, plain ASCII.

use super::{Alert, Join, Paint, Rank, Shape, Span, Style, Theme, Tone, style::Depth};

/// The user's choices that replace the appearance of the published hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance<'c> {
    /// The theme.
    pub theme: &'static Theme,
    /// How many colours the terminal supports.
    pub depth: Depth,
    /// Styles that override the theme's, in the order of [`Level::ALL`].
    pub levels: [Option<Style>; Level::ALL.len()],
    /// The separators between segments, and between parts of the state.
    pub joints: Joints<'c>,
    /// The bar.
    pub bar: Bar,
    /// Whether bars, separators and symbols are drawn in ASCII.
    pub ascii: bool,
}

/// The separators of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joints<'c> {
    /// Between two segments.
    pub bar: &'c str,
    /// Between two parts of the state.
    pub dot: &'c str,
}

/// How a bar is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Its width in columns.
    pub width: u8,
    /// The character of a filled cell.
    pub full: char,
    /// The character of an empty cell.
    pub empty: char,
}

/// The meaning of a style. The user can set a style for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Less important text.
    Dim,
    /// All is well.
    Good,
    /// Needs attention.
    Warn,
    /// Close to the limit.
    High,
    /// An error, or a limit that is reached.
    Critical,
    /// In progress.
    Active,
}

impl Level {
    /// Every level by name.
    pub const ALL: [(&'static str, Self); 6] = [
        ("dim", Self::Dim),
        ("good", Self::Good),
        ("warn", Self::Warn),
        ("high", Self::High),
        ("critical", Self::Critical),
        ("active", Self::Active),
    ];

    const fn of(tone: Tone) -> Option<Self> {
        match tone {
            Tone::Plain | Tone::Bold | Tone::Own(_) => None,
            Tone::Dim | Tone::Faded => Some(Self::Dim),
            Tone::Green => Some(Self::Good),
            Tone::Yellow | Tone::BoldYellow => Some(Self::Warn),
            Tone::Orange => Some(Self::High),
            Tone::Red | Tone::BoldRed | Tone::BlinkingRed => Some(Self::Critical),
            Tone::Cyan => Some(Self::Active),
        }
    }
}

impl Default for Bar {
    fn default() -> Self {
        Self { width: 10, full: '█', empty: '░' }
    }
}

impl Bar {
    /// Draws the cells, filled in proportion to `percent`.
    fn cells(self, percent: u8) -> String {
        let (width, percent) = (usize::from(self.width), usize::from(percent.min(100)));
        let full = width.saturating_mul(percent) / 100;
        let glyph = |at: usize| if at < full { self.full } else { self.empty };
        (0..width).map(glyph).collect()
    }
}

impl Appearance<'_> {
    /// Applies the user's choices to the spans of a line.
    pub(super) fn themed<'a>(&self, spans: &[Span<'a>], paint: &Paint<'_>) -> Vec<Span<'a>> {
        let (dialect, in_blocks) = (paint.dialect, paint.blocks().is_some());
        let themed = |span: &Span<'a>| {
            let mut span = span.clone();
            if in_blocks && span.is_first && span.join == Join::Space {
                span.join = Join::Bar;
            }
            let is_faint = matches!(span.tone, Tone::Plain | Tone::Dim);
            // The published hook shows `PAUSED` as faint as the rest; no other theme does.
            if span.rank == Rank::Alert && is_faint && self.theme != Theme::USUAL {
                span.tone = span.alert.map_or(Tone::BoldRed, Alert::tone);
            }
            if dialect.takes_styles() {
                span.tone = self.tone(span.tone, span.rank, dialect.takes_themes());
            }
            if self.bar != Bar::default() {
                let drawn = |percent| self.bar.cells(percent);
                match span.shape {
                    Shape::Bar(percent) => span.text = format!("[{}] {percent}%", drawn(percent)).into(),
                    Shape::Meter(percent) => span.text = format!("{} {percent}%", drawn(percent)).into(),
                    Shape::Gauge(percent) => span.text = format!("[{}]", drawn(percent)).into(),
                    Shape::Words | Shape::Amount | Shape::Phase => {}
                }
            }
            span
        };
        spans.iter().map(themed).collect()
    }

    /// Returns the style to use for a tone: the user's own, else the theme's.
    fn tone(&self, tone: Tone, rank: Rank, takes_themes: bool) -> Tone {
        let chosen = Level::of(tone).and_then(|level| self.levels.get(level as usize).copied().flatten());
        let own = if let Tone::Own(style) = tone { Some(style) } else { None };
        let by_rank = || match tone {
            Tone::Plain | Tone::Dim => self.theme.rank_style(rank, self.depth),
            _ => None,
        };
        let by_theme = || by_rank().or_else(|| self.theme.style(tone, self.depth));
        match own.or(chosen).or_else(|| if takes_themes { by_theme() } else { None }) {
            None => tone,
            Some(style) if style == Style::NONE => Tone::Plain,
            Some(style) => Tone::Own(style.within(self.depth)),
        }
    }
}

/// Replaces the symbols that we draw by ASCII ones of the same width.
///
/// The text is escaped already, so the replacements must have no special meaning in any dialect.
pub(super) fn in_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '█' | '✓' => out.push('='),
            '░' | '·' | '—' | '–' => out.push('-'),
            '│' | '┃' => out.push('|'),
            '…' => out.push('~'),
            '💀' => out.push_str("!!"),
            '⚠' => out.push('!'),
            '⬆' | '↑' => out.push('^'),
            '↓' => out.push('v'),
            '•' => out.push('*'),
            '\u{E0B0}' | '\u{E0B1}' => out.push('>'),
            '\u{E0B2}' | '\u{E0B3}' => out.push('<'),
            _ => out.push(sign),
        }
    }
    out
}
