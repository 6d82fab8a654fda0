//! `stateline preview`: shows every scene of every family, from built-in samples.

use super::{Call, Command, Failure, Terminal};
use crate::{
    config::Config,
    error::Exit,
    family::{Ask, FAMILIES, Source},
    line::{Join, Line, Paint, Painted, Rank, Tone},
    sys::{System, streams},
};

pub(super) const COMMAND: Command = Command {
    name: "preview",
    purpose: "show every line that there is, from samples",
    usage: "[FLAGS]",
    about: "Shows the line of every family in every situation, from built-in samples, as this terminal\n\
            would show it.",
    examples: &[
        ("stateline preview", "everything"),
        ("stateline preview --as gsd --style compact", "one family, in its short form"),
    ],
    flags: &[],
    shared: &["as", "style", "width", "color", "config", "now"],
    operands: None,
    run,
};

/// The width of the column with the names of the scenes.
const SCENE_COLUMN: usize = 22;

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let config = Config::load(system, call.options.config.as_deref());
    let mut paint = Paint { appearance: config.appearance(system), ..call.options.paint(system, false) };
    paint.width = paint.width.or_else(streams::output_width);
    let style = config.state_style(&call.options);
    let families =
        FAMILIES.iter().filter(|family| call.options.family.is_none_or(|only| only.id == family.id));
    for (index, family) in families.enumerate() {
        if index > 0 {
            terminal.out.line("")?;
        }
        terminal.out.painted(&painted(Tone::Bold, family.id, &paint))?;
        terminal.out.line("")?;
        for sample in family.samples {
            let now = system.now();
            let reading = (family.read)(Source::unnamed(sample.text, now));
            let mut line = reading.view(&Ask { style, now }).line;
            if paint.color {
                line.color_by_rank();
            }
            let width = paint.width.map(|width| width.saturating_sub(SCENE_COLUMN).max(1));
            let scene = painted(Tone::Dim, &format!("  {:<20}", sample.scene), &paint);
            terminal.out.painted(&scene)?;
            terminal.out.painted(&line.painted(&Paint { width, ..paint }))?;
            terminal.out.line("")?;
        }
    }
    Ok(Exit::Success)
}

fn painted(tone: Tone, text: &str, paint: &Paint<'_>) -> Painted {
    let mut line = Line::default();
    line.push_as(tone, Join::Bar, Rank::Name, text.to_owned());
    line.painted(&Paint { width: None, ..*paint })
}
