//! `stateline config set` and `config unset`: change one setting in a file.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use super::{Call, Failure, Terminal, destination};
use crate::{
    config::{self, EditFault, LIMIT},
    error::{Error, Exit},
    select,
    sys::{
        System,
        file::{self, Open},
        rewrite::{self, Refusal},
        trust,
    },
};

const MARK: char = '\u{FEFF}';

/// Sets a setting to a value; a list has several.
pub(super) fn set(
    call: &Call,
    name: &OsString,
    value: &OsString,
    more: &[OsString],
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let words: Vec<String> =
        [value].into_iter().chain(more).map(|word| word.to_string_lossy().into()).collect();
    let name = name.to_string_lossy();
    let path = destination(call, system)?;
    change(&path, system, |text| {
        if call.has("project") {
            config::refuse_in_project(&name)?;
        }
        config::with(text, &name, &words)
    })?;
    in_force(call, &name, &path, system, terminal)
}

/// Returns the error that a setting has no value: it names the values that are accepted.
pub(super) fn valueless(name: &str) -> Error {
    match config::wanted(name) {
        Ok(wanted) => Error::MissingOperand { wanted: format!("a value; `{name}` takes {wanted}") },
        Err(EditFault::Setting(sentence) | EditFault::File(sentence)) => Error::BadSetting { sentence },
    }
}

/// Removes a setting.
pub(super) fn unset(
    call: &Call,
    name: &OsString,
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let name = name.to_string_lossy();
    let path = destination(call, system)?;
    change(&path, system, |text| config::without(text, &name))?;
    in_force(call, &name, &path, system, terminal)
}

/// Changes the text of a file, whole or not at all; a link is kept, and the file that it points to is written.
fn change(
    path: &Path,
    system: &System,
    edit: impl Fn(&str) -> Result<String, EditFault>,
) -> Result<(), Error> {
    let refused = |why: String| Error::Refused { path: path.to_owned(), why };
    // A relative path must not be taken from the root.
    let absolute = system.dir().map_or_else(|| path.to_owned(), |dir| dir.join(path));
    let target = trust::resolved(&absolute).map_err(|error| refused(file::why(&error)))?;
    let before = held(&target).map_err(|error| refused(file::why(&error)))?;
    if before.as_ref().is_some_and(|held| held.len() >= LIMIT) {
        return Err(refused("it is too long; only its first 16 KiB are read".to_owned()));
    }
    let text = String::from_utf8(before.clone().unwrap_or_default());
    let text = text.map_err(|_| refused("it is not UTF-8".to_owned()))?;
    let bare = text.strip_prefix(MARK).unwrap_or(&text);
    let after = edit(bare).map_err(|fault| match fault {
        EditFault::Setting(sentence) => Error::BadSetting { sentence },
        EditFault::File(why) => refused(why),
    })?;
    if after == bare {
        return Ok(());
    }
    let after = if bare.len() < text.len() { format!("{MARK}{after}") } else { after };
    let written = match before {
        Some(before) => rewrite::exchange(&target, &before, after.as_bytes()),
        None => created(&target, after.as_bytes()),
    };
    written.map_err(|refusal| match refusal {
        Refusal::Machine(error) => Error::Unwritable { path: path.to_owned(), why: file::why(&error) },
        other => refused(other.to_string()),
    })
}

fn held(target: &Path) -> io::Result<Option<Vec<u8>>> {
    match Open::at(target) {
        Ok(open) => open.head(LIMIT).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn created(target: &Path, text: &[u8]) -> Result<(), Refusal> {
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    rewrite::create(target, text)
}

/// Prints the value that is now in force, and where it comes from.
fn in_force(
    call: &Call,
    name: &str,
    changed: &Path,
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let root = project(call, system);
    let files = config::files(system, call.options.config.as_deref(), root.as_deref());
    let rows = super::rows(call, &files, None);
    let row = rows.iter().find(|row| row.name == name);
    match row {
        Some(row) => terminal.out.line(format_args!("{} = {} # {}", row.name, row.value, row.source))?,
        None => terminal.out.line(format_args!("# {name} is not set"))?,
    }
    if let Some(super::Source::File(path, _)) = row.map(|row| &row.source)
        && *path != changed
    {
        let (changed, path) = (changed.display(), path.display());
        terminal.err.message(format_args!("changed `{changed}`, but `{path}` wins here"))?;
    }
    Ok(Exit::Success)
}

fn project(call: &Call, system: &System) -> Option<PathBuf> {
    let dir = call.options.start(system)?;
    select::root(system, &call.options, &dir).or_else(|| call.has("project").then_some(dir))
}
