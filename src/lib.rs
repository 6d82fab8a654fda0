//! Prints one line that says where an AI coding workflow stands.
//!
//! A module names only lower ones, and a state flows one way:
//!
//! ```text
//! argv, stdin -> hook -> locate -> format (find, read, scene) -> Line -> stdout
//! ```

#![forbid(unsafe_code)]

pub mod atomic;
#[cfg(feature = "commands")]
pub mod beside;
#[cfg(feature = "commands")]
pub mod check;
pub mod cmd;
pub mod config;
#[cfg(feature = "commands")]
pub mod doctor;
#[cfg(feature = "commands")]
pub mod document;
pub mod error;
#[cfg(feature = "commands")]
pub mod explain;
#[cfg(feature = "commands")]
pub mod facts;
pub mod file;
pub mod flag;
pub mod format;
pub mod hook;
pub mod host;
#[cfg(feature = "commands")]
pub mod init;
#[cfg(feature = "commands")]
pub mod install;
pub mod json;
pub mod line;
pub mod listing;
pub mod locate;
pub mod options;
pub mod patterns;
#[cfg(feature = "commands")]
pub mod query;
pub mod repository;
#[cfg(feature = "commands")]
pub mod rewrite;
#[cfg(feature = "commands")]
pub mod show;
pub mod signals;
pub mod state;
pub mod suggest;
pub mod text;
pub mod time;
#[cfg(feature = "commands")]
pub mod walk;
#[cfg(feature = "commands")]
pub mod watch;
