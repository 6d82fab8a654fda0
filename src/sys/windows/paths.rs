//! The forms of a path on Windows: `C:\Users\x`, `\\server\share`, and `/c/Users/x` of Git Bash.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Names that differ only in case name the same file.
pub(crate) const IGNORES_CASE: bool = true;

/// Returns a path of Git Bash, `/c/Users/x`, as Windows writes it; any other stays as it is.
pub(crate) fn native(path: PathBuf) -> PathBuf {
    path.to_str().and_then(from_git_bash).map_or(path, PathBuf::from)
}

/// path = "/" drive [ "/" *char ]
fn from_git_bash(path: &str) -> Option<String> {
    let rest = path.strip_prefix('/')?;
    let drive = rest.chars().next().filter(char::is_ascii_alphabetic)?;
    let below = rest.strip_prefix(drive)?;
    if !below.is_empty() && !below.starts_with('/') {
        return None;
    }
    Some(format!("{}:\\{}", drive.to_ascii_uppercase(), below.trim_start_matches('/').replace('/', "\\")))
}

/// Returns a path with `/` as separator, which Windows reads as well and Unix shells do not take for an escape.
pub(crate) fn portable(path: PathBuf) -> PathBuf {
    path.to_str().map(|text| PathBuf::from(text.replace('\\', "/"))).unwrap_or(path)
}

/// Appends a relative path, whose `/` become `\`: a path with both looks wrong to people.
pub(crate) fn push(path: &mut PathBuf, below: &str) {
    path.extend(Path::new(below).components());
}

/// Resolves the links of a path, and writes it as people do: without `\\?\`, if that is possible.
pub(crate) fn canonical(path: &Path) -> io::Result<PathBuf> {
    dunce::canonicalize(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_kind_of_separator() {
        for (below, expected) in [
            ("stateline/config.toml", r"C:\Users\x\stateline\config.toml"),
            (r"a\b", r"C:\Users\x\a\b"),
            ("a", r"C:\Users\x\a"),
        ] {
            let mut path = PathBuf::from(r"C:\Users\x");
            push(&mut path, below);
            assert_eq!(path.into_os_string(), expected, "{below}");
        }
    }

    #[test]
    fn a_path_of_git_bash_becomes_one_of_windows() {
        for (given, expected) in [
            ("/c/Users/Jo Doe/x", r"C:\Users\Jo Doe\x"),
            ("/D", r"D:\"),
            ("/c/", r"C:\"),
            ("/c//x", r"C:\x"),
            (r"C:\Users\x", r"C:\Users\x"),
            ("C:/Users/x", "C:/Users/x"),
            (r"\\wsl$\Debian\home\x", r"\\wsl$\Debian\home\x"),
            ("//server/share", "//server/share"),
            ("/tmp/x", "/tmp/x"),
            ("/cc/x", "/cc/x"),
            ("x/y", "x/y"),
            ("/", "/"),
            ("", ""),
        ] {
            assert_eq!(native(PathBuf::from(given)).into_os_string(), expected, "{given}");
        }
    }
}
