//! Draws the screen of `setup`, whatever the size of the terminal is.

use super::chooser::{Chooser, Step};
use crate::{
    family::Style,
    line::{Join, Line, Paint, Rank, Row, Tone},
    text,
};

/// The greatest width of a host's name.
const NAMES: usize = 20;

/// The least height of a terminal in which the theme is described.
const SPACIOUS: usize = 16;

/// Draws the screen at a size in columns and rows; `sample` paints the line in a theme, in a width.
pub(super) fn screen(
    chooser: &Chooser,
    (columns, rows): (usize, usize),
    paint: &Paint<'_>,
    origin: &str,
    sample: impl Fn(&str, usize) -> String,
) -> Vec<String> {
    let row = |parts: &[(Tone, &str)]| painted(parts, columns, paint);
    let mut head = Vec::new();
    let (list, at, foot) = match chooser.step {
        Step::Places => {
            head.push(row(&[(Tone::Bold, "Where should the line be shown?")]));
            (places(chooser, columns, paint), chooser.place, "↑↓ move   space choose   enter go on   q quit")
        }
        Step::Appearance => {
            head.push(row(&[(Tone::Bold, "How should it look?"), (Tone::Dim, "  "), (Tone::Dim, origin)]));
            head.push(styles(chooser, columns, paint));
            let foot = "↑↓ theme   ←→ style   enter write it   esc back   q quit";
            (themes(chooser, columns, paint, sample), chooser.theme, foot)
        }
    };
    let mut foot = vec![String::new(), row(&[(Tone::Dim, foot)])];
    if let Some(theme) = chooser.shown_theme().filter(|_| rows >= SPACIOUS) {
        foot.insert(1, row(&[(Tone::Cyan, theme.name), (Tone::Plain, ": "), (Tone::Plain, theme.about)]));
        foot.insert(2, String::new());
    }
    let has_frame = rows >= head.len().saturating_add(foot.len()).saturating_add(2);
    if !has_frame {
        return visible(&list, at, rows);
    }
    head.push(String::new());
    let room = rows.saturating_sub(head.len()).saturating_sub(foot.len());
    let list = visible(&list, at, room);
    head.into_iter().chain(list).chain(foot).collect()
}

/// Returns the part of a list that fits, with the item that was chosen in it.
fn visible(list: &[String], at: usize, room: usize) -> Vec<String> {
    let room = room.max(1);
    let first = at.saturating_sub(room / 2).min(list.len().saturating_sub(room));
    list.iter().skip(first).take(room).cloned().collect()
}

fn places(chooser: &Chooser, columns: usize, paint: &Paint<'_>) -> Vec<String> {
    let width = chooser.places.iter().map(|place| text::cells(place.host.label)).max().unwrap_or_default();
    let width = width.min(NAMES);
    let row = |(index, place): (usize, &super::chooser::Place)| {
        let is_here = index == chooser.place;
        let (sign, tone) = if is_here { ("> ", Tone::Cyan) } else { ("  ", Tone::Plain) };
        let mark = if place.is_chosen { "[x] " } else { "[ ] " };
        let name = format!("{:<width$}  ", place.host.label);
        painted(&[(tone, sign), (tone, mark), (tone, &name), (Tone::Dim, &place.note)], columns, paint)
    };
    chooser.places.iter().enumerate().map(row).collect()
}

fn styles(chooser: &Chooser, columns: usize, paint: &Paint<'_>) -> String {
    let mut parts = vec![(Tone::Plain, "style  ".to_owned())];
    for (index, (name, _)) in Style::NAMES.iter().enumerate() {
        let is_here = index == chooser.style;
        let name = if is_here { format!("<{name}>  ") } else { format!(" {name}   ") };
        parts.push((if is_here { Tone::Cyan } else { Tone::Dim }, name));
    }
    let parts: Vec<(Tone, &str)> = parts.iter().map(|(tone, text)| (*tone, text.as_str())).collect();
    painted(&parts, columns, paint)
}

/// Draws each theme with the line in it.
fn themes(
    chooser: &Chooser,
    columns: usize,
    paint: &Paint<'_>,
    sample: impl Fn(&str, usize) -> String,
) -> Vec<String> {
    let width = chooser.themes.iter().map(|theme| theme.len()).max().unwrap_or_default();
    let row = |(index, theme): (usize, &&'static str)| {
        let is_here = index == chooser.theme;
        let (sign, tone) = if is_here { ("> ", Tone::Cyan) } else { ("  ", Tone::Plain) };
        let name = painted(&[(tone, sign), (tone, &format!("{theme:<width$}  "))], columns, paint);
        let room = columns.saturating_sub(width.saturating_add(4));
        if room == 0 { name } else { name + &sample(theme, room) }
    };
    chooser.themes.iter().enumerate().map(row).collect()
}

/// Paints a row, and cuts what does not fit.
fn painted(parts: &[(Tone, &str)], columns: usize, paint: &Paint<'_>) -> String {
    let mut line = Line::default();
    let mut room = columns;
    for (tone, part) in parts {
        let part = text::shown((*part).into());
        let is_whole = text::cells(&part) <= room;
        // Blanks at the end are no loss.
        let fits = text::cells(part.trim_end()) <= room;
        let part = if fits && !is_whole { part.trim_end().to_owned() } else { text::cut(&part, room) };
        room = room.saturating_sub(text::cells(&part));
        line.push_as(*tone, Join::Tight, Rank::Name, part);
        if !is_whole {
            break;
        }
    }
    let painted = line.painted(&Paint { width: None, appearance: None, ..*paint });
    Row::read(&painted).painted().to_string()
}
