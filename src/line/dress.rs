//! The user's choices about appearance: theme, separators, the bar, plain ASCII.

use super::{Look, Span, Style, style::Depth, style::Hue};

/// The user's choices that replace the appearance of the published hook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dress<'c> {
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
    fn style(self, look: Look, depth: Depth) -> Option<Style> {
        let plain = Style::default();
        let named = |index: u8| Style::of(Hue::Named(index));
        // Yellow is hard to see on a light background, so use darker shades where the terminal has them.
        let deep = |index: u8, shallow: u8| {
            Style::of(if depth > Depth::Sixteen { Hue::Indexed(index) } else { Hue::Named(shallow) })
        };
        Some(match (self, look) {
            (Self::Gsd, _) | (_, Look::Plain | Look::Own(_)) => return None,
            (_, Look::Dim) | (Self::Mono, Look::Green | Look::Yellow | Look::Cyan) => plain,
            (_, Look::Bold) | (Self::Mono, Look::Orange | Look::Red | Look::BoldRed) => plain.bold(),
            (Self::Bright, Look::Green) => named(10),
            (Self::Bright, Look::Yellow) => named(11),
            (Self::Bright, Look::Orange) => deep(208, 3),
            (Self::Bright, Look::Red) => named(9),
            (Self::Bright, Look::BoldRed | Look::BlinkingRed) => named(9).bold(),
            (Self::Bright, Look::Cyan) => named(14),
            (Self::Light, Look::Green) => deep(28, 2),
            (Self::Light, Look::Yellow) => deep(94, 5),
            (Self::Light, Look::Orange) => deep(130, 1),
            (Self::Light, Look::Red) => deep(160, 1),
            (Self::Light, Look::BoldRed | Look::BlinkingRed) => deep(160, 1).bold(),
            (Self::Light, Look::Cyan) => deep(25, 4),
            (Self::Mono, Look::BlinkingRed) => Style { reverse: true, ..plain.bold() },
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

    const fn of(look: Look) -> Option<Self> {
        match look {
            Look::Plain | Look::Bold | Look::Own(_) => None,
            Look::Dim => Some(Self::Dim),
            Look::Green => Some(Self::Good),
            Look::Yellow => Some(Self::Warn),
            Look::Orange => Some(Self::High),
            Look::Red | Look::BoldRed | Look::BlinkingRed => Some(Self::Critical),
            Look::Cyan => Some(Self::Active),
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
    pub fn cells(self, percent: u8) -> String {
        let (width, percent) = (usize::from(self.width), usize::from(percent.min(100)));
        let full = width.saturating_mul(percent) / 100;
        let glyph = |at: usize| if at < full { self.full } else { self.empty };
        (0..width).map(glyph).collect()
    }

    /// Draws a bar with its number: `[██░░░░░░░░] 20%`.
    fn drawn(self, percent: u8) -> String {
        format!("[{}] {percent}%", self.cells(percent))
    }
}

impl Dress<'_> {
    /// Applies the user's choices to the spans of a line.
    pub(super) fn dressed<'a>(&self, spans: &[Span<'a>], takes_styles: bool) -> Vec<Span<'a>> {
        let dressed = |span: &Span<'a>| {
            let mut span = span.clone();
            if takes_styles {
                span.look = self.look(span.look);
            }
            if self.bar != Bar::default()
                && let Some(percent) = span.bar
            {
                span.text = self.bar.drawn(percent).into();
            }
            span
        };
        spans.iter().map(dressed).collect()
    }

    /// Returns the style to use for `look`: the user's own, else the theme's.
    fn look(&self, look: Look) -> Look {
        let chosen = Level::of(look).and_then(|level| self.levels.get(level as usize).copied().flatten());
        let own = if let Look::Own(style) = look { Some(style) } else { None };
        let style = own.or(chosen).or_else(|| self.theme.style(look, self.depth));
        match style {
            None => look,
            Some(style) if style == Style::default() => Look::Plain,
            Some(style) => Look::Own(style.within(self.depth)),
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
