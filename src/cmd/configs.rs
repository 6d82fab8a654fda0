//! The configs that `check` looks at: those that are named, else those in force.

use std::path::PathBuf;

use super::{
    Call,
    target::{Target, is_config},
};
use crate::{
    check::{self, report, report::Checked},
    config::{self, Choice, File},
    error::Error,
    select,
    sys::{
        System,
        file::{self, Open},
    },
};

/// Checks the configs that the call names, or those in force. They are next to the states, which were found already.
pub(super) fn configs(
    call: &Call,
    system: &System,
    states: &[Result<Target, Error>],
) -> Vec<Result<Checked, Error>> {
    let here = system.dir().unwrap_or_default();
    let mut files: Vec<File> = Vec::new();
    let mut add = |found: Vec<File>| {
        for file in found {
            if files.iter().all(|known| known.path != file.path) {
                files.push(file);
            }
        }
    };
    if call.operands.is_empty() {
        add(in_force(call, system, call.options.start(system), states));
    }
    for operand in &call.operands {
        let path = here.join(operand);
        if is_config(operand, call, system) {
            add(vec![config::opened(path)]);
        } else if path.is_dir() {
            add(in_force(call, system, Some(path), states));
        }
    }
    files.into_iter().filter_map(|file| checked(file, call, system)).collect()
}

/// Reads the configs that apply to a directory.
fn in_force(
    call: &Call,
    system: &System,
    dir: Option<PathBuf>,
    states: &[Result<Target, Error>],
) -> Vec<File> {
    let mut found = states.iter().flatten().filter(|state| state.start == dir);
    let root = match found.next() {
        Some(found) => found.state.root.clone(),
        None => dir.and_then(|dir| select::root(system, &call.options, &dir)),
    };
    config::files(system, call.options.config.as_deref(), root.as_deref())
}

/// Checks a config; a missing one is an error only if it was named.
fn checked(file: File, call: &Call, system: &System) -> Option<Result<Checked, Error>> {
    let (Some(text), Some(reading)) = (file.text, file.reading) else {
        let why = Open::at(&file.path).err().map(|error| file::why(&error))?;
        let is_named = call.operands.iter().any(|operand| is_config(operand, call, system))
            || matches!(config::chosen(system, call.options.config.as_deref()), Choice::Named(_));
        let is_absent = !file.path.exists();
        return (is_named || !is_absent).then_some(Err(Error::Unreadable { path: file.path, why }));
    };
    let problems = check::config(&text, &reading);
    Some(Ok(Checked { name: report::name(&file.path, system.dir().as_deref()), text, problems }))
}
