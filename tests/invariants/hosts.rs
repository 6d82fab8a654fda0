//! `line --for HOST`: every host shows the text unchanged, by its own rules and in its width.

use stateline::{
    hosts::HOSTS,
    line::{Dialect, Join, Line, Paint, Rank, dialect::Report},
};

use super::shown;
use crate::harness::Random;

/// Each line of the input is a part of a line, hung on the one before it by chance.
pub fn holds(bytes: &[u8]) {
    let text = super::text(bytes);
    let mut random = Random::of(bytes);
    let mut line = Line::default();
    for part in text.split('\n') {
        let join = any_of(&mut random, &[Join::Tight, Join::Word, Join::Space, Join::Dot, Join::Bar]);
        let rank = any_of(&mut random, &[Rank::Alert, Rank::Active, Rank::Progress, Rank::Lead, Rank::Name]);
        line.push(*join, *rank, part);
    }
    shown::assert_harmless(&line.paint(&Paint::default()));
    let width = 1 + random.below(40);
    for dialect in HOSTS.dialects() {
        assert_shown(&line, dialect, None);
        assert_shown(&line, dialect, Some(width));
    }
}

/// Returns any host.
pub fn any(random: &mut Random) -> &'static Dialect {
    let count = HOSTS.dialects().count();
    HOSTS.dialects().nth(random.below(count)).unwrap()
}

pub fn any_of<'t, T>(random: &mut Random, all: &'t [T]) -> &'t T {
    &all[random.below(all.len())]
}

#[track_caller]
pub fn assert_shown(line: &Line<'_>, dialect: &'static Dialect, width: Option<usize>) {
    let plain = line.paint(&Paint { width, ..Paint::default() });
    shown::assert_harmless(&plain);
    shown::assert_fits(&plain, width);
    shown::assert_short(&plain);
    let text = understood(dialect, &written(line, dialect, width));
    // What is too long for one host is not for another, but it stays well-formed.
    if is_whole(line, dialect, width) && is_whole(line, plainest(), width) {
        assert_eq!(text, Ok(as_shown(dialect, &plain)), "{}", dialect.name);
    } else {
        let text = text.unwrap_or_else(|stumble| panic!("{} {stumble}", dialect.name));
        shown::assert_harmless(&text);
    }
}

/// Returns true if nothing of a line is left out for its length.
fn is_whole(line: &Line<'_>, dialect: &'static Dialect, width: Option<usize>) -> bool {
    let mut line = line.clone();
    line.color_by_rank();
    let paint = Paint { color: true, width, dialect, limit: Some(usize::MAX), ..Paint::default() };
    line.paint(&paint).len() < shown::LONGEST
}

fn plainest() -> &'static Dialect {
    Paint::default().dialect
}

/// Writes a line for a host, in its record where it reads records.
pub fn written(line: &Line<'_>, dialect: &'static Dialect, width: Option<usize>) -> String {
    let mut line = line.clone();
    line.color_by_rank();
    let text = line.paint(&Paint { color: true, width, dialect, ..Paint::default() });
    shown::assert_short(&text);
    let Some(record) = dialect.record else { return text };
    let report = Report {
        line: &text,
        whole: text.clone(),
        short: text.clone(),
        family: "gsd",
        scene: None,
        percent: None,
        alert: false,
        path: None,
        color: true,
    };
    let record = record(Some(&report));
    let alone = record.strip_suffix('\n').expect("a record ends its line");
    shown::assert_harmless(alone);
    alone.to_owned()
}

/// Returns what a host is to show for plain text, with replacements for characters that it cannot write.
pub fn as_shown(dialect: &Dialect, plain: &str) -> String {
    match dialect.name {
        "oh-my-posh" => plain.replace('<', "‹").replace('>', "›"),
        "polybar" => plain.replace('{', "\u{200b}{"),
        _ => plain.to_owned(),
    }
}

