//! Asks the user a question on the terminal.

use super::{Failure, Terminal};
use crate::sys::streams;

/// Asks, and returns the answer in lower case.
pub(super) fn ask(question: &str, terminal: &mut Terminal<'_>) -> Result<String, Failure> {
    terminal.out.flush()?;
    terminal.err.question(question)?;
    Ok(streams::answer().trim().to_lowercase())
}
