//! The settings of single segments, and the user's own segments: the tables `[segment.NAME]`.

use std::{borrow::Cow, ops::Range};

use toml::{Spanned, de::DeTable};

use super::{
    Config, SEGMENTS,
    table::Setting,
    value::{SettingKind, TEXT, Value},
};
use crate::text::{listed, suggest::nearest};

/// The settings of one segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnSegment {
    /// Its name.
    pub name: String,
    /// What it shows, if the user made it.
    pub content: Option<Content>,
    /// What is printed before and after it.
    pub around: Option<(String, String)>,
    /// What is drawn before it.
    pub icon: Option<String>,
}

/// What a segment of the user's shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A text with fields.
    Text(String),
    /// What a command prints: the program and its arguments.
    Command(Vec<String>),
}

/// The fields of the state that a text can have; all others are fields of what the host sent.
pub(super) const STATE_FIELDS: [&str; 6] = ["@line", "@scene", "@status", "@percent", "@family", "@path"];

/// The settings of each segment.
pub static OWN: &[Setting] = &[
    Setting {
        name: "segment.NAME.text",
        kind: SettingKind::Text(200),
        default: "unset",
        about: "a segment of your own: a text with fields such as {session_name}, {cost.total_cost_usd} or {@percent}",
        put: |config, name, value| put(config, name, |own| own.content = text(value).map(Content::Text)),
    },
    Setting {
        name: "segment.NAME.command",
        kind: SettingKind::Command,
        default: "unset",
        about: "a segment of your own: the first line that a program prints, given as a list with its arguments",
        put: |config, name, value| {
            if let Value::List(words) = value {
                put(config, name, |own| own.content = Some(Content::Command(words.clone())));
            }
        },
    },
    Setting {
        name: "segment.NAME.format",
        kind: SettingKind::Format,
        default: "\"{text}\"",
        about: "what is printed around a segment; {text} is the segment",
        put: |config, name, value| {
            put(config, name, |own| {
                let around = text(value).and_then(|format| {
                    let (before, after) = format.split_once(TEXT)?;
                    Some((before.to_owned(), after.to_owned()))
                });
                own.around = around;
            });
        },
    },
    Setting {
        name: "segment.NAME.icon",
        kind: SettingKind::Text(4),
        default: "unset",
        about: "what is drawn before a segment",
        put: |config, name, value| put(config, name, |own| own.icon = text(value)),
    },
];

impl OwnSegment {
    /// Returns whether a setting says what a segment shows. Only the user may say that, and no project.
    pub(super) fn is_content(setting: &str) -> bool {
        matches!(setting.rsplit('.').next(), Some("text" | "command"))
    }
}

/// Returns the row of a setting of a segment, and the segment: `segment.NAME.icon`.
pub(super) fn known(name: &str) -> Option<(&'static Setting, &str)> {
    let (segment, key) = name.strip_prefix("segment.")?.rsplit_once('.')?;
    let setting = OWN.iter().find(|setting| setting.name.rsplit('.').next() == Some(key))?;
    Some((setting, segment))
}

/// A place in the text, what is wrong there, and what to do.
type Fault = (Range<usize>, String, String);

/// Returns what keeps a segment from being shown as it is written, if anything does.
pub(super) fn fault(name: &Spanned<Cow<'_, str>>, table: &DeTable<'_>, is_known: bool) -> Option<Fault> {
    let text = table.get_key_value("text");
    let command = table.get_key_value("command");
    match (text, command) {
        (Some((text, _)), Some((command, _))) => {
            let later = if text.span().start > command.span().start { text } else { command };
            let message = format!("`segment.{}` has a `text` and a `command`", name.get_ref());
            let help = format!("remove one of them; only `{}` is used", later.get_ref());
            Some((later.span(), message, help))
        }
        (None, None) if !is_known => {
            let message = format!("there is no segment `{}`", name.get_ref());
            let help = match nearest(name.get_ref(), SEGMENTS.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "make one with `text` or `command`".to_owned(),
            };
            Some((name.span(), message, help))
        }
        (Some((_, value)), None) => {
            // `{{` is a brace, not a field.
            let text = value.get_ref().as_str()?.replace("{{", "");
            let unknown =
                fields(&text).find(|field| field.starts_with('@') && !STATE_FIELDS.contains(field))?;
            let help = match nearest(unknown, STATE_FIELDS.into_iter()) {
                Some(meant) => format!("did you mean `{{{meant}}}`?"),
                None => format!("it can be {}", listed(STATE_FIELDS.into_iter())),
            };
            Some((value.span(), format!("there is no field `{{{unknown}}}`"), help))
        }
        _ => None,
    }
}

/// Returns the names of the fields in a text.
fn fields(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(field, _)| field.trim())
}

fn put(config: &mut Config, name: &str, change: impl FnOnce(&mut OwnSegment)) {
    let Some((_, segment)) = known(name) else { return };
    let at = config.own.iter().position(|own| own.name == segment);
    let at = at.unwrap_or_else(|| {
        config.own.push(OwnSegment { name: segment.to_owned(), ..OwnSegment::default() });
        config.own.len().saturating_sub(1)
    });
    if let Some(own) = config.own.get_mut(at) {
        change(own);
    }
}

fn text(value: &Value) -> Option<String> {
    if let Value::Text(text) = value { Some(text.clone()) } else { None }
}
