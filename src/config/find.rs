//! Finds the config files.

use std::path::{Path, PathBuf};

use super::{
    PROJECT_FILE, own,
    read::{Reading, of_project, read},
};
use crate::sys::{System, file};

/// The most bytes that are read of a config: more than anyone writes by hand.
pub const LIMIT: usize = 16 << 10;

/// Which files are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The user's, if there is a home directory, and the project's.
    User(Option<PathBuf>),
    /// Only this one.
    Named(PathBuf),
    /// None at all.
    None,
}

/// A config that was read.
#[derive(Debug)]
pub struct File {
    /// Its path.
    pub path: PathBuf,
    /// Its text without a byte-order mark; `None` if there is no such file.
    pub text: Option<String>,
    /// Its settings and problems; `None` if there is no such file.
    pub reading: Option<Reading>,
}

/// Decides which files are used: those of the flag, else `STATELINE_CONFIG`, else the default ones.
pub fn chosen(system: &System, named: Option<&Path>) -> Choice {
    match by_name(system, named) {
        Some(path) if path.as_os_str() == "none" => Choice::None,
        Some(path) => Choice::Named(path),
        None => Choice::User(user_file(system)),
    }
}

/// Returns what the flag names, else `STATELINE_CONFIG`.
fn by_name(system: &System, named: Option<&Path>) -> Option<PathBuf> {
    named.map(Path::to_owned).or_else(|| system.var("STATELINE_CONFIG").map(PathBuf::from))
}

/// Returns the file that a flag or the variable names, and why it cannot be read, if that is so.
pub fn unreadable(system: &System, named: Option<&Path>) -> Option<(PathBuf, String)> {
    let path = by_name(system, named).filter(|path| path.as_os_str() != "none")?;
    let error = file::text(&path, LIMIT).err()?;
    Some((path, file::why(&error)))
}

/// Returns the path of the user's file.
pub fn user_file(system: &System) -> Option<PathBuf> {
    Some(file::below(&system.config_dir()?, "stateline/config.toml"))
}

/// Reads every file that is used, for commands that show their contents. A later file overrides an earlier
/// one.
///
/// `root` is the directory of the project's state.
pub fn files(system: &System, named: Option<&Path>, root: Option<&Path>) -> Vec<File> {
    let paths = match chosen(system, named) {
        Choice::None => Vec::new(),
        Choice::Named(path) => vec![path],
        Choice::User(user) => {
            user.into_iter().chain(root.map(|root| file::below(root, PROJECT_FILE))).collect()
        }
    };
    let mut files: Vec<File> = Vec::new();
    for path in paths {
        let entries =
            files.iter().filter_map(|file| file.reading.as_ref()).flat_map(|reading| &reading.entries);
        let known: Vec<String> =
            entries.filter_map(|entry| own::known(&entry.name)).map(|(_, name)| name.to_owned()).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        files.push(opened_among(path, &known));
    }
    files
}

/// Reads one file.
pub fn opened(path: PathBuf) -> File {
    opened_among(path, &[])
}

/// Reads one file; `known` are the segments that the user made in another.
fn opened_among(path: PathBuf, known: &[&str]) -> File {
    let text = text(&path).map(|text| match text.strip_prefix('\u{FEFF}') {
        Some(rest) => rest.to_owned(),
        None => text,
    });
    let is_project = path.file_name().is_some_and(|name| name == PROJECT_FILE);
    let read = |text: &str| if is_project { of_project(text, known) } else { read(text) };
    let mut reading = text.as_deref().map(read);
    if let (Some(reading), Some(text)) = (reading.as_mut().filter(|_| is_project), &text) {
        reading.refuse_workflows(text);
    }
    File { path, text, reading }
}

/// Reads the text of a config; `None` if it cannot be read.
pub(super) fn text(path: &Path) -> Option<String> {
    file::text(path, LIMIT).ok()
}
