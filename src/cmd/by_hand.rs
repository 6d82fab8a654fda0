//! The hook without a host: a person typed `stateline` into a terminal.

use super::print;
use crate::{
    error::{Error, Exit},
    hook,
    line::output,
    options::Options,
    select,
    sys::{System, streams},
};

/// Prints the line or, without a state, what to do next.
#[inline(never)]
pub(super) fn run(options: &Options, system: &System) -> Exit {
    let mut line = hook::by_hand(system, options);
    if streams::output_is_terminal() {
        if let Err(error) = super::refuse_unreadable_config(options, system) {
            output::complain(&error);
        }
        if line.is_empty() {
            output::complain(&reason(options, system));
        } else {
            line.push_line_end();
        }
    }
    print(&line)
}

/// Returns why there is no line.
fn reason(options: &Options, system: &System) -> Error {
    match select::selected(system, options).1.and_then(|state| state.path) {
        Some(path) => Error::Hidden { path },
        None => Error::NothingHere { dir: options.start(system).unwrap_or_default() },
    }
}
