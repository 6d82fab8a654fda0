//! Prints one line that says where an AI coding workflow stands.
//!
//! A module names only lower ones, and a state flows one way:
//!
//! ```text
//! argv, stdin -> hook -> locate -> format (find, read, scene) -> Line -> stdout
//! ```

#![forbid(unsafe_code)]

pub mod check;
pub mod cmd;
pub mod config;
pub mod doctor;
pub mod document;
pub mod error;
pub mod explain;
pub mod facts;
pub mod family;
pub mod flag;
pub mod git;
pub mod hook;
pub mod hosts;
pub mod install;
pub mod json;
pub mod line;
pub mod options;
pub mod output;
pub mod patterns;
pub mod query;
pub mod repository;
pub mod select;
pub mod show;
pub mod suggest;
pub mod sys;
pub mod text;
pub mod time;
pub mod walk;
pub mod watch;
