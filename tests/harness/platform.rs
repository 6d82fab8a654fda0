//! What the tests do in another way on each system.

use std::{
    ffi::OsString,
    fs::Metadata,
    path::{Path, PathBuf},
};

/// Returns the mode of a file, which is part of a snapshot.
#[cfg(unix)]
pub(super) fn mode(about: &Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::mode(about)
}

/// Returns whether a file is read-only, which is all that Windows has of a mode.
#[cfg(windows)]
pub(super) fn mode(about: &Metadata) -> u32 {
    about.permissions().readonly().into()
}

/// Gives a file a mode; Windows has none.
pub fn set_mode(path: impl AsRef<Path>, mode: u32) {
    #[cfg(unix)]
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
    #[cfg(windows)]
    drop((path, mode));
}

/// Returns whether a file has a mode; on Windows every file has every mode.
pub fn has_mode(path: impl AsRef<Path>, mode: u32) -> bool {
    cfg!(windows) || self::mode(&std::fs::metadata(path).unwrap()) & 0o7777 == mode
}

/// Returns whether this process can ignore file modes.
#[cfg(unix)]
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns `false`: there are no file modes.
#[cfg(windows)]
pub fn is_root() -> bool {
    false
}

/// Returns the variables that name the directories of a project, in addition to those of Unix.
pub(super) fn variables(root: &Path) -> Vec<(&'static str, OsString)> {
    if cfg!(unix) {
        return Vec::new();
    }
    let (home, tmp) = (super::below(root, "home"), super::below(root, "tmp"));
    let system =
        ["SystemRoot", "PATHEXT"].into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    let below = |name: &str| -> PathBuf { super::below(&home, name) };
    [
        ("USERPROFILE", home.clone()),
        ("TEMP", tmp),
        // The places that the tests use on every system.
        ("XDG_CONFIG_HOME", below(".config")),
        ("XDG_STATE_HOME", below(".local/state")),
    ]
    .into_iter()
    .map(|(name, path)| (name, path.into_os_string()))
    .chain(system)
    .collect()
}

/// Returns `text` with the root written as `[ROOT]`, and paths with `/`.
pub(super) fn without_root(text: &str, root: &Path, dir: &Path) -> String {
    let root = root.to_str().unwrap();
    if cfg!(unix) {
        return text.replace(root, "[ROOT]");
    }
    let native = root.replace('/', r"\");
    // In JSON, as it is, as settings have it, in an address, and in an annotation for GitHub.
    let forms =
        [native.replace('\\', r"\\"), native, format!("/{root}"), root.to_owned(), root.replace(':', "%3A")];
    let text = forms.iter().fold(text.to_owned(), |text, form| text.replace(form, "[ROOT]"));
    let is_end = |letter: char| letter.is_whitespace() || "'\"`,()=|<>;\u{1b}\u{7}".contains(letter);
    text.split_inclusive(is_end).map(|word| with_slashes(word, dir)).collect()
}

/// Writes a path with `/`: one below the root or the home, or whose first part is there in the directory.
fn with_slashes(word: &str, dir: &Path) -> String {
    let slashes = |path: &str| path.replace(r"\\", "/").replace('\\', "/");
    if let Some((before, below)) = word.split_once("[ROOT]") {
        // What comes before may be an escape of JSON, such as a line end.
        return format!("{before}[ROOT]{}", slashes(below));
    }
    let first = word.split('\\').next().unwrap_or_default();
    // A colour may come before it.
    let first = first.strip_prefix('[').and_then(|code| code.split_once('m')).map_or(first, |(_, name)| name);
    if ["~", ".", ".."].contains(&first) || (!first.is_empty() && dir.join(first).exists()) {
        slashes(word)
    } else {
        word.to_owned()
    }
}
