//! Every test that looks at the program from outside, in one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    clippy::disallowed_methods,
    clippy::missing_panics_doc,
    clippy::print_stderr,
    clippy::print_stdout,
    unreachable_pub,
    reason = "a test that fails should fail loudly"
)]
#![cfg_attr(
    not(feature = "commands"),
    allow(dead_code, unused_imports, reason = "some are for tests of commands that are not there")
)]

mod harness;

mod agreement;
mod architecture;
#[cfg(feature = "commands")]
mod check;
mod color;
#[cfg(feature = "commands")]
mod completions;
mod config;
mod conformance;
mod dependencies;
#[cfg(feature = "commands")]
mod doctor;
#[cfg(feature = "commands")]
mod document;
#[cfg(feature = "commands")]
mod explain;
mod formats;
mod fuzzing;
#[cfg(feature = "commands")]
mod get;
mod help;
mod hook;
mod hook_bridge;
mod hook_git;
mod hook_input;
mod hosts;
#[cfg(feature = "commands")]
mod init;
#[cfg(feature = "commands")]
mod install;
#[cfg(feature = "commands")]
mod install_bytes;
mod invariants;
mod json;
mod json_families;
mod line;
#[cfg(feature = "commands")]
mod list;
#[cfg(feature = "commands")]
mod man;
mod messages;
mod payloads;
#[cfg(feature = "commands")]
mod picture;
mod pipes;
#[cfg(feature = "commands")]
mod readme;
#[cfg(feature = "commands")]
mod regression;
#[cfg(feature = "commands")]
mod rules;
mod security;
mod segments;
#[cfg(feature = "commands")]
mod show;
mod smart;
mod subagents;
#[cfg(feature = "commands")]
mod terminal;
mod torn_writes;
mod two_phase;
#[cfg(feature = "commands")]
mod watch;
mod which_file;
mod width;
mod workstreams;
#[cfg(feature = "commands")]
mod wrap;
