//! `stateline show`: prints the whole state on one page.

use super::{Call, Command, Failure, Flag, Terminal, Value, open};
use crate::{
    error::Exit,
    show::{self, Whole},
    sys::{System, streams},
};

pub(super) const COMMAND: Command = Command {
    name: "show",
    purpose: "show the whole state on one page",
    usage: "[FLAGS] [DIR | FILE]",
    about: "Shows which state was found and where, the line and its situation, progress, alerts, and then what\n\
            the family has: phases, modules and agents, batches and nodes, tasks with cost and time, and\n\
            the documents next to the file.",
    examples: &[
        ("stateline show", "the nearest state, from here upwards"),
        ("stateline show --json", "everything, for a program"),
        ("stateline show --schema", "the JSON Schema of that JSON"),
        ("stateline show ~/work/shop", "the state of another project"),
    ],
    flags: &[
        Flag::switch("json", "print everything as JSON"),
        Flag::switch("schema", "print the JSON Schema of `--json`"),
    ],
    shared: &["dir", "file", "as", "style", "width", "color", "config", "now"],
    operands: Some(Value::File),
    run,
};

/// The width of the page if the output is no terminal and no width is given.
const WIDTH: usize = 80;

/// The greatest width of the page.
const WIDEST: usize = 120;

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if call.has("schema") {
        terminal.out.json(&show::schema())?;
        return Ok(Exit::Success);
    }
    let options = call.pointed()?;
    let (config, state, document) = open::opened(&options, system)?;
    let whole = Whole::of(system, &state, &document, config.state_style(&options));
    if call.has("json") {
        let json = whole.json();
        let json = if streams::output_is_terminal() { format!("{json:#}\n") } else { format!("{json}\n") };
        terminal.out.json(&json)?;
        return Ok(Exit::Success);
    }
    let paint = options.paint(system, false);
    let usual = || paint.width.or_else(streams::output_width).unwrap_or(WIDTH).min(WIDEST);
    let width = options.width.unwrap_or_else(usual);
    terminal.out.painted(&whole.page(system, &paint, width))?;
    Ok(Exit::Success)
}
