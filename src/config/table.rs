//! The table of all settings: name, allowed values, default, description.

use super::{
    Config,
    value::{SettingKind, Value},
};
use crate::{
    family::{FAMILIES, Style},
    line::{Depth, Level, Theme},
};

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// Its full name, with that of its table: `bar.width`.
    pub name: &'static str,
    /// The values that it accepts.
    pub kind: SettingKind,
    /// Its default value, as TOML.
    pub default: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Stores a value of that kind.
    pub(super) put: fn(&mut Config, &str, &Value),
}

/// Every setting, grouped by table.
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "segments",
        kind: SettingKind::Segments,
        default: r#"["update", "model", "state", "dir", "git", "context", "last_command"]"#,
        about: "what the hook shows, in this order; if unset, GSD's own config decides on git and last_command",
        put: |config, _, value| config.segments = list(value),
    },
    Setting {
        name: "show",
        kind: SettingKind::Segments,
        default: "[]",
        about: "segments to show in addition",
        put: |config, _, value| config.show = list(value).unwrap_or_default(),
    },
    Setting {
        name: "hide",
        kind: SettingKind::Segments,
        default: "[]",
        about: "segments to leave out",
        put: |config, _, value| config.hide = list(value).unwrap_or_default(),
    },
    Setting {
        name: "rows",
        kind: SettingKind::Rows,
        default: "[]",
        about: "the segments of each row, for hosts that show several; replaces `segments`",
        put: |config, _, value| {
            if let Value::Rows(rows) = value {
                config.rows.clone_from(rows);
            }
        },
    },
    Setting {
        name: "right",
        kind: SettingKind::Segments,
        default: "[]",
        about: "segments at the right end of their row, if the width is known",
        put: |config, _, value| config.right = list(value).unwrap_or_default(),
    },
    Setting {
        name: "links",
        kind: SettingKind::Word(|| vec!["auto", "always", "never"]),
        default: r#""auto""#,
        about: "links on the pull request, the directory and the state; auto: where the terminal shows them, but not in the default line",
        put: |config, _, value| {
            config.links = match text(value) {
                Some("always") => Some(true),
                Some("never") => Some(false),
                _ => None,
            }
        },
    },
    Setting {
        name: "style",
        kind: SettingKind::Word(|| names(Style::NAMES)),
        default: r#""full""#,
        about: "full is as documented, compact is shorter; smart fills in missing values and shows age, PAUSED and BLOCKED",
        put: |config, _, value| config.style = named(Style::NAMES, value),
    },
    Setting {
        name: "prefer",
        kind: SettingKind::Words(|| FAMILIES.iter().map(|family| family.id).collect()),
        default: "[]",
        about: "the families that win if a directory has several; otherwise the file written last",
        put: |config, _, value| {
            let ids = list(value).unwrap_or_default();
            config.prefer = ids.iter().filter_map(|id| config.family(id)).collect();
        },
    },
    Setting {
        name: "theme",
        kind: SettingKind::Word(|| Theme::ALL.iter().map(|theme| theme.name).collect()),
        default: r#""gsd""#,
        about: "the colours, separators and icons; `stateline preview --theme all` shows every theme",
        put: |config, _, value| {
            config.set_theme(text(value).and_then(Theme::named).unwrap_or(Theme::USUAL));
        },
    },
    Setting {
        name: "ascii",
        kind: SettingKind::Switch,
        default: "false",
        about: "draw bars and separators in ASCII",
        put: |config, _, value| {
            config.ascii = *value == Value::Switch(true);
            config.is_styled = true;
        },
    },
    Setting {
        name: "separator",
        kind: SettingKind::Text(8),
        default: r#"" │ ""#,
        about: "the separator between two segments",
        put: |config, _, value| put_joint(config, 0, value),
    },
    Setting {
        name: "dot",
        kind: SettingKind::Text(8),
        default: r#"" · ""#,
        about: "the separator between two parts of the state",
        put: |config, _, value| put_joint(config, 1, value),
    },
    Setting {
        name: "bar.width",
        kind: SettingKind::Number(1.0, 40.0),
        default: "10",
        about: "the width of a bar in columns",
        put: |config, _, value| {
            config.bar_width = whole(number(value));
            config.is_styled = true;
        },
    },
    Setting {
        name: "bar.full",
        kind: SettingKind::Glyph,
        default: r#""█""#,
        about: "the character of a filled cell",
        put: |config, _, value| put_glyph(config, 0, value),
    },
    Setting {
        name: "bar.empty",
        kind: SettingKind::Glyph,
        default: r#""░""#,
        about: "the character of an empty cell",
        put: |config, _, value| put_glyph(config, 1, value),
    },
    Setting {
        name: "state.hide_after",
        kind: SettingKind::Span,
        default: r#""never""#,
        about: "hide a state that was not updated for this long",
        put: |config, _, value| {
            if let Value::Span(span) = value {
                config.hide_after = *span;
            }
        },
    },
    Setting {
        name: "plans.done_days",
        kind: DAYS,
        default: "3",
        about: "hide a plan that is done and was not touched for this many days",
        put: |config, _, value| config.ages.done = days(value),
    },
    Setting {
        name: "plans.age_days",
        kind: DAYS,
        default: "14",
        about: "show the age of an open plan that was not touched for this many days",
        put: |config, _, value| config.ages.age = days(value),
    },
    Setting {
        name: "plans.hide_days",
        kind: DAYS,
        default: "30",
        about: "hide an open plan that was not touched for this many days",
        put: |config, _, value| config.ages.hide = days(value),
    },
    Setting {
        name: "context.warn",
        kind: SettingKind::Number(0.0, 101.0),
        default: "50",
        about: "the context is yellow from this percentage on",
        put: |config, _, value| config.context[0] = number(value),
    },
    Setting {
        name: "context.high",
        kind: SettingKind::Number(0.0, 101.0),
        default: "65",
        about: "the context is orange from this percentage on",
        put: |config, _, value| config.context[1] = number(value),
    },
    Setting {
        name: "context.critical",
        kind: SettingKind::Number(0.0, 101.0),
        default: "80",
        about: "the context is red, with a skull, from this percentage on",
        put: |config, _, value| config.context[2] = number(value),
    },
    Setting {
        name: "context.tokens",
        kind: SettingKind::Switch,
        default: "false",
        about: "show the number of tokens after the percentage",
        put: |config, _, value| config.tokens = Some(*value == Value::Switch(true)),
    },
    Setting {
        name: "context.compacts",
        kind: SettingKind::Switch,
        default: "true",
        about: "the context is compacted before it is full; `false` if you turned that off, so that the meter shows all of it",
        put: |config, _, value| config.auto_compact = *value == Value::Switch(true),
    },
    Setting {
        name: "limits.reset",
        kind: SettingKind::Word(|| vec!["left", "clock"]),
        default: r#""left""#,
        about: "when a limit is reset: the time left until then, or the time of day",
        put: |config, _, value| config.shows_clock = text(value) == Some("clock"),
    },
    Setting {
        name: "limits.warn",
        kind: SettingKind::Number(0.0, 1000.0),
        default: "70",
        about: "a limit is yellow from this percentage on",
        put: |config, _, value| config.limits[0] = number(value),
    },
    Setting {
        name: "limits.critical",
        kind: SettingKind::Number(0.0, 1000.0),
        default: "90",
        about: "a limit is red from this percentage on",
        put: |config, _, value| config.limits[1] = number(value),
    },
    Setting {
        name: "cost.warn",
        kind: SettingKind::Number(0.0, 1e6),
        default: "0",
        about: "the cost is yellow from this many dollars on; 0 means never",
        put: |config, _, value| config.cost[0] = number(value),
    },
    Setting {
        name: "cost.critical",
        kind: SettingKind::Number(0.0, 1e6),
        default: "0",
        about: "the cost is red from this many dollars on; 0 means never",
        put: |config, _, value| config.cost[1] = number(value),
    },
    Setting {
        name: "colors.depth",
        kind: SettingKind::Word(|| ["auto"].into_iter().chain(names(Depth::NAMES)).collect()),
        default: r#""auto""#,
        about: "how many colours to use; auto asks the terminal",
        put: |config, _, value| {
            config.depth = named(Depth::NAMES, value);
            config.is_styled = true;
        },
    },
    level("colors.active", r#""cyan""#, "in progress"),
    level("colors.dim", r#""dim""#, "less important text"),
    level("colors.good", r#""green""#, "all is well"),
    level("colors.warn", r#""yellow""#, "needs attention"),
    level("colors.high", r#""208""#, "close to the limit"),
    level("colors.critical", r#""red""#, "an error, or a limit that is reached"),
];

/// A number of days, up to a century: for ever.
const DAYS: SettingKind = SettingKind::Number(0.0, 36_500.0);

/// The setting for the colour of each segment.
pub static COLORS: Setting = Setting {
    name: "colors.SEGMENT",
    kind: SettingKind::Style,
    default: "unset",
    about: "the colour of a segment, except for its warnings",
    put: |config, name, value| {
        if let (Some(segment), Value::Style(style)) = (name.strip_prefix("colors."), value) {
            config.colors.retain(|(known, _)| known != segment);
            config.colors.push((segment.to_owned(), *style));
            // `Appearance` reduces the colour to what the terminal can show.
            config.is_styled = true;
        }
    },
};

/// Returns the row for the colour of a level.
const fn level(name: &'static str, default: &'static str, about: &'static str) -> Setting {
    Setting { name, kind: SettingKind::Style, default, about, put: put_level }
}

fn put_level(config: &mut Config, name: &str, value: &Value) {
    let at = Level::ALL.iter().position(|(level, _)| name.strip_prefix("colors.") == Some(level));
    if let (Some(level), Value::Style(style)) = (at.and_then(|at| config.levels.get_mut(at)), value) {
        *level = Some(*style);
        config.is_styled = true;
    }
}

fn put_joint(config: &mut Config, at: usize, value: &Value) {
    if let (Some(joint), Value::Text(text)) = (config.joints.get_mut(at), value) {
        *joint = Some(text.clone());
        config.is_styled = true;
    }
}

fn put_glyph(config: &mut Config, at: usize, value: &Value) {
    if let (Some(glyph), Value::Text(text)) = (config.bar.get_mut(at), value) {
        *glyph = text.chars().next();
        config.is_styled = true;
    }
}

fn names<T>(all: &[(&'static str, T)]) -> Vec<&'static str> {
    all.iter().map(|(name, _)| *name).collect()
}

/// Returns the value with that name.
fn named<T: Copy>(all: &[(&str, T)], value: &Value) -> Option<T> {
    let Value::Text(word) = value else { return None };
    all.iter().find(|(name, _)| name == word).map(|(_, meant)| *meant)
}

fn text(value: &Value) -> Option<&str> {
    if let Value::Text(text) = value { Some(text) } else { None }
}

fn list(value: &Value) -> Option<Vec<String>> {
    if let Value::List(list) = value { Some(list.clone()) } else { None }
}

fn number(value: &Value) -> f64 {
    if let Value::Number(number) = value { *number } else { 0.0 }
}

/// Returns a number of days in seconds.
#[expect(clippy::cast_possible_truncation, reason = "a century of seconds is far from the limit")]
fn days(value: &Value) -> i64 {
    (number(value) * 86_400.0) as i64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 40")]
fn whole(number: f64) -> u8 {
    number.clamp(1.0, 40.0) as u8
}
