//! The state that a command is asked about, read as a whole.

use std::path::PathBuf;

use super::{Failure, Terminal};
use crate::{
    config::Config,
    document::Document,
    error::Error,
    options::Options,
    select::{self, State},
    sys::{
        System,
        file::{self, Open},
    },
};

/// How many complaints are printed one by one.
const COMPLAINT_LIMIT: usize = 10;

/// Finds and reads the state that the flags ask for, with the settings that apply to it.
pub(super) fn opened(options: &Options, system: &System) -> Result<(Config, State, Document), Error> {
    let (config, state) = select::selected(system, options);
    let Some(state) = state else { return Err(missing(options, system)) };
    let document = match state.content() {
        Ok(content) => state.family.document_at(content, state.path.as_deref()),
        Err(notice) => {
            let path = state.path.clone().unwrap_or_default();
            return Err(Error::NoContent { path, notice });
        }
    };
    Ok((config, state, document))
}

/// Returns the reason why there is no state.
pub(super) fn missing(options: &Options, system: &System) -> Error {
    let Some(path) = &options.file else {
        return Error::NoState { dir: options.start(system).unwrap_or_else(|| PathBuf::from(".")) };
    };
    let why = match Open::at(path) {
        Err(error) => file::why(&error),
        Ok(_) => "it changed while it was read".to_owned(),
    };
    Error::Unreadable { path: path.clone(), why }
}

/// Says what could not be read, one line each.
pub(super) fn complain(
    state: &State,
    document: &Document,
    terminal: &mut Terminal<'_>,
) -> Result<(), Failure> {
    let path = state.path.as_ref().map_or("-".into(), |path| path.to_string_lossy());
    for complaint in document.complaints.iter().take(COMPLAINT_LIMIT) {
        let (line, column, why) = (complaint.line, complaint.column, &complaint.why);
        terminal.err.message(format_args!("{path}:{line}:{column}: {why}"))?;
    }
    let left = document.complaints.len().saturating_sub(COMPLAINT_LIMIT);
    if left > 0 {
        terminal.err.message(format_args!("{path}: {left} more such lines"))?;
    }
    Ok(())
}
