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

mod harness;

mod agreement;
mod architecture;
mod check;
mod color;
mod completions;
mod config;
mod conformance;
mod doctor;
mod document;
mod explain;
mod family;
mod formats;
mod fuzzing;
mod get;
mod git_agreement;
mod git_hostile;
mod healthy;
mod help;
mod hook;
mod hook_bridge;
mod hook_git;
mod hook_input;
mod host_rows;
mod hosts;
mod init;
mod install;
mod install_bytes;
mod install_lasting;
mod install_places;
mod install_together;
mod invariants;
mod json;
mod json_families;
mod line;
mod list;
mod list_formats;
mod list_watch;
mod man;
mod messages;
mod payloads;
mod picture;
mod pipes;
mod ralph_loop;
mod readme;
mod regression;
mod rules;
mod security;
mod segments;
mod show;
mod smart;
mod subagents;
mod terminal;
mod torn_writes;
mod torture;
mod two_phase;
mod walls;
mod watch;
mod watch_events;
mod which_file;
mod width;
mod workstreams;
mod wrap;
