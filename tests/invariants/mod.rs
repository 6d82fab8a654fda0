//! What holds of any input: the fuzzer, and a short seeded run in the tests, try to find one where it does not.
//!
//! An input is the file or the text itself, so that real ones can be put into the corpus. What else a case
//! needs (a width, a host, a time) is chosen by the input's own bytes: the same input is the same case.

use stateline::sys::file;

mod check;
mod config;
mod document;
mod families;
pub mod frontmatter;
pub mod hosts;
pub mod json;
mod markup;
mod payload;
mod query;
pub mod shown;

/// Something to be fuzzed.
pub struct Target {
    /// What the target, its program and its corpus are called.
    pub name: &'static str,
    /// How many cases the short run of the tests makes up: fewer where one takes longer.
    pub cases: usize,
    /// Panics if something that should hold of this input does not.
    pub holds: fn(&[u8]),
}

/// Everything that is fuzzed.
pub static TARGETS: &[Target] = &[
    Target { name: "frontmatter", cases: 1000, holds: frontmatter::holds },
    Target { name: "gsd", cases: 1500, holds: families::gsd },
    Target { name: "two_phase", cases: 1500, holds: families::two_phase },
    Target { name: "wf_player", cases: 1500, holds: families::wf_player },
    Target { name: "agent_state", cases: 1500, holds: families::agent_state },
    Target { name: "ralph_loop", cases: 1500, holds: families::ralph_loop },
    Target { name: "bmad", cases: 1500, holds: families::bmad },
    Target { name: "taskmaster", cases: 1500, holds: families::taskmaster },
    Target { name: "spec_kit", cases: 1500, holds: families::spec_kit },
    Target { name: "openspec", cases: 1500, holds: families::openspec },
    Target { name: "kiro", cases: 1500, holds: families::kiro },
    Target { name: "declared", cases: 400, holds: families::declared },
    Target { name: "json", cases: 1500, holds: json::holds },
    Target { name: "payload", cases: 500, holds: payload::line },
    Target { name: "subagents", cases: 500, holds: payload::rows },
    Target { name: "hosts", cases: 1500, holds: hosts::holds },
    Target { name: "markup", cases: 1500, holds: markup::holds },
    Target { name: "document", cases: 300, holds: document::holds },
    Target { name: "query", cases: 60, holds: query::holds },
    Target { name: "config", cases: 1500, holds: config::holds },
    Target { name: "check", cases: 100, holds: check::holds },
];

/// Checks one input of a target.
pub fn hold(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("the target is in the table");
    (target.holds)(bytes);
}

/// Takes bytes for text as the program takes a file.
fn text(bytes: &[u8]) -> String {
    file::decoded(bytes.to_vec())
}
