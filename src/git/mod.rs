//! Reads a git repository so that nothing in it can run a program.
//!
//! `git status` runs programs that the repository names: filters, a file system monitor, hooks, a
//! transport for missing objects. To switch them off from outside, we would have to guess which repository
//! and which settings git will use. A repository can make any such guess wrong, so git is not run at all.
//!
//! - The repository is read with `gix`, in a child process: this same program, called with [`COMMAND`].
//!   It is not looked up in `PATH`.
//! - Only the sections of the settings that a count depends on are kept (see `open`). A section that
//!   names a program, such as `filter`, is removed before the first file is compared, even from the
//!   user's own settings: the user's `git-lfs` would run what the repository's `lfs.extension` names.
//! - `gix` is built without network, credentials and threads.
//! - The system prevents the process from starting a second one, from adding data to a file, and from using
//!   more memory or time than a status line may cost (see `limits`). If the index is a FIFO, or in case of a
//!   decompression bomb, an endless history, a stack overflow or a bug in the library, only the segment
//!   is missing, not the line.
//! - The environment is cleared, except for the names in [`VARIABLES`].
//!
//! Because reading is harmless, it is not limited to the repositories that git trusts: one that another
//! user owns (usual in containers), or a bare one found below a directory, is shown as well.

mod history;
mod limits;
mod moved;
mod open;
mod plain;
pub mod repository;
mod staged;
mod status;
mod submodules;
mod untracked;

use std::{path::Path, time::Duration};

pub use status::Status;

/// The internal command that reads a repository.
pub const COMMAND: &str = "__git";

/// How long reading may take in total, before the line is printed without the segment.
pub const PATIENCE: Duration = Duration::from_millis(1500);

/// The environment variables that are passed on.
///
/// They say where the user's settings are, and which repository the user has chosen. Each names only a
/// file or a directory to read.
pub const VARIABLES: [&str; 11] = [
    "HOME",
    "USERPROFILE",
    "SYSTEMROOT",
    "XDG_CONFIG_HOME",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_DIR",
    "GIT_WORK_TREE",
];

/// Answers a question about the repository that contains `dir`: `status`, or `behind` and a commit.
pub fn answer(question: &[&str], dir: &Path) -> Option<String> {
    limits::set();
    let repository = open::around(dir)?;
    match question {
        ["status"] => Some(Status::of(&repository)?.to_string()),
        ["behind", commit] => Some(format!("{}\n", history::behind(&repository, commit)?)),
        _ => None,
    }
}
