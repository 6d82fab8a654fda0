//! A short run of every fuzz target, from the corpus and a seed: the same cases on every machine.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    harness::Random,
    invariants::{TARGETS, hold},
};

/// How long a case may grow, in bytes.
const LONGEST: usize = 4096;

/// What a long case is filled with: what takes no cells, and what a host writes in more bytes.
const FILLERS: [&str; 8] = ["\u{200b}", "\u{301}", "\u{200f}", "👩\u{200d}", "🇩", "#", "\\\"", "%{"];

/// The targets that print a line; the others would take minutes on a long case.
const LINES: [&str; 14] = [
    "gsd",
    "two_phase",
    "wf_player",
    "agent_state",
    "ralph_loop",
    "bmad",
    "taskmaster",
    "spec_kit",
    "openspec",
    "kiro",
    "payload",
    "subagents",
    "hosts",
    "markup",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz")
}

/// Returns the names of what is in a folder of the fuzz programs, without their extensions.
fn names(inside: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder().join(inside)).unwrap();
    let stem = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    entries.map(|entry| stem(entry.unwrap().path())).collect()
}

/// Returns the inputs of a target's corpus, in the order of their names.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder().join("corpus").join(name)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Returns the words of a target's dictionary.
///
/// word = `"` *( character / `\` `"` / `\\` / `\x` 2 hexdigit ) `"`
fn dictionary(name: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(folder().join(format!("dictionaries/{name}.dict"))).unwrap();
    let words = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    words.map(|line| unescaped(line.strip_prefix('"').unwrap().strip_suffix('"').unwrap())).collect()
}

fn unescaped(word: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = word.as_bytes();
    while let [first, after @ ..] = rest {
        (rest, ()) = match (first, after) {
            (b'\\', [b'x', high, low, after @ ..]) => {
                let digits = [*high, *low];
                let digits = std::str::from_utf8(&digits).unwrap();
                (after, out.push(u8::from_str_radix(digits, 16).unwrap()))
            }
            (b'\\', [character, after @ ..]) => (after, out.push(*character)),
            _ => (after, out.push(*first)),
        };
    }
    out
}

/// Changes an input in one place or another.
fn mutate(random: &mut Random, bytes: &mut Vec<u8>, words: &[Vec<u8>], others: &[Vec<u8>]) {
    let at = random.below(bytes.len() + 1);
    let end = (at + random.below(24)).min(bytes.len());
    match random.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => drop(bytes.splice(at..at, words[random.below(words.len())].clone())),
        3 => drop(bytes.splice(at..end, words[random.below(words.len())].clone())),
        4 => {
            let piece = bytes[at..end].to_vec();
            let to = random.below(bytes.len() + 1);
            drop(bytes.splice(to..to, piece));
        }
        5 => {
            let other = &others[random.below(others.len())];
            let from = random.below(other.len() + 1);
            bytes.truncate(at);
            bytes.extend_from_slice(&other[from..]);
        }
        6 => bytes.insert(at, u8::try_from(random.below(256)).unwrap()),
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = u8::try_from(random.below(256)).unwrap();
            }
        }
    }
    bytes.truncate(LONGEST);
}

/// Makes an input longer than a line may be, in one place.
fn lengthen(random: &mut Random, bytes: &mut Vec<u8>) {
    let filler = FILLERS[random.below(FILLERS.len())].repeat(2000 + random.below(2000));
    // After a letter, as a rule: that is where values are.
    let letters: Vec<usize> = bytes
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| pair[0].is_ascii_lowercase())
        .map(|(at, _)| at + 1)
        .collect();
    let at = if letters.is_empty() { bytes.len() } else { letters[random.below(letters.len())] };
    drop(bytes.splice(at..at, filler.into_bytes()));
}

/// An input that is being tried; one that fails is shown.
struct Case<'c>(&'c str, Vec<u8>);

impl Drop for Case<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{} does not hold of \"{}\"", self.0, self.1.escape_ascii());
        }
    }
}

/// Tries the corpus as it is, then changed.
fn run(name: &str) {
    let times = std::env::var("FUZZ_TIMES").map_or(1, |times| times.parse().unwrap());
    let cases = TARGETS.iter().find(|target| target.name == name).unwrap().cases * times;
    let (corpus, words) = (corpus(name), dictionary(name));
    for bytes in &corpus {
        let case = Case(name, bytes.clone());
        hold(name, &case.1);
    }
    let mut random = Random::of(name.as_bytes());
    for case in 0..cases {
        let mut bytes = corpus[random.below(corpus.len())].clone();
        for _ in 0..=random.below(4) {
            mutate(&mut random, &mut bytes, &words, &corpus);
        }
        if LINES.contains(&name) && case % 50 == 0 {
            lengthen(&mut random, &mut bytes);
        }
        let case = Case(name, bytes);
        hold(name, &case.1);
    }
    println!("{name}: {} inputs, {cases} more made of them", corpus.len());
}

macro_rules! runs {
    ($($test:ident: $target:literal,)*) => {
        const RUN: &[&str] = &[$($target),*];
        $(
            #[test]
            fn $test() {
                run($target);
            }
        )*
    };
}

runs! {
    the_frontmatter_is_read_as_the_patterns_say: "frontmatter",
    any_gsd_file_gives_a_line: "gsd",
    any_two_phase_file_gives_a_line: "two_phase",
    any_wf_player_file_gives_a_line: "wf_player",
    any_agent_state_file_gives_a_line: "agent_state",
    any_ralph_loop_file_gives_a_line: "ralph_loop",
    any_bmad_file_gives_a_line: "bmad",
    any_taskmaster_file_gives_a_line: "taskmaster",
    any_spec_kit_file_gives_a_line: "spec_kit",
    any_openspec_file_gives_a_line: "openspec",
    any_kiro_file_gives_a_line: "kiro",
    any_file_of_a_declared_workflow_gives_a_line: "declared",
    any_text_is_json_or_not_as_serde_says: "json",
    any_bytes_on_standard_input_give_a_line: "payload",
    any_bytes_on_standard_input_give_rows_that_a_host_can_read: "subagents",
    any_text_is_shown_as_it_stands_in_every_host: "hosts",
    any_settings_leave_the_line_a_line: "config",
    any_row_of_another_program_keeps_colours_and_links_alone: "markup",
}

mod commands {
    use super::run;

    pub(super) const RUN: &[&str] = &["document", "query", "check"];

    #[test]
    fn any_file_is_read_as_a_whole() {
        run("document");
    }

    #[test]
    fn any_filter_is_answered_or_refused() {
        run("query");
    }

    #[test]
    fn any_file_is_fixed_in_one_run() {
        run("check");
    }
}

#[test]
fn every_target_has_a_program_a_corpus_a_dictionary_and_a_run() {
    let table: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    for folder in ["targets", "corpus", "dictionaries"] {
        assert_eq!(names(folder), table, "tests/fuzz/{folder}");
    }
    let run: BTreeSet<String> = RUN.iter().chain(commands::RUN).map(|name| (*name).to_owned()).collect();
    assert_eq!(run, table);
    let manifest = fs::read_to_string(folder().join("Cargo.toml")).unwrap();
    let is_program = |name: &&String| manifest.contains(&format!("path = \"targets/{name}.rs\""));
    assert_eq!(table.iter().filter(is_program).count(), table.len());
}

/// The corpus is in the repository, so it has to be small.
#[test]
fn the_corpus_is_small() {
    let sizes = TARGETS.iter().flat_map(|target| corpus(target.name)).map(|input| input.len());
    assert!(sizes.sum::<usize>() < 500_000);
}
