//! The user's choices about appearance: theme, separators, the bar, plain ASCII.

use super::{Rank, Shape, Span, Style, Tone, style::Depth, style::Hue};

/// The user's choices that replace the appearance of the published hook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance<'c> {
    /// The theme.
    pub theme: Theme,
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

/// A named set of styles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The colours of the published hook.
    #[default]
    Gsd,
    /// Without dim text, which is hard to read on Claude Code's grey.
    Bright,
    /// For a light background.
    Light,
    /// Without colours.
    Mono,
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

impl Theme {
    /// Every theme by name.
    pub const NAMES: &'static [(&'static str, Self)] =
        &[("gsd", Self::Gsd), ("bright", Self::Bright), ("light", Self::Light), ("mono", Self::Mono)];

    /// Returns the style that the theme uses for `look`, or `None` to keep the published one.
    fn style(self, tone: Tone, depth: Depth) -> Option<Style> {
        let plain = Style::default();
        let named = |index: u8| Style::of(Hue::Named(index));
        // Yellow is hard to see on a light background, so use darker shades where the terminal has them.
        let deep = |index: u8, shallow: u8| {
            Style::of(if depth > Depth::Sixteen { Hue::Indexed(index) } else { Hue::Named(shallow) })
        };
        Some(match (self, tone) {
            (Self::Gsd, _) | (_, Tone::Plain | Tone::Own(_)) => return None,
            (_, Tone::Dim) | (Self::Mono, Tone::Green | Tone::Yellow | Tone::Cyan) => plain,
            (_, Tone::Bold) | (Self::Mono, Tone::Orange | Tone::Red) => plain.bold(),
            (Self::Bright, Tone::Green) => named(10),
            (Self::Bright, Tone::Yellow) => named(11),
            (Self::Bright, Tone::Orange) => deep(208, 3),
            (Self::Bright, Tone::Red) => named(9),
            (Self::Bright, Tone::BoldRed | Tone::BlinkingRed) => named(9).bold(),
            (Self::Bright, Tone::Cyan) => named(14),
            (Self::Light, Tone::Green) => deep(28, 2),
            (Self::Light, Tone::Yellow) => deep(94, 5),
            (Self::Light, Tone::Orange) => deep(130, 1),
            (Self::Light, Tone::Red) => deep(160, 1),
            (Self::Light, Tone::BoldRed | Tone::BlinkingRed) => deep(160, 1).bold(),
            (Self::Light, Tone::Cyan) => deep(25, 4),
            (Self::Mono, Tone::BoldRed | Tone::BlinkingRed) => Style { reverse: true, ..plain.bold() },
        })
    }
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
            Tone::Dim => Some(Self::Dim),
            Tone::Green => Some(Self::Good),
            Tone::Yellow => Some(Self::Warn),
            Tone::Orange => Some(Self::High),
            Tone::Red | Tone::BoldRed | Tone::BlinkingRed => Some(Self::Critical),
            Tone::Cyan => Some(Self::Active),
        }
    }
}

impl Default for Joints<'_> {
    fn default() -> Self {
        Self { bar: " │ ", dot: " · " }
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
    pub(super) fn themed<'a>(&self, spans: &[Span<'a>], takes_styles: bool) -> Vec<Span<'a>> {
        let themed = |span: &Span<'a>| {
            let mut span = span.clone();
            // The published hook shows `PAUSED` as faint as the rest; no other theme does.
            let is_faint = matches!(span.tone, Tone::Plain | Tone::Dim);
            if span.rank == Rank::Alert && is_faint && self.theme != Theme::Gsd {
                span.tone = Tone::BoldRed;
            }
            if takes_styles {
                span.tone = self.tone(span.tone);
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

    /// Returns the style to use for `look`: the user's own, else the theme's.
    fn tone(&self, tone: Tone) -> Tone {
        let chosen = Level::of(tone).and_then(|level| self.levels.get(level as usize).copied().flatten());
        let own = if let Tone::Own(style) = tone { Some(style) } else { None };
        let style = own.or(chosen).or_else(|| self.theme.style(tone, self.depth));
        match style {
            None => tone,
            Some(style) if style == Style::default() => Tone::Plain,
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
            '│' => out.push('|'),
            '…' => out.push('~'),
            '💀' => out.push_str("!!"),
            '⚠' => out.push('!'),
            '⬆' | '↑' => out.push('^'),
            '↓' => out.push('v'),
            _ => out.push(sign),
        }
    }
    out
}
