//! The themes: named sets of colours, separators and icons.

use super::{Joints, Rank, Style, Tone, style::Depth, style::Hue};
use table::{BRIGHT, COLOR, GRUVBOX, GSD, LIGHT, MONO, NERD, NORD, PAPER, POWERLINE};

mod table;

/// A named set of colours, separators and icons.
#[derive(Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name in the config.
    pub name: &'static str,
    /// What distinguishes it, in a few words.
    pub about: &'static str,
    /// Its colours for each meaning; `None` for those of the published hook.
    palette: Option<&'static Palette>,
    /// Its colours for the parts that have no meaning of their own, by what they are about.
    ranks: &'static [(Rank, Shade)],
    /// Its separators.
    pub joints: Joints<'static>,
    /// What it draws before a segment, by the segment's name.
    icons: &'static [(&'static str, &'static str)],
    /// The blocks that its segments are drawn in, if they are.
    pub(super) blocks: Option<&'static Blocks>,
}

/// A style on terminals with at least 256 colours, and on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shade {
    rich: Style,
    plain: Style,
}

/// The colours of the meanings.
#[derive(Debug, PartialEq, Eq)]
struct Palette {
    faint: Shade,
    faded: Shade,
    strong: Shade,
    good: Shade,
    active: Shade,
    warn: Shade,
    high: Shade,
    critical: Shade,
    stopped: Shade,
    waiting: Shade,
}

/// Blocks with a background each, as in a powerline.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Blocks {
    /// The style of the blocks, by what their first part is about.
    by_rank: &'static [(Rank, Shade)],
    /// The style of all others.
    other: Shade,
    /// The arrows that end a block on the left side: a wide one, and a thin one between equal backgrounds.
    pub(super) end: [&'static str; 2],
    /// The arrows that begin a block on the right side.
    pub(super) begin: [&'static str; 2],
}

impl Shade {
    const NONE: Self = Self::both(Style::NONE);

    /// A style that needs no more than 16 colours.
    const fn both(style: Style) -> Self {
        Self { rich: style, plain: style }
    }

    /// One of the 16 colours everywhere.
    const fn named(index: u8) -> Self {
        Self::both(Style::of(Hue::Named(index)))
    }

    /// A colour of the fixed palette, and one of the 16 in its place.
    const fn deep(index: u8, named: u8) -> Self {
        Self { rich: Style::of(Hue::Indexed(index)), plain: Style::of(Hue::Named(named)) }
    }

    /// Any colour, and one of the 16 in its place.
    const fn rgb(rgb: u32, named: u8) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Self { rich: Style::of(Hue::Rgb(red, green, blue)), plain: Style::of(Hue::Named(named)) }
    }

    const fn bold(self) -> Self {
        Self { rich: self.rich.bold(), plain: self.plain.bold() }
    }

    /// The same on a background: a colour of the fixed palette, and one of the 16 in its place.
    const fn on(mut self, index: u8, named: u8) -> Self {
        self.rich.background = Some(Hue::Indexed(index));
        self.plain.background = Some(Hue::Named(named));
        self
    }

    pub(super) const fn style(self, depth: Depth) -> Style {
        if matches!(depth, Depth::Sixteen) { self.plain } else { self.rich }
    }
}

impl Palette {
    const fn of(&self, tone: Tone) -> Option<Shade> {
        Some(match tone {
            Tone::Plain | Tone::Own(_) => return None,
            Tone::Dim => self.faint,
            Tone::Faded => self.faded,
            Tone::Bold => self.strong,
            Tone::Green => self.good,
            Tone::Cyan => self.active,
            Tone::Yellow => self.warn,
            Tone::Orange => self.high,
            Tone::Red => self.critical,
            Tone::BoldRed | Tone::BlinkingRed => self.stopped,
            Tone::BoldYellow => self.waiting,
        })
    }
}

impl Blocks {
    /// Returns the style of a block that begins with a part of this rank.
    pub(super) fn style(&self, rank: Rank, depth: Depth) -> Style {
        let known = self.by_rank.iter().find(|(known, _)| *known == rank);
        known.map_or(self.other, |(_, shade)| *shade).style(depth)
    }
}

impl Theme {
    /// The theme with the published hook's bytes.
    pub const USUAL: &'static Self = &GSD;

