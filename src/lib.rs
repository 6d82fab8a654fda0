//! Prints one line that says where an AI coding workflow is.
//!
//! A state file flows one way, and a module names only modules that are listed before it
//! (`tests/architecture.rs` checks that):
//!
//! ```text
//! stdin, argv -> hook -> select -> family.read -> Reading -> Line -> stdout
//! ```

#![forbid(unsafe_code)]

// Strings, times, JSON, compiled patterns: what needs no file and no system call.
pub mod text;

// Every message that a user can get, and the exit codes.
pub mod error;

// The operating system: files, processes with a deadline, streams, signals, clock, directories.
pub mod sys;

// Reads a git repository in a process of its own, without running git.
pub mod git;

// The line: parts, fitted to a width, painted, written in a host's dialect, printed.
pub mod line;

// The programs that show the line, one row each.
pub mod hosts;

// Reads a whole file as YAML or JSON: values with their places, and repair of broken files.
pub mod document;

// The workflows, one folder each with everything that is known about it.
pub mod family;

// The flags of the hook and of `line`.
pub mod options;

// The settings, and which file each comes from.
pub mod config;

// Which state applies in a directory, and why.
pub mod select;

// Finds every workflow below a directory.
pub mod list;

// Waits for a state to change.
pub mod watch;

// Answers filters: plain paths, jq, and the fields that every state has.
pub mod query;

// The whole state, as a page or as JSON.
pub mod show;

// Runs the check rules and reports what they find.
pub mod check;

// Explains why the line says what it says.
pub mod explain;

// The status-line hook: payload, session, segments, line.
pub mod hook;

// Puts the line into a host's settings, takes it out, and checks that it works there.
pub mod install;

// The commands, one file each: flags, help and run.
pub mod cmd;
