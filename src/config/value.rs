//! The kinds of settings, and the conversion of TOML values to them.

use toml::{Spanned, de::DeValue};

use super::segments::SEGMENTS;
use crate::{
    family::declared::Workflow,
    line::{Hue, Style},
    text,
    text::listed,
    text::suggest::nearest,
    text::time,
};

/// The word in a format that the text of the segment replaces.
pub(super) const TEXT: &str = "{text}";

/// The values that a setting accepts.
#[derive(Clone, Copy, Debug)]
pub enum SettingKind {
    /// `true` or `false`.
    Switch,
    /// A number in a range, both ends included.
    Number(f64, f64),
    /// One of these words.
    Word(fn() -> Vec<&'static str>),
    /// Any of these words, each once.
    Words(fn() -> Vec<&'static str>),
    /// The names of segments.
    Segments,
    /// Rows of segments.
    Rows,
    /// A program and its arguments.
    Command,
    /// A string with `{text}` in it.
    Format,
    /// One character, one column wide.
    Glyph,
    /// A string, at most this many columns wide.
    Text(usize),
    /// A duration, or `never`.
    Span,
    /// A colour and attributes such as bold.
    Style,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// A list of words.
    List(Vec<String>),
    /// Lists of words.
    Rows(Vec<Vec<String>>),
    /// Seconds; `None` for never.
    Span(Option<i64>),
    /// A colour and attributes such as bold.
    Style(Style),
}

impl SettingKind {
    /// Converts a TOML value to this kind, or returns what is expected instead.
    pub(super) fn value(self, value: &DeValue<'_>, declared: &[Workflow]) -> Result<Value, String> {
        let taken = match self {
            Self::Switch => value.as_bool().map(Value::Switch),
            Self::Number(least, most) => {
                number(value).filter(|number| (least..=most).contains(number)).map(Value::Number)
            }
            Self::Word(words) => {
                let Some(word) = value.as_str() else { return Err(self.wanted()) };
                return one_of(word, &words()).map(Value::Text);
            }
            Self::Words(words) => {
                // The families, and the workflows that this file declares.
                let known: Vec<&str> =
                    words().into_iter().chain(declared.iter().map(|one| one.id.as_str())).collect();
                return list(value, &known, || self.wanted());
            }
            Self::Segments => return list(value, SEGMENTS, || self.wanted()),
            Self::Rows => {
                let rows = value.as_array().ok_or_else(|| self.wanted())?;
                let row = |row: &Spanned<DeValue<'_>>| match Self::Segments.value(row.get_ref(), declared)? {
                    Value::List(names) => Ok(names),
                    _ => Err(self.wanted()),
                };
                Some(Value::Rows(rows.iter().map(row).collect::<Result<_, String>>()?))
            }
            Self::Command => {
                let words = value.as_array().ok_or_else(|| self.wanted())?;
                let words = words.iter().map(|word| word.get_ref().as_str().map(str::to_owned));
                let words: Option<Vec<String>> = words.collect();
                words
                    .filter(|words| words.first().is_some_and(|program| !program.is_empty()))
                    .map(Value::List)
            }
            Self::Format => {
                let format = harmless(value).filter(|text| text.contains(TEXT) && text::cells(text) <= 40);
                format.map(|text| Value::Text(text.to_owned()))
            }
            Self::Glyph => {
                let glyph = |text: &&str| text.chars().count() == 1 && text::cells(text) == 1;
                harmless(value).filter(glyph).map(|text| Value::Text(text.to_owned()))
            }
            Self::Text(most) => {
                let fits = |text: &&str| text::cells(text) <= most;
                harmless(value).filter(fits).map(|text| Value::Text(text.to_owned()))
            }
            Self::Span => value.as_str().and_then(span),
            Self::Style => value.as_str().and_then(Style::read).map(Value::Style),
        };
        taken.ok_or_else(|| self.wanted())
    }

    /// Returns whether it is a list of words.
    pub(super) const fn is_list(self) -> bool {
        matches!(self, Self::Words(_) | Self::Segments)
    }

    /// Describes the values that it accepts.
    pub fn wanted(self) -> String {
        match self {
            Self::Switch => "`true` or `false`".to_owned(),
            Self::Number(least, most) => format!("a number from {least} to {most}"),
            Self::Word(words) => format!("one of {}", listed(words().into_iter())),
            Self::Words(words) => format!("a list of {}", listed(words().into_iter())),
            Self::Segments => format!("a list of {}", listed(SEGMENTS.iter().copied())),
            Self::Rows => {
                "a list of lists of segments, such as [[\"model\", \"dir\"], [\"state\"]]".to_owned()
            }
            Self::Command => "a list with a program and its arguments".to_owned(),
            Self::Format => "a string with {text} in it, at most 40 columns wide".to_owned(),
            Self::Glyph => "one character, one column wide".to_owned(),
            Self::Text(most) => format!("a string without control characters, at most {most} columns wide"),
            Self::Span => "a duration such as \"12h\" or \"3d\", or \"never\"".to_owned(),
            Self::Style => {
                let names: Vec<&str> = Hue::names().collect();
                format!(
                    "a colour ({}, any of them with `bright-`, 0 to 255, `#rrggbb`), \
                     with `bold`, `dim`, `underline` or `reverse`, or `plain`",
                    names.join(", ")
                )
            }
        }
    }
}

/// Returns a string that can be printed to a terminal unchanged.
fn harmless<'v>(value: &'v DeValue<'_>) -> Option<&'v str> {
    // An emoji variation selector could make the character before the string wider.
    value.as_str().filter(|text| text::shown((*text).into()) == *text && !text.starts_with('\u{FE0F}'))
}

/// Converts an integer or a float.
fn number(value: &DeValue<'_>) -> Option<f64> {
    let digits = match value {
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
        DeValue::Float(float) => float.as_str(),
        _ => return None,
    };
    digits.parse::<f64>().ok().filter(|number| number.is_finite())
}

fn one_of(word: &str, words: &[&str]) -> Result<String, String> {
    if words.contains(&word) {
        return Ok(word.to_owned());
    }
    Err(match nearest(word, words.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("one of {}", listed(words.iter().copied())),
    })
}

/// Converts one word or a list of words.
fn list(value: &DeValue<'_>, words: &[&str], wanted: impl Fn() -> String) -> Result<Value, String> {
    if let Some(word) = value.as_str() {
        return one_of(word, words).map(|word| Value::List(vec![word]));
    }
    let items = value.as_array().ok_or_else(&wanted)?;
    let mut list = Vec::new();
    for item in items {
        let word = one_of(item.get_ref().as_str().ok_or_else(&wanted)?, words)?;
        if !list.contains(&word) {
            list.push(word);
        }
    }
    Ok(Value::List(list))
}

/// duration = `never` / 1*digit (`s` / `m` / `h` / `d` / `w`)
fn span(text: &str) -> Option<Value> {
    if text == "never" {
        return Some(Value::Span(None));
    }
    let unit = match text.chars().next_back()? {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => time::DAY,
        'w' => 604_800,
        _ => return None,
    };
    let digits = text.get(..text.len().checked_sub(1)?)?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = if is_number { digits.parse::<i64>().ok()?.checked_mul(unit)? } else { return None };
    Some(Value::Span(Some(seconds)))
}
