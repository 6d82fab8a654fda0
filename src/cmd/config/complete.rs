//! `stateline config --complete`: the words that can follow, for the completions of a shell.

use super::{Call, Failure, Source, Terminal};
use crate::{
    config::{self, COLORS, SETTINGS, SettingKind},
    error::Exit,
    hook::segment::SEGMENTS,
    line::{Hue, Theme},
    select,
    sys::System,
    text,
};

/// Lists the words that can follow the operands, one per line, each with what it means after a tab.
pub(super) fn list(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let operands: Vec<_> = call.operands.iter().map(|operand| operand.to_string_lossy()).collect();
    let operands: Vec<&str> = operands.iter().map(AsRef::as_ref).collect();
    let words = match operands.as_slice() {
        [] => super::ACTIONS.iter().map(|(word, about)| ((*word).to_owned(), (*about).to_owned())).collect(),
        ["set"] => names(),
        ["set", name, given @ ..] => values(name, given),
        ["unset"] => changed(call, system),
        _ => Vec::new(),
    };
    for (word, about) in words {
        // A shell shows them as they are, and a project's file can have any name in `[segment.NAME]`.
        let (word, about) = (text::shown(word.into()), text::shown(about.into()));
        terminal.out.data(format!("{word}\t{about}\n").as_bytes())?;
    }
    Ok(Exit::Success)
}

/// Returns every setting; of the single segments, only their colours.
fn names() -> Vec<(String, String)> {
    let settings = SETTINGS.iter().map(|setting| (setting.name.to_owned(), setting.about.to_owned()));
    let colors = SEGMENTS.iter().map(|segment| {
        (format!("colors.{}", segment.name), format!("the colour of the segment `{}`", segment.name))
    });
    settings.chain(colors).collect()
}

/// Returns the values that a setting can have. Only a list takes more than one.
fn values(name: &str, given: &[&str]) -> Vec<(String, String)> {
    let setting = SETTINGS.iter().find(|setting| setting.name == name);
    let kind = setting.or_else(|| name.starts_with("colors.").then_some(&COLORS)).map(|setting| setting.kind);
    let words: Vec<(&str, &str)> = match kind {
        Some(SettingKind::Segments) => SEGMENTS.iter().map(|segment| (segment.name, segment.about)).collect(),
        Some(SettingKind::Words(words)) => plain(words()),
        Some(SettingKind::Style) => plain(Hue::names().chain(["bold", "dim", "underline"]).collect()),
        Some(_) if !given.is_empty() => Vec::new(),
        Some(SettingKind::Word(_)) if name == "theme" => {
            Theme::ALL.iter().map(|theme| (theme.name, theme.about)).collect()
        }
        Some(SettingKind::Word(words)) => plain(words()),
        Some(SettingKind::Switch) => plain(vec!["true", "false"]),
        Some(SettingKind::Span) => plain(vec!["never"]),
        _ => Vec::new(),
    };
    let is_new = |(word, _): &(&str, &str)| !given.contains(word);
    words.into_iter().filter(is_new).map(|(word, about)| (word.to_owned(), about.to_owned())).collect()
}

fn plain(words: Vec<&'static str>) -> Vec<(&'static str, &'static str)> {
    words.into_iter().map(|word| (word, "")).collect()
}

/// Returns the settings that a file has, each with its value.
fn changed(call: &Call, system: &System) -> Vec<(String, String)> {
    let root = call.options.start(system).and_then(|dir| select::root(system, &call.options, &dir));
    let files = config::files(system, call.options.config.as_deref(), root.as_deref());
    let rows = super::rows(call, &files, None);
    let rows = rows.into_iter().filter(|row| matches!(row.source, Source::File(..)));
    rows.map(|row| (row.name.to_owned(), row.value)).collect()
}
