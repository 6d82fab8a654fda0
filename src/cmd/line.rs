//! `stateline line`: the state alone, for prompts, tmux and editors.

use std::io::Read;

use super::Command;
use crate::{file::STATE_LIMIT, host::Host, options::Options, state::State};

pub(super) const COMMAND: Command = Command {
    name: "line",
    purpose: "print the state alone, for a prompt, tmux or an editor",
    help: "Usage: stateline line [FLAGS]

Prints where the workflow in this directory stands, and nothing where there is none.
It never reads standard input, except with `-f -`, and always exits with 0.

Examples:
  stateline line                        the nearest state, from here upwards
  stateline line -C ~/work/shop         the nearest state, from there upwards
  stateline line -f STATE.md --as gsd   this file
  stateline line --style compact        the short form
  stateline line --width 40             in 40 cells at most
",
    run,
};

fn run(options: &Options, host: &Host) -> String {
    let state = match &options.file {
        Some(path) if path.as_os_str() == "-" => State::text(host, piped(), options.family),
        Some(path) => State::file(path, options.family),
        None => options.start(host).and_then(|dir| State::nearest(host, &dir, options.family)),
    };
    let Some(state) = state else { return String::new() };
    let mut line =
        state.view(host, options.style.unwrap_or_default()).line.paint(&options.paint(host, false));
    if !line.is_empty() {
        line.push('\n');
    }
    line
}

/// Reads standard input to its end, for whoever asks for it by `-f -`.
fn piped() -> Vec<u8> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(STATE_LIMIT).unwrap_or(u64::MAX);
    std::io::stdin().lock().take(limit).read_to_end(&mut bytes).unwrap_or_default();
    bytes
}
