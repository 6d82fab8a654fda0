//! A style that the user chose: a colour of any depth, and attributes such as bold.

/// A colour and attributes such as bold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an attribute of its own")]
pub struct Style {
    /// The text colour; `None` for the terminal's default.
    pub color: Option<Hue>,
    /// The background colour; `None` for the terminal's default.
    pub background: Option<Hue>,
    /// Stronger than the rest.
    pub bold: bool,
    /// Fainter than the rest.
    pub dim: bool,
    /// Underlined.
    pub underline: bool,
    /// Text and background colours swapped.
    pub reverse: bool,
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// One of the 16 colours that the terminal's theme defines.
    Named(u8),
    /// One of the 256 colours of the fixed palette.
    Indexed(u8),
    /// Red, green, blue.
    Rgb(u8, u8, u8),
}

/// How many colours a terminal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The 16 named colours.
    #[default]
    Sixteen,
    /// The fixed palette of 256 colours.
    Indexed,
    /// All colours.
    Rgb,
}

impl Depth {
    /// Every depth by name.
    pub const NAMES: &'static [(&'static str, Self)] =
        &[("16", Self::Sixteen), ("256", Self::Indexed), ("rgb", Self::Rgb)];
}

/// The named colours, in the order of their numbers.
const NAMES: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// The usual RGB values of the 16 named colours.
const SHADES: [(u8, u8, u8); 16] = [
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
];

/// The levels of red, green and blue in the colour cube of the fixed palette.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

impl Style {
    /// The terminal's default.
    pub const NONE: Self =
        Self { color: None, background: None, bold: false, dim: false, underline: false, reverse: false };

    /// Returns a style with a colour and no attributes.
    pub const fn of(color: Hue) -> Self {
        Self { color: Some(color), ..Self::NONE }
    }

    /// Returns the same style in bold.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// Reads a style: attributes, at most one colour, and at most one background after `on`, in any order.
    ///
    /// style = 1*( `bold` / `dim` / `underline` / `reverse` / `plain` / \[`on`\] color )
    ///
    /// color = \[`bright-`\] name / 0–255 / `#rrggbb`
    pub fn read(text: &str) -> Option<Self> {
        let mut style = Self::default();
        let mut words = text.split_ascii_whitespace().peekable();
        words.peek()?;
        while let Some(word) = words.next() {
            match word {
                "bold" => style.bold = true,
                "dim" => style.dim = true,
                "underline" => style.underline = true,
                "reverse" => style.reverse = true,
                "plain" => {}
                "on" if style.background.is_none() => style.background = Some(Hue::read(words.next()?)?),
                _ if style.color.is_some() => return None,
                _ => style.color = Some(Hue::read(word)?),
            }
        }
        Some(style)
    }

    /// Returns the same style with a colour that the terminal can show.
    #[must_use]
    pub fn within(mut self, depth: Depth) -> Self {
        self.color = self.color.map(|color| color.within(depth));
        self.background = self.background.map(|color| color.within(depth));
        self
    }

    /// Returns the parameters of the escape sequence; empty for the terminal's default.
    pub fn parameters(self) -> String {
        let attributes = [(self.bold, "1"), (self.dim, "2"), (self.underline, "4"), (self.reverse, "7")];
        let mut parts: Vec<String> =
            attributes.into_iter().filter(|(on, _)| *on).map(|(_, code)| code.to_owned()).collect();
        parts.extend(self.color.map(|color| color.parameters(3)));
        parts.extend(self.background.map(|color| color.parameters(4)));
        parts.join(";")
    }
}

