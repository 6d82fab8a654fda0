//! `stateline preview`: every scene of every family, from built-in samples.

use std::fmt::Write;

use super::Command;
use crate::{
    format::{Ask, FAMILIES, Style},
    host::Host,
    line::{Join, Line, Look, Paint, Rank},
    options::Options,
};

pub(super) const COMMAND: Command = Command {
    name: "preview",
    purpose: "draw every scene from built-in samples",
    help: "Usage: stateline preview [--style STYLE] [--as FAMILY] [--width N] [--color WHEN]

Draws every scene of every family from built-in samples, as this terminal would show it.
",
    run,
};

fn run(options: &Options, host: &Host) -> String {
    let paint = options.paint(host, false);
    let mut out = String::new();
    let families = FAMILIES.iter().filter(|family| options.family.is_none_or(|only| only.id == family.id));
    for family in families {
        if !out.is_empty() {
            out.push('\n');
        }
        writeln!(out, "{}", painted(Look::Bold, family.id, &paint)).unwrap_or_default();
        for sample in family.samples {
            let now = host.now();
            let ask = Ask { style: options.style.unwrap_or(Style::Full), now, modified: now };
            let view = (family.view)(sample.text, &ask);
            let width = paint.width.map(|width| width.saturating_sub(SCENE_COLUMN).max(1));
            let scene = painted(Look::Dim, &format!("  {:<20}", sample.scene), &paint);
            writeln!(out, "{scene}{}", view.line.paint(&Paint { width, ..paint })).unwrap_or_default();
        }
    }
    out
}

/// How many cells the names of the scenes take.
const SCENE_COLUMN: usize = 22;

fn painted(look: Look, text: &str, paint: &Paint) -> String {
    let mut line = Line::default();
    line.push_as(look, Join::Bar, Rank::Name, text.to_owned());
    line.paint(&Paint { width: None, ..*paint })
}
