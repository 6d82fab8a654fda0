//! `stateline config edit`: opens the file in the user's editor, and checks it afterwards.

use std::process::Command;

use super::{Call, Failure, Terminal, destination, file, report};
use crate::{
    config,
    error::{Error, Exit},
    hosts::OnWindows,
    sys::{
        System,
        file::why,
        process::{self, End},
    },
};

/// Opens the file, which is written first if it is not there.
pub(super) fn edit(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let path = destination(call, system)?;
    if !path.exists() {
        file::write(&path)?;
    }
    let editor = editor(system);
    let failed = |why: String| Error::EditorFailed { editor: editor.clone(), why };
    let words = OnWindows::Cmd.shell(system).split(&editor).unwrap_or_default();
    let Some((program, arguments)) = words.split_first() else {
        return Err(failed("cannot be read".to_owned()).into());
    };
    terminal.out.flush()?;
    let mut command = Command::new(program);
    command.args(arguments).arg(&path);
    match process::run_attached(command) {
        Ok(End::Code(0)) => {}
        Ok(End::Code(code)) => return Err(failed(format!("exited with code {code}")).into()),
        Ok(_) => return Err(failed("was killed".to_owned()).into()),
        Err(error) => return Err(failed(format!("cannot be run: {}", why(&error))).into()),
    }
    let exit = report(&[config::opened(path)], terminal)?;
    if exit == Exit::No {
        terminal.err.message("`stateline config edit` opens it again")?;
    }
    Ok(exit)
}

/// Returns the user's editor.
fn editor(system: &System) -> String {
    let named = ["VISUAL", "EDITOR"].iter().filter_map(|name| system.text(name));
    let mut named = named.filter(|editor| !editor.trim().is_empty());
    named.next().unwrap_or_else(|| process::USUAL_EDITOR.to_owned())
}
