//! The user's own segments: a text with fields, or what a command prints.

use std::time::{Duration, Instant};

use super::Session;
use crate::{
    config::{Content, OwnSegment},
    line::{Join, Line, Paint, Rank, Row, Tone},
    sys::{
        file,
        process::{self, Bounds, End},
    },
    text::json::Reader,
};

/// How long all commands together may take, where the host allows it.
const PATIENCE: Duration = Duration::from_secs(1);

/// The most bytes that are read of what a command prints.
const LIMIT: usize = 4 << 10;

/// Adds the segment to the line, unless it has nothing to show.
pub(super) fn push<'s>(session: &'s Session<'s>, own: &OwnSegment, line: &mut Line<'s>) {
    let text = match &own.content {
        Some(Content::Text(text)) => filled(session, text),
        Some(Content::Command(command)) => printed(session, command),
        None => None,
    };
    if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
        line.push_as(Tone::Dim, Join::Bar, Rank::Extra, text);
    }
}

/// Replaces the fields of a text; `None` if one of them has no value.
///
/// text = *( char / `{{` / `}}` / `{` field `}` )
fn filled(session: &Session<'_>, text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = rest.split_at_checked(at)?;
        out.push_str(before);
        let after = brace.get(1..)?;
        if brace.starts_with("{{") || brace.starts_with("}}") {
            out.push_str(brace.get(..1)?);
            rest = brace.get(2..)?;
        } else if let Some((field, after)) = after.split_once('}').filter(|_| brace.starts_with('{')) {
            out.push_str(&value(session, field.trim()).filter(|value| !value.is_empty())?);
            rest = after;
        } else {
            out.push_str(brace.get(..1)?);
            rest = after;
        }
    }
    out.push_str(rest);
    Some(out)
}

/// Returns the value of a field: `@line` and the like are about the state, all others are paths into what the host sent.
fn value(session: &Session<'_>, field: &str) -> Option<String> {
    if !field.starts_with('@') {
        let path: Vec<&str> = field.split('.').collect();
        return at(&mut Reader::after_mark(session.sent), &path);
    }
    let state = session.state.as_ref()?;
    let view = || state.view(session.system, session.style);
    match field {
        "@line" => Some(view().line.paint(&Paint::default())),
        "@percent" => state.percent(session.system).map(|percent| percent.to_string()),
        "@family" => Some(state.family.id.to_owned()),
        "@scene" => state.family.scene_name(&view()).map(str::to_owned),
        "@status" => Some(state.status_word(session.style)),
        "@path" => state.path.as_ref().map(|path| path.to_string_lossy().into_owned()),
        _ => None,
    }
}

/// Returns the text or number at a path of keys.
fn at(value: &mut Reader<'_>, path: &[&str]) -> Option<String> {
    let (wanted, rest) = path.split_first()?;
    let mut found = None;
    value.object(|key, value| match key {
        key if key != *wanted => value.skip(),
        _ if rest.is_empty() => found = value.text().map(std::borrow::Cow::into_owned),
        _ => found = at(value, rest),
    });
    found
}

/// Returns the first line that a command prints, without its colours; `None` if it fails or takes too long.
fn printed(session: &Session<'_>, command: &[String]) -> Option<String> {
    let patience = session.payload.host().patience(PATIENCE);
    let now = Instant::now();
    let until = *session.deadline.get_or_init(|| now.checked_add(patience).unwrap_or(now));
    let command = process::program(command, session.dir)?;
    let output = process::run(command, Some(session.sent), Bounds { until, bytes: LIMIT }).ok()?;
    let printed = file::decoded(output.printed);
    (output.end == End::Code(0)).then(|| Row::plain(printed.lines().next().unwrap_or_default()))
}
