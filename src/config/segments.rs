//! The names of the hook's segments, for the settings that name one. A test in `hook` compares them with the
//! segments that there are.

/// Every segment, in the order in which they are shown by default.
pub const SEGMENTS: &[&str] = &[
    "update",
    "model",
    "effort",
    "agent",
    "vim",
    "permission",
    "output_style",
    "state",
    "session",
    "dir",
    "added_dirs",
    "worktree",
    "git",
    "context",
    "cost",
    "duration",
    "lines",
    "limits",
    "cache",
    "pr",
    "last_command",
    "version",
];
