//! Measures what one run of stateline costs: time, instructions, system calls, memory.
//!
//! `scripts/bench` builds and calls this; it has already put all programs but node into `DIR/bin`.
//! Times on a shared machine mean little by themselves, so all rows are measured in one run,
//! interleaved, and read as ratios. Instructions and system calls are exact.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a developer's tool: it prints what it measures, and a panic harms no prompt"
)]

use std::{error::Error, path::Path, process::ExitCode};

mod builds;
mod counts;
mod git;
mod lab;
mod list;
mod plans;
mod scale;
mod subject;
mod table;
mod texts;
mod times;
mod tree;

use lab::Lab;

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    // `cargo bench` adds a flag of its own.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        [] => {
            eprintln!("bench: whole processes are measured by `scripts/bench`");
            return ExitCode::SUCCESS;
        }
        ["times", dir, rounds, others] => times::times(&Lab::at(dir), rounds, others),
        ["builds", dir, rounds, list] => builds::builds(&Lab::at(dir), rounds, list),
        ["counts", dir] => counts::counts(&Lab::at(dir)),
        ["git", dir, rounds] => git::git(&Lab::at(dir), rounds),
        ["guard", dir, baseline] => counts::guard(&Lab::at(dir), Path::new(baseline)),
        ["baseline", dir, baseline] => counts::write_baseline(&Lab::at(dir), Path::new(baseline)),
        ["scale", dir] => scale::scale(&Lab::at(dir)),
        ["list", dir, stateline, fd, rounds] => list::measure(Path::new(dir), stateline, fd, rounds),
        _ => Err("unknown arguments; call `scripts/bench` instead".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}
