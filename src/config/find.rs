//! Where the wishes are written down.

use std::path::{Path, PathBuf};

use super::{
    PROJECT_FILE,
    read::{Reading, read},
};
use crate::sys::{System, file};

/// The most that is read of a config: more than anybody writes by hand.
pub const LIMIT: usize = 16 << 10;

/// Which files count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The user's, where there can be one, and the project's.
    User(Option<PathBuf>),
    /// This one and no other.
    Named(PathBuf),
    /// None at all.
    None,
}

/// A config that was read.
#[derive(Debug)]
pub struct File {
    /// Where it is kept.
    pub path: PathBuf,
    /// Its text, without the mark that some editors put before it; nothing where there is no such file.
    pub text: Option<String>,
    /// What it says; nothing where there is no such file.
    pub reading: Option<Reading>,
}

/// Decides which files count: a flag first, then `STATELINE_CONFIG`, then the usual places.
pub fn chosen(system: &System, named: Option<&Path>) -> Choice {
    let by_variable = || system.var("STATELINE_CONFIG").map(PathBuf::from);
    match named.map(Path::to_owned).or_else(by_variable) {
        Some(path) if path.as_os_str() == "none" => Choice::None,
        Some(path) => Choice::Named(path),
        None => Choice::User(user_file(system)),
    }
}

/// Returns where the user's file is kept.
pub fn user_file(system: &System) -> Option<PathBuf> {
    Some(file::below(&system.config_dir()?, "stateline/config.toml"))
}

/// Reads every file that counts, for whoever wants to know what is in them: the later above the earlier.
///
/// `root` is the directory that holds the project's state.
pub fn files(system: &System, named: Option<&Path>, root: Option<&Path>) -> Vec<File> {
    let paths = match chosen(system, named) {
        Choice::None => Vec::new(),
        Choice::Named(path) => vec![path],
        Choice::User(user) => {
            user.into_iter().chain(root.map(|root| file::below(root, PROJECT_FILE))).collect()
        }
    };
    paths.into_iter().map(|path| opened(path)).collect()
}

/// Reads one file, whatever it is called.
pub fn opened(path: PathBuf) -> File {
    let text = text(&path).map(|text| match text.strip_prefix('\u{FEFF}') {
        Some(rest) => rest.to_owned(),
        None => text,
    });
    File { reading: text.as_deref().map(|text| read(text)), text, path }
}

/// Reads a config; one that is not there is as good as none.
pub(super) fn text(path: &Path) -> Option<String> {
    file::text(path, LIMIT).ok()
}