    /// Every theme.
    pub const ALL: &'static [&'static Self] =
        &[&GSD, &BRIGHT, &LIGHT, &MONO, &COLOR, &PAPER, &NORD, &GRUVBOX, &NERD, &POWERLINE];

    /// Returns the theme of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().copied().find(|theme| theme.name == name)
    }

    /// Returns the style for a tone, or `None` to keep the published one.
    pub(super) fn style(&self, tone: Tone, depth: Depth) -> Option<Style> {
        self.palette?.of(tone).map(|shade| shade.style(depth))
    }

    /// Returns the style for a part that has no meaning of its own.
    pub(super) fn rank_style(&self, rank: Rank, depth: Depth) -> Option<Style> {
        self.ranks.iter().find(|(known, _)| *known == rank).map(|(_, shade)| shade.style(depth))
    }

    /// Returns what it draws before a segment.
    pub fn icon(&self, segment: &str) -> Option<&'static str> {
        self.icons.iter().find(|(known, _)| *known == segment).map(|(_, icon)| *icon)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how much two colours differ in brightness, from 1 to 21, as the web's accessibility rules measure it.
    fn contrast(one: (u8, u8, u8), other: (u8, u8, u8)) -> f64 {
        let light = |(red, green, blue): (u8, u8, u8)| {
            let part = |part: u8| {
                let part = f64::from(part) / 255.0;
                if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
        };
        let (one, other) = (light(one), light(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Every colour of a theme, with the name of its part.
    fn colors(theme: &Theme) -> Vec<(String, Style, Style)> {
        let palette = theme.palette.into_iter().flat_map(|palette| {
            [
                ("faded", palette.faded),
                ("good", palette.good),
                ("active", palette.active),
                ("warn", palette.warn),
                ("high", palette.high),
                ("critical", palette.critical),
                ("stopped", palette.stopped),
                ("waiting", palette.waiting),
            ]
        });
        let mut all: Vec<(String, Shade)> = palette.map(|(name, shade)| (name.to_owned(), shade)).collect();
        all.extend(theme.ranks.iter().map(|(rank, shade)| (format!("{rank:?}"), *shade)));
        all.into_iter().map(|(name, shade)| (name, shade.rich, shade.plain)).collect()
    }

    #[test]
    fn every_colour_is_visible_on_the_background_that_the_theme_is_for() {
        for theme in Theme::ALL {
            let is_light = theme.about.contains("light background");
            // The usual backgrounds of terminals, and those of the theme's own blocks.
            let mut grounds =
                if is_light { vec![(255, 255, 255), (250, 250, 240)] } else { vec![(0, 0, 0), (40, 42, 54)] };
            if let Some(blocks) = theme.blocks {
                let shades = blocks.by_rank.iter().map(|(_, shade)| *shade).chain([blocks.other]);
                let state = blocks.other.rich.background.unwrap().shade();
                grounds = vec![state];
                for shade in shades {
                    let (text, ground) = (shade.rich.color.unwrap(), shade.rich.background.unwrap());
                    assert!(contrast(text.shade(), ground.shade()) >= 4.5, "{} {shade:?}", theme.name);
                }
            }
            for (part, rich, _) in colors(theme) {
                let Some(color) = rich.color else { continue };
                for ground in &grounds {
                    let contrast = contrast(color.shade(), *ground);
                    let least = if part == "faded" { 2.5 } else { 3.0 };
                    assert!(contrast >= least, "{} {part}: {contrast:.1} on {ground:?}", theme.name);
                }
            }
        }
    }

    #[test]
    fn an_alert_is_bold_in_every_theme_and_has_its_own_colour() {
        for theme in Theme::ALL.iter().filter(|theme| theme.palette.is_some()) {
            for depth in [Depth::Sixteen, Depth::Indexed, Depth::Rgb] {
                let style = |tone| theme.style(tone, depth).unwrap();
                let [red, yellow] = [style(Tone::BoldRed), style(Tone::BoldYellow)];
                assert!(red.bold && yellow.bold && !red.dim && !yellow.dim, "{}", theme.name);
                let is_marked = red.reverse && yellow.reverse || red.color != yellow.color;
                assert!(is_marked && red != style(Tone::Cyan), "{}", theme.name);
            }
        }
    }
}
