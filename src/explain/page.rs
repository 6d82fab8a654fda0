//! The page of a rule: its description and its two examples.

use std::fmt::Write as _;

use crate::{
    check::{Piece, Rule},
    line::{Join, Line, Paint, Painted, Rank, Tone},
    text,
};

/// The most lines of an example to show.
const LINES: usize = 24;

/// Writes the page of a rule.
pub fn page(rule: &Rule, paint: &Paint<'_>, width: usize) -> Painted {
    let mut out = String::new();
    let bold = |text: String| {
        let mut line = Line::default();
        line.push_as(Tone::Bold, Join::Tight, Rank::Name, text);
        line.paint(&Paint { width: None, ..*paint })
    };
    let width = width.clamp(40, 100);
    out.push_str(&bold(format!("{} {}", rule.code, rule.title)));
    write!(out, "\n{} · {}\n\n", rule.severity.word(), crate::check::scope(rule)).unwrap_or_default();
    out.push_str(&text::wrapped(rule.page, width));
    out.push_str("\n\n");
    for (title, pieces) in [("Reported:", rule.fails), ("Not reported:", rule.passes)] {
        out.push_str(&bold(title.to_owned()));
        out.push('\n');
        for piece in pieces {
            example(&mut out, piece, pieces.len() > 1, width);
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    Painted::rendered(&out)
}

/// Writes a file of an example; control characters are escaped as in Rust.
fn example(out: &mut String, (path, text): &Piece, is_named: bool, width: usize) {
    if is_named {
        writeln!(out, "  {path}").unwrap_or_default();
    }
    let count = text.lines().count();
    for line in text.lines().take(LINES) {
        // Some rules are about a space at the end of a line, which would be invisible.
        let bare = line.trim_end_matches(' ');
        let blanks = "·".repeat(line.len().saturating_sub(bare.len()));
        let line: String = bare.chars().map(visible).collect::<String>() + &blanks;
        out.push_str(format!("    {}", text::cut(&line, width.saturating_sub(4))).trim_end());
        out.push('\n');
    }
    if count > LINES {
        writeln!(out, "    … {} more lines", count.saturating_sub(LINES)).unwrap_or_default();
    }
}

/// Writes a character in a visible form.
fn visible(character: char) -> String {
    match character {
        '\u{FEFF}' | '\u{FFFD}' | '\u{1b}' => format!("<U+{:04X}>", u32::from(character)),
        _ => character.to_string(),
    }
}
