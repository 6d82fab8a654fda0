//! How a user wants the line to look: theme, separators, the bar, plain ASCII.

use super::{Look, Span, Style, style::Depth, style::Hue};

/// What stands in place of the published look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dress<'c> {
    /// The theme.
    pub theme: Theme,
    /// How many colours there are to choose from.
    pub depth: Depth,
    /// The styles that were chosen one by one, in the order of [`Level::ALL`].
    pub levels: [Option<Style>; Level::ALL.len()],
    /// What stands between two segments, and between two parts of the state.
    pub joints: Joints<'c>,
    /// The bar.
    pub bar: Bar,
    /// Whether our own signs are to be ASCII.
    pub ascii: bool,
}

/// What stands between the parts of a line.
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
    /// How many cells it has.
    pub width: u8,
    /// What a full cell shows.
    pub full: char,
    /// What an empty cell shows.
    pub empty: char,
}

/// A set of looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the published hook.
    #[default]
    Gsd,
    /// Without dim text, which is lost in the grey of Claude Code.
    Bright,
    /// For a light ground.
    Light,
    /// Without colours.
    Mono,
}

/// What a look says; each can be given a style of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Text that is not the point.
    Dim,
    /// All is well.
    Good,
    /// Worth a look.
    Warn,
    /// Nearly too late.
    High,
    /// Wrong, or act now.
    Critical,
    /// Under way.
    Active,
}

impl Theme {
    /// Every theme by name.
    pub const NAMES: &'static [(&'static str, Self)] =
        &[("gsd", Self::Gsd), ("bright", Self::Bright), ("light", Self::Light), ("mono", Self::Mono)];

    /// Returns the style that the theme has for a look; `None` where the published one stays.
    fn style(self, look: Look, depth: Depth) -> Option<Style> {
        let plain = Style::default();
        let named = |index: u8| Style::of(Hue::Named(index));
        // A light ground swallows the named yellow, so the deeper palettes have their own shades.
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
    /// Draws the cells, filled as far as `percent` goes.
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
    /// Dresses the spans of a line.
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

    /// Returns what a look is in this dress.
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

/// Returns the line with our own signs in ASCII, each as wide as before.
///
/// None of the stand-ins means anything to a shell, tmux or a bar: the text has been escaped already.
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
