//! The settings of single segments, and the user's own segments: the tables `[segment.NAME]`.

use super::{
    Config,
    table::Setting,
    value::{SettingKind, TEXT, Value},
};

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
        about: "what is printed around a segment; {text} stands for it",
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