impl Hue {
    /// Returns the names of the colours that can be named.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.into_iter()
    }

    fn read(word: &str) -> Option<Self> {
        if let Some(digits) = word.strip_prefix('#') {
            let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let part = |at: usize| u8::from_str_radix(digits.get(at..at.checked_add(2)?)?, 16).ok();
            return is_hex.then(|| Some(Self::Rgb(part(0)?, part(2)?, part(4)?)))?;
        }
        if let Ok(index) = word.parse() {
            return Some(Self::Indexed(index));
        }
        let (name, shift) = word.strip_prefix("bright-").map_or((word, 0), |name| (name, 8));
        let at = NAMES.iter().position(|known| *known == name)?;
        u8::try_from(at).ok()?.checked_add(shift).map(Self::Named)
    }

    fn within(self, depth: Depth) -> Self {
        match (self, depth) {
            (Self::Named(_), _) | (_, Depth::Rgb) | (Self::Indexed(_), Depth::Indexed) => self,
            (Self::Rgb(red, green, blue), Depth::Indexed) => Self::Indexed(indexed(red, green, blue)),
            (Self::Indexed(_) | Self::Rgb(..), Depth::Sixteen) => Self::Named(nearest(self.shade())),
        }
    }

    /// Returns its approximate RGB value.
    pub(crate) fn shade(self) -> (u8, u8, u8) {
        match self {
            Self::Rgb(red, green, blue) => (red, green, blue),
            Self::Named(index) | Self::Indexed(index @ 0..16) => {
                SHADES.get(usize::from(index)).copied().unwrap_or_default()
            }
            Self::Indexed(index @ 16..232) => {
                let cube = usize::from(index.saturating_sub(16));
                let step = |at: usize| STEPS.get(at % 6).copied().unwrap_or_default();
                (step(cube / 36), step(cube / 6), step(cube))
            }
            Self::Indexed(index) => {
                let gray = index.saturating_sub(232).saturating_mul(10).saturating_add(8);
                (gray, gray, gray)
            }
        }
    }

    /// Returns the parameters for the text if `ground` is 3, for the background if it is 4.
    fn parameters(self, ground: u8) -> String {
        match self {
            Self::Named(index @ 0..8) => format!("{ground}{index}"),
            Self::Named(index) => format!("{}{}", if ground == 3 { "9" } else { "10" }, index % 8),
            Self::Indexed(index) => format!("{ground}8;5;{index}"),
            Self::Rgb(red, green, blue) => format!("{ground}8;2;{red};{green};{blue}"),
        }
    }
}

/// Returns the index of the nearest colour in the colour cube.
fn indexed(red: u8, green: u8, blue: u8) -> u8 {
    let step = |part: u8| {
        let near = STEPS.iter().enumerate().min_by_key(|(_, step)| step.abs_diff(part));
        near.and_then(|(at, _)| u8::try_from(at).ok()).unwrap_or_default()
    };
    let cube = step(red).saturating_mul(36).saturating_add(step(green).saturating_mul(6));
    cube.saturating_add(step(blue)).saturating_add(16)
}

/// Returns the index of the nearest named colour.
fn nearest(shade: (u8, u8, u8)) -> u8 {
    let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).saturating_pow(2);
    let distance = |known: &(u8, u8, u8)| {
        square(known.0, shade.0)
            .saturating_add(square(known.1, shade.1))
            .saturating_add(square(known.2, shade.2))
    };
    let near = SHADES.iter().enumerate().min_by_key(|(_, known)| distance(known));
    near.and_then(|(at, _)| u8::try_from(at).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_read_and_written_in_every_depth() {
        for (text, rgb, indexed, sixteen) in [
            ("cyan", "36", "36", "36"),
            ("bright-black", "90", "90", "90"),
            ("bold bright-red", "1;91", "1;91", "1;91"),
            ("208", "38;5;208", "38;5;208", "33"),
            ("244", "38;5;244", "38;5;244", "90"),
            ("#ff8700 underline", "4;38;2;255;135;0", "4;38;5;208", "4;33"),
            ("reverse", "7", "7", "7"),
            ("plain", "", "", ""),
            ("bold white on blue", "1;37;44", "1;37;44", "1;37;44"),
            ("on bright-black 15", "38;5;15;100", "38;5;15;100", "97;100"),
            ("on #ff8700", "48;2;255;135;0", "48;5;208", "43"),
        ] {
            let style = Style::read(text).unwrap();
            let written =
                [Depth::Rgb, Depth::Indexed, Depth::Sixteen].map(|depth| style.within(depth).parameters());
            assert_eq!(written, [rgb, indexed, sixteen], "{text}");
        }
    }

    #[test]
    fn an_invalid_style_is_rejected() {
        for text in [
            "",
            " ",
            "gren",
            "256",
            "-1",
            "#12345",
            "#1234567",
            "#ééé",
            "red blue",
            "bright-",
            "on",
            "on red on blue",
        ] {
            assert_eq!(Style::read(text), None, "{text}");
        }
    }
}
