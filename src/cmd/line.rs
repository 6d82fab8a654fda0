//! `stateline line`: the state alone, for prompts, tmux and editors.

use std::io::Read;

use super::{Call, Command, Failure, Terminal};
use crate::{error::Exit, file::STATE_LIMIT, host::Host, options::Options, state::State};

pub(super) const COMMAND: Command = Command {
    name: "line",
    purpose: "print the state alone, for a prompt, tmux or an editor",
    usage: "[FLAGS]",
    about: "Prints where the workflow in this directory stands, and nothing where there is none.\n\
            It never reads standard input, except with `-f -`, and exits with 0 whatever is in the file.",
    examples: &[
        ("stateline line", "the nearest state, from here upwards"),
        ("stateline line -C ~/work/shop", "the nearest state, from there upwards"),
        ("stateline line -f STATE.md --as gsd", "this file"),
        ("stateline line --style compact", "the short form"),
        ("stateline line --width 40", "in 40 cells at most"),
    ],
    flags: &[],
    shared: &["dir", "file", "as", "style", "width", "color", "now"],
    operands: false,
    run,
};

fn run(call: &Call, host: &Host, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    terminal.out.write_all(line(&call.options, host).as_bytes())?;
    Ok(Exit::Success)
}

/// Returns the line and its end, or nothing where there is no state to show.
pub(super) fn line(options: &Options, host: &Host) -> String {
    let Some(state) = state(options, host) else { return String::new() };
    let view = state.view(host, options.style.unwrap_or_default());
    let mut line = view.line.paint(&options.paint(host, false));
    if !line.is_empty() {
        line.push('\n');
    }
    line
}

/// Reads the state that the flags ask for.
pub(super) fn state(options: &Options, host: &Host) -> Option<State> {
    match &options.file {
        Some(path) if path.as_os_str() == "-" => State::text(host, piped(), options.family),
        Some(path) => State::file(path, options.family),
        None => options.start(host).and_then(|dir| State::nearest(host, &dir, options.family)),
    }
}

/// Reads standard input to its end, for whoever asks for it by `-f -`.
fn piped() -> Vec<u8> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(STATE_LIMIT).unwrap_or(u64::MAX);
    std::io::stdin().lock().take(limit).read_to_end(&mut bytes).unwrap_or_default();
    bytes
}