/// Returns the text that a host shows for what was written for it, or what it stumbles over.
pub fn understood(dialect: &Dialect, written: &str) -> Result<String, String> {
    match dialect.name {
        "plain" | "ansi" | "fish" | "starship" | "zjstatus" => Ok(shown::without_colors(written)),
        "bash" => without(written, "\u{1}", "\u{2}"),
        "zsh" => marked(written, '%', &[("{", "%}")]),
        "tmux" => drawn_by_tmux(&expanded_by_tmux(written)?),
        "nvim" | "vim" => marked(written, '%', &[("#", "#"), ("*", "")]),
        "emacs" => marked(written, '%', &[]),
        "polybar" => without(written, "%{", "}"),
        "oh-my-posh" if written.contains(['<', '>']) => Err("an anchor".to_owned()),
        "oh-my-posh" => Ok(written.to_owned()),
        "waybar" => read_by_pango(&field(written, "text")),
        "i3bar" => Ok(field(written, "full_text")),
        "json" => Ok(field(written, "line")),
        name => Err(format!("no rules for {name}")),
    }
}

/// Returns a field of a record.
fn field(record: &str, name: &str) -> String {
    let record: serde_json::Value = serde_json::from_str(record).unwrap();
    record[name].as_str().unwrap().to_owned()
}

/// Cuts out everything from `open` to the next `close`.
fn without(text: &str, open: &str, close: &str) -> Result<String, String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(open) {
        out.push_str(before);
        rest = after.split_once(close).ok_or("a tag without an end")?.1;
    }
    Ok(out + rest)
}

/// Reads text in which a doubled sign is a literal one, and a single sign begins one of these tags.
fn marked(text: &str, sign: char, tags: &[(&str, &str)]) -> Result<String, String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(sign) {
        out.push_str(before);
        if let Some(after) = after.strip_prefix(sign) {
            out.push(sign);
            rest = after;
            continue;
        }
        let tag = tags.iter().find(|(open, _)| after.starts_with(open));
        let (open, close) = tag.ok_or_else(|| format!("{sign}{after}"))?;
        rest = after[open.len()..].split_once(close).ok_or("a tag without an end")?.1;
    }
    Ok(out + rest)
}

/// Expands text as tmux does: a row of `#` before a bracket is left for the drawing, in any other row two
/// are one, and a single one begins a format.
fn expanded_by_tmux(text: &str) -> Result<String, String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('#') {
        out.push_str(&rest[..at]);
        let after = rest[at..].trim_start_matches('#');
        let row = rest.len() - at - after.len();
        match after.starts_with('[') {
            true => out.extend(std::iter::repeat_n('#', row)),
            false if row % 2 == 0 => out.extend(std::iter::repeat_n('#', row / 2)),
            false => return Err(format!("a format: {}", &rest[at..])),
        }
        rest = after;
    }
    Ok(out + rest)
}

/// Draws text as tmux does: before a bracket two `#` are one and an odd one begins a style, anywhere else
/// two are one and an odd one is one.
fn drawn_by_tmux(text: &str) -> Result<String, String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('#') {
        out.push_str(&rest[..at]);
        let after = rest[at..].trim_start_matches('#');
        let row = rest.len() - at - after.len();
        let is_style = after.starts_with('[') && row % 2 == 1;
        let signs = if after.starts_with('[') { row / 2 } else { row.div_ceil(2) };
        out.extend(std::iter::repeat_n('#', signs));
        rest = after;
        if is_style {
            rest = after.split_once(']').ok_or("a style without an end")?.1;
        }
    }
    Ok(out + rest)
}

/// Reads text as Pango reads markup; we write no tag there.
fn read_by_pango(markup: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = markup;
    while let Some(at) = rest.find(['&', '<', '>']) {
        out.push_str(&rest[..at]);
        let entities = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>')];
        let known = entities.iter().find(|(entity, _)| rest[at..].starts_with(entity));
        let (entity, character) = known.ok_or_else(|| format!("markup: {}", &rest[at..]))?;
        out.push(*character);
        rest = &rest[at + entity.len()..];
    }
    Ok(out + rest)
}
