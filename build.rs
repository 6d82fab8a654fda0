//! Compiles the patterns of the families (`patterns/list.rs`) to tables at build time, so that no prompt waits for it, and
//! finds out which commit is built, and for which target.
//!
//! `regex-automata` builds the DFAs. Only the reachable part of each is kept, as plain Rust constants.
//! Its own serialised form would have to be validated at every start: 290,000 instructions for the
//! patterns of a typical file, twice as many as the rest of the run.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a build that fails should fail loudly"
)]

use std::{
    array, env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use regex_automata::{
    Anchored, Input,
    dfa::{Automaton, StartKind, dense},
    nfa::thompson::{NFA, WhichCaptures},
    util::primitives::StateID,
};

#[path = "src/family/gsd/patterns/list.rs"]
#[expect(unreachable_pub, reason = "the same file is a module of the library")]
mod gsd;

#[path = "src/family/two_phase/patterns/list.rs"]
#[expect(unreachable_pub, reason = "the same file is a module of the library")]
mod two_phase;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=STATELINE_BUILD={}", build());
    for (family, patterns) in [("gsd", gsd::PATTERNS), ("two_phase", two_phase::PATTERNS)] {
        println!("cargo::rerun-if-changed=src/family/{family}/patterns/list.rs");
        let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
        let file = Path::new(&out).join(format!("{family}_patterns.rs"));
        fs::write(file, tables(patterns)).expect("cargo's folder can be written to");
    }
}

/// Writes the patterns as Rust constants.
fn tables(patterns: &[(&str, &str)]) -> String {
    let mut tables = String::new();
    for (name, pattern) in patterns {
        let table =
            compiled(pattern).unwrap_or_else(|error| panic!("pattern {name} does not compile: {error}"));
        writeln!(tables, "/// The pattern `{name}` of the list.").expect("a string takes all");
        writeln!(tables, "pub static {}: Pattern = {table};", name.to_uppercase())
            .expect("a string takes all");
    }
    let names: Vec<String> =
        patterns.iter().map(|(name, _)| format!("({name:?}, &{})", name.to_uppercase())).collect();
    writeln!(tables, "/// Every pattern by name.").expect("a string takes all");
    writeln!(tables, "pub static ALL: &[(&str, &Pattern)] = &[{}];", names.join(", "))
        .expect("a string takes all");
    tables
}

/// Returns what `stateline -V` says after the version: the commit and the target.
fn build() -> String {
    let target = env::var("TARGET").expect("cargo sets TARGET");
    // A debug build would be made again after every commit, only for this.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    match commit().filter(|_| is_release) {
        Some(commit) => format!("{} {target}", &commit[..commit.len().min(9)]),
        None => target,
    }
}

/// Returns the commit of the sources: what `cargo package` wrote into the crate, or else what git has checked out.
fn commit() -> Option<String> {
    // cargo writes `"sha1": "…"` there.
    if let Ok(packed) = fs::read_to_string(".cargo_vcs_info.json") {
        return packed.split('"').skip_while(|part| *part != "sha1").nth(2).map(str::to_owned);
    }
    // In a worktree, `.git` is a file that names the directory.
    let mut git = PathBuf::from(".git");
    if let Ok(link) = fs::read_to_string(&git) {
        git = PathBuf::from(link.strip_prefix("gitdir:")?.trim());
    }
    let head = fs::read_to_string(git.join("HEAD")).ok()?;
    println!("cargo::rerun-if-changed={}", git.join("HEAD").display());
    let Some(name) = head.strip_prefix("ref:").map(str::trim) else { return Some(head.trim().to_owned()) };
    // The branches of a worktree are in the main repository.
    let common = fs::read_to_string(git.join("commondir"));
    let common = common.map_or_else(|_| git.clone(), |common| git.join(common.trim()));
    let loose = common.join(name);
    if let Ok(commit) = fs::read_to_string(&loose) {
        println!("cargo::rerun-if-changed={}", loose.display());
        return Some(commit.trim().to_owned());
    }
    let packed = fs::read_to_string(common.join("packed-refs")).ok()?;
    println!("cargo::rerun-if-changed={}", common.join("packed-refs").display());
    packed.lines().find_map(|line| line.strip_suffix(name)?.strip_suffix(' ').map(str::to_owned))
}

/// The number of the state from which no match is possible. `src/text/pattern.rs` has the same constant.
const DEAD: u8 = u8::MAX;

/// A DFA whose start state is 0. In the last states, entering one means that a match ended before the byte just read.
struct Table {
    /// The next state, by state and byte.
    next: Vec<[u8; 256]>,
    /// The first of the last states.
    ended_from: u8,
    /// For each state, whether a match ends there if the text ends.
    ends_here: Vec<bool>,
}

/// Compiles a pattern and writes it as a Rust expression.
fn compiled(pattern: &str) -> Result<String, Box<dyn Error>> {
    let nfa = NFA::compiler().configure(NFA::config().which_captures(WhichCaptures::None)).build(pattern)?;
    let config = dense::Config::new().start_kind(StartKind::Anchored).minimize(true);
    let dfa = dense::Builder::new().configure(config).build_from_nfa(&nfa)?;
    Ok(table(&dfa)?.expression())
}

/// Numbers the reachable states and copies their transitions.
fn table(dfa: &dense::DFA<Vec<u32>>) -> Result<Table, Box<dyn Error>> {
    let start = dfa.start_state_forward(&Input::new("").anchored(Anchored::Yes))?;
    let mut states: Vec<StateID> = vec![start];
    let mut at = 0;
    while let Some(&state) = states.get(at) {
        for next in (0..=u8::MAX).map(|byte| dfa.next_state(state, byte)) {
            if !dfa.is_dead_state(next) && !states.contains(&next) {
                states.push(next);
            }
        }
        at += 1;
    }
    // The start state stays first: no match ends before the first byte.
    states.sort_by_key(|state| dfa.is_match_state(*state));
    assert_eq!(states[0], start, "the pattern matches before the first byte");
    assert!(states.len() < usize::from(DEAD), "the pattern has too many states");
    let number = |state: StateID| {
        let place = states.iter().position(|known| *known == state);
        place.map_or(DEAD, |place| place as u8)
    };
    let row = |state: &StateID| array::from_fn(|byte| number(dfa.next_state(*state, byte as u8)));
    Ok(Table {
        next: states.iter().map(row).collect(),
        ended_from: states.iter().filter(|state| !dfa.is_match_state(**state)).count() as u8,
        ends_here: states.iter().map(|state| dfa.is_match_state(dfa.next_eoi_state(*state))).collect(),
    })
}

impl Table {
    /// Writes the table, with one column for all bytes that behave alike.
    fn expression(&self) -> String {
        let column = |byte: usize| self.next.iter().map(|row| row[byte]).collect::<Vec<u8>>();
        let mut columns: Vec<Vec<u8>> = Vec::new();
        let mut classes = Vec::new();
        for byte in 0..256 {
            let wanted = column(byte);
            let class = columns.iter().position(|known| *known == wanted).unwrap_or_else(|| {
                columns.push(wanted);
                columns.len() - 1
            });
            classes.push(class);
        }
        let width = columns.len();
        let rows = (0..self.next.len()).flat_map(|state| columns.iter().map(move |column| column[state]));
        let next: Vec<u8> = rows.collect();
        let Self { ended_from, ends_here, .. } = self;
        format!(
            "Pattern {{ classes: &{classes:?}, width: {width}, next: &{next:?}, ended_from: {ended_from}, ends_here: &{ends_here:?} }}"
        )
    }
}
