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
#![cfg_attr(windows, allow(dead_code, unused_imports, reason = "some tests are left out there"))]

mod harness;

mod agreement;
mod architecture;
mod by_hand;
mod check;
mod color;
mod completions;
mod config;
mod config_change;
mod conformance;
mod document;
mod explain;
mod family;
mod formats;
mod fuzzing;
mod get;
mod git_agreement;
mod healthy;
mod help;
mod hook;
mod hook_git;
mod hook_input;
mod host_rows;
mod hosts;
mod install_bytes;
mod install_together;
mod invariants;
mod json;
mod json_families;
mod line;
mod list;
mod man;
#[path = "../src/memory.rs"]
mod memory; // It is part of the release for Linux only, and the program has no tests of its own.
mod messages;
mod payloads;
mod picture;
mod ralph_loop;
mod readme;
mod regression;
mod rules;
mod segments;
mod show;
mod smart;
mod subagents;
mod two_phase;
mod walls;
mod which_file;
mod width;
mod workflow;
mod workstreams;

// These need links, modes, users, FIFOs, signals, terminals or scripts of Unix. `windows.rs` tests the same commands
// on Windows.
#[cfg(unix)]
mod doctor;
#[cfg(unix)]
mod git_hostile;
#[cfg(unix)]
mod hook_bridge;
#[cfg(unix)]
mod init;
#[cfg(unix)]
mod install;
#[cfg(unix)]
mod install_lasting;
#[cfg(unix)]
mod install_places;
#[cfg(unix)]
mod list_formats;
#[cfg(unix)]
mod list_watch;
#[cfg(unix)]
mod pipes;
#[cfg(unix)]
mod plans;
#[cfg(unix)]
mod security;
#[cfg(unix)]
mod setup;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod torn_writes;
#[cfg(unix)]
mod torture;
#[cfg(unix)]
mod watch;
#[cfg(unix)]
mod watch_events;
#[cfg(unix)]
mod wrap;

#[cfg(windows)]
mod windows;
